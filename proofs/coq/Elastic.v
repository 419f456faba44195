(* SPDX-License-Identifier: Apache-2.0 *)
(* Elastic consistency: one step in value, and the average that every non-convex bound is. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Formulary Bounds.
Local Open Scope R_scope.

Section Elastic.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).
Context (p T : nat) (alpha sigma B : R) (heard : nat -> nat -> bool) (w0 : V).
Context (Known : nat -> rvec H -> Prop) (x : nat -> rvec H) (view g : nat -> nat -> rvec H).
Hypothesis Hrun : elastic_run He p T alpha sigma heard w0 Known x view g.
Hypothesis Hela : elastic_consistent p T alpha B heard x view.
Hypothesis Hp : (1 <= p)%nat.
Hypothesis Ha : 0 < alpha.
Hypothesis HaL : alpha <= 1 / L.

Let r t := share p (heard t).
Let A t := norm2 (gradient He (x t)).
(** The mean squared gradient over the views that are heard. *)
Let S t := / INR p * heard_sum p (heard t) (fun i => norm2 (gradient He (view t i))).

Lemma alpha_L : alpha * L <= 1.
Proof.
  pose proof (smooth_pos _ _ _ Hf) as HL. apply Rmult_le_compat_r with (r := L) in HaL; [|lra].
  replace (1 / L * L) with 1 in HaL by (field; lra). exact HaL.
Qed.

Lemma share_bounds t : 0 <= r t <= 1.
Proof. split; [now apply share_nonneg|now apply share_le_1]. Qed.

Lemma S_nonneg t : 0 <= S t.
Proof.
  apply Rmult_le_pos; [now apply Rinv_nonneg, INR_pos|].
  apply heard_sum_nonneg. intros. apply norm2_nonneg.
Qed.

(** Views are close, so gradients at the views are. *)
Lemma view_gradients t : (t < T)%nat ->
  / INR p * heard_sum p (heard t) (fun i => norm2 (vsub (gradient He (x t))
    (gradient He (view t i)))) <= r t * (L ^ 2 * (alpha * B) ^ 2).
Proof.
  intros Ht. unfold r, share. rewrite Rmult_assoc.
  apply Rmult_le_compat_l; [now apply Rinv_nonneg, INR_pos|].
  rewrite (Rmult_comm (heard_sum _ _ _)), <- heard_sum_const.
  apply heard_sum_le. intros i Hi Ei.
  apply Rle_trans with (1 := smooth_lipschitz _ _ _ (smooth_lift He L Hf) (x t) (view t i)).
  apply Rmult_le_compat_l; [apply pow2_ge_0|]. now apply Hela.
Qed.

(** The size of an update in the mean. *)
Lemma update_moment t : (t < T)%nat ->
  norm2 (heard_mean p (heard t) (g t)) <= r t * S t + / INR p * (r t * sigma ^ 2).
Proof.
  destruct Hrun as [_ U K KV D]. intros Ht.
  apply Rle_trans with (1 := update_second_moment p (heard t) (Known t) _ (g t) (sigma ^ 2) 0 Hp
    (fun i Hi Ei => knows_gradient He _ _ (KV t i Ht Hi Ei)) (D t Ht)).
  pose proof (norm2_heard_mean_le p (heard t) (fun i => gradient He (view t i)) Hp).
  unfold r, S. lra.
Qed.

Lemma value_step t : (t < T)%nat ->
  mean_value f (x (Datatypes.S t)) <= mean_value f (x t)
    - alpha / 2 * (r t * A t) - alpha / 2 * (1 - alpha * L * r t) * S t
    + (alpha / 2 * (L ^ 2 * (alpha * B) ^ 2) + L * alpha ^ 2 / 2 * (sigma ^ 2 / INR p)) * r t.
Proof.
  intros Ht. pose proof (smooth_pos _ _ _ Hf) as HL. pose proof (INR_pos p Hp) as Hpp.
  pose proof (view_gradients t Ht) as Hv.
  pose proof (norm2_heard_mean_le p (heard t) (fun i => gradient He (view t i)) Hp) as HM.
  destruct Hrun as [_ U K KV D].
  apply Rle_trans with (1 := update_step Hf He p (heard t) (Known t) (x t) _ _ (g t) alpha _ _ Hp
    (fun w => U t w Ht) (knows_gradient He _ _ (K t Ht))
    (fun i Hi Ei => knows_gradient He _ _ (KV t i Ht Hi Ei)) (D t Ht)).
  cbv beta in *. fold (r t) (A t) (S t) in Hv, HM |- *.
  assert (0 <= L * alpha ^ 2 / 2) as Hc by (pose proof (pow2_ge_0 alpha); nra).
  apply (Rmult_le_compat_l _ _ _ Hc) in HM.
  apply (Rmult_le_compat_l (alpha / 2)) in Hv; [|lra]. lra.
Qed.

(** Once the condition on alpha has done its work. *)
Lemma value_step_plain t : (t < T)%nat ->
  mean_value f (x (Datatypes.S t)) <= mean_value f (x t) - alpha / 2 * (r t * A t)
    + (alpha / 2 * (L ^ 2 * (alpha * B) ^ 2) + L * alpha ^ 2 / 2 * (sigma ^ 2 / INR p)) * r t.
Proof.
  intros Ht. apply Rle_trans with (1 := value_step t Ht).
  pose proof alpha_L. pose proof (share_bounds t). pose proof (S_nonneg t).
  pose proof (smooth_pos _ _ _ Hf).
  assert (0 <= alpha / 2 * (1 - alpha * L * r t) * S t); [|lra].
  apply Rmult_le_pos; [|assumption]. apply Rmult_le_pos; [lra|].
  assert (alpha * L * r t <= 1 * 1); [|lra]. apply Rmult_le_compat; nra.
Qed.

(** The sum over the run of what pushes the value down. *)
Lemma value_sum (fstar : R) (Q : nat -> R) : (forall y, fstar <= f y) ->
  (forall t, (t < T)%nat -> mean_value f (x (Datatypes.S t)) <= mean_value f (x t)
    - alpha / 2 * Q t
    + (alpha / 2 * (L ^ 2 * (alpha * B) ^ 2) + L * alpha ^ 2 / 2 * (sigma ^ 2 / INR p)) * r t) ->
  rsum T Q <= 2 * (f w0 - fstar) / alpha
    + heard_steps p T heard * (L ^ 2 * alpha ^ 2 * B ^ 2 + L * alpha * sigma ^ 2 / INR p).
Proof.
  intros Hmin HQ. pose proof (INR_pos p Hp) as Hpp.
  pose proof (descent_sum (fun t => mean_value f (x t)) (fun t => alpha / 2 * Q t) _ fstar T
    (mean_value_ge He fstar (x T) Hmin) HQ) as HS.
  rewrite !rsum_scal, (mean_value_start f (x O) w0 (elastic_start _ _ _ _ _ _ _ _ _ _ _ Hrun)) in
    HS.
  change (rsum T r) with (heard_steps p T heard) in HS.
  apply Rmult_le_reg_l with (alpha / 2); [lra|].
  apply Rle_trans with (1 := HS). right. field. lra.
Qed.
End Elastic.

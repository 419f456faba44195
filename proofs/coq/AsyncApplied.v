(* SPDX-License-Identifier: Apache-2.0 *)
(* Asynchronous SGD in the order applied: smooth non-convex, smooth convex, and with the step that
   the number of gradients in flight allows. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Delayed Formulary
  Bounds.
Local Open Scope R_scope.

Section Applied.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).
Context (K : nat) (gamma sigma2 : R) (delay : nat -> nat) (w0 : V).
Context (Known : nat -> rvec H -> Prop) (x g : nat -> rvec H).
Hypothesis Hrun : delayed_run He K gamma sigma2 delay w0 Known x g.
Hypothesis HK : (1 <= K)%nat.
Hypothesis Hg : 0 < gamma.
Hypothesis Hs : 0 <= sigma2.

Let B k := norm2 (gradient He (read delay x k)).
Let behind k := norm2 (vsub (x k) (read delay x k)).

(** If reads are behind by at most s times the load of B and n of noise, in the sum over the run. *)
Lemma applied_nonconvex fstar s W n : (forall y, fstar <= f y) ->
  rsum K behind <= gamma ^ 2 * (s * W * rsum K B + INR K * n) ->
  L * gamma + s * L ^ 2 * gamma ^ 2 * W <= 1 ->
  / INR K * rsum K (fun k => Ex (fun w => norm2 (df (x k w))))
  <= 2 * (f w0 - fstar) / (gamma * INR K) + L * gamma * sigma2 + L ^ 2 * gamma ^ 2 * n.
Proof.
  intros Hmin Hb Hstep. pose proof (INR_pos K HK) as HKp. pose proof (smooth_pos _ _ _ Hf) as HL.
  set (A := fun k => norm2 (gradient He (x k))).
  pose proof (descent_sum (fun k => mean_value f (x k)) (fun k => gamma / 2 * A k)
    (fun k => (gamma / 2 * L ^ 2 * behind k + - (gamma / 2 * (1 - L * gamma)) * B k)
      + L * gamma ^ 2 / 2 * sigma2) fstar K (mean_value_ge He fstar (x K) Hmin)) as S.
  lapply S; clear S; [intros S|].
  2:{ intros k Hk.
      pose proof (delayed_value_step He K gamma sigma2 delay w0 Known x g Hrun L k Hf Hg Hk) as D.
      unfold A, B, behind in *. lra. }
  rewrite !rsum_plus, !rsum_scal, rsum_const in S.
  rewrite (mean_value_start f (x O) w0 (delayed_start _ _ _ _ _ _ _ _ _ Hrun)) in S.
  assert (0 <= rsum K B) as HB by (apply rsum_nonneg; intros; apply norm2_nonneg).
  replace (rsum K (fun i => behind i)) with (rsum K behind) in S by reflexivity.
  replace (rsum K (fun i => B i)) with (rsum K B) in S by reflexivity.
  set (SB := rsum K B) in *.
  assert (0 <= gamma / 2 * L ^ 2) as Hc by (pose proof (pow2_ge_0 L); nra).
  apply (Rmult_le_compat_l _ _ _ Hc) in Hb.
  assert (gamma / 2 * (1 - L * gamma - s * L ^ 2 * gamma ^ 2 * W) * SB >= 0) as Hpay.
  { apply Rle_ge, Rmult_le_pos; [|assumption]. apply Rmult_le_pos; lra. }
  change (/ INR K * rsum K A
    <= 2 * (f w0 - fstar) / (gamma * INR K) + L * gamma * sigma2 + L ^ 2 * gamma ^ 2 * n).
  apply Rmult_le_reg_l with (gamma / 2 * INR K); [nra|].
  replace (gamma / 2 * INR K * (/ INR K * rsum K A)) with (gamma / 2 * rsum K A) by (field; lra).
  replace (gamma / 2 * INR K * (2 * (f w0 - fstar) / (gamma * INR K) + L * gamma * sigma2
    + L ^ 2 * gamma ^ 2 * n)) with (f w0 - fstar + INR K * (L * gamma ^ 2 / 2 * sigma2)
    + gamma / 2 * L ^ 2 * (gamma ^ 2 * (INR K * n))) by (field; lra).
  replace (rsum K (fun i => A i)) with (rsum K A) in S by reflexivity. lra.
Qed.

(** The same in distance, for a convex objective with minimiser z. *)
Lemma applied_convex z s W n : convex f df -> minimal f z ->
  rsum K behind <= gamma ^ 2 * (s * W * rsum K B + INR K * n) ->
  L * gamma + s * L ^ 2 * gamma ^ 2 * W <= 1 ->
  / INR K * rsum K (fun k => mean_value f (x k) - f z)
  <= norm2 (vsub w0 z) / (2 * gamma * INR K) + gamma * sigma2 / 2 + L * gamma ^ 2 / 2 * n.
Proof.
  intros Hc Hz Hb Hstep. pose proof (INR_pos K HK) as HKp. pose proof (smooth_pos _ _ _ Hf) as HL.
  set (gap := fun k => mean_value f (x k) - f z).
  pose proof (descent_sum (fun k => norm2 (vsub (x k) (rconst H z))) (fun k => 2 * gamma * gap k)
    (fun k => (L * gamma * behind k + - (gamma / L * (1 - L * gamma)) * B k)
      + gamma ^ 2 * sigma2) 0 K (norm2_nonneg _)) as S.
  lapply S; clear S; [intros S|].
  2:{ intros k Hk. pose proof (delayed_distance_step He K gamma sigma2 delay w0 Known x g Hrun L z k
        Hf Hc Hz Hg Hk) as D.
      unfold gap, B, behind in *. lra. }
  rewrite !rsum_plus, !rsum_scal, rsum_const in S.
  replace (norm2 (vsub (x O) (rconst H z))) with (norm2 (vsub w0 z)) in S.
  2:{ rewrite norm2_rvec_sub, (Ex_ext _ (fun _ => norm2 (vsub w0 z))); [now rewrite Ex_const|].
      intros w. now rewrite (delayed_start _ _ _ _ _ _ _ _ _ Hrun). }
  assert (0 <= rsum K B) as HB by (apply rsum_nonneg; intros; apply norm2_nonneg).
  replace (rsum K (fun i => behind i)) with (rsum K behind) in S by reflexivity.
  replace (rsum K (fun i => B i)) with (rsum K B) in S by reflexivity.
  replace (rsum K (fun i => gap i)) with (rsum K gap) in S by reflexivity.
  set (SB := rsum K B) in *. fold gap.
  assert (0 <= L * gamma) as Hcc by nra. apply (Rmult_le_compat_l _ _ _ Hcc) in Hb.
  assert (gamma / L * (1 - L * gamma - s * L ^ 2 * gamma ^ 2 * W) * SB >= 0) as Hpay.
  { apply Rle_ge, Rmult_le_pos; [|assumption]. apply Rmult_le_pos; [|lra].
    apply Rdiv_nonneg; lra. }
  replace (gamma / L * (1 - L * gamma - s * L ^ 2 * gamma ^ 2 * W) * SB)
    with (gamma / L * (1 - L * gamma) * SB - L * gamma * (gamma ^ 2 * (s * W * SB))) in Hpay
    by (field; lra).
  apply Rmult_le_reg_l with (2 * gamma * INR K); [nra|].
  replace (2 * gamma * INR K * (/ INR K * rsum K gap)) with (2 * gamma * rsum K gap)
    by (field; lra).
  replace (2 * gamma * INR K * (norm2 (vsub w0 z) / (2 * gamma * INR K) + gamma * sigma2 / 2
    + L * gamma ^ 2 / 2 * n)) with (norm2 (vsub w0 z) + INR K * (gamma ^ 2 * sigma2)
    + L * gamma * (gamma ^ 2 * (INR K * n))) by (field; lra).
  lra.
Qed.

(** Reads behind by the load, in the two ways of Delayed.v. *)
Lemma behind_orthogonal W dbar : window_load_at_most K delay W ->
  rsum K (fun k => INR (delay k)) <= INR K * dbar ->
  rsum K behind <= gamma ^ 2 * (2 * W * rsum K B + INR K * (2 * dbar * sigma2)).
Proof.
  intros HW Hd.
  pose proof (window_exchange K delay W B HW (delayed_delay _ _ _ _ _ _ _ _ _ Hrun)
    (fun j => norm2_nonneg _)) as Hx.
  apply Rle_trans with (2 * gamma ^ 2 * (rsum K (fun k => INR (delay k)
    * window_sum k (delay k) B) + rsum K (fun k => INR (delay k)) * sigma2)).
  - rewrite <- (Rmult_comm sigma2), <- rsum_scal, <- rsum_plus, <- rsum_scal. apply rsum_le.
    intros k Hk. pose proof (read_behind_orthogonal He K gamma sigma2 delay w0 Known x g Hrun k Hk).
    unfold B, behind, read in *. lra.
  - apply (Rmult_le_compat_r sigma2) in Hd; [|assumption].
    assert (0 <= 2 * gamma ^ 2) as Hg2 by (pose proof (pow2_ge_0 gamma); lra).
    pose proof (Rmult_le_compat_l _ _ _ Hg2 (Rplus_le_compat _ _ _ _ Hx Hd)). lra.
Qed.

Lemma behind_crude W d2 : window_load_at_most K delay W ->
  rsum K (fun k => INR (delay k) ^ 2) <= INR K * d2 ->
  rsum K behind <= gamma ^ 2 * (1 * W * rsum K B + INR K * (d2 * sigma2)).
Proof.
  intros HW Hd.
  pose proof (window_exchange K delay W B HW (delayed_delay _ _ _ _ _ _ _ _ _ Hrun)
    (fun j => norm2_nonneg _)) as Hx.
  apply Rle_trans with (gamma ^ 2 * (rsum K (fun k => INR (delay k)
    * window_sum k (delay k) B) + rsum K (fun k => INR (delay k) ^ 2) * sigma2)).
  - rewrite <- (Rmult_comm sigma2), <- rsum_scal, <- rsum_plus, <- rsum_scal. apply rsum_le.
    intros k Hk. pose proof (read_behind_crude He K gamma sigma2 delay w0 Known x g Hrun k Hk).
    unfold B, behind, read in *. lra.
  - apply (Rmult_le_compat_r sigma2) in Hd; [|assumption].
    pose proof (Rmult_le_compat_l _ _ _ (pow2_ge_0 gamma) (Rplus_le_compat _ _ _ _ Hx Hd)). lra.
Qed.
End Applied.

Section Theorems.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).
Context (K : nat) (gamma sigma2 : R) (delay : nat -> nat) (w0 : V).
Context (Known : nat -> rvec H -> Prop) (x g : nat -> rvec H).
Hypothesis Hrun : delayed_run He K gamma sigma2 delay w0 Known x g.
Notation average := (/ INR K * rsum K (fun k => Ex (fun w => norm2 (df (x k w))))).

Theorem async_nc fstar W dbar :
  (forall y, fstar <= f y) -> window_load_at_most K delay W ->
  rsum K (fun k => INR (delay k)) <= INR K * dbar ->
  async_nc_valid (f w0 - fstar) L sigma2 gamma K W dbar ->
  average <= async_nc_bound (f w0 - fstar) L sigma2 gamma K W dbar.
Proof.
  intros Hmin HW Hd (_ & HL & Hs & Hg & HK & _ & _ & Hstep).
  apply Rle_trans with (1 := applied_nonconvex Hf He K gamma sigma2 delay w0 Known x g Hrun HK Hg
    fstar 2 W (2 * dbar * sigma2) Hmin
    (behind_orthogonal He K gamma sigma2 delay w0 Known x g Hrun Hs W dbar HW Hd) Hstep).
  right. unfold async_nc_bound. ring.
Qed.

Theorem async_nc_crude fstar W d2 :
  (forall y, fstar <= f y) -> window_load_at_most K delay W ->
  rsum K (fun k => INR (delay k) ^ 2) <= INR K * d2 ->
  async_nc_crude_valid (f w0 - fstar) L sigma2 gamma K W d2 ->
  average <= async_nc_crude_bound (f w0 - fstar) L sigma2 gamma K W d2.
Proof.
  intros Hmin HW Hd (_ & HL & Hs & Hg & HK & _ & _ & Hstep).
  apply Rle_trans with (1 := applied_nonconvex Hf He K gamma sigma2 delay w0 Known x g Hrun HK Hg
    fstar 1 W (d2 * sigma2) Hmin
    (behind_crude He K gamma sigma2 delay w0 Known x g Hrun Hs W d2 HW Hd) ltac:(lra)).
  right. unfold async_nc_crude_bound. ring.
Qed.

(** Convex: at the average of the models. R_ is the distance of the start from a minimiser z. *)
Theorem async_cvx z W dbar (y : rvec H) :
  convex f df -> minimal f z -> window_load_at_most K delay W ->
  rsum K (fun k => INR (delay k)) <= INR K * dbar ->
  (forall w, y w = vmean K (fun k => x k w)) ->
  async_cvx_valid (norm (vsub w0 z)) L sigma2 gamma K W dbar ->
  Ex (fun w => f (y w)) - f z <= async_cvx_bound (norm (vsub w0 z)) L sigma2 gamma K W dbar.
Proof.
  intros Hc Hz HW Hd Hy (_ & HL & Hs & Hg & HK & _ & _ & Hstep).
  pose proof (INR_pos K HK) as HKp.
  apply Rle_trans with (/ INR K * rsum K (fun k => mean_value f (x k) - f z)).
  - assert (y = vmean K x) as ->.
    { apply rvec_ext. intros w. rewrite Hy. symmetry. exact (vmean_at K x w). }
    pose proof (convex_mean (mean_value f) (gradient He) K (fun _ => 1) x (vmean K x) (INR K)
      (convex_lift He Hc)) as Hj.
    apply Rle_trans with (/ INR K * rsum K (fun i => 1 * mean_value f (x i)) - f z).
    + apply Rplus_le_compat_r. apply Hj; [intros; lra|rewrite rsum_const; ring|assumption|].
      intros h. rewrite inner_meanr. f_equal. apply rsum_ext. intros. ring.
    + right. rewrite rsum_scal, rsum_minus, rsum_const. field. lra.
  - apply Rle_trans with (1 := applied_convex Hf He K gamma sigma2 delay w0 Known x g Hrun HK Hg
      z 2 W (2 * dbar * sigma2) Hc Hz
      (behind_orthogonal He K gamma sigma2 delay w0 Known x g Hrun Hs W dbar HW Hd) Hstep).
    right. unfold async_cvx_bound. rewrite norm_sqr. field. lra.
Qed.
End Theorems.

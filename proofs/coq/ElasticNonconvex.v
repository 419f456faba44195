(* SPDX-License-Identifier: Apache-2.0 *)
(* Elastic consistency, smooth non-convex objectives: at the common model and at the views. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Elastic Formulary
  Bounds.
Local Open Scope R_scope.

Lemma heard_steps_all p T : (1 <= p)%nat -> heard_steps p T (fun _ => everybody) = INR T.
Proof.
  intros Hp. unfold heard_steps. rewrite (rsum_ext T _ (fun _ => 1)).
  - rewrite rsum_const. ring.
  - intros. now apply share_all.
Qed.

Section Nonconvex.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L fstar : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).
Hypothesis Hmin : forall y, fstar <= f y.

Section Some.
Context (p T : nat) (alpha sigma B : R) (heard : nat -> nat -> bool) (w0 : V).
Context (Known : nat -> rvec H -> Prop) (x : nat -> rvec H) (view g : nat -> nat -> rvec H).
Hypothesis Hrun : elastic_run He p T alpha sigma heard w0 Known x view g.
Hypothesis Hela : elastic_consistent p T alpha B heard x view.
Let N := heard_steps p T heard.
Let average :=
  / N * rsum T (fun t => share p (heard t) * Ex (fun w => norm2 (df (x t w)))).

Lemma nonconvex_average : (1 <= p)%nat -> 0 < alpha -> alpha <= 1 / L -> 0 < N ->
  average <= 2 * (f w0 - fstar) / (alpha * N) + L ^ 2 * alpha ^ 2 * B ^ 2
    + L * alpha * sigma ^ 2 / INR p.
Proof.
  intros Hp Ha HaL HN. pose proof (INR_pos p Hp).
  pose proof (value_sum He p T alpha sigma B heard w0 Known x view g Hrun (L := L) Hp Ha fstar
    (fun t => share p (heard t) * norm2 (gradient He (x t))) Hmin) as S.
  apply Rmult_le_reg_l with N; [assumption|]. unfold average.
  rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
  apply Rle_trans with (1 := S (value_step_plain Hf He p T alpha sigma B heard w0 Known x view g
    Hrun Hela Hp Ha HaL)).
  fold N. right. field. lra.
Qed.

Theorem nonconvex_parallel_full :
  nonconvex_parallel_full_valid (f w0 - fstar) L sigma B p T alpha N ->
  average <= nonconvex_parallel_full_bound (f w0 - fstar) L sigma B p T alpha N.
Proof. intros (_ & _ & _ & _ & Hp & _ & Ha & HaL & HN & _). now apply nonconvex_average. Qed.

Theorem nonconvex_parallel_half :
  nonconvex_parallel_half_valid (f w0 - fstar) L sigma B p T alpha N ->
  average <= nonconvex_parallel_half_bound (f w0 - fstar) L sigma B p T alpha N.
Proof.
  intros (_ & Hp & _ & _ & _ & HT & Ha & HaL & HN & _). apply nonconvex_average; try assumption.
  pose proof (INR_pos T HT). lra.
Qed.
End Some.

(** With all workers heard at every step. *)
Section All.
Context (p T : nat) (alpha sigma B : R) (w0 : V).
Context (Known : nat -> rvec H -> Prop) (x : nat -> rvec H) (view g : nat -> nat -> rvec H).
Hypothesis Hrun : elastic_run He p T alpha sigma (fun _ => everybody) w0 Known x view g.
Hypothesis Hela : elastic_consistent p T alpha B (fun _ => everybody) x view.

Lemma nonconvex_average_all :
  (1 <= p)%nat -> (1 <= T)%nat -> 0 < alpha -> alpha <= 1 / L ->
  / INR T * rsum T (fun t => Ex (fun w => norm2 (df (x t w))))
  <= 2 * (f w0 - fstar) / (alpha * INR T) + L ^ 2 * alpha ^ 2 * B ^ 2
    + L * alpha * sigma ^ 2 / INR p.
Proof.
  intros Hp HT Ha HaL. pose proof (INR_pos T HT).
  pose proof (nonconvex_average p T alpha sigma B _ w0 Known x view g Hrun Hela Hp Ha HaL) as S.
  rewrite (heard_steps_all p T Hp) in S. specialize (S ltac:(assumption)).
  rewrite (rsum_ext T _ (fun t => Ex (fun w => norm2 (df (x t w))))) in S; [exact S|].
  intros t _. rewrite (share_all p Hp). ring.
Qed.

(** Worker i's view, any i. *)
Theorem nonconvex_view_any i : (i < p)%nat ->
  nonconvex_view_any_valid (f w0 - fstar) L sigma B p T alpha ->
  / INR T * rsum T (fun t => Ex (fun w => norm2 (df (view t i w))))
  <= nonconvex_view_any_bound (f w0 - fstar) L sigma B p T alpha.
Proof.
  intros Hi (_ & Hp & HL & _ & _ & HT & Ha & HaL). pose proof (INR_pos T HT) as HTp.
  pose proof (nonconvex_average_all Hp HT Ha HaL) as S. unfold nonconvex_view_any_bound.
  set (N := 2 * (f w0 - fstar) / (alpha * INR T) + _ + _) in *.
  apply Rle_trans with (/ INR T * rsum T (fun t =>
    2 * Ex (fun w => norm2 (df (x t w))) + 2 * (L ^ 2 * (alpha * B) ^ 2))).
  - apply Rmult_le_compat_l; [now apply Rinv_nonneg|]. apply rsum_le. intros t Ht.
    change (norm2 (gradient He (view t i))
      <= 2 * norm2 (gradient He (x t)) + 2 * (L ^ 2 * (alpha * B) ^ 2)).
    pose proof (smooth_lipschitz _ _ _ (smooth_lift He L Hf) (x t) (view t i)) as Hl.
    pose proof (Hela t i Ht Hi eq_refl) as Hc.
    change (norm2 (vsub (x t) (view t i)) <= (alpha * B) ^ 2) in Hc.
    apply (Rmult_le_compat_l (L ^ 2)) in Hc; [|apply pow2_ge_0].
    pose proof (norm2_sub_young2 (gradient He (x t))
      (vsub (gradient He (x t)) (gradient He (view t i)))) as Hy.
    replace (norm2 (vsub (gradient He (x t)) (vsub (gradient He (x t)) (gradient He (view t i)))))
      with (norm2 (gradient He (view t i))) in Hy; [lra|].
    unfold norm2. rewrite !inner_subl, !inner_subr. ring.
  - rewrite rsum_plus, rsum_scal, rsum_const.
    apply Rle_trans with (2 * N + 2 * L ^ 2 * alpha ^ 2 * B ^ 2); [|unfold N; lra].
    replace (/ INR T * (2 * rsum T (fun t => Ex (fun w => norm2 (df (x t w))))
      + INR T * (2 * (L ^ 2 * (alpha * B) ^ 2))))
      with (2 * (/ INR T * rsum T (fun t => Ex (fun w => norm2 (df (x t w)))))
        + 2 * L ^ 2 * alpha ^ 2 * B ^ 2) by (field; lra).
    lra.
Qed.

(** The mean over the workers' views. When all share one view it is the value there. *)
Theorem nonconvex_view_sync_same_view :
  nonconvex_view_sync_same_view_valid (f w0 - fstar) L sigma B p T alpha ->
  / INR T * rsum T (fun t => / INR p * rsum p (fun i => Ex (fun w => norm2 (df (view t i w)))))
  <= nonconvex_view_sync_same_view_bound (f w0 - fstar) L sigma B p T alpha.
Proof.
  intros (_ & Hp & HL & _ & _ & HT & Ha & HaL).
  pose proof (INR_pos T HT) as HTp. pose proof (INR_pos p Hp) as Hpp.
  assert (alpha <= 1 / L) as HaL' by (apply Rle_div; lra).
  set (S := fun t => / INR p * rsum p (fun i => norm2 (gradient He (view t i)))).
  change (/ INR T * rsum T S
    <= nonconvex_view_sync_same_view_bound (f w0 - fstar) L sigma B p T alpha).
  pose proof (value_sum He p T alpha sigma B _ w0 Known x view g Hrun (L := L) Hp Ha fstar
    (fun t => (1 - alpha * L) * S t) Hmin) as HS.
  lapply HS; clear HS; [intros HS|].
  2:{ intros t Ht. apply Rle_trans with (1 := value_step Hf He p T alpha sigma B _ w0 Known x view g
      Hrun Hela Hp Ha t Ht).
    rewrite (share_all p Hp), heard_sum_all. fold (S t).
    pose proof (norm2_nonneg (gradient He (x t))). nra. }
  rewrite rsum_scal, (heard_steps_all p T Hp) in HS.
    unfold nonconvex_view_sync_same_view_bound. apply Rle_div; [lra|].
    apply Rmult_le_reg_l with (INR T); [lra|].
    replace (INR T * ((1 - alpha * L) * (/ INR T * rsum T S))) with ((1 - alpha * L) * rsum T S)
      by (field; lra).
    apply Rle_trans with (1 := HS). right. field. lra.
Qed.
End All.

(** One gradient a step. *)
Theorem nonconvex_single (T : nat) (alpha sigma B : R) w0 Known (x : nat -> rvec H) view g :
  elastic_run He 1 T alpha sigma (fun _ => everybody) w0 Known x view g ->
  elastic_consistent 1 T alpha B (fun _ => everybody) x view ->
  nonconvex_single_valid (f w0 - fstar) L sigma B T alpha ->
  / INR T * rsum T (fun t => Ex (fun w => norm2 (df (x t w))))
  <= nonconvex_single_bound (f w0 - fstar) L sigma B T alpha.
Proof.
  intros Hrun Hela (_ & _ & _ & _ & HT & Ha & HaL).
  apply Rle_trans with (1 := nonconvex_average_all 1 T alpha sigma B w0 Known x view g Hrun Hela
    (le_n 1) HT Ha HaL).
  unfold nonconvex_single_bound. change (INR 1) with 1. right. field.
  pose proof (INR_pos T HT). lra.
Qed.
End Nonconvex.

(* SPDX-License-Identifier: Apache-2.0 *)
(* Mini-batch SGD, smooth and non-convex: the average squared gradient over the run. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Sync Formulary Bounds.
Local Open Scope R_scope.

Section Sgd.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).
Context (B : nat) (Known : nat -> rvec H -> Prop).
Context (x : nat -> rvec H) (g : nat -> nat -> rvec H) (w0 : V).
Context (gamma sigma2 fstar : R) (K : nat).
Hypothesis Hmin : forall y, fstar <= f y.
Hypothesis Hrun : sync_run He B K gamma sigma2 0 w0 Known x g.

Theorem sgd_nc :
  sgd_nc_valid (f w0 - fstar) L sigma2 B gamma K ->
  / INR K * rsum K (fun k => Ex (fun w => norm2 (df (x k w))))
  <= sgd_nc_bound (f w0 - fstar) L sigma2 B gamma K.
Proof.
  destruct Hrun as [Hstart Hupdate Hknown Hdraws].
  intros (HD & HL & Hs & HB & Hg & HK & HgL).
  pose proof (INR_pos K HK) as HKp. pose proof (INR_pos B HB) as HBp.
  set (A := fun k => norm2 (gradient He (x k))).
  change (/ INR K * rsum K A <= sgd_nc_bound (f w0 - fstar) L sigma2 B gamma K).
  assert (rsum K (fun k => gamma / 2 * A k)
    <= mean_value f (x O) - fstar + rsum K (fun _ => L * gamma ^ 2 / 2 * (sigma2 / INR B))) as S.
  { apply (descent_sum (fun k => mean_value f (x k))); [now apply (mean_value_ge He)|].
    intros k Hk.
    pose proof (sync_step Hf He B (Known k) (x k) (x (S k)) (g k) gamma sigma2 0 HB
      (fun w => Hupdate k w Hk) (knows_gradient He _ _ (Hknown k Hk)) (Hdraws k Hk)) as S.
    apply Rle_trans with (1 := S). fold (A k).
    assert (gamma / 2 * A k <= gamma * (1 - L * gamma * (1 + 0 / INR B) / 2) * A k); [|lra].
    apply Rmult_le_compat_r; [apply norm2_nonneg|].
    replace (0 / INR B) with 0 by (field; lra). nra. }
  rewrite rsum_scal, rsum_const, (mean_value_start f (x O) w0 Hstart) in S.
  unfold sgd_nc_bound. apply Rmult_le_reg_l with (gamma / 2 * INR K); [nra|].
  replace (gamma / 2 * INR K * (/ INR K * rsum K A)) with (gamma / 2 * rsum K A) by (field; lra).
  apply Rle_trans with (1 := S). right. field. lra.
Qed.
End Sgd.

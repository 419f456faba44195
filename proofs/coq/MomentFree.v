(* SPDX-License-Identifier: Apache-2.0 *)
(* Delayed SGD without a bound on the gradients, only on their noise. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Sync Delayed
  AsyncApplied Formulary Bounds.
Local Open Scope R_scope.

Section MomentFree.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L fstar : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).
Hypothesis Hmin : forall y, fstar <= f y.

(** * Delays of at most tau, one gradient a step *)

Lemma load_of_delay K delay tau : (forall k, (k < K)%nat -> (delay k <= tau)%nat) ->
  window_load_at_most K delay (INR tau ^ 2).
Proof.
  intros Hd j Hj.
  apply Rle_trans with (rsum K (fun k => if (Nat.ltb j k && Nat.leb k (j + tau))%bool
    then INR tau else 0)).
  - apply rsum_le. intros k Hk. pose proof (Hd k Hk). unfold misses.
    destruct (Nat.leb_spec (k - delay k) j), (Nat.ltb_spec j k), (Nat.leb_spec k (j + tau));
      cbn; try lia; try apply pos_INR; try lra. now apply le_INR.
  - (* at most tau updates are within tau after j *)
    apply Rle_trans with (rsum (S j + tau) (fun k => if Nat.ltb j k then INR tau else 0)).
    + destruct (Nat.le_gt_cases K (S j + tau)) as [Hle|Hgt].
      * apply Rle_trans with (rsum K (fun k => if Nat.ltb j k then INR tau else 0)).
        -- apply rsum_le. intros k _. pose proof (pos_INR tau).
           destruct (Nat.ltb j k), (Nat.leb k (j + tau)); cbn; lra.
        -- apply rsum_monotone; [assumption|]. intros k _. pose proof (pos_INR tau).
           destruct (Nat.ltb j k); lra.
      * replace K with (S j + tau + (K - (S j + tau)))%nat by lia. rewrite rsum_split.
        rewrite (rsum_zero (K - (S j + tau))).
        -- rewrite Rplus_0_r. apply rsum_le. intros k _. pose proof (pos_INR tau).
           destruct (Nat.ltb j k), (Nat.leb k (j + tau)); cbn; lra.
        -- intros k _. rewrite (proj2 (Nat.leb_gt _ _)) by lia. now rewrite Bool.andb_false_r.
    + rewrite rsum_split, rsum_zero.
      * rewrite Rplus_0_l. replace (INR tau ^ 2) with (INR tau * INR tau) by ring.
        apply rsum_le_const. intros k _. pose proof (pos_INR tau). destruct (Nat.ltb j _); lra.
      * intros k Hk. now rewrite (proj2 (Nat.ltb_ge j k)) by lia.
Qed.

Theorem nonconvex_async_single_Mfree T alpha sigma tau delay w0 Known (x g : nat -> rvec H) :
  delayed_run He T alpha (sigma ^ 2) delay w0 Known x g ->
  (forall k, (k < T)%nat -> (delay k <= tau)%nat) ->
  nonconvex_async_single_Mfree_valid (f w0 - fstar) L sigma tau alpha T ->
  / INR T * rsum T (fun k => Ex (fun w => norm2 (df (x k w))))
  <= nonconvex_async_single_Mfree_bound (f w0 - fstar) L sigma tau alpha T.
Proof.
  intros Hrun Hd (_ & HL & Hs & HT & Ha & HaL & Hstep).
  pose proof (INR_pos T HT) as HTp. pose proof (pos_INR tau) as Ht.
  assert (alpha * L <= 1) as HaL' by (apply Rdiv_le_iff in HaL; lra).
  assert (L * alpha + 2 * L ^ 2 * alpha ^ 2 * INR tau ^ 2 <= 1) as Hc.
  { destruct tau as [|k]; [cbn; lra|].
    pose proof (le_INR 1 (S k) ltac:(lia)) as H1. change (INR 1) with 1 in H1.
    set (y := L * alpha * INR (S k)).
    assert (0 <= L * alpha) by (apply Rmult_le_pos; lra).
    assert (0 <= y <= 1 / 2) by (unfold y; split; [apply Rmult_le_pos; lra|lra]).
    assert (L * alpha <= y) by (unfold y; rewrite <- (Rmult_1_r (L * alpha)) at 1;
      apply Rmult_le_compat_l; lra).
    replace (2 * L ^ 2 * alpha ^ 2 * INR (S k) ^ 2) with (2 * y ^ 2) by (unfold y; ring). nra. }
  apply Rle_trans with (async_nc_bound (f w0 - fstar) L (sigma ^ 2) alpha T (INR tau ^ 2) (INR
    tau)).
  - apply (async_nc Hf He T alpha (sigma ^ 2) delay w0 Known x g Hrun fstar); try assumption.
    + now apply load_of_delay.
    + apply rsum_le_const. intros k Hk. now apply le_INR, Hd.
    + repeat split; try assumption; try lra; [|apply pow2_ge_0].
      pose proof (Hmin w0). lra.
  - right. unfold async_nc_bound, nonconvex_async_single_Mfree_bound. ring.
Qed.

End MomentFree.

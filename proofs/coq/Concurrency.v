(* SPDX-License-Identifier: Apache-2.0 *)
(* Asynchronous SGD by how many gradients are in flight; and TopK without memory, exact gradients,
   under delay. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Delayed AsyncApplied
  MomentFree Formulary Bounds.
Local Open Scope R_scope.

(** The sum of the delays counts the pairs of a read and an update it misses. *)
Lemma delays_in_flight K delay : (forall k, (k < K)%nat -> (delay k <= k)%nat) ->
  rsum K (fun k => INR (delay k))
  = rsum K (fun j => rsum K (fun k => if misses delay k j then 1 else 0)).
Proof.
  intros Hd. rewrite rsum_swap. apply rsum_ext. intros k Hk.
  rewrite <- (window_sum_misses K delay k (fun _ => 1)) by (try apply Hd; lia).
  unfold window_sum. rewrite rsum_const. ring.
Qed.

Lemma load_in_flight K delay tau c : 0 <= c -> (forall k, (k < K)%nat -> (delay k <= tau)%nat) ->
  in_flight_at_most K delay c -> window_load_at_most K delay (INR tau * c).
Proof.
  intros Hc Ht Hf j Hj.
  apply Rle_trans with (rsum K (fun k => INR tau * (if misses delay k j then 1 else 0))).
  - apply rsum_le. intros k Hk. pose proof (le_INR _ _ (Ht k Hk)).
    destruct (misses delay k j); lra.
  - rewrite rsum_scal. apply Rmult_le_compat_l; [apply pos_INR|]. now apply Hf.
Qed.

Section Concurrency.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L fstar : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).
Hypothesis Hmin : forall y, fstar <= f y.

Theorem async_concurrency K gamma sigma2 tau c delay w0 Known (x g : nat -> rvec H) :
  delayed_run He K gamma sigma2 delay w0 Known x g ->
  (forall k, (k < K)%nat -> (delay k <= tau)%nat) -> in_flight_at_most K delay c ->
  async_concurrency_valid (f w0 - fstar) L sigma2 K tau c gamma ->
  / INR K * rsum K (fun k => Ex (fun w => norm2 (df (x k w))))
  <= async_concurrency_bound (f w0 - fstar) L sigma2 K tau c gamma.
Proof.
  intros Hrun Ht Hc (HD & HL & Hs & HK & Hc0 & Hg & Hstep).
  pose proof (INR_pos K HK) as HKp. pose proof (pos_INR tau) as Ht0.
  assert (0 <= INR tau * c) as Htc by now apply Rmult_le_pos.
  set (r := sqrt (INR tau * c)) in *. pose proof (sqrt_pos (INR tau * c)) as Hr. fold r in Hr.
  assert (r ^ 2 = INR tau * c) as Er by (unfold r; now rewrite pow2_sqrt).
  pose proof (Rmax_l 1 r) as H1. pose proof (Rmax_r 1 r) as H2.
  assert (0 < L * gamma) as HLg by now apply Rmult_lt_0_compat.
  assert (2 * (L * gamma) <= 1) as Hs1 by nra. assert (2 * (L * gamma * r) <= 1) as Hs2 by nra.
  set (dbar := / INR K * rsum K (fun k => INR (delay k))).
  assert (rsum K (fun k => INR (delay k)) = INR K * dbar) as Ed by (unfold dbar; field; lra).
  assert (0 <= dbar) as Hd0.
  { apply Rmult_le_pos; [now apply Rinv_nonneg|]. apply rsum_nonneg. intros. apply pos_INR. }
  assert (dbar <= INR tau) as Hdt.
  { apply Rmult_le_reg_l with (INR K); [assumption|]. rewrite <- Ed. apply rsum_le_const.
    intros k Hk. now apply le_INR, Ht. }
  assert (dbar <= c) as Hdc.
  { apply Rmult_le_reg_l with (INR K); [assumption|].
    rewrite <- Ed, delays_in_flight by apply (delayed_delay _ _ _ _ _ _ _ _ _ Hrun).
    apply rsum_le_const. exact Hc. }
  assert (dbar ^ 2 <= INR tau * c) as Hd2 by nra.
  assert (dbar <= r) as Hdr.
  { apply Rsqr_incr_0_var; [|assumption]. unfold Rsqr. nra. }
  apply Rle_trans with (async_nc_bound (f w0 - fstar) L sigma2 gamma K (INR tau * c) dbar).
  - apply (async_nc Hf He K gamma sigma2 delay w0 Known x g Hrun fstar); try assumption.
    + now apply load_in_flight.
    + lra.
    + repeat split; try assumption.
      replace (2 * L ^ 2 * gamma ^ 2 * (INR tau * c)) with (2 * (L * gamma * r) ^ 2)
        by (rewrite <- Er; ring).
      assert (0 <= L * gamma * r) by (apply Rmult_le_pos; lra). nra.
  - unfold async_nc_bound, async_concurrency_bound.
    assert (2 * L ^ 2 * gamma ^ 2 * dbar * sigma2 <= L * gamma * sigma2); [|lra].
    replace (2 * L ^ 2 * gamma ^ 2 * dbar * sigma2)
      with (L * gamma * sigma2 * (2 * (L * gamma * dbar))) by ring.
    rewrite <- (Rmult_1_r (L * gamma * sigma2)) at 2. apply Rmult_le_compat_l; nra.
Qed.

(** The message q of an exact gradient m keeps its own length against it, and the share 1 - gamma of
    its energy: TopK. The model misses at most the last tau messages. *)
Theorem nonconvex_topk_no_ef_noiseless_async T alpha gamma tau (delay : nat -> nat) w0
    (x q : nat -> rvec H) :
  (forall w, x O w = w0) -> (forall k, (k < T)%nat -> (delay k <= k)%nat) ->
  (forall k, (k < T)%nat -> (delay k <= tau)%nat) ->
  (forall k w, (k < T)%nat -> x (S k) w = vsub (x k w) (vscal alpha (q k w))) ->
  (forall k w, (k < T)%nat ->
    inner (df (x (k - delay k)%nat w)) (q k w) = norm2 (q k w)) ->
  (forall k w, (k < T)%nat ->
    (1 - gamma) * norm2 (df (x (k - delay k)%nat w)) <= norm2 (q k w)) ->
  nonconvex_topk_no_ef_noiseless_async_valid (f w0 - fstar) L gamma tau alpha T ->
  / INR T * rsum T (fun k => Ex (fun w => norm2 (df (x (k - delay k)%nat w))))
  <= nonconvex_topk_no_ef_noiseless_async_bound (f w0 - fstar) L gamma tau alpha T.
Proof.
  intros HS Hdk Ht HU Hq1 Hq2 (HD & HL & Hg0 & Hg1 & HT & Ha & Hstep).
  pose proof (INR_pos T HT) as HTp. pose proof (pos_INR tau) as Ht0.
  set (v := fun k => x (k - delay k)%nat). set (m := fun k => gradient He (v k)).
  set (B := fun k => norm2 (q k)). set (D := fun k => norm2 (vsub (x k) (v k))).
  assert (HUr : forall k, (k < T)%nat -> x (S k) = vsub (x k) (vscal alpha (q k)))
    by (intros k Hk; apply rvec_ext; intros w; now apply HU).
  assert (Hi : forall k, (k < T)%nat -> inner (m k) (q k) = B k).
  { intros k Hk. apply Ex_ext. intros w. now apply Hq1. }
  assert (Hl : forall k, (k < T)%nat -> (1 - gamma) * norm2 (m k) <= B k).
  { intros k Hk. change ((1 - gamma) * Ex (fun w => norm2 (m k w)) <= Ex (fun w => norm2 (q k w))).
    rewrite <- Ex_scal by apply norm2_integrable.
    apply Ex_le; [apply int_scal, norm2_integrable|apply norm2_integrable|].
    intros w. now apply Hq2. }
  (* the read is behind by the messages it misses *)
  assert (HDk : forall k, (k < T)%nat ->
    D k <= alpha ^ 2 * (INR (delay k) * window_sum k (delay k) B)).
  { intros k Hk. unfold D. rewrite norm2_sub_sym.
    rewrite (norm2_same _ (vscal alpha (vsum (delay k) (fun i => q (k - delay k + i)%nat)))).
    - rewrite norm2_scal. apply Rmult_le_compat_l; [apply pow2_ge_0|]. apply norm2_vsum_le.
    - intros h. rewrite inner_scalr, inner_sumr, inner_subr. unfold v.
      assert (forall d, (k - delay k + d <= T)%nat ->
        inner h (x (k - delay k)%nat) - inner h (x (k - delay k + d)%nat)
        = alpha * rsum d (fun i => inner h (q (k - delay k + i)%nat))) as E.
      { induction d as [|d IH]; intros Hd; [rewrite Nat.add_0_r; cbn; ring|].
        rewrite Nat.add_succ_r, HUr, inner_subr, inner_scalr by lia. cbn [rsum].
        specialize (IH ltac:(lia)). lra. }
      pose proof (Hdk k Hk). specialize (E (delay k) ltac:(lia)).
      now rewrite Nat.sub_add in E by assumption. }
  assert (HSD : rsum T D <= alpha ^ 2 * (INR tau ^ 2 * rsum T B)).
  { apply Rle_trans with (alpha ^ 2 * rsum T (fun k => INR (delay k) * window_sum k (delay k) B)).
    - rewrite <- rsum_scal. now apply rsum_le.
    - apply Rmult_le_compat_l; [apply pow2_ge_0|].
      apply window_exchange; [now apply load_of_delay|assumption|]. intros. apply norm2_nonneg. }
  pose proof (descent_sum (fun k => mean_value f (x k)) (fun k => alpha / 2 * (1 - alpha * L) * B k)
    (fun k => alpha / 2 * L ^ 2 * D k) fstar T (mean_value_ge He fstar (x T) Hmin)) as S.
  lapply S; clear S; [intros S|].
  2:{ intros k Hk. rewrite HUr by assumption.
      apply Rle_trans with (1 := smooth_step _ _ L (smooth_lift He L Hf) (x k) (q k) alpha).
      pose proof (smooth_lipschitz _ _ _ (smooth_lift He L Hf) (x k) (v k)) as Hlp.
      fold (m k) in Hlp. fold (D k) in Hlp.
      pose proof (norm2_nonneg (vadd (vsub (gradient He (x k)) (m k)) (q k))) as Hy.
      rewrite norm2_add, inner_subl, (Hi k Hk) in Hy. fold (B k) in *.
      assert (B k / 2 - L ^ 2 / 2 * D k <= inner (gradient He (x k)) (q k)) as Hin by lra.
      apply (Rmult_le_compat_l alpha) in Hin; [|lra]. lra. }
  rewrite !rsum_scal, (mean_value_start f (x O) w0 HS) in S.
  replace (rsum T (fun i => B i)) with (rsum T B) in S by reflexivity.
  replace (rsum T (fun i => D i)) with (rsum T D) in S by reflexivity.
  assert (0 <= rsum T B) as HB by (apply rsum_nonneg; intros; apply norm2_nonneg).
  set (SB := rsum T B) in *.
  assert (0 <= alpha / 2 * L ^ 2) as Hc by (pose proof (pow2_ge_0 L); nra).
  apply (Rmult_le_compat_l _ _ _ Hc) in HSD.
  assert (alpha / 8 * SB <= f w0 - fstar) as Hfin.
  { set (y := L * alpha * INR tau).
    assert (0 <= L * alpha) by (apply Rmult_le_pos; lra).
    assert (0 <= y) by (unfold y; now apply Rmult_le_pos).
    assert (2 * y + 2 * (L * alpha) <= 1) as Hy by (unfold y; lra).
    assert (1 / 4 <= 1 - alpha * L - y ^ 2) as Hq by nra.
    apply (Rmult_le_compat_r (alpha / 2 * SB)) in Hq; [|nra].
    replace (alpha / 2 * L ^ 2 * (alpha ^ 2 * (INR tau ^ 2 * SB))) with (alpha / 2 * SB * y ^ 2) in HSD
      by (unfold y; ring). lra. }
  change (/ INR T * rsum T (fun k => norm2 (m k))
    <= nonconvex_topk_no_ef_noiseless_async_bound (f w0 - fstar) L gamma tau alpha T).
  unfold nonconvex_topk_no_ef_noiseless_async_bound.
  assert ((1 - gamma) * rsum T (fun k => norm2 (m k)) <= SB) as Hms.
  { rewrite <- rsum_scal. apply rsum_le. exact Hl. }
  apply Rle_div; [apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat|]; lra|].
  replace ((1 - gamma) * alpha * INR T * (/ INR T * rsum T (fun k => norm2 (m k))))
    with (alpha * ((1 - gamma) * rsum T (fun k => norm2 (m k)))) by (field; lra).
  apply (Rmult_le_compat_l alpha) in Hms; lra.
Qed.
End Concurrency.

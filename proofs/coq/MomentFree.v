(* SPDX-License-Identifier: Apache-2.0 *)
(* Bounds that ask nothing of the size of the gradients, only of their noise: delay, error feedback,
   unbiased compression; and what biased compression costs without memory. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Sync Delayed
  AsyncApplied
  ErrorFeedback Formulary Bounds.
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

(** * Error feedback *)

(** One update in value, the noise drawn at v and the gradient step seen from x. *)
Lemma shared_view_step p (Known : rvec H -> Prop) (x x' v : rvec H) (g : nat -> rvec H) alpha s2 :
  (1 <= p)%nat -> 0 < alpha ->
  (forall w, x' w = vsub (x w) (vscal alpha (vmean p (fun i => g i w)))) ->
  knows Known x -> knows Known v ->
  draws p everybody Known g (fun _ => gradient He v) s2 0 ->
  mean_value f x' <= mean_value f x - alpha / 2 * norm2 (gradient He x)
    - alpha / 2 * (1 - alpha * L) * norm2 (gradient He v)
    + alpha / 2 * L ^ 2 * norm2 (vsub x v) + L * alpha ^ 2 / 2 * (s2 / INR p).
Proof.
  intros Hp Ha Hx Kx Kv Hd. pose proof (INR_pos p Hp) as Hpp.
  pose proof (update_step Hf He p everybody Known x x' (fun _ => gradient He v) g alpha s2 0 Hp Hx
    (knows_gradient He _ _ Kx) (fun _ _ _ => knows_gradient He _ _ Kv) Hd) as S.
  pose proof (norm2_heard_mean_le p everybody (fun _ => gradient He v) Hp) as HM.
  rewrite !heard_sum_all, (share_all p Hp), !rsum_const in *. cbv beta in *.
  set (A := norm2 (gradient He x)) in *. set (B := norm2 (gradient He v)) in *.
  set (D := norm2 (vsub (gradient He x) (gradient He v))) in *.
  replace (/ INR p * (INR p * B)) with B in S, HM by (field; lra).
  replace (/ INR p * (INR p * D)) with D in S by (field; lra).
  pose proof (smooth_lipschitz _ _ _ (smooth_lift He L Hf) x v) as Hl. fold D in Hl.
  apply (Rmult_le_compat_l (alpha / 2)) in Hl; [|lra].
  assert (0 <= L * alpha ^ 2 / 2) as Hc.
  { pose proof (smooth_pos _ _ _ Hf). pose proof (pow2_ge_0 alpha). nra. }
  apply (Rmult_le_compat_l _ _ _ Hc) in HM.
  apply Rle_trans with (1 := S). replace (s2 / INR p) with (/ INR p * (1 * s2)) by (field; lra).
    lra.
Qed.

Section Feedback.
Context (p T : nat) (alpha gamma sigma : R) (w0 : V) (Known : nat -> rvec H -> Prop).
Context (x v : nat -> rvec H) (g e q : nat -> nat -> rvec H).
Hypothesis Hrun : elastic_run He p T alpha sigma (fun _ => everybody) w0 Known x (fun t _ => v t) g.
Hypothesis Hfb : feedback_run p T (fun _ => alpha) w0 x v g e q.
Hypothesis Hmem : forall t i, (t < T)%nat -> (i < p)%nat -> Known t (e t i).
Hypothesis Hcon : forall t i, (t < T)%nat -> (i < p)%nat -> Ex (fun w => norm2 (e (S t) i w))
  <= gamma * Ex (fun w => norm2 (vadd (e t i w) (vscal alpha (g t i w)))).
Hypothesis Hp : (1 <= p)%nat.
Hypothesis Ha : 0 < alpha.
Hypothesis Hg0 : 0 <= gamma.
Hypothesis Hg1 : gamma < 1.
Let G t := norm2 (gradient He (v t)).

(** The memory shrinks by (1 + gamma)/2 and gains gradient and noise. *)
Lemma memory_moment t i : (t < T)%nat -> (i < p)%nat ->
  norm2 (e (S t) i) <= (1 + gamma) / 2 * norm2 (e t i)
    + (gamma * (1 + gamma) / (1 - gamma) * (alpha ^ 2 * G t) + gamma * (alpha ^ 2 * sigma ^ 2)).
Proof.
  intros Ht Hi. set (m := gradient He (v t)). set (n := vsub (g t i) m).
  pose proof (elastic_draws _ _ _ _ _ _ _ _ _ _ _ Hrun t Ht) as [U _ S].
  assert (Ho : forall h, Known t h -> inner h n = 0).
  { intros h Hh. unfold n. rewrite inner_subr. pose proof (U i Hi eq_refl h Hh) as E.
    change (inner h (g t i) = inner h m) in E. lra. }
  pose proof (S i Hi eq_refl) as Hn. change (norm2 n <= sigma ^ 2 + 0 * norm2 m) in Hn.
  pose proof (Hcon t i Ht Hi) as Hc.
  change (norm2 (e (Datatypes.S t) i) <= gamma * norm2 (vadd (e t i) (vscal alpha (g t i)))) in Hc.
  apply Rle_trans with (1 := Hc).
  assert (norm2 (vadd (e t i) (vscal alpha (g t i)))
    = norm2 (vadd (e t i) (vscal alpha m)) + alpha ^ 2 * norm2 n) as ->.
  { rewrite <- norm2_scal.
    rewrite (norm2_same _ (vadd (vadd (e t i) (vscal alpha m)) (vscal alpha n))).
    - rewrite norm2_add, inner_addl, !inner_scall, !inner_scalr, Ho by now apply Hmem.
      rewrite (Ho m); [ring|]. apply knows_gradient.
      now apply (elastic_known_view _ _ _ _ _ _ _ _ _ _ _ Hrun t i).
    - intros h. rewrite !inner_addr, !inner_scalr. unfold n. rewrite inner_subr. ring. }
  pose proof (norm2_nonneg (e t i)) as He0. pose proof (norm2_nonneg m) as Hm0.
  change (G t) with (norm2 m).
  apply (Rmult_le_compat_l (gamma * alpha ^ 2)) in Hn.
  2:{ apply Rmult_le_pos; [assumption|apply pow2_ge_0]. }
  destruct Hg0 as [Hgp|Hgz].
  - pose proof (norm2_add_young ((1 - gamma) / (2 * gamma)) (e t i) (vscal alpha m)
      ltac:(apply Rdiv_pos; lra)) as Hy.
    rewrite norm2_scal in Hy.
    replace (1 + (1 - gamma) / (2 * gamma)) with ((1 + gamma) / (2 * gamma)) in Hy by (field; lra).
    replace (1 + / ((1 - gamma) / (2 * gamma))) with ((1 + gamma) / (1 - gamma)) in Hy
      by (field; lra).
    apply (Rmult_le_compat_l gamma) in Hy; [|lra].
    replace (gamma * ((1 + gamma) / (2 * gamma) * norm2 (e t i)
      + (1 + gamma) / (1 - gamma) * (alpha ^ 2 * norm2 m)))
      with ((1 + gamma) / 2 * norm2 (e t i)
        + gamma * (1 + gamma) / (1 - gamma) * (alpha ^ 2 * norm2 m)) in Hy by (field; lra).
    lra.
  - rewrite <- Hgz in *.
    replace (0 * (1 + 0) / (1 - 0)) with 0 by (field). lra.
Qed.

(** Summed over the run. *)
Lemma memory_sum i : (i < p)%nat -> rsum T (fun t => norm2 (e t i))
  <= 2 * gamma * (1 + gamma) / (1 - gamma) ^ 2 * alpha ^ 2 * rsum T G
    + INR T * (2 * gamma / (1 - gamma) * alpha ^ 2 * sigma ^ 2).
Proof.
  intros Hi.
  pose proof (descent_sum (fun t => norm2 (e t i)) (fun t => (1 - gamma) / 2 * norm2 (e t i))
    (fun t => gamma * (1 + gamma) / (1 - gamma) * alpha ^ 2 * G t
      + gamma * (alpha ^ 2 * sigma ^ 2)) 0 T (norm2_nonneg _)
    ltac:(intros t Ht; pose proof (memory_moment t i Ht Hi); lra)) as S.
  rewrite rsum_plus, rsum_const, !rsum_scal in S.
  assert (norm2 (e O i) = 0) as E0.
  { rewrite (memory_start p T (fun _ => alpha) w0 x v g e q Hfb). apply norm2_zero. }
  rewrite E0 in S. apply Rmult_le_reg_l with ((1 - gamma) / 2); [lra|].
  apply Rle_trans with (1 := S). right.
  replace (rsum T (fun i0 => G i0)) with (rsum T G) by reflexivity. field. lra.
Qed.

Theorem nonconvex_ef_Mfree :
  nonconvex_ef_Mfree_valid (f w0 - fstar) L sigma gamma p alpha T ->
  / INR T * rsum T (fun t => Ex (fun w => norm2 (df (x t w))))
  <= nonconvex_ef_Mfree_bound (f w0 - fstar) L sigma gamma p alpha T.
Proof.
  intros (_ & HL & Hs & _ & _ & _ & HT & _ & Hstep).
  pose proof (INR_pos T HT) as HTp. pose proof (INR_pos p Hp) as Hpp.
  set (A := fun t => norm2 (gradient He (x t))).
  set (D := fun t => norm2 (vsub (x t) (v t))).
  pose proof (descent_sum (fun t => mean_value f (x t)) (fun t => alpha / 2 * A t)
    (fun t => (- (alpha / 2 * (1 - alpha * L)) * G t + alpha / 2 * L ^ 2 * D t)
      + L * alpha ^ 2 / 2 * (sigma ^ 2 / INR p)) fstar T (mean_value_ge He fstar (x T) Hmin)) as S.
  lapply S; clear S; [intros S|].
  2:{ intros t Ht. destruct Hrun as [_ U K KV Dr].
      pose proof (shared_view_step p (Known t) (x t) (x (S t)) (v t) (g t) alpha (sigma ^ 2) Hp Ha
        (fun w => U t w Ht) (K t Ht) (KV t O Ht Hp eq_refl) (Dr t Ht)) as S1.
      unfold A, D, G. lra. }
  rewrite !rsum_plus, !rsum_scal, rsum_const in S.
  rewrite (mean_value_start f (x O) w0 (elastic_start _ _ _ _ _ _ _ _ _ _ _ Hrun)) in S.
  replace (rsum T (fun i => G i)) with (rsum T G) in S by reflexivity.
  replace (rsum T (fun i => D i)) with (rsum T D) in S by reflexivity.
  replace (rsum T (fun i => A i)) with (rsum T A) in S by reflexivity.
  set (SG := rsum T G) in *.
  set (E := 2 * gamma * (1 + gamma) / (1 - gamma) ^ 2 * alpha ^ 2 * SG
    + INR T * (2 * gamma / (1 - gamma) * alpha ^ 2 * sigma ^ 2)).
  assert (rsum T D <= E) as HD.
  { apply Rle_trans with (/ INR p * rsum p (fun i => rsum T (fun t => norm2 (e t i)))).
    - rewrite rsum_swap, <- rsum_scal. apply rsum_le. intros t Ht. unfold D.
      rewrite norm2_sub_sym, (norm2_same _ (vmean p (e t))).
      + now apply norm2_vmean_le.
      + intros h. apply (models_differ_by_memory p T (fun _ => alpha) w0 x v g e q Hfb). lia.
    - apply Rle_trans with (/ INR p * (INR p * E)); [|right; field; lra].
      apply Rmult_le_compat_l; [now apply Rinv_nonneg|]. apply rsum_le_const. intros i Hi.
      now apply memory_sum. }
  assert (0 <= SG) as HSG by (apply rsum_nonneg; intros; apply norm2_nonneg).
  apply (Rmult_le_compat_l (alpha / 2 * L ^ 2)) in HD.
  2:{ pose proof (pow2_ge_0 L). nra. }
  (* the gradients at the view pay for the memory *)
  assert (L ^ 2 * (2 * gamma * (1 + gamma) / (1 - gamma) ^ 2 * alpha ^ 2) <= 1 - alpha * L) as Hpay.
  { set (y := L * alpha / (1 - gamma)).
    assert (0 <= y) as Hy0 by (apply Rdiv_nonneg; [apply Rmult_le_pos|]; lra).
    assert (y <= 1 / 3) as Hy.
    { unfold y. apply Rmult_le_reg_r with (1 - gamma); [lra|].
      replace (L * alpha / (1 - gamma) * (1 - gamma)) with (L * alpha) by (field; lra). lra. }
    replace (L ^ 2 * (2 * gamma * (1 + gamma) / (1 - gamma) ^ 2 * alpha ^ 2))
      with (2 * gamma * (1 + gamma) * y ^ 2) by (unfold y; field; lra).
    assert (y ^ 2 <= 1 / 9) by nra. assert (0 <= 2 * gamma * (1 + gamma) <= 4) by nra.
    assert (2 * gamma * (1 + gamma) * y ^ 2 <= 4 * (1 / 9)).
    { apply Rmult_le_compat; try lra. apply pow2_ge_0. }
    assert (alpha * L <= 1 / 3) by lra. lra. }
  apply (Rmult_le_compat_r (alpha / 2 * SG)) in Hpay; [|nra].
  change (/ INR T * rsum T A <= nonconvex_ef_Mfree_bound (f w0 - fstar) L sigma gamma p alpha T).
  unfold nonconvex_ef_Mfree_bound. apply Rmult_le_reg_l with (alpha / 2 * INR T); [nra|].
  replace (alpha / 2 * INR T * (/ INR T * rsum T A)) with (alpha / 2 * rsum T A) by (field; lra).
  replace (alpha / 2 * INR T * (2 * (f w0 - fstar) / (alpha * INR T)
    + L * alpha * sigma ^ 2 / INR p + L ^ 2 * alpha ^ 2 * (2 * gamma * sigma ^ 2 / (1 - gamma))))
    with (f w0 - fstar + INR T * (L * alpha ^ 2 / 2 * (sigma ^ 2 / INR p))
      + alpha / 2 * L ^ 2 * (INR T * (2 * gamma / (1 - gamma) * alpha ^ 2 * sigma ^ 2)))
    by (field; lra).
  unfold E in HD. lra.
Qed.
End Feedback.
End MomentFree.

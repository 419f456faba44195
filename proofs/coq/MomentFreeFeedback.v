(* SPDX-License-Identifier: Apache-2.0 *)
(* Error feedback without a bound on the gradients, on workers with data of their own. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods ErrorFeedback Systems
  Formulary Bounds.
Local Open Scope R_scope.

Section MomentFree.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L fstar : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).
Hypothesis Hmin : forall y, fstar <= f y.

(** One update in value, the noise drawn at v and the gradient step seen from x; the mean
    gradient of the workers is that of f at v. *)
Lemma shared_view_step p (Known : rvec H -> Prop) (x x' v : rvec H) (m g : nat -> rvec H) alpha s2 :
  (1 <= p)%nat -> 0 < alpha ->
  (forall w, x' w = vsub (x w) (vscal alpha (vmean p (fun i => g i w)))) ->
  knows Known x -> (forall i, (i < p)%nat -> Known (m i)) ->
  (forall h, / INR p * rsum p (fun i => inner h (m i)) = inner h (gradient He v)) ->
  draws p everybody Known g m s2 0 ->
  mean_value f x' <= mean_value f x - alpha / 2 * norm2 (gradient He x)
    - alpha / 2 * (1 - alpha * L) * norm2 (gradient He v)
    + alpha / 2 * L ^ 2 * norm2 (vsub x v) + L * alpha ^ 2 / 2 * (s2 / INR p).
Proof.
  intros Hp Ha Hx Kx Km Hm Hd. pose proof (INR_pos p Hp) as Hpp.
  set (G := heard_mean p everybody g).
  assert (x' = vsub x (vscal alpha G)) as ->.
  { apply rvec_ext. intros w. rewrite Hx. unfold G. rewrite <- vmean_at. reflexivity. }
  apply Rle_trans with (1 := smooth_step (mean_value f) (gradient He) L (smooth_lift He L Hf) x G
    alpha).
  assert (inner (gradient He x) G = inner (gradient He x) (gradient He v)) as ->.
  { unfold G. rewrite (update_inner p everybody Known m g s2 0 Hd (gradient He x))
      by now apply knows_gradient.
    rewrite heard_sum_all. apply Hm. }
  assert (norm2 (heard_mean p everybody m) = norm2 (gradient He v)) as HM.
  { apply norm2_same. intros h. rewrite inner_heard_mean, heard_sum_all. apply Hm. }
  pose proof (update_second_moment p everybody Known m g s2 0 Hp (fun i Hi _ => Km i Hi) Hd) as H2.
  fold G in H2. rewrite HM, (share_all p Hp) in H2.
  pose proof (smooth_lipschitz _ _ _ (smooth_lift He L Hf) x v) as Hl.
  apply (Rmult_le_compat_l (alpha / 2)) in Hl; [|lra].
  rewrite inner_polar.
  set (D := norm2 (vsub (gradient He x) (gradient He v))) in *.
  assert (0 <= L * alpha ^ 2 / 2) as Hc.
  { pose proof (smooth_pos _ _ _ Hf). pose proof (pow2_ge_0 alpha). nra. }
  apply (Rmult_le_compat_l _ _ _ Hc) in H2.
  match type of H2 with _ <= _ * (_ + / INR p * (_ + 0 * ?b)) =>
    replace (/ INR p * (1 * s2 + 0 * b)) with (s2 / INR p) in H2 by (field; lra) end.
  lra.
Qed.

Section Feedback.
Context (p T : nat) (alpha gamma sigma zeta : R) (w0 : V) (Known : nat -> rvec H -> Prop).
Context (local : nat -> V -> V) (x v : nat -> rvec H) (m g e q : nat -> nat -> rvec H).
Hypothesis Hrun : split_run He p T alpha sigma zeta w0 Known local x v m g.
Hypothesis Hfb : feedback_run p T (fun _ => alpha) w0 x v g e q.
Hypothesis Hmem : forall t i, (t < T)%nat -> (i < p)%nat -> Known t (e t i).
Hypothesis Hcon : forall t i, (t < T)%nat -> (i < p)%nat -> Ex (fun w => norm2 (e (S t) i w))
  <= gamma * Ex (fun w => norm2 (vadd (e t i w) (vscal alpha (g t i w)))).
Hypothesis Hp : (1 <= p)%nat.
Hypothesis Ha : 0 < alpha.
Hypothesis Hg0 : 0 <= gamma.
Hypothesis Hg1 : gamma < 1.
Let G t := norm2 (gradient He (v t)).

Lemma local_known t i : (t < T)%nat -> (i < p)%nat -> Known t (m t i).
Proof.
  intros Ht Hi. destruct (split_known _ _ _ _ _ _ _ _ _ _ _ _ _ Hrun t Ht) as [_ Kv].
  apply (Kv (local i)). intros w. now apply (split_local _ _ _ _ _ _ _ _ _ _ _ _ _ Hrun).
Qed.

Lemma local_mean t h : (t < T)%nat ->
  / INR p * rsum p (fun i => inner h (m t i)) = inner h (gradient He (v t)).
Proof.
  intros Ht. pose proof (INR_pos p Hp).
  change (inner h (gradient He (v t))) with (Ex (fun w => inner (h w) (df (v t w)))).
  rewrite (Ex_ext _ (fun w => / INR p * rsum p (fun i => inner (h w) (m t i w)))).
  - rewrite Ex_scal, (Ex_rsum p (fun i w => inner (h w) (m t i w))); [reflexivity| |].
    + intros i _. exact (rvec_dot H h (m t i)).
    + apply (int_rsum p (fun i w => inner (h w) (m t i w))). intros i _.
      exact (rvec_dot H h (m t i)).
  - intros w. rewrite <- (split_mean _ _ _ _ _ _ _ _ _ _ _ _ _ Hrun (h w) (v t w)). f_equal.
    apply rsum_ext. intros i Hi. f_equal. symmetry.
    now apply (split_local _ _ _ _ _ _ _ _ _ _ _ _ _ Hrun).
Qed.

(** Mean squared local gradients: the gradient of the mean, and the spread. *)
Lemma local_size t : (t < T)%nat -> / INR p * rsum p (fun i => norm2 (m t i)) <= G t + zeta ^ 2.
Proof.
  intros Ht. pose proof (INR_pos p Hp) as Hpp. set (a := gradient He (v t)).
  assert (/ INR p * rsum p (fun i => norm2 (vsub (m t i) a)) <= zeta ^ 2) as Hs.
  { rewrite (rsum_ext p _ (fun i => Ex (fun w => norm2 (vsub (local i (v t w)) (df (v t w)))))).
    2:{ intros i Hi. change (norm2 (vsub (m t i) a))
          with (Ex (fun w => norm2 (vsub (m t i w) (df (v t w))))).
        apply Ex_ext. intros w. now rewrite (split_local _ _ _ _ _ _ _ _ _ _ _ _ _ Hrun). }
    assert (forall i, (i < p)%nat ->
      integrable (fun w => norm2 (vsub (local i (v t w)) (df (v t w))))) as HI.
    { intros i Hi. apply int_ext with (fun w => norm2 (vsub (m t i w) (df (v t w)))).
      - intros w. now rewrite (split_local _ _ _ _ _ _ _ _ _ _ _ _ _ Hrun).
      - exact (norm2_integrable H (vsub (m t i) a)). }
    rewrite <- (Ex_rsum p (fun i w => norm2 (vsub (local i (v t w)) (df (v t w))))) by assumption.
    rewrite <- Ex_scal by now apply (int_rsum p (fun i w => _)).
    apply Ex_le_const.
    - apply int_scal. now apply (int_rsum p (fun i w => _)).
    - intros w. apply (split_spread _ _ _ _ _ _ _ _ _ _ _ _ _ Hrun). }
  rewrite (rsum_ext p _ (fun i => norm2 (m t i) + (-2 * inner a (m t i) + norm2 a))) in Hs
    by (intros i _; rewrite norm2_sub, (inner_sym a); ring).
  rewrite rsum_plus, rsum_plus, rsum_scal, rsum_const in Hs.
  pose proof (local_mean t a Ht) as Hm. fold a in Hm. fold (norm2 a) in Hm.
  change (G t) with (norm2 a).
  replace (/ INR p * (rsum p (fun i => norm2 (m t i))
      + (-2 * rsum p (fun i => inner a (m t i)) + INR p * norm2 a)))
    with (/ INR p * rsum p (fun i => norm2 (m t i)) - 2 * (/ INR p * rsum p (fun i =>
      inner a (m t i))) + norm2 a) in Hs by (field; lra).
  rewrite Hm in Hs. lra.
Qed.

(** The memory shrinks by (1 + gamma)/2 and gains gradient and noise. *)
Lemma memory_moment t i : (t < T)%nat -> (i < p)%nat ->
  norm2 (e (S t) i) <= (1 + gamma) / 2 * norm2 (e t i)
    + (gamma * (1 + gamma) / (1 - gamma) * (alpha ^ 2 * norm2 (m t i))
      + gamma * (alpha ^ 2 * sigma ^ 2)).
Proof.
  intros Ht Hi. set (a := m t i). set (n := vsub (g t i) a).
  pose proof (split_draws _ _ _ _ _ _ _ _ _ _ _ _ _ Hrun t Ht) as [U _ S].
  assert (Ho : forall h, Known t h -> inner h n = 0).
  { intros h Hh. unfold n. rewrite inner_subr. pose proof (U i Hi eq_refl h Hh) as E.
    change (inner h (g t i) = inner h a) in E. lra. }
  pose proof (S i Hi eq_refl) as Hn. change (norm2 n <= sigma ^ 2 + 0 * norm2 a) in Hn.
  pose proof (Hcon t i Ht Hi) as Hc.
  change (norm2 (e (Datatypes.S t) i) <= gamma * norm2 (vadd (e t i) (vscal alpha (g t i)))) in Hc.
  apply Rle_trans with (1 := Hc).
  assert (norm2 (vadd (e t i) (vscal alpha (g t i)))
    = norm2 (vadd (e t i) (vscal alpha a)) + alpha ^ 2 * norm2 n) as ->.
  { rewrite <- norm2_scal.
    rewrite (norm2_same _ (vadd (vadd (e t i) (vscal alpha a)) (vscal alpha n))).
    - rewrite norm2_add, inner_addl, !inner_scall, !inner_scalr, Ho by now apply Hmem.
      rewrite (Ho a); [ring|]. now apply local_known.
    - intros h. rewrite !inner_addr, !inner_scalr. unfold n. rewrite inner_subr. ring. }
  pose proof (norm2_nonneg (e t i)) as He0. pose proof (norm2_nonneg a) as Hm0.
  apply (Rmult_le_compat_l (gamma * alpha ^ 2)) in Hn.
  2:{ apply Rmult_le_pos; [assumption|apply pow2_ge_0]. }
  destruct Hg0 as [Hgp|Hgz].
  - pose proof (norm2_add_young ((1 - gamma) / (2 * gamma)) (e t i) (vscal alpha a)
      ltac:(apply Rdiv_pos; lra)) as Hy.
    rewrite norm2_scal in Hy.
    replace (1 + (1 - gamma) / (2 * gamma)) with ((1 + gamma) / (2 * gamma)) in Hy by (field; lra).
    replace (1 + / ((1 - gamma) / (2 * gamma))) with ((1 + gamma) / (1 - gamma)) in Hy
      by (field; lra).
    apply (Rmult_le_compat_l gamma) in Hy; [|lra].
    replace (gamma * ((1 + gamma) / (2 * gamma) * norm2 (e t i)
      + (1 + gamma) / (1 - gamma) * (alpha ^ 2 * norm2 a)))
      with ((1 + gamma) / 2 * norm2 (e t i)
        + gamma * (1 + gamma) / (1 - gamma) * (alpha ^ 2 * norm2 a)) in Hy by (field; lra).
    lra.
  - rewrite <- Hgz in *.
    replace (0 * (1 + 0) / (1 - 0)) with 0 by (field). lra.
Qed.

(** Summed over the run. *)
Lemma memory_sum i : (i < p)%nat -> rsum T (fun t => norm2 (e t i))
  <= 2 * gamma * (1 + gamma) / (1 - gamma) ^ 2 * alpha ^ 2 * rsum T (fun t => norm2 (m t i))
    + INR T * (2 * gamma / (1 - gamma) * alpha ^ 2 * sigma ^ 2).
Proof.
  intros Hi.
  pose proof (descent_sum (fun t => norm2 (e t i)) (fun t => (1 - gamma) / 2 * norm2 (e t i))
    (fun t => gamma * (1 + gamma) / (1 - gamma) * alpha ^ 2 * norm2 (m t i)
      + gamma * (alpha ^ 2 * sigma ^ 2)) 0 T (norm2_nonneg _)
    ltac:(intros t Ht; pose proof (memory_moment t i Ht Hi); lra)) as S.
  rewrite rsum_plus, rsum_const, !rsum_scal in S.
  assert (norm2 (e O i) = 0) as E0.
  { rewrite (memory_start p T (fun _ => alpha) w0 x v g e q Hfb). apply norm2_zero. }
  rewrite E0 in S. apply Rmult_le_reg_l with ((1 - gamma) / 2); [lra|].
  apply Rle_trans with (1 := S). right. field. lra.
Qed.

(** Over the workers as well. *)
Lemma memories_sum : / INR p * rsum p (fun i => rsum T (fun t => norm2 (e t i)))
  <= 2 * gamma * (1 + gamma) / (1 - gamma) ^ 2 * alpha ^ 2 * (rsum T G + INR T * zeta ^ 2)
    + INR T * (2 * gamma / (1 - gamma) * alpha ^ 2 * sigma ^ 2).
Proof.
  pose proof (INR_pos p Hp) as Hpp.
  set (c := 2 * gamma * (1 + gamma) / (1 - gamma) ^ 2 * alpha ^ 2).
  set (b := INR T * (2 * gamma / (1 - gamma) * alpha ^ 2 * sigma ^ 2)).
  assert (0 <= c) as Hc.
  { apply Rmult_le_pos; [|apply pow2_ge_0]. apply Rdiv_nonneg; [nra|]. apply pow_lt. lra. }
  apply Rle_trans with (/ INR p * rsum p (fun i => c * rsum T (fun t => norm2 (m t i)) + b)).
  - apply Rmult_le_compat_l; [now apply Rinv_nonneg|]. apply rsum_le. intros i Hi.
    exact (memory_sum i Hi).
  - rewrite rsum_plus, rsum_scal, rsum_const, rsum_swap.
    replace (/ INR p * (c * rsum T (fun t => rsum p (fun i => norm2 (m t i))) + INR p * b))
      with (c * (/ INR p * rsum T (fun t => rsum p (fun i => norm2 (m t i)))) + b) by (field; lra).
    apply Rplus_le_compat_r, Rmult_le_compat_l; [assumption|].
    rewrite <- rsum_scal, <- rsum_const, <- rsum_plus. apply rsum_le. intros t Ht.
    now apply local_size.
Qed.

Theorem nonconvex_ef_Mfree_heterogeneous :
  nonconvex_ef_Mfree_heterogeneous_valid (f w0 - fstar) L sigma zeta gamma p alpha T ->
  / INR T * rsum T (fun t => Ex (fun w => norm2 (df (x t w))))
  <= nonconvex_ef_Mfree_heterogeneous_bound (f w0 - fstar) L sigma zeta gamma p alpha T.
Proof.
  intros (_ & HL & Hs & _ & _ & _ & HT & _ & Hstep & _).
  pose proof (INR_pos T HT) as HTp. pose proof (INR_pos p Hp) as Hpp.
  set (A := fun t => norm2 (gradient He (x t))).
  set (D := fun t => norm2 (vsub (x t) (v t))).
  pose proof (descent_sum (fun t => mean_value f (x t)) (fun t => alpha / 2 * A t)
    (fun t => (- (alpha / 2 * (1 - alpha * L)) * G t + alpha / 2 * L ^ 2 * D t)
      + L * alpha ^ 2 / 2 * (sigma ^ 2 / INR p)) fstar T (mean_value_ge He fstar (x T) Hmin)) as S.
  lapply S; clear S; [intros S|].
  2:{ intros t Ht. destruct (split_known _ _ _ _ _ _ _ _ _ _ _ _ _ Hrun t Ht) as [K _].
      pose proof (shared_view_step p (Known t) (x t) (x (S t)) (v t) (m t) (g t) alpha (sigma ^ 2)
        Hp Ha (fun w => split_update _ _ _ _ _ _ _ _ _ _ _ _ _ Hrun t w Ht) K
        (fun i Hi => local_known t i Ht Hi) (fun h => local_mean t h Ht)
        (split_draws _ _ _ _ _ _ _ _ _ _ _ _ _ Hrun t Ht)) as S1.
      unfold A, D, G. lra. }
  rewrite !rsum_plus, !rsum_scal, rsum_const in S.
  rewrite (mean_value_start f (x O) w0 (split_start _ _ _ _ _ _ _ _ _ _ _ _ _ Hrun)) in S.
  replace (rsum T (fun i => G i)) with (rsum T G) in S by reflexivity.
  replace (rsum T (fun i => D i)) with (rsum T D) in S by reflexivity.
  replace (rsum T (fun i => A i)) with (rsum T A) in S by reflexivity.
  set (SG := rsum T G) in *.
  set (E := 2 * gamma * (1 + gamma) / (1 - gamma) ^ 2 * alpha ^ 2 * (SG + INR T * zeta ^ 2)
    + INR T * (2 * gamma / (1 - gamma) * alpha ^ 2 * sigma ^ 2)).
  assert (rsum T D <= E) as HD.
  { apply Rle_trans with (/ INR p * rsum p (fun i => rsum T (fun t => norm2 (e t i))));
      [|exact memories_sum].
    rewrite rsum_swap, <- rsum_scal. apply rsum_le. intros t Ht. unfold D.
    rewrite norm2_sub_sym, (norm2_same _ (vmean p (e t))).
    - now apply norm2_vmean_le.
    - intros h. apply (models_differ_by_memory p T (fun _ => alpha) w0 x v g e q Hfb). lia. }
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
  change (/ INR T * rsum T A <= nonconvex_ef_Mfree_heterogeneous_bound (f w0 - fstar) L sigma zeta
    gamma p alpha T).
  unfold nonconvex_ef_Mfree_heterogeneous_bound.
  apply Rmult_le_reg_l with (alpha / 2 * INR T); [nra|].
  replace (alpha / 2 * INR T * (/ INR T * rsum T A)) with (alpha / 2 * rsum T A) by (field; lra).
  replace (alpha / 2 * INR T * (2 * (f w0 - fstar) / (alpha * INR T)
    + L * alpha * sigma ^ 2 / INR p + L ^ 2 * alpha ^ 2 * (2 * gamma * sigma ^ 2 / (1 - gamma))
    + L ^ 2 * alpha ^ 2 * (2 * gamma * (1 + gamma) * zeta ^ 2 / (1 - gamma) ^ 2)))
    with (f w0 - fstar + INR T * (L * alpha ^ 2 / 2 * (sigma ^ 2 / INR p))
      + alpha / 2 * L ^ 2 * (INR T * (2 * gamma / (1 - gamma) * alpha ^ 2 * sigma ^ 2)
        + 2 * gamma * (1 + gamma) / (1 - gamma) ^ 2 * alpha ^ 2 * (INR T * zeta ^ 2)))
    by (field; lra).
  unfold E in HD. lra.
Qed.
End Feedback.

(** All workers have the same data: no spread. *)
Theorem nonconvex_ef_Mfree p T alpha gamma sigma w0 Known (x v : nat -> rvec H) g e q :
  elastic_run He p T alpha sigma (fun _ => everybody) w0 Known x (fun t _ => v t) g ->
  feedback_run p T (fun _ => alpha) w0 x v g e q ->
  (forall t i, (t < T)%nat -> (i < p)%nat -> Known t (e t i)) ->
  (forall t i, (t < T)%nat -> (i < p)%nat -> Ex (fun w => norm2 (e (S t) i w))
    <= gamma * Ex (fun w => norm2 (vadd (e t i w) (vscal alpha (g t i w))))) ->
  (1 <= p)%nat -> 0 < alpha -> 0 <= gamma -> gamma < 1 ->
  nonconvex_ef_Mfree_valid (f w0 - fstar) L sigma gamma p alpha T ->
  / INR T * rsum T (fun t => Ex (fun w => norm2 (df (x t w))))
  <= nonconvex_ef_Mfree_bound (f w0 - fstar) L sigma gamma p alpha T.
Proof.
  intros [S0 U K KV Dr] Hfb Hmem Hcon Hp Ha Hg0 Hg1 (HD & HL & Hs & _ & _ & _ & HT & _ & Hstep).
  pose proof (INR_pos p Hp) as Hpp.
  apply Rle_trans with (nonconvex_ef_Mfree_heterogeneous_bound (f w0 - fstar) L sigma 0 gamma p
    alpha T).
  - apply (nonconvex_ef_Mfree_heterogeneous p T alpha gamma sigma 0 w0 Known (fun _ => df) x v
      (fun t _ => gradient He (v t)) g e q); try assumption.
    + split; try assumption.
      * intros t Ht. split; [now apply K|]. now apply (KV t O).
      * reflexivity.
      * intros h y. rewrite rsum_const. field. lra.
      * intros y. rewrite (rsum_ext p _ (fun _ => 0)) by (intros; apply norm2_sub_self).
        rewrite rsum_const. right. ring.
    + repeat split; try assumption; lra.
  - right. unfold nonconvex_ef_Mfree_heterogeneous_bound, nonconvex_ef_Mfree_bound. field.
    repeat split; try lra; try (apply Rgt_not_eq, INR_pos; assumption).
Qed.
End MomentFree.

(* SPDX-License-Identifier: Apache-2.0 *)
(* Compressed SGD: unbiased without memory, biased without memory, error feedback in the framework
   of Stich and Karimireddy, and EF21. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Systems Sync Delayed
  ErrorFeedback ElasticNonconvex Formulary Bounds.
Local Open Scope R_scope.

Section Compression.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L fstar : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).
Hypothesis Hmin : forall y, fstar <= f y.

(** * Unbiased *)

(** The messages are draws of the gradient, of variance (1 + omega) sigma^2 + omega |grad|^2. *)
Lemma compressed_is_sync p T alpha sigma omega w0 Known Other (x : nat -> rvec H) g q :
  0 <= omega -> compressed_run He p T alpha sigma omega w0 Known Other x g q ->
  sync_run He p T alpha ((1 + omega) * sigma ^ 2) omega w0 Known x q.
Proof.
  intros Hom [S0 U K D KO ON UB VB]. split; try assumption.
  intros t Ht. destruct (D t Ht) as [DU DC DV]. set (m := gradient He (x t)).
  assert (Q : forall i h, (i < p)%nat -> Other t i h -> inner h (vsub (q t i) (g t i)) = 0).
  { intros i h Hi Hh. rewrite inner_subr. pose proof (UB t i Ht Hi h Hh) as E.
    change (inner h (q t i) = inner h (g t i)) in E. lra. }
  assert (N : forall i h, (i < p)%nat -> Known t h -> inner h (vsub (g t i) m) = 0).
  { intros i h Hi Hh. rewrite inner_subr. pose proof (DU i Hi eq_refl h Hh) as E.
    change (inner h (g t i) = inner h m) in E. lra. }
  assert (Km : Known t m) by now apply knows_gradient, K.
  assert (Split : forall i h, inner h (vsub (q t i) m)
    = inner h (vadd (vsub (q t i) (g t i)) (vsub (g t i) m))).
  { intros i h. rewrite inner_addr, !inner_subr. ring. }
  split.
  - intros i Hi _ h Hh. change (inner h (q t i) = inner h m).
    pose proof (Q i h Hi (KO t i h Ht Hi Hh)) as E1. pose proof (N i h Hi Hh) as E2.
    rewrite inner_subr in E1, E2. lra.
  - intros i j Hi Hj _ _ Hne. change (inner (vsub (q t i) m) (vsub (q t j) m) = 0).
    destruct (ON t i j Ht Hi Hj) as [O1 O2]. destruct (ON t j i Ht Hj Hi) as [O3 _].
    pose proof (Q i _ Hi (O2 Hne)) as E1. pose proof (Q i _ Hi O1) as E2.
    pose proof (Q j _ Hj O3) as E3. pose proof (DC i j Hi Hj eq_refl eq_refl Hne) as E4.
    change (inner (vsub (g t i) m) (vsub (g t j) m) = 0) in E4.
    replace (inner (vsub (q t i) m) (vsub (q t j) m))
      with (inner (vsub (q t j) (g t j)) (vsub (q t i) (g t i))
        + inner (vsub (g t j) m) (vsub (q t i) (g t i))
        + inner (vsub (g t i) m) (vsub (q t j) (g t j)) + inner (vsub (g t i) m) (vsub (g t j) m)).
    { fold m in E2, E3. rewrite E1, E2, E3, E4. ring. }
    rewrite !inner_subl, !inner_subr.
    rewrite (inner_sym (q t j) (q t i)), (inner_sym (q t j) (g t i)), (inner_sym (g t j) (q t i)),
      (inner_sym (g t j) (g t i)), (inner_sym m (q t i)), (inner_sym m (g t i)). ring.
  - intros i Hi _. change (norm2 (vsub (q t i) m) <= (1 + omega) * sigma ^ 2 + omega * norm2 m).
    rewrite (norm2_same _ _ (Split i)), norm2_add.
    destruct (ON t i i Ht Hi Hi) as [O1 _].
    pose proof (Q i _ Hi O1) as EQ. fold m in EQ.
    rewrite (inner_sym (vsub (q t i) (g t i))), EQ.
    pose proof (VB t i Ht Hi) as Hv. change (norm2 (vsub (q t i) (g t i)) <= omega * norm2 (g t i))
      in Hv.
    pose proof (DV i Hi eq_refl) as Hn.
    change (norm2 (vsub (g t i) m) <= sigma ^ 2 + 0 * norm2 m) in Hn.
    assert (norm2 (g t i) = norm2 m + norm2 (vsub (g t i) m)) as Eg.
    { apply second_moment. pose proof (N i m Hi Km) as E. rewrite inner_subr in E. unfold norm2.
      lra. }
    rewrite Eg in Hv. apply (Rmult_le_compat_l omega) in Hn; [|assumption].
    pose proof (DV i Hi eq_refl) as Hn1.
    change (norm2 (vsub (g t i) m) <= sigma ^ 2 + 0 * norm2 m) in Hn1. lra.
Qed.

Theorem nonconvex_unbiased_compression p T alpha sigma omega w0 Known Other (x : nat -> rvec H) g q
  :
  compressed_run He p T alpha sigma omega w0 Known Other x g q ->
  nonconvex_unbiased_compression_valid (f w0 - fstar) L sigma omega p alpha T ->
  / INR T * rsum T (fun t => Ex (fun w => norm2 (df (x t w))))
  <= nonconvex_unbiased_compression_bound (f w0 - fstar) L sigma omega p alpha T.
Proof.
  intros Hrun (_ & HL & Hs & Hom & Hp & HT & Ha & Hstep).
  pose proof (INR_pos T HT) as HTp. pose proof (INR_pos p Hp) as Hpp.
  destruct (compressed_is_sync p T alpha sigma omega w0 Known Other x g q Hom Hrun) as [S0 U K D].
  set (A := fun t => norm2 (gradient He (x t))).
  set (v := (1 + omega) * sigma ^ 2) in *.
  pose proof (descent_sum (fun t => mean_value f (x t)) (fun t => alpha / 2 * A t)
    (fun _ => L * alpha ^ 2 / 2 * (v / INR p)) fstar T (mean_value_ge He fstar (x T) Hmin)) as S.
  lapply S; clear S; [intros S|].
  2:{ intros t Ht.
      pose proof (sync_step Hf He p (Known t) (x t) (x (S t)) (q t) alpha v omega Hp
        (fun w => U t w Ht) (knows_gradient He _ _ (K t Ht)) (D t Ht)) as S1. fold (A t) in S1.
      assert (alpha / 2 * A t <= alpha * (1 - L * alpha * (1 + omega / INR p) / 2) * A t); [|lra].
      apply Rmult_le_compat_r; [apply norm2_nonneg|]. nra. }
  rewrite rsum_scal, rsum_const, (mean_value_start f (x O) w0 S0) in S.
  change (/ INR T * rsum T A
    <= nonconvex_unbiased_compression_bound (f w0 - fstar) L sigma omega p alpha T).
  unfold nonconvex_unbiased_compression_bound.
  apply Rmult_le_reg_l with (alpha / 2 * INR T); [nra|].
  replace (alpha / 2 * INR T * (/ INR T * rsum T A)) with (alpha / 2 * rsum T A) by (field; lra).
  replace (rsum T (fun i => A i)) with (rsum T A) in S by reflexivity.
  apply Rle_trans with (1 := S). right. unfold v. field. lra.
Qed.

(** * Biased, no memory *)

(** The message q is a gamma-contraction of the gradient g in the mean, of second moment VQ; views
   are within alpha B. Half of |grad|^2 survives what the compressor and the view take. *)
Theorem nonconvex_biased_no_ef T alpha B M VQ gamma w0 (x view g q : nat -> rvec H) Known :
  (forall w, x O w = w0) ->
  (forall t w, (t < T)%nat -> x (S t) w = vsub (x t w) (vscal alpha (q t w))) ->
  (forall t, (t < T)%nat -> knows (Known t) (x t) /\
    unbiased (Known t) (g t) (gradient He (view t))) ->
  (forall t, (t < T)%nat -> Ex (fun w => norm2 (vsub (x t w) (view t w))) <= (alpha * B) ^ 2) ->
  (forall t, (t < T)%nat -> Ex (fun w => norm2 (g t w)) <= M ^ 2) ->
  (forall t, (t < T)%nat -> Ex (fun w => norm2 (vsub (g t w) (q t w)))
    <= gamma * Ex (fun w => norm2 (g t w))) ->
  (forall t, (t < T)%nat -> Ex (fun w => norm2 (q t w)) <= VQ) ->
  nonconvex_biased_no_ef_valid (f w0 - fstar) L B M VQ gamma alpha T ->
  / INR T * rsum T (fun t => Ex (fun w => norm2 (df (x t w))))
  <= nonconvex_biased_no_ef_bound (f w0 - fstar) L B M VQ gamma alpha T.
Proof.
  intros HS HU HK HB HM HQ HV (_ & HL & HB0 & HM0 & HVQ & Hg0 & Hg1 & HT & Ha & HaL).
  pose proof (INR_pos T HT) as HTp.
  set (A := fun t => norm2 (gradient He (x t))).
  set (b := alpha * (L ^ 2 * (alpha * B) ^ 2 + gamma * M ^ 2) + L * alpha ^ 2 / 2 * VQ).
  pose proof (descent_sum (fun t => mean_value f (x t)) (fun t => alpha / 2 * A t) (fun _ => b)
    fstar T (mean_value_ge He fstar (x T) Hmin)) as S.
  lapply S; clear S; [intros S|].
  2:{ intros t Ht. destruct (HK t Ht) as [Kx U].
      assert (x (S t) = vsub (x t) (vscal alpha (q t))) as -> by (apply rvec_ext; intros w; now
        apply HU).
      apply Rle_trans with (1 := smooth_step _ _ L (smooth_lift He L Hf) (x t) (q t) alpha).
      set (a := gradient He (x t)). set (m := gradient He (view t)).
      pose proof (U a (knows_gradient He _ _ Kx)) as Eg. change (inner a (g t) = inner a m) in Eg.
      pose proof (smooth_lipschitz _ _ _ (smooth_lift He L Hf) (x t) (view t)) as Hl.
      fold a m in Hl. pose proof (HB t Ht) as Hb. change (norm2 (vsub (x t) (view t)) <= (alpha *
        B) ^ 2) in Hb.
      apply (Rmult_le_compat_l (L ^ 2)) in Hb; [|apply pow2_ge_0].
      pose proof (HQ t Ht) as Hq. change (norm2 (vsub (g t) (q t)) <= gamma * norm2 (g t)) in Hq.
      pose proof (HM t Ht) as Hm. change (norm2 (g t) <= M ^ 2) in Hm.
      apply (Rmult_le_compat_l gamma) in Hm; [|assumption].
      pose proof (HV t Ht) as Hv. change (norm2 (q t) <= VQ) in Hv.
      apply (Rmult_le_compat_l (L * alpha ^ 2 / 2)) in Hv.
      2:{ pose proof (pow2_ge_0 alpha). nra. }
      (* <a, q> = |a|^2 - <a, (a - m) + (g - q)>, and Young *)
      pose proof (norm2_nonneg (vsub a (vadd (vsub a m) (vsub (g t) (q t))))) as Hy.
      rewrite norm2_sub in Hy.
      assert (norm2 (vadd (vsub a m) (vsub (g t) (q t)))
        <= 2 * norm2 (vsub a m) + 2 * norm2 (vsub (g t) (q t))) as H2.
      { pose proof (norm2_add_young 1 (vsub a m) (vsub (g t) (q t)) Rlt_0_1) as Hy1.
        rewrite Rinv_1 in Hy1. lra. }
      assert (inner a (vadd (vsub a m) (vsub (g t) (q t))) = norm2 a - inner a (q t)) as Ea.
      { rewrite inner_addr, !inner_subr. unfold norm2. lra. }
      rewrite Ea in Hy. fold (A t) in *. change (norm2 a) with (A t) in *.
      assert (A t / 2 - (L ^ 2 * (alpha * B) ^ 2 + gamma * M ^ 2) <= inner a (q t)) as Hi by lra.
      apply (Rmult_le_compat_l alpha) in Hi; [|lra]. unfold b. lra. }
  rewrite rsum_scal, rsum_const, (mean_value_start f (x O) w0 HS) in S.
  change (/ INR T * rsum T A <= nonconvex_biased_no_ef_bound (f w0 - fstar) L B M VQ gamma alpha T).
  unfold nonconvex_biased_no_ef_bound. apply Rmult_le_reg_l with (alpha / 2 * INR T); [nra|].
  replace (alpha / 2 * INR T * (/ INR T * rsum T A)) with (alpha / 2 * rsum T A) by (field; lra).
  replace (rsum T (fun i => A i)) with (rsum T A) in S by reflexivity.
  apply Rle_trans with (1 := S). right. unfold b. field. lra.
Qed.

(** * Error feedback, framework of Stich and Karimireddy *)

(** delta = 1 - gamma of the contraction; K steps with the learning rate rate. *)
Theorem error_feedback K rate delta G2 w0 Known (x v : nat -> rvec H) g e q : 0 <= G2 ->
  elastic_run He 1 K rate (sqrt G2) (fun _ => everybody) w0 Known x (fun t _ => v t) g ->
  feedback_run 1 K (fun _ => rate) w0 x v g e q ->
  contractive_feedback 1 K (fun _ => rate) (1 - delta) (sqrt G2) g e ->
  L * rate <= 1 ->
  error_feedback_valid (f w0 - fstar) L G2 rate K delta ->
  / INR K * rsum K (fun t => Ex (fun w => norm2 (df (x t w))))
  <= error_feedback_bound (f w0 - fstar) L G2 rate K delta.
Proof.
  intros HG Hrun Hfb Hcon HLr (HD & HL & _ & Hr & HK & Hd0 & Hd1).
  pose proof (INR_pos K HK) as HKp. pose proof (sqrt_pos G2) as HsG.
  assert (rate <= 1 / L) as Hr' by (apply Rle_div; lra).
  assert (B_ef_valid (1 - delta) (sqrt G2)) as Hv by (repeat split; lra).
  pose proof (B_ef 1 K rate (1 - delta) (sqrt G2) w0 x v g e q (le_n 1) Hfb Hcon Hr Hv) as Hela.
  apply Rle_trans with (1 := nonconvex_average_all Hf He Hmin 1 K rate (sqrt G2) _ w0 Known x _ g
    Hrun Hela (le_n 1) HK Hr Hr').
  unfold error_feedback_bound, B_ef_bound. rewrite Rpow_mult_distr, !pow2_sqrt by assumption.
  destruct (sqrt_lt_1 (1 - delta) ltac:(lra) ltac:(lra)) as [Hs0 Hs1].
  pose proof (pow2_sqrt (1 - delta) ltac:(lra)) as Es. set (s := sqrt (1 - delta)) in *.
  assert ((s / (1 - s)) ^ 2 <= 4 * (1 - delta) / delta ^ 2) as Hc.
  { apply Rle_div; [apply pow_lt; lra|].
    replace (delta ^ 2 * (s / (1 - s)) ^ 2) with (s ^ 2 * (1 + s) ^ 2).
    - rewrite Es. rewrite (Rmult_comm 4). apply Rmult_le_compat_l; [lra|]. nra.
    - replace delta with ((1 - s) * (1 + s)) by lra. field. lra. }
  change (INR 1) with 1.
  assert (0 <= L ^ 2 * rate ^ 2 * G2) as HLG.
  { apply Rmult_le_pos; [|assumption]. pose proof (pow2_ge_0 L). pose proof (pow2_ge_0 rate). nra. }
  apply (Rmult_le_compat_l _ _ _ HLG) in Hc.
  replace (4 * L ^ 2 * rate ^ 2 * G2 * (1 - delta) / delta ^ 2)
    with (L ^ 2 * rate ^ 2 * G2 * (4 * (1 - delta) / delta ^ 2)) by (field; lra).
  replace (L * rate * G2 / 1) with (L * rate * G2) by field. lra.
Qed.

(** * EF21 *)

(** The estimate g follows the gradient by compressed differences; one step of each. *)
Theorem ef21_max_alpha T alpha gamma w0 (x g c : nat -> rvec H) G0 :
  0 < alpha -> alpha <= ef21_max_alpha_bound L gamma -> ef21_max_alpha_valid L gamma ->
  (1 <= T)%nat ->
  (forall w, x O w = w0) -> norm2 (vsub (g O) (gradient He (x O))) <= G0 ->
  (forall t w, (t < T)%nat ->
    x (S t) w = vsub (x t w) (vscal alpha (g t w))) ->
  (forall t w, (t < T)%nat -> g (S t) w = vadd (g t w) (c t w)) ->
  (forall t, (t < T)%nat ->
    Ex (fun w => norm2 (vsub (vsub (df (x (S t) w)) (g t w)) (c t w)))
    <= gamma * Ex (fun w => norm2 (vsub (df (x (S t) w)) (g t w)))) ->
  / INR T * rsum T (fun t => Ex (fun w => norm2 (df (x t w))))
  <= 2 * (f w0 - fstar) / (alpha * INR T) + G0 / ((1 - sqrt gamma) * INR T).
Proof.
  intros Ha Hmax (HL & Hg0 & Hg1) HT HS HG0 HU HG HC.
  pose proof (INR_pos T HT) as HTp. unfold ef21_max_alpha_bound in *.
  destruct (sqrt_lt_1 gamma Hg0 Hg1) as [Hs0 Hs1]. set (s := sqrt gamma) in *.
  pose proof (pow2_sqrt gamma Hg0) as Es. fold s in Es.
  assert (L * alpha <= 1 - s) as Hu by now apply (Rdiv_le_iff _ _ _ HL) in Hmax.
  set (A := fun t => norm2 (gradient He (x t))).
  set (E := fun t => norm2 (vsub (g t) (gradient He (x t)))).
  set (D := fun t => norm2 (vsub (x (S t)) (x t))).
  (* the error of the estimate: it shrinks by s and gains the move of the gradient *)
  assert (HE : forall t, (t < T)%nat -> E (S t) <= s * E t + s ^ 2 / (1 - s) * (L ^ 2 * D t)).
  { intros t Ht. set (m' := gradient He (x (S t))). set (m := gradient He (x t)).
    assert (E (S t) <= s ^ 2 * norm2 (vsub m' (g t))) as H1.
    { unfold E. assert (g (S t) = vadd (g t) (c t)) as -> by (apply rvec_ext; intros w; now apply
      HG).
      rewrite Es. apply Rle_trans with (2 := HC t Ht). right.
      change (norm2 (vsub (vadd (g t) (c t)) m') = norm2 (vsub (vsub m' (g t)) (c t))).
      rewrite norm2_sub_sym. apply norm2_same. intros h. rewrite !inner_subr, inner_addr. ring. }
    apply Rle_trans with (1 := H1).
    pose proof (smooth_lipschitz _ _ _ (smooth_lift He L Hf) (x (S t)) (x t)) as Hl.
    fold m' m in Hl. fold (D t) in Hl.
    assert (norm2 (vsub m' (g t)) = norm2 (vadd (vsub m (g t)) (vsub m' m))) as ->.
    { apply norm2_same. intros h. rewrite inner_addr, !inner_subr. ring. }
    assert (norm2 (vsub m (g t)) = E t) as Et by (unfold E; fold m; apply norm2_sub_sym).
    destruct Hs0 as [Hsp|Hsz].
    - pose proof (norm2_add_young ((1 - s) / s) (vsub m (g t)) (vsub m' m)
        ltac:(apply Rdiv_pos; lra)) as Hy. rewrite Et in Hy.
      replace (1 + (1 - s) / s) with (/ s) in Hy by (field; lra).
      replace (1 + / ((1 - s) / s)) with (/ (1 - s)) in Hy by (field; lra).
      apply (Rmult_le_compat_l (/ (1 - s))) in Hl; [|apply Rinv_nonneg; lra].
      apply Rle_trans with (s ^ 2 * (/ s * E t + / (1 - s) * (L ^ 2 * D t))).
      + apply Rmult_le_compat_l; [apply pow2_ge_0|]. lra.
      + right. field. lra.
    - rewrite <- Hsz. unfold Rdiv. lra. }
  (* one step in value, in terms of the move instead of the gradient *)
  assert (HF : forall t, (t < T)%nat -> mean_value f (x (S t)) <= mean_value f (x t)
    - alpha / 2 * A t - (1 / (2 * alpha) - L / 2) * D t + alpha / 2 * E t).
  { intros t Ht. unfold D.
    assert (x (S t) = vsub (x t) (vscal alpha (g t))) as Ex1
      by (apply rvec_ext; intros w; now apply HU).
    assert (norm2 (vsub (x (S t)) (x t)) = alpha ^ 2 * norm2 (g t)) as ->.
    { rewrite <- norm2_scal, Ex1, norm2_sub_sym. apply norm2_same. intros h.
      rewrite !inner_subr. ring. }
    rewrite Ex1. apply Rle_trans with (1 := smooth_step _ _ L (smooth_lift He L Hf) (x t) (g t)
      alpha).
    pose proof (inner_polar (gradient He (x t)) (g t)) as Hp.
    rewrite (norm2_sub_sym (gradient He (x t))) in Hp. fold (A t) (E t) in Hp. rewrite Hp.
    right. field. lra. }
  (* potential: value and a multiple of the error *)
  set (theta := 1 - s). set (pot := fun t => mean_value f (x t) + alpha / (2 * theta) * E t).
  pose proof (descent_sum pot (fun t => alpha / 2 * A t) (fun _ => 0) fstar T) as S.
  lapply S; clear S; [intros S|].
  2:{ unfold pot. pose proof (mean_value_ge He fstar (x T) Hmin).
      assert (0 <= alpha / (2 * theta) * E T); [|lra].
      apply Rmult_le_pos; [apply Rdiv_nonneg; unfold theta; lra|apply norm2_nonneg]. }
  lapply S; clear S; [intros S|].
  2:{ intros t Ht. unfold pot. pose proof (HE t Ht) as H1. pose proof (HF t Ht) as H2.
      assert (0 < alpha / (2 * theta)) as Hc by (apply Rdiv_pos; unfold theta; lra).
      apply (Rmult_le_compat_l (alpha / (2 * theta))) in H1; [|lra].
      assert (0 <= D t) as HD by apply norm2_nonneg.
      assert (alpha / (2 * theta) * (s ^ 2 / (1 - s) * (L ^ 2 * D t))
        <= (1 / (2 * alpha) - L / 2) * D t) as Hpay.
      { (* (alpha L s/(1 - s))^2 <= s^2 <= s <= 1 - alpha L *)
        set (u := L * alpha) in *. assert (0 <= u) as Hu0 by (apply Rmult_le_pos; lra).
        assert (u ^ 2 <= (1 - s) ^ 2) by (apply pow_incr; lra).
        assert (u ^ 2 * s ^ 2 / (1 - s) ^ 2 <= 1 - u) as Hq.
        { apply Rmult_le_reg_r with ((1 - s) ^ 2); [apply pow_lt; lra|].
          replace (u ^ 2 * s ^ 2 / (1 - s) ^ 2 * (1 - s) ^ 2) with (u ^ 2 * s ^ 2) by (field; lra).
          assert (s ^ 2 <= s) by nra. assert (0 <= s ^ 2) by apply pow2_ge_0. nra. }
        apply (Rmult_le_compat_r (D t / (2 * alpha))) in Hq; [|apply Rdiv_nonneg; lra].
        replace (alpha / (2 * theta) * (s ^ 2 / (1 - s) * (L ^ 2 * D t)))
          with (u ^ 2 * s ^ 2 / (1 - s) ^ 2 * (D t / (2 * alpha)))
          by (unfold u, theta; field; lra).
        replace ((1 / (2 * alpha) - L / 2) * D t) with ((1 - u) * (D t / (2 * alpha)))
          by (unfold u; field; lra).
        exact Hq. }
      replace (alpha / 2 * E t) with (alpha / (2 * theta) * (1 - s) * E t) in H2
        by (unfold theta; field; lra).
      lra. }
  rewrite rsum_const, Rmult_0_r, Rplus_0_r, rsum_scal in S.
  assert (pot O <= f w0 + alpha / (2 * theta) * G0) as Hpot.
  { unfold pot. rewrite (mean_value_start f (x O) w0 HS). apply Rplus_le_compat_l.
    apply Rmult_le_compat_l; [apply Rdiv_nonneg; unfold theta; lra|exact HG0]. }
  change (/ INR T * rsum T A <= 2 * (f w0 - fstar) / (alpha * INR T) + G0 / ((1 - s) * INR T)).
  apply Rmult_le_reg_l with (alpha / 2 * INR T); [nra|].
  replace (alpha / 2 * INR T * (/ INR T * rsum T A)) with (alpha / 2 * rsum T A) by (field; lra).
  replace (alpha / 2 * INR T * (2 * (f w0 - fstar) / (alpha * INR T)
    + G0 / ((1 - s) * INR T))) with (f w0 - fstar + alpha / (2 * theta) * G0)
    by (unfold theta; field; lra).
  replace (rsum T (fun i => A i)) with (rsum T A) in S by reflexivity. lra.
Qed.

(** At the largest step. *)
Theorem ef21_nonconvex T gamma w0 (x g c : nat -> rvec H) G0 :
  (forall w, x O w = w0) -> norm2 (vsub (g O) (gradient He (x O))) <= G0 ->
  (forall t w, (t < T)%nat ->
    x (S t) w = vsub (x t w) (vscal (ef21_max_alpha_bound L gamma) (g t w))) ->
  (forall t w, (t < T)%nat -> g (S t) w = vadd (g t w) (c t w)) ->
  (forall t, (t < T)%nat ->
    Ex (fun w => norm2 (vsub (vsub (df (x (S t) w)) (g t w)) (c t w)))
    <= gamma * Ex (fun w => norm2 (vsub (df (x (S t) w)) (g t w)))) ->
  ef21_nonconvex_valid (f w0 - fstar) G0 L gamma T ->
  / INR T * rsum T (fun t => Ex (fun w => norm2 (df (x t w))))
  <= ef21_nonconvex_bound (f w0 - fstar) G0 L gamma T.
Proof.
  intros HS HG0 HU HG HC (_ & _ & HL & Hg0 & Hg1 & HT). pose proof (INR_pos T HT) as HTp.
  destruct (sqrt_lt_1 gamma Hg0 Hg1) as [Hs0 Hs1].
  assert (0 < ef21_max_alpha_bound L gamma) as Ha by (apply Rdiv_pos; lra).
  apply Rle_trans with (1 := ef21_max_alpha T _ gamma w0 x g c G0 Ha (Rle_refl _)
    (conj HL (conj Hg0 Hg1)) HT HS HG0 HU HG HC).
  right. unfold ef21_nonconvex_bound, ef21_max_alpha_bound. field. lra.
Qed.
End Compression.

(* SPDX-License-Identifier: Apache-2.0 *)
(* Asynchronous AMSGrad, smooth and non-convex (N1). The look-ahead point z = x + b (x - x_before)
   moves without momentum, up to the change of the scale, which is summable. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner Coordinates Smooth Random Formulary Bounds Moments Regret
  Amsgrad.
Local Open Scope R_scope.

(** The look-ahead point, which the proof follows. *)
Definition lookahead {d : nat} {P : probability} {H : L2 (coordinates d) P} (b : R)
    (x : nat -> rvec H) (k : nat) : rvec H :=
  match k with
  | O => x O
  | S j => vadd (x (S j)) (vscal b (vsub (x (S j)) (x j)))
  end.

(** What is asked beyond the run: bounded entries; scales in [smin, smax]; samples independent of
    what came before, tested on the scaled gradient at the look-ahead point; measurability. *)
Record amsgrad_nonconvex {d : nat} {P : probability} {H : L2 (coordinates d) P}
    {f : coordinates d -> R} {df : coordinates d -> coordinates d} (He : evaluable H f df) (K : nat)
    (b Ginf smin smax : R) (scale : R -> R) (x read g : nat -> rvec H)
    (h : nat -> P -> nat -> R) : Prop := AmsgradNonconvex {
  nc_gradient : forall y i, (i < d)%nat -> Rabs (df y i) <= Ginf;
  nc_sample : forall k w i, (k < K)%nat -> Rabs (g k w i) <= Ginf;
  nc_scale : forall a, 0 <= a <= Ginf ^ 2 -> smin <= scale a <= smax;
  nc_integrable : forall k, (k <= K)%nat ->
    integrable (fun w => rsum d (fun i => / scale (h k w i)));
  nc_unbiased : forall k, (k < K)%nat -> exists (u : rvec H) (Known : rvec H -> Prop),
    (forall w i, u w i = df (lookahead b x k w) i * / scale (h k w i)) /\ Known u /\
    unbiased Known (g k) (gradient He (read k)) }.

Lemma rvec_sub_at {V : space} {P : probability} {H : L2 V P} (u v : rvec H) w :
  (vsub u v : rvec H) w = vsub (u w) (v w).
Proof. reflexivity. Qed.

Lemma Rabs_mult_le a b A B : Rabs a <= A -> Rabs b <= B -> a * b <= A * B.
Proof.
  intros Ha Hb. apply Rle_trans with (1 := Rle_abs _). rewrite Rabs_mult.
  apply Rmult_le_compat; auto using Rabs_pos.
Qed.

Section Nonconvex.
Context {d : nat} {P : probability} {H : L2 (coordinates d) P}.
Context {f : coordinates d -> R} {df : coordinates d -> coordinates d} {L : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).
Context {K : nat} {b1 b2 alpha : R} {scale : R -> R} {delay : nat -> nat}.
Context {x0 : coordinates d} {x read g : nat -> rvec H} {m v h : nat -> P -> nat -> R}.
Context {Ginf smin smax fstar : R}.
Hypothesis Hscale : scale_function scale.
Hypothesis Hb1 : 0 <= b1 < 1.
Hypothesis Hb2 : 0 <= b2 <= 1.
Hypothesis Halpha : 0 < alpha.
Hypothesis HG : 0 <= Ginf.
Hypothesis Hsmin : 0 < smin.
Hypothesis Hrun : amsgrad_run K b1 b2 alpha scale (fun _ p => p) delay x0 x read g m v h.
Let b := b1 / (1 - b1).
Hypothesis Hnc : amsgrad_nonconvex He K b Ginf smin smax scale x read g h.
Hypothesis Hmin : forall y, fstar <= f y.

Let Hmom w i := amsgrad_moments _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hrun w i.
Let D k w i : R := / scale (h k w i).
Let z := lookahead b x.

Lemma b_nonneg : 0 <= b.
Proof. unfold b. apply Rdiv_nonneg; lra. Qed.

Lemma scale_range k w i : (k <= K)%nat -> smin <= scale (h k w i) <= smax.
Proof.
  intros Hk. apply (nc_scale _ _ _ _ _ _ _ _ _ _ _ Hnc). split.
  - now apply (h_nonneg Hb2 (Hmom w i)).
  - apply (h_bounded Hb2 (Hmom w i) Ginf); [|assumption].
    intros j Hj. now apply (nc_sample _ _ _ _ _ _ _ _ _ _ _ Hnc).
Qed.

Lemma D_range k w i : (k <= K)%nat -> / smax <= D k w i <= / smin.
Proof.
  intros Hk. pose proof (scale_range k w i Hk). unfold D.
  split; apply Rinv_le_contravar; lra.
Qed.

Lemma D_falls k w i : (k < K)%nat -> D (S k) w i <= D k w i.
Proof.
  intros Hk. pose proof (scale_range k w i ltac:(lia)). apply Rinv_le_contravar; [lra|].
  now apply (run_scale_monotone Hscale Hb2 Hrun).
Qed.

Lemma m_range k w i : (k <= K)%nat -> Rabs (m k w i) <= Ginf.
Proof.
  intros Hk. apply (m_bounded Hb1 (Hmom w i) Ginf HG); [|assumption].
  intros j Hj. now apply (nc_sample _ _ _ _ _ _ _ _ _ _ _ Hnc).
Qed.

(** The look-ahead point, from the moment. *)
Lemma z_at k w i : (k <= K)%nat -> z k w i = x k w i - b * alpha * (D k w i * m k w i).
Proof.
  intros Hk. unfold z, lookahead, D. destruct k as [|k].
  - destruct (moments_start _ _ _ _ _ _ _ (Hmom w i)) as (Em & _). cbv beta in Em. rewrite Em. ring.
  - pose proof (amsgrad_update _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hrun k w i ltac:(lia)) as E.
    cbn. unfold vsub. cbn. rewrite E. unfold Rdiv. ring.
Qed.

(** It moves along the gradient, scaled as before the update, up to the change of the scale. *)
Lemma z_move k w i : (k < K)%nat -> z (S k) w i - z k w i
  = - (alpha * (D k w i * g k w i))
    + alpha * ((D k w i - D (S k) w i) * (g k w i + b * m k w i)).
Proof.
  intros Hk. rewrite !z_at by lia.
  rewrite (amsgrad_update _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hrun k w i Hk). unfold Rdiv.
  fold (D (S k) w i).
  pose proof (moments_first _ _ _ _ _ _ _ (Hmom w i) k Hk) as Em. cbv beta in Em. rewrite Em.
  unfold b. field. lra.
Qed.

(** Descent along one path. *)
Lemma pathwise k w (u : rvec H) : (k < K)%nat ->
  (forall i, u w i = df (z k w) i * / scale (h k w i)) ->
  f (z (S k) w) <= f (z k w) - alpha * inner (u w) (g k w)
    + alpha * (Ginf ^ 2 / (1 - b1)) * (rsum d (D k w) - rsum d (D (S k) w))
    + L / 2 * norm2 (vsub (z (S k) w) (z k w)).
Proof.
  intros Hk Hu. apply Rle_trans with (1 := smooth_descent _ _ _ Hf (z k w) (z (S k) w)).
  apply Rplus_le_compat_r. unfold Rminus at 1. rewrite !Rplus_assoc. apply Rplus_le_compat_l.
  cbn [inner coordinates].
  rewrite <- (rsum_minus d (D k w) (D (S k) w)).
  replace (- (alpha * rsum d (fun i => u w i * g k w i)))
    with (- alpha * rsum d (fun i => u w i * g k w i)) by ring.
  rewrite <- !rsum_scal, <- rsum_plus. apply rsum_le; intros i Hi.
  rewrite coordinates_sub, z_move, Hu by assumption. fold (D k w i).
  pose proof (D_falls k w i Hk). pose proof b_nonneg as Hb.
  assert (df (z k w) i * (g k w i + b * m k w i) <= Ginf ^ 2 / (1 - b1)) as Hb'.
  { replace (Ginf ^ 2 / (1 - b1)) with (Ginf * (Ginf + b * Ginf)) by (unfold b; field; lra).
    apply Rabs_mult_le; [now apply (nc_gradient _ _ _ _ _ _ _ _ _ _ _ Hnc)|].
    apply Rle_trans with (1 := Rabs_triang _ _). apply Rplus_le_compat.
    - now apply (nc_sample _ _ _ _ _ _ _ _ _ _ _ Hnc).
    - rewrite Rabs_mult, (Rabs_pos_eq b) by assumption.
      apply Rmult_le_compat_l; [assumption|]. apply m_range. lia. }
  apply (Rmult_le_compat_l (alpha * (D k w i - D (S k) w i))) in Hb'; [|apply Rmult_le_pos; lra].
  lra.
Qed.

(** What the scaled gradient at the look-ahead point gains against the gradient that was used. *)
Lemma gain k (u : rvec H) : (k < K)%nat ->
  (forall w i, u w i = df (z k w) i * / scale (h k w i)) ->
  / (2 * smax) * norm2 (gradient He (x k))
    - / (2 * smin) * (norm2 (vsub (gradient He (z k)) (gradient He (x k)))
                      + norm2 (vsub (gradient He (read k)) (gradient He (x k))))
  <= inner u (gradient He (read k)).
Proof.
  intros Hk Hu. pose proof (scale_range k) as Hs.
  set (c := gradient He (x k)). set (p := vsub (gradient He (z k)) c).
  set (q := vsub (gradient He (read k)) c).
  rewrite !norm2_rvec. cbn [inner rspace]. unfold rinner.
  apply Rle_trans with (Ex (fun w => / (2 * smax) * norm2 (c w)
    + -1 * (/ (2 * smin) * (norm2 (p w) + norm2 (q w))))).
  - pose proof (norm2_integrable H c). pose proof (norm2_integrable H p).
    pose proof (norm2_integrable H q).
    rewrite Ex_plus, !Ex_scal, Ex_plus; auto using int_plus, int_scal. lra.
  - apply Ex_le.
    + auto 6 using int_plus, int_scal, norm2_integrable.
    + apply rvec_dot.
    + intros w. rewrite !coordinates_norm2. cbn [inner coordinates].
      rewrite <- rsum_plus, <- !rsum_scal, <- rsum_plus. apply rsum_le; intros i Hi.
      rewrite Hu. specialize (Hs w i ltac:(lia)).
      set (s := scale (h k w i)) in *.
      unfold p, q. rewrite !rvec_sub_at, !coordinates_sub. cbn [gradient at_].
      fold (c w). change (gradient He (z k) w i) with (df (z k w) i).
      change (gradient He (read k) w i) with (df (read k w) i).
      set (C := c w i). set (X := df (z k w) i). set (Y := df (read k w) i).
      assert (0 < / s) as Hs0 by (apply Rinv_0_lt_compat; lra).
      assert (/ smax <= / s <= / smin) as Hs' by (split; apply Rinv_le_contravar; lra).
      rewrite !Rinv_mult.
      assert (/ s * (C ^ 2 / 2 - ((X - C) ^ 2 + (Y - C) ^ 2) / 2) <= / s * (X * Y)) as E.
      { apply Rmult_le_compat_l; [lra|]. pose proof (pow2_ge_0 (X + Y - C)). nra. }
      assert (/ smax * (C ^ 2) <= / s * C ^ 2)
        by (apply Rmult_le_compat_r; [apply pow2_ge_0|lra]).
      assert (/ s * ((X - C) ^ 2 + (Y - C) ^ 2) <= / smin * ((X - C) ^ 2 + (Y - C) ^ 2)).
      { apply Rmult_le_compat_r; [|lra].
        apply Rplus_le_le_0_compat; apply pow2_ge_0. }
      lra.
Qed.

(** The mean of the summed inverse scales: it only falls. *)
Let spread k := Ex (fun w => rsum d (D k w)).

Lemma spread_range k : (k <= K)%nat -> 0 <= spread k <= INR d / smin.
Proof.
  intros Hk. pose proof (nc_integrable _ _ _ _ _ _ _ _ _ _ _ Hnc k Hk) as I. split.
  - apply Ex_nonneg; [exact I|]. intros w. apply rsum_nonneg; intros i _.
    pose proof (scale_range k w i Hk). apply Rinv_nonneg. lra.
  - apply Ex_le_const; [exact I|]. intros w. apply rsum_le_const; intros i _. now apply D_range.
Qed.

Lemma nonconvex_step Q2 k : 0 <= Q2 -> steps_at_most K alpha Q2 x -> (k < K)%nat ->
  mean_value f (z (S k)) + alpha * (Ginf ^ 2 / (1 - b1)) * spread (S k)
  <= mean_value f (z k) + alpha * (Ginf ^ 2 / (1 - b1)) * spread k
     - alpha / (2 * smax) * norm2 (gradient He (x k))
     + (alpha / (2 * smin) * (L ^ 2 * (b ^ 2 * (alpha ^ 2 * Q2) + norm2 (vsub (x k) (read k))))
        + L / 2 * norm2 (vsub (z (S k)) (z k))).
Proof.
  intros HQ HQ2 Hk. set (C := alpha * (Ginf ^ 2 / (1 - b1))).
  destruct (nc_unbiased _ _ _ _ _ _ _ _ _ _ _ Hnc k Hk) as (u & Known & Hu & Ku & Hunb).
  pose proof (nc_integrable _ _ _ _ _ _ _ _ _ _ _ Hnc) as ID.
  assert (mean_value f (z (S k)) <= mean_value f (z k) - alpha * inner u (g k)
    + C * (spread k - spread (S k)) + L / 2 * norm2 (vsub (z (S k)) (z k))) as H1.
  { pose proof (value_integrable He (z k)) as I1. pose proof (rvec_dot H u (g k)) as I2.
    pose proof (norm2_integrable H (vsub (z (S k)) (z k))) as I3.
    pose proof (ID k ltac:(lia)) as I4. pose proof (ID (S k) ltac:(lia)) as I5.
    apply Rle_trans with (Ex (fun w => f (z k w) + -1 * (alpha * inner (u w) (g k w))
      + C * (rsum d (D k w) + -1 * rsum d (D (S k) w))
      + L / 2 * norm2 (vsub (z (S k) w) (z k w)))).
    - apply Ex_le; [apply (value_integrable He)| |].
      + repeat apply int_plus; repeat apply int_scal; try assumption.
        apply int_plus; [assumption|]. now apply int_scal.
      + intros w. pose proof (pathwise k w u Hk (Hu w)) as Hp. fold C in Hp. lra.
    - change (L / 2 * norm2 (vsub (z (S k)) (z k))) with
        (L / 2 * Ex (fun w => norm2 (vsub (z (S k) w) (z k w)))).
      change (inner u (g k)) with (Ex (fun w => inner (u w) (g k w))). unfold mean_value, spread.
      assert (integrable (fun w => rsum d (D k w) + -1 * rsum d (D (S k) w))) as I6
        by (apply int_plus; [assumption|now apply int_scal]).
      rewrite !Ex_plus, !Ex_scal, Ex_plus, Ex_scal; try assumption;
        repeat apply int_plus; repeat apply int_scal; try assumption. lra. }
  assert (inner u (g k) = inner u (gradient He (read k))) as E by exact (Hunb u Ku).
  pose proof (gain k u Hk Hu) as H2.
  pose proof (smooth_lipschitz _ _ _ (smooth_lift He L Hf)) as Lip.
  assert (norm2 (vsub (gradient He (z k)) (gradient He (x k))) <= L ^ 2 * (b ^ 2 * (alpha ^ 2 *
    Q2))) as H3.
  { apply Rle_trans with (1 := Lip (z k) (x k)). apply Rmult_le_compat_l; [apply pow2_ge_0|].
    assert (0 <= alpha ^ 2 * Q2) by (apply Rmult_le_pos; [apply pow2_ge_0|assumption]).
    unfold z, lookahead. destruct k as [|k].
    - rewrite norm2_sub_self. apply Rmult_le_pos; [apply pow2_ge_0|assumption].
    - rewrite (norm2_same _ (vscal b (vsub (x (S k)) (x k)))).
      + rewrite norm2_scal. apply Rmult_le_compat_l; [apply pow2_ge_0|]. apply HQ2. lia.
      + intros y. rewrite inner_subr, inner_addr, inner_scalr. ring. }
  assert (norm2 (vsub (gradient He (read k)) (gradient He (x k)))
    <= L ^ 2 * norm2 (vsub (x k) (read k))) as H4.
  { rewrite (norm2_sub_sym (x k)). apply Lip. }
  assert (0 < / (2 * smin)) as Hi by (apply Rinv_0_lt_compat; lra).
  rewrite E in H1. apply (Rmult_le_compat_l alpha) in H2; [|lra].
  assert (alpha * (/ (2 * smin)) * (norm2 (vsub (gradient He (z k)) (gradient He (x k)))
      + norm2 (vsub (gradient He (read k)) (gradient He (x k))))
    <= alpha * (/ (2 * smin)) * (L ^ 2 * (b ^ 2 * (alpha ^ 2 * Q2)) + L ^ 2 * norm2 (vsub (x k)
      (read k)))).
  { apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|]. lra. }
  unfold Rdiv at 2 3. lra.
Qed.

Theorem apam_nc Z Q2 :
  apam_nc_valid (f x0 - fstar) L Ginf d smin smax b1 alpha K Z Q2 (mean_squared_delay K delay) ->
  steps_at_most K alpha Q2 x ->
  / INR K * rsum K (fun k => Ex (fun w => norm2 (vsub (z (S k) w) (z k w))))
    <= alpha ^ 2 * Z ->
  / INR K * rsum K (fun k => Ex (fun w => norm2 (df (x k w))))
  <= apam_nc_bound (f x0 - fstar) L Ginf d smin smax b1 alpha K Z Q2 (mean_squared_delay K delay).
Proof.
  intros (_ & HL & _ & Hd & _ & Hss & _ & _ & _ & HK & _ & HQ & _) HQ2 HZ.
  pose proof (INR_pos K HK) as HKp. pose proof (INR_pos d Hd) as Hdp.
  set (C := alpha * (Ginf ^ 2 / (1 - b1))).
  assert (0 <= C) as HC.
  { apply Rmult_le_pos; [lra|]. apply Rdiv_nonneg; [apply pow2_ge_0|lra]. }
  set (A := fun k => norm2 (gradient He (x k))).
  set (M := fun k => norm2 (vsub (z (S k)) (z k))).
  change (/ INR K * rsum K M <= alpha ^ 2 * Z) in HZ.
  change (/ INR K * rsum K A <= apam_nc_bound (f x0 - fstar) L Ginf d smin smax b1 alpha K Z Q2
    (mean_squared_delay K delay)).
  pose proof (mean_staleness Hrun Q2 HQ HQ2 HK) as Hst.
  set (d2 := mean_squared_delay K delay) in *.
  pose proof (descent_sum (fun k => mean_value f (z k) + C * spread k)
    (fun k => alpha / (2 * smax) * A k)
    (fun k => alpha / (2 * smin) * (L ^ 2 * (b ^ 2 * (alpha ^ 2 * Q2) + norm2 (vsub (x k) (read
      k))))
      + L / 2 * M k) fstar K) as T.
  cbv beta in T. rewrite rsum_scal in T.
  assert (fstar <= mean_value f (z K) + C * spread K) as Hend.
  { pose proof (mean_value_ge He fstar (z K) Hmin).
    pose proof (Rmult_le_pos _ _ HC (proj1 (spread_range K (le_n K)))). lra. }
  specialize (T Hend (fun k Hk => nonconvex_step Q2 k HQ HQ2 Hk)).
  rewrite rsum_plus, !rsum_scal, rsum_plus, rsum_const in T.
  assert (mean_value f (z 0%nat) = f x0) as E0.
  { unfold z. cbn [lookahead]. unfold mean_value. rewrite (Ex_ext _ (fun _ => f x0));
      [apply Ex_const|]. intros w. f_equal. apply (amsgrad_start _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hrun).
        }
  rewrite E0 in T.
  pose proof (Rmult_le_compat_l C _ _ HC (proj2 (spread_range 0%nat ltac:(lia)))) as HS0.
  assert (rsum K M <= INR K * (alpha ^ 2 * Z)) as HM.
  { apply Rmult_le_reg_l with (/ INR K); [now apply Rinv_0_lt_compat|].
    rewrite <- Rmult_assoc, Rinv_l, Rmult_1_l by lra. exact HZ. }
  assert (alpha / (2 * smax) * rsum K A <= f x0 - fstar + C * (INR d / smin)
    + (alpha / (2 * smin) * (L ^ 2 * (INR K * (b ^ 2 * (alpha ^ 2 * Q2)) + INR K * (alpha ^ 2 * Q2
      * d2)))
       + L / 2 * (INR K * (alpha ^ 2 * Z)))) as F.
  { apply Rle_trans with (1 := T).
    assert (0 <= alpha / (2 * smin) * L ^ 2)
      by (apply Rmult_le_pos; [apply Rdiv_nonneg; lra|apply pow2_ge_0]).
    pose proof (Rmult_le_compat_l (alpha / (2 * smin) * L ^ 2) _ _ ltac:(assumption) Hst).
    pose proof (Rmult_le_compat_l (L / 2) _ _ ltac:(lra) HM). lra. }
  apply Rmult_le_reg_l with (alpha / (2 * smax) * INR K);
    [apply Rmult_lt_0_compat; [apply Rdiv_pos; lra|assumption]|].
  replace (alpha / (2 * smax) * INR K * (/ INR K * rsum K A)) with (alpha / (2 * smax) * rsum K A)
    by (field; lra).
  apply Rle_trans with (1 := F). right. unfold apam_nc_bound, C, b. field. lra.
Qed.

(** Z = Q2 ((1 + b1)/(1 - b1))^2 will always do. *)
Lemma lookahead_steps Q2 : 0 <= Q2 -> steps_at_most K alpha Q2 x -> (1 <= K)%nat ->
  / INR K * rsum K (fun k => Ex (fun w => norm2 (vsub (z (S k) w) (z k w))))
  <= alpha ^ 2 * (Q2 * ((1 + b1) / (1 - b1)) ^ 2).
Proof.
  intros HQ HQ2 HK. pose proof (INR_pos K HK). pose proof b_nonneg as Hb.
  assert (0 <= alpha ^ 2 * Q2) as Ha by (apply Rmult_le_pos; [apply pow2_ge_0|assumption]).
  set (a := sqrt (alpha ^ 2 * Q2)).
  assert (forall k, (k < K)%nat -> norm (vsub (x (S k)) (x k)) <= a) as Hn.
  { intros k Hk. apply norm_le_iff; [apply sqrt_pos|]. unfold a. rewrite pow2_sqrt by assumption.
    now apply HQ2. }
  apply Rmult_le_reg_l with (INR K); [assumption|].
  rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. apply rsum_le_const; intros k Hk.
  change (norm2 (vsub (z (S k)) (z k)) <= alpha ^ 2 * (Q2 * ((1 + b1) / (1 - b1)) ^ 2)).
  replace (alpha ^ 2 * (Q2 * ((1 + b1) / (1 - b1)) ^ 2)) with (((1 + b + b) * a) ^ 2).
  - apply norm_le_iff; [apply Rmult_le_pos; [lra|apply sqrt_pos]|]. specialize (Hn k Hk) as H1.
    assert (norm (vsub (z (S k)) (z k)) <= (1 + b) * a + b * (match k with O => 0 | S _ => a end))
      as H2.
    { unfold z, lookahead. destruct k as [|k].
      - rewrite (norm_same _ (vscal (1 + b) (vsub (x 1%nat) (x 0%nat)))).
        + rewrite norm_scal, Rabs_pos_eq by lra. pose proof (Rmult_le_compat_l (1 + b) _ _
          ltac:(lra) H1).
          lra.
        + intros y. rewrite !inner_subr, inner_addr, !inner_scalr, !inner_subr. ring.
      - specialize (Hn k ltac:(lia)) as Hprev.
        rewrite (norm_same _ (vsub (vscal (1 + b) (vsub (x (S (S k))) (x (S k))))
                                   (vscal b (vsub (x (S k)) (x k))))).
        + apply Rle_trans with (1 := norm_sub _ _). rewrite !norm_scal, !Rabs_pos_eq by lra.
          apply Rplus_le_compat; apply Rmult_le_compat_l; lra.
        + intros y. rewrite !inner_subr, !inner_addr, !inner_scalr, !inner_subr. ring. }
    apply Rle_trans with (1 := H2). pose proof (sqrt_pos (alpha ^ 2 * Q2)) as H3. fold a in H3.
    assert (b * (match k with O => 0 | S _ => a end) <= b * a)
      by (apply Rmult_le_compat_l; [assumption|]; destruct k; lra). lra.
  - unfold a. rewrite Rpow_mult_distr, pow2_sqrt by assumption. unfold b. field. lra.
Qed.

(** With nothing left to measure: Q2 = d C_m^2. *)
Theorem apam_nc_default :
  let Q2 := INR d * C_m_bound b1 b2 ^ 2 in
  let Z := Q2 * ((1 + b1) / (1 - b1)) ^ 2 in
  C_m_valid b1 b2 ->
  apam_nc_valid (f x0 - fstar) L Ginf d smin smax b1 alpha K Z Q2 (mean_squared_delay K delay) ->
  / INR K * rsum K (fun k => Ex (fun w => norm2 (df (x k w))))
  <= apam_nc_bound (f x0 - fstar) L Ginf d smin smax b1 alpha K Z Q2 (mean_squared_delay K delay).
Proof.
  intros Q2 Z (_ & _ & Hb20 & Hb21 & Hr) Hvalid.
  pose proof Hvalid as (_ & _ & _ & _ & _ & _ & _ & _ & _ & HK & _ & HQ & _).
  pose proof (run_steps Hscale Hb1 Hb2 Halpha Hrun (fun _ => identity_projection)
    (fun _ => eq_refl) (conj Hb20 Hb21) Hr) as HQ2. fold Q2 in HQ2.
  apply apam_nc; try assumption. now apply lookahead_steps.
Qed.
End Nonconvex.

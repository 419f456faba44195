(* SPDX-License-Identifier: Apache-2.0 *)
(* Asynchronous AMSGrad, convex, on a box or without one (C1): the pathwise regret in expectation.
  *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner Coordinates Smooth Random Formulary Bounds Moments Regret
  Amsgrad.
Local Open Scope R_scope.

(** What is asked beyond the run: iterates within D of z in every entry; E|g|_1 <= G1; S1 bounds the
    mean of the summed final scales; samples independent of the model they are applied to. *)
Record amsgrad_convex {d : nat} {P : probability} {H : L2 (coordinates d) P}
    {f : coordinates d -> R} {df : coordinates d -> coordinates d} (He : evaluable H f df) (K : nat)
    (D S1 G1 : R) (z : coordinates d) (scale : R -> R) (x read g : nat -> rvec H)
    (h : nat -> P -> nat -> R) : Prop := AmsgradConvex {
  cvx_diameter : forall k w i, (k < K)%nat -> (i < d)%nat -> Rabs (x k w i - z i) <= D;
  cvx_measurable : forall k, (k < K)%nat -> integrable (fun w => norm1 d (g k w));
  cvx_size : forall k, (k < K)%nat -> Ex (fun w => norm1 d (g k w)) <= G1;
  cvx_scale_measurable : integrable (fun w => rsum d (fun i => scale (h K w i)));
  cvx_scale : Ex (fun w => rsum d (fun i => scale (h K w i))) <= S1;
  cvx_unbiased : forall k, (k < K)%nat -> exists Known : rvec H -> Prop,
    Known (vsub (x k) (rconst H z)) /\ unbiased Known (g k) (gradient He (read k)) }.

Section Convex.
Context {d : nat} {P : probability} {H : L2 (coordinates d) P}.
Context {f : coordinates d -> R} {df : coordinates d -> coordinates d} {L : R}.
Context (Hf : smooth f df L) (Hc : convex f df) (He : evaluable H f df).
Context {K : nat} {b1 b2 alpha : R} {scale : R -> R} {proj : nat -> R -> R} {delay : nat -> nat}.
Context {x0 : coordinates d} {x read g : nat -> rvec H} {m v h : nat -> P -> nat -> R}.
Context {D S1 G1 : R} {z : coordinates d}.
Hypothesis Hscale : scale_function scale.
Hypothesis Hproj : forall i, projection (proj i).
Hypothesis Hx0 : forall i, proj i (x0 i) = x0 i.
Hypothesis Hz : forall i, proj i (z i) = z i.
Hypothesis Hb1 : 0 <= b1 < 1.
Hypothesis Hb2 : 0 < b2 < 1.
Hypothesis Hr : b1 ^ 2 < b2.
Hypothesis Halpha : 0 < alpha.
Hypothesis HK : (1 <= K)%nat.
Hypothesis HD0 : 0 <= D.
Hypothesis HG1 : 0 <= G1.
Hypothesis Hrun : amsgrad_run K b1 b2 alpha scale proj delay x0 x read g m v h.
Hypothesis Hcvx : amsgrad_convex He K D S1 G1 z scale x read g h.

Let b := b1 / (1 - b1).
Let C := C_m_bound b1 b2.
Let Hmom w i := amsgrad_moments _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hrun w i.
Let Hb2' : 0 <= b2 <= 1 := conj (Rlt_le _ _ (proj1 Hb2)) (Rlt_le _ _ (proj2 Hb2)).

(** An integrable bound on |m|_1. *)
Fixpoint moment_size (k : nat) (w : P) : R :=
  match k with O => 0 | S j => b1 * moment_size j w + (1 - b1) * norm1 d (g j w) end.

Lemma moment_size_integrable k : (k <= K)%nat -> integrable (moment_size k).
Proof.
  induction k as [|k IH]; intros Hk; cbn; [apply int_const|].
  apply int_plus; apply int_scal; [apply IH; lia|].
  apply (cvx_measurable _ _ _ _ _ _ _ _ _ _ _ Hcvx). lia.
Qed.

Lemma moment_size_mean k : (k <= K)%nat -> Ex (moment_size k) <= G1.
Proof.
  induction k as [|k IH]; intros Hk; cbn.
  - rewrite Ex_const. exact HG1.
  - pose proof (cvx_measurable _ _ _ _ _ _ _ _ _ _ _ Hcvx k ltac:(lia)) as I.
    pose proof (moment_size_integrable k ltac:(lia)) as J.
    rewrite Ex_plus, !Ex_scal by auto using int_scal. specialize (IH ltac:(lia)).
    pose proof (cvx_size _ _ _ _ _ _ _ _ _ _ _ Hcvx k ltac:(lia)) as S.
    apply (Rmult_le_compat_l b1) in IH; [|lra].
    apply (Rmult_le_compat_l (1 - b1)) in S; [|lra]. lra.
Qed.

Lemma norm1_nonneg (u : nat -> R) : 0 <= norm1 d u.
Proof. apply rsum_nonneg. intros. apply Rabs_pos. Qed.

Lemma moment_size_nonneg k w : 0 <= moment_size k w.
Proof.
  induction k as [|k IH]; cbn; [lra|].
  apply Rplus_le_le_0_compat; apply Rmult_le_pos; try lra. apply norm1_nonneg.
Qed.

Lemma moment_size_large k w : (k <= K)%nat -> norm1 d (m k w) <= moment_size k w.
Proof.
  induction k as [|k IH]; intros Hk; cbn.
  - right. apply rsum_zero. intros i _.
    destruct (moments_start _ _ _ _ _ _ _ (Hmom w i)) as (Em & _). cbv beta in Em.
    now rewrite Em, Rabs_R0.
  - specialize (IH ltac:(lia)).
    apply Rle_trans with (rsum d (fun i => b1 * Rabs (m k w i) + (1 - b1) * Rabs (g k w i))).
    + apply rsum_le; intros i _.
      pose proof (moments_first _ _ _ _ _ _ _ (Hmom w i) k ltac:(lia)) as Em. cbv beta in Em.
      rewrite Em. apply Rle_trans with (1 := Rabs_triang _ _).
      rewrite !Rabs_mult, (Rabs_pos_eq b1), (Rabs_pos_eq (1 - b1)) by lra. lra.
    + rewrite rsum_plus, !rsum_scal. apply Rplus_le_compat_r, Rmult_le_compat_l; [lra|exact IH].
Qed.

(** The scale is 0 only where nothing has happened. *)
Lemma moment_zero k w i : (k <= K)%nat -> scale (h k w i) = 0 -> m k w i = 0.
Proof.
  intros Hk E. pose proof (run_ratio Hscale Hb1 Hb2' Hrun k w i Hb2 Hr Hk) as R1.
  rewrite E, Rmult_0_r in R1. pose proof (Rabs_pos (m k w i)).
  destruct (Req_dec (m k w i) 0) as [|N]; [assumption|]. apply Rabs_pos_lt in N. lra.
Qed.

Lemma C_nonneg : 0 <= C.
Proof.
  unfold C, C_m_bound. apply Rmult_le_pos; [lra|]. apply Rlt_le, Rinv_0_lt_compat, sqrt_lt_R0.
  apply Rmult_lt_0_compat; [lra|]. pose proof (r_range Hb2 Hr). lra.
Qed.

Lemma step_size k w : (k <= K)%nat ->
  rsum d (fun i => m k w i ^ 2 / scale (h k w i)) <= C * moment_size k w.
Proof.
  intros Hk. apply Rle_trans with (C * norm1 d (m k w)).
  - unfold norm1. rewrite <- rsum_scal. apply rsum_le; intros i _.
    pose proof (run_scale_nonneg Hscale Hb2' Hrun k w i Hk) as R2.
    destruct (Rle_lt_or_eq_dec _ _ R2) as [R3|R3].
    + pose proof (run_ratio Hscale Hb1 Hb2' Hrun k w i Hb2 Hr Hk) as R1. fold C in R1.
      apply Rmult_le_reg_r with (scale (h k w i)); [assumption|].
      replace (m k w i ^ 2 / scale (h k w i) * scale (h k w i)) with (m k w i ^ 2) by (field; lra).
      rewrite <- pow2_abs. pose proof (Rabs_pos (m k w i)).
      replace (Rabs (m k w i) ^ 2) with (Rabs (m k w i) * Rabs (m k w i)) by ring.
      replace (C * Rabs (m k w i) * scale (h k w i))
        with (Rabs (m k w i) * (C * scale (h k w i))) by ring.
      now apply Rmult_le_compat_l.
    + rewrite (moment_zero k w i Hk (eq_sym R3)), Rabs_R0. unfold Rdiv.
      rewrite pow_i by lia. lra.
  - apply Rmult_le_compat_l; [apply C_nonneg|]. now apply moment_size_large.
Qed.

(** The regret of one path, in integrable terms. *)
Lemma path_regret w :
  rsum K (fun k => inner (vsub (x k w) z) (g k w))
  <= D ^ 2 / (2 * alpha) * rsum d (fun i => scale (h K w i))
     + alpha * C * (/ 2 + b) * rsum K (fun k => moment_size (S k) w)
     + b * D * moment_size K w.
Proof.
  destruct K as [|n] eqn:EK; [lia|]. rewrite <- EK in *.
  assert (0 <= b) as Hb by (unfold b; apply Rdiv_nonneg; lra).
  pose proof (regret d n proj b1 alpha D z (fun k => g k w) (fun k => m k w) (fun k => x k w)
    (fun k i => scale (h (S k) w i)) (fun i _ => Hproj i) Hb1 Halpha) as C0.
  assert (rsum K (fun k => inner (vsub (x k w) z) (g k w))
    = rsum (S n) (fun k => rsum d (fun i => (x k w i - z i) * g k w i))) as ->.
  { rewrite EK. apply rsum_ext; intros k _. cbn [inner coordinates]. apply rsum_ext; intros i _.
    now rewrite coordinates_sub. }
  eapply Rle_trans; [apply C0|]; cbv beta.
  - intros i. now destruct (moments_start _ _ _ _ _ _ _ (Hmom w i)).
  - intros k i Hk. apply (moments_first _ _ _ _ _ _ _ (Hmom w i)). lia.
  - intros k i Hk. apply (run_scale_nonneg Hscale Hb2' Hrun). lia.
  - intros k i Hk. apply (run_scale_monotone Hscale Hb2' Hrun). lia.
  - intros k i Hk. apply moment_zero. lia.
  - intros k i Hk. apply (amsgrad_update _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hrun). lia.
  - intros i _. rewrite (amsgrad_start _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hrun). apply Hx0.
  - intros i _. apply Hz.
  - intros k i Hk Hi. apply (cvx_diameter _ _ _ _ _ _ _ _ _ _ _ Hcvx); [lia|assumption].
  - fold b. rewrite <- EK. set (s := fun k => rsum d (fun i => m (S k) w i ^ 2 / scale (h (S k) w
    i))).
    set (N := fun k => moment_size (S k) w).
    assert (forall k, (k < K)%nat -> s k <= C * N k) as Hs by (intros k Hk; apply step_size; lia).
    assert (rsum K s <= C * rsum K N) as HS1
      by (rewrite <- rsum_scal; apply rsum_le; intros k Hk; now apply Hs).
    assert (rsum n s <= C * rsum K N) as HS2.
    { apply Rle_trans with (C * rsum n N).
      - rewrite <- rsum_scal. apply rsum_le; intros k Hk. apply Hs. lia.
      - apply Rmult_le_compat_l; [apply C_nonneg|]. rewrite EK. cbn [rsum].
        pose proof (moment_size_nonneg (S n) w). unfold N at 3. lra. }
    pose proof (moment_size_large K w (le_n K)) as HmK. unfold norm1 in HmK.
    apply (Rmult_le_compat_l (alpha / 2)) in HS1; [|lra].
    apply (Rmult_le_compat_l (alpha * b)) in HS2; [|apply Rmult_le_pos; lra].
    apply (Rmult_le_compat_l (b * D)) in HmK; [|apply Rmult_le_pos; lra]. lra.
Qed.

(** The error of the average iterate. *)
Theorem amsgrad_convex_error Q2 : 0 <= Q2 -> steps_at_most K alpha Q2 x ->
  Ex (fun w => f (vmean K (fun k => x k w))) - f z
  <= D ^ 2 * S1 / (2 * alpha * INR K) + alpha * C * G1 * (1 + b1) / (2 * (1 - b1))
     + b * D * G1 / INR K + L / 2 * Q2 * alpha ^ 2 * mean_squared_delay K delay.
Proof.
  intros HQ HQ2. pose proof (INR_pos K HK) as HKp.
  pose proof (smooth_pos _ _ _ Hf) as HL.
  assert (0 <= b) as Hb by (unfold b; apply Rdiv_nonneg; lra).
  set (u := fun k => vsub (x k) (rconst H z)).
  (* the regret in expectation *)
  assert (rsum K (fun k => inner (u k) (g k)) <= D ^ 2 / (2 * alpha) * S1
    + alpha * C * (/ 2 + b) * (INR K * G1) + b * D * G1) as H1.
  { pose proof (cvx_scale_measurable _ _ _ _ _ _ _ _ _ _ _ Hcvx) as I1.
    assert (integrable (fun w => rsum K (fun k => moment_size (S k) w))) as I2
      by (apply int_rsum; intros k Hk; now apply moment_size_integrable).
    pose proof (moment_size_integrable K (le_n K)) as I3.
    change (rsum K (fun k => Ex (fun w => inner (vsub (x k w) z) (g k w)))
      <= D ^ 2 / (2 * alpha) * S1 + alpha * C * (/ 2 + b) * (INR K * G1) + b * D * G1).
    rewrite <- Ex_rsum by (intros k _; exact (rvec_dot H (u k) (g k))).
    apply Rle_trans with (Ex (fun w => D ^ 2 / (2 * alpha) * rsum d (fun i => scale (h K w i))
      + alpha * C * (/ 2 + b) * rsum K (fun k => moment_size (S k) w) + b * D * moment_size K w)).
    - apply Ex_le; [|auto 8 using int_plus, int_scal|intros w; apply path_regret].
      apply int_rsum. intros k _. exact (rvec_dot H (u k) (g k)).
    - rewrite !Ex_plus, !Ex_scal, (Ex_rsum K (fun k => moment_size (S k))); auto using int_plus,
      int_scal;
        [|intros k Hk; now apply moment_size_integrable].
      assert (0 < / (2 * alpha)) by (apply Rinv_0_lt_compat; lra).
      assert (0 <= D ^ 2 / (2 * alpha)) by (apply Rdiv_nonneg; [apply pow2_ge_0|lra]).
      apply Rplus_le_compat; [apply Rplus_le_compat|]; apply Rmult_le_compat_l; try assumption.
      + apply (cvx_scale _ _ _ _ _ _ _ _ _ _ _ Hcvx).
      + apply Rmult_le_pos; [apply Rmult_le_pos; [lra|apply C_nonneg]|lra].
      + apply rsum_le_const. intros k Hk. now apply moment_size_mean.
      + now apply Rmult_le_pos.
      + now apply moment_size_mean. }
  (* from regret to error *)
  assert (forall k, (k < K)%nat -> mean_value f (x k) - f z - L / 2 * norm2 (vsub (x k) (read k))
    <= inner (u k) (g k)) as H2.
  { intros k Hk. destruct (cvx_unbiased _ _ _ _ _ _ _ _ _ _ _ Hcvx k Hk) as (Known & Ku & Hu).
    change (inner (u k) (g k)) with (Ex (fun w => inner (u k w) (g k w))).
    rewrite (Hu (u k) Ku). change (Ex (fun w => inner (u k w) (gradient He (read k) w)))
      with (inner (u k) (gradient He (read k))).
    rewrite <- (mean_value_const (H := H) (f := f) z). unfold u.
    apply (convex_view_any _ _ _ (smooth_lift He L Hf) (convex_lift He Hc)). }
  pose proof (mean_staleness Hrun Q2 HQ HQ2 HK) as H3.
  assert (rsum K (fun k => mean_value f (x k)) - INR K * f z
    <= rsum K (fun k => inner (u k) (g k)) + L / 2 * rsum K (fun k => norm2 (vsub (x k) (read k))))
      as H4.
  { rewrite <- rsum_const, <- rsum_minus, <- rsum_scal, <- rsum_plus. apply rsum_le; intros k Hk.
    specialize (H2 k Hk). lra. }
  apply (Rmult_le_compat_l (L / 2)) in H3; [|lra].
  assert (mean_value f (vmean K x) <= / INR K * rsum K (fun k => mean_value f (x k))) as H5.
  { pose proof (convex_mean (mean_value f) (gradient He) K (fun _ => 1) x (vmean K x) (INR K)
      (convex_lift He Hc) (fun _ _ => Rle_0_1)) as J. rewrite rsum_const, Rmult_1_r in J.
    specialize (J eq_refl HKp). rewrite (rsum_ext K _ (fun k => mean_value f (x k))) in J
      by (intros; ring). apply J. intros y. rewrite inner_meanr. f_equal. apply rsum_ext. intros;
        ring. }
  assert (Ex (fun w => f (vmean K (fun k => x k w))) = mean_value f (vmean K x)) as ->.
  { apply Ex_ext. intros w. f_equal. unfold vmean. cbn [vscal rspace at_ rscal].
    now rewrite <- (rsum_at H K x w). }
  apply Rmult_le_reg_l with (INR K); [assumption|].
  apply (Rmult_le_compat_l (INR K)) in H5; [|lra].
  rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l in H5 by lra.
  replace (INR K * (D ^ 2 * S1 / (2 * alpha * INR K) + alpha * C * G1 * (1 + b1) / (2 * (1 - b1))
     + b * D * G1 / INR K + L / 2 * Q2 * alpha ^ 2 * mean_squared_delay K delay))
    with (D ^ 2 / (2 * alpha) * S1 + alpha * C * (/ 2 + b) * (INR K * G1) + b * D * G1
      + L / 2 * (INR K * (alpha ^ 2 * Q2 * mean_squared_delay K delay)))
    by (unfold b; field; lra).
  lra.
Qed.
End Convex.

(** The same as the calculator states it. *)
Theorem apam_cvx {d : nat} {P : probability} {H : L2 (coordinates d) P}
    {f : coordinates d -> R} {df : coordinates d -> coordinates d} {L : R}
    (Hf : smooth f df L) (Hc : convex f df) (He : evaluable H f df) {K : nat} {b1 b2 alpha : R}
    {scale proj delay} {x0 : coordinates d} {x read g : nat -> rvec H} {m v h} {D S1 G1 Q2 : R}
    {z : coordinates d} :
  scale_function scale -> (forall i, projection (proj i)) ->
  (forall i, proj i (x0 i) = x0 i) -> (forall i, proj i (z i) = z i) ->
  amsgrad_run K b1 b2 alpha scale proj delay x0 x read g m v h ->
  amsgrad_convex He K D S1 G1 z scale x read g h -> steps_at_most K alpha Q2 x ->
  apam_cvx_valid D S1 alpha K b1 b2 G1 L Q2 (mean_squared_delay K delay) ->
  Ex (fun w => f (vmean K (fun k => x k w))) - f z
  <= apam_cvx_bound D S1 alpha K b1 b2 G1 L Q2 (mean_squared_delay K delay).
Proof.
  intros Hscale Hproj Hx0 Hz Hrun Hcvx HQ2
    (HD & _ & Ha & HK & Hb10 & Hb11 & Hb20 & Hb21 & Hr & HG & _ & HQ & _).
  assert (apam_cvx_bound D S1 alpha K b1 b2 G1 L Q2 (mean_squared_delay K delay)
    = D ^ 2 * S1 / (2 * alpha * INR K) + alpha * C_m_bound b1 b2 * G1 * (1 + b1) / (2 * (1 - b1))
     + b1 / (1 - b1) * D * G1 / INR K + L / 2 * Q2 * alpha ^ 2 * mean_squared_delay K delay) as ->
    by (unfold apam_cvx_bound, C_m_bound; ring).
  exact (amsgrad_convex_error Hf Hc He Hscale Hproj Hx0 Hz (conj Hb10 Hb11) (conj Hb20 Hb21) Hr Ha
    HK
    HD HG Hrun Hcvx Q2 HQ HQ2).
Qed.

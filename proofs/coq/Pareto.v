(* SPDX-License-Identifier: Apache-2.0 *)
(* Order statistics of Pareto times: P(X > t) = (xm / t)^alpha from xm on. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From Staleproof Require Import Base Formulary Survival.
Local Open Scope R_scope.

Section Pareto.
Variables alpha xm : R.
Hypothesis Halpha : 0 < alpha.
Hypothesis Hxm : 0 < xm.

Definition pareto_cdf (t : R) : R := if Rlt_dec t xm then 0 else 1 - Rpower (xm / t) alpha.
Let u (t : R) : R := 1 - Rpower (xm / t) alpha.

Lemma u_derive t : 0 < t -> is_derive u t (alpha / t * (1 - u t)).
Proof.
  intros Ht. unfold u, Rpower. evar_last.
  - auto_derive; [|reflexivity]. repeat split; [lra|]. apply Rmult_lt_0_compat; [exact Hxm|].
    now apply Rinv_0_lt_compat.
  - in_R. change (xm * / t) with (xm / t). field. lra.
Qed.

Lemma u_xm : u xm = 0.
Proof.
  unfold u. replace (xm / xm) with 1 by (field; lra).
  unfold Rpower. rewrite ln_1, Rmult_0_r, exp_0. ring.
Qed.

Lemma fewer_small K P x : 0 <= x <= 1 ->
  0 <= fewer (S K) P x <= 2 ^ P * (1 - x) ^ (P - K).
Proof.
  intros Hx.
  assert (forall k p, 0 <= fewer k p x) as H0.
  { intros k p; revert k; induction p as [|p IH]; intros [|k]; cbn [fewer]; try lra.
    pose proof (IH (S k)). pose proof (IH k). nra. }
  split; [apply H0|]. revert K; induction P as [|P IH]; intros K; [cbn; lra|].
  rewrite fewer_SS.
  assert (0 <= 2 ^ P) by (apply pow_le; lra).
  assert (forall n, 0 <= (1 - x) ^ n <= 1) as Hp.
  { intros n. split; [apply pow_le; lra|apply pow_le_1; lra]. }
  assert (fewer K P x <= 2 ^ P * (1 - x) ^ (S P - K)) as H2.
  { destruct K as [|K]; [rewrite fewer_0; apply Rmult_le_pos; [assumption|apply Hp]|apply IH]. }
  specialize (IH K). pose proof (Hp (S P - K)%nat). cbn [pow].
  destruct (le_lt_dec K P) as [HK|HK].
  - replace (S P - K)%nat with (S (P - K)) in * by lia. cbn [pow] in *.
    pose proof (Hp (P - K)%nat).
    assert ((1 - x) * fewer (S K) P x <= (1 - x) * (2 ^ P * (1 - x) ^ (P - K)))
      by (apply Rmult_le_compat_l; lra).
    assert (x * fewer K P x <= 1 * (2 ^ P * ((1 - x) * (1 - x) ^ (P - K)))).
    { apply Rmult_le_compat; try lra. apply H0. }
    lra.
  - replace (P - K)%nat with 0%nat in * by lia. replace (S P - K)%nat with 0%nat in * by lia.
    cbn [pow] in *. pose proof (H0 (S K) P). pose proof (H0 K P). nra.
Qed.

(** With y = ln (t / xm): 1 - u = exp (- alpha y) and t = xm exp y. *)
Lemma u_exp t : 0 < t -> 1 - u t = exp (- (alpha * ln (t / xm))).
Proof.
  intros Ht. unfold u, Rpower. replace (xm / t) with (/ (t / xm)) by (field; lra).
  rewrite ln_Rinv by now apply Rdiv_lt_0_compat. replace (alpha * - ln (t / xm))
    with (- (alpha * ln (t / xm))) by ring. ring.
Qed.

Lemma ln_ratio_nonneg t : xm <= t -> 0 <= ln (t / xm).
Proof.
  intros Ht. rewrite <- ln_1. apply ln_le; [lra|]. apply Rle_div; lra.
Qed.

Lemma u_range t : xm <= t -> 0 <= u t <= 1.
Proof.
  intros Ht. pose proof (u_exp t ltac:(lra)) as E. pose proof (ln_ratio_nonneg t Ht) as Hl.
  pose proof (exp_pos (- (alpha * ln (t / xm)))). split; [|lra].
  assert (0 <= alpha * ln (t / xm)) as Hn by (apply Rmult_le_pos; lra).
  destruct (Rle_lt_or_eq_dec _ _ Hn) as [H1|H1].
  - pose proof (exp_increasing (- (alpha * ln (t / xm))) 0 ltac:(lra)) as H2.
    rewrite exp_0 in H2. lra.
  - rewrite <- H1, Ropp_0, exp_0 in E. lra.
Qed.

Definition tail (K P : nat) (t : R) : R := fewer K P (u t).

Lemma exp_pow x n : exp x ^ n = exp (INR n * x).
Proof.
  induction n as [|n IH]; [cbn; now rewrite Rmult_0_l, exp_0|].
  cbn [pow]. rewrite IH, <- exp_plus, S_INR. f_equal. ring.
Qed.

Lemma scaled_tail_lim K P : (K < P)%nat -> 1 < alpha * (INR P - INR K) ->
  is_lim (fun t => t * tail (S K) P t) p_infty 0.
Proof.
  intros HK Hmean. set (e := alpha * (INR P - INR K) - 1) in *.
  apply (is_lim_le_le_loc (fun _ => 0) (fun t => 2 ^ P * xm * exp (- e * ln (t / xm)))).
  - exists xm. intros t Ht. assert (0 < t) by lra.
    destruct (fewer_small K P (u t) (u_range t ltac:(lra))) as [H0 H1]. unfold tail.
    split; [apply Rmult_le_pos; lra|].
    apply Rle_trans with (t * (2 ^ P * (1 - u t) ^ (P - K))); [apply Rmult_le_compat_l; lra|].
    right. rewrite u_exp, exp_pow, minus_INR by (try lia; lra).
    replace t with (xm * exp (ln (t / xm))) at 1
      by (rewrite exp_ln by (apply Rdiv_lt_0_compat; lra); field; lra).
    replace (xm * exp (ln (t / xm)) * (2 ^ P * exp ((INR P - INR K) * - (alpha * ln (t / xm)))))
      with (2 ^ P * xm * (exp (ln (t / xm)) * exp ((INR P - INR K) * - (alpha * ln (t / xm)))))
      by ring.
    rewrite <- exp_plus. do 2 f_equal. unfold e. ring.
  - apply is_lim_const.
  - replace (Finite 0) with (Rbar_mult (2 ^ P * xm) 0) by (cbn; f_equal; ring).
    apply is_lim_scal_l.
    apply (is_lim_comp exp (fun t => - e * ln (t / xm)) p_infty 0 m_infty).
    + apply is_lim_exp_m.
    + replace m_infty with (Rbar_mult (- e) p_infty).
      * apply is_lim_scal_l. apply (is_lim_comp ln (fun t => t / xm) p_infty p_infty p_infty).
        -- apply is_lim_ln_p.
        -- replace p_infty with (Rbar_mult p_infty (/ xm)) at 2.
           ++ apply is_lim_scal_r, is_lim_id.
           ++ pose proof (Rinv_0_lt_compat _ Hxm). cbn. destruct (Rle_dec 0 (/ xm)) as [H0|H0];
                [|lra]. destruct (Rle_lt_or_eq_dec 0 (/ xm) H0); [reflexivity|lra].
        -- exists 0. intros y _ E. discriminate E.
      * unfold e. cbn. destruct (Rle_dec 0 (- (alpha * (INR P - INR K) - 1)));
          [exfalso; lra|reflexivity].
    + exists 0. intros y _ E. discriminate E.
Qed.

(** A primitive of P(X_(K:P) > t), by integration by parts: with a = alpha (P - K),
    (1 - a) tail_(K+1) = (t tail_(K+1))' - a tail_K. *)
Fixpoint area (K P : nat) (t : R) : R :=
  match K with
  | O => 0
  | S k =>
    let a := alpha * (INR P - INR k) in
    (t * tail (S k) P t - a * area k P t) / (1 - a)
  end.

Lemma area_derive K P t : (K <= P)%nat -> 0 < t ->
  (forall k, (k < K)%nat -> 1 < alpha * (INR P - INR k)) ->
  is_derive (area K P) t (tail K P t).
Proof.
  intros HK Ht. induction K as [|K IH]; intros Ha.
  - unfold tail. rewrite fewer_0. apply (is_derive_const (V := R_NormedModule) 0).
  - specialize (IH ltac:(lia) ltac:(intros; apply Ha; lia)). specialize (Ha K ltac:(lia)).
    set (a := alpha * (INR P - INR K)) in *.
    apply (is_derive_ext (fun s => / (1 - a) * (s * tail (S K) P s - a * area K P s))).
    { intros s. in_R. cbn [area]. fold a. unfold Rdiv. ring. }
    evar_last.
    + apply is_derive_scal.
      apply (is_derive_minus (V := R_NormedModule) (fun s => s * tail (S K) P s)).
      * apply (is_derive_mult (fun s : R => s)); [apply is_derive_id|
          apply (fewer_hazard K P u (alpha / t) t); [lia|now apply u_derive]|].
        intros; apply Rmult_comm.
      * apply is_derive_scal. exact IH.
    + unfold minus, plus, opp, mult, one; in_R; cbn -[fewer exactly].
      unfold tail, exactly. unfold a in *. field. lra.
Qed.

Lemma area_lim K P : (K <= P)%nat ->
  (forall k, (k < K)%nat -> 1 < alpha * (INR P - INR k)) ->
  is_lim (area K P) p_infty 0.
Proof.
  intros HK Ha. induction K as [|K IH]; [exact (is_lim_const 0 p_infty)|].
  specialize (IH ltac:(lia) ltac:(intros; apply Ha; lia)).
  specialize (Ha K ltac:(lia)). set (a := alpha * (INR P - INR K)) in *.
  apply (is_lim_ext (fun s => / (1 - a) * (s * tail (S K) P s - a * area K P s))).
  { intros s. cbn [area]. fold a. unfold Rdiv. ring. }
  replace (Finite 0) with (Finite (/ (1 - a) * (0 - a * 0))) by (f_equal; ring).
  apply (is_lim_scal_l (fun s => s * tail (S K) P s - a * area K P s) (/ (1 - a)) p_infty
           (0 - a * 0)).
  apply is_lim_minus'; [apply scaled_tail_lim; [lia|exact Ha]|].
  apply (is_lim_scal_l (area K P) a p_infty 0), IH.
Qed.

Lemma area_xm K P : (K <= P)%nat ->
  (forall k, (k < K)%nat -> 1 < alpha * (INR P - INR k)) ->
  xm - area K P xm
  = xm * rprod K (fun i => (INR P - INR i) * alpha / ((INR P - INR i) * alpha - 1)).
Proof.
  intros HK Ha. induction K as [|K IH]; [cbn; ring|].
  specialize (IH ltac:(lia) ltac:(intros; apply Ha; lia)). specialize (Ha K ltac:(lia)).
  cbn [rprod]. rewrite <- Rmult_assoc, <- IH. cbn [area]. unfold tail. rewrite u_xm, fewer_at_0.
  field. lra.
Qed.

Lemma tail_continuous K P t : 0 < t -> continuous (tail K P) t.
Proof.
  intros Ht. apply (continuous_comp u (fewer K P)); [|apply fewer_continuous].
  apply (ex_derive_continuous (V := R_NormedModule)). eexists. now apply u_derive.
Qed.

Theorem pareto_order_statistic K P : (1 <= K <= P)%nat ->
  1 < alpha * (INR P - INR K + 1) ->
  mean_of_survival (fun t => fewer K P (pareto_cdf t))
    (xm * rprod K (fun i => (INR P - INR i) * alpha / ((INR P - INR i) * alpha - 1))).
Proof.
  intros [HK1 HK] Hmean.
  assert (forall k, (k < K)%nat -> 1 < alpha * (INR P - INR k)) as Ha.
  { intros k Hk. apply Rlt_le_trans with (1 := Hmean). apply Rmult_le_compat_l; [lra|].
    apply le_INR in Hk. rewrite S_INR in Hk. lra. }
  rewrite <- (area_xm K P HK Ha). destruct K as [|K]; [lia|].
  apply (is_lim_ext_loc (fun T => xm + (area (S K) P T - area (S K) P xm))).
  - exists xm. intros T HT. symmetry. apply is_RInt_unique.
    apply (is_RInt_Chasles (V := R_NormedModule) _ 0 xm T xm).
    + apply (is_RInt_ext (fun _ => 1)).
      * rewrite Rmin_left, Rmax_right by lra. intros t Ht. unfold pareto_cdf.
        destruct (Rlt_dec t xm); [now rewrite fewer_at_0|lra].
      * evar_last; [apply (is_RInt_const (V := R_NormedModule))|].
        unfold scal; in_R; cbn; unfold mult; cbn. ring.
    + apply (is_RInt_ext (tail (S K) P)).
      * rewrite Rmin_left, Rmax_right by lra. intros t Ht. unfold pareto_cdf, tail.
        destruct (Rlt_dec t xm); [lra|reflexivity].
      * apply (is_RInt_derive (V := R_CompleteNormedModule) (area (S K) P));
          rewrite Rmin_left, Rmax_right by lra; intros t Ht;
          [apply area_derive; [exact HK|lra|exact Ha]|apply tail_continuous; lra].
  - replace (Finite (xm - area (S K) P xm)) with (Finite (xm + (0 - area (S K) P xm)))
      by (f_equal; ring).
    apply (is_lim_plus' (fun _ => xm)); [apply is_lim_const|].
    apply is_lim_minus'; [now apply area_lim|apply is_lim_const].
Qed.
End Pareto.

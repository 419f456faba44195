(* SPDX-License-Identifier: Apache-2.0 *)
(* Order statistics of independent exponential times. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From Staleproof Require Import Base Formulary Harmonic Survival.
Local Open Scope R_scope.

Section Exponential.
Variable mu : R.
Hypothesis Hmu : 0 < mu.

(** A learner of rate mu has finished by time t with this probability. *)
Definition exp_cdf (t : R) : R := 1 - exp (- mu * t).

(** P(X_(K:P) > t): fewer than K of P learners have finished by t. *)
Definition exp_tail (K P : nat) (t : R) : R := fewer K P (exp_cdf t).

Lemma exp_cdf_derive t : is_derive exp_cdf t (mu * (1 - exp_cdf t)).
Proof. unfold exp_cdf. auto_derive; [trivial|]. ring. Qed.

Lemma exp_cdf_0 : exp_cdf 0 = 0.
Proof. unfold exp_cdf. rewrite Rmult_0_r, exp_0. ring. Qed.

Lemma exp_cdf_lim : is_lim exp_cdf p_infty 1.
Proof.
  unfold exp_cdf. replace (Finite 1) with (Finite (1 - 0)) by (f_equal; ring).
  apply (is_lim_minus' (fun _ => 1)); [apply is_lim_const|].
  apply (is_lim_comp exp (fun t => - mu * t) p_infty 0 m_infty).
  - apply is_lim_exp_m.
  - replace m_infty with (Rbar_mult (- mu) p_infty); [apply is_lim_scal_l, is_lim_id|].
    cbn. destruct (Rle_dec 0 (- mu)); [exfalso; lra|reflexivity].
  - exists 0. intros y _ H. discriminate H.
Qed.

Lemma exp_tail_derive K P t : (K < P)%nat ->
  is_derive (exp_tail (S K) P) t (- (mu * ((INR P - INR K) * exactly K P (exp_cdf t)))).
Proof. intros H. apply (fewer_hazard K P exp_cdf mu t H), exp_cdf_derive. Qed.

Lemma exp_tail_continuous K P t : continuous (exp_tail K P) t.
Proof.
  apply (continuous_comp exp_cdf (fewer K P)); [|apply fewer_continuous].
  apply (ex_derive_continuous (V := R_NormedModule)). eexists. apply exp_cdf_derive.
Qed.

Lemma exp_tail_lim K P : (K <= P)%nat -> is_lim (exp_tail K P) p_infty 0.
Proof.
  intros H. rewrite <- (fewer_at_1 K P H).
  apply (is_lim_comp_continuous exp_cdf (fewer K P) p_infty 1); [apply exp_cdf_lim|].
  apply fewer_continuous.
Qed.

(** The integral of P(X_(K:P) > t) from 0 to t. *)
Definition exp_area (K P : nat) (t : R) : R :=
  rsum K (fun i => / (mu * (INR P - INR i)) * (1 - exp_tail (S i) P t)).

Lemma rate_pos i P : (i < P)%nat -> 0 < INR P - INR i.
Proof. intros H. apply lt_INR in H. lra. Qed.

Lemma exp_area_derive K P t : (K <= P)%nat -> is_derive (exp_area K P) t (exp_tail K P t).
Proof.
  intros H. unfold exp_tail. rewrite fewer_exactly. unfold exp_area.
  induction K as [|K IH]; cbn [rsum]; [apply (is_derive_const (V := R_NormedModule) 0)|].
  apply (is_derive_plus (V := R_NormedModule)); [apply IH; lia|].
  pose proof (rate_pos K P ltac:(lia)). evar_last.
  - apply (is_derive_scal (fun u => 1 - exp_tail (S K) P u)).
    apply (is_derive_minus (V := R_NormedModule) (fun _ => 1) (exp_tail (S K) P));
      [apply (is_derive_const (V := R_NormedModule) 1)|apply exp_tail_derive; lia].
  - unfold minus, plus, opp, zero; in_R; cbn. field. lra.
Qed.

Lemma exp_area_0 K P : exp_area K P 0 = 0.
Proof.
  unfold exp_area, exp_tail. rewrite exp_cdf_0.
  induction K as [|K IH]; [reflexivity|]. cbn [rsum]. rewrite IH, fewer_at_0. ring.
Qed.

Lemma exp_tail_integral K P T : (K <= P)%nat -> RInt (exp_tail K P) 0 T = exp_area K P T.
Proof.
  intros H. apply is_RInt_unique. evar_last.
  - apply (is_RInt_derive (V := R_CompleteNormedModule) (exp_area K P));
      intros; [now apply exp_area_derive|apply exp_tail_continuous].
  - unfold minus, plus, opp; in_R; cbn. rewrite exp_area_0. ring.
Qed.

(** E X_(K:P) = (H_P - H_(P-K)) / mu. *)
Theorem exp_order_statistic K P : (K <= P)%nat ->
  mean_of_survival (exp_tail K P) ((harmonic P - harmonic (P - K)) / mu).
Proof.
  intros H. unfold mean_of_survival.
  apply (is_lim_ext (exp_area K P)); [intros; symmetry; now apply exp_tail_integral|].
  rewrite harmonic_diff by assumption. unfold exp_area.
  induction K as [|K IH]; cbn [rsum].
  - unfold Rdiv. rewrite Rmult_0_l. apply is_lim_const.
  - pose proof (rate_pos K P ltac:(lia)). unfold Rdiv. rewrite Rmult_plus_distr_r.
    apply (is_lim_plus' (fun t => rsum K _)); [apply IH; lia|].
    replace (/ (INR P - INR K) * / mu) with (/ (mu * (INR P - INR K)) * (1 - 0))
      by (field; lra).
    apply (is_lim_scal_l (fun t => 1 - exp_tail (S K) P t) (/ (mu * (INR P - INR K)))
             p_infty (1 - 0)).
    apply (is_lim_minus' (fun _ => 1)); [apply is_lim_const|apply exp_tail_lim; lia].
Qed.

(** The last of P; and the first, after 1/(P mu). *)
Corollary exp_last P :
  mean_of_survival (exp_tail P P) (harmonic P / mu).
Proof.
  pose proof (exp_order_statistic P P (le_n P)) as H.
  now rewrite Nat.sub_diag, harmonic_0, Rminus_0_r in H.
Qed.

Corollary exp_first P : (1 <= P)%nat ->
  mean_of_survival (exp_tail 1 P) (1 / (INR P * mu)).
Proof.
  intros HP. pose proof (exp_order_statistic 1 P HP) as H.
  rewrite harmonic_diff in H by assumption. cbn [rsum] in H.
  replace (1 / (INR P * mu)) with ((0 + / (INR P - INR 0)) / mu); [exact H|].
  change (INR 0) with 0. pose proof (lt_0_INR P HP). field. split; lra.
Qed.
End Exponential.

(* SPDX-License-Identifier: Apache-2.0 *)
(* Choices that follow from bounds (steps, thresholds, K), and laws of times that follow from
   others. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From Staleproof Require Import Base Formulary Bounds Survival OrderStatistic Poisson.
From Staleproof Require Pareto Runtime Renewal.
From Staleproof Require Import Random.
Local Open Scope R_scope.

(** * Pareto and constant times *)

Definition pareto_cdf (alpha xm t : R) : R := if Rlt_dec t xm then 0 else 1 - Rpower (xm / t) alpha.

Theorem order_stat_pareto P K alpha xm : order_stat_pareto_valid P K alpha xm ->
  mean_of_survival (fun t => fewer K P (pareto_cdf alpha xm t)) (order_stat_pareto_bound P K alpha
    xm).
Proof.
  intros (_ & HK & HP & Ha & Hx & H). exact (Pareto.pareto_order_statistic alpha xm Ha Hx K P
    (conj HK HP) H).
Qed.

Theorem pareto_mean alpha xm : pareto_mean_valid alpha xm ->
  mean_of_survival (fun t => fewer 1 1 (pareto_cdf alpha xm t)) (pareto_mean_bound alpha xm).
Proof.
  intros (Ha & Hx). pose proof (order_stat_pareto 1 1 alpha xm) as H.
  lapply H; [clear H; intros H|unfold order_stat_pareto_valid; cbn [INR]; repeat split; lia || lra].
  replace (pareto_mean_bound alpha xm) with (order_stat_pareto_bound 1 1 alpha xm); [exact H|].
  unfold order_stat_pareto_bound, pareto_mean_bound. cbn [rprod INR]. field. lra.
Qed.

Theorem speedup_pareto P alpha xm sync one : speedup_pareto_valid P alpha xm ->
  mean_of_survival (fun t => fewer P P (pareto_cdf alpha xm t)) sync ->
  mean_of_survival (fun t => fewer 1 1 (pareto_cdf alpha xm t)) one ->
  sync / (one / INR P) = speedup_pareto_bound P alpha xm.
Proof.
  intros (HP & Ha & Hx) Hs Ho. pose proof (INR_pos P HP) as Hp.
  pose proof (order_stat_pareto P P alpha xm) as H.
  lapply H; [clear H; intros H|unfold order_stat_pareto_valid; repeat split; lia || lra].
  rewrite (Runtime.mean_unique _ _ _ Hs H).
  rewrite (Runtime.mean_unique _ _ _ Ho (pareto_mean alpha xm (conj Ha Hx))).
  unfold order_stat_pareto_bound, pareto_mean_bound, speedup_pareto_bound. field. repeat split; lra.
Qed.

Theorem order_stat_deterministic P K x : order_stat_deterministic_valid P K x ->
  mean_of_survival (fun t => fewer K P (if Rlt_dec t x then 0 else 1))
    (order_stat_deterministic_bound P K x).
Proof.
  intros (HP & HK & HKP & Hx). unfold order_stat_deterministic_bound. destruct K as [|K]; [lia|].
  assert (forall T, is_RInt (fun t => fewer (S K) P ((fun _ => 1) t)) 0 T 0) as H0.
  { intros T. apply (is_RInt_ext (fun _ => 0)).
    - intros t _. now rewrite fewer_at_1.
    - evar_last; [apply (is_RInt_const (V := R_NormedModule))|].
      unfold scal; in_R; cbn; unfold mult; cbn. ring. }
  pose proof (mean_after K P x (fun _ => 1) 0) as H. rewrite Rplus_0_r in H. apply H; [lra| |].
  - intros T _. exists 0. apply H0.
  - unfold mean_of_survival. apply (is_lim_ext (fun _ => 0)); [|apply is_lim_const].
    intros T. symmetry. apply is_RInt_unique, H0.
Qed.

(** * The decay in time of K-batch-sync *)

Theorem wallclock_rate_kbatchsync_exp P K rho mu (t total : R) :
  wallclock_rate_kbatchsync_exp_valid P K rho mu -> 0 <= t ->
  is_series (fun k => rho ^ (k / K) * pushes mu P k t) total ->
  total <= exp (- wallclock_rate_kbatchsync_exp_bound P K rho mu * t) / rho.
Proof.
  intros (HP & HK & Hr & Hr1 & Hmu) Ht Hs. pose proof (INR_pos K HK) as Hk.
  pose proof (INR_pos P HP) as Hp.
  set (r := exp (ln rho / INR K)). assert (0 < r) as Hr0 by apply exp_pos.
  assert (r ^ K = rho) as ErK.
  { rewrite <- Rpower_pow by assumption. unfold Rpower, r. rewrite ln_exp.
    replace (INR K * (ln rho / INR K)) with (ln rho) by (field; lra). now apply exp_ln. }
  assert (r < 1) as Hr2.
  { unfold r. rewrite <- exp_0. apply exp_increasing.
    assert (ln rho < 0) by (rewrite <- ln_1; now apply ln_increasing).
    apply Rmult_lt_reg_r with (INR K); [assumption|].
    replace (ln rho / INR K * INR K) with (ln rho) by (field; lra). lra. }
  pose proof (Runtime.wallclock_decay_async_exp P t r mu ltac:(repeat split; lra || lia)) as W.
  apply (is_series_scal_l (/ rho)) in W.
  assert (forall k, 0 <= rho ^ (k / K) * pushes mu P k t <= scal (/ rho) (r ^ k * pushes mu P k t))
    as Hle.
  { intros k. assert (0 <= pushes mu P k t) as Hpush.
    { rewrite pushes_poisson. unfold poisson. apply Rmult_le_pos; [apply Rlt_le, exp_pos|].
      apply Rdiv_nonneg; [|apply fact_pos]. apply pow_le. apply Rmult_le_pos; [|assumption].
      apply Rmult_le_pos; lra. }
    split; [apply Rmult_le_pos; [apply pow_le; lra|assumption]|].
    change (rho ^ (k / K) * pushes mu P k t <= / rho * (r ^ k * pushes mu P k t)).
    rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [assumption|].
    apply Rmult_le_reg_l with rho; [assumption|]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
    change (rho * rho ^ (k / K)) with (rho ^ S (k / K)). rewrite <- ErK, <- pow_mult.
    pose proof (Nat.div_mod k K ltac:(lia)). pose proof (Nat.mod_upper_bound k K ltac:(lia)).
    replace (K * S (k / K))%nat with (k + (K * S (k / K) - k))%nat by nia. rewrite pow_add.
    pose proof (pow_le_1 r (K * S (k / K) - k) ltac:(lra) ltac:(lra)).
    pose proof (pow_lt r k Hr0). nra. }
  pose proof (Series_le _ _ Hle (ex_intro _ _ W)) as S.
  rewrite (is_series_unique _ _ Hs) in S.
  apply Rle_trans with (1 := S). right.
  transitivity (/ rho * wallclock_decay_async_exp_bound P t r mu);
    [exact (is_series_unique _ _ W)|].
  unfold wallclock_decay_async_exp_bound, wallclock_rate_kbatchsync_exp_bound. fold r.
  replace (- (INR P * mu * (1 - r)) * t) with (- INR P * mu * t * (1 - r)) by ring. field. lra.
Qed.

(** * Steps and thresholds *)

Theorem async_concurrency_gamma Delta sigma2 K L tau c gamma :
  async_concurrency_gamma_valid L tau c -> 0 <= Delta -> 0 <= sigma2 -> (1 <= K)%nat ->
  0 < gamma <= async_concurrency_gamma_bound L tau c ->
  async_concurrency_valid Delta L sigma2 K tau c gamma.
Proof.
  intros (HL & Hc) HD Hs HK [Hg Hg1]. unfold async_concurrency_gamma_bound in Hg1.
  pose proof (Rmax_l 1 (sqrt (INR tau * c))) as HR. set (M := Rmax 1 (sqrt (INR tau * c))) in *.
  assert (0 < 2 * L * M) as HM by nra.
  repeat split; auto. fold M. apply (Rdiv_le_iff _ _ _ HM) in Hg1. lra.
Qed.

Theorem async_issue_hmax Q Sbar L MG m h : async_issue_hmax_valid Q Sbar L MG m ->
  0 < h <= async_issue_hmax_bound Q Sbar L MG m ->
  1 / 2 <= 1 - L * h * (1 + MG / INR m) - L ^ 2 * h ^ 2 * (Q + MG / INR m) * Sbar.
Proof.
  intros (HL & HMG & Hm & HQ & HS) [Hh Hh1]. pose proof (INR_pos m Hm) as Hmp.
  assert (0 <= MG / INR m) as HMm by now apply Rdiv_nonneg.
  unfold async_issue_hmax_bound in Hh1. cbv zeta in Hh1. set (g := 1 + MG / INR m) in *.
  set (q := (Q + MG / INR m) * Sbar). assert (0 <= q) as Hq by (apply Rmult_le_pos; lra).
  assert (1 <= g) as Hg by (unfold g; lra).
  set (s := sqrt (g ^ 2 + 2 * (Q + MG / INR m) * Sbar)) in *.
  assert (s ^ 2 = g ^ 2 + 2 * q) as Es.
  { unfold s. rewrite pow2_sqrt; [unfold q; ring|]. pose proof (pow2_ge_0 g). unfold q in Hq. lra. }
  assert (0 <= s) as Hs by apply sqrt_pos. clearbody s.
  apply Rdiv_le_iff in Hh1; [|nra]. set (y := L * h). assert (0 <= y) as Hy by (unfold y; nra).
  assert (y * (g + s) <= 1) as H1 by (unfold y; lra).
  replace (L ^ 2 * h ^ 2 * (Q + MG / INR m) * Sbar) with (q * y ^ 2) by (unfold q, y; ring).
  replace (L * h * g) with (g * y) by (unfold y; ring).
  (* q = (s^2 - g^2)/2 *)
  assert (q = (s ^ 2 - g ^ 2) / 2) as -> by lra.
  assert (0 <= (1 - y * (g + s)) * (1 + y * (s - g))); [|nra].
  assert (g <= s) by nra. apply Rmult_le_pos; [lra|]. assert (0 <= y * (s - g)) by nra. lra.
Qed.

(** At that delay the part of the bound that grows with it is as large as the two leading parts. *)
Theorem tau_eq_apam_nc Delta L Ginf d smin smax b1 K a Z Q2 :
  tau_eq_apam_nc_valid Delta L smin b1 K a Z Q2 -> 0 < smax ->
  let alpha := a / sqrt (INR K) in
  let tau := tau_eq_apam_nc_bound Delta L smin b1 K a Z Q2 in
  apam_nc_bound Delta L Ginf d smin smax b1 alpha K Z Q2 (tau ^ 2)
  - apam_nc_bound Delta L Ginf d smin smax b1 alpha K Z Q2 0
  = 2 * smax * Delta / (alpha * INR K) + smax * L * alpha * Z.
Proof.
  intros (HD & HL & Hsm & Hb & Hb1 & HK & Ha & HZ & HQ) Hsx alpha tau.
  pose proof (INR_pos K HK) as Hk. set (k := sqrt (INR K)) in *.
  assert (0 < k) as Hk0 by now apply sqrt_lt_R0.
  assert (INR K = k ^ 2) as Ek by (unfold k; rewrite pow2_sqrt; lra).
  assert (tau ^ 2 = k * (smin * (2 * Delta / a + L * a * Z) / (L ^ 2 * a ^ 2 * Q2))) as ->.
  { unfold tau, tau_eq_apam_nc_bound. fold k. rewrite Rpow_mult_distr, !pow2_sqrt; [reflexivity|
    |lra].
    apply Rdiv_nonneg.
    - apply Rmult_le_pos; [lra|]. assert (0 <= 2 * Delta / a) by (apply Rdiv_nonneg; lra).
      assert (0 <= L * a * Z) by (apply Rmult_le_pos; [nra|lra]). lra.
    - apply Rmult_lt_0_compat; [|assumption]. apply Rmult_lt_0_compat; apply pow_lt; lra. }
  unfold apam_nc_bound, alpha. rewrite Ek. field. repeat split; lra.
Qed.

(** If K updates are guaranteed C/sqrt K without delay and (1 + rho) C/sqrt K with n workers, who
   make
    updates n times as fast, then a target e is guaranteed so much sooner. *)
Theorem speedup_lower n rho C e alone together : speedup_lower_valid n rho -> 0 < C -> 0 < e ->
  0 < alone -> 0 < together ->
  C / sqrt alone = e -> (1 + rho) * C / sqrt together = e ->
  alone / (together / INR n) = speedup_lower_bound n rho.
Proof.
  intros (Hn & Hr) HC He Ha Ht E1 E2. pose proof (INR_pos n Hn) as Hp.
  pose proof (sqrt_lt_R0 _ Ha) as Ra. pose proof (sqrt_lt_R0 _ Ht) as Rt.
  assert (sqrt alone = C / e) as Ea by (rewrite <- E1; field; lra).
  assert (sqrt together = (1 + rho) * C / e) as Et by (rewrite <- E2; field; split; [lra|nra]).
  replace alone with (sqrt alone ^ 2) by (apply pow2_sqrt; lra).
  replace together with (sqrt together ^ 2) by (apply pow2_sqrt; lra).
  rewrite Ea, Et. unfold speedup_lower_bound. field. repeat split; lra.
Qed.

(** * AdaSync *)

(** What K gradients per update promise at the end of a window of length t. *)
Definition window_bound (L eta sigma2 t Fgap : R) (m : nat) (time k : R) : R :=
  2 * Fgap * time / (t * eta) + L * eta * sigma2 / (k * INR m).

Theorem adasync_k_batch P L eta sigma2 t m Fgap EX k :
  adasync_k_batch_valid P L eta sigma2 t m Fgap EX -> 0 < sigma2 -> 0 < k ->
  let u := fun x => window_bound L eta sigma2 t Fgap m (x * EX / INR P) x in
  u (adasync_k_batch_bound P L eta sigma2 t m Fgap EX) <= u k.
Proof.
  intros (HP & HL & He & _ & Ht & Hm & HF & HE) Hs Hk u.
  pose proof (INR_pos P HP) as Hp. pose proof (INR_pos m Hm) as Hmp.
  set (A := 2 * Fgap * EX / (INR P * t * eta)). set (B := L * eta * sigma2 / INR m).
  assert (0 < A) as HA by (apply Rdiv_pos; repeat apply Rmult_lt_0_compat; lra).
  assert (0 < B) as HB by (apply Rdiv_pos; repeat apply Rmult_lt_0_compat; lra).
  assert (forall x, 0 < x -> u x = A * x + B / x) as Eu.
  { intros x Hx. unfold u, window_bound, A, B. field. repeat split; lra. }
  set (q := adasync_k_batch_bound P L eta sigma2 t m Fgap EX).
  assert (q = sqrt (B / A)) as Eq.
  { unfold q, adasync_k_batch_bound, A, B. f_equal. field. repeat split; lra. }
  assert (0 < B / A) as HBA by now apply Rdiv_pos.
  assert (0 < q) as Hq by (rewrite Eq; now apply sqrt_lt_R0).
  assert (B = A * q ^ 2) as EB by (rewrite Eq, pow2_sqrt by lra; field; lra).
  rewrite !Eu by assumption. rewrite EB. replace (A * q ^ 2 / q) with (A * q) by (field; lra).
  apply Rmult_le_reg_r with k; [assumption|].
  replace ((A * k + A * q ^ 2 / k) * k) with (A * k ^ 2 + A * q ^ 2) by (field; lra).
  pose proof (pow2_ge_0 (k - q)). nra.
Qed.

(** The root of K^2 = (b/a)(P - K), where the logarithmic approximation of E_K is least. *)
Theorem adasync_k_exp_log P L eta sigma2 t m Fgap mu :
  adasync_k_exp_log_valid P L eta sigma2 t m Fgap mu ->
  let ratio := L * eta * sigma2 / INR m / (2 * Fgap / (t * eta * mu)) in
  let k := adasync_k_exp_log_bound P L eta sigma2 t m Fgap mu in
  0 <= k /\ k ^ 2 = ratio * (INR P - k).
Proof.
  intros (HP & HL & He & Hs & Ht & Hm & HF & Hmu) ratio k.
  pose proof (INR_pos P HP) as Hp. pose proof (INR_pos m Hm) as Hmp.
  assert (0 <= ratio) as Hr.
  { unfold ratio. apply Rdiv_nonneg; [apply Rdiv_nonneg; [|assumption]|apply Rdiv_pos; [lra|]].
    - repeat apply Rmult_le_pos; lra.
    - repeat apply Rmult_lt_0_compat; lra. }
  unfold k, adasync_k_exp_log_bound. fold ratio. cbv zeta.
  assert (0 <= ratio ^ 2 + 4 * INR P * ratio) as Hd by (pose proof (pow2_ge_0 ratio); nra).
  pose proof (pow2_sqrt _ Hd) as E. pose proof (sqrt_pos (ratio ^ 2 + 4 * INR P * ratio)) as H0.
  set (s := sqrt (ratio ^ 2 + 4 * INR P * ratio)) in *. clearbody s. clearbody ratio. split; nra.
Qed.

(** * The n-th push when a job that has begun has at most a mean job left *)

Theorem push_time_lower_nlu {Om : probability} P n EX X jobs pusher (clock : nat -> Om -> R) :
  push_time_lower_nlu_valid P n EX -> Renewal.push_run n P EX X jobs pusher clock ->
  (forall i, (i < P)%nat ->
    let rest := fun w => Renewal.finish X i (S (jobs n w i)) w - clock n w in
    integrable rest /\ Ex rest <= EX) ->
  push_time_lower_nlu_bound P n EX <= Ex (clock n).
Proof.
  intros (HP & Hn & HE) Hrun Hrest. pose proof (INR_pos P HP) as Hp.
  destruct (Renewal.wald Hn HP Hrun) as [I1 E1].
  pose proof (Renewal.push_integrable _ _ _ _ _ _ _ Hrun) as I3.
  assert (rsum P (fun i => Ex (fun w => Renewal.finish X i (S (jobs n w i)) w - clock n w))
    <= INR P * EX) as H by (apply rsum_le_const; intros; now apply Hrest).
  rewrite <- (Ex_rsum P (fun i w => Renewal.finish X i (S (jobs n w i)) w - clock n w)) in H
    by (intros; now apply Hrest).
  rewrite (Ex_ext _ (fun w => rsum P (fun i => Renewal.finish X i (S (jobs n w i)) w)
    - INR P * clock n w)) in H by (intros w; now rewrite rsum_minus, rsum_const).
  rewrite Ex_minus, Ex_scal, E1 in H by auto using int_scal.
  unfold push_time_lower_nlu_bound. apply Rmult_le_reg_l with (INR P); [assumption|].
  replace (INR P * (INR n * EX / INR P)) with (INR n * EX) by (field; lra). lra.
Qed.

(** * What the printed condition allows *)

(** K = 2, step 1/L, exact and fresh gradients: the printed right-hand side is negative. *)
Theorem counterexample_step_one L D0 : 0 < L -> 0 < D0 ->
  counterexample_step_one_valid 2 2 (1 / L) L L D0 1 /\
  counterexample_step_one_bound 2 2 (1 / L) L L D0 1 < 0.
Proof.
  intros HL HD. assert (0 < 1 / L) by (apply Rdiv_pos; lra). split; [repeat split; lra || lia|].
  unfold counterexample_step_one_bound. replace (1 / L * L) with 1 by (field; lra). cbn [pow]. lra.
Qed.

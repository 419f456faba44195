(* SPDX-License-Identifier: Apache-2.0 *)
(* Learning rates that follow the staleness; more laws of compute times; steps and thresholds of
   asynchronous methods. The theorems once, in terms of the foundation (see RegistryGradient.v). *)
From Coq Require Import Reals.
From Coquelicot Require Import Coquelicot.
From Staleproof Require Import Base Inner Smooth Random Step Methods Survival Poisson Renewal
  Formulary Bounds VariableStep Settings.
Local Open Scope R_scope.

(** * A learning rate that falls with the distance between model and read *)

(** staleness_schedule is the rule: eta_max where nothing is stale, else at most C over the squared
    distance. The rate is random. fresh_with_probability: p0 of a read at the model itself. *)
Theorem staleness_step_pl_guarantee {V : space} {P : probability} {H : L2 V P} {f : V -> R}
    {df : V -> V} {L} (Hf : smooth f df L) (He : evaluable H f df) c sigma2 MG m eta_max C p0 w0
    fstar J Known x read g eta :
  scheduled_run He J eta_max C (sigma2 / INR m) (MG / INR m) w0 Known x read g eta ->
  fresh_with_probability (df := df) J p0 x read -> PL f df c fstar ->
  staleness_step_pl_valid L c sigma2 MG m eta_max C p0 (f w0 - fstar) J ->
  Ex (fun w => f (x J w)) - fstar
  <= staleness_step_pl_bound L c sigma2 MG m eta_max C p0 (f w0 - fstar) J.
Proof.
  exact (staleness_step_pl Hf He c sigma2 MG m eta_max C p0 w0 fstar J Known x read g eta).
Qed.

(** * Laws of compute times *)

(** pareto_cdf: above xm, a time exceeds t with probability (xm / t)^alpha. *)
Theorem order_stat_pareto_guarantee P K alpha xm : order_stat_pareto_valid P K alpha xm ->
  mean_of_survival (fun t => fewer K P (pareto_cdf alpha xm t)) (order_stat_pareto_bound P K alpha
    xm).
Proof. exact (order_stat_pareto P K alpha xm). Qed.

Theorem pareto_mean_guarantee alpha xm : pareto_mean_valid alpha xm ->
  mean_of_survival (fun t => fewer 1 1 (pareto_cdf alpha xm t)) (pareto_mean_bound alpha xm).
Proof. exact (pareto_mean alpha xm). Qed.

(** The last of P, against the P-th part of one, which is what an asynchronous update takes in the
    long run. *)
Theorem speedup_pareto_guarantee P alpha xm sync one : speedup_pareto_valid P alpha xm ->
  mean_of_survival (fun t => fewer P P (pareto_cdf alpha xm t)) sync ->
  mean_of_survival (fun t => fewer 1 1 (pareto_cdf alpha xm t)) one ->
  sync / (one / INR P) = speedup_pareto_bound P alpha xm.
Proof. exact (speedup_pareto P alpha xm sync one). Qed.

Theorem order_stat_deterministic_guarantee P K x : order_stat_deterministic_valid P K x ->
  mean_of_survival (fun t => fewer K P (if Rlt_dec t x then 0 else 1))
    (order_stat_deterministic_bound P K x).
Proof. exact (order_stat_deterministic P K x). Qed.

(** What is left of a job is at most EX on average: new better than used in expectation. *)
Theorem push_time_lower_nlu_guarantee {Om : probability} P n EX X jobs pusher
    (clock : nat -> Om -> R) :
  push_time_lower_nlu_valid P n EX -> push_run n P EX X jobs pusher clock ->
  (forall i, (i < P)%nat ->
    let rest := fun w => finish X i (S (jobs n w i)) w - clock n w in
    integrable rest /\ Ex rest <= EX) ->
  push_time_lower_nlu_bound P n EX <= Ex (clock n).
Proof. exact (push_time_lower_nlu P n EX X jobs pusher clock). Qed.

(** An error that each update multiplies by rho; an update is K pushes of P exponential learners,
   so by
    time t there are (number of pushes) / K of them. *)
Theorem wallclock_rate_kbatchsync_exp_guarantee P K rho mu (t total : R) :
  wallclock_rate_kbatchsync_exp_valid P K rho mu -> 0 <= t ->
  is_series (fun k => rho ^ (k / K) * pushes mu P k t) total ->
  total <= exp (- wallclock_rate_kbatchsync_exp_bound P K rho mu * t) / rho.
Proof. exact (wallclock_rate_kbatchsync_exp P K rho mu t total). Qed.

(** * Steps, thresholds, numbers of gradients *)

Theorem async_concurrency_gamma_guarantee Delta sigma2 K L tau c gamma :
  async_concurrency_gamma_valid L tau c -> 0 <= Delta -> 0 <= sigma2 -> (1 <= K)%nat ->
  0 < gamma <= async_concurrency_gamma_bound L tau c ->
  async_concurrency_valid Delta L sigma2 K tau c gamma.
Proof. exact (async_concurrency_gamma Delta sigma2 K L tau c gamma). Qed.

(** The denominator kappa of async_issue_nc. *)
Theorem async_issue_hmax_guarantee Q Sbar L MG m h : async_issue_hmax_valid Q Sbar L MG m ->
  0 < h <= async_issue_hmax_bound Q Sbar L MG m ->
  1 / 2 <= 1 - L * h * (1 + MG / INR m) - L ^ 2 * h ^ 2 * (Q + MG / INR m) * Sbar.
Proof. exact (async_issue_hmax Q Sbar L MG m h). Qed.

(** The part of apam_nc that the delay makes, at that delay, is the two leading parts. *)
Theorem tau_eq_apam_nc_guarantee Delta L Ginf d smin smax b1 K a Z Q2 :
  tau_eq_apam_nc_valid Delta L smin b1 K a Z Q2 -> 0 < smax ->
  let alpha := a / sqrt (INR K) in
  let tau := tau_eq_apam_nc_bound Delta L smin b1 K a Z Q2 in
  apam_nc_bound Delta L Ginf d smin smax b1 alpha K Z Q2 (tau ^ 2)
  - apam_nc_bound Delta L Ginf d smin smax b1 alpha K Z Q2 0
  = 2 * smax * Delta / (alpha * INR K) + smax * L * alpha * Z.
Proof. exact (tau_eq_apam_nc Delta L Ginf d smin smax b1 K a Z Q2). Qed.

(** C/sqrt K alone, (1 + rho) C/sqrt K by n workers who make updates n times as fast: the times at
    which e is promised. *)
Theorem speedup_lower_guarantee n rho C e alone together : speedup_lower_valid n rho ->
  0 < C -> 0 < e -> 0 < alone -> 0 < together ->
  C / sqrt alone = e -> (1 + rho) * C / sqrt together = e ->
  alone / (together / INR n) = speedup_lower_bound n rho.
Proof. exact (speedup_lower n rho C e alone together). Qed.

(** window_bound: what k gradients per update promise at the end of a window of length t, when an
    update takes k EX / P. *)
Theorem adasync_k_batch_guarantee P L eta sigma2 t m Fgap EX k :
  adasync_k_batch_valid P L eta sigma2 t m Fgap EX -> 0 < sigma2 -> 0 < k ->
  let u := fun x => window_bound L eta sigma2 t Fgap m (x * EX / INR P) x in
  u (adasync_k_batch_bound P L eta sigma2 t m Fgap EX) <= u k.
Proof. exact (adasync_k_batch P L eta sigma2 t m Fgap EX k). Qed.

Theorem adasync_k_exp_log_guarantee P L eta sigma2 t m Fgap mu :
  adasync_k_exp_log_valid P L eta sigma2 t m Fgap mu ->
  let ratio := L * eta * sigma2 / INR m / (2 * Fgap / (t * eta * mu)) in
  let k := adasync_k_exp_log_bound P L eta sigma2 t m Fgap mu in
  0 <= k /\ k ^ 2 = ratio * (INR P - k).
Proof. exact (adasync_k_exp_log P L eta sigma2 t m Fgap mu). Qed.

(** * False as printed *)

(** K-async with exact, fresh gradients, K = 2 and the largest step that the printed theorem allows:
    its right-hand side, a bound on a gap, is negative. *)
Theorem counterexample_step_one_refuted L D0 : 0 < L -> 0 < D0 ->
  counterexample_step_one_valid 2 2 (1 / L) L L D0 1 /\
  counterexample_step_one_bound 2 2 (1 / L) L L D0 1 < 0.
Proof. exact (counterexample_step_one L D0). Qed.

(* SPDX-License-Identifier: Apache-2.0 *)
(* Every theorem on run time, staleness and certificates once, restated so that it can be judged
   without reading its proof: nothing is used but Coq's reals, the foundation (Base.v, Random.v,
   Survival.v), the processes of Poisson.v, Staleness.v and Renewal.v, and the generated definitions
   X_valid, X_bound (specs/bounds). X_guarantee is what makes the program call bound X proved; the
   build asks Coq for the assumptions of all registries together (audit.sh). *)
From Coq Require Import Reals QArith Qreals NArith List.
From Coquelicot Require Import Coquelicot.
From Staleproof Require Import Base Random Formulary Survival Poisson Staleness Renewal FixedTimes
  Bounds Formula Valid.
From Staleproof Require OrderStatistic Runtime.
Local Open Scope R_scope.

(** * Run time *)

(** P learners start together; each has finished by time t with probability 1 - exp (- mu t),
    independently. The K-th to finish does so after order_stat_exp_bound on average. *)
Theorem order_stat_exp_guarantee P K mu : order_stat_exp_valid P K mu ->
  mean_of_survival (fun t => fewer K P (1 - exp (- mu * t))) (order_stat_exp_bound P K mu).
Proof. exact (Runtime.order_stat_exp P K mu). Qed.

(** An update that waits for the last of P learners takes speedup_exp_bound times as long, on
    average, as one that takes the first; and that is P ln P up to a summand of at most P. *)
Theorem speedup_exp_guarantee P mu sync async : speedup_exp_valid P -> 0 < mu ->
  mean_of_survival (fun t => fewer P P (1 - exp (- mu * t))) sync ->
  mean_of_survival (fun t => fewer 1 P (1 - exp (- mu * t))) async ->
  sync / async = speedup_exp_bound P.
Proof. exact (Runtime.speedup_exp P mu sync async). Qed.

Theorem speedup_exp_enclosure P : speedup_exp_valid P ->
  INR P * ln (INR P) < speedup_exp_bound P <= INR P * (ln (INR P) + 1).
Proof. exact (Runtime.speedup_exp_enclosure P). Qed.

(** P learners push gradients without pause; the durations have any law with mean EX and mean
  square at
    most M2 (push_run says what is asked of them). J updates of K-batch-async take J times the
    bound, up to a term of the order of the root of J. *)
Theorem kbatchasync_time_guarantee {Om : probability} P K EX J X jobs pusher
    (clock : nat -> Om -> R) M2 :
  (1 <= J)%nat -> kbatchasync_time_valid P K EX ->
  push_run (J * K) P EX X jobs pusher clock -> 0 < M2 ->
  (forall i k, (i < P)%nat -> (k <= J * K)%nat ->
    integrable (fun w => X i k w ^ 2) /\ Ex (fun w => X i k w ^ 2) <= M2) ->
  INR J * kbatchasync_time_bound P K EX + EX - sqrt ((INR (J * K) + 1) * M2)
  <= Ex (clock (J * K)%nat)
  <= INR J * kbatchasync_time_bound P K EX + (INR P - 1) * EX / INR P.
Proof. exact (Renewal.kbatchasync_time P K EX J X jobs pusher clock M2). Qed.

(** Exponential durations of mean EX: J times the bound, exactly, for every J. *)
Theorem kbatchasync_time_exponential P K EX J : kbatchasync_time_valid P K EX ->
  mean_of_survival (fun t => rsum (J * K) (fun k => pushes (/ EX) P k t))
    (INR J * kbatchasync_time_bound P K EX).
Proof. exact (Runtime.kbatchasync_time_exponential P K EX J). Qed.

(** The n-th push, any law with a mean. *)
Theorem push_time_upper_guarantee {Om : probability} P n EX X jobs pusher (clock : nat -> Om -> R) :
  push_time_upper_valid P n EX -> push_run n P EX X jobs pusher clock ->
  Ex (clock n) <= push_time_upper_bound P n EX.
Proof.
  intros Hv Hrun. pose proof Hv as (HP & Hn & _). exact (Renewal.push_time_upper Hn HP Hrun Hv).
Qed.

Theorem order_stat_exp_mean_guarantee n m lambda : order_stat_exp_mean_valid n m lambda ->
  mean_of_survival (fun t => fewer m n (1 - exp (- lambda * t)))
    (order_stat_exp_mean_bound n m lambda).
Proof. exact (Runtime.order_stat_exp_mean n m lambda). Qed.

(** Each time is Delta plus an exponential one. *)
Theorem order_stat_shifted_exp_guarantee P K Delta mu :
  order_stat_shifted_exp_valid P K Delta mu ->
  mean_of_survival
    (fun t => fewer K P (if Rlt_dec t Delta then 0 else 1 - exp (- mu * (t - Delta))))
    (order_stat_shifted_exp_bound P K Delta mu).
Proof. exact (Runtime.order_stat_shifted_exp P K Delta mu). Qed.

(** Each time is uniform on [a, b]. *)
Theorem order_stat_uniform_guarantee P K a b : order_stat_uniform_valid P K a b ->
  mean_of_survival
    (fun t => fewer K P (if Rlt_dec t a then 0
                         else if Rlt_dec t b then (t - a) / (b - a) else 1))
    (order_stat_uniform_bound P K a b).
Proof. exact (Runtime.order_stat_uniform P K a b). Qed.

(** All P learners start afresh and none pauses, exponential durations of rate mu: the K-th push. *)
Theorem kbatchsync_time_exp_guarantee P K mu : kbatchsync_time_exp_valid P K mu ->
  mean_of_survival (fun t => rsum K (fun k => pushes mu P k t)) (kbatchsync_time_exp_bound P K mu).
Proof. exact (Runtime.kbatchsync_time_exp P K mu). Qed.

(** The K-th of P learners against the K-th push. *)
Theorem speedup_kbatch_exp_guarantee P K mu ksync kbatch :
  speedup_kbatch_exp_valid P K -> 0 < mu ->
  mean_of_survival (fun t => fewer K P (1 - exp (- mu * t))) ksync ->
  mean_of_survival (fun t => rsum K (fun k => pushes mu P k t)) kbatch ->
  ksync / kbatch = speedup_kbatch_exp_bound P K.
Proof. exact (Runtime.speedup_kbatch_exp P K mu ksync kbatch). Qed.

(** n gradients: the slowest of n learners against the n-th push. *)
Theorem async_over_sync_throughput_exp_guarantee n mu sync async :
  async_over_sync_throughput_exp_valid n -> 0 < mu ->
  mean_of_survival (fun t => fewer n n (1 - exp (- mu * t))) sync ->
  mean_of_survival (fun t => rsum n (fun k => pushes mu n k t)) async ->
  sync / async = async_over_sync_throughput_exp_bound n.
Proof. exact (Runtime.async_over_sync_throughput_exp n mu sync async). Qed.

(** The mean of rho^N, N the number of pushes of P learners by time t. *)
Theorem wallclock_decay_async_exp_guarantee P t rho mu :
  wallclock_decay_async_exp_valid P t rho mu ->
  is_series (fun k => rho ^ k * pushes mu P k t) (wallclock_decay_async_exp_bound P t rho mu).
Proof. exact (Runtime.wallclock_decay_async_exp P t rho mu). Qed.

(** Times Delta plus an exponential one: the last of P against the P-th part of a single one, which
    is what an update of asynchronous SGD takes in the long run (kbatchasync_time, K = 1). *)
Theorem speedup_shifted_exp_guarantee P Delta mu sync one :
  speedup_shifted_exp_valid P Delta mu ->
  mean_of_survival
    (fun t => fewer P P (if Rlt_dec t Delta then 0 else 1 - exp (- mu * (t - Delta)))) sync ->
  mean_of_survival
    (fun t => fewer 1 1 (if Rlt_dec t Delta then 0 else 1 - exp (- mu * (t - Delta)))) one ->
  sync / (one / INR P) = speedup_shifted_exp_bound P Delta mu.
Proof. exact (Runtime.speedup_shifted_exp P Delta mu sync one). Qed.

(** * Fixed times *)

(** Worker i of n takes tau i for a gradient. By time (S + m) / (1/tau 0 + .. + 1/tau (m-1)),
    whatever m is, S gradients are there; with an old job each to be thrown away, (S + 2 m). *)
Theorem collect_time n tau gradients m (done : nat -> nat) :
  (forall i, (i < n)%nat -> 0 < tau i) -> (1 <= m <= n)%nat ->
  (forall i, (i < n)%nat -> (INR gradients + INR m) / speed tau m / tau i < INR (done i) + 1) ->
  INR gradients < rsum n (fun i => INR (done i)).
Proof. intros Ht. exact (FixedTimes.collect_time n tau Ht gradients m done). Qed.

Theorem collect_time_stale n tau gradients m (done : nat -> nat) :
  (forall i, (i < n)%nat -> 0 < tau i) -> (1 <= m <= n)%nat ->
  (forall i, (i < n)%nat -> (INR gradients + 2 * INR m) / speed tau m / tau i < INR (done i) + 2) ->
  INR gradients < rsum n (fun i => INR (done i)).
Proof. intros Ht. exact (FixedTimes.collect_time_stale n tau Ht gradients m done). Qed.

(** min_j tau_j (1 + s/j) <= H_n min_m (m + s)/(1/tau_1 + .. + 1/tau_m). *)
Theorem msync_gap_bound_guarantee n tau s A m :
  (forall i, (i < n)%nat -> 0 < tau i) -> msync_gap_bound_valid n -> 0 <= s -> (m < n)%nat ->
  (forall j, (j < n)%nat -> A <= tau j * (1 + s / (INR j + 1))) ->
  A <= msync_gap_bound_bound n * ((INR m + 1 + s) / speed tau (S m)).
Proof. intros Ht. exact (FixedTimes.msync_gap n tau Ht s A m). Qed.

(** * Staleness *)

(** In every run of K-batch-async (async: K = 1), at every event: the staleness of all gradients
    received so far and the ages of the P models that learners hold sum up to (P - 1) updates. *)
Theorem staleness_kbatchasync P K s : busy_run P K s ->
  total s + rsum P (age s) = (INR P - 1) * INR (updates s).
Proof. exact (busy_conservation P K s). Qed.

Theorem staleness_kbatchasync_le P K s : busy_run P K s ->
  total s <= (INR P - 1) * INR (updates s).
Proof. exact (busy_total_le P K s). Qed.

(** In every run of K-async, with the ages of the learners that run: (P - K) updates. *)
Theorem staleness_kasync P K s : waiting_run P K s ->
  w_total s + rsum P (w_age s) = (INR P - INR K) * INR (w_updates s).
Proof. exact (waiting_conservation P K s). Qed.

(** * Certificates *)

(** What the checker accepts is true: conditions, and the enclosure of a value. The trees are those
    of the formulas by the reflexivity lemmas of BoundsAst.v. *)
Theorem certificate_conditions prec rho nu conditions :
  forallb (checkNeed prec rho nu) conditions = true ->
  evalNeeds (map Q2R rho) (map N.to_nat nu) conditions.
Proof. exact (checkNeeds_correct prec rho nu conditions). Qed.

Theorem certificate_value prec tree rho nu lo hi :
  checkValue prec tree rho nu lo hi = true ->
  Q2R lo <= evalR (map Q2R rho) (map N.to_nat nu) tree <= Q2R hi.
Proof. exact (checkValue_correct prec tree rho nu lo hi). Qed.

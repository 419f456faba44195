(* SPDX-License-Identifier: Apache-2.0 *)
(* Run time per update: the theorems behind the run-time formulas. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From Staleproof Require Import Base Formulary Harmonic Survival Exponential Poisson
  OrderStatistic Bounds.
Local Open Scope R_scope.

(* Bounds are unfolded by `change` or `replace`, never by unification: when a formula is not the one
   that was proved, Coq then says so at once, and does not unfold limits and integrals in vain. *)

(** A law has at most one mean. *)
Lemma mean_unique S a b : mean_of_survival S a -> mean_of_survival S b -> a = b.
Proof.
  intros Ha Hb. apply is_lim_unique in Ha, Hb. rewrite Ha in Hb. now injection Hb.
Qed.

Theorem order_stat_exp P K mu : order_stat_exp_valid P K mu ->
  mean_of_survival (exp_tail mu K P) (order_stat_exp_bound P K mu).
Proof.
  intros (_ & _ & HK & Hmu).
  change (order_stat_exp_bound P K mu) with ((harmonic P - harmonic (P - K)) / mu).
  now apply exp_order_statistic.
Qed.

(** Fully synchronous: an update waits for the last of P. Asynchronous: it waits for the first. *)
Theorem speedup_exp P mu sync async : speedup_exp_valid P -> 0 < mu ->
  mean_of_survival (exp_tail mu P P) sync -> mean_of_survival (exp_tail mu 1 P) async ->
  sync / async = speedup_exp_bound P.
Proof.
  intros HP Hmu Hs Ha. unfold speedup_exp_bound. pose proof (lt_0_INR P HP).
  rewrite (mean_unique _ _ _ Hs (exp_last mu Hmu P)).
  rewrite (mean_unique _ _ _ Ha (exp_first mu Hmu P HP)). field. lra.
Qed.

(** P ln P < P H_P <= P (ln P + 1). *)
Theorem speedup_exp_enclosure P : (1 <= P)%nat ->
  INR P * ln (INR P) < speedup_exp_bound P <= INR P * (ln (INR P) + 1).
Proof.
  intros HP. pose proof (lt_0_INR P HP). unfold speedup_exp_bound. split.
  - apply Rmult_lt_compat_l; [assumption|]. now apply harmonic_gt_ln.
  - apply Rmult_le_compat_l; [lra|]. rewrite Rplus_comm. now apply harmonic_le_ln.
Qed.

(** K-batch-async, exponential durations of mean EX: J updates are J K pushes. *)
Theorem kbatchasync_time_exponential P K EX J : kbatchasync_time_valid P K EX ->
  mean_of_survival (push_tail (/ EX) P (J * K)) (INR J * kbatchasync_time_bound P K EX).
Proof.
  intros (HP & _ & HX). pose proof (lt_0_INR P HP).
  assert (INR J * kbatchasync_time_bound P K EX = INR (J * K) / (INR P * / EX)) as ->
    by (unfold kbatchasync_time_bound; rewrite mult_INR; field; lra).
  apply push_mean; [now apply Rinv_0_lt_compat|assumption].
Qed.

(** K-batch-sync: all start afresh, the update takes the first K pushes. *)
Theorem kbatchsync_time_exp P K mu : kbatchsync_time_exp_valid P K mu ->
  mean_of_survival (push_tail mu P K) (kbatchsync_time_exp_bound P K mu).
Proof.
  intros (HP & _ & Hmu).
  change (kbatchsync_time_exp_bound P K mu) with (INR K / (INR P * mu)).
  now apply push_mean.
Qed.

(** Waiting for K distinct learners against the first K pushes. *)
Theorem speedup_kbatch_exp P K mu ksync kbatch : speedup_kbatch_exp_valid P K -> 0 < mu ->
  mean_of_survival (exp_tail mu K P) ksync -> mean_of_survival (push_tail mu P K) kbatch ->
  ksync / kbatch = speedup_kbatch_exp_bound P K.
Proof.
  intros (HP & HK & HKP) Hmu Hs Hb.
  pose proof (lt_0_INR P HP). pose proof (lt_0_INR K HK).
  rewrite (mean_unique _ _ _ Hs (exp_order_statistic mu Hmu K P HKP)).
  rewrite (mean_unique _ _ _ Hb (push_mean mu P K Hmu HP)).
  unfold speedup_kbatch_exp_bound. field. lra.
Qed.

(** The same number of gradients: n from the slowest of n learners, or the first n pushed. *)
Theorem async_over_sync_throughput_exp n mu sync async :
  async_over_sync_throughput_exp_valid n -> 0 < mu ->
  mean_of_survival (exp_tail mu n n) sync -> mean_of_survival (push_tail mu n n) async ->
  sync / async = async_over_sync_throughput_exp_bound n.
Proof.
  intros Hn Hmu Hs Ha. pose proof (lt_0_INR n Hn).
  rewrite (mean_unique _ _ _ Hs (exp_last mu Hmu n)).
  rewrite (mean_unique _ _ _ Ha (push_mean mu n n Hmu Hn)).
  unfold async_over_sync_throughput_exp_bound. field. lra.
Qed.

Theorem order_stat_exp_mean n m lambda : order_stat_exp_mean_valid n m lambda ->
  mean_of_survival (exp_tail lambda m n) (order_stat_exp_mean_bound n m lambda).
Proof.
  intros (_ & _ & Hm & Hl).
  change (order_stat_exp_mean_bound n m lambda) with ((harmonic n - harmonic (n - m)) / lambda).
  now apply exp_order_statistic.
Qed.

Theorem order_stat_shifted_exp P K Delta mu : order_stat_shifted_exp_valid P K Delta mu ->
  mean_of_survival (fun t => fewer K P (after Delta (exp_cdf mu) t))
    (order_stat_shifted_exp_bound P K Delta mu).
Proof.
  intros (_ & HK1 & HK & HD & Hmu). destruct K as [|K]; [lia|].
  change (order_stat_shifted_exp_bound P (S K) Delta mu)
    with (Delta + (harmonic P - harmonic (P - S K)) / mu).
  apply mean_after; [assumption| |now apply exp_order_statistic].
  intros T _. apply (ex_RInt_continuous (V := R_CompleteNormedModule)).
  intros t _. apply (exp_tail_continuous mu (S K) P t).
Qed.

Theorem order_stat_uniform P K a b : order_stat_uniform_valid P K a b ->
  mean_of_survival (fun t => fewer K P (uniform_cdf a b t)) (order_stat_uniform_bound P K a b).
Proof.
  intros (_ & HK1 & HK & Ha & Hab & _).
  assert (order_stat_uniform_bound P K a b = a + (b - a) * (INR K / INR (S P))) as ->.
  { unfold order_stat_uniform_bound. rewrite S_INR. pose proof (pos_INR P). field. lra. }
  now apply uniform_order_statistic.
Qed.

(** The mean of rho^N, N the number of pushes by time t: what an error that shrinks by rho with each
    push has shrunk to on average. *)
Theorem wallclock_decay_async_exp P t rho mu : wallclock_decay_async_exp_valid P t rho mu ->
  is_series (fun k => rho ^ k * pushes mu P k t) (wallclock_decay_async_exp_bound P t rho mu).
Proof.
  intros _. set (x := INR P * mu * t).
  assert (wallclock_decay_async_exp_bound P t rho mu = exp (- x) * exp (rho * x)) as ->.
  { unfold wallclock_decay_async_exp_bound, x. rewrite <- exp_plus. f_equal. ring. }
  apply (is_series_ext (fun k => exp (- x) * (/ INR (fact k) * (rho * x) ^ k))).
  - intros k. rewrite pushes_poisson. fold x. unfold poisson. rewrite Rpow_mult_distr.
    unfold Rdiv. in_R. ring.
  - apply (is_series_scal_l (exp (- x)) (fun k => / INR (fact k) * (rho * x) ^ k)).
    pose proof (is_exp_Reals (rho * x)) as H. unfold is_pseries in H.
    apply (is_series_ext _ (fun k => / INR (fact k) * (rho * x) ^ k)) in H; [exact H|].
    intros k. rewrite pow_n_pow. unfold scal; in_R; cbn -[pow fact INR]. unfold mult; cbn -[pow
      fact INR]. ring.
Qed.

(** Shifted exponential times: the last of P, against the P-th part of one, which is what an
    asynchronous update takes in the long run (Renewal.v). *)
Theorem speedup_shifted_exp P Delta mu sync one : speedup_shifted_exp_valid P Delta mu ->
  mean_of_survival (fun t => fewer P P (after Delta (exp_cdf mu) t)) sync ->
  mean_of_survival (fun t => fewer 1 1 (after Delta (exp_cdf mu) t)) one ->
  sync / (one / INR P) = speedup_shifted_exp_bound P Delta mu.
Proof.
  intros (HP & HD & Hmu) Hs Ho. pose proof (lt_0_INR P HP). pose proof (Rinv_0_lt_compat mu Hmu).
  assert (forall n, (1 <= n)%nat -> mean_of_survival
    (fun t => fewer n n (after Delta (exp_cdf mu) t)) (Delta + harmonic n / mu)) as Hlast.
  { intros n Hn. destruct n as [|n]; [lia|].
    apply mean_after; [assumption| |now apply exp_last].
    intros T _. apply (ex_RInt_continuous (V := R_CompleteNormedModule)).
    intros t _. apply (exp_tail_continuous mu (S n) (S n) t). }
  rewrite (mean_unique _ _ _ Hs (Hlast P HP)), (mean_unique _ _ _ Ho (Hlast 1%nat (le_n 1))).
  assert (harmonic 1 = 1) as -> by (rewrite harmonic_S, harmonic_0; cbn; field).
  unfold speedup_shifted_exp_bound. field. repeat split; nra || lra.
Qed.

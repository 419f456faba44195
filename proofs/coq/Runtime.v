(* SPDX-License-Identifier: Apache-2.0 *)
(* Run time per update: the theorems behind the run-time formulas. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From Staleproof Require Import Base Formulary Harmonic Survival Exponential Poisson Bounds.
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
Theorem kbatchasync_time P K EX J : kbatchasync_time_valid P K EX ->
  mean_of_survival (push_tail (/ EX) P (J * K)) (INR J * kbatchasync_time_bound P K EX).
Proof.
  intros (HP & _ & HX). pose proof (lt_0_INR P HP).
  assert (INR J * kbatchasync_time_bound P K EX = INR (J * K) / (INR P * / EX)) as ->
    by (unfold kbatchasync_time_bound; rewrite mult_INR; field; lra).
  apply push_mean; [now apply Rinv_0_lt_compat|assumption].
Qed.

(* SPDX-License-Identifier: Apache-2.0 *)
(* What exponential compute times make of the order of the pushes, and what that makes of the
   theorems on asynchronous SGD. Schedule.v defines the books of the server (who misses what) and
   what is asked of the order of the pushes: each push is a race of the learners that are at work,
   won by each with the probability that a given one of so many exponential times is the least,
   whatever has happened. *)
From Coq Require Import Reals.
From Staleproof Require Import Base Inner Smooth Random Step Methods Survival Formulary Bounds
  Schedule ExponentialDelay Fresh.
Local Open Scope R_scope.

(** Why that is the law of exponential times: they forget how long they have run, and the least of n
    is each with probability 1/n. *)
Theorem exponential_forgets mu t u :
  exp (- mu * (t + u)) = exp (- mu * t) * exp (- mu * u).
Proof. rewrite <- exp_plus. f_equal. ring. Qed.

Theorem exponential_least n mu : (1 <= n)%nat -> 0 < mu -> least_of n mu (/ INR n).
Proof. exact (least_of_exponential n mu). Qed.

(** * What a read misses, whatever the compute times *)

(** Of the n gradients issued before gradient n; pusher t is the learner that makes push t. *)
Theorem missing_kbatchasync_guarantee {Om : Type} P K (pusher : nat -> Om -> nat) n w :
  missing_kbatchasync_valid P K -> (forall t, (pusher t w < P)%nat) ->
  heard_sum n (fun l => missing_from P pusher (busy_first P) (busy_seen P K) n l w) (fun _ => 1)
  <= missing_kbatchasync_bound P K.
Proof. exact (missing_kbatchasync P K pusher n w). Qed.

(** K-async: nobody pushes twice in a round of K pushes. *)
Theorem missing_kasync_guarantee {Om : Type} P K (pusher : nat -> Om -> nat) n w :
  missing_kasync_valid P K -> (forall t, (pusher t w < P)%nat) ->
  (forall j r, (r < K)%nat -> quiet pusher (pusher (K * j + r)%nat w) (K * j) r w = true) ->
  heard_sum n (fun l => missing_from P pusher (waiting_seen P K) (waiting_seen P K) n l w)
    (fun _ => 1)
  <= missing_kasync_bound P K.
Proof. exact (missing_kasync P K pusher n w). Qed.

(** * Exponential compute times: the constants of async_issue_nc and async_issue_pl *)
Section Constants.
Context {V : space} {Om : probability} {H : L2 V Om} {df : V -> V}.
Context (P K N : nat) (pusher : nat -> Om -> nat) (missing : nat -> nat -> Om -> bool).
Context (x : nat -> rvec H).
Context (Hd : forall u, member H u -> member H (fun w => df (u w))).

Theorem missed_kbatchasync_exp_guarantee : missed_kbatchasync_exp_valid P K ->
  busy_issues P K N pusher (load_of (df := df) x) missing ->
  missed_at_most (df := df) N (missed_kbatchasync_exp_bound P K) missing x.
Proof. exact (missed_kbatchasync_exp P K N pusher missing x Hd). Qed.

Theorem missed_kasync_exp_guarantee : missed_kasync_exp_valid P K ->
  waiting_issues P K N pusher (load_of (df := df) x) missing ->
  missed_at_most (df := df) N (missed_kasync_exp_bound P K) missing x.
Proof. exact (missed_kasync_exp P K N pusher missing x Hd). Qed.

Theorem psi_kbatchasync_exp_guarantee h c : psi_kbatchasync_exp_valid P K h c ->
  busy_issues P K N pusher (load_of (df := df) x) missing ->
  missed_weighted_at_most (df := df) N (1 - h * c) (psi_kbatchasync_exp_bound P K h c) missing x.
Proof. exact (psi_kbatchasync_exp P K N pusher missing x Hd h c). Qed.

Theorem psi_kasync_exp_guarantee h c : psi_kasync_exp_valid P K h c ->
  waiting_issues P K N pusher (load_of (df := df) x) missing ->
  missed_weighted_at_most (df := df) N (1 - h * c) (psi_kasync_exp_bound P K h c) missing x.
Proof. exact (psi_kasync_exp P K N pusher missing x Hd h c). Qed.

(** * The theorems in issue order with these constants: nothing is given but the law *)
Context {f : V -> R} {L : R} (Hf : smooth f df L) (He : evaluable H f df).
Context (h sigma2 MG : R) (m : nat) (w0 : V) (Other : nat -> rvec H -> Prop).
Context (z g : nat -> rvec H) (Q : R).
Hypothesis Hrun : issue_run He N h (sigma2 / INR m) (MG / INR m) Q w0 Other missing z x g.

(** async is K = 1. *)
Theorem async_issue_nc_kbatchasync_exp fstar : (1 <= P)%nat -> (1 <= K)%nat ->
  busy_issues P K N pusher (load_of (df := df) x) missing -> (forall y, fstar <= f y) ->
  async_issue_nc_valid L sigma2 MG m h (missing_kbatchasync_bound P K)
    (missed_kbatchasync_exp_bound P K) (f w0 - fstar) N ->
  / INR N * rsum N (fun n => Ex (fun w => norm2 (df (x n w))))
  <= async_issue_nc_bound L sigma2 MG m h (missing_kbatchasync_bound P K)
       (missed_kbatchasync_exp_bound P K) (f w0 - fstar) N.
Proof.
  exact (async_issue_nc_kbatchasync P K N pusher missing x Hd Hf He h sigma2 MG m w0 Other z g Q
    Hrun fstar).
Qed.

Theorem async_issue_nc_kasync_exp fstar : (1 <= K <= P)%nat ->
  waiting_issues P K N pusher (load_of (df := df) x) missing -> (forall y, fstar <= f y) ->
  async_issue_nc_valid L sigma2 MG m h (missing_kasync_bound P K)
    (missed_kasync_exp_bound P K) (f w0 - fstar) N ->
  / INR N * rsum N (fun n => Ex (fun w => norm2 (df (x n w))))
  <= async_issue_nc_bound L sigma2 MG m h (missing_kasync_bound P K)
       (missed_kasync_exp_bound P K) (f w0 - fstar) N.
Proof.
  exact (async_issue_nc_kasync P K N pusher missing x Hd Hf He h sigma2 MG m w0 Other z g Q Hrun
    fstar).
Qed.

Theorem async_issue_pl_kbatchasync_exp c fstar : psi_kbatchasync_exp_valid P K h c ->
  busy_issues P K N pusher (load_of (df := df) x) missing -> PL f df c fstar ->
  async_issue_pl_valid L c sigma2 MG m h (missing_kbatchasync_bound P K)
    (psi_kbatchasync_exp_bound P K h c) (f w0 - fstar) N ->
  Ex (fun w => f (z N w)) - fstar
  <= async_issue_pl_bound L c sigma2 MG m h (missing_kbatchasync_bound P K)
       (psi_kbatchasync_exp_bound P K h c) (f w0 - fstar) N.
Proof.
  exact (async_issue_pl_kbatchasync P K N pusher missing x Hd Hf He h sigma2 MG m w0 Other z g Q
    Hrun c fstar).
Qed.

Theorem async_issue_pl_kasync_exp c fstar : psi_kasync_exp_valid P K h c ->
  waiting_issues P K N pusher (load_of (df := df) x) missing -> PL f df c fstar ->
  async_issue_pl_valid L c sigma2 MG m h (missing_kasync_bound P K)
    (psi_kasync_exp_bound P K h c) (f w0 - fstar) N ->
  Ex (fun w => f (z N w)) - fstar
  <= async_issue_pl_bound L c sigma2 MG m h (missing_kasync_bound P K)
       (psi_kasync_exp_bound P K h c) (f w0 - fstar) N.
Proof.
  exact (async_issue_pl_kasync P K N pusher missing x Hd Hf He h sigma2 MG m w0 Other z g Q Hrun
    c fstar).
Qed.
End Constants.

(** * How often a gradient is fresh: p0 of the theorems with a staleness constant *)
Section Fresh.
Context {V : space} {Om : probability} {H : L2 V Om} {df : V -> V}.
Context (P K T : nat) (mu : R) (pusher : nat -> Om -> nat) (Past : nat -> (Om -> R) -> Prop).
Context (x : nat -> rvec H) (read : nat -> nat -> rvec H).
Context (Hd : forall u, member H u -> member H (fun w => df (u w))).

Theorem p0_kasync_exp_guarantee : p0_kasync_exp_valid P K ->
  waiting_exponential P K mu pusher Past ->
  (forall t, (t < T)%nat -> Past (K * t)%nat (fun w => norm2 (df (x t w)))) ->
  (forall t l w, (t < T)%nat -> (l < K)%nat -> fresh_waiting K pusher t l w = true ->
    read t l w = x t w) ->
  fresh_at_least df K T (p0_kasync_exp_bound P K) x read.
Proof. exact (p0_kasync_exp P K T mu pusher Past x read Hd). Qed.

Theorem p0_kbatchasync_exp_guarantee : p0_kbatchasync_exp_valid P K ->
  busy_exponential P mu pusher Past ->
  (forall t, (t < T)%nat -> Past (K * t)%nat (fun w => norm2 (df (x t w)))) ->
  (forall t l w, (t < T)%nat -> (l < K)%nat -> fresh_busy K pusher t l w = true ->
    read t l w = x t w) ->
  fresh_at_least df K T (p0_kbatchasync_exp_bound P K) x read.
Proof. exact (p0_kbatchasync_exp P K T mu pusher Past x read Hd). Qed.
End Fresh.

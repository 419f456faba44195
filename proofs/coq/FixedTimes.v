(* SPDX-License-Identifier: Apache-2.0 *)
(* Workers with fixed times per gradient: how long a number of gradients takes (M1), and what
  waiting
   for the m fastest costs (M2). *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Formulary Harmonic Bounds.
Local Open Scope R_scope.

(** The gradients per second of workers 0 .. m-1. *)
Definition speed (tau : nat -> R) (m : nat) : R := rsum m (fun i => / tau i).

Section Times.
Context (n : nat) (tau : nat -> R).
Hypothesis Htau : forall i, (i < n)%nat -> 0 < tau i.

Lemma speed_pos m : (1 <= m <= n)%nat -> 0 < speed tau m.
Proof.
  intros Hm. unfold speed. destruct m as [|m]; [lia|]. cbn [rsum].
  assert (0 <= rsum m (fun i => / tau i))
    by (apply rsum_nonneg; intros i Hi; apply Rinv_nonneg, Htau; lia).
  pose proof (Rinv_0_lt_compat _ (Htau m ltac:(lia))). lra.
Qed.

(** All start idle. By time (S + m) / speed m, whatever m is, S gradients are there: worker i has
    done [done i], the whole number of its jobs that fit. *)
Theorem collect_time (gradients m : nat) (done : nat -> nat) : (1 <= m <= n)%nat ->
  let t := (INR gradients + INR m) / speed tau m in
  (forall i, (i < n)%nat -> t / tau i < INR (done i) + 1) ->
  INR gradients < rsum n (fun i => INR (done i)).
Proof.
  intros Hm t Hdone. pose proof (speed_pos m Hm) as Hs.
  apply Rlt_le_trans with (rsum m (fun i => INR (done i))).
  2:{ apply rsum_monotone; [lia|]. intros i _. apply pos_INR. }
  assert (rsum m (fun i => t * / tau i + -1) = INR gradients) as <-.
  { rewrite rsum_plus, rsum_scal, rsum_const. fold (speed tau m). unfold t. field. lra. }
  assert (forall k, (1 <= k <= m)%nat ->
    rsum k (fun i => t * / tau i + -1) < rsum k (fun i => INR (done i))) as H.
  { induction k as [|k IH]; intros Hk; [lia|]. cbn [rsum].
    specialize (Hdone k ltac:(lia)). unfold Rdiv in Hdone.
    destruct k as [|k]; [cbn; lra|]. specialize (IH ltac:(lia)). lra. }
  apply H. lia.
Qed.

(** The same when each worker first finishes an old job that is thrown away. *)
Theorem collect_time_stale (gradients m : nat) (done : nat -> nat) : (1 <= m <= n)%nat ->
  let t := (INR gradients + 2 * INR m) / speed tau m in
  (forall i, (i < n)%nat -> t / tau i < INR (done i) + 2) ->
  INR gradients < rsum n (fun i => INR (done i)).
Proof.
  intros Hm t Hdone. pose proof (speed_pos m Hm) as Hs.
  apply Rlt_le_trans with (rsum m (fun i => INR (done i))).
  2:{ apply rsum_monotone; [lia|]. intros i _. apply pos_INR. }
  assert (rsum m (fun i => t * / tau i + -2) = INR gradients) as <-.
  { rewrite rsum_plus, rsum_scal, rsum_const. fold (speed tau m). unfold t. field. lra. }
  assert (forall k, (1 <= k <= m)%nat ->
    rsum k (fun i => t * / tau i + -2) < rsum k (fun i => INR (done i))) as H.
  { induction k as [|k IH]; intros Hk; [lia|]. cbn [rsum].
    specialize (Hdone k ltac:(lia)). unfold Rdiv in Hdone.
    destruct k as [|k]; [cbn; lra|]. specialize (IH ltac:(lia)). lra. }
  apply H. lia.
Qed.

(** Waiting for the m + 1 fastest (time tau m, batch m + 1) is within H_n of the best use of all: s
  is
    the noise relative to the target, A any lower bound of the times of the former. *)
Theorem msync_gap s A m : msync_gap_bound_valid n -> 0 <= s -> (m < n)%nat ->
  (forall j, (j < n)%nat -> A <= tau j * (1 + s / (INR j + 1))) ->
  A <= msync_gap_bound_bound n * ((INR m + 1 + s) / speed tau (S m)).
Proof.
  intros _ Hs Hm HA. pose proof (speed_pos (S m) ltac:(lia)) as Hsp.
  assert (forall a b, (a <= b)%nat -> harmonic a <= harmonic b) as Hmono.
  { intros a b Hab. apply rsum_monotone; [assumption|]. intros i _. pose proof (pos_INR i).
    apply Rdiv_nonneg; lra. }
  assert (1 <= harmonic (S m)) as H1.
  { apply Rle_trans with (harmonic 1); [|apply Hmono; lia].
    rewrite harmonic_S, harmonic_0. cbn. right. field. }
  pose proof (Hmono (S m) n ltac:(lia)) as H2. pose proof (pos_INR m) as Hm0.
  change (msync_gap_bound_bound n) with (harmonic n).
  replace (harmonic n * ((INR m + 1 + s) / speed tau (S m)))
    with (harmonic n * (INR m + 1 + s) / speed tau (S m)) by (field; lra).
  apply Rle_div; [assumption|].
  assert (A * speed tau (S m) <= INR m + 1 + s * harmonic (S m)) as H3.
  { unfold speed, harmonic. rewrite <- !rsum_scal. rewrite <- S_INR.
    rewrite <- (Rmult_1_r (INR (S m))), <- rsum_const, <- rsum_plus.
    apply rsum_le; intros j Hj. specialize (HA j ltac:(lia)). pose proof (Htau j ltac:(lia)) as Ht.
    apply Rmult_le_reg_r with (tau j); [assumption|].
    rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. unfold Rdiv in *. lra. }
  rewrite Rmult_comm. apply Rle_trans with (1 := H3).
  assert (s * harmonic (S m) <= s * harmonic n) by (apply Rmult_le_compat_l; lra).
  assert (1 * (INR m + 1) <= harmonic n * (INR m + 1)) by (apply Rmult_le_compat_r; lra). lra.
Qed.
End Times.

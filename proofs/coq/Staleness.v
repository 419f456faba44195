(* SPDX-License-Identifier: Apache-2.0 *)
(* What staleness amounts to, without any assumption on times: the server's books. *)
From Coq Require Import Reals Lra Lia Bool.
From Staleproof Require Import Base.
Local Open Scope R_scope.

(** [set f i x] is f with x at i. *)
Definition set {A} (f : nat -> A) (i : nat) (x : A) (k : nat) : A :=
  if Nat.eqb k i then x else f k.

Lemma set_same {A} (f : nat -> A) i x : set f i x i = x.
Proof. unfold set. now rewrite Nat.eqb_refl. Qed.

Lemma set_other {A} (f : nat -> A) i x k : k <> i -> set f i x k = f k.
Proof. intros H. unfold set. now apply Nat.eqb_neq in H as ->. Qed.

(** A sum that changes at one index only. *)
Lemma rsum_change n i F G : (i < n)%nat -> (forall k, (k < n)%nat -> k <> i -> G k = F k) ->
  rsum n G = rsum n F + (G i - F i).
Proof.
  intros Hi H. rewrite <- (rsum_one n i (fun k => G k - F k) Hi).
  - rewrite rsum_minus. ring.
  - intros k Hk Hne. rewrite H by assumption. ring.
Qed.

(** * K-batch-async (and async, K = 1): nobody is ever idle *)
Record busy_server := Busy {
  updates : nat;              (* j *)
  buffered : nat;             (* gradients since the last update *)
  version : nat -> nat;       (* the update that learner i last read *)
  total : R                   (* sum of the staleness of all gradients received *)
}.

Definition age (s : busy_server) (i : nat) : R := INR (updates s) - INR (version s i).

(** Learner i delivers a gradient: the K-th since the last update makes an update. *)
Definition deliver (K : nat) (s : busy_server) (i : nat) : busy_server :=
  let j := if Nat.eqb (S (buffered s)) K then S (updates s) else updates s in
  Busy j (if Nat.eqb (S (buffered s)) K then 0%nat else S (buffered s))
    (set (version s) i j) (total s + age s i).

Definition busy_start : busy_server := Busy 0 0 (fun _ => 0%nat) 0.

Inductive busy_run (P K : nat) : busy_server -> Prop :=
| busy_begin : busy_run P K busy_start
| busy_deliver s i : busy_run P K s -> (i < P)%nat -> busy_run P K (deliver K s i).

Theorem busy_conservation P K s : busy_run P K s ->
  total s + rsum P (age s) = (INR P - 1) * INR (updates s).
Proof.
  induction 1 as [|s i _ IH Hi].
  - cbn. rewrite rsum_zero; [ring|]. intros k _. unfold age. cbn. ring.
  - set (gain := if Nat.eqb (S (buffered s)) K then 1 else 0).
    assert (INR (updates (deliver K s i)) = INR (updates s) + gain) as Hj.
    { unfold deliver, gain. cbn [updates]. destruct (Nat.eqb (S (buffered s)) K); [apply
      S_INR|ring]. }
    assert (age (deliver K s i) i = 0) as H0.
    { unfold age, deliver. cbn [updates version]. rewrite set_same. ring. }
    rewrite (rsum_change P i (fun k => age s k + gain) (age (deliver K s i)) Hi).
    + rewrite H0, rsum_plus, rsum_const, Hj. cbn [total deliver].
      replace (INR P * gain) with ((INR P - 1) * gain + gain) by ring. lra.
    + intros k _ Hk. unfold age at 1. rewrite Hj. unfold age, deliver. cbn [version].
      rewrite set_other by assumption. ring.
Qed.

Lemma busy_age_nonneg P K s : busy_run P K s -> forall i, 0 <= age s i.
Proof.
  intros H i. unfold age. apply Rge_le, Rge_minus, Rle_ge, le_INR. revert i.
  induction H as [|s i _ IH Hi]; intros k; [cbn; lia|]. specialize (IH k).
  unfold deliver. cbn [version updates]. unfold set. destruct (Nat.eqb k i), (Nat.eqb (S (buffered
    s)) K); lia.
Qed.

(** The K j gradients of j updates, and those in the buffer, are together at most (P - 1) j stale.
  *)
Corollary busy_total_le P K s : busy_run P K s -> total s <= (INR P - 1) * INR (updates s).
Proof.
  intros H. rewrite <- (busy_conservation P K s H).
  pose proof (rsum_nonneg P (age s) (fun i _ => busy_age_nonneg P K s H i)). lra.
Qed.

(** * K-async: who has delivered waits for the update *)
Record waiting_server := Waiting {
  w_updates : nat;
  w_buffered : nat;
  w_version : nat -> nat;
  running : nat -> bool;
  w_total : R
}.

Definition w_age (s : waiting_server) (i : nat) : R :=
  if running s i then INR (w_updates s) - INR (w_version s i) else 0.

Definition w_deliver (K : nat) (s : waiting_server) (i : nat) : waiting_server :=
  let still := set (running s) i false in
  if Nat.eqb (S (w_buffered s)) K then
    Waiting (S (w_updates s)) 0
      (fun k => if still k then w_version s k else S (w_updates s)) (fun _ => true)
      (w_total s + w_age s i)
  else
    Waiting (w_updates s) (S (w_buffered s)) (w_version s) still (w_total s + w_age s i).

Definition w_start : waiting_server := Waiting 0 0 (fun _ => 0%nat) (fun _ => true) 0.

Inductive waiting_run (P K : nat) : waiting_server -> Prop :=
| w_begin : waiting_run P K w_start
| w_step s i : waiting_run P K s -> (i < P)%nat -> running s i = true ->
    waiting_run P K (w_deliver K s i).

Definition is_running (s : waiting_server) (i : nat) : R := if running s i then 1 else 0.

(** Those who do not run are those who have delivered. *)
Lemma waiting_count P K s : waiting_run P K s ->
  rsum P (is_running s) = INR P - INR (w_buffered s).
Proof.
  induction 1 as [|s i _ IH Hi Hr].
  - unfold is_running. cbn. rewrite rsum_const. ring.
  - unfold w_deliver. destruct (Nat.eqb (S (w_buffered s)) K); unfold is_running in *; cbn [running
    w_buffered].
    + rewrite rsum_const. cbn [INR]. ring.
    + rewrite (rsum_change P i (fun k => if running s k then 1 else 0)); [|exact Hi|].
      * rewrite set_same, Hr, IH, S_INR. ring.
      * intros k _ Hk. now rewrite set_other.
Qed.

Theorem waiting_conservation P K s : waiting_run P K s ->
  w_total s + rsum P (w_age s) = (INR P - INR K) * INR (w_updates s).
Proof.
  induction 1 as [|s i H IH Hi Hr].
  - cbn. rewrite rsum_zero; [ring|]. intros k _. unfold w_age. cbn. ring.
  - pose proof (waiting_count P K s H) as Hc. unfold w_deliver.
    destruct (Nat.eqb (S (w_buffered s)) K) eqn:E; cbn [w_total w_updates].
    + apply Nat.eqb_eq in E. subst K.
      rewrite (rsum_change P i (fun k => w_age s k + is_running s k)); [|exact Hi|].
      * rewrite rsum_plus, Hc.
        assert (forall x, w_age (Waiting (S (w_updates s)) 0 (fun k =>
          if set (running s) i false k then w_version s k else S (w_updates s))
          (fun _ => true) x) i = 0) as ->
          by (intros x; unfold w_age; cbn [running w_updates w_version];
              rewrite set_same; ring).
        assert (is_running s i = 1) as -> by (unfold is_running; now rewrite Hr).
        rewrite ?S_INR in *. lra.
      * intros k _ Hk. unfold w_age, is_running. cbn [running w_updates w_version].
        rewrite set_other by assumption. rewrite !S_INR.
        destruct (running s k); [ring|]. rewrite S_INR. ring.
    + rewrite (rsum_change P i (w_age s)); [|exact Hi|].
      * unfold w_age at 3. cbn [running]. rewrite set_same. lra.
      * intros k _ Hk. unfold w_age. cbn [running w_updates w_version].
        now rewrite set_other.
Qed.

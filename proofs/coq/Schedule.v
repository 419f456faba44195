(* SPDX-License-Identifier: Apache-2.0 *)
(* Which gradients a read misses, when compute times are exponential: the order of the pushes and
   the books of the server (theory of issue order, IssueOrder.v). *)
From Coq Require Import Reals Lra Lia Bool.
From Coquelicot Require Import Coquelicot.
From Staleproof Require Import Base Inner Smooth Random Survival Renewal.
Local Open Scope R_scope.

(** * A race of exponential times *)

(** q is the probability that a given one of n independent exponential times of rate mu is the
    least: it ends at t, the others later. *)
Definition least_of (n : nat) (mu q : R) : Prop :=
  is_lim (fun T => RInt (fun t => mu * exp (- mu * t) * exp (- mu * t) ^ (n - 1)) 0 T) p_infty q.

Lemma least_of_exponential n mu : (1 <= n)%nat -> 0 < mu -> least_of n mu (/ INR n).
Proof.
  intros Hn Hmu. pose proof (INR_pos n Hn) as Hp.
  set (F := fun t => - (/ INR n * exp (- mu * t) ^ n)).
  assert (forall t, is_derive F t (mu * exp (- mu * t) * exp (- mu * t) ^ (n - 1))) as HF.
  { intros t. unfold F. destruct n as [|n]; [lia|]. replace (S n - 1)%nat with n by lia.
    evar_last; [now auto_derive|]. in_R. cbn [pow pred]. rewrite S_INR in *.
    replace (match n with 0%nat => 1 | S _ => INR n + 1 end) with (INR n + 1)
      by (destruct n; [cbn; ring|reflexivity]).
    field. lra. }
  unfold least_of. apply (is_lim_ext (fun T => / INR n - / INR n * exp (- mu * T) ^ n)).
  - intros T. symmetry. apply is_RInt_unique. evar_last.
    + apply (is_RInt_derive (V := R_CompleteNormedModule) F); intros t _; [apply HF|].
      apply (ex_derive_continuous (V := R_NormedModule)). now auto_derive.
    + unfold minus, plus, opp, F; in_R; cbn -[pow INR]. rewrite Rmult_0_r, exp_0, pow1. ring.
  - replace (Finite (/ INR n)) with (Finite (/ INR n - / INR n * 0)) by (f_equal; ring).
    apply (is_lim_minus' (fun _ => / INR n)); [apply is_lim_const|].
    apply (is_lim_scal_l (fun T => exp (- mu * T) ^ n) (/ INR n) p_infty 0).
    apply (is_lim_ext (fun T => exp (- (INR n * mu) * T))).
    + intros T. rewrite <- Rpower_pow by apply exp_pos. unfold Rpower. rewrite ln_exp. f_equal.
      ring.
    + apply (is_lim_comp exp (fun t => - (INR n * mu) * t) p_infty 0 m_infty).
      * apply is_lim_exp_m.
      * assert (0 < INR n * mu) by now apply Rmult_lt_0_compat.
        replace m_infty with (Rbar_mult (- (INR n * mu)) p_infty);
          [apply is_lim_scal_l, is_lim_id|].
        cbn. destruct (Rle_dec 0 (- (INR n * mu))); [exfalso; lra|reflexivity].
      * exists 0. intros y _ H. discriminate H.
Qed.

Lemma least_of_unique n mu q : (1 <= n)%nat -> 0 < mu -> least_of n mu q -> q = / INR n.
Proof.
  intros Hn Hmu Hq. pose proof (is_lim_unique _ _ _ Hq) as E1.
  pose proof (is_lim_unique _ _ _ (least_of_exponential n mu Hn Hmu)) as E2. congruence.
Qed.

(** * Who has been quiet *)

(** Learner i makes none of the k pushes from push a on. *)
Fixpoint quiet {Om : Type} (pusher : nat -> Om -> nat) (i a k : nat) (w : Om) : bool :=
  match k with
  | O => true
  | S l => quiet pusher i a l w && negb (Nat.eqb (pusher (a + l)%nat w) i)
  end.

Lemma quiet_spec {Om : Type} (pusher : nat -> Om -> nat) i a k w :
  quiet pusher i a k w = true <-> forall t, (a <= t < a + k)%nat -> pusher t w <> i.
Proof.
  induction k as [|k IH]; cbn; [split; [intros; lia|reflexivity]|].
  rewrite andb_true_iff, IH, negb_true_iff, Nat.eqb_neq. split.
  - intros [H1 H2] t Ht. destruct (Nat.eq_dec t (a + k)) as [->|]; [assumption|]. apply H1. lia.
  - intros H. split; [intros t Ht|]; apply H; lia.
Qed.

(** The learner that computes gradient l: the first P are given out at the start, then each push is
    followed by one. *)
Definition owner {Om : Type} (P : nat) (pusher : nat -> Om -> nat) (l : nat) (w : Om) : nat :=
  if Nat.ltb l P then l else pusher (l - P)%nat w.

(** Gradient l is missing from what gradient n is drawn at: its learner has not pushed from [first
    l], the first push that can be it, up to [seen n], the pushes applied by then. *)
Definition missing_from {Om : Type} (P : nat) (pusher : nat -> Om -> nat) (first seen : nat -> nat)
    (n l : nat) (w : Om) : bool :=
  quiet pusher (owner P pusher l w) (first l) (seen n - first l) w.

(** async (K = 1) and K-batch-async: gradient P + t is given out after push t; an update is made of
    K pushes. *)
Definition busy_first (P l : nat) : nat := (l + 1 - P)%nat.
Definition busy_seen (P K n : nat) : nat := (K * ((n + 1 - P) / K))%nat.

(** K-async: gradients P + K j .. P + K j + K - 1 are given out together, after K (j + 1) pushes. *)
Definition waiting_seen (P K n : nat) : nat :=
  if Nat.ltb n P then 0%nat else (K * ((n - P) / K + 1))%nat.

(** * The law of the pushes *)

(** [Past t Y]: Y is determined before push t, by the pushes so far and by the samples.
    Nobody is ever idle: a learner that has not finished is, whatever it has done so far, as one
    that has just begun (exponential_forgets); so all P race afresh for push t. *)
Record busy_exponential {Om : probability} (P : nat) (mu : R) (pusher : nat -> Om -> nat)
    (Past : nat -> (Om -> R) -> Prop) : Prop := BusyExponential {
  busy_rate : 0 < mu;
  busy_range : forall t w, (pusher t w < P)%nat;
  busy_integrable : forall t Y, Past t Y -> integrable Y;
  busy_later : forall t Y, Past t Y -> Past (S t) Y;
  busy_push : forall t s Y i, Past t Y -> (s < t)%nat ->
    Past t (fun w => indicator (negb (Nat.eqb (pusher s w) i)) * Y w);
  busy_law : forall t Y i, Past t Y -> (i < P)%nat -> exists q, least_of P mu q /\
    Ex (fun w => indicator (negb (Nat.eqb (pusher t w) i)) * Y w) = (1 - q) * Ex Y }.

(** K-async: who has pushed since the last update is idle, the others race afresh. *)
Record waiting_exponential {Om : probability} (P K : nat) (mu : R) (pusher : nat -> Om -> nat)
    (Past : nat -> (Om -> R) -> Prop) : Prop := WaitingExponential {
  waiting_rate : 0 < mu;
  waiting_range : forall t w, (pusher t w < P)%nat;
  waiting_idle : forall j r w, (r < K)%nat ->
    quiet pusher (pusher (K * j + r)%nat w) (K * j) r w = true;
  waiting_integrable : forall t Y, Past t Y -> integrable Y;
  waiting_later : forall t Y, Past t Y -> Past (S t) Y;
  waiting_push : forall t s Y i, Past t Y -> (s < t)%nat ->
    Past t (fun w => indicator (negb (Nat.eqb (pusher s w) i)) * Y w);
  waiting_law : forall j r Y i, Past (K * j + r)%nat Y -> (r < K)%nat -> (i < P)%nat ->
    (forall w, quiet pusher i (K * j) r w = false -> Y w = 0) ->
    exists q, least_of (P - r) mu q /\
    Ex (fun w => indicator (negb (Nat.eqb (pusher (K * j + r)%nat w) i)) * Y w) = (1 - q) * Ex Y }.

Section Quiet.
Context {Om : probability}.
Variables (P K : nat) (mu : R) (pusher : nat -> Om -> nat) (Past : nat -> (Om -> R) -> Prop).
Hypothesis HP : (1 <= P)%nat.

Lemma quiet_known : (forall t s Y i, Past t Y -> (s < t)%nat ->
    Past t (fun w => indicator (negb (Nat.eqb (pusher s w) i)) * Y w)) ->
  forall t i a k Y, Past t Y -> (a + k <= t)%nat ->
    Past t (fun w => indicator (quiet pusher i a k w) * Y w).
Proof.
  intros H t i a k Y HY Ht. induction k as [|k IH].
  - cbn [quiet indicator]. replace (fun w => 1 * Y w) with Y; [assumption|].
    apply FunctionalExtensionality.functional_extensionality. intros w. ring.
  - specialize (IH ltac:(lia)). apply (H t (a + k)%nat _ i) in IH; [|lia].
    replace (fun w => indicator (quiet pusher i a (S k) w) * Y w) with (fun w => indicator (negb
      (Nat.eqb (pusher (a + k)%nat w) i)) * (indicator (quiet pusher i a k w) * Y w));
        [assumption|].
    apply FunctionalExtensionality.functional_extensionality. intros w. cbn.
    destruct (quiet pusher i a k w), (Nat.eqb (pusher (a + k)%nat w) i); cbn; ring.
Qed.

Lemma quiet_past : (forall t Y, Past t Y -> Past (S t) Y) ->
  (forall t s Y i, Past t Y -> (s < t)%nat ->
    Past t (fun w => indicator (negb (Nat.eqb (pusher s w) i)) * Y w)) ->
  forall i a k Y, Past a Y -> Past (a + k)%nat (fun w => indicator (quiet pusher i a k w) * Y w).
Proof.
  intros Hl H i a k Y HY. apply (quiet_known H); [|lia].
  induction k as [|k IH]; [now rewrite Nat.add_0_r|]. rewrite Nat.add_succ_r. now apply Hl.
Qed.

(** Nobody idle: the chance to stay quiet for k pushes. *)
Lemma busy_quiet : busy_exponential P mu pusher Past -> forall i a k Y, (i < P)%nat -> Past a Y ->
  Ex (fun w => indicator (quiet pusher i a k w) * Y w) = (1 - / INR P) ^ k * Ex Y.
Proof.
  intros H i a k Y Hi HY. induction k as [|k IH].
  - cbn. rewrite Rmult_1_l. apply Ex_ext. intros. cbn. ring.
  - pose proof (quiet_past (busy_later _ _ _ _ H) (busy_push _ _ _ _ H) i a k Y HY) as Hk.
    destruct (busy_law _ _ _ _ H _ _ i Hk Hi) as (q & Hq & E).
    apply (least_of_unique _ _ _ HP (busy_rate _ _ _ _ H)) in Hq. subst q. rewrite IH in E.
    cbn [pow]. rewrite Rmult_assoc, <- E. apply Ex_ext. intros w. cbn.
    destruct (quiet pusher i a k w), (Nat.eqb (pusher (a + k)%nat w) i); cbn; ring.
Qed.

(** K-async: within one round, and for b whole rounds. *)
Lemma waiting_round : waiting_exponential P K mu pusher Past -> (K <= P)%nat ->
  forall i j k Y, (i < P)%nat -> (k <= K)%nat -> Past (K * j)%nat Y ->
  Ex (fun w => indicator (quiet pusher i (K * j) k w) * Y w) = (1 - INR k / INR P) * Ex Y.
Proof.
  intros H HK i j k Y Hi Hk HY. pose proof (INR_pos P HP) as Hp. induction k as [|k IH].
  - cbn. replace ((1 - 0 / INR P) * Ex Y) with (Ex Y) by (field; lra).
    apply Ex_ext. intros. cbn. ring.
  - specialize (IH ltac:(lia)).
    pose proof (quiet_past (waiting_later _ _ _ _ _ H) (waiting_push _ _ _ _ _ H) i (K * j)%nat k
      Y HY) as Hq.
    assert (0 < INR P - INR k) as Hd by (assert (INR k < INR P) by (apply lt_INR; lia); lra).
    destruct (waiting_law _ _ _ _ _ H j k _ i Hq ltac:(lia) Hi) as (q & Hl & E).
    { intros w Ew. rewrite Ew. cbn. ring. }
    apply least_of_unique in Hl; [|lia|exact (waiting_rate _ _ _ _ _ H)]. subst q.
    rewrite minus_INR in E by lia. rewrite IH in E.
    replace (1 - INR (S k) / INR P) with ((1 - / (INR P - INR k)) * (1 - INR k / INR P))
      by (rewrite S_INR; field; lra).
    rewrite Rmult_assoc, <- E. apply Ex_ext. intros w. cbn.
    destruct (quiet pusher i (K * j) k w), (Nat.eqb (pusher (K * j + k)%nat w) i); cbn; ring.
Qed.

Lemma quiet_app i a k m w :
  quiet pusher i a (k + m) w = quiet pusher i a k w && quiet pusher i (a + k) m w.
Proof.
  induction m as [|m IH]; [rewrite Nat.add_0_r; cbn; now rewrite andb_true_r|].
  rewrite Nat.add_succ_r. cbn. rewrite IH, Nat.add_assoc. now rewrite andb_assoc.
Qed.

Lemma waiting_quiet : waiting_exponential P K mu pusher Past -> (K <= P)%nat ->
  forall i j b Y, (i < P)%nat -> Past (K * j)%nat Y ->
  Ex (fun w => indicator (quiet pusher i (K * j) (K * b) w) * Y w)
  = (1 - INR K / INR P) ^ b * Ex Y.
Proof.
  intros H HK i j b Y Hi HY. induction b as [|b IH].
  - rewrite Nat.mul_0_r. cbn. rewrite Rmult_1_l. apply Ex_ext. intros. cbn. ring.
  - pose proof (quiet_past (waiting_later _ _ _ _ _ H) (waiting_push _ _ _ _ _ H) i (K * j)%nat (K
    * b)%nat Y HY) as Hq.
    rewrite <- Nat.mul_add_distr_l in Hq.
    pose proof (waiting_round H HK i (j + b)%nat K _ Hi (le_n K) Hq) as E. rewrite IH in E.
    cbn [pow]. rewrite Rmult_assoc, <- E. apply Ex_ext. intros w.
    replace (K * S b)%nat with (K * b + K)%nat by lia.
    rewrite quiet_app, <- Nat.mul_add_distr_l.
    destruct (quiet pusher i (K * j) (K * b) w), (quiet pusher i (K * (j + b)) K w); cbn; ring.
Qed.
End Quiet.

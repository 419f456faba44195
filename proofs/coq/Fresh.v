(* SPDX-License-Identifier: Apache-2.0 *)
(* How often a gradient is fresh when compute times are exponential: p0 of the theorems with a
   staleness constant. *)
From Coq Require Import Reals Lra Lia Bool FunctionalExtensionality.
From Staleproof Require Import Base Inner Smooth Random Step Methods Formulary Bounds Renewal
  Schedule Missed.
Local Open Scope R_scope.

(** The l-th gradient of update j was drawn at the present model, by the books. K-async: its learner
    was one of the K of the update before; K-batch-async: it has pushed since, or was the last. *)
Definition fresh_waiting {Om : Type} (K : nat) (pusher : nat -> Om -> nat) (j l : nat) (w : Om)
    : bool :=
  match j with
  | O => true
  | S i => negb (quiet pusher (pusher (K * j + l)%nat w) (K * i) K w)
  end.

Definition fresh_busy {Om : Type} (K : nat) (pusher : nat -> Om -> nat) (j l : nat) (w : Om)
    : bool :=
  match j with
  | O => true
  | S _ => negb (quiet pusher (pusher (K * j + l)%nat w) (K * j - 1) (S l) w)
  end.

Section Fresh.
Context {Om : probability} (P K : nat) (mu : R) (pusher : nat -> Om -> nat).
Context (Past : nat -> (Om -> R) -> Prop) (HP : (1 <= P)%nat) (HK : (1 <= K)%nat).

Let is (t i : nat) (w : Om) : R := indicator (Nat.eqb (pusher t w) i).

Lemma is_not t i w : is t i w = 1 - indicator (negb (Nat.eqb (pusher t w) i)).
Proof. unfold is. destruct (Nat.eqb (pusher t w) i); cbn; ring. Qed.

(** A value that depends on who makes push t, as a sum over the learners. *)
Lemma by_pusher t (F : nat -> Om -> R) w : (pusher t w < P)%nat ->
  rsum P (fun i => is t i w * F i w) = F (pusher t w) w.
Proof.
  intros H. rewrite (rsum_one P (pusher t w) (fun i => is t i w * F i w) H).
  - unfold is. rewrite Nat.eqb_refl. cbn. ring.
  - intros i _ Hi. unfold is. rewrite (proj2 (Nat.eqb_neq _ _)) by auto. cbn. ring.
Qed.

Lemma is_integrable t i Y : integrable Y ->
  integrable (fun w => indicator (negb (Nat.eqb (pusher t w) i)) * Y w) ->
  integrable (fun w => is t i w * Y w).
Proof.
  intros HY Hn. apply (int_ext (fun w => Y w - indicator (negb (Nat.eqb (pusher t w) i)) * Y w)).
  - intros w. rewrite is_not. ring.
  - now apply int_minus.
Qed.

Lemma Ex_is t i Y : integrable Y ->
  integrable (fun w => indicator (negb (Nat.eqb (pusher t w) i)) * Y w) ->
  Ex (fun w => is t i w * Y w)
  = Ex Y - Ex (fun w => indicator (negb (Nat.eqb (pusher t w) i)) * Y w).
Proof.
  intros HY Hn. rewrite <- Ex_minus by assumption. apply Ex_ext. intros w. rewrite is_not. ring.
Qed.

(** ** Nobody idle *)
Section Busy.
Hypothesis Hb : busy_exponential P mu pusher Past.

Lemma busy_later_by t k Y : Past t Y -> Past (t + k)%nat Y.
Proof.
  intros HY. induction k as [|k IH]; [now rewrite Nat.add_0_r|]. rewrite Nat.add_succ_r.
  now apply (busy_later _ _ _ _ Hb).
Qed.

Lemma busy_is t i Y : (i < P)%nat -> Past t Y ->
  integrable (fun w => is t i w * Y w) /\ Ex (fun w => is t i w * Y w) = / INR P * Ex Y.
Proof.
  intros Hi HY. pose proof (busy_integrable _ _ _ _ Hb _ _ HY) as I1.
  pose proof (busy_push _ _ _ _ Hb _ t _ i (busy_later _ _ _ _ Hb _ _ HY) ltac:(lia)) as HS.
  pose proof (busy_integrable _ _ _ _ Hb _ _ HS) as I2. split; [now apply is_integrable|].
  rewrite Ex_is by assumption. destruct (busy_law _ _ _ _ Hb _ _ i HY Hi) as (q & Hq & ->).
  apply (least_of_unique _ _ _ HP (busy_rate _ _ _ _ Hb)) in Hq. subst q. ring.
Qed.

(** Stale: quiet since the push before, whoever it is. *)
Lemma busy_stale j l Y : Past (K * S j)%nat Y ->
  integrable (fun w => indicator (fresh_busy K pusher (S j) l w) * Y w) /\
  Ex (fun w => indicator (fresh_busy K pusher (S j) l w) * Y w)
  = (1 - (1 - / INR P) ^ S l) * Ex Y.
Proof.
  intros HY. set (t := (K * S j + l)%nat). set (a := (K * S j - 1)%nat).
  assert (S a = K * S j)%nat as Ea by (unfold a; nia).
  set (Z := fun i w => indicator (quiet pusher i a (S l) w) * Y w).
  assert (forall i, Past t (Z i)) as HZ.
  { intros i. apply (quiet_known P pusher Past HP (busy_push _ _ _ _ Hb)).
    - now apply busy_later_by.
    - unfold t. lia. }
  assert (forall i, (i < P)%nat -> Ex (Z i)
    = (1 - / INR P) ^ l * Ex (fun w => indicator (negb (Nat.eqb (pusher a w) i)) * Y w)) as EZ.
  { intros i Hi.
    pose proof (busy_push _ _ _ _ Hb _ a _ i HY ltac:(lia)) as Ha.
    rewrite <- (busy_quiet P mu pusher Past HP Hb i _ l _ Hi Ha). apply Ex_ext. intros w. unfold Z.
    replace (S l) with (1 + l)%nat by lia. rewrite quiet_app.
    replace (a + 1)%nat with (K * S j)%nat by lia. cbn [quiet].
    rewrite Nat.add_0_r. cbn [andb].
    destruct (Nat.eqb (pusher a w) i), (quiet pusher i (K * S j) l w); cbn; ring. }
  pose proof (busy_integrable _ _ _ _ Hb _ _ HY) as IY.
  assert (forall w, rsum P (fun i => is t i w * Z i w)
    = indicator (quiet pusher (pusher t w) a (S l) w) * Y w) as E
    by (intros w; apply by_pusher, (busy_range _ _ _ _ Hb)).
  assert (integrable (fun w => indicator (quiet pusher (pusher t w) a (S l) w) * Y w)) as I1.
  { apply (int_ext _ _ E), (int_rsum P (fun i w => is t i w * Z i w)). intros i Hi.
    now apply busy_is. }
  assert (forall w, indicator (fresh_busy K pusher (S j) l w) * Y w
    = Y w - indicator (quiet pusher (pusher t w) a (S l) w) * Y w) as EF.
  { intros w. unfold fresh_busy. fold t a. destruct (quiet pusher (pusher t w) a (S l) w); cbn;
    ring. }
  split.
  - apply (int_ext _ _ (fun w => eq_sym (EF w))). now apply int_minus.
  - rewrite (Ex_ext _ _ EF), Ex_minus by assumption. rewrite <- (Ex_ext _ _ E).
    rewrite (Ex_rsum P (fun i w => is t i w * Z i w)) by (intros; now apply busy_is).
    rewrite (rsum_ext P _ (fun i => / INR P * (1 - / INR P) ^ l
      * Ex (fun w => indicator (negb (Nat.eqb (pusher a w) i)) * Y w))).
    2:{ intros i Hi. rewrite (proj2 (busy_is t i (Z i) Hi (HZ i))), EZ by assumption. ring. }
    rewrite rsum_scal.
    assert (forall i, integrable (fun w => indicator (negb (Nat.eqb (pusher a w) i)) * Y w)) as I3.
    { intros i. apply (busy_integrable _ _ _ _ Hb (K * S j)).
      apply (busy_push _ _ _ _ Hb); [assumption|lia]. }
    rewrite <- (Ex_rsum P (fun i w => indicator (negb (Nat.eqb (pusher a w) i)) * Y w)) by auto.
    rewrite (Ex_ext (fun w => rsum P (fun i => indicator (negb (Nat.eqb (pusher a w) i)) * Y w))
      (fun w => (INR P - 1) * Y w)).
    + rewrite Ex_scal by assumption. pose proof (INR_pos P HP). cbn [pow]. field. lra.
    + intros w. rewrite (rsum_ext P _ (fun i => Y w - is a i w * Y w))
        by (intros; rewrite is_not; ring).
      rewrite rsum_minus, rsum_const, (by_pusher a (fun _ w => Y w)) by apply (busy_range _ _ _ _
        Hb).
      ring.
Qed.
End Busy.

(** ** Who has pushed waits *)
Section Waiting.
Hypothesis HKP : (K <= P)%nat.
Hypothesis Hw : waiting_exponential P K mu pusher Past.

Lemma waiting_later_by t k Y : Past t Y -> Past (t + k)%nat Y.
Proof.
  intros HY. induction k as [|k IH]; [now rewrite Nat.add_0_r|]. rewrite Nat.add_succ_r.
  now apply (waiting_later _ _ _ _ _ Hw).
Qed.

(** Any push of a round is by each learner with the same chance. *)
Lemma waiting_is j l i Y : (i < P)%nat -> (l < K)%nat -> Past (K * j)%nat Y ->
  integrable (fun w => is (K * j + l) i w * Y w) /\
  Ex (fun w => is (K * j + l) i w * Y w) = / INR P * Ex Y.
Proof.
  intros Hi Hl HY. set (t := (K * j + l)%nat).
  set (Z := fun w => indicator (quiet pusher i (K * j) l w) * Y w).
  assert (Past t Z) as HZ.
  { apply (quiet_known P pusher Past HP (waiting_push _ _ _ _ _ Hw)).
    - now apply waiting_later_by.
    - unfold t. lia. }
  assert (forall w, is t i w * Z w = is t i w * Y w) as E.
  { intros w. unfold Z, is. destruct (Nat.eqb_spec (pusher t w) i) as [<-|]; [|cbn; ring].
    pose proof (waiting_idle _ _ _ _ _ Hw j l w Hl) as Hq. fold t in Hq. rewrite Hq. cbn. ring. }
  pose proof (waiting_integrable _ _ _ _ _ Hw _ _ HZ) as I1.
  pose proof (waiting_push _ _ _ _ _ Hw _ t _ i (waiting_later _ _ _ _ _ Hw _ _ HZ) ltac:(lia)) as
    HS.
  pose proof (waiting_integrable _ _ _ _ _ Hw _ _ HS) as I2. split.
  - apply (int_ext _ _ E). now apply is_integrable.
  - rewrite <- (Ex_ext _ _ E), Ex_is by assumption.
    destruct (waiting_law _ _ _ _ _ Hw j l Z i HZ Hl Hi) as (q & Hq & Eq).
    { intros w Ew. unfold Z. rewrite Ew. cbn. ring. }
    fold t in Eq. rewrite Eq.
    apply least_of_unique in Hq; [|lia|exact (waiting_rate _ _ _ _ _ Hw)]. subst q.
    unfold Z. rewrite (waiting_round P K mu pusher Past HP Hw HKP i j l Y Hi ltac:(lia) HY).
    rewrite minus_INR by lia. pose proof (INR_pos P HP).
    assert (INR l < INR P) by (apply lt_INR; lia). field. lra.
Qed.

(** K learners push in a round. *)
Lemma quiet_count j r w : (r <= K)%nat ->
  rsum P (fun i => indicator (quiet pusher i (K * j) r w)) = INR P - INR r.
Proof.
  intros Hr. induction r as [|r IH].
  - cbn. rewrite rsum_const. ring.
  - specialize (IH ltac:(lia)). set (a := pusher (K * j + r)%nat w).
    assert (a < P)%nat as Ha by apply (waiting_range _ _ _ _ _ Hw).
    assert (rsum P (fun i => indicator (Nat.eqb a i)) = 1) as E1.
    { rewrite (rsum_one P a _ Ha); [now rewrite Nat.eqb_refl|]. intros i _ Hi.
      now rewrite (proj2 (Nat.eqb_neq _ _)) by auto. }
    rewrite S_INR. replace (INR P - (INR r + 1)) with (INR P - INR r - 1) by ring.
    rewrite <- IH, <- E1, <- rsum_minus. apply rsum_ext. intros i _. cbn [quiet]. fold a.
    destruct (Nat.eqb_spec a i) as [<-|Hne].
    + pose proof (waiting_idle _ _ _ _ _ Hw j r w ltac:(lia)) as Hq. fold a in Hq.
      rewrite Hq. cbn. ring.
    + rewrite andb_true_r. cbn. ring.
Qed.

Lemma waiting_fresh j l Y : (l < K)%nat -> Past (K * S j)%nat Y ->
  integrable (fun w => indicator (fresh_waiting K pusher (S j) l w) * Y w) /\
  Ex (fun w => indicator (fresh_waiting K pusher (S j) l w) * Y w) = INR K / INR P * Ex Y.
Proof.
  intros Hl HY. set (t := (K * S j + l)%nat).
  set (Z := fun i w => indicator (quiet pusher i (K * j) K w) * Y w).
  assert (forall i, Past (K * S j)%nat (Z i)) as HZ
    by (intros i; apply (quiet_known P pusher Past HP (waiting_push _ _ _ _ _ Hw));
      [assumption|lia]).
  pose proof (waiting_integrable _ _ _ _ _ Hw _ _ HY) as IY.
  assert (forall w, rsum P (fun i => is t i w * Z i w)
    = indicator (quiet pusher (pusher t w) (K * j) K w) * Y w) as E
    by (intros w; apply by_pusher, (waiting_range _ _ _ _ _ Hw)).
  assert (integrable (fun w => indicator (quiet pusher (pusher t w) (K * j) K w) * Y w)) as I1.
  { apply (int_ext _ _ E), (int_rsum P (fun i w => is t i w * Z i w)). intros i Hi.
    now apply waiting_is. }
  assert (forall w, indicator (fresh_waiting K pusher (S j) l w) * Y w
    = Y w - indicator (quiet pusher (pusher t w) (K * j) K w) * Y w) as EF.
  { intros w. unfold fresh_waiting. fold t.
    destruct (quiet pusher (pusher t w) (K * j) K w); cbn; ring. }
  split.
  - apply (int_ext _ _ (fun w => eq_sym (EF w))). now apply int_minus.
  - rewrite (Ex_ext _ _ EF), Ex_minus by assumption. rewrite <- (Ex_ext _ _ E).
    rewrite (Ex_rsum P (fun i w => is t i w * Z i w)) by (intros; now apply waiting_is).
    rewrite (rsum_ext P _ (fun i => / INR P * Ex (Z i))) by (intros; now apply waiting_is).
    rewrite rsum_scal, <- (Ex_rsum P Z).
    2:{ intros i _. exact (waiting_integrable _ _ _ _ _ Hw _ _ (HZ i)). }
    rewrite (Ex_ext (fun w => rsum P (fun i => Z i w)) (fun w => (INR P - INR K) * Y w)).
    + rewrite Ex_scal by assumption. pose proof (INR_pos P HP). field. lra.
    + intros w. unfold Z. rewrite (rsum_ext P _ (fun i => Y w * indicator (quiet pusher i (K * j)
      K w)))
        by (intros; ring).
      rewrite rsum_scal, quiet_count by lia. ring.
Qed.
End Waiting.
End Fresh.

(** * p0 *)
Section P0.
Context {V : space} {Om : probability} {H : L2 V Om} {df : V -> V}.
Context (P K T : nat) (mu : R) (pusher : nat -> Om -> nat) (Past : nat -> (Om -> R) -> Prop).
Context (x : nat -> rvec H) (read : nat -> nat -> rvec H).
Context (Hd : forall u, member H u -> member H (fun w => df (u w))).

Let load t (w : Om) : R := norm2 (df (x t w)).

Lemma load_integrable t : integrable (load t).
Proof. exact (norm2_integrable H (Rvec _ (Hd _ (rvec_member (x t))))). Qed.

Lemma fresh_by_books p0 (fresh : nat -> nat -> Om -> bool) (share : nat -> R) :
  (1 <= K)%nat -> p0 <= 1 -> p0 = / INR K * rsum K share ->
  (forall l w, fresh 0%nat l w = true) ->
  (forall t l w, (t < T)%nat -> (l < K)%nat -> fresh t l w = true -> read t l w = x t w) ->
  (forall j l, (S j < T)%nat -> (l < K)%nat ->
    integrable (fun w => indicator (fresh (S j) l w) * load (S j) w) /\
    Ex (fun w => indicator (fresh (S j) l w) * load (S j) w) = share l * Ex (load (S j))) ->
  fresh_at_least df K T p0 x read.
Proof.
  intros HK Hp Hs H0 Hread Hbooks. pose proof (INR_pos K HK) as Hk.
  exists (fun t l w => indicator (fresh t l w)). intros t Ht. repeat split.
  - intros l w Hl. destruct (fresh t l w) eqn:E; [right|now left]. split; [reflexivity|]. auto.
  - intros l Hl. destruct t as [|j]; [|now apply Hbooks].
    apply (int_ext (load 0)); [|apply load_integrable].
    intros w. rewrite H0. unfold load. cbn. ring.
  - fold (load t). destruct t as [|j].
    + rewrite (rsum_ext K _ (fun _ => Ex (load 0))).
      * rewrite rsum_const. replace (/ INR K * (INR K * Ex (load 0))) with (1 * Ex (load 0))
          by (field; lra).
        apply Rmult_le_compat_r; [|assumption].
        apply Ex_nonneg; [apply load_integrable|intros; apply norm2_nonneg].
      * intros l _. apply Ex_ext. intros w. rewrite H0. unfold load. cbn. ring.
    + right. rewrite (rsum_ext K _ (fun l => Ex (load (S j)) * share l)).
      * rewrite rsum_scal, Hs. ring.
      * intros l Hl. rewrite (Rmult_comm (Ex (load (S j)))). now apply Hbooks.
Qed.

Theorem p0_kasync_exp : p0_kasync_exp_valid P K -> waiting_exponential P K mu pusher Past ->
  (forall t, (t < T)%nat -> Past (K * t)%nat (load t)) ->
  (forall t l w, (t < T)%nat -> (l < K)%nat -> fresh_waiting K pusher t l w = true ->
    read t l w = x t w) ->
  fresh_at_least df K T (p0_kasync_exp_bound P K) x read.
Proof.
  intros (HP & HK & HKP) Hw Hpast Hread. pose proof (INR_pos P HP). pose proof (INR_pos K HK).
  unfold p0_kasync_exp_bound.
  apply (fresh_by_books _ (fresh_waiting K pusher) (fun _ => INR K / INR P)); auto.
  - apply Rmult_le_reg_l with (INR P); [assumption|].
    replace (INR P * (INR K / INR P)) with (INR K) by (field; lra). rewrite Rmult_1_r.
    now apply le_INR.
  - rewrite rsum_const. field. lra.
  - intros j l Hj Hl. apply (waiting_fresh P K mu pusher Past); auto.
Qed.

Theorem p0_kbatchasync_exp : p0_kbatchasync_exp_valid P K -> busy_exponential P mu pusher Past ->
  (forall t, (t < T)%nat -> Past (K * t)%nat (load t)) ->
  (forall t l w, (t < T)%nat -> (l < K)%nat -> fresh_busy K pusher t l w = true ->
    read t l w = x t w) ->
  fresh_at_least df K T (p0_kbatchasync_exp_bound P K) x read.
Proof.
  intros (HP & HK) Hb Hpast Hread. pose proof (INR_pos P HP) as Hp. pose proof (INR_pos K HK) as Hk.
  set (r := 1 - / INR P).
  assert (0 <= r) as Hr.
  { unfold r. assert (/ INR P <= 1); [|lra]. rewrite <- Rinv_1. apply Rinv_le_contravar; [lra|].
    change 1 with (INR 1). now apply le_INR. }
  assert (r <= 1) as Hr1 by (unfold r; pose proof (Rinv_0_lt_compat _ Hp); lra).
  assert (rsum K (fun l => 1 - r ^ S l) = INR K * p0_kbatchasync_exp_bound P K) as E.
  { assert (forall n, / INR P * rsum n (fun l => r ^ S l) = r * (1 - r ^ n)) as G.
    { induction n as [|n IH]; cbn [rsum]; [cbn; ring|]. rewrite Rmult_plus_distr_l, IH.
      replace (/ INR P) with (1 - r) by (unfold r; ring). cbn [pow]. ring. }
    rewrite rsum_minus, rsum_const. unfold p0_kbatchasync_exp_bound.
    replace (1 - 1 / INR P) with r by (unfold r; field; lra).
    specialize (G K). apply (f_equal (Rmult (INR P))) in G. rewrite <- Rmult_assoc, Rinv_r in G by
      lra.
    replace (INR P * (r * (1 - r ^ K))) with ((INR P - 1) * (1 - r ^ K)) in G
      by (unfold r; field; lra).
    rewrite Rmult_1_l in G. rewrite G. field. lra. }
  apply (fresh_by_books _ (fresh_busy K pusher) (fun l => 1 - r ^ S l)); auto.
  - apply Rmult_le_reg_l with (INR K); [assumption|]. rewrite <- E, <- rsum_const.
    apply rsum_le. intros l _. pose proof (pow_le r (S l) Hr). lra.
  - rewrite E. field. lra.
  - intros j l Hj Hl. apply (busy_stale P K mu pusher Past); auto.
Qed.
End P0.

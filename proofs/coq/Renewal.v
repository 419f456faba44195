(* SPDX-License-Identifier: Apache-2.0 *)
(* Learners that work without pause, any law of durations: the mean time of the n-th push (R4), by
   Wald's identity. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner Smooth Random Formulary Bounds.
Local Open Scope R_scope.

(** When learner i has finished k jobs. *)
Definition finish {Om : Type} (X : nat -> nat -> Om -> R) (i k : nat) (w : Om) : R :=
  rsum k (fun l => X i l w).

Definition indicator (b : bool) : R := if b then 1 else 0.

(** n events of asynchronous SGD: job k of learner i takes X i k; [jobs t w i] are the jobs that
    learner i has finished before event t, [pusher t w] is the one that finishes next (nobody
      finishes
    earlier), [clock t w] the time of event t. A job takes EX on average whatever has happened
    before it began: its length is independent of whether it has begun when n gradients are in,
    and of whether it is the one that begins with the n-th. *)
Record push_run {P : probability} (n learners : nat) (EX : R) (X : nat -> nat -> P -> R)
    (jobs : nat -> P -> nat -> nat) (pusher : nat -> P -> nat) (clock : nat -> P -> R) : Prop :=
  PushRun {
    push_positive : forall i k w, 0 <= X i k w;
    push_start : forall w i, jobs O w i = O;
    push_range : forall t w, (t < n)%nat -> (pusher t w < learners)%nat;
    push_count : forall t w i, (t < n)%nat ->
      jobs (S t) w i = if Nat.eqb i (pusher t w) then S (jobs t w i) else jobs t w i;
    push_clock : forall t w, (t < n)%nat ->
      clock (S t) w = finish X (pusher t w) (S (jobs t w (pusher t w))) w;
    push_earliest : forall t w i, (t < n)%nat -> (i < learners)%nat ->
      clock (S t) w <= finish X i (S (jobs t w i)) w;
    push_integrable : integrable (clock n);
    push_begun : forall i k, (i < learners)%nat -> (k <= n)%nat ->
      let Z := fun w => indicator (Nat.leb k (jobs n w i)) in
      integrable Z /\ integrable (fun w => Z w * X i k w) /\
      Ex (fun w => Z w * X i k w) = Ex Z * EX;
    push_begins : forall i k, (i < learners)%nat -> (k <= n)%nat ->
      let Z := fun w => indicator (andb (Nat.eqb i (pusher (pred n) w)) (Nat.eqb k (jobs n w i))) in
      integrable Z /\ integrable (fun w => Z w * X i k w) /\
      Ex (fun w => Z w * X i k w) = Ex Z * EX }.

Section Renewal.
Context {P : probability} {n learners : nat} {EX : R} {X : nat -> nat -> P -> R}.
Context {jobs : nat -> P -> nat -> nat} {pusher : nat -> P -> nat} {clock : nat -> P -> R}.
Hypothesis Hn : (1 <= n)%nat.
Hypothesis HP : (1 <= learners)%nat.
Hypothesis Hrun : push_run n learners EX X jobs pusher clock.

Lemma jobs_le t w i : (t <= n)%nat -> (jobs t w i <= t)%nat.
Proof.
  induction t as [|t IH]; intros Ht; [now rewrite (push_start _ _ _ _ _ _ _ Hrun)|].
  rewrite (push_count _ _ _ _ _ _ _ Hrun) by lia. specialize (IH ltac:(lia)).
  destruct (Nat.eqb i (pusher t w)); lia.
Qed.

(** Every event is one job. *)
Lemma jobs_total t w : (t <= n)%nat -> rsum learners (fun i => INR (jobs t w i)) = INR t.
Proof.
  induction t as [|t IH]; intros Ht.
  - apply rsum_zero. intros i _. now rewrite (push_start _ _ _ _ _ _ _ Hrun).
  - rewrite (rsum_ext _ _ (fun i => INR (jobs t w i) + indicator (Nat.eqb i (pusher t w)))).
    + rewrite rsum_plus, IH, S_INR by lia. f_equal.
      rewrite (rsum_one learners (pusher t w)).
      * unfold indicator. now rewrite Nat.eqb_refl.
      * apply (push_range _ _ _ _ _ _ _ Hrun). lia.
      * intros i _ Hi. apply Nat.eqb_neq in Hi. unfold indicator. now rewrite Hi.
    + intros i _. rewrite (push_count _ _ _ _ _ _ _ Hrun) by lia.
      unfold indicator. destruct (Nat.eqb i (pusher t w)); [rewrite S_INR|]; ring.
Qed.

(** A sum over the jobs that have begun. *)
Lemma begun_sum (F : nat -> R) N : (N <= n)%nat ->
  rsum (S n) (fun k => indicator (Nat.leb k N) * F k) = rsum (S N) F.
Proof.
  intros HN. replace (S n) with (S N + (n - N))%nat by lia. rewrite rsum_split, (rsum_zero (n - N)).
  - rewrite Rplus_0_r. apply rsum_ext; intros k Hk.
    assert (Nat.leb k N = true) as -> by (apply Nat.leb_le; lia). cbn. ring.
  - intros k _. assert (Nat.leb (S N + k) N = false) as -> by (apply Nat.leb_gt; lia). cbn. ring.
Qed.

(** Jobs that are counted by Z take EX each, if Z is settled before their times are. *)
Lemma counted_total (Z : nat -> nat -> P -> R) (count total : P -> R) :
  (forall i k, (i < learners)%nat -> (k <= n)%nat -> integrable (Z i k) /\
    integrable (fun w => Z i k w * X i k w) /\ Ex (fun w => Z i k w * X i k w) = Ex (Z i k) * EX) ->
  (forall w, rsum learners (fun i => rsum (S n) (fun k => Z i k w * X i k w)) = total w) ->
  (forall w, rsum learners (fun i => rsum (S n) (fun k => Z i k w)) = count w) ->
  integrable total /\ Ex total = EX * Ex count.
Proof.
  intros B E C.
  assert (forall i, (i < learners)%nat ->
    integrable (fun w => rsum (S n) (fun k => Z i k w * X i k w))) as I1.
  { intros i Hi. apply (int_rsum (S n) (fun k w => Z i k w * X i k w)).
    intros k Hk. apply (B i k Hi ltac:(lia)). }
  split.
  - apply (int_ext _ _ E). now apply (int_rsum learners (fun i w => rsum (S n) (fun k => Z i k w *
    X i k w))).
  - rewrite <- (Ex_ext _ _ E), <- (Ex_ext _ _ C).
    rewrite (Ex_rsum learners (fun i w => rsum (S n) (fun k => Z i k w * X i k w))) by assumption.
    rewrite (Ex_rsum learners (fun i w => rsum (S n) (fun k => Z i k w))).
    2:{ intros i Hi. apply (int_rsum (S n) (Z i)). intros k Hk. apply (B i k Hi ltac:(lia)). }
    rewrite <- rsum_scal. apply rsum_ext. intros i Hi.
    rewrite (Ex_rsum (S n) (fun k w => Z i k w * X i k w)), (Ex_rsum (S n) (Z i))
      by (intros k Hk; apply (B i k Hi ltac:(lia))).
    rewrite <- rsum_scal. apply rsum_ext. intros k Hk. rewrite Rmult_comm.
    exact (proj2 (proj2 (B i k Hi ltac:(lia)))).
Qed.

(** Wald: the jobs that have begun take (n + learners) EX together. *)
Lemma wald : let total := fun w => rsum learners (fun i => finish X i (S (jobs n w i)) w) in
  integrable total /\ Ex total = (INR n + INR learners) * EX.
Proof.
  intros total. set (Z := fun i k w => indicator (Nat.leb k (jobs n w i))).
  assert (forall w, rsum learners (fun i => rsum (S n) (fun k => Z i k w * X i k w)) = total w) as
    E.
  { intros w. apply rsum_ext; intros i _. unfold Z, finish. apply begun_sum. now apply jobs_le. }
  pose proof (push_begun _ _ _ _ _ _ _ Hrun) as B. cbv zeta in B.
  assert (forall w, rsum learners (fun i => rsum (S n) (fun k => Z i k w))
    = INR n + INR learners) as C.
  { intros w. rewrite (rsum_ext learners _ (fun i => INR (jobs n w i) + 1)).
    + rewrite rsum_plus, rsum_const, (jobs_total n w (le_n n)). ring.
    + intros i _. rewrite <- (rsum_ext (S n) (fun k => Z i k w * 1)) by (intros; ring).
      unfold Z. rewrite begun_sum by now apply jobs_le. rewrite rsum_const, S_INR. ring. }
  destruct (counted_total Z (fun _ => INR n + INR learners) total B E C) as [I1 I2].
  split; [exact I1|]. rewrite I2, Ex_const. ring.
Qed.

(** The job that begins with the n-th push takes EX. *)
Definition beginning (w : P) : R :=
  let a := pusher (pred n) w in X a (jobs n w a) w.

Lemma beginning_mean : integrable beginning /\ Ex beginning = EX.
Proof.
  set (Z := fun i k w => indicator (andb (Nat.eqb i (pusher (pred n) w)) (Nat.eqb k (jobs n w i)))).
  pose proof (push_begins _ _ _ _ _ _ _ Hrun) as B. cbv zeta in B.
  assert (forall F : nat -> nat -> R, forall w,
    rsum learners (fun i => rsum (S n) (fun k => Z i k w * F i k))
    = F (pusher (pred n) w) (jobs n w (pusher (pred n) w))) as Hsum.
  { intros F w. set (a := pusher (pred n) w).
    rewrite (rsum_one learners a).
    - rewrite (rsum_one (S n) (jobs n w a)).
      + unfold Z, a. rewrite !Nat.eqb_refl. cbn. ring.
      + pose proof (jobs_le n w a (le_n n)). lia.
      + intros k _ Hk. unfold Z. apply Nat.eqb_neq in Hk. rewrite Hk, Bool.andb_false_r. cbn. ring.
    - apply (push_range _ _ _ _ _ _ _ Hrun). lia.
    - intros i _ Hi. apply rsum_zero. intros k _. unfold Z. apply Nat.eqb_neq in Hi.
      fold a. rewrite Hi. cbn. ring. }
  assert (forall w, rsum learners (fun i => rsum (S n) (fun k => Z i k w * X i k w)) = beginning w)
    as E
    by (intros w; exact (Hsum (fun i k => X i k w) w)).
  assert (forall w, rsum learners (fun i => rsum (S n) (fun k => Z i k w)) = 1) as C.
  { intros w. rewrite <- (Hsum (fun _ _ => 1) w).
    apply rsum_ext; intros i _. apply rsum_ext; intros. ring. }
  destruct (counted_total Z (fun _ => 1) beginning B E C) as [I1 I2].
  split; [exact I1|]. rewrite I2, Ex_const. ring.
Qed.

(** Where the clock is, seen from each learner. *)
Lemma clock_le w i : (i < learners)%nat ->
  clock n w <= finish X i (S (jobs n w i)) w
               - (if Nat.eqb i (pusher (pred n) w) then beginning w else 0).
Proof.
  intros Hi. assert (S (pred n) = n) as Es by lia. assert (pred n < n)%nat as Ht by lia.
  pose proof (push_count _ _ _ _ _ _ _ Hrun (pred n) w i Ht) as Hc. rewrite Es in Hc.
  destruct (Nat.eqb_spec i (pusher (pred n) w)) as [Ei|Ei].
  - unfold beginning. rewrite <- Ei.
    pose proof (push_clock _ _ _ _ _ _ _ Hrun (pred n) w Ht) as Hk.
    rewrite Es, <- Ei, <- Hc in Hk. rewrite Hk. unfold finish. cbn [rsum]. lra.
  - pose proof (push_earliest _ _ _ _ _ _ _ Hrun (pred n) w i Ht Hi) as Hk.
    rewrite Es, <- Hc in Hk. lra.
Qed.

Theorem push_time_upper : push_time_upper_valid learners n EX ->
  Ex (clock n) <= push_time_upper_bound learners n EX.
Proof.
  intros _. pose proof (INR_pos learners HP) as Hp. destruct wald as [I1 E1].
  destruct beginning_mean as [I2 E2]. pose proof (push_integrable _ _ _ _ _ _ _ Hrun) as I3.
  assert (INR learners * Ex (clock n) <= (INR n + INR learners) * EX + -1 * EX) as H.
  { rewrite <- Ex_scal, <- E1, <- E2 at 1 by assumption. rewrite <- Ex_scal, <- Ex_plus by
      auto using int_scal.
    apply Ex_le; auto using int_scal, int_plus. intros w.
    apply Rle_trans with (rsum learners (fun i => finish X i (S (jobs n w i)) w
      + - (if Nat.eqb i (pusher (pred n) w) then beginning w else 0))).
    - rewrite <- rsum_const. apply rsum_le; intros i Hi. pose proof (clock_le w i Hi). lra.
    - rewrite rsum_plus. rewrite (rsum_one learners (pusher (pred n) w)
        (fun i => - (if Nat.eqb i (pusher (pred n) w) then beginning w else 0))).
      + rewrite Nat.eqb_refl. lra.
      + apply (push_range _ _ _ _ _ _ _ Hrun). lia.
      + intros i _ Hi. apply Nat.eqb_neq in Hi. rewrite Hi. ring. }
  unfold push_time_upper_bound. apply Rmult_le_reg_l with (INR learners); [assumption|].
  replace (INR learners * ((INR n + INR learners - 1) * EX / INR learners))
    with ((INR n + INR learners) * EX + -1 * EX) by (field; lra). exact H.
Qed.

(** No learner is behind the clock by more than the job that it is at. *)
Lemma finish_le_clock t w : (1 <= t <= n)%nat -> forall i, (i < learners)%nat ->
  finish X i (jobs t w i) w <= clock t w.
Proof.
  pose proof (push_positive _ _ _ _ _ _ _ Hrun) as HX.
  assert (forall i k, 0 <= finish X i k w) as HF by (intros; apply rsum_nonneg; intros; apply HX).
  induction t as [|t IH]; intros Ht i Hi; [lia|].
  pose proof (push_count _ _ _ _ _ _ _ Hrun t w i ltac:(lia)) as Hc. rewrite Hc.
  pose proof (push_clock _ _ _ _ _ _ _ Hrun t w ltac:(lia)) as Hk.
  destruct (Nat.eqb_spec i (pusher t w)) as [Ei|Ei]; [subst i; rewrite Hk; lra|].
  destruct t as [|t]; [rewrite (push_start _ _ _ _ _ _ _ Hrun); rewrite Hk; apply HF|].
  apply Rle_trans with (1 := IH ltac:(lia) i Hi).
  set (a := pusher (S t) w) in *.
  pose proof (push_count _ _ _ _ _ _ _ Hrun t w a ltac:(lia)) as Ha.
  destruct (Nat.eqb_spec a (pusher t w)) as [Ea|Ea].
  - pose proof (push_clock _ _ _ _ _ _ _ Hrun t w ltac:(lia)) as Hk'.
    rewrite Hk', <- Ea, <- Ha, Hk. unfold finish at 2. cbn [rsum]. fold (finish X a (jobs (S t) w
      a) w).
    specialize (HX a (jobs (S t) w a) w). lra.
  - rewrite Hk, Ha. apply (push_earliest _ _ _ _ _ _ _ Hrun t w a); [lia|].
    apply (push_range _ _ _ _ _ _ _ Hrun). lia.
Qed.

(** From below, with the mean square of a duration. *)
Theorem push_time_lower M2 : 0 < M2 ->
  (forall i k, (i < learners)%nat -> (k <= n)%nat ->
    integrable (fun w => X i k w ^ 2) /\ Ex (fun w => X i k w ^ 2) <= M2) ->
  INR n * EX / INR learners + EX - sqrt ((INR n + 1) * M2) <= Ex (clock n).
Proof.
  intros HM HX2. pose proof (INR_pos learners HP) as Hp. pose proof (pos_INR n) as Hn0.
  set (r := sqrt ((INR n + 1) * M2)).
  assert (0 < (INR n + 1) * M2) as Hr2 by (apply Rmult_lt_0_compat; lra).
  assert (0 < r) as Hr by now apply sqrt_lt_R0.
  assert (r ^ 2 = (INR n + 1) * M2) as Er by (unfold r; rewrite pow2_sqrt; lra).
  destruct wald as [I1 E1]. pose proof (push_integrable _ _ _ _ _ _ _ Hrun) as I3.
  set (squares := fun w => rsum learners (fun i => rsum (S n) (fun k => X i k w ^ 2))).
  assert (integrable squares) as I2.
  { apply (int_rsum learners (fun i w => rsum (S n) (fun k => X i k w ^ 2))). intros i Hi.
    apply (int_rsum (S n) (fun k w => X i k w ^ 2)). intros k Hk. now apply HX2; [|lia]. }
  assert (Ex squares <= INR learners * r ^ 2) as E2.
  { unfold squares. rewrite (Ex_rsum learners (fun i w => rsum (S n) (fun k => X i k w ^ 2))).
    - apply rsum_le_const; intros i Hi. rewrite (Ex_rsum (S n) (fun k w => X i k w ^ 2)).
      + rewrite Er, <- S_INR. apply rsum_le_const; intros k Hk. now apply HX2; [|lia].
      + intros k Hk. now apply HX2; [|lia].
    - intros i Hi. apply (int_rsum (S n) (fun k w => X i k w ^ 2)). intros k Hk. now apply HX2;
      [|lia]. }
  assert ((INR n + INR learners) * EX - (INR learners * (r / 2) + / (2 * r) * Ex squares)
    <= INR learners * Ex (clock n)) as H.
  { rewrite <- E1, <- (Ex_scal (INR learners)) by assumption.
    rewrite <- (Ex_scal (/ (2 * r))) by assumption.
    rewrite <- (Ex_const (p := P) (INR learners * (r / 2))) at 1.
    rewrite <- Ex_plus, <- Ex_minus by auto using int_const, int_scal, int_plus.
    apply Ex_le; auto using int_const, int_scal, int_plus, int_minus. intros w.
    unfold squares. rewrite <- !rsum_const, <- rsum_scal, <- rsum_plus, <- rsum_minus.
    apply rsum_le; intros i Hi.
    pose proof (finish_le_clock n w ltac:(lia) i Hi) as Hf. pose proof (jobs_le n w i (le_n n)) as
      Hj.
    set (N := jobs n w i) in *. unfold finish in *.
    change (rsum (S N) (fun l => X i l w)) with (rsum N (fun l => X i l w) + X i N w).
    assert (X i N w ^ 2 <= rsum (S n) (fun k => X i k w ^ 2)) as H1.
    { apply Rle_trans with (rsum (S n) (fun k => if Nat.eqb k N then X i k w ^ 2 else 0)).
      - right. symmetry. rewrite (rsum_one (S n) N); [now rewrite Nat.eqb_refl|lia|].
        intros k _ Hk. apply Nat.eqb_neq in Hk. now rewrite Hk.
      - apply rsum_le; intros k _. destruct (Nat.eqb k N); [lra|apply pow2_ge_0]. }
    assert (X i N w <= r / 2 + / (2 * r) * X i N w ^ 2).
    { apply Rmult_le_reg_l with (2 * r); [lra|].
      replace (2 * r * (r / 2 + / (2 * r) * X i N w ^ 2)) with (r ^ 2 + X i N w ^ 2) by (field;
        lra).
      pose proof (pow2_ge_0 (r - X i N w)). lra. }
    apply (Rmult_le_compat_l (/ (2 * r))) in H1; [|apply Rinv_nonneg; lra]. lra. }
  apply (Rmult_le_compat_l (/ (2 * r))) in E2; [|apply Rinv_nonneg; lra].
  replace (/ (2 * r) * (INR learners * r ^ 2)) with (INR learners * (r / 2)) in E2 by (field; lra).
  apply Rmult_le_reg_l with (INR learners); [assumption|].
  replace (INR learners * (INR n * EX / INR learners + EX - r))
    with ((INR n + INR learners) * EX - INR learners * r) by (field; lra). lra.
Qed.
End Renewal.

(** K-batch-async: J updates are J K pushes. The formula is what an update takes in the long run:
  the
    error over J updates is of the order of the root of J. *)
Theorem kbatchasync_time {Om : probability} P K EX J X jobs pusher (clock : nat -> Om -> R) M2 :
  (1 <= J)%nat -> kbatchasync_time_valid P K EX ->
  push_run (J * K) P EX X jobs pusher clock -> 0 < M2 ->
  (forall i k, (i < P)%nat -> (k <= J * K)%nat ->
    integrable (fun w => X i k w ^ 2) /\ Ex (fun w => X i k w ^ 2) <= M2) ->
  INR J * kbatchasync_time_bound P K EX + EX - sqrt ((INR (J * K) + 1) * M2)
  <= Ex (clock (J * K)%nat)
  <= INR J * kbatchasync_time_bound P K EX + (INR P - 1) * EX / INR P.
Proof.
  intros HJ (HP & HK & HX) Hrun HM HX2. pose proof (INR_pos P HP) as Hp.
  assert (1 <= J * K)%nat as Hn by nia.
  assert (INR J * kbatchasync_time_bound P K EX = INR (J * K) * EX / INR P) as ->
    by (unfold kbatchasync_time_bound; rewrite mult_INR; field; lra).
  split; [now apply (push_time_lower Hn HP Hrun)|].
  pose proof (push_time_upper Hn HP Hrun) as U. unfold push_time_upper_valid, push_time_upper_bound
    in U.
  apply Rle_trans with (1 := U ltac:(auto)). right. field. lra.
Qed.

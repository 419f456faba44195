(* SPDX-License-Identifier: Apache-2.0 *)
(* Asynchronous SGD with exponential compute times: the constants of IssueOrder.v, and how often a
   gradient is fresh. Schedule.v says what is asked of the order of the pushes. *)
From Coq Require Import Reals Lra Lia Bool FunctionalExtensionality.
From Staleproof Require Import Base Inner Smooth Random Step Methods Formulary Bounds Renewal
  Schedule Missed.
From Staleproof Require IssueOrder.
Local Open Scope R_scope.

(** [load l] is |grad f|^2 where gradient l is drawn; who draws it and where is settled when it is
    issued, that is before its learner's next push. *)
Definition issued_before {Om : probability} (P N : nat) (pusher : nat -> Om -> nat)
    (Past : nat -> (Om -> R) -> Prop) (first : nat -> nat) (load : nat -> Om -> R) : Prop :=
  forall l i, (l < N)%nat -> (i < P)%nat ->
    Past (first l) (fun w => indicator (Nat.eqb (owner P pusher l w) i) * load l w).

(** K-batch-async and async (K = 1), exponential times: N gradients, what each read misses. *)
Record busy_issues {Om : probability} (P K N : nat) (pusher : nat -> Om -> nat)
    (load : nat -> Om -> R) (missing : nat -> nat -> Om -> bool) : Prop := BusyIssues {
  busy_issues_law : exists mu Past, busy_exponential P mu pusher Past /\
    issued_before P N pusher Past (busy_first P) load;
  busy_issues_missing : forall n l w,
    missing n l w = missing_from P pusher (busy_first P) (busy_seen P K) n l w }.

(** K-async. *)
Record waiting_issues {Om : probability} (P K N : nat) (pusher : nat -> Om -> nat)
    (load : nat -> Om -> R) (missing : nat -> nat -> Om -> bool) : Prop := WaitingIssues {
  waiting_issues_law : exists mu Past, waiting_exponential P K mu pusher Past /\
    issued_before P N pusher Past (waiting_seen P K) load;
  waiting_issues_missing : forall n l w,
    missing n l w = missing_from P pusher (waiting_seen P K) (waiting_seen P K) n l w }.

(** * Counts: any order of the pushes *)

Lemma missing_kbatchasync {Om : Type} P K (pusher : nat -> Om -> nat) n w :
  missing_kbatchasync_valid P K -> (forall t, (pusher t w < P)%nat) ->
  heard_sum n (fun l => missing_from P pusher (busy_first P) (busy_seen P K) n l w) (fun _ => 1)
  <= missing_kbatchasync_bound P K.
Proof.
  intros (HP & HK) Hr. unfold missing_kbatchasync_bound.
  exact (busy_missing P K pusher HP HK w n Hr).
Qed.

Lemma missing_kasync {Om : Type} P K (pusher : nat -> Om -> nat) n w :
  missing_kasync_valid P K -> (forall t, (pusher t w < P)%nat) ->
  (forall j r, (r < K)%nat -> quiet pusher (pusher (K * j + r)%nat w) (K * j) r w = true) ->
  heard_sum n (fun l => missing_from P pusher (waiting_seen P K) (waiting_seen P K) n l w)
    (fun _ => 1)
  <= missing_kasync_bound P K.
Proof.
  intros (HK & HP) Hr Hi. unfold missing_kasync_bound.
  exact (waiting_missing P K pusher ltac:(lia) HK w n Hr Hi).
Qed.

(** * Chances *)
Section Chance.
Context {Om : probability} (P : nat) (pusher : nat -> Om -> nat).

(** A chance that is the same whoever computes gradient l is the chance. *)
Lemma by_owner l a k (load : Om -> R) chance :
  (forall w, (owner P pusher l w < P)%nat) ->
  (forall i, (i < P)%nat ->
    let Y := fun w => indicator (Nat.eqb (owner P pusher l w) i) * load w in
    integrable Y /\ integrable (fun w => indicator (quiet pusher i a k w) * Y w) /\
    Ex (fun w => indicator (quiet pusher i a k w) * Y w) = chance * Ex Y) ->
  Ex (fun w => indicator (quiet pusher (owner P pusher l w) a k w) * load w) = chance * Ex load.
Proof.
  intros Hr H. cbv zeta in H.
  assert (forall (F : nat -> Om -> R) w,
    rsum P (fun i => F i w * (indicator (Nat.eqb (owner P pusher l w) i) * load w))
    = F (owner P pusher l w) w * load w) as E.
  { intros F w. rewrite (rsum_one P (owner P pusher l w) (fun i => F i w
      * (indicator (Nat.eqb (owner P pusher l w) i) * load w)) (Hr w)).
    - rewrite Nat.eqb_refl. cbn. ring.
    - intros i _ Hi. rewrite (proj2 (Nat.eqb_neq _ _)) by auto. cbn. ring. }
  rewrite <- (Ex_ext _ _ (E (fun i w => indicator (quiet pusher i a k w)))).
  rewrite (Ex_rsum P (fun i w => indicator (quiet pusher i a k w)
    * (indicator (Nat.eqb (owner P pusher l w) i) * load w))) by (intros; now apply H).
  rewrite (rsum_ext P _ (fun i => chance
    * Ex (fun w => indicator (Nat.eqb (owner P pusher l w) i) * load w))) by (intros; now apply H).
  rewrite rsum_scal. f_equal.
  rewrite <- (Ex_rsum P (fun i w => indicator (Nat.eqb (owner P pusher l w) i) * load w))
    by (intros; now apply H).
  apply Ex_ext. intros w. etransitivity; [|apply Rmult_1_l].
  etransitivity; [|exact (E (fun _ _ => 1) w)]. apply rsum_ext. intros. ring.
Qed.

Lemma stale_range k : (1 <= k <= P)%nat -> 0 <= 1 - INR k / INR P < 1.
Proof.
  intros Hk. pose proof (INR_pos P ltac:(lia)) as Hp. pose proof (INR_pos k ltac:(lia)).
  assert (INR k <= INR P) by (apply le_INR; lia).
  pose proof (Rdiv_pos (INR k) (INR P) ltac:(lra) Hp).
  assert (INR k / INR P <= 1); [|lra].
  apply Rmult_le_reg_l with (INR P); [assumption|].
  replace (INR P * (INR k / INR P)) with (INR k) by (field; lra). lra.
Qed.

Lemma busy_chance K N load missing n l : (1 <= P)%nat ->
  busy_issues P K N pusher load missing -> (l < N)%nat ->
  Ex (fun w => indicator (missing n l w) * load l w)
  = (1 - / INR P) ^ (busy_seen P K n - busy_first P l) * Ex (load l).
Proof.
  intros HP [(mu & Past & Hb & Hi) Hm] Hl.
  rewrite (Ex_ext _ _ (fun w => f_equal (fun b => indicator b * load l w) (Hm n l w))).
  apply by_owner.
  - intros w. apply owner_range. intros t. apply (busy_range _ _ _ _ Hb).
  - intros i Hi'. cbv zeta. pose proof (Hi l i Hl Hi') as HY.
    repeat split.
    + exact (busy_integrable _ _ _ _ Hb _ _ HY).
    + eapply (busy_integrable _ _ _ _ Hb).
      now apply (quiet_past P pusher Past HP (busy_later _ _ _ _ Hb) (busy_push _ _ _ _ Hb)).
    + exact (busy_quiet P mu pusher Past HP Hb i _ _ _ Hi' HY).
Qed.

(** Rounds of K pushes between what gradient l and gradient n have seen. *)
Definition rounds (K l n : nat) : nat :=
  ((if Nat.ltb n P then 0 else (n - P) / K + 1) - (if Nat.ltb l P then 0 else (l - P) / K + 1))%nat.

Lemma waiting_seen_round K n :
  waiting_seen P K n = (K * (if Nat.ltb n P then 0 else (n - P) / K + 1))%nat.
Proof. unfold waiting_seen. destruct (Nat.ltb n P); lia. Qed.

Lemma waiting_chance K N load missing n l : (1 <= K <= P)%nat ->
  waiting_issues P K N pusher load missing -> (l < N)%nat ->
  Ex (fun w => indicator (missing n l w) * load l w)
  = (1 - INR K / INR P) ^ rounds K l n * Ex (load l).
Proof.
  intros HK [(mu & Past & Hb & Hi) Hm] Hl.
  rewrite (Ex_ext _ _ (fun w => f_equal (fun b => indicator b * load l w) (Hm n l w))).
  unfold missing_from.
  replace (waiting_seen P K n - waiting_seen P K l)%nat with (K * rounds K l n)%nat
    by (rewrite !waiting_seen_round; unfold rounds; now rewrite Nat.mul_sub_distr_l).
  apply by_owner.
  - intros w. apply owner_range. intros t. apply (waiting_range _ _ _ _ _ Hb).
  - intros i Hi'. cbv zeta. pose proof (Hi l i Hl Hi') as HY.
    repeat split.
    + exact (waiting_integrable _ _ _ _ _ Hb _ _ HY).
    + eapply (waiting_integrable _ _ _ _ _ Hb).
      now apply (quiet_past P pusher Past ltac:(lia) (waiting_later _ _ _ _ _ Hb)
        (waiting_push _ _ _ _ _ Hb)).
    + rewrite waiting_seen_round in *.
      apply (waiting_quiet P K mu pusher Past); auto; lia.
Qed.

Lemma pow_between r n : 0 <= r < 1 -> 0 <= r ^ n <= 1.
Proof. intros H. split; [now apply pow_le|apply pow_le_1; lra]. Qed.

Lemma pow_decreasing r n m : 0 <= r < 1 -> (n <= m)%nat -> r ^ m <= r ^ n.
Proof.
  intros Hr H. replace m with (n + (m - n))%nat by lia. rewrite pow_add.
  pose proof (pow_between r n Hr). pose proof (pow_between r (m - n) Hr). nra.
Qed.

(** What is summed over the reads that come after gradient l. *)
Lemma busy_sum K N load missing l u : (1 <= P)%nat -> (1 <= K)%nat ->
  busy_issues P K N pusher load missing -> (l < N)%nat -> 0 <= Ex (load l) -> 0 <= u ->
  (1 - / INR P) * u < 1 ->
  rsum N (fun n => if Nat.ltb l n
    then u ^ (n - l) * Ex (fun w => indicator (missing n l w) * load l w) else 0)
  <= (rsum (P + K - 2) (fun k => u ^ S k)
      + u ^ (P + K - 2) * (u * (1 - / INR P) / (1 - (1 - / INR P) * u))) * Ex (load l).
Proof.
  intros HP HK Hb Hl Hload Hu Hx.
  assert (0 <= 1 - / INR P < 1) as Hs.
  { replace (/ INR P) with (INR 1 / INR P) by (cbn; unfold Rdiv; ring). apply stale_range. lia. }
  set (chance := fun n => (1 - / INR P) ^ (busy_seen P K n - busy_first P l)).
  pose proof (geometric_missed N l (P + K - 2) 1 (1 - / INR P) u chance (le_n 1) (proj1 Hs) Hu) as
    G.
  rewrite pow_1 in G. specialize (G Hx). lapply G; [clear G; intros G|].
  2:{ intros n. now apply pow_between. }
  lapply G; [clear G; intros G|].
  2:{ intros n g Hn. apply pow_decreasing; [assumption|]. unfold busy_seen, busy_first.
      pose proof (Nat.div_mod (n + 1 - P) K ltac:(lia)).
      pose proof (Nat.mod_upper_bound (n + 1 - P) K ltac:(lia)). lia. }
  cbn [rsum] in G. rewrite Rplus_0_l, pow_1 in G.
  apply (Rmult_le_compat_r _ _ _ Hload) in G. apply Rle_trans with (2 := G). right.
  rewrite <- (Rmult_comm (Ex (load l))), <- rsum_scal. apply rsum_ext. intros n Hn.
  destruct (Nat.ltb l n); [|ring]. rewrite (busy_chance K N load missing n l HP Hb Hl).
  unfold chance. ring.
Qed.

Lemma waiting_sum K N load missing l u : (1 <= K <= P)%nat ->
  waiting_issues P K N pusher load missing -> (l < N)%nat -> 0 <= Ex (load l) -> 0 <= u ->
  (1 - INR K / INR P) * u ^ K < 1 ->
  rsum N (fun n => if Nat.ltb l n
    then u ^ (n - l) * Ex (fun w => indicator (missing n l w) * load l w) else 0)
  <= (rsum (P - 1) (fun k => u ^ S k)
      + u ^ (P - 1) * (rsum K (fun k => u ^ S k) * (1 - INR K / INR P)
                       / (1 - (1 - INR K / INR P) * u ^ K))) * Ex (load l).
Proof.
  intros HK Hb Hl Hload Hu Hx. pose proof (stale_range K HK) as Hs.
  set (chance := fun n => (1 - INR K / INR P) ^ rounds K l n).
  pose proof (geometric_missed N l (P - 1) K (1 - INR K / INR P) u chance (proj1 HK) (proj1 Hs) Hu
    Hx)
    as G.
  lapply G; [clear G; intros G|].
  2:{ intros n. now apply pow_between. }
  lapply G; [clear G; intros G|].
  2:{ intros n g Hn. apply pow_decreasing; [assumption|]. unfold rounds.
      rewrite (proj2 (Nat.ltb_ge n P)) by lia.
      destruct (Nat.ltb_spec l P) as [H|H].
      - assert (g <= (n - P) / K)%nat; [|lia]. apply Nat.div_le_lower_bound; lia.
      - assert ((l - P) / K + S g <= (n - P) / K)%nat; [|lia].
        rewrite <- Nat.div_add by lia. apply Nat.div_le_mono; lia. }
  apply (Rmult_le_compat_r _ _ _ Hload) in G. apply Rle_trans with (2 := G). right.
  rewrite <- (Rmult_comm (Ex (load l))), <- rsum_scal. apply rsum_ext. intros n Hn.
  destruct (Nat.ltb l n); [|ring]. rewrite (waiting_chance K N load missing n l HK Hb Hl).
  unfold chance. ring.
Qed.
End Chance.

(** * The constants *)
Section Constants.
Context {V : space} {Om : probability} {H : L2 V Om} {df : V -> V}.
Context (P K N : nat) (pusher : nat -> Om -> nat) (missing : nat -> nat -> Om -> bool).
Context (x : nat -> rvec H).

Definition load_of (l : nat) (w : Om) : R := norm2 (df (x l w)).

Lemma load_nonneg l : (forall u, member H u -> member H (fun w => df (u w))) ->
  0 <= Ex (load_of l).
Proof.
  intros Hd. apply Ex_nonneg; [|intros; apply norm2_nonneg].
  exact (norm2_integrable H (Rvec _ (Hd _ (rvec_member (x l))))).
Qed.

Lemma masked_load n l w :
  norm2 (only_if (missing n l) (fun w => df (x l w)) w) = indicator (missing n l w) * load_of l w.
Proof.
  unfold only_if, load_of. destruct (missing n l w); cbn; [ring|]. rewrite norm2_zero. ring.
Qed.

Lemma masked_sum l (u : R) :
  rsum N (fun n => if Nat.ltb l n
      then u ^ (n - l) * Ex (fun w => norm2 (only_if (missing n l) (fun w => df (x l w)) w)) else 0)
  = rsum N (fun n => if Nat.ltb l n
      then u ^ (n - l) * Ex (fun w => indicator (missing n l w) * load_of l w) else 0).
Proof.
  apply rsum_ext. intros n _. destruct (Nat.ltb l n); [|reflexivity]. f_equal.
  apply Ex_ext. intros. apply masked_load.
Qed.

Context (Hd : forall u, member H u -> member H (fun w => df (u w))).

Theorem missed_kbatchasync_exp : missed_kbatchasync_exp_valid P K ->
  busy_issues P K N pusher load_of missing ->
  missed_at_most (df := df) N (missed_kbatchasync_exp_bound P K) missing x.
Proof.
  intros (HP & HK) Hb l Hl. pose proof (INR_pos P HP) as Hp.
  assert (0 < / INR P) by now apply Rinv_0_lt_compat.
  pose proof (busy_sum P pusher K N load_of missing l 1 HP HK Hb Hl (load_nonneg l Hd) ltac:(lra)
    ltac:(lra)) as B.
  rewrite <- masked_sum in B. rewrite (rsum_ext N _ (fun n => if Nat.ltb l n
      then Ex (fun w => norm2 (only_if (missing n l) (fun w => df (x l w)) w)) else 0)) in B
    by (intros n _; rewrite pow1; destruct (Nat.ltb l n); ring).
  apply Rle_trans with (1 := B). unfold load_of at 1. apply Rmult_le_compat_r; [apply load_nonneg,
    Hd|].
  right. rewrite (rsum_ext _ _ (fun _ => 1)) by (intros; apply pow1).
  rewrite rsum_const, pow1, minus_INR, plus_INR by lia. unfold missed_kbatchasync_exp_bound.
  cbn [INR]. field. lra.
Qed.

Theorem missed_kasync_exp : missed_kasync_exp_valid P K ->
  waiting_issues P K N pusher load_of missing ->
  missed_at_most (df := df) N (missed_kasync_exp_bound P K) missing x.
Proof.
  intros HK Hb l Hl. pose proof (INR_pos P ltac:(destruct HK; lia)) as Hp.
  pose proof (INR_pos K (proj1 HK)) as Hk.
  assert (0 < INR K / INR P) by now apply Rdiv_pos.
  pose proof (waiting_sum P pusher K N load_of missing l 1 HK Hb Hl (load_nonneg l Hd) ltac:(lra)
    ltac:(rewrite pow1; lra)) as B.
  rewrite <- masked_sum in B. rewrite (rsum_ext N _ (fun n => if Nat.ltb l n
      then Ex (fun w => norm2 (only_if (missing n l) (fun w => df (x l w)) w)) else 0)) in B
    by (intros n _; rewrite pow1; destruct (Nat.ltb l n); ring).
  apply Rle_trans with (1 := B). apply Rmult_le_compat_r; [apply load_nonneg, Hd|].
  right. rewrite !pow1, (rsum_ext (P - 1) _ (fun _ => 1)), (rsum_ext K _ (fun _ => 1))
    by (intros; apply pow1).
  rewrite !rsum_const, minus_INR by (destruct HK; lia). unfold missed_kasync_exp_bound.
  cbn [INR]. field. lra.
Qed.

Theorem psi_kbatchasync_exp h c : psi_kbatchasync_exp_valid P K h c ->
  busy_issues P K N pusher load_of missing ->
  missed_weighted_at_most (df := df) N (1 - h * c) (psi_kbatchasync_exp_bound P K h c) missing x.
Proof.
  intros (HP & HK & _ & Hh & Hc & Hhc & Hst) Hb l Hl. pose proof (INR_pos P HP) as Hp.
  set (rho := 1 - h * c) in *. assert (0 < rho) as Hr by (unfold rho; lra).
  assert (0 < / rho) by now apply Rinv_0_lt_compat.
  pose proof (busy_sum P pusher K N load_of missing l (/ rho) HP HK Hb Hl (load_nonneg l Hd)
    ltac:(lra)) as B.
  lapply B; [clear B; intros B|].
  2:{ apply Rmult_lt_reg_r with rho; [assumption|].
      replace ((1 - / INR P) * / rho * rho) with (1 - / INR P) by (field; lra).
      replace (/ INR P) with (1 / INR P) by (field; lra). lra. }
  rewrite <- masked_sum in B. rewrite (rsum_ext N _ (fun n => if Nat.ltb l n
      then / rho ^ (n - l) * Ex (fun w => norm2 (only_if (missing n l) (fun w => df (x l w)) w))
      else 0)) in B by (intros n _; now rewrite pow_inv).
  apply Rle_trans with (1 := B). apply Rmult_le_compat_r; [apply load_nonneg, Hd|].
  right. unfold psi_kbatchasync_exp_bound. fold rho. cbv zeta.
  replace (1 / rho) with (/ rho) by (field; lra). f_equal.
  - apply rsum_ext. intros. now rewrite Nat.add_1_r.
  - f_equal. assert (0 < rho * INR P - (INR P - 1)).
    { replace (rho * INR P - (INR P - 1)) with (INR P * (rho - (1 - 1 / INR P))) by (field; lra).
      apply Rmult_lt_0_compat; lra. }
    replace (/ INR P) with (1 / INR P) by (field; lra). field. repeat split; lra.
Qed.

Theorem psi_kasync_exp h c : psi_kasync_exp_valid P K h c ->
  waiting_issues P K N pusher load_of missing ->
  missed_weighted_at_most (df := df) N (1 - h * c) (psi_kasync_exp_bound P K h c) missing x.
Proof.
  intros (HK & HKP & HP & Hh & Hc & Hhc & Hst) Hb l Hl. pose proof (INR_pos P HP) as Hp.
  set (rho := 1 - h * c) in *. assert (0 < rho) as Hr by (unfold rho; lra).
  assert (0 < / rho) by now apply Rinv_0_lt_compat. pose proof (pow_lt rho K Hr) as HrK.
  pose proof (waiting_sum P pusher K N load_of missing l (/ rho) (conj HK HKP) Hb Hl
    (load_nonneg l Hd) ltac:(lra)) as B.
  lapply B; [clear B; intros B|].
  2:{ rewrite pow_inv. apply Rmult_lt_reg_r with (rho ^ K); [assumption|].
      rewrite Rmult_assoc, Rinv_l by lra. lra. }
  rewrite <- masked_sum in B. rewrite (rsum_ext N _ (fun n => if Nat.ltb l n
      then / rho ^ (n - l) * Ex (fun w => norm2 (only_if (missing n l) (fun w => df (x l w)) w))
      else 0)) in B by (intros n _; now rewrite pow_inv).
  apply Rle_trans with (1 := B). apply Rmult_le_compat_r; [apply load_nonneg, Hd|].
  right. unfold psi_kasync_exp_bound. fold rho. cbv zeta.
  replace (1 / rho) with (/ rho) by (field; lra).
  rewrite (rsum_ext (P - 1) (fun k => (/ rho) ^ (k + 1)) (fun k => (/ rho) ^ S k))
    by (intros; now rewrite Nat.add_1_r).
  rewrite (rsum_ext K (fun k => (/ rho) ^ (k + 1)) (fun k => (/ rho) ^ S k))
    by (intros; now rewrite Nat.add_1_r).
  unfold Rdiv. ring.
Qed.

(** * The theorems in issue order, with these constants *)
Context {f : V -> R} {L : R} (Hf : smooth f df L) (He : evaluable H f df).
Context (h sigma2 MG : R) (m : nat) (w0 : V) (Other : nat -> rvec H -> Prop).
Context (z g : nat -> rvec H) (Q : R).
Hypothesis Hrun : issue_run He N h (sigma2 / INR m) (MG / INR m) Q w0 Other missing z x g.

(** The books give the count: whatever count a run is said to have, this one is right. *)
Lemma with_count q :
  (forall n w, heard_sum n (fun l => missing n l w) (fun _ => 1) <= q) ->
  issue_run He N h (sigma2 / INR m) (MG / INR m) q w0 Other missing z x g.
Proof. intros Hq. destruct Hrun. now constructor; auto. Qed.

Lemma busy_count : missing_kbatchasync_valid P K -> busy_issues P K N pusher load_of missing ->
  forall n w, heard_sum n (fun l => missing n l w) (fun _ => 1) <= missing_kbatchasync_bound P K.
Proof.
  intros Hv [(mu & Past & Hb & _) Hm] n w. unfold heard_sum.
  rewrite (rsum_ext n _ (fun l => if missing_from P pusher (busy_first P) (busy_seen P K) n l w
    then 1 else 0)) by (intros; now rewrite Hm).
  apply missing_kbatchasync; [assumption|]. intros t. apply (busy_range _ _ _ _ Hb).
Qed.

Lemma waiting_count : missing_kasync_valid P K -> waiting_issues P K N pusher load_of missing ->
  forall n w, heard_sum n (fun l => missing n l w) (fun _ => 1) <= missing_kasync_bound P K.
Proof.
  intros Hv [(mu & Past & Hb & _) Hm] n w. unfold heard_sum.
  rewrite (rsum_ext n _ (fun l => if missing_from P pusher (waiting_seen P K) (waiting_seen P K) n
    l w
    then 1 else 0)) by (intros; now rewrite Hm).
  apply missing_kasync; [assumption| |].
  - intros t. apply (waiting_range _ _ _ _ _ Hb).
  - intros j r Hr. now apply (waiting_idle _ _ _ _ _ Hb).
Qed.

Theorem async_issue_nc_kbatchasync fstar : (1 <= P)%nat -> (1 <= K)%nat ->
  busy_issues P K N pusher load_of missing -> (forall y, fstar <= f y) ->
  async_issue_nc_valid L sigma2 MG m h (missing_kbatchasync_bound P K)
    (missed_kbatchasync_exp_bound P K) (f w0 - fstar) N ->
  / INR N * rsum N (fun n => Ex (fun w => norm2 (df (x n w))))
  <= async_issue_nc_bound L sigma2 MG m h (missing_kbatchasync_bound P K)
       (missed_kbatchasync_exp_bound P K) (f w0 - fstar) N.
Proof.
  intros HP HK Hb Hmin Hv.
  exact (IssueOrder.async_issue_nc Hf He N m h sigma2 MG _ w0 Other missing z x g
    (with_count _ (busy_count (conj HP HK) Hb)) fstar _ Hmin
    (missed_kbatchasync_exp (conj HP HK) Hb) Hv).
Qed.

Theorem async_issue_nc_kasync fstar : (1 <= K <= P)%nat ->
  waiting_issues P K N pusher load_of missing -> (forall y, fstar <= f y) ->
  async_issue_nc_valid L sigma2 MG m h (missing_kasync_bound P K)
    (missed_kasync_exp_bound P K) (f w0 - fstar) N ->
  / INR N * rsum N (fun n => Ex (fun w => norm2 (df (x n w))))
  <= async_issue_nc_bound L sigma2 MG m h (missing_kasync_bound P K)
       (missed_kasync_exp_bound P K) (f w0 - fstar) N.
Proof.
  intros HK Hb Hmin Hv.
  exact (IssueOrder.async_issue_nc Hf He N m h sigma2 MG _ w0 Other missing z x g
    (with_count _ (waiting_count HK Hb)) fstar _ Hmin (missed_kasync_exp HK Hb) Hv).
Qed.

Theorem async_issue_pl_kbatchasync c fstar : psi_kbatchasync_exp_valid P K h c ->
  busy_issues P K N pusher load_of missing -> PL f df c fstar ->
  async_issue_pl_valid L c sigma2 MG m h (missing_kbatchasync_bound P K)
    (psi_kbatchasync_exp_bound P K h c) (f w0 - fstar) N ->
  Ex (fun w => f (z N w)) - fstar
  <= async_issue_pl_bound L c sigma2 MG m h (missing_kbatchasync_bound P K)
       (psi_kbatchasync_exp_bound P K h c) (f w0 - fstar) N.
Proof.
  intros Hp Hb Hpl Hv. pose proof Hp as (HP & HK & _).
  exact (IssueOrder.async_issue_pl Hf He N m h sigma2 MG _ w0 Other missing z x g
    (with_count _ (busy_count (conj HP HK) Hb)) c fstar _ Hpl (psi_kbatchasync_exp h c Hp Hb) Hv).
Qed.

Theorem async_issue_pl_kasync c fstar : psi_kasync_exp_valid P K h c ->
  waiting_issues P K N pusher load_of missing -> PL f df c fstar ->
  async_issue_pl_valid L c sigma2 MG m h (missing_kasync_bound P K)
    (psi_kasync_exp_bound P K h c) (f w0 - fstar) N ->
  Ex (fun w => f (z N w)) - fstar
  <= async_issue_pl_bound L c sigma2 MG m h (missing_kasync_bound P K)
       (psi_kasync_exp_bound P K h c) (f w0 - fstar) N.
Proof.
  intros Hp Hb Hpl Hv. pose proof Hp as (HK & HP & _).
  exact (IssueOrder.async_issue_pl Hf He N m h sigma2 MG _ w0 Other missing z x g
    (with_count _ (waiting_count (conj HK HP) Hb)) c fstar _ Hpl (psi_kasync_exp h c Hp Hb) Hv).
Qed.
End Constants.

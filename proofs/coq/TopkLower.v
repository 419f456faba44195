(* SPDX-License-Identifier: Apache-2.0 *)
(* What no constant for error feedback with TopK can be below: an adversary refills equal entries,
   of which TopK takes K at a time. *)
From Coq Require Import Reals Lra Lia Bool.
From Staleproof Require Import Base Inner Step Coordinates Systems Compressor Formulary Bounds.
Local Open Scope R_scope.

(** n steps of one worker's memory e under TopK, with gradients g of length at most M. *)
Record topk_memory (d K : nat) (alpha M : R) (n : nat) (g e : nat -> coordinates d)
    (sel : nat -> nat -> bool) : Prop := TopkMemory {
  topk_start : forall c, (c < d)%nat -> e O c = 0;
  topk_size : forall t, (t < n)%nat -> norm (g t) <= M;
  topk_select : forall t, (t < n)%nat -> selects_top d K (sel t) (fun c => e t c + alpha * g t c);
  topk_rest : forall t c, (t < n)%nat -> (c < d)%nat ->
    e (S t) c = e t c + alpha * g t c - keep (sel t) (fun c => e t c + alpha * g t c) c }.

Section Adversary.
Context (d K : nat) (M alpha : R) (n : nat).
Hypothesis HK : (1 <= K)%nat.
Hypothesis HM : 0 <= M.
Hypothesis Ha : 0 < alpha.
(** The adversary plays as long as more than K entries are left. *)
Hypothesis Hn : (n * K < d)%nat.

Let left i := INR d - INR i * INR K.
Let pile i := rsum i (fun k => M / sqrt (left k)).
Let above i c := Nat.leb (i * K) c.

Definition refill (t : nat) : coordinates d := fun c => if above t c then M / sqrt (left t) else 0.
Definition piled (t : nat) : coordinates d := fun c => if above t c then alpha * pile t else 0.
Definition taken (t c : nat) : bool := (above t c && negb (above (S t) c))%bool.

Lemma left_count i : (i <= n)%nat -> left i = INR (d - i * K) /\ 0 < left i.
Proof.
  intros Hi. assert (i * K < d)%nat as H by nia. unfold left.
  rewrite minus_INR, mult_INR by lia. split; [reflexivity|].
  rewrite <- mult_INR. apply lt_INR in H. lra.
Qed.

Lemma above_count i a : (i <= n)%nat -> rsum d (fun c => if above i c then a else 0) = left i * a.
Proof.
  intros Hi. destruct (left_count i Hi) as [-> _]. assert (i * K < d)%nat as H by nia.
  replace d with (i * K + (d - i * K))%nat at 1 by lia. rewrite rsum_split, rsum_zero, Rplus_0_l.
  - rewrite (rsum_ext _ _ (fun _ => a)); [apply rsum_const|]. intros c _. unfold above.
    now rewrite (proj2 (Nat.leb_le _ _)) by lia.
  - intros c Hc. unfold above. now rewrite (proj2 (Nat.leb_gt _ _)) by lia.
Qed.

Lemma pile_nonneg i : (i <= n)%nat -> 0 <= pile i.
Proof.
  intros Hi. apply rsum_nonneg. intros k Hk. apply Rdiv_nonneg; [assumption|].
  apply sqrt_lt_R0. apply left_count. lia.
Qed.

Lemma filled t c : piled t c + alpha * refill t c = if above t c then alpha * pile (S t) else 0.
Proof. unfold piled, refill, pile. cbn [rsum]. destruct (above t c); ring. Qed.

Lemma above_next t c : above (S t) c = true -> above t c = true.
Proof. unfold above. rewrite !Nat.leb_le. nia. Qed.

Lemma adversary_runs : topk_memory d K alpha M n refill piled taken.
Proof.
  split.
  - intros c _. unfold piled. cbn. destruct (above O c); ring.
  - intros t Ht. destruct (left_count t ltac:(lia)) as [_ Hl]. apply norm_le_iff; [assumption|].
    rewrite coordinates_norm2. unfold refill.
    rewrite (rsum_ext d _ (fun c => if above t c then (M / sqrt (left t)) ^ 2 else 0))
      by (intros c _; destruct (above t c); ring).
    rewrite above_count by lia. pose proof (sqrt_lt_R0 _ Hl).
    pose proof (pow2_sqrt (left t) ltac:(lra)) as E. right. rewrite <- E at 1. field. lra.
  - intros t Ht. split.
    + unfold heard_sum.
      rewrite (rsum_ext d _ (fun c => (if above t c then 1 else 0)
        + - (if above (S t) c then 1 else 0))).
      * rewrite rsum_plus, above_count by lia.
        rewrite (rsum_ext d (fun c => - _) (fun c => if above (S t) c then -1 else 0))
          by (intros c _; destruct (above (S t) c); ring).
        rewrite above_count by lia. unfold left. rewrite S_INR. ring.
      * intros c _. unfold taken. destruct (above (S t) c) eqn:E.
        -- rewrite (above_next t c E). cbn. ring.
        -- destruct (above t c); cbn; ring.
    + intros a b _ _ Ea _. rewrite !filled. apply andb_true_iff in Ea as [-> _].
      pose proof (pile_nonneg (S t) ltac:(lia)).
      destruct (above t b); [lra|]. rewrite Rabs_R0. apply Rabs_pos.
  - intros t c _ _. unfold keep. rewrite !filled. unfold piled at 1, taken.
    destruct (above (S t) c) eqn:E.
    + rewrite (above_next t c E). cbn. ring.
    + destruct (above t c); cbn; ring.
Qed.

Lemma adversary_reaches : norm (piled n) = alpha * (M * (sqrt (left n)
  * rsum n (fun i => 1 / sqrt (left i)))).
Proof.
  destruct (left_count n (le_n n)) as [_ Hl]. pose proof (pile_nonneg n (le_n n)) as Hp.
  unfold norm. rewrite coordinates_norm2. unfold piled.
  rewrite (rsum_ext d _ (fun c => if above n c then (alpha * pile n) ^ 2 else 0))
    by (intros c _; destruct (above n c); ring).
  rewrite above_count, sqrt_mult_alt, sqrt_pow2 by (lra || lia || (apply Rmult_le_pos; lra)).
  unfold pile. rewrite (rsum_ext n _ (fun i => M * (1 / sqrt (left i)))).
  - rewrite rsum_scal. ring.
  - intros i Hi. destruct (left_count i ltac:(lia)) as [_ Hi0]. pose proof (sqrt_lt_R0 _ Hi0).
    field. lra.
Qed.
End Adversary.

Lemma rlargest_reached n F : (1 <= n)%nat -> exists j, (j < n)%nat /\ rlargest n F = F j.
Proof.
  induction n as [|[|n] IH]; intros Hn; [lia| |].
  - exists O. split; [lia|]. cbn. unfold Rmax. destruct (Rle_dec (F O) (F O)); reflexivity.
  - destruct IH as (j & Hj & E); [lia|]. cbn [rlargest] in *. rewrite E.
    unfold Rmax. destruct (Rle_dec (F j) (F (S n))); [exists (S n)|exists j];
      split; lia || reflexivity.
Qed.

(** A constant that holds for all runs holds for the adversary's. *)
Theorem B_ef_topk_lower_bound d K M alpha B : 0 < alpha -> B_ef_topk_lower_bound_valid d K M ->
  (forall n g e sel, topk_memory d K alpha M n g e sel ->
    norm (e n : coordinates d) <= alpha * B) ->
  B_ef_topk_lower_bound_bound d K M <= B.
Proof.
  intros Ha (Hd & HK & HKd & HM & _) Hall. unfold B_ef_topk_lower_bound_bound.
  set (F j := sqrt (INR d - INR j * INR K) * rsum j (fun i => 1 / sqrt (INR d - INR i * INR K))).
  change (M * rlargest ((d + K - 1) / K) F <= B).
  pose proof (Nat.mul_div_le (d + K - 1) K ltac:(lia)) as Hq.
  assert (1 <= (d + K - 1) / K)%nat as H1 by (apply Nat.div_le_lower_bound; lia).
  destruct (rlargest_reached _ F H1) as (j & Hj & ->).
  assert (j * K < d)%nat as Hjd by nia.
  pose proof (Hall j _ _ _ (adversary_runs d K M alpha j HK HM Hjd)) as H.
  rewrite (adversary_reaches d K M alpha j HK HM Ha Hjd) in H. fold (F j) in H.
  now apply Rmult_le_reg_l in H.
Qed.

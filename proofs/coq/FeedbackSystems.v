(* SPDX-License-Identifier: Apache-2.0 *)
(* Error feedback together with delay: the part not sent and the part not arrived add up. *)
From Coq Require Import Reals Lra Lia Bool.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Coordinates Systems
  ErrorFeedback Formulary Bounds.
Local Open Scope R_scope.

Section Messages.
Context {V : space} {P : probability} {H : L2 V P}.
Context (p T tau : nat) (alpha gamma M : R) (w0 : V).
Context (x v : nat -> rvec H) (g e q : nat -> nat -> rvec H).
Context (view : nat -> nat -> rvec H) (arrived : nat -> nat -> nat -> nat -> bool).
Hypothesis Hrun : feedback_run p T (fun _ => alpha) w0 x v g e q.
Hypothesis Hcon : contractive_feedback p T (fun _ => alpha) gamma M g e.
Hypothesis Hview : message_views p T w0 view q arrived.
Hypothesis Hdelay : delayed_by_at_most p T arrived tau.
Hypothesis Hp : (1 <= p)%nat.
Hypothesis Ha : 0 < alpha.
Hypothesis Hg0 : 0 <= gamma.
Hypothesis Hg1 : gamma < 1.
Hypothesis HM : 0 <= M.
Let s := sqrt gamma.

Lemma model_sum t h : (t <= T)%nat ->
  inner h (v t) = inner h (rconst H w0) - rsum t (fun k => inner h (vmean p (q k))).
Proof.
  induction t as [|t IH]; intros Ht.
  - assert (v O = rconst H w0) as ->.
    { apply rvec_ext; intros w. apply (feedback_start _ _ _ _ _ _ _ _ _ Hrun w). }
    cbn. ring.
  - assert (v (S t) = vsub (v t) (vmean p (q t))) as ->.
    { apply rvec_ext. intros w. rewrite (feedback_model _ _ _ _ _ _ _ _ _ Hrun) by lia.
      rewrite <- vmean_at. reflexivity. }
    rewrite inner_subr, IH by lia. cbn [rsum]. ring.
Qed.

(** What has not arrived at i, of worker j. *)
Definition outstanding t i j : rvec H :=
  vsum t (fun k => if arrived t i k j then vzero else q k j).

Lemma view_behind_model t i h : (t < T)%nat -> (i < p)%nat ->
  inner h (vsub (view t i) (v t)) = inner h (vmean p (outstanding t i)).
Proof.
  intros Ht Hi. rewrite inner_subr, model_sum by lia.
  assert (view t i = vsub (rconst H w0) (vsum t (fun k => heard_mean p (arrived t i k) (q k)))) as
    ->.
  { apply rvec_ext. intros w. rewrite (Hview t i w Ht Hi). cbn. unfold vsub. do 2 f_equal.
    rewrite (rsum_at H t _ w). apply vsum_ext. intros k _. symmetry. apply heard_mean_at. }
  rewrite inner_subr, inner_sumr, inner_meanr. unfold outstanding.
  rewrite (rsum_ext p _ (fun j => rsum t (fun k => if arrived t i k j then 0 else inner h (q k
    j)))).
  2:{ intros j _. rewrite inner_sumr. apply rsum_ext. intros k _.
      destruct (arrived t i k j); [apply inner_zeror|reflexivity]. }
  rewrite rsum_swap, <- rsum_scal.
  rewrite (rsum_ext t (fun k => inner h (vmean p (q k))) (fun k =>
    inner h (heard_mean p (arrived t i k) (q k))
    + / INR p * rsum p (fun j => if arrived t i k j then 0 else inner h (q k j)))).
  - rewrite rsum_plus. ring.
  - intros k _. rewrite inner_meanr, inner_heard_mean, <- Rmult_plus_distr_l. f_equal.
    unfold heard_sum. rewrite <- rsum_plus. apply rsum_ext. intros j _.
    destruct (arrived t i k j); ring.
Qed.

(** Nothing outstanding of oneself; of another at most tau messages, each of length a. *)
Lemma outstanding_length t i j a : (t < T)%nat -> (i < p)%nat -> (j < p)%nat -> 0 <= a ->
  (forall k, (k < t)%nat -> norm (q k j) <= a) ->
  norm (outstanding t i j) <= (if Nat.eqb j i then 0 else INR tau * a).
Proof.
  intros Ht Hi Hj Ha0 Hq. apply Rle_trans with (1 := norm_vsum _ _).
  destruct (Nat.eqb_spec j i) as [->|Hne].
  - right. apply rsum_zero. intros k Hk. rewrite (Hdelay t i k i) by auto. apply norm_zero.
  - assert (Hk : forall k, (k < t)%nat ->
      norm (if arrived t i k j then vzero else q k j : rvec H) <= a).
    { intros k Hk. destruct (arrived t i k j); [rewrite norm_zero; assumption|now apply Hq]. }
    destruct (Nat.lt_ge_cases tau t) as [Hl|Hl].
    + replace t with (t - tau + tau)%nat at 1 by lia. rewrite rsum_split, rsum_zero.
      * rewrite Rplus_0_l. apply rsum_le_const. intros k Hk'. apply Hk. lia.
      * intros k Hk'. rewrite (Hdelay t i k j) by lia. apply norm_zero.
    + apply Rle_trans with (INR t * a); [now apply rsum_le_const|].
      apply Rmult_le_compat_r; [assumption|]. now apply le_INR.
Qed.

(** Sums over the other p - 1 workers. *)
Lemma others_sum i a : (i < p)%nat ->
  rsum p (fun j => if Nat.eqb j i then 0 else a) = (INR p - 1) * a.
Proof.
  intros Hi. rewrite (rsum_ext p _ (fun j => a + - a * (if Nat.eqb j i then 1 else 0))).
  - rewrite rsum_plus, rsum_const, rsum_scal, (rsum_one p i).
    + rewrite Nat.eqb_refl. ring.
    + assumption.
    + intros j _ Hne. now rewrite (proj2 (Nat.eqb_neq j i)).
  - intros j _. destruct (Nat.eqb j i); ring.
Qed.

Lemma norm_mean_le (F : nat -> rvec H) : norm (vmean p F) <= / INR p * rsum p (fun j => norm (F j)).
Proof.
  unfold vmean. pose proof (INR_pos p Hp). pose proof (Rinv_nonneg _ H0).
  rewrite norm_scal, Rabs_pos_eq by assumption. apply Rmult_le_compat_l; [assumption|].
  apply norm_vsum.
Qed.

(** Any order: memory of all, messages outstanding from others. *)
Lemma any_order a : 0 <= a -> (forall t j, (t < T)%nat -> (j < p)%nat -> norm (q t j) <= alpha * a)
  ->
  elastic_consistent p T alpha (s / (1 - s) * M + (INR p - 1) * INR tau / INR p * a)
    (fun _ => everybody) x view.
Proof.
  intros Ha0 Hq t i Ht Hi _. pose proof (INR_pos p Hp) as Hpp.
  destruct (sqrt_lt_1 gamma Hg0 Hg1) as [Hs0 Hs1]. fold s in Hs0, Hs1.
  assert (0 <= INR p - 1) as Hp1 by (pose proof (le_INR 1 p Hp); cbn in *; lra).
  assert (0 <= s / (1 - s) * M) by (apply Rmult_le_pos; [apply Rdiv_nonneg; lra|assumption]).
  assert (0 <= (INR p - 1) * INR tau / INR p * a).
  { apply Rmult_le_pos; [|assumption]. apply Rdiv_nonneg; [|assumption].
    apply Rmult_le_pos; [assumption|apply pos_INR]. }
  change (norm2 (vsub (x t) (view t i)) <= (alpha * (s / (1 - s) * M
    + (INR p - 1) * INR tau / INR p * a)) ^ 2).
  apply norm_le_iff; [apply Rmult_le_pos; lra|].
  rewrite (norm_same _ (vsub (vsub (x t) (v t)) (vsub (view t i) (v t)))).
  2:{ intros h. rewrite !inner_subr. ring. }
  apply Rle_trans with (1 := norm_sub _ _).
  rewrite Rmult_plus_distr_l. apply Rplus_le_compat.
  - apply (models_apart p T (fun _ => alpha) w0 x v g e q Hrun); [assumption|lia|].
    intros j Hj. replace (alpha * (s / (1 - s) * M)) with (s / (1 - s) * (alpha * M)) by ring.
    apply (memory_length_all p T alpha gamma M w0 x v g e q); try assumption. lia.
  - rewrite (norm_same _ (vmean p (outstanding t i)))
      by (intros h; now apply view_behind_model).
    apply Rle_trans with (1 := norm_mean_le _).
    apply Rle_trans with (/ INR p * rsum p (fun j =>
      if Nat.eqb j i then 0 else INR tau * (alpha * a))).
    + apply Rmult_le_compat_l; [now apply Rinv_nonneg|]. apply rsum_le. intros j Hj.
      apply outstanding_length; try assumption; [apply Rmult_le_pos; lra|].
      intros k Hk. apply Hq; [lia|assumption].
    + rewrite others_sum by assumption. right. field. lra.
Qed.

Theorem B_async_mp_ef_any_order : B_async_mp_ef_any_order_valid p tau M gamma ->
  elastic_consistent p T alpha (B_async_mp_ef_any_order_bound p tau M gamma)
    (fun _ => everybody) x view.
Proof.
  intros _. destruct (sqrt_lt_1 gamma Hg0 Hg1) as [Hs0 Hs1]. fold s in Hs0, Hs1.
  unfold B_async_mp_ef_any_order_bound. cbv zeta. fold s. pose proof (INR_pos p Hp).
  replace ((s / (1 - s) + (INR p - 1) * INR tau / INR p * ((1 + s) / (1 - s))) * M)
    with (s / (1 - s) * M + (INR p - 1) * INR tau / INR p * ((1 + s) / (1 - s) * M)) by ring.
  apply any_order.
  - apply Rmult_le_pos; [apply Rdiv_nonneg; lra|assumption].
  - intros t j Ht Hj.
    apply Rle_trans with (1 := message_length p T alpha gamma M w0 x v g e q Hrun Hcon Hp Ha Hg0
      Hg1 HM t j Ht Hj). fold s. right. ring.
Qed.

(** A compressor that never lengthens. *)
Theorem B_async_mp_ef_any_order_nonexp :
  (forall t i, (t < T)%nat -> (i < p)%nat -> Ex (fun w => norm2 (q t i w))
    <= Ex (fun w => norm2 (vadd (e t i w) (vscal alpha (g t i w))))) ->
  B_async_mp_ef_any_order_nonexp_valid p tau M gamma ->
  elastic_consistent p T alpha (B_async_mp_ef_any_order_nonexp_bound p tau M gamma)
    (fun _ => everybody) x view.
Proof.
  intros Hne _. destruct (sqrt_lt_1 gamma Hg0 Hg1) as [Hs0 Hs1]. fold s in Hs0, Hs1.
  unfold B_async_mp_ef_any_order_nonexp_bound. cbv zeta. fold s. pose proof (INR_pos p Hp).
  replace ((s / (1 - s) + (INR p - 1) * INR tau / INR p / (1 - s)) * M)
    with (s / (1 - s) * M + (INR p - 1) * INR tau / INR p * (M / (1 - s))) by (field; lra).
  apply any_order; [apply Rdiv_nonneg; lra|]. intros t j Ht Hj.
  replace (alpha * (M / (1 - s))) with (alpha * M / (1 - s)) by (field; lra).
  apply Rle_trans with (norm (vadd (e t j) (vscal alpha (g t j)))).
  - apply sqrt_le_1_alt. now apply Hne.
  - now apply (total_length p T alpha gamma M w0 x v g e q).
Qed.

(** In order: what j has not sent when its last arrived message left, and its gradients since. *)
Section InOrder.
Context (count : nat -> nat -> nat -> nat).
Hypothesis Horder : in_order p T arrived count.

Lemma count_recent t i j : (t < T)%nat -> (i < p)%nat -> (j < p)%nat ->
  (if Nat.eqb j i then t = count t i j else t <= count t i j + tau)%nat.
Proof.
  intros Ht Hi Hj. destruct (Horder t i j Ht Hi Hj) as [Hc Hk].
  destruct (Nat.eqb_spec j i) as [->|Hne].
  - destruct (Nat.lt_ge_cases (count t i i) t) as [Hl|Hl]; [|lia].
    pose proof (Hk _ Hl) as E. rewrite (Hdelay t i _ i Ht Hi Hl Hi) in E by auto.
    symmetry in E. apply Nat.ltb_lt in E. lia.
  - destruct (Nat.lt_ge_cases (count t i j + tau) t) as [Hl|Hl]; [|lia].
    assert (count t i j < t)%nat as Hl' by lia. pose proof (Hk _ Hl') as E.
    rewrite (Hdelay t i _ j Ht Hi Hl' Hj) in E by auto. symmetry in E. apply Nat.ltb_lt in E. lia.
Qed.

Lemma memory_since j c n h : (c + n <= T)%nat -> (j < p)%nat ->
  rsum n (fun k => inner h (q (c + k)%nat j)) + inner h (e (c + n)%nat j)
  = inner h (e c j) + alpha * rsum n (fun k => inner h (g (c + k)%nat j)).
Proof.
  intros Hn Hj. induction n as [|n IH].
  - rewrite Nat.add_0_r. cbn. ring.
  - specialize (IH ltac:(lia)). rewrite Nat.add_succ_r. cbn [rsum].
    rewrite (memory_step p T (fun _ => alpha) w0 x v g e q Hrun) by (assumption || lia).
    rewrite inner_subr, inner_addr, inner_scalr. lra.
Qed.

(** Not sent or not arrived, of worker j. *)
Definition behind t i j : rvec H := vadd (e (count t i j) j)
  (vscal alpha (vsum (t - count t i j) (fun k => g (count t i j + k)%nat j))).

Lemma outstanding_and_memory t i j h : (t < T)%nat -> (i < p)%nat -> (j < p)%nat ->
  inner h (outstanding t i j) + inner h (e t j) = inner h (behind t i j).
Proof.
  intros Ht Hi Hj. destruct (Horder t i j Ht Hi Hj) as [Hc Hk]. unfold outstanding, behind.
  rewrite inner_addr, inner_scalr, !inner_sumr. set (c := count t i j) in *.
  replace (rsum t (fun k => inner h (if arrived t i k j then vzero else q k j : rvec H)))
    with (rsum (t - c) (fun k => inner h (q (c + k)%nat j))).
  - pose proof (memory_since j c (t - c) h ltac:(lia) Hj) as E.
    replace (c + (t - c))%nat with t in E by lia. exact E.
  - replace t with (c + (t - c))%nat at 2 by lia.
    rewrite rsum_split, (rsum_zero c), Rplus_0_l.
    + apply rsum_ext. intros k Hk'. rewrite Hk by lia.
      now rewrite (proj2 (Nat.ltb_ge (c + k) c)) by lia.
    + intros k Hk'. rewrite Hk by lia. rewrite (proj2 (Nat.ltb_lt k c)) by assumption.
      apply inner_zeror.
Qed.

Theorem B_async_mp_ef_fifo : B_async_mp_ef_fifo_valid p tau M gamma ->
  elastic_consistent p T alpha (B_async_mp_ef_fifo_bound p tau M gamma) (fun _ => everybody) x view.
Proof.
  intros _ t i Ht Hi _. pose proof (INR_pos p Hp) as Hpp.
  destruct (sqrt_lt_1 gamma Hg0 Hg1) as [Hs0 Hs1]. fold s in Hs0, Hs1.
  unfold B_async_mp_ef_fifo_bound. cbv zeta. fold s.
  assert (0 <= INR p - 1) as Hp1 by (pose proof (le_INR 1 p Hp); cbn in *; lra).
  assert (0 <= s / (1 - s)) as Hq by (apply Rdiv_nonneg; lra).
  assert (0 <= (INR p - 1) * INR tau / INR p).
  { apply Rdiv_nonneg; [|assumption]. apply Rmult_le_pos; [assumption|apply pos_INR]. }
  set (B := (s / (1 - s) + (INR p - 1) * INR tau / INR p) * M).
  assert (0 <= B) by (apply Rmult_le_pos; lra).
  change (norm2 (vsub (x t) (view t i)) <= (alpha * B) ^ 2).
  apply norm_le_iff; [apply Rmult_le_pos; lra|].
  rewrite (norm_ext _ (vsub (view t i) (x t))) by apply norm2_sub_sym.
  rewrite (norm_same _ (vmean p (behind t i))).
  2:{ intros h. transitivity (inner h (vsub (view t i) (v t)) + inner h (vsub (v t) (x t))).
      - rewrite !inner_subr. ring.
      - rewrite view_behind_model by assumption.
        rewrite (models_differ_by_memory p T (fun _ => alpha) w0 x v g e q Hrun) by lia.
        rewrite !inner_meanr, <- Rmult_plus_distr_l, <- rsum_plus. f_equal.
        apply rsum_ext. intros j Hj. now apply outstanding_and_memory. }
  apply Rle_trans with (1 := norm_mean_le _).
  apply Rle_trans with (/ INR p * rsum p (fun j => s / (1 - s) * (alpha * M)
    + (if Nat.eqb j i then 0 else INR tau * (alpha * M)))).
  - apply Rmult_le_compat_l; [now apply Rinv_nonneg|]. apply rsum_le. intros j Hj.
    unfold behind. apply Rle_trans with (1 := norm_add _ _).
    destruct (Horder t i j Ht Hi Hj) as [Hc _].
    pose proof (count_recent t i j Ht Hi Hj) as Hr. set (c := count t i j) in *.
    apply Rplus_le_compat.
    + apply (memory_length_all p T alpha gamma M w0 x v g e q); try assumption. lia.
    + rewrite norm_scal, Rabs_pos_eq by lra.
      apply Rle_trans with (alpha * (INR (t - c) * M)).
      * apply Rmult_le_compat_l; [lra|]. apply Rle_trans with (1 := norm_vsum _ _).
        apply rsum_le_const. intros k Hk. apply norm_le_iff; [assumption|].
        apply (contractive_size _ _ _ _ _ _ _ Hcon); [lia|assumption].
      * destruct (Nat.eqb j i).
        -- replace (t - c)%nat with O by lia. cbn. lra.
        -- assert (INR (t - c) <= INR tau) as Hle by (apply le_INR; lia).
           apply (Rmult_le_compat_r (alpha * M)) in Hle; [lra|]. apply Rmult_le_pos; lra.
  - rewrite rsum_plus, rsum_const, others_sum by assumption. right. unfold B. field. lra.
Qed.
End InOrder.
End Messages.

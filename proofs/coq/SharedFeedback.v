(* SPDX-License-Identifier: Apache-2.0 *)
(* Shared memory with error feedback on p threads: the memories are not divided by p here, so error
   feedback multiplies the inconsistency instead of removing it. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Coordinates Systems
  ErrorFeedback SharedMemory Formulary Bounds.
Local Open Scope R_scope.

Section Memory.
Context {d : nat} {P : probability} {H : L2 (coordinates d) P}.
Context (p T tau : nat) (alpha gamma M : R) (w0 : coordinates d) (thread : nat -> nat).
Context (lacks : nat -> nat -> nat -> bool).
Context (x : nat -> rvec H) (view g e : nat -> nat -> rvec H) (q : nat -> rvec H).
Hypothesis Hdrop : droppable (H := H).
Hypothesis Hrun : memory_feedback_run p T alpha w0 thread lacks x view g e q.
Hypothesis Hsize : size_at_most 1 T M g.
Hypothesis Hcon : forall t, (t < T)%nat -> Ex (fun w => norm2 (e (S t) (thread t) w))
  <= gamma * Ex (fun w => norm2 (vadd (e t (thread t) w) (vscal alpha (g t O w)))).
Hypothesis Hshort : forall t, (t < T)%nat -> Ex (fun w => norm2 (q t w))
  <= Ex (fun w => norm2 (vadd (e t (thread t) w) (vscal alpha (g t O w)))).
Hypothesis Hwindow : window_at_most (d := d) T (INR tau) lacks.
Hypothesis Ha : 0 < alpha.
Hypothesis Hg0 : 0 <= gamma.
Hypothesis Hg1 : gamma < 1.
Hypothesis HM : 0 <= M.
Let s := sqrt gamma.

Lemma thread_step t i : (t < T)%nat -> (i < p)%nat -> e (S t) i =
  if Nat.eqb i (thread t) then vsub (vadd (e t i) (vscal alpha (g t O))) (q t) else e t i.
Proof.
  intros Ht Hi. apply rvec_ext. intros w.
  rewrite (mf_memory _ _ _ _ _ _ _ _ _ _ _ Hrun t i w Ht Hi). now destruct (Nat.eqb i (thread t)).
Qed.

Lemma gradient_length t : (t < T)%nat -> norm (vscal alpha (g t O)) <= alpha * M.
Proof.
  intros Ht. rewrite norm_scal, Rabs_pos_eq by lra. apply Rmult_le_compat_l; [lra|].
  apply norm_le_iff; [assumption|]. apply Hsize; [assumption|lia].
Qed.

Lemma thread_memory t i : (t <= T)%nat -> (i < p)%nat -> norm (e t i) <= s / (1 - s) * (alpha * M).
Proof.
  destruct (sqrt_lt_1 gamma Hg0 Hg1) as [Hs0 Hs1]. fold s in Hs0, Hs1.
  intros Ht Hi. induction t as [|t IH].
  - assert (e O i = vzero) as ->.
    { apply rvec_ext. intros w. apply (mf_start _ _ _ _ _ _ _ _ _ _ _ Hrun w). }
    rewrite norm_zero. apply Rmult_le_pos; [apply Rdiv_nonneg; lra|apply Rmult_le_pos; lra].
  - specialize (IH ltac:(lia)). destruct (Nat.eq_dec i (thread t)) as [E|E].
    + subst i. apply Rle_trans with (1 := norm_contraction (e (S t) (thread t))
        (vadd (e t (thread t)) (vscal alpha (g t O))) gamma Hg0 (Hcon t Ht)). fold s.
      apply Rle_trans with (s * (s / (1 - s) * (alpha * M) + alpha * M)); [|right; field; lra].
      apply Rmult_le_compat_l; [assumption|]. apply Rle_trans with (1 := norm_add _ _).
      apply Rplus_le_compat; [assumption|now apply gradient_length].
    + rewrite thread_step by assumption. now rewrite (proj2 (Nat.eqb_neq i (thread t)) E).
Qed.

Lemma message_short t : (t < T)%nat -> norm (q t) <= alpha * M / (1 - s).
Proof.
  destruct (sqrt_lt_1 gamma Hg0 Hg1) as [Hs0 Hs1]. fold s in Hs0, Hs1. intros Ht.
  apply Rle_trans with (norm (vadd (e t (thread t)) (vscal alpha (g t O)))).
  - apply sqrt_le_1_alt. now apply Hshort.
  - apply Rle_trans with (1 := norm_add _ _). pose proof (gradient_length t Ht).
    pose proof (thread_memory t (thread t) ltac:(lia) (mf_thread _ _ _ _ _ _ _ _ _ _ _ Hrun t Ht)).
    replace (alpha * M / (1 - s)) with (s / (1 - s) * (alpha * M) + alpha * M) by (field; lra). lra.
Qed.

(** All that was computed is in the messages or in the memories. *)
Lemma books t h : (t <= T)%nat ->
  inner h (x t) = inner h (rconst H w0) - rsum t (fun k => inner h (q k))
    - rsum p (fun i => inner h (e t i)).
Proof.
  induction t as [|t IH]; intros Ht.
  - assert (x O = rconst H w0) as ->.
    { apply rvec_ext. intros w. apply (mf_start _ _ _ _ _ _ _ _ _ _ _ Hrun w). }
    rewrite (rsum_zero p); [cbn; ring|]. intros i _.
    assert (e O i = vzero) as -> by (apply rvec_ext; intros w;
      apply (mf_start _ _ _ _ _ _ _ _ _ _ _ Hrun w)). apply inner_zeror.
  - assert (x (S t) = vsub (x t) (vscal alpha (g t O))) as ->.
    { apply rvec_ext. intros w. apply (mf_common _ _ _ _ _ _ _ _ _ _ _ Hrun t w Ht). }
    rewrite inner_subr, inner_scalr, IH by lia. cbn [rsum].
    rewrite (rsum_ext p (fun i => inner h (e (S t) i)) (fun i => inner h (e t i)
      + (alpha * inner h (g t O) - inner h (q t)) * (if Nat.eqb i (thread t) then 1 else 0))).
    + rewrite rsum_plus, rsum_scal.
      rewrite (rsum_one p (thread t) (fun i => if Nat.eqb i (thread t) then 1 else 0)).
      * rewrite Nat.eqb_refl. ring.
      * apply (mf_thread _ _ _ _ _ _ _ _ _ _ _ Hrun t Ht).
      * intros i _ Hne. now rewrite (proj2 (Nat.eqb_neq i (thread t))).
    + intros i Hi. rewrite thread_step by assumption. destruct (Nat.eqb i (thread t)).
      * rewrite inner_subr, inner_addr, inner_scalr. ring.
      * ring.
Qed.

Lemma view_sum t h : (t < T)%nat -> inner h (view t O) = inner h (rconst H w0)
  - rsum t (fun k => inner h (q k)) + rsum t (fun k => inner h (kept Hdrop (lacks t k) (q k))).
Proof.
  intros Ht.
  transitivity (inner h (vadd (vsub (rconst H w0) (vsum t q))
    (vsum t (fun k => kept Hdrop (lacks t k) (q k))))).
  2:{ rewrite inner_addr, inner_subr, !inner_sumr. reflexivity. }
  apply Ex_ext. intros w. cbn [inner coordinates]. apply rsum_ext. intros c Hc. f_equal.
  rewrite (mf_view _ _ _ _ _ _ _ _ _ _ _ Hrun t w c Ht Hc).
  change (w0 c - rsum t (fun k => if lacks t k c then 0 else q k w c)
    = (w0 c + -1 * (vsum t q : rvec H) w c)
      + (vsum t (fun k => kept Hdrop (lacks t k) (q k)) : rvec H) w c).
  rewrite !rsum_at, !vsum_coordinate.
  rewrite (rsum_ext t (fun k => if lacks t k c then 0 else q k w c) (fun k =>
    q k w c - kept Hdrop (lacks t k) (q k) w c)).
  - rewrite rsum_minus. ring.
  - intros k _. cbn. unfold keep. destruct (lacks t k c); ring.
Qed.

Theorem B_shared_memory_ef_window : B_shared_memory_ef_window_valid p tau M gamma ->
  elastic_consistent 1 T alpha (B_shared_memory_ef_window_bound p tau M gamma)
    (fun _ => everybody) x view.
Proof.
  intros (Hp & _) t i Ht Hi _. assert (i = O) as -> by lia.
  destruct (sqrt_lt_1 gamma Hg0 Hg1) as [Hs0 Hs1]. fold s in Hs0, Hs1.
  unfold B_shared_memory_ef_window_bound. cbv zeta. fold s.
  pose proof (pos_INR p) as Hp0. pose proof (pos_INR tau) as Ht0.
  assert (0 <= s / (1 - s)) by (apply Rdiv_nonneg; lra).
  assert (0 <= INR p * s / (1 - s)) by (apply Rdiv_nonneg; [now apply Rmult_le_pos|lra]).
  assert (0 <= INR tau / (1 - s)) by (apply Rdiv_nonneg; lra).
  assert (0 <= alpha * M / (1 - s)) as Hq by (apply Rdiv_nonneg; [apply Rmult_le_pos|]; lra).
  set (B := (INR p * s / (1 - s) + INR tau / (1 - s)) * M).
  assert (0 <= B) by (apply Rmult_le_pos; lra).
  change (norm2 (vsub (x t) (view t O)) <= (alpha * B) ^ 2).
  apply norm_le_iff; [apply Rmult_le_pos; lra|].
  rewrite (norm_ext _ (vsub (view t O) (x t))) by apply norm2_sub_sym.
  rewrite (norm_same _ (vadd (vsum p (e t)) (vsum t (fun k => kept Hdrop (lacks t k) (q k))))).
  2:{ intros h. rewrite inner_subr, inner_addr, !inner_sumr, view_sum, books by lia. ring. }
  apply Rle_trans with (1 := norm_add _ _).
  replace (alpha * B) with (INR p * (s / (1 - s) * (alpha * M)) + INR tau * (alpha * M / (1 - s)))
    by (unfold B; field; lra).
  apply Rplus_le_compat; apply Rle_trans with (1 := norm_vsum _ _).
  - apply rsum_le_const. intros j Hj. apply thread_memory; [lia|assumption].
  - destruct Hwindow as [window Hw]. destruct (Hw t Ht) as [Hcount Hin].
    apply Rle_trans with (alpha * M / (1 - s) * heard_sum t (window t) (fun _ => 1)).
    + unfold heard_sum. rewrite <- rsum_scal. apply rsum_le. intros k Hk.
      assert (norm (kept Hdrop (lacks t k) (q k)) <= alpha * M / (1 - s)) as Hl.
      { apply kept_length; [assumption|].
        apply (proj1 (norm_le_iff (q k) _ Hq)), message_short. lia. }
      destruct (window t k) eqn:E; [lra|].
      rewrite (norm_ext _ vzero); [rewrite norm_zero; lra|]. rewrite norm2_rvec, norm2_zero.
      rewrite (Ex_ext _ (fun _ => 0)); [apply Ex_const|]. intros w. rewrite coordinates_norm2.
      apply rsum_zero. intros c Hc. cbn. unfold keep. destruct (lacks t k c) eqn:El; [|ring].
      rewrite (Hin k c Hk Hc El) in E. discriminate.
    + rewrite Rmult_comm. now apply Rmult_le_compat_r.
Qed.
End Memory.

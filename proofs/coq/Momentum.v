(* SPDX-License-Identifier: Apache-2.0 *)
(* Heavy-ball momentum as a view of plain SGD with the step alpha/(1 - m), alone and under error
   feedback; and error feedback with a hard threshold. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Coordinates Systems
  ErrorFeedback Formulary Bounds.
Local Open Scope R_scope.

Section Momentum.
Context {V : space} {P : probability} {H : L2 V P}.
Context (p T : nat) (alpha m M : R) (w0 : V).
Context (x z : nat -> rvec H) (g u : nat -> nat -> rvec H).
Hypothesis Hx : common_model p T (alpha / (1 - m)) (fun _ => everybody) w0 x g.
Hypothesis Hrun : momentum_run p T alpha m w0 z u g.
Hypothesis Hsize : size_at_most p T M g.
Hypothesis Hp : (1 <= p)%nat.
Hypothesis Ha : 0 < alpha.
Hypothesis Hm0 : 0 <= m.
Hypothesis Hm1 : m < 1.
Hypothesis HM : 0 <= M.

Lemma momentum_step t i : (t < T)%nat -> (i < p)%nat ->
  u (S t) i = vadd (vscal m (u t i)) (g t i).
Proof. intros Ht Hi. apply rvec_ext. intros w. now apply (momentum_update _ _ _ _ _ _ _ _ Hrun).
  Qed.

Lemma momentum_length t i : (t <= T)%nat -> (i < p)%nat -> norm (u t i) <= M / (1 - m).
Proof.
  intros Ht Hi. induction t as [|t IH].
  - assert (u O i = vzero) as ->.
    { apply rvec_ext. intros w. apply (momentum_start _ _ _ _ _ _ _ _ Hrun w). }
    rewrite norm_zero. apply Rdiv_nonneg; lra.
  - specialize (IH ltac:(lia)). rewrite momentum_step by assumption.
    apply Rle_trans with (1 := norm_add _ _). rewrite norm_scal, Rabs_pos_eq by assumption.
    assert (norm (g t i) <= M) by (apply norm_le_iff; [assumption|now apply Hsize]).
    apply (Rmult_le_compat_l m) in IH; [|assumption].
    replace (M / (1 - m)) with (m * (M / (1 - m)) + M) by (field; lra). lra.
Qed.

(** The corrected model is ahead of the real one by the momentum that is still to come. *)
Lemma corrected_model t h : (t <= T)%nat ->
  inner h (vsub (x t) (z t)) = - (alpha * m / (1 - m)) * inner h (vmean p (u t)).
Proof.
  destruct Hx as [X0 XS]. destruct Hrun as [R0 RU RZ].
  induction t as [|t IH]; intros Ht.
  - assert (x O = z O) as -> by (apply rvec_ext; intros w; rewrite X0; now destruct (R0 w) as [->
    _]).
    rewrite inner_subr, inner_meanr, rsum_zero; [ring|]. intros i _.
    assert (u O i = vzero) as -> by (apply rvec_ext; intros w; apply (R0 w)). apply inner_zeror.
  - specialize (IH ltac:(lia)).
    assert (x (S t) = vsub (x t) (vscal (alpha / (1 - m)) (heard_mean p everybody (g t)))) as ->.
    { apply rvec_ext. intros w. rewrite XS, <- heard_mean_at by lia. reflexivity. }
    assert (z (S t) = vsub (z t) (vscal alpha (vmean p (u (S t))))) as ->.
    { apply rvec_ext. intros w. rewrite RZ, <- vmean_at by lia. reflexivity. }
    rewrite !inner_subr, !inner_scalr, !inner_meanr, inner_heard_mean, heard_sum_all in *.
    rewrite (rsum_ext p (fun i => inner h (u (S t) i))
      (fun i => m * inner h (u t i) + inner h (g t i))).
    2:{ intros i Hi. rewrite momentum_step by (assumption || lia).
        now rewrite inner_addr, inner_scalr. }
    rewrite rsum_plus, rsum_scal.
    set (U := rsum p (fun i => inner h (u t i))) in *.
    set (G := rsum p (fun i => inner h (g t i))) in *.
    replace (inner h (x t)) with (inner h (z t) + - (alpha * m / (1 - m)) * (/ INR p * U)) by lra.
    pose proof (INR_pos p Hp). field. lra.
Qed.

Lemma momentum_distance t : (t <= T)%nat ->
  norm (vsub (x t) (z t)) <= alpha / (1 - m) * (m * M / (1 - m)).
Proof.
  intros Ht. assert (0 <= alpha * m / (1 - m)) by (apply Rdiv_nonneg; nra).
  rewrite (norm_same _ (vscal (- (alpha * m / (1 - m))) (vmean p (u t)))).
  2:{ intros h. rewrite inner_scalr. now apply corrected_model. }
  rewrite norm_scal, Rabs_Ropp, Rabs_pos_eq by assumption.
  replace (alpha / (1 - m) * (m * M / (1 - m))) with (alpha * m / (1 - m) * (M / (1 - m)))
    by (field; lra).
  apply Rmult_le_compat_l; [assumption|]. apply norm_vmean; [assumption|].
  intros. now apply momentum_length.
Qed.

Theorem B_heavy_ball : B_heavy_ball_valid m M ->
  elastic_consistent p T (alpha / (1 - m)) (B_heavy_ball_bound m M) (fun _ => everybody) x
    (fun t _ => z t).
Proof.
  intros _ t i Ht _ _. unfold B_heavy_ball_bound.
  change (norm2 (vsub (x t) (z t)) <= (alpha / (1 - m) * (m * M / (1 - m))) ^ 2).
  apply norm_le_iff; [|apply momentum_distance; lia].
  apply Rmult_le_pos; [|apply Rdiv_nonneg; [apply Rmult_le_pos|]; lra]. apply Rdiv_nonneg; lra.
Qed.

(** Under error feedback: z is what would have been with all sent, v what the workers hold. *)
Theorem B_dgc_no_masking gamma (v : nat -> rvec H) e q :
  feedback_run p T (fun _ => alpha) w0 z v (fun t => u (S t)) e q ->
  (forall t i, (t < T)%nat -> (i < p)%nat -> Ex (fun w => norm2 (e (S t) i w))
    <= gamma * Ex (fun w => norm2 (vadd (e t i w) (vscal alpha (u (S t) i w))))) ->
  B_dgc_no_masking_valid m M gamma ->
  elastic_consistent p T (alpha / (1 - m)) (B_dgc_no_masking_bound m M gamma)
    (fun _ => everybody) x (fun t _ => v t).
Proof.
  intros Hfb Hc (_ & _ & Hg0 & Hg1 & _) t i Ht _ _. unfold B_dgc_no_masking_bound. cbv zeta.
  destruct (sqrt_lt_1 gamma Hg0 Hg1) as [Hs0 Hs1]. set (s := sqrt gamma) in *.
  change (norm2 (vsub (x t) (v t)) <= (alpha / (1 - m) * ((m / (1 - m) + s / (1 - s)) * M)) ^ 2).
  assert (0 <= alpha / (1 - m)) by (apply Rdiv_nonneg; lra).
  assert (0 <= m / (1 - m)) by (apply Rdiv_nonneg; lra).
  assert (0 <= s / (1 - s)) by (apply Rdiv_nonneg; lra).
  apply norm_le_iff; [apply Rmult_le_pos; [assumption|apply Rmult_le_pos; lra]|].
  rewrite (norm_same _ (vadd (vsub (x t) (z t)) (vsub (z t) (v t)))).
  2:{ intros h. rewrite inner_addr, !inner_subr. ring. }
  apply Rle_trans with (1 := norm_add _ _).
  replace (alpha / (1 - m) * ((m / (1 - m) + s / (1 - s)) * M))
    with (alpha / (1 - m) * (m * M / (1 - m)) + s / (1 - s) * (alpha * (M / (1 - m))))
    by (field; lra).
  apply Rplus_le_compat; [apply momentum_distance; lia|].
  apply (models_apart p T (fun _ => alpha) w0 z v (fun t => u (S t)) e q Hfb); [assumption|lia|].
  intros j Hj.
  apply (memory_length_all p T alpha gamma (M / (1 - m)) w0 z v (fun t => u (S t)) e q Hfb);
    try assumption; [split|apply Rdiv_nonneg; lra|lia].
  - exact Hc.
  - intros k l Hk Hl. change (norm2 (u (S k) l) <= (M / (1 - m)) ^ 2).
    apply norm_le_iff; [apply Rdiv_nonneg; lra|]. now apply momentum_length.
Qed.
End Momentum.

(** Entries of at least alpha lam are sent: what stays behind is short in every coordinate. *)
Theorem B_threshold_ef {d : nat} {P : probability} {H : L2 (coordinates d) P} p T alpha lam w0
    (x v : nat -> rvec H) g e q :
  feedback_run p T (fun _ => alpha) w0 x v g e q -> (1 <= p)%nat -> 0 < alpha ->
  (forall t i w c, (t <= T)%nat -> (i < p)%nat -> (c < d)%nat -> Rabs (e t i w c) <= alpha * lam) ->
  B_threshold_ef_valid d lam ->
  elastic_consistent p T alpha (B_threshold_ef_bound d lam) (fun _ => everybody) x (fun t _ => v t).
Proof.
  intros Hrun Hp Ha He (Hd & Hlam). unfold B_threshold_ef_bound.
  pose proof (sqrt_pos (INR d)). assert (0 <= sqrt (INR d) * lam) as HB by now apply Rmult_le_pos.
  apply (B_guarded_ef p T alpha w0 x v g e q Hp (sqrt (INR d) * lam) Hrun Ha); [|exact HB].
  intros t i w Ht Hi. apply norm_le_iff; [apply Rmult_le_pos; lra|].
  rewrite coordinates_norm2, !Rpow_mult_distr, pow2_sqrt by apply pos_INR.
  replace (alpha ^ 2 * (INR d * lam ^ 2)) with (INR d * (alpha * lam) ^ 2) by ring.
  apply rsum_le_const. intros c Hc. rewrite <- pow2_abs. apply pow_incr.
  split; [apply Rabs_pos|now apply He].
Qed.

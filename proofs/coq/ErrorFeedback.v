(* SPDX-License-Identifier: Apache-2.0 *)
(* Error feedback with a contractive compressor: the elastic constant sqrt g/(1 - sqrt g) M, its
   value after t steps, falling learning rates, the guarded form, and the published constant. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Formulary Bounds.
Local Open Scope R_scope.

(** A length that is multiplied by s after b is added to it, from 0 on. *)
Lemma geometric_length (a : nat -> R) s b T : 0 <= s -> s < 1 -> a O = 0 ->
  (forall t, (t < T)%nat -> a (S t) <= s * (a t + b)) ->
  a T <= s * (1 - s ^ T) / (1 - s) * b.
Proof.
  intros Hs Hs1 Ha0 Ha.
  pose proof (affine_recursion a s (s * b) T Hs Hs1) as Hr. rewrite Ha0 in Hr.
  apply Rle_trans with (1 := Hr ltac:(intros t Ht; specialize (Ha t Ht); lra)).
  right. field. lra.
Qed.

Lemma sqrt_lt_1 gamma : 0 <= gamma -> gamma < 1 -> 0 <= sqrt gamma < 1.
Proof.
  intros H0 H1. split; [apply sqrt_pos|]. rewrite <- sqrt_1. now apply sqrt_lt_1_alt.
Qed.

(** A gamma-contraction shortens by sqrt gamma. *)
Lemma norm_contraction {V : space} (u w : V) gamma : 0 <= gamma ->
  norm2 u <= gamma * norm2 w -> norm u <= sqrt gamma * norm w.
Proof.
  intros Hg H1. pose proof (sqrt_pos gamma). pose proof (norm_nonneg w).
  apply norm_le_iff; [now apply Rmult_le_pos|].
  rewrite Rpow_mult_distr, pow2_sqrt, norm_sqr by assumption. exact H1.
Qed.

(** Book-keeping, whatever the compressor and the steps. *)
Section Books.
Context {V : space} {P : probability} {H : L2 V P}.
Context (p T : nat) (alpha : nat -> R) (w0 : V).
Context (x v : nat -> rvec H) (g e q : nat -> nat -> rvec H).
Hypothesis Hrun : feedback_run p T alpha w0 x v g e q.

Lemma memory_start i : e O i = vzero.
Proof. apply rvec_ext; intros w. apply (feedback_start _ _ _ _ _ _ _ _ _ Hrun w). Qed.

Lemma memory_step t i : (t < T)%nat -> (i < p)%nat ->
  e (S t) i = vsub (vadd (e t i) (vscal (alpha t) (g t i))) (q t i).
Proof. intros Ht Hi. apply rvec_ext; intros w. now apply (feedback_memory _ _ _ _ _ _ _ _ _ Hrun).
  Qed.

(** What the workers have not sent is exactly what separates the models. *)
Lemma models_differ_by_memory t h : (t <= T)%nat ->
  inner h (vsub (v t) (x t)) = inner h (vmean p (e t)).
Proof.
  destruct Hrun as [S0 X Q _]. induction t as [|t IH]; intros Ht.
  - assert (v O = x O) as -> by (apply rvec_ext; intros w; now destruct (S0 w) as (-> & -> & _)).
    rewrite inner_meanr, rsum_zero, inner_subr; [ring|]. intros i _.
    rewrite memory_start. apply inner_zeror.
  - specialize (IH ltac:(lia)).
    assert (x (S t) = vsub (x t) (vscal (alpha t) (vmean p (g t)))) as ->.
    { apply rvec_ext. intros w. rewrite X, <- vmean_at by lia. reflexivity. }
    assert (v (S t) = vsub (v t) (vmean p (q t))) as ->.
    { apply rvec_ext. intros w. rewrite Q, <- vmean_at by lia. reflexivity. }
    rewrite !inner_subr, inner_scalr, !inner_meanr in *.
    rewrite (rsum_ext p (fun i => inner h (e (S t) i)) (fun i => (inner h (e t i)
      + alpha t * inner h (g t i)) - inner h (q t i))).
    2:{ intros i Hi. rewrite memory_step by (assumption || lia).
        now rewrite inner_subr, inner_addr, inner_scalr. }
    rewrite rsum_minus, rsum_plus, rsum_scal. lra.
Qed.

(** So the models are no further apart than the memories are long. *)
Lemma models_apart t a : (1 <= p)%nat -> (t <= T)%nat ->
  (forall i, (i < p)%nat -> norm (e t i) <= a) -> norm (vsub (x t) (v t)) <= a.
Proof.
  intros Hp Ht Ha. rewrite (norm_ext _ (vsub (v t) (x t))) by apply norm2_sub_sym.
  rewrite (norm_same _ (vmean p (e t))) by (intros h; now apply models_differ_by_memory).
  now apply norm_vmean.
Qed.
End Books.

Section ErrorFeedback.
Context {V : space} {P : probability} {H : L2 V P}.
Context (p T : nat) (alpha gamma M : R) (w0 : V).
Context (x v : nat -> rvec H) (g e q : nat -> nat -> rvec H).
Hypothesis Hrun : feedback_run p T (fun _ => alpha) w0 x v g e q.
Hypothesis Hcon : contractive_feedback p T (fun _ => alpha) gamma M g e.
Hypothesis Hp : (1 <= p)%nat.
Hypothesis Ha : 0 < alpha.
Hypothesis Hg0 : 0 <= gamma.
Hypothesis Hg1 : gamma < 1.
Hypothesis HM : 0 <= M.

Let s := sqrt gamma.

Lemma memory_length t i : (t <= T)%nat -> (i < p)%nat ->
  norm (e t i) <= s * (1 - s ^ t) / (1 - s) * (alpha * M).
Proof.
  destruct Hcon as [C B]. intros Ht Hi. destruct (sqrt_lt_1 gamma Hg0 Hg1) as [Hs0 Hs1].
  apply (geometric_length (fun t => norm (e t i))); try assumption.
  - rewrite (memory_start p T (fun _ => alpha) w0 x v g e q Hrun). apply norm_zero.
  - intros u Hu.
    apply Rle_trans with (1 := norm_contraction (e (S u) i) (vadd (e u i) (vscal alpha (g u i)))
      gamma Hg0 (C u i ltac:(lia) Hi)).
    apply Rmult_le_compat_l; [assumption|]. apply Rle_trans with (1 := norm_add _ _).
    apply Rplus_le_compat_l. rewrite norm_scal, Rabs_pos_eq by lra.
    apply Rmult_le_compat_l; [lra|]. apply norm_le_iff; [assumption|]. apply B; [lia|assumption].
Qed.

Lemma geometric_le t : s * (1 - s ^ t) / (1 - s) <= s / (1 - s).
Proof.
  destruct (sqrt_lt_1 gamma Hg0 Hg1) as [Hs0 Hs1]. fold s in Hs0, Hs1.
  apply Rmult_le_compat_r; [apply Rinv_nonneg; lra|].
  pose proof (pow_le s t Hs0). assert (0 <= s * s ^ t) by now apply Rmult_le_pos. lra.
Qed.

Lemma memory_length_all t i : (t <= T)%nat -> (i < p)%nat ->
  norm (e t i) <= s / (1 - s) * (alpha * M).
Proof.
  intros Ht Hi. apply Rle_trans with (1 := memory_length t i Ht Hi).
  apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|]. apply geometric_le.
Qed.

(** The total before compression, and the message. *)
Lemma total_length t i : (t < T)%nat -> (i < p)%nat ->
  norm (vadd (e t i) (vscal alpha (g t i))) <= alpha * M / (1 - s).
Proof.
  intros Ht Hi. destruct (sqrt_lt_1 gamma Hg0 Hg1) as [Hs0 Hs1]. fold s in Hs0, Hs1.
  apply Rle_trans with (1 := norm_add _ _).
  pose proof (memory_length_all t i ltac:(lia) Hi) as H1.
  assert (norm (vscal alpha (g t i)) <= alpha * M) as H2.
  { rewrite norm_scal, Rabs_pos_eq by lra. apply Rmult_le_compat_l; [lra|].
    apply norm_le_iff; [assumption|]. now apply (contractive_size _ _ _ _ _ _ _ Hcon). }
  replace (alpha * M / (1 - s)) with (s / (1 - s) * (alpha * M) + alpha * M) by (field; lra). lra.
Qed.

Lemma message_length t i : (t < T)%nat -> (i < p)%nat ->
  norm (q t i) <= (1 + s) / (1 - s) * (alpha * M).
Proof.
  intros Ht Hi. destruct (sqrt_lt_1 gamma Hg0 Hg1) as [Hs0 Hs1]. fold s in Hs0, Hs1.
  rewrite (norm_same _ (vsub (vadd (e t i) (vscal alpha (g t i))) (e (S t) i))).
  - apply Rle_trans with (1 := norm_sub _ _). pose proof (total_length t i Ht Hi).
    pose proof (memory_length_all (S t) i Ht Hi).
    replace ((1 + s) / (1 - s) * (alpha * M))
      with (alpha * M / (1 - s) + s / (1 - s) * (alpha * M)) by (field; lra). lra.
  - intros h. rewrite (memory_step p T (fun _ => alpha) w0 x v g e q Hrun t i Ht Hi), !inner_subr.
    ring.
Qed.
End ErrorFeedback.

Section Theorems.
Context {V : space} {P : probability} {H : L2 V P}.
Context (p T : nat) (alpha gamma M : R) (w0 : V).
Context (x v : nat -> rvec H) (g e q : nat -> nat -> rvec H).
Hypothesis Hp : (1 <= p)%nat.

Theorem B_ef_finite_t t : feedback_run p T (fun _ => alpha) w0 x v g e q ->
  contractive_feedback p T (fun _ => alpha) gamma M g e -> 0 < alpha ->
  (t <= T)%nat -> B_ef_finite_t_valid gamma M t ->
  Ex (fun w => norm2 (vsub (x t w) (v t w))) <= (alpha * B_ef_finite_t_bound gamma M t) ^ 2.
Proof.
  intros Hrun Hcon Ha Ht (Hg0 & Hg1 & HM). destruct (sqrt_lt_1 gamma Hg0 Hg1) as [Hs0 Hs1].
  change (norm2 (vsub (x t) (v t)) <= (alpha * B_ef_finite_t_bound gamma M t) ^ 2).
  unfold B_ef_finite_t_bound. cbv zeta. set (s := sqrt gamma) in *.
  replace (alpha * (s * (1 - s ^ t) / (1 - s) * M))
    with (s * (1 - s ^ t) / (1 - s) * (alpha * M)) by ring.
  apply norm_le_iff.
  - pose proof (pow_le_1 s t Hs0 (Rlt_le _ _ Hs1)).
    apply Rmult_le_pos; [apply Rdiv_nonneg; [apply Rmult_le_pos; lra|lra]|].
    apply Rmult_le_pos; lra.
  - apply (models_apart p T (fun _ => alpha) w0 x v g e q Hrun); try assumption.
    intros i Hi. now apply (memory_length p T alpha gamma M w0 x v g e q).
Qed.

Theorem B_ef : feedback_run p T (fun _ => alpha) w0 x v g e q ->
  contractive_feedback p T (fun _ => alpha) gamma M g e -> 0 < alpha -> B_ef_valid gamma M ->
  elastic_consistent p T alpha (B_ef_bound gamma M) (fun _ => everybody) x (fun t _ => v t).
Proof.
  intros Hrun Hcon Ha (Hg0 & Hg1 & HM) t i Ht _ _.
  destruct (sqrt_lt_1 gamma Hg0 Hg1) as [Hs0 Hs1].
  change (norm2 (vsub (x t) (v t)) <= (alpha * B_ef_bound gamma M) ^ 2). unfold B_ef_bound.
  replace (alpha * (sqrt gamma / (1 - sqrt gamma) * M))
    with (sqrt gamma / (1 - sqrt gamma) * (alpha * M)) by ring.
  assert (0 <= alpha * M) by (apply Rmult_le_pos; lra).
  apply norm_le_iff; [apply Rmult_le_pos; [apply Rdiv_nonneg; lra|assumption]|].
  apply (models_apart p T (fun _ => alpha) w0 x v g e q Hrun); [assumption|lia|].
  intros j Hj. apply (memory_length_all p T alpha gamma M w0 x v g e q); try assumption. lia.
Qed.

(** A learning rate that falls by at most the factor 1 + zeta a step. *)
Theorem B_ef_variable_step (rate : nat -> R) zeta t :
  feedback_run p T rate w0 x v g e q -> contractive_feedback p T rate gamma M g e ->
  (forall u, 0 < rate u) -> (forall u, rate u <= (1 + zeta) * rate (S u)) -> (t <= T)%nat ->
  B_ef_variable_step_valid gamma zeta M ->
  Ex (fun w => norm2 (vsub (x t w) (v t w)))
  <= (rate t * B_ef_variable_step_bound gamma zeta M) ^ 2.
Proof.
  intros Hrun [C B] Hr Hz Ht (Hg0 & Hg1 & HM & Hze & Hs). unfold B_ef_variable_step_bound. cbv zeta.
  change (norm2 (vsub (x t) (v t)) <= (rate t * (sqrt gamma * (1 + zeta)
    / (1 - sqrt gamma * (1 + zeta)) * M)) ^ 2).
  destruct (sqrt_lt_1 gamma Hg0 Hg1) as [Hr0 Hr1]. set (r := sqrt gamma) in *.
  set (s := r * (1 + zeta)) in *. assert (0 <= s) as Hs0 by (apply Rmult_le_pos; lra).
  set (S_ := s / (1 - s)) in *. assert (0 <= S_) as HS by (apply Rdiv_nonneg; lra).
  assert (E : r * (1 + zeta) * (1 + S_) = S_) by (unfold S_; fold s; field; lra).
  clearbody S_.
  apply norm_le_iff; [pose proof (Hr t); repeat apply Rmult_le_pos; lra|].
  apply (models_apart p T rate w0 x v g e q Hrun); try assumption.
  intros i Hi. revert Ht. induction t as [|u IH]; intros Hu.
  - rewrite (memory_start p T rate w0 x v g e q Hrun), norm_zero. pose proof (Hr O).
    repeat apply Rmult_le_pos; lra.
  - specialize (IH ltac:(lia)). pose proof (Hr u). pose proof (Hr (S u)).
    apply Rle_trans with (1 := norm_contraction (e (S u) i) (vadd (e u i) (vscal (rate u) (g u i)))
      gamma Hg0 (C u i Hu Hi)). fold r.
    apply Rle_trans with (r * (rate u * (S_ * M) + rate u * M)).
    + apply Rmult_le_compat_l; [assumption|]. apply Rle_trans with (1 := norm_add _ _).
      apply Rplus_le_compat; [assumption|]. rewrite norm_scal, Rabs_pos_eq by lra.
      apply Rmult_le_compat_l; [lra|]. apply norm_le_iff; [assumption|]. now apply B.
    + replace (r * (rate u * (S_ * M) + rate u * M)) with (rate u * (r * (1 + S_) * M)) by ring.
      replace (rate (S u) * (S_ * M)) with ((1 + zeta) * rate (S u) * (r * (1 + S_) * M)).
      * apply Rmult_le_compat_r; [|apply Hz]. repeat apply Rmult_le_pos; lra.
      * rewrite <- E at 2. ring.
Qed.

(** Guarded: a memory that would exceed alpha B_cap is sent whole. Any compressor, no moments. *)
Theorem B_guarded_ef B_cap : feedback_run p T (fun _ => alpha) w0 x v g e q -> 0 < alpha ->
  (forall t i w, (t <= T)%nat -> (i < p)%nat -> norm (e t i w) <= alpha * B_cap) ->
  B_guarded_ef_valid B_cap ->
  elastic_consistent p T alpha (B_guarded_ef_bound B_cap) (fun _ => everybody) x (fun t _ => v t).
Proof.
  intros Hrun Ha Hcap HB t i Ht _ _. unfold B_guarded_ef_bound, B_guarded_ef_valid in *.
  change (norm2 (vsub (x t) (v t)) <= (alpha * B_cap) ^ 2).
  assert (0 <= alpha * B_cap) by (apply Rmult_le_pos; lra). apply norm_le_iff; [assumption|].
  apply (models_apart p T (fun _ => alpha) w0 x v g e q Hrun); [assumption|lia|].
  intros j Hj. apply norm_le_iff; [assumption|]. rewrite norm2_rvec.
  apply Ex_le_const; [apply norm2_integrable|]. intros w.
  apply norm_le_iff; [assumption|]. apply Hcap; [lia|assumption].
Qed.
End Theorems.

(** The published constant is Young's inequality with one weight instead of the best one. It is
   never smaller; the difference is a perfect square. *)
Theorem B_ef_le_published gamma M : B_ef_valid gamma M ->
  B_ef_bound gamma M <= B_ef_published_bound gamma M.
Proof.
  intros (Hg0 & Hg1 & HM). destruct (sqrt_lt_1 gamma Hg0 Hg1) as [Hs0 Hs1].
  unfold B_ef_bound, B_ef_published_bound. apply Rmult_le_compat_r; [assumption|].
  pose proof (pow2_sqrt gamma Hg0) as Eg. set (s := sqrt gamma) in *. clearbody s.
  rewrite <- Eg.
  assert (0 <= s / (1 - s)) as Hq by (apply Rdiv_nonneg; lra).
  rewrite <- (sqrt_pow2 (s / (1 - s))) by assumption. apply sqrt_le_1_alt.
  assert (0 < (1 - s ^ 2) ^ 3) as Hc by (apply pow_lt; nra).
  apply Rle_div; [assumption|].
  replace ((1 - s ^ 2) ^ 3 * (s / (1 - s)) ^ 2) with (s ^ 2 * ((1 - s ^ 2) * (1 + s) ^ 2))
    by (field; lra).
  rewrite (Rmult_comm (2 - s ^ 2)). apply Rmult_le_compat_l; [apply pow2_ge_0|].
  pose proof (pow2_ge_0 (s ^ 2 + s - 1)). nra.
Qed.

Theorem B_ef_published {V : space} {P : probability} {H : L2 V P} p T alpha gamma M w0
    (x v : nat -> rvec H) g e q :
  feedback_run p T (fun _ => alpha) w0 x v g e q ->
  contractive_feedback p T (fun _ => alpha) gamma M g e -> (1 <= p)%nat -> 0 < alpha ->
  B_ef_published_valid gamma M ->
  elastic_consistent p T alpha (B_ef_published_bound gamma M) (fun _ => everybody) x
    (fun t _ => v t).
Proof.
  intros Hrun Hcon Hp Ha Hv t i Ht Hi E.
  apply Rle_trans with (1 := B_ef p T alpha gamma M w0 x v g e q Hp Hrun Hcon Ha Hv t i Ht Hi E).
  pose proof Hv as (Hg0 & Hg1 & HM). destruct (sqrt_lt_1 gamma Hg0 Hg1) as [Hs0 Hs1].
  apply pow_incr. split.
  - apply Rmult_le_pos; [lra|]. unfold B_ef_bound.
    apply Rmult_le_pos; [apply Rdiv_nonneg; lra|assumption].
  - apply Rmult_le_compat_l; [lra|]. now apply B_ef_le_published.
Qed.

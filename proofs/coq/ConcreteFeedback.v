(* SPDX-License-Identifier: Apache-2.0 *)
(* SGD with error feedback on a finite data set: the records elastic_run and feedback_run hold
   together, so convergence (ElasticNonconvex) and constant (ErrorFeedback) meet in one theorem. *)
From Coq Require Import Reals Lra Lia FunctionalExtensionality.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Concrete ConcreteSync
  ElasticNonconvex ErrorFeedback Formulary Bounds.
Local Open Scope R_scope.

Record state (V : space) := State { common : V; shared : V; memory : nat -> V }.
Arguments State {_}.
Arguments common {_}.
Arguments shared {_}.
Arguments memory {_}.

Section Run.
Context {V : space} (n : nat) (weight : nat -> R) (df : V -> V) (sample : nat -> V -> V).
Context (sigma : R) (Hd : data n weight df sample (sigma ^ 2) 0).
Context (p T : nat) (alpha gamma : R) (w0 : V) (Q : V -> V).
Hypothesis HQ : forall u, norm2 (vsub u (Q u)) <= gamma * norm2 u.
Let N := (T * p)%nat.
Let Hw := data_weight _ _ _ _ _ _ Hd.
Let Hs := data_total _ _ _ _ _ _ Hd.
Notation H := (all_vectors V n weight Hw Hs N).
Notation rv := (random n weight df sample (sigma ^ 2) 0 Hd N).

(** Worker i's gradient at step t is draw t p + i, at the shared model. *)
Definition worker_gradient (s : state V) (t i : nat) (w : choices) : V :=
  sample (w (t * p + i)%nat) (shared s).

Definition worker_total (s : state V) (t i : nat) (w : choices) : V :=
  vadd (memory s i) (vscal alpha (worker_gradient s t i w)).

Fixpoint feedback (t : nat) (w : choices) : state V :=
  match t with
  | O => State w0 w0 (fun _ => vzero)
  | S u => let s := feedback u w in State
      (vsub (common s) (vscal alpha (vmean p (fun i => worker_gradient s u i w))))
      (vsub (shared s) (vmean p (fun i => Q (worker_total s u i w))))
      (fun i => if Nat.ltb i p then vsub (worker_total s u i w) (Q (worker_total s u i w))
                else vzero)
  end.

Lemma feedback_ignores t j : (t * p <= j)%nat -> ignores j (feedback t).
Proof.
  induction t as [|t IH]; intros Hj w s; [reflexivity|]. cbn [feedback].
  assert (t * p <= j)%nat as Hj' by nia. rewrite (IH Hj' w s). set (u := feedback t w).
  assert (E : forall i, (i < p)%nat ->
    worker_gradient u t i (redraw w j s) = worker_gradient u t i w).
  { intros i Hi. unfold worker_gradient. now rewrite redraw_other by nia. }
  assert (E' : forall i, (i < p)%nat ->
    worker_total u t i (redraw w j s) = worker_total u t i w).
  { intros i Hi. unfold worker_total. now rewrite E. }
  f_equal.
  - do 2 f_equal. now apply vmean_ext.
  - f_equal. apply vmean_ext. intros i Hi. now rewrite E'.
  - apply functional_extensionality; intros i.
    destruct (Nat.ltb_spec i p) as [Hi|Hi]; [now rewrite E'|reflexivity].
Qed.

Lemma memory_step t i w : (i < p)%nat ->
  memory (feedback (S t) w) i = vsub (worker_total (feedback t w) t i w)
    (Q (worker_total (feedback t w) t i w)).
Proof. intros Hi. cbn [feedback memory]. now rewrite (proj2 (Nat.ltb_lt i p) Hi). Qed.

Definition ef_past (t : nat) (h : rvec H) : Prop := forall j, (t * p <= j)%nat -> ignores j h.
Let x t := rv (fun w => common (feedback t w)).
Let v t := rv (fun w => shared (feedback t w)).
Let e t i := rv (fun w => memory (feedback t w) i).
Let g t i := rv (fun w => worker_gradient (feedback t w) t i w).
Let q t i := rv (fun w => Q (worker_total (feedback t w) t i w)).

Lemma concrete_feedback_run : feedback_run p T (fun _ => alpha) w0 x v g e q.
Proof.
  split.
  - intros w. repeat split.
  - intros t w _. reflexivity.
  - intros t w _. reflexivity.
  - intros t i w _ Hi. exact (memory_step t i w Hi).
Qed.

Lemma concrete_contraction M :
  (forall t i, (t < T)%nat -> (i < p)%nat -> Ex (fun w => norm2 (g t i w)) <= M ^ 2) ->
  contractive_feedback p T (fun _ => alpha) gamma M g e.
Proof.
  intros HM. split; [|exact HM].
  intros t i _ Hi. cbn [Ex draws_space]. rewrite <- average_scal.
  apply (average_le n weight Hw). intros w. unfold e, random. cbn [at_].
  rewrite (memory_step t i w Hi). apply HQ.
Qed.

Context (f : V -> R).
Notation He := (all_evaluable V n weight Hw Hs N f df).

Lemma concrete_elastic_run :
  elastic_run He p T alpha sigma (fun _ => everybody) w0 ef_past x (fun t _ => v t) g.
Proof.
  assert (Hi : forall t j, (t * p <= j)%nat -> ignores j (fun w => shared (feedback t w))).
  { intros t j Hj w s. now rewrite (feedback_ignores t j Hj). }
  split.
  - reflexivity.
  - intros t w _. reflexivity.
  - intros t _ h u Hu j Hj w s. rewrite !Hu. cbn. now rewrite (feedback_ignores t j Hj).
  - intros t i _ _ _ h u Hu j Hj w s. rewrite !Hu. cbn. now rewrite (feedback_ignores t j Hj).
  - intros t Ht. assert (Hlt : forall i, (i < p)%nat -> (t * p + i < N)%nat) by (unfold N; nia).
    split.
    + intros i Hip _ h Hh.
      apply (draw_unbiased n weight df sample (sigma ^ 2) 0 Hd N (t * p + i)
        (fun w => shared (feedback t w)) (at_ h)); [now apply Hlt|apply Hi; lia|apply Hh; lia].
    + intros i j Hip Hjp _ _ Hne.
      refine (draw_uncorrelated n weight df sample (sigma ^ 2) 0 Hd N (t * p + j)
        (fun w => shared (feedback t w)) (fun w => vsub (sample (w (t * p + i)%nat)
          (shared (feedback t w))) (df (shared (feedback t w)))) _ _ _).
      * now apply Hlt.
      * apply Hi. lia.
      * intros w s. rewrite (feedback_ignores t) by lia. now rewrite redraw_other by lia.
    + intros i Hip _.
      apply (draw_variance n weight df sample (sigma ^ 2) 0 Hd N (t * p + i)
        (fun w => shared (feedback t w))); [now apply Hlt|apply Hi; lia].
Qed.
End Run.

(** SGD with error feedback converges, on any finite data set and for any contraction Q; M bounds
    the gradients along the run (for a finite run it always exists). *)
Theorem error_feedback_sgd {V : space} n weight (f : V -> R) df sample sigma
    (Hd : data n weight df sample (sigma ^ 2) 0) L fstar p T alpha gamma M w0 Q :
  smooth f df L -> (forall y, fstar <= f y) ->
  (forall u, norm2 (vsub u (Q u)) <= gamma * norm2 u) ->
  (forall t i, (t < T)%nat -> (i < p)%nat -> average n weight (T * p) (fun w =>
    norm2 (worker_gradient sample p (feedback sample p alpha w0 Q t w) t i w)) <= M ^ 2) ->
  B_ef_valid gamma M ->
  nonconvex_parallel_full_valid (f w0 - fstar) L sigma (B_ef_bound gamma M) p T alpha (INR T) ->
  / INR T * rsum T (fun t => average n weight (T * p)
    (fun w => norm2 (df (common (feedback sample p alpha w0 Q t w)))))
  <= nonconvex_parallel_full_bound (f w0 - fstar) L sigma (B_ef_bound gamma M) p T alpha (INR T).
Proof.
  intros Hf Hmin HQ HM HB (_ & _ & _ & _ & Hp & HT & Ha & HaL & _).
  refine (nonconvex_average_all Hf _ Hmin p T alpha sigma (B_ef_bound gamma M) w0 _ _ _ _
    (concrete_elastic_run n weight df sample sigma Hd p T alpha w0 Q f) _ Hp HT Ha HaL).
  exact (B_ef p T alpha gamma M w0 _ _ _ _ _ Hp
    (concrete_feedback_run n weight df sample sigma Hd p T alpha w0 Q)
    (concrete_contraction n weight df sample sigma Hd p T alpha gamma w0 Q HQ M HM) Ha HB).
Qed.

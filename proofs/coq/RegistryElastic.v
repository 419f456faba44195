(* SPDX-License-Identifier: Apache-2.0 *)
(* Constants of elastic consistency: the theorems once, in terms of the foundation and of the
   systems of Systems.v (see RegistryGradient.v). *)
From Coq Require Import Reals.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Coordinates Systems
  Formulary Bounds.
From Staleproof Require ErrorFeedback Missing FeedbackSystems Momentum SharedMemory SharedFeedback
  Scheduler SchedulerCrash.
Local Open Scope R_scope.

Section Constants.
Context {V : space} {P : probability} {H : L2 V P}.

(** Error feedback on p workers that share the model v. *)
Theorem B_ef_guarantee p T alpha gamma M w0 (x v : nat -> rvec H) g e q : (1 <= p)%nat ->
  feedback_run p T (fun _ => alpha) w0 x v g e q ->
  contractive_feedback p T (fun _ => alpha) gamma M g e -> 0 < alpha ->
  B_ef_valid gamma M ->
  elastic_consistent p T alpha (B_ef_bound gamma M) (fun _ => everybody) x (fun t _ => v t).
Proof. exact (ErrorFeedback.B_ef p T alpha gamma M w0 x v g e q). Qed.

Theorem B_ef_finite_t_guarantee p T alpha gamma M w0 (x v : nat -> rvec H) g e q t :
  (1 <= p)%nat -> feedback_run p T (fun _ => alpha) w0 x v g e q ->
  contractive_feedback p T (fun _ => alpha) gamma M g e -> 0 < alpha -> (t <= T)%nat ->
  B_ef_finite_t_valid gamma M t ->
  Ex (fun w => norm2 (vsub (x t w) (v t w))) <= (alpha * B_ef_finite_t_bound gamma M t) ^ 2.
Proof. intros Hp. exact (ErrorFeedback.B_ef_finite_t p T alpha gamma M w0 x v g e q Hp t). Qed.

Theorem B_ef_published_guarantee p T alpha gamma M w0 (x v : nat -> rvec H) g e q :
  feedback_run p T (fun _ => alpha) w0 x v g e q ->
  contractive_feedback p T (fun _ => alpha) gamma M g e -> (1 <= p)%nat -> 0 < alpha ->
  B_ef_published_valid gamma M ->
  elastic_consistent p T alpha (B_ef_published_bound gamma M) (fun _ => everybody) x
    (fun t _ => v t).
Proof. exact (ErrorFeedback.B_ef_published p T alpha gamma M w0 x v g e q). Qed.

(** A learning rate that falls by at most the factor 1 + zeta a step. *)
Theorem B_ef_variable_step_guarantee p T gamma M w0 (x v : nat -> rvec H) g e q rate zeta t :
  (1 <= p)%nat -> feedback_run p T rate w0 x v g e q ->
  contractive_feedback p T rate gamma M g e ->
  (forall u, 0 < rate u) -> (forall u, rate u <= (1 + zeta) * rate (S u)) -> (t <= T)%nat ->
  B_ef_variable_step_valid gamma zeta M ->
  Ex (fun w => norm2 (vsub (x t w) (v t w)))
  <= (rate t * B_ef_variable_step_bound gamma zeta M) ^ 2.
Proof. intros Hp. exact (ErrorFeedback.B_ef_variable_step p T gamma M w0 x v g e q Hp rate zeta t).
  Qed.

(** Any compressor, any gradients: memories that would be longer than alpha B_cap are sent whole. *)
Theorem B_guarded_ef_guarantee p T alpha w0 (x v : nat -> rvec H) g e q B_cap : (1 <= p)%nat ->
  feedback_run p T (fun _ => alpha) w0 x v g e q -> 0 < alpha ->
  (forall t i w, (t <= T)%nat -> (i < p)%nat -> norm (e t i w) <= alpha * B_cap) ->
  B_guarded_ef_valid B_cap ->
  elastic_consistent p T alpha (B_guarded_ef_bound B_cap) (fun _ => everybody) x (fun t _ => v t).
Proof. intros Hp. exact (ErrorFeedback.B_guarded_ef p T alpha w0 x v g e q Hp B_cap). Qed.

(** * Systems that lose or delay messages *)

(** At most f workers crash, each during one broadcast. *)
Theorem B_sync_crash_guarantee p T alpha M heard w0 (x : nat -> rvec H) view g arrived f :
  common_model p T alpha heard w0 x g ->
  message_passing p T alpha heard w0 view g arrived ->
  size_at_most p T M g -> (1 <= p)%nat -> 0 < alpha -> 0 <= M ->
  crashes_at_most p T heard arrived f -> B_sync_crash_valid p f M ->
  elastic_consistent p T alpha (B_sync_crash_bound p f M) heard x view.
Proof.
  intros Hx Hv Hs Hp Ha HM.
  exact (Missing.B_sync_crash p T alpha M heard w0 x view g arrived Hx Hv Hs Hp Ha HM f).
Qed.

Theorem B_async_mp_guarantee p T alpha M heard w0 (x : nat -> rvec H) view g arrived tau :
  common_model p T alpha heard w0 x g ->
  message_passing p T alpha heard w0 view g arrived ->
  size_at_most p T M g -> (1 <= p)%nat -> 0 < alpha -> 0 <= M ->
  delayed_by_at_most p T arrived tau -> B_async_mp_valid p tau M ->
  elastic_consistent p T alpha (B_async_mp_bound p tau M) heard x view.
Proof.
  intros Hx Hv Hs Hp Ha HM.
  exact (Missing.B_async_mp p T alpha M heard w0 x view g arrived Hx Hv Hs Hp Ha HM tau).
Qed.

(** Workers go on when [received] gradients of a step have come. *)
Theorem B_norm_bounded_ps_count_guarantee p T alpha M heard w0 (x : nat -> rvec H) view g arrived
    received :
  common_model p T alpha heard w0 x g ->
  message_passing p T alpha heard w0 view g arrived ->
  size_at_most p T M g -> (1 <= p)%nat -> 0 < alpha -> 0 <= M ->
  (forall t, heard t = everybody) -> received_at_least p T heard arrived received ->
  B_norm_bounded_ps_count_valid p received M ->
  elastic_consistent p T alpha (B_norm_bounded_ps_count_bound p received M) heard x view.
Proof.
  intros Hx Hv Hs Hp Ha HM. exact (Missing.B_norm_bounded_ps_count p T alpha M heard w0 x view g
    arrived Hx Hv Hs Hp Ha HM received).
Qed.
(** * Error feedback with delayed messages *)

Theorem B_async_mp_ef_fifo_guarantee p T tau alpha gamma M w0 (x v : nat -> rvec H) g e q view
    arrived count :
  feedback_run p T (fun _ => alpha) w0 x v g e q ->
  contractive_feedback p T (fun _ => alpha) gamma M g e ->
  message_views p T w0 view q arrived -> delayed_by_at_most p T arrived tau ->
  (1 <= p)%nat -> 0 < alpha -> 0 <= gamma -> gamma < 1 -> 0 <= M ->
  in_order p T arrived count -> B_async_mp_ef_fifo_valid p tau M gamma ->
  elastic_consistent p T alpha (B_async_mp_ef_fifo_bound p tau M gamma) (fun _ => everybody) x view.
Proof.
  intros Hr Hc Hv Hd Hp Ha H0 H1 HM. exact (FeedbackSystems.B_async_mp_ef_fifo p T tau alpha gamma M
    w0 x v g e q view arrived Hr Hc Hv Hd Hp Ha H0 H1 HM count).
Qed.

Theorem B_async_mp_ef_any_order_guarantee p T tau alpha gamma M w0 (x v : nat -> rvec H) g e q view
    arrived :
  feedback_run p T (fun _ => alpha) w0 x v g e q ->
  contractive_feedback p T (fun _ => alpha) gamma M g e ->
  message_views p T w0 view q arrived -> delayed_by_at_most p T arrived tau ->
  (1 <= p)%nat -> 0 < alpha -> 0 <= gamma -> gamma < 1 -> 0 <= M ->
  B_async_mp_ef_any_order_valid p tau M gamma ->
  elastic_consistent p T alpha (B_async_mp_ef_any_order_bound p tau M gamma)
    (fun _ => everybody) x view.
Proof. exact (FeedbackSystems.B_async_mp_ef_any_order p T tau alpha gamma M w0 x v g e q view
  arrived). Qed.

Theorem B_async_mp_ef_any_order_nonexp_guarantee p T tau alpha gamma M w0 (x v : nat -> rvec H)
    g e q view arrived :
  feedback_run p T (fun _ => alpha) w0 x v g e q ->
  contractive_feedback p T (fun _ => alpha) gamma M g e ->
  message_views p T w0 view q arrived -> delayed_by_at_most p T arrived tau ->
  (1 <= p)%nat -> 0 < alpha -> 0 <= gamma -> gamma < 1 -> 0 <= M ->
  (forall t i, (t < T)%nat -> (i < p)%nat -> Ex (fun w => norm2 (q t i w))
    <= Ex (fun w => norm2 (vadd (e t i w) (vscal alpha (g t i w))))) ->
  B_async_mp_ef_any_order_nonexp_valid p tau M gamma ->
  elastic_consistent p T alpha (B_async_mp_ef_any_order_nonexp_bound p tau M gamma)
    (fun _ => everybody) x view.
Proof.
  exact (FeedbackSystems.B_async_mp_ef_any_order_nonexp p T tau alpha gamma M w0 x v g e q view
    arrived).
Qed.

(** * Momentum: the common model moves with the step alpha/(1 - m) *)

Theorem B_heavy_ball_guarantee p T alpha m M w0 (x z : nat -> rvec H) g u :
  common_model p T (alpha / (1 - m)) (fun _ => everybody) w0 x g ->
  momentum_run p T alpha m w0 z u g -> size_at_most p T M g ->
  (1 <= p)%nat -> 0 < alpha -> 0 <= m -> m < 1 -> 0 <= M ->
  B_heavy_ball_valid m M ->
  elastic_consistent p T (alpha / (1 - m)) (B_heavy_ball_bound m M) (fun _ => everybody) x
    (fun t _ => z t).
Proof. exact (Momentum.B_heavy_ball p T alpha m M w0 x z g u). Qed.

(** With error feedback: worker i sends a contraction q of its memory plus alpha times momentum. *)
Theorem B_dgc_no_masking_guarantee p T alpha m M w0 (x z : nat -> rvec H) g u gamma
    (v : nat -> rvec H) e q :
  common_model p T (alpha / (1 - m)) (fun _ => everybody) w0 x g ->
  momentum_run p T alpha m w0 z u g -> size_at_most p T M g ->
  (1 <= p)%nat -> 0 < alpha -> 0 <= m -> m < 1 -> 0 <= M ->
  feedback_run p T (fun _ => alpha) w0 z v (fun t => u (S t)) e q ->
  (forall t i, (t < T)%nat -> (i < p)%nat -> Ex (fun w => norm2 (e (S t) i w))
    <= gamma * Ex (fun w => norm2 (vadd (e t i w) (vscal alpha (u (S t) i w))))) ->
  B_dgc_no_masking_valid m M gamma ->
  elastic_consistent p T (alpha / (1 - m)) (B_dgc_no_masking_bound m M gamma)
    (fun _ => everybody) x (fun t _ => v t).
Proof.
  intros Hx Hr Hs Hp Ha H0 H1 HM.
  exact (Momentum.B_dgc_no_masking p T alpha m M w0 x z g u Hx Hr Hs Hp Ha H0 H1 HM gamma v e q).
Qed.
(** * Schedulers *)

(** A worker goes on when the norms received are at least the share beta of all norms. *)
Theorem B_norm_bounded_ps_header_guarantee p T alpha beta M w0 (x : nat -> rvec H) view g pending :
  early_release p T alpha w0 x view g pending -> norm_released p T beta g pending ->
  size_at_most p T M g -> (1 <= p)%nat ->
  B_norm_bounded_ps_header_valid beta M ->
  elastic_consistent p T alpha (B_norm_bounded_ps_header_bound beta M) (fun _ => everybody) x view.
Proof. exact (Scheduler.B_norm_bounded_ps_header p T alpha beta M w0 x view g pending). Qed.

Section OwnGradient.
Context {f : V -> R} {df : V -> V} {L : R} (Hf : smooth f df L) (He : evaluable H f df).

(** Variance-bounded: the own gradient stands in for what is missing of the last step. *)
Theorem B_variance_bounded_guarantee p T alpha sigma w0 Known (x : nat -> rvec H) view g missed :
  elastic_run He p T alpha sigma (fun _ => everybody) w0 Known x view g ->
  own_gradient_views p T alpha x view g missed -> (forall t i k, missed t i k i = false) ->
  (forall t i k j, (S k < t)%nat -> missed t i k j = false) ->
  B_variance_bounded_valid p sigma L alpha ->
  elastic_consistent p T alpha (B_variance_bounded_bound p sigma L alpha)
    (fun _ => everybody) x view.
Proof.
  intros Hr Hv Hs Hl HV. pose proof HV as (Hp & Hs0 & _ & Ha & Hk).
  exact (Scheduler.B_variance_bounded Hf He p T alpha sigma w0 Known x view g missed Hr Hv Hs Hp Ha
    Hs0 Hl Hk HV).
Qed.

(** One constant for all p and all alpha <= 1/(6L). *)
Theorem B_variance_bounded_uniform_guarantee p T alpha sigma w0 Known (x : nat -> rvec H) view g
    missed :
  elastic_run He p T alpha sigma (fun _ => everybody) w0 Known x view g ->
  own_gradient_views p T alpha x view g missed -> (forall t i k, missed t i k i = false) ->
  (forall t i k j, (S k < t)%nat -> missed t i k j = false) ->
  B_variance_bounded_valid p sigma L alpha -> 6 * L * alpha <= 1 ->
  B_variance_bounded_uniform_valid sigma ->
  elastic_consistent p T alpha (B_variance_bounded_uniform_bound sigma)
    (fun _ => everybody) x view.
Proof.
  intros Hr Hv Hs Hl HV H6 _. pose proof HV as (_ & _ & _ & Ha & _).
  pose proof (SchedulerCrash.variance_bounded_uniform p sigma L alpha HV H6) as [H0 H1].
  apply (SchedulerCrash.consistent_larger p T alpha _ _ _ x view (Rlt_le _ _ Ha) H0 H1).
  now apply (B_variance_bounded_guarantee p T alpha sigma w0 Known x view g missed).
Qed.

Theorem B_variance_bounded_published_guarantee p T alpha sigma w0 Known (x : nat -> rvec H) view g
    missed :
  elastic_run He p T alpha sigma (fun _ => everybody) w0 Known x view g ->
  own_gradient_views p T alpha x view g missed -> (forall t i k, missed t i k i = false) ->
  (forall t i k j, (S k < t)%nat -> missed t i k j = false) ->
  B_variance_bounded_valid p sigma L alpha -> 6 * L * alpha <= 1 ->
  B_variance_bounded_published_valid sigma ->
  elastic_consistent p T alpha (B_variance_bounded_published_bound sigma)
    (fun _ => everybody) x view.
Proof.
  intros Hr Hv Hs Hl HV H6 Hs0. pose proof HV as (_ & _ & _ & Ha & _).
  pose proof (SchedulerCrash.variance_bounded_uniform p sigma L alpha HV H6) as [H0 H1].
  apply (SchedulerCrash.consistent_larger p T alpha _ _ _ x view (Rlt_le _ _ Ha)
    (Rle_trans _ _ _ H0 H1) (SchedulerCrash.variance_bounded_published sigma Hs0)).
  now apply (B_variance_bounded_uniform_guarantee p T alpha sigma w0 Known x view g missed).
Qed.

(** Crashes, the own gradient in place of a missing one: at most n are missing from a view. *)
Theorem B_sync_crash_own_gradient_guarantee p T n alpha sigma w0 Known (x : nat -> rvec H) view g
    missed :
  elastic_run He p T alpha sigma (fun _ => everybody) w0 Known x view g ->
  own_gradient_views p T alpha x view g missed -> (forall t i k, missed t i k i = false) ->
  (forall t k j, (t < T)%nat -> (k < t)%nat -> (j < p)%nat ->
    Known t (vsub (g k j) (gradient He (view k j)))) ->
  (forall t i, (t < T)%nat -> (i < p)%nat ->
    rsum t (fun k => heard_sum p (missed t i k) (fun _ => 1)) <= INR n) ->
  B_sync_crash_own_gradient_valid p n sigma L alpha ->
  elastic_consistent p T alpha (B_sync_crash_own_gradient_bound p n sigma L alpha)
    (fun _ => everybody) x view.
Proof.
  intros Hr Hv Hs Hk Hc HV. pose proof HV as (Hp & _ & Hs0 & _ & Ha & Hstep).
  exact (SchedulerCrash.B_sync_crash_own_gradient Hf He p T n alpha sigma w0 Known x view g missed
    Hr Hv Hs Hk Hc Hp Ha Hs0 Hstep HV).
Qed.

Theorem B_sync_crash_own_gradient_recalled_guarantee p T n alpha sigma w0 Known (x : nat -> rvec H)
    view g missed :
  elastic_run He p T alpha sigma (fun _ => everybody) w0 Known x view g ->
  own_gradient_views p T alpha x view g missed -> (forall t i k, missed t i k i = false) ->
  (forall t k j, (t < T)%nat -> (k < t)%nat -> (j < p)%nat ->
    Known t (vsub (g k j) (gradient He (view k j)))) ->
  (forall t i, (t < T)%nat -> (i < p)%nat ->
    rsum t (fun k => heard_sum p (missed t i k) (fun _ => 1)) <= INR n) ->
  B_sync_crash_own_gradient_valid p n sigma L alpha -> 6 * L * alpha <= 1 -> 2 * INR n <= INR p ->
  B_sync_crash_own_gradient_recalled_valid p n sigma ->
  elastic_consistent p T alpha (B_sync_crash_own_gradient_recalled_bound p n sigma)
    (fun _ => everybody) x view.
Proof.
  intros Hr Hv Hs Hk Hc HV H6 Hn _. pose proof HV as (_ & _ & _ & _ & Ha & _).
  pose proof (SchedulerCrash.crash_own_gradient_recalled p n sigma L alpha HV H6 Hn) as [H0 H1].
  apply (SchedulerCrash.consistent_larger p T alpha _ _ _ x view (Rlt_le _ _ Ha) H0 H1).
  now apply (B_sync_crash_own_gradient_guarantee p T n alpha sigma w0 Known x view g missed).
Qed.
End OwnGradient.
End Constants.

(** * Coordinates: thresholds and shared memory *)

Section Coordinates.
Context {d : nat} {P : probability} {H : L2 (coordinates d) P}.

(** Memories shorter than alpha lam in every coordinate; pathwise, no moments. *)
Theorem B_threshold_ef_guarantee p T alpha lam w0 (x v : nat -> rvec H) g e q :
  feedback_run p T (fun _ => alpha) w0 x v g e q -> (1 <= p)%nat -> 0 < alpha ->
  (forall t i w c, (t <= T)%nat -> (i < p)%nat -> (c < d)%nat -> Rabs (e t i w c) <= alpha * lam) ->
  B_threshold_ef_valid d lam ->
  elastic_consistent p T alpha (B_threshold_ef_bound d lam) (fun _ => everybody) x (fun t _ => v t).
Proof. exact (Momentum.B_threshold_ef p T alpha lam w0 x v g e q). Qed.

Theorem B_shared_memory_window_guarantee T alpha M (x : nat -> rvec H) view g lacks tau :
  droppable (H := H) -> reads_lacking T alpha lacks x view g -> size_at_most 1 T M g ->
  0 < alpha -> 0 <= M -> window_at_most (d := d) T (INR tau) lacks ->
  B_shared_memory_window_valid tau M ->
  elastic_consistent 1 T alpha (B_shared_memory_window_bound tau M) (fun _ => everybody) x view.
Proof.
  intros Hd Hv Hs Ha HM.
  exact (SharedMemory.B_shared_memory_window T alpha M x view g lacks Hd Hv Hs Ha HM tau).
Qed.

Theorem B_shared_memory_free_guarantee T alpha M (x : nat -> rvec H) view g lacks tau :
  droppable (H := H) -> reads_lacking T alpha lacks x view g -> size_at_most 1 T M g ->
  0 < alpha -> 0 <= M -> free_at_most (d := d) T (INR tau) lacks ->
  B_shared_memory_free_valid tau M d ->
  elastic_consistent 1 T alpha (B_shared_memory_free_bound tau M d) (fun _ => everybody) x view.
Proof.
  intros Hd Hv Hs Ha HM.
  exact (SharedMemory.B_shared_memory_free T alpha M x view g lacks Hd Hv Hs Ha HM tau).
Qed.

Theorem B_shared_memory_ef_window_guarantee p T tau alpha gamma M w0 thread lacks
    (x : nat -> rvec H) view g e q :
  droppable (H := H) -> memory_feedback_run p T alpha w0 thread lacks x view g e q ->
  size_at_most 1 T M g ->
  (forall t, (t < T)%nat -> Ex (fun w => norm2 (e (S t) (thread t) w))
    <= gamma * Ex (fun w => norm2 (vadd (e t (thread t) w) (vscal alpha (g t O w))))) ->
  (forall t, (t < T)%nat -> Ex (fun w => norm2 (q t w))
    <= Ex (fun w => norm2 (vadd (e t (thread t) w) (vscal alpha (g t O w))))) ->
  window_at_most (d := d) T (INR tau) lacks ->
  0 < alpha -> 0 <= gamma -> gamma < 1 -> 0 <= M ->
  B_shared_memory_ef_window_valid p tau M gamma ->
  elastic_consistent 1 T alpha (B_shared_memory_ef_window_bound p tau M gamma)
    (fun _ => everybody) x view.
Proof.
  exact (SharedFeedback.B_shared_memory_ef_window p T tau alpha gamma M w0 thread lacks x view g e
    q).
Qed.
End Coordinates.

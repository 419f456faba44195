(* SPDX-License-Identifier: Apache-2.0 *)
(* Constants of elastic consistency: the theorems once, in terms of the foundation and of the systems
   of Systems.v (see RegistryGradient.v). *)
From Coq Require Import Reals.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Systems Formulary
  Bounds.
From Staleproof Require ErrorFeedback Missing.
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
Proof. intros Hp. exact (ErrorFeedback.B_ef_variable_step p T gamma M w0 x v g e q Hp rate zeta t). Qed.

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
End Constants.

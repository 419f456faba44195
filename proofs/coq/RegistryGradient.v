(* SPDX-License-Identifier: Apache-2.0 *)
(* Every theorem on distributed SGD once, as Registry.v does for run times: nothing is used but the
   foundation (Base, Inner, Smooth, Random, Step, Oracle, Methods) and the generated X_valid,
   X_bound. The records of Methods.v say what a run is. V is any inner-product space (R^d), P any
   probability, H a linear space of square-integrable random vectors; [x t w] is the model at step
   t if the random choices are w. *)
From Coq Require Import Reals.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Formulary Bounds.
From Staleproof Require Sync Sgd ElasticNonconvex ElasticConvex ElasticStrong.
Local Open Scope R_scope.

Section Gradient.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).

(** * Synchronous *)

(** K-sync: K mini-batches of m samples an update, all taken at the current model. One sample's
    gradient has variance at most sigma2 + MG |grad|^2. *)
Theorem sync_pl_guarantee c fstar K m J eta sigma2 MG w0 Known x g :
  PL f df c fstar ->
  sync_run He K J eta (sigma2 / INR m) (MG / INR m) w0 Known x g ->
  sync_pl_valid L c sigma2 MG m eta K (f w0 - fstar) J ->
  Ex (fun w => f (x J w)) - fstar <= sync_pl_bound L c sigma2 MG m eta K (f w0 - fstar) J.
Proof. intros Hpl. exact (Sync.sync_pl Hf He Hpl K m Known x g w0 eta sigma2 MG J). Qed.

Theorem sgd_nc_guarantee fstar B K gamma sigma2 w0 Known x g :
  (forall y, fstar <= f y) ->
  sync_run He B K gamma sigma2 0 w0 Known x g ->
  sgd_nc_valid (f w0 - fstar) L sigma2 B gamma K ->
  / INR K * rsum K (fun k => Ex (fun w => norm2 (df (x k w))))
  <= sgd_nc_bound (f w0 - fstar) L sigma2 B gamma K.
Proof. exact (Sgd.sgd_nc Hf He B Known x g w0 gamma sigma2 fstar K). Qed.

(** * Elastic consistency: convergence *)

Theorem nonconvex_parallel_full_guarantee fstar p T alpha sigma B heard w0 Known x view g :
  (forall y, fstar <= f y) ->
  elastic_run He p T alpha sigma heard w0 Known x view g ->
  elastic_consistent p T alpha B heard x view ->
  nonconvex_parallel_full_valid (f w0 - fstar) L sigma B p T alpha (heard_steps p T heard) ->
  / heard_steps p T heard
    * rsum T (fun t => share p (heard t) * Ex (fun w => norm2 (df (x t w))))
  <= nonconvex_parallel_full_bound (f w0 - fstar) L sigma B p T alpha (heard_steps p T heard).
Proof.
  intros Hmin. exact (ElasticNonconvex.nonconvex_parallel_full Hf He Hmin p T alpha sigma B heard w0
    Known x view g).
Qed.

Theorem nonconvex_parallel_half_guarantee fstar p T alpha sigma B heard w0 Known x view g :
  (forall y, fstar <= f y) ->
  elastic_run He p T alpha sigma heard w0 Known x view g ->
  elastic_consistent p T alpha B heard x view ->
  nonconvex_parallel_half_valid (f w0 - fstar) L sigma B p T alpha (heard_steps p T heard) ->
  / heard_steps p T heard
    * rsum T (fun t => share p (heard t) * Ex (fun w => norm2 (df (x t w))))
  <= nonconvex_parallel_half_bound (f w0 - fstar) L sigma B p T alpha (heard_steps p T heard).
Proof.
  intros Hmin. exact (ElasticNonconvex.nonconvex_parallel_half Hf He Hmin p T alpha sigma B heard w0
    Known x view g).
Qed.

Theorem nonconvex_single_guarantee fstar T alpha sigma B w0 Known x view g :
  (forall y, fstar <= f y) ->
  elastic_run He 1 T alpha sigma (fun _ => everybody) w0 Known x view g ->
  elastic_consistent 1 T alpha B (fun _ => everybody) x view ->
  nonconvex_single_valid (f w0 - fstar) L sigma B T alpha ->
  / INR T * rsum T (fun t => Ex (fun w => norm2 (df (x t w))))
  <= nonconvex_single_bound (f w0 - fstar) L sigma B T alpha.
Proof. intros Hmin. exact (ElasticNonconvex.nonconvex_single Hf He Hmin T alpha sigma B w0 Known x
  view g). Qed.

(** At the view of worker i. *)
Theorem nonconvex_view_any_guarantee fstar p T alpha sigma B w0 Known x view g i :
  (forall y, fstar <= f y) ->
  elastic_run He p T alpha sigma (fun _ => everybody) w0 Known x view g ->
  elastic_consistent p T alpha B (fun _ => everybody) x view -> (i < p)%nat ->
  nonconvex_view_any_valid (f w0 - fstar) L sigma B p T alpha ->
  / INR T * rsum T (fun t => Ex (fun w => norm2 (df (view t i w))))
  <= nonconvex_view_any_bound (f w0 - fstar) L sigma B p T alpha.
Proof.
  intros Hmin Hr Hc. exact (ElasticNonconvex.nonconvex_view_any Hf He Hmin p T alpha sigma B w0
    Known
    x view g Hr Hc i).
Qed.

(** The mean over the workers' views; the value at the view if they all share one. *)
Theorem nonconvex_view_sync_same_view_guarantee fstar p T alpha sigma B w0 Known x view g :
  (forall y, fstar <= f y) ->
  elastic_run He p T alpha sigma (fun _ => everybody) w0 Known x view g ->
  elastic_consistent p T alpha B (fun _ => everybody) x view ->
  nonconvex_view_sync_same_view_valid (f w0 - fstar) L sigma B p T alpha ->
  / INR T * rsum T (fun t => / INR p * rsum p (fun i => Ex (fun w => norm2 (df (view t i w)))))
  <= nonconvex_view_sync_same_view_bound (f w0 - fstar) L sigma B p T alpha.
Proof.
  intros Hmin. exact (ElasticNonconvex.nonconvex_view_sync_same_view Hf He Hmin p T alpha sigma B w0
    Known x view g).
Qed.

(** Convex: at the average y of the models, weighted by the shares. z is a minimiser. *)
Theorem convex_parallel_half_guarantee p T alpha sigma B heard w0 Known x view g z (y : rvec H) :
  convex f df -> minimal f z ->
  elastic_run He p T alpha sigma heard w0 Known x view g ->
  elastic_consistent p T alpha B heard x view ->
  (forall w, y w = vscal (/ heard_steps p T heard)
                     (vsum T (fun t => vscal (share p (heard t)) (x t w)))) ->
  convex_parallel_half_valid (norm2 (vsub w0 z)) L sigma B p T alpha (heard_steps p T heard) ->
  Ex (fun w => f (y w)) - f z
  <= convex_parallel_half_bound (norm2 (vsub w0 z)) L sigma B p T alpha (heard_steps p T heard).
Proof.
  exact (ElasticConvex.convex_parallel_half f df L He p T alpha sigma B heard w0 Known x view g z y
    Hf).
Qed.

Theorem convex_single_guarantee T alpha sigma B w0 Known x view g z (y : rvec H) :
  convex f df -> minimal f z ->
  elastic_run He 1 T alpha sigma (fun _ => everybody) w0 Known x view g ->
  elastic_consistent 1 T alpha B (fun _ => everybody) x view ->
  (forall w, y w = vmean T (fun t => x t w)) ->
  convex_single_valid (norm2 (vsub w0 z)) L sigma B T alpha ->
  Ex (fun w => f (y w)) - f z <= convex_single_bound (norm2 (vsub w0 z)) L sigma B T alpha.
Proof. exact (ElasticConvex.convex_single f df L He T alpha sigma B w0 Known x view g z y Hf). Qed.

Theorem strongly_convex_const_alpha_guarantee p T alpha sigma B w0 Known x view g c z :
  elastic_run He p T alpha sigma (fun _ => everybody) w0 Known x view g ->
  elastic_consistent p T alpha B (fun _ => everybody) x view ->
  strongly_convex f df c -> minimal f z ->
  strongly_convex_const_alpha_valid (norm2 (vsub w0 z)) c L sigma B p alpha T ->
  Ex (fun w => norm2 (vsub (x T w) z))
  <= strongly_convex_const_alpha_bound (norm2 (vsub w0 z)) c L sigma B p alpha T.
Proof.
  exact (ElasticStrong.strongly_convex_const_alpha Hf He p T alpha sigma B w0 Known x view g c z).
Qed.

(** Half of the steps' workers heard, and the step that makes the transient 1/(pT). *)
Theorem strongly_convex_log_alpha_guarantee p T alpha sigma B heard w0 Known x view g c z :
  alpha = 2 * ln (INR p * INR T) / (c * INR T) -> INR T / 2 <= heard_steps p T heard ->
  elastic_run He p T alpha sigma heard w0 Known x view g ->
  elastic_consistent p T alpha B heard x view ->
  strongly_convex f df c -> minimal f z ->
  strongly_convex_log_alpha_valid (norm2 (vsub w0 z)) c L sigma B p T ->
  Ex (fun w => norm2 (vsub (x T w) z))
  <= strongly_convex_log_alpha_bound (norm2 (vsub w0 z)) c L sigma B p T.
Proof.
  exact (ElasticStrong.strongly_convex_log_alpha Hf He p T alpha sigma B w0 Known x view g heard c
    z).
Qed.

(** The value, averaged with weights that favour the end. *)
Theorem strongly_convex_weighted_fvalue_guarantee p T alpha sigma B w0 Known x view g c z :
  elastic_run He p T alpha sigma (fun _ => everybody) w0 Known x view g ->
  elastic_consistent p T alpha B (fun _ => everybody) x view ->
  strongly_convex f df c -> minimal f z ->
  strongly_convex_weighted_fvalue_valid (norm2 (vsub w0 z)) c L sigma B p alpha T ->
  let weight t := / (1 - alpha * c / 2) ^ (S t) in
  / rsum T weight * rsum T (fun t => weight t * (Ex (fun w => f (x t w)) - f z))
  <= strongly_convex_weighted_fvalue_bound (norm2 (vsub w0 z)) c L sigma B p alpha T.
Proof.
  exact (ElasticStrong.strongly_convex_weighted_fvalue Hf He p T alpha sigma B w0 Known x view g c
    z).
Qed.

Theorem pl_const_alpha_guarantee p T alpha sigma B w0 Known x view g mu fstar :
  elastic_run He p T alpha sigma (fun _ => everybody) w0 Known x view g ->
  elastic_consistent p T alpha B (fun _ => everybody) x view ->
  PL f df mu fstar ->
  pl_const_alpha_valid (f w0 - fstar) mu L sigma B p alpha T ->
  Ex (fun w => f (x T w)) - fstar <= pl_const_alpha_bound (f w0 - fstar) mu L sigma B p alpha T.
Proof.
  exact (ElasticStrong.pl_const_alpha Hf He p T alpha sigma B w0 Known x view g mu fstar).
Qed.
End Gradient.

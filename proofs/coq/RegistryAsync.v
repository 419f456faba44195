(* SPDX-License-Identifier: Apache-2.0 *)
(* Asynchronous SGD: the theorems once, in terms of the foundation (see RegistryGradient.v). *)
From Coq Require Import Reals.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Formulary Bounds.
From Staleproof Require AsyncGamma AsyncApplied IssueOrder.
Local Open Scope R_scope.

Section Async.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).

(** * With a staleness constant: conditional on [staleness_at_most], a property of the run *)

Theorem async_gamma_pl_guarantee K m Known x read g w0 eta sigma2 MG gamma p0 fstar c J :
  async_run He K J eta (sigma2 / INR m) (MG / INR m) w0 Known x read g ->
  staleness_at_most df K J gamma x read -> fresh_at_least df K J p0 x read ->
  PL f df c fstar ->
  async_gamma_pl_valid L c sigma2 MG m eta K gamma p0 (f w0 - fstar) J ->
  Ex (fun w => f (x J w)) - fstar
  <= async_gamma_pl_bound L c sigma2 MG m eta K gamma p0 (f w0 - fstar) J.
Proof.
  exact (AsyncGamma.async_gamma_pl Hf He K m Known x read g w0 eta sigma2 MG gamma p0 fstar c J).
Qed.

Theorem async_gamma_pl_half_guarantee K m Known x read g w0 eta sigma2 MG gamma p0 fstar c J :
  async_run He K J eta (sigma2 / INR m) (MG / INR m) w0 Known x read g ->
  staleness_at_most df K J gamma x read -> fresh_at_least df K J p0 x read ->
  PL f df c fstar ->
  async_gamma_pl_half_valid L c sigma2 MG m eta K gamma p0 (f w0 - fstar) J ->
  Ex (fun w => f (x J w)) - fstar
  <= async_gamma_pl_half_bound L c sigma2 MG m eta K gamma p0 (f w0 - fstar) J.
Proof.
  exact (AsyncGamma.async_gamma_pl_half Hf He K m Known x read g w0 eta sigma2 MG gamma p0 fstar c
    J).
Qed.

(** The average over the models 0 .. J. *)
Theorem async_gamma_nc_half_guarantee K m Known x read g w0 eta sigma2 MG gamma p0 fstar J :
  async_run He K (S J) eta (sigma2 / INR m) (MG / INR m) w0 Known x read g ->
  staleness_at_most df K (S J) gamma x read -> fresh_at_least df K (S J) p0 x read ->
  (forall y, fstar <= f y) ->
  async_gamma_nc_half_valid L sigma2 MG m eta K gamma p0 (f w0 - fstar) J ->
  / INR (S J) * rsum (S J) (fun t => Ex (fun w => norm2 (df (x t w))))
  <= async_gamma_nc_half_bound L sigma2 MG m eta K gamma p0 (f w0 - fstar) J.
Proof.
  exact (AsyncGamma.async_gamma_nc_half Hf He K m Known x read g w0 eta sigma2 MG gamma p0 fstar J).
Qed.

(** * In the order applied *)

Theorem async_nc_guarantee K gamma sigma2 delay w0 Known x g fstar W dbar :
  delayed_run He K gamma sigma2 delay w0 Known x g ->
  (forall y, fstar <= f y) -> window_load_at_most K delay W ->
  rsum K (fun k => INR (delay k)) <= INR K * dbar ->
  async_nc_valid (f w0 - fstar) L sigma2 gamma K W dbar ->
  / INR K * rsum K (fun k => Ex (fun w => norm2 (df (x k w))))
  <= async_nc_bound (f w0 - fstar) L sigma2 gamma K W dbar.
Proof.
  intros Hr. exact (AsyncApplied.async_nc Hf He K gamma sigma2 delay w0 Known x g Hr fstar W dbar).
Qed.

Theorem async_nc_crude_guarantee K gamma sigma2 delay w0 Known x g fstar W d2 :
  delayed_run He K gamma sigma2 delay w0 Known x g ->
  (forall y, fstar <= f y) -> window_load_at_most K delay W ->
  rsum K (fun k => INR (delay k) ^ 2) <= INR K * d2 ->
  async_nc_crude_valid (f w0 - fstar) L sigma2 gamma K W d2 ->
  / INR K * rsum K (fun k => Ex (fun w => norm2 (df (x k w))))
  <= async_nc_crude_bound (f w0 - fstar) L sigma2 gamma K W d2.
Proof.
  intros Hr.
  exact (AsyncApplied.async_nc_crude Hf He K gamma sigma2 delay w0 Known x g Hr fstar W d2).
Qed.

(** Convex: at the average y of the models; z is a minimiser. *)
Theorem async_cvx_guarantee K gamma sigma2 delay w0 Known x g z W dbar (y : rvec H) :
  delayed_run He K gamma sigma2 delay w0 Known x g ->
  convex f df -> minimal f z -> window_load_at_most K delay W ->
  rsum K (fun k => INR (delay k)) <= INR K * dbar ->
  (forall w, y w = vmean K (fun k => x k w)) ->
  async_cvx_valid (norm (vsub w0 z)) L sigma2 gamma K W dbar ->
  Ex (fun w => f (y w)) - f z <= async_cvx_bound (norm (vsub w0 z)) L sigma2 gamma K W dbar.
Proof.
  intros Hr. exact (AsyncApplied.async_cvx Hf He K gamma sigma2 delay w0 Known x g Hr z W dbar y).
Qed.

(** * In the order issued: no staleness constant *)

(** At the points where the gradients were drawn. *)
Theorem async_issue_nc_guarantee N m h sigma2 MG Q w0 Other missing z x g fstar Sbar :
  issue_run He N h (sigma2 / INR m) (MG / INR m) Q w0 Other missing z x g ->
  (forall y, fstar <= f y) -> missed_at_most (df := df) N Sbar missing x ->
  async_issue_nc_valid L sigma2 MG m h Q Sbar (f w0 - fstar) N ->
  / INR N * rsum N (fun n => Ex (fun w => norm2 (df (x n w))))
  <= async_issue_nc_bound L sigma2 MG m h Q Sbar (f w0 - fstar) N.
Proof.
  intros Hr. exact (IssueOrder.async_issue_nc Hf He N m h sigma2 MG Q w0 Other missing z x g Hr
    fstar Sbar).
Qed.

(** At the model that contains all N gradients. *)
Theorem async_issue_pl_guarantee N m h sigma2 MG Q w0 Other missing z x g c fstar psi :
  issue_run He N h (sigma2 / INR m) (MG / INR m) Q w0 Other missing z x g ->
  PL f df c fstar -> missed_weighted_at_most (df := df) N (1 - h * c) psi missing x ->
  async_issue_pl_valid L c sigma2 MG m h Q psi (f w0 - fstar) N ->
  Ex (fun w => f (z N w)) - fstar
  <= async_issue_pl_bound L c sigma2 MG m h Q psi (f w0 - fstar) N.
Proof.
  intros Hr. exact (IssueOrder.async_issue_pl Hf He N m h sigma2 MG Q w0 Other missing z x g Hr
    c fstar psi).
Qed.
End Async.

(* SPDX-License-Identifier: Apache-2.0 *)
(* The best learning rate of mini-batch SGD, and its bound there. The theorems once, in terms of the
   foundation (see RegistryGradient.v). *)
From Coq Require Import Reals.
From Staleproof Require Import Base Inner Smooth Random Step Methods Sgd Formulary Bounds BestStep.
Local Open Scope R_scope.

(** The rate is allowed, and no other allowed rate promises more. *)
Theorem sgd_nc_gamma_opt_guarantee Delta L sigma2 B K gamma :
  sgd_nc_gamma_opt_valid Delta L sigma2 B K ->
  let best := sgd_nc_gamma_opt_bound Delta L sigma2 B K in
  sgd_nc_valid Delta L sigma2 B best K /\
  (sgd_nc_valid Delta L sigma2 B gamma K ->
   sgd_nc_bound Delta L sigma2 B best K <= sgd_nc_bound Delta L sigma2 B gamma K).
Proof.
  intros HV. split; [now apply best_valid|]. exact (best_least Delta L sigma2 B K HV gamma).
Qed.

(** A run at that rate. *)
Theorem sgd_nc_opt_guarantee {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V}
    {L} (Hf : smooth f df L) (He : evaluable H f df) fstar B K sigma2 w0 Known x g :
  (forall y, fstar <= f y) ->
  sync_run He B K (sgd_nc_gamma_opt_bound (f w0 - fstar) L sigma2 B K) sigma2 0 w0 Known x g ->
  sgd_nc_opt_valid (f w0 - fstar) L sigma2 B K ->
  / INR K * rsum K (fun k => Ex (fun w => norm2 (df (x k w))))
  <= sgd_nc_opt_bound (f w0 - fstar) L sigma2 B K.
Proof.
  intros Hmin Hrun (HD & HL & Hs & HB & HK).
  exact (Sgd.sgd_nc Hf He B Known x g w0 _ sigma2 fstar K Hmin Hrun
    (best_valid (f w0 - fstar) L sigma2 B K (conj HD (conj HL (conj Hs (conj HB HK)))))).
Qed.

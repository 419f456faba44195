(* SPDX-License-Identifier: Apache-2.0 *)
(* Learning rates that follow the staleness; more laws of compute times; settings of asynchronous
   methods. The theorems once, in terms of the foundation (see RegistryGradient.v). *)
From Coq Require Import Reals.
From Staleproof Require Import Base Inner Smooth Random Step Methods Formulary Bounds VariableStep.
Local Open Scope R_scope.

(** * A learning rate that falls with the distance between model and read *)

(** staleness_schedule is the rule: eta_max where nothing is stale, else at most C over the squared
    distance. The rate is random. fresh_with_probability: p0 of a read at the model itself. *)
Theorem staleness_step_pl_guarantee {V : space} {P : probability} {H : L2 V P} {f : V -> R}
    {df : V -> V} {L} (Hf : smooth f df L) (He : evaluable H f df) c sigma2 MG m eta_max C p0 w0
    fstar J Known x read g eta :
  scheduled_run He J eta_max C (sigma2 / INR m) (MG / INR m) w0 Known x read g eta ->
  fresh_with_probability (df := df) J p0 x read -> PL f df c fstar ->
  staleness_step_pl_valid L c sigma2 MG m eta_max C p0 (f w0 - fstar) J ->
  Ex (fun w => f (x J w)) - fstar
  <= staleness_step_pl_bound L c sigma2 MG m eta_max C p0 (f w0 - fstar) J.
Proof.
  exact (staleness_step_pl Hf He c sigma2 MG m eta_max C p0 w0 fstar J Known x read g eta).
Qed.

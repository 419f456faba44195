(* SPDX-License-Identifier: Apache-2.0 *)
(* Refuted statements on elastic consistency: the counterexamples once (see RegistryElastic.v). *)
From Coq Require Import Reals.
From Staleproof Require Import Base Inner Step Coordinates Systems Formulary Bounds.
From Staleproof Require ElasticRefuted.
Local Open Scope R_scope.

(** "At most tau writes are missing from a view" is not enough without a bound on the gradients: the
    missing ones must be recent. Here every view misses the one write of step 0; f = x^2/2. *)
Theorem old_write_refutes (x view : nat -> R) :
  x O = 1 -> view O = x O -> (forall t, view (S t) = x (S t) + 1 / 2 * view O) ->
  (forall t, x (S t) = x t - 1 / 2 * view t) ->
  nonconvex_async_single_Mfree_valid (1 / 2) 1 0 1 (1 / 2) 100 /\
  nonconvex_async_single_Mfree_bound (1 / 2) 1 0 1 (1 / 2) 100
  < / INR 100 * rsum 100 (fun t => x t ^ 2).
Proof. exact (ElasticRefuted.old_write_refutes x view). Qed.

(** Clocks: that i has applied all but tau of what j has made so far does not bound what its view
    lacks when j is slow. At step 1 of worker 0, with tau = 0, it lacks worker 1's gradient of step
    0. *)
Theorem clocks_do_not_bound_views : exists made applied : nat -> nat,
  applied O = made O /\ (forall j, (j < 2)%nat -> (made j - applied j <= 0)%nat) /\
  ~ (made O - 0 <= applied 1)%nat.
Proof. exact ElasticRefuted.clocks_do_not_bound_views. Qed.

(** Four workers that share the mask of RandomK (10 entries, 1 kept, scaled by 10): with f = |x|^2/2
    and the step that independent masks allow, the mean squared length grows by 225/169 a step. *)
Theorem common_mask_diverges (x : coordinates 10) :
  let omega := 10 / 1 - 1 in let alpha := 4 / 13 in
  alpha <= 1 / (1 * (1 + omega / 4)) /\
  / 10 * rsum 10 (fun mask =>
    norm2 (vsub x (vscal (alpha * 10) (keep (Nat.eqb mask) x : coordinates 10))))
  = 225 / 169 * norm2 x.
Proof. exact (ElasticRefuted.common_mask_diverges x). Qed.

(** The sign scaled by |x|/sqrt d instead of the mean absolute value is no contraction: at a vector
    with one entry other than 0 the error is 2 - 2/sqrt d of its squared length, more than 1 for
    d > 4. *)
Theorem norm_scaled_sign_no_contraction d : (4 < d)%nat ->
  let x : coordinates d := fun c => if Nat.eqb c 0 then 1 else 0 in
  let y : coordinates d := fun _ => norm x / sqrt (INR d) in
  norm2 (vsub x y) = (2 - 2 / sqrt (INR d)) * norm2 x /\ norm2 x < norm2 (vsub x y).
Proof. exact (ElasticRefuted.norm_scaled_sign_no_contraction d). Qed.

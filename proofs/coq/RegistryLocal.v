(* SPDX-License-Identifier: Apache-2.0 *)
(* Every theorem on methods that communicate rarely or late, once (see Registry.v): local SGD
   (LocalSgd.v says what a run is) and stale synchronous parallel SGD (Ssp.v). *)
From Coq Require Import Reals Lra.
From Staleproof Require Import Base Inner Smooth Random Formulary Bounds LocalSgd Ssp.
Local Open Scope R_scope.

(** * Local SGD: the mean of n workers that average every h steps *)

Section Local.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).

Theorem local_sgd_nc_guarantee n h T eta sigma2 G2 w0 Known w g fstar :
  (forall y, fstar <= f y) -> local_run He n h T eta sigma2 G2 w0 Known w g ->
  local_sgd_nc_valid (f w0 - fstar) L sigma2 G2 n h eta T ->
  / INR T * rsum T (fun t => Ex (fun o => norm2 (df (vmean n (fun i => w t i o)))))
  <= local_sgd_nc_bound (f w0 - fstar) L sigma2 G2 n h eta T.
Proof.
  intros Hmin Hrun Hv. pose proof Hv as (_ & _ & _ & HG & Hn & Hh & Ha & HaL & _).
  exact (local_sgd_nc Hf He Hn Hh Ha HaL HG Hrun fstar Hmin Hv).
Qed.

Theorem local_sgd_cvx_guarantee n h T eta sigma2 G2 w0 Known w g z :
  convex f df -> minimal f z -> local_run He n h T eta sigma2 G2 w0 Known w g ->
  local_sgd_cvx_valid (norm (vsub w0 z)) L sigma2 G2 n h eta T ->
  / INR T * rsum T (fun t => Ex (fun o => f (vmean n (fun i => w t i o)))) - f z
  <= local_sgd_cvx_bound (norm (vsub w0 z)) L sigma2 G2 n h eta T.
Proof.
  intros Hc Hz Hrun Hv. pose proof Hv as (_ & _ & _ & HG & Hn & Hh & Ha & HaL & _).
  exact (local_sgd_cvx Hf He Hn Hh Ha HaL HG Hrun Hc Hz Hv).
Qed.
End Local.

(** * Stale synchronous parallel: no probability; f t is any convex loss, z any point *)

Section Ssp.
Context {V : space} (P s T : nat) (eta G F : R) (f : nat -> V -> R) (x0 z : V).
Context (seen : nat -> nat -> bool) (y g : nat -> V).

Theorem ssp_guarantee : ssp_valid F G P s T eta ->
  ssp_run P s T eta G f x0 z seen y g -> norm2 (vsub x0 z) / 2 <= F ^ 2 ->
  / INR T * rsum T (fun t => f t (y t) - f t z) <= ssp_bound F G P s T eta.
Proof.
  intros Hv Hrun Hx. pose proof Hv as (_ & HG & HP & _ & He).
  exact (ssp HP (Rlt_le _ _ He) HG Hrun F Hx Hv).
Qed.

(** With the best step eta = F / (G sqrt ((N + 1/2) T)); any step if G = 0. *)
Theorem ssp_opt_guarantee : ssp_opt_valid F G P s T ->
  let N := Rmax (2 * INR s) 1 * (INR P - 1) in
  0 <= eta -> G = 0 \/ eta * (G * sqrt ((N + 1 / 2) * INR T)) = F ->
  ssp_run P s T eta G f x0 z seen y g -> norm2 (vsub x0 z) / 2 <= F ^ 2 ->
  / INR T * rsum T (fun t => f t (y t) - f t z) <= ssp_opt_bound F G P s T.
Proof. intros Hv N H0 He. exact (ssp_opt P s T eta G F f x0 z seen y g H0 He Hv). Qed.
End Ssp.

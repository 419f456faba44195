(* SPDX-License-Identifier: Apache-2.0 *)
(* Every theorem on adaptive methods once (see Registry.v). What a run of asynchronous AMSGrad is,
  and
   what is asked of it, are the records of Amsgrad.v, AmsgradConvex.v and AmsgradNonconvex.v; a box
   or no projection, and the three usual scales, are instances of projection and scale_function. *)
From Coq Require Import Reals.
From Staleproof Require Import Base Inner Coordinates Smooth Random Formulary Bounds Moments Regret
  Amsgrad AmsgradConvex AmsgradNonconvex.
Local Open Scope R_scope.

(** * One coordinate, whatever the gradients g are *)

(** |m_k| is at most C_m times the root of v_k. *)
Theorem C_m_guarantee b1 b2 K g m v h k : C_m_valid b1 b2 ->
  moments b1 b2 K g m v h -> (k <= K)%nat -> Rabs (m k) <= C_m_bound b1 b2 * sqrt (v k).
Proof.
  intros (H1 & H2 & H3 & H4 & Hr) Hm. exact (m_ratio (conj H1 H2)
    (conj (Rlt_le _ _ H3) (Rlt_le _ _ H4)) Hm (conj H3 H4) Hr k).
Qed.

Theorem C_m_k_guarantee b1 b2 k g m v h : C_m_k_valid b1 b2 k ->
  moments b1 b2 k g m v h -> Rabs (m k) <= C_m_k_bound b1 b2 k * sqrt (v k).
Proof.
  intros (H1 & H2 & H3 & H4 & Hr & _) Hm. exact (m_ratio_k (conj H1 H2)
    (conj (Rlt_le _ _ H3) (Rlt_le _ _ H4)) Hm (conj H3 H4) Hr k (le_n k)).
Qed.

(** Moments of gradients that are at most G: |m| <= G, 0 <= v <= h <= G^2, h does not fall. *)
Theorem moments_bounded b1 b2 K g m v h G : 0 <= b1 < 1 -> 0 <= b2 <= 1 -> 0 <= G ->
  moments b1 b2 K g m v h -> (forall k, (k < K)%nat -> Rabs (g k) <= G) ->
  forall k, (k <= K)%nat -> Rabs (m k) <= G /\ 0 <= v k <= h k /\ h k <= G ^ 2 /\
    ((k < K)%nat -> h k <= h (S k)).
Proof.
  intros H1 H2 HG Hm Hg k Hk. repeat split.
  - now apply (m_bounded H1 Hm G).
  - now apply (v_nonneg H2 Hm).
  - now apply (v_le_h Hm).
  - now apply (h_bounded H2 Hm G).
  - exact (h_monotone Hm k).
Qed.

(** * All coordinates, whatever the gradients are: the certificate of a run *)

(** K + 1 updates of a method with momentum b1, scale s k i (not falling, 0 only where m is) and
  step
    alpha on a box (or without one), against any point z of it within D of all iterates. *)
Theorem regret_certificate d K proj b1 alpha D (z : nat -> R) (g m x s : nat -> nat -> R) :
  (forall i, (i < d)%nat -> projection (proj i)) -> 0 <= b1 < 1 -> 0 < alpha ->
  (forall i, m O i = 0) ->
  (forall k i, (k <= K)%nat -> m (S k) i = b1 * m k i + (1 - b1) * g k i) ->
  (forall k i, (k <= K)%nat -> 0 <= s k i) ->
  (forall k i, (k < K)%nat -> s k i <= s (S k) i) ->
  (forall k i, (k <= K)%nat -> s k i = 0 -> m (S k) i = 0) ->
  (forall k i, (k <= K)%nat -> x (S k) i = proj i (x k i - alpha * (m (S k) i / s k i))) ->
  (forall i, (i < d)%nat -> proj i (x O i) = x O i) ->
  (forall i, (i < d)%nat -> proj i (z i) = z i) ->
  (forall k i, (k <= K)%nat -> (i < d)%nat -> Rabs (x k i - z i) <= D) ->
  rsum (S K) (fun k => rsum d (fun i => (x k i - z i) * g k i))
  <= D ^ 2 / (2 * alpha) * rsum d (s K)
     + alpha / 2 * rsum (S K) (fun k => rsum d (fun i => m (S k) i ^ 2 / s k i))
     + alpha * (b1 / (1 - b1)) * rsum K (fun k => rsum d (fun i => m (S k) i ^ 2 / s k i))
     + b1 / (1 - b1) * D * rsum d (fun i => Rabs (m (S K) i)).
Proof. exact (regret d K proj b1 alpha D z g m x s). Qed.

(** * Asynchronous AMSGrad, momentum, stale reads with any delays *)

Section Adaptive.
Context {d : nat} {P : probability} {H : L2 (coordinates d) P}.
Context {f : coordinates d -> R} {df : coordinates d -> coordinates d} {L : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).

Theorem apam_cvx_guarantee K b1 b2 alpha scale proj delay x0 x read g m v h D S1 G1 Q2
    (z : coordinates d) :
  convex f df -> scale_function scale -> (forall i, projection (proj i)) ->
  (forall i, proj i (x0 i) = x0 i) -> (forall i, proj i (z i) = z i) ->
  amsgrad_run K b1 b2 alpha scale proj delay x0 x read g m v h ->
  amsgrad_convex He K D S1 G1 z scale x read g h -> steps_at_most K alpha Q2 x ->
  apam_cvx_valid D S1 alpha K b1 b2 G1 L Q2 (mean_squared_delay K delay) ->
  Ex (fun w => f (vmean K (fun k => x k w))) - f z
  <= apam_cvx_bound D S1 alpha K b1 b2 G1 L Q2 (mean_squared_delay K delay).
Proof. intros Hc. exact (apam_cvx Hf Hc He). Qed.

Theorem apam_nc_guarantee K b1 b2 alpha scale delay x0 x read g m v h Ginf smin smax fstar Z Q2 :
  scale_function scale -> 0 <= b2 <= 1 -> (forall y, fstar <= f y) ->
  amsgrad_run K b1 b2 alpha scale (fun _ p => p) delay x0 x read g m v h ->
  amsgrad_nonconvex He K (b1 / (1 - b1)) Ginf smin smax scale x read g h ->
  steps_at_most K alpha Q2 x ->
  / INR K * rsum K (fun k => Ex (fun w => norm2 (vsub (lookahead (b1 / (1 - b1)) x (S k) w)
                                                      (lookahead (b1 / (1 - b1)) x k w))))
    <= alpha ^ 2 * Z ->
  apam_nc_valid (f x0 - fstar) L Ginf d smin smax b1 alpha K Z Q2 (mean_squared_delay K delay) ->
  / INR K * rsum K (fun k => Ex (fun w => norm2 (df (x k w))))
  <= apam_nc_bound (f x0 - fstar) L Ginf d smin smax b1 alpha K Z Q2 (mean_squared_delay K delay).
Proof.
  intros Hs Hb2 Hmin Hrun Hnc HQ HZ Hv.
  pose proof Hv as (_ & _ & HG & _ & Hsm & _ & H1 & H2 & Ha & _).
  exact (apam_nc Hf He Hs (conj H1 H2) Hb2 Ha HG Hsm Hrun Hnc Hmin Z Q2 Hv HQ HZ).
Qed.

(** Q2 = d C_m^2 and Z = Q2 ((1 + b1)/(1 - b1))^2, the calculator's defaults, need no assumption. *)
Theorem apam_nc_default K b1 b2 alpha scale delay x0 x read g m v h Ginf smin smax fstar :
  let Q2 := INR d * C_m_bound b1 b2 ^ 2 in
  let Z := Q2 * ((1 + b1) / (1 - b1)) ^ 2 in
  scale_function scale -> (forall y, fstar <= f y) ->
  amsgrad_run K b1 b2 alpha scale (fun _ p => p) delay x0 x read g m v h ->
  amsgrad_nonconvex He K (b1 / (1 - b1)) Ginf smin smax scale x read g h ->
  C_m_valid b1 b2 ->
  apam_nc_valid (f x0 - fstar) L Ginf d smin smax b1 alpha K Z Q2 (mean_squared_delay K delay) ->
  / INR K * rsum K (fun k => Ex (fun w => norm2 (df (x k w))))
  <= apam_nc_bound (f x0 - fstar) L Ginf d smin smax b1 alpha K Z Q2 (mean_squared_delay K delay).
Proof.
  intros Q2 Z Hs Hmin Hrun Hnc HC Hv.
  pose proof Hv as (_ & _ & HG & _ & Hsm & _ & H1 & H2 & Ha & _).
  pose proof HC as (_ & _ & H3 & H4 & _).
  exact (AmsgradNonconvex.apam_nc_default Hf He Hs (conj H1 H2)
    (conj (Rlt_le _ _ H3) (Rlt_le _ _ H4)) Ha HG Hsm Hrun Hnc Hmin HC Hv).
Qed.
End Adaptive.

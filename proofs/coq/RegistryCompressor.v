(* SPDX-License-Identifier: Apache-2.0 *)
(* Compressors: the theorems once, in terms of the foundation and of the definitions keep
   (Systems.v), selects_top (Compressor.v), rounds, scaled_selection (Rounding.v). *)
From Coq Require Import Reals.
From Staleproof Require Import Base Inner Random Step Coordinates Systems Formulary Bounds
  Compressor
  Rounding.
Local Open Scope R_scope.

(** * Contractions: |x - Q x|^2 <= gamma |x|^2 *)

(** RandomK, unscaled: every index is kept with probability K/d. Exact. *)
Theorem gamma_randk_guarantee {P : probability} d K (x : coordinates d) (kept : nat -> P -> bool) :
  gamma_randk_valid d K ->
  (forall i, (i < d)%nat -> integrable (fun w => if kept i w then 1 else 0)) ->
  (forall i, (i < d)%nat -> Ex (fun w => if kept i w then 1 else 0) = INR K / INR d) ->
  Ex (fun w => norm2 (vsub x (keep (fun i => kept i w) x : coordinates d)))
  = gamma_randk_bound d K * norm2 x.
Proof. intros _. exact (Rounding.selection_mean_error d x kept (INR K / INR d)). Qed.

(** TopK, for every x; it is attained when all entries have one size. *)
Theorem gamma_topk_guarantee d K sel (x : coordinates d) : gamma_topk_valid d K ->
  selects_top d K sel x ->
  norm2 (vsub x (keep sel x : coordinates d)) <= gamma_topk_bound d K * norm2 x.
Proof. intros (Hd & _). exact (Compressor.topk_contraction d K sel x Hd). Qed.

Theorem gamma_topk_attained d K sel a : gamma_topk_valid d K ->
  heard_sum d sel (fun _ => 1) = INR K ->
  let x : coordinates d := fun _ => a in
  selects_top d K sel x /\
  norm2 (vsub x (keep sel x : coordinates d)) = gamma_topk_bound d K * norm2 x.
Proof. intros (Hd & _). exact (Compressor.topk_attained d K sel a Hd). Qed.

(** Scaled sign, whose error is exactly |x|^2 - |x|_1^2/d. *)
Theorem gamma_onebit_guarantee d (x y : coordinates d) : gamma_onebit_valid d ->
  (forall i, (i < d)%nat -> x i * y i = norm1 d x / INR d * Rabs (x i) /\
    y i ^ 2 = (norm1 d x / INR d) ^ 2) ->
  norm2 (vsub x y) = norm2 x - norm1 d x ^ 2 / INR d /\
  norm2 (vsub x y) <= gamma_onebit_bound d * norm2 x.
Proof. exact (Compressor.scaled_sign_contraction d x y). Qed.

(** TopK, then a gamma2-contraction y of what is kept. *)
Theorem gamma_topk_then_contractive_guarantee d K gamma2 sel (x y : coordinates d) :
  gamma_topk_then_contractive_valid d K gamma2 -> selects_top d K sel x ->
  (forall i, (i < d)%nat -> sel i = false -> y i = 0) ->
  norm2 (vsub (keep sel x : coordinates d) y) <= gamma2 * norm2 (keep sel x : coordinates d) ->
  norm2 (vsub x y) <= gamma_topk_then_contractive_bound d K gamma2 * norm2 x.
Proof. exact (Compressor.gamma_topk_then_contractive d K gamma2 sel x y). Qed.

(** All entries above rho times the largest (entry m) are kept. *)
Theorem gamma_adaptive_threshold_max_guarantee d rho sel (x : coordinates d) m :
  gamma_adaptive_threshold_max_valid d rho ->
  (m < d)%nat -> sel m = true ->
  (forall i, (i < d)%nat -> sel i = false -> Rabs (x i) <= rho * Rabs (x m)) ->
  norm2 (vsub x (keep sel x : coordinates d)) <= gamma_adaptive_threshold_max_bound d rho * norm2 x.
Proof. exact (Compressor.gamma_adaptive_threshold_max d rho sel x m). Qed.

(** All entries above rho |x|/sqrt d are kept, and at least one entry. *)
Theorem gamma_adaptive_threshold_rms_guarantee d rho sel (x : coordinates d) m :
  gamma_adaptive_threshold_rms_valid rho d ->
  (m < d)%nat -> sel m = true ->
  (forall i, (i < d)%nat -> sel i = false -> INR d * x i ^ 2 <= rho ^ 2 * norm2 x) ->
  norm2 (vsub x (keep sel x : coordinates d)) <= gamma_adaptive_threshold_rms_bound rho d * norm2 x.
Proof. exact (Compressor.gamma_adaptive_threshold_rms d rho sel x m). Qed.

(** Round to nearest on the grid of steps |x k|/q, entry k the largest and exact. *)
Theorem gamma_int8_absmax_guarantee b q (x y : coordinates b) k : gamma_int8_absmax_valid b q ->
  (k < b)%nat -> y k = x k ->
  (forall i, (i < b)%nat -> Rabs (x i - y i) <= Rabs (x i)) ->
  (forall i, (i < b)%nat -> Rabs (x i - y i) <= Rabs (x k) / (2 * INR q)) ->
  norm2 (vsub x y) <= gamma_int8_absmax_bound b q * norm2 x.
Proof. exact (Compressor.gamma_int8_absmax b q x y k). Qed.

(** An unbiased q of variance omega, divided by 1 + omega. *)
Theorem gamma_of_scaled_unbiased_guarantee {V : space} {P : probability} {H : L2 V P}
    (x q y : rvec H) omega :
  gamma_of_scaled_unbiased_valid omega ->
  Ex (fun w => inner (x w) (q w)) = Ex (fun w => norm2 (x w)) ->
  Ex (fun w => norm2 (vsub (q w) (x w))) <= omega * Ex (fun w => norm2 (x w)) ->
  (forall w, y w = vscal (/ (1 + omega)) (q w)) ->
  Ex (fun w => norm2 (vsub (x w) (y w)))
  <= gamma_of_scaled_unbiased_bound omega * Ex (fun w => norm2 (x w)).
Proof. exact (Rounding.gamma_of_scaled_unbiased x q y omega). Qed.

(** * Unbiased: E Q = x and E|Q - x|^2 <= omega |x|^2 *)

(** RandomK scaled by d/K: exact. *)
Theorem omega_randk_unbiased_guarantee {P : probability} d K (x : coordinates d)
    (kept : nat -> P -> bool) :
  omega_randk_unbiased_valid d K ->
  (forall i, (i < d)%nat -> integrable (fun w => if kept i w then 1 else 0)) ->
  (forall i, (i < d)%nat -> Ex (fun w => if kept i w then 1 else 0) = INR K / INR d) ->
  (forall h : coordinates d,
    Ex (fun w => inner h (scaled_selection d x kept (INR K / INR d) w)) = inner h x) /\
  Ex (fun w => norm2 (vsub (scaled_selection d x kept (INR K / INR d) w) x))
  = omega_randk_unbiased_bound d K * norm2 x.
Proof.
  intros (Hd & HK & _) HI Hq. pose proof (INR_pos d Hd). pose proof (INR_pos K HK).
  assert (0 < INR K / INR d) as Hp by now apply Rdiv_pos. split.
  - intros h. now apply Rounding.scaled_selection_unbiased.
  - rewrite (Rounding.scaled_selection_variance d x kept (INR K / INR d) HI Hq Hp).
    unfold omega_randk_unbiased_bound. f_equal. field. split; apply Rgt_not_eq; assumption.
Qed.

(** Each entry kept with probability q and divided by q: exact. *)
Theorem omega_bernoulli_guarantee {P : probability} d (x : coordinates d) (kept : nat -> P -> bool)
  q :
  omega_bernoulli_valid q ->
  (forall i, (i < d)%nat -> integrable (fun w => if kept i w then 1 else 0)) ->
  (forall i, (i < d)%nat -> Ex (fun w => if kept i w then 1 else 0) = q) ->
  (forall h : coordinates d, Ex (fun w => inner h (scaled_selection d x kept q w)) = inner h x) /\
  Ex (fun w => norm2 (vsub (scaled_selection d x kept q w) x)) = omega_bernoulli_bound q * norm2 x.
Proof.
  intros (Hq0 & _) HI Hq. split.
  - intros h. now apply Rounding.scaled_selection_unbiased.
  - exact (Rounding.scaled_selection_variance d x kept q HI Hq Hq0).
Qed.

(** s even levels up to the largest entry, which is one of them. *)
Theorem omega_dither_linf_guarantee {P : probability} d s (x lo hi : coordinates d)
    (Q : P -> coordinates d) k :
  rounds d x lo hi Q -> (k < d)%nat -> (hi k = x k \/ lo k = x k) ->
  omega_dither_linf_valid d s -> x k <> 0 ->
  (forall i, (i < d)%nat -> exists z, lo i = IZR z * (Rabs (x k) / INR s) /\
     hi i = (IZR z + 1) * (Rabs (x k) / INR s) /\ lo i <= x i <= hi i) ->
  Ex (fun w => norm2 (vsub (Q w) x)) <= omega_dither_linf_bound d s * norm2 x.
Proof. exact (Rounding.omega_dither_linf d s x lo hi Q k). Qed.

Theorem omega_int8_stochastic_guarantee {P : probability} b q (x lo hi : coordinates b)
    (Q : P -> coordinates b) k :
  rounds b x lo hi Q -> (k < b)%nat -> (hi k = x k \/ lo k = x k) ->
  omega_int8_stochastic_valid b q -> x k <> 0 ->
  (forall i, (i < b)%nat -> exists z, lo i = IZR z * (Rabs (x k) / INR q) /\
     hi i = (IZR z + 1) * (Rabs (x k) / INR q) /\ lo i <= x i <= hi i) ->
  Ex (fun w => norm2 (vsub (Q w) x)) <= omega_int8_stochastic_bound b q * norm2 x.
Proof. exact (Rounding.omega_int8_stochastic b q x lo hi Q k). Qed.

(** To 0 or plus or minus the largest entry. *)
Theorem omega_terngrad_guarantee {P : probability} d (x lo hi : coordinates d)
    (Q : P -> coordinates d) k :
  rounds d x lo hi Q -> (k < d)%nat -> (hi k = x k \/ lo k = x k) ->
  omega_terngrad_valid d -> x k <> 0 ->
  (forall i, (i < d)%nat -> exists z, lo i = IZR z * Rabs (x k) /\
     hi i = (IZR z + 1) * Rabs (x k) /\ lo i <= x i <= hi i) ->
  Ex (fun w => norm2 (vsub (Q w) x)) <= omega_terngrad_bound d * norm2 x.
Proof. exact (Rounding.omega_terngrad d x lo hi Q k). Qed.

(** Absolute values, largest x k; below its 2^(1-s)-fold to 0 or that, above to x k over a power of
    two. *)
Theorem omega_natural_dither_linf_guarantee {P : probability} d s (x lo hi : coordinates d)
    (Q : P -> coordinates d) k :
  rounds d x lo hi Q -> (k < d)%nat -> (hi k = x k \/ lo k = x k) ->
  omega_natural_dither_linf_valid d s -> x k <> 0 ->
  (forall i, (i < d)%nat -> 0 <= x i) ->
  (forall i, (i < d)%nat -> (lo i = 0 /\ hi i = (1 / 2) ^ (s - 1) * x k /\ x i <= hi i)
     \/ (0 < lo i /\ hi i = 2 * lo i)) ->
  Ex (fun w => norm2 (vsub (Q w) x)) <= omega_natural_dither_linf_bound d s * norm2 x.
Proof. exact (Rounding.omega_natural_dither_linf d s x lo hi Q k). Qed.

(** To one of the powers of two around each entry. *)
Theorem omega_natural_guarantee {P : probability} d (x lo hi : coordinates d)
    (Q : P -> coordinates d) :
  rounds d x lo hi Q -> omega_natural_valid ->
  (forall i, (i < d)%nat -> hi i = 2 * lo i) ->
  Ex (fun w => norm2 (vsub (Q w) x)) <= omega_natural_bound * norm2 x.
Proof. exact (Rounding.omega_natural d x lo hi Q). Qed.

(** Stochastic rounding of absolute values to p bits; unit i is the power of two below x i. *)
Theorem omega_cast_stochastic_normal_range_guarantee {P : probability} d (x lo hi : coordinates d)
    (Q : P -> coordinates d) bits (unit : nat -> R) :
  rounds d x lo hi Q -> omega_cast_stochastic_normal_range_valid bits ->
  (forall i, (i < d)%nat -> 0 < unit i <= lo i /\ lo i <= x i <= hi i /\
     hi i = lo i + (1 / 2) ^ (bits - 1) * unit i) ->
  Ex (fun w => norm2 (vsub (Q w) x)) <= omega_cast_stochastic_normal_range_bound bits * norm2 x.
Proof. exact (Rounding.omega_cast_stochastic_normal_range d x lo hi Q bits unit). Qed.

(** QSGD: s even levels up to the Euclidean norm, the published constant. *)
Theorem omega_qsgd_l2_published_guarantee {P : probability} d s (x lo hi : coordinates d)
    (Q : P -> coordinates d) :
  rounds d x lo hi Q -> omega_qsgd_l2_published_valid d s -> 0 < norm x ->
  (forall i, (i < d)%nat -> exists z, lo i = IZR z * (norm x / INR s) /\
     hi i = (IZR z + 1) * (norm x / INR s) /\ lo i <= x i <= hi i) ->
  Ex (fun w => norm2 (vsub (Q w) x)) <= omega_qsgd_l2_published_bound d s * norm2 x.
Proof. exact (Rounding.omega_qsgd_l2_published d s x lo hi Q). Qed.

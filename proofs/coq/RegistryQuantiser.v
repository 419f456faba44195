(* SPDX-License-Identifier: Apache-2.0 *)
(* More compressors: the theorems once, in terms of the foundation and of the definitions keep
   (Systems.v), selects_top (Compressor.v), uniform_draws, hash_rows, sketch_mean (Sketch.v),
   rounds (Rounding.v), topk_memory (TopkLower.v). *)
From Coq Require Import Reals.
From Staleproof Require Import Base Inner Random Step Coordinates Systems Formulary Bounds
  Compressor.
From Staleproof Require Dither.
From Staleproof Require Import Rounding Sketch TopkLower.
Local Open Scope R_scope.

(** * Draws and hashes *)

(** RandomK with replacement, duplicates collapse. Exact, for every x. *)
Theorem gamma_randk_with_replacement_guarantee {P : probability} d K (x : coordinates d)
    (draw : nat -> P -> nat) :
  gamma_randk_with_replacement_valid d K -> uniform_draws d K draw ->
  Ex (fun w => norm2 (vsub x (keep (fun i => drawn draw K i w) x : coordinates d)))
  = gamma_randk_with_replacement_bound d K * norm2 x.
Proof. exact (Sketch.gamma_randk_with_replacement d K x draw). Qed.

(** Count sketch, mean of the rows: unbiased, and its variance exactly, for every x. *)
Theorem omega_count_sketch_mean_guarantee {P : probability} d rows cols bucket
    (sign : nat -> nat -> P -> R) (x : coordinates d) :
  hash_rows d rows cols bucket sign -> omega_count_sketch_mean_valid d cols rows ->
  (forall i, (i < d)%nat -> Ex (fun w => sketch_mean d rows bucket sign x w i) = x i) /\
  Ex (fun w => norm2 (vsub (sketch_mean d rows bucket sign x w) x))
  = omega_count_sketch_mean_bound d cols rows * norm2 x.
Proof.
  intros Hh HV. split.
  - intros i. destruct HV as (_ & _ & Hr).
    exact (Sketch.sketch_unbiased d rows cols bucket sign Hh x i Hr).
  - exact (Sketch.omega_count_sketch_mean d rows cols bucket sign Hh x HV).
Qed.

(** * Compressors in a row, and in parts *)

(** TopK, then a compressor of what is kept of variance omega2 < 1. *)
Theorem gamma_topk_then_unbiased_guarantee {P : probability} d K omega2 sel (x : coordinates d)
    (y : P -> coordinates d) :
  gamma_topk_then_unbiased_valid d K omega2 -> selects_top d K sel x ->
  (forall i w, (i < d)%nat -> sel i = false -> y w i = 0) ->
  integrable (fun w => norm2 (vsub (keep sel x : coordinates d) (y w))) ->
  Ex (fun w => norm2 (vsub (keep sel x : coordinates d) (y w)))
  <= omega2 * norm2 (keep sel x : coordinates d) ->
  Ex (fun w => norm2 (vsub x (y w))) <= gamma_topk_then_unbiased_bound d K omega2 * norm2 x.
Proof. exact (Sketch.gamma_topk_then_unbiased d K omega2 sel x y). Qed.

(** An unbiased compressor y of the message q of an unbiased compressor of x: 1 + omega
    multiplies. *)
Theorem unbiased_after_unbiased {V : space} {P : probability} {H : L2 V P} (x q y : rvec H)
    omega1 omega2 :
  0 <= omega2 ->
  Ex (fun w => inner (x w) (q w)) = Ex (fun w => norm2 (x w)) ->
  Ex (fun w => norm2 (vsub (q w) (x w))) <= omega1 * Ex (fun w => norm2 (x w)) ->
  Ex (fun w => inner (q w) (y w)) = Ex (fun w => norm2 (q w)) ->
  Ex (fun w => inner (x w) (y w)) = Ex (fun w => inner (x w) (q w)) ->
  Ex (fun w => norm2 (vsub (y w) (q w))) <= omega2 * Ex (fun w => norm2 (q w)) ->
  Ex (fun w => inner (x w) (y w)) = Ex (fun w => norm2 (x w)) /\
  Ex (fun w => norm2 (vsub (y w) (x w)))
  <= ((1 + omega1) * (1 + omega2) - 1) * Ex (fun w => norm2 (x w)).
Proof. exact (Sketch.unbiased_after_unbiased x q y omega1 omega2). Qed.

(** A vector in n parts, each compressed on its own: the constant of the worst part. *)
Theorem concatenation {P : probability} n (part error : nat -> P -> R) (constant : nat -> R) most :
  (forall k, (k < n)%nat -> integrable (error k) /\ integrable (part k)) ->
  (forall k w, (k < n)%nat -> 0 <= part k w) ->
  (forall k, (k < n)%nat -> Ex (error k) <= constant k * Ex (part k)) ->
  (forall k, (k < n)%nat -> constant k <= most) ->
  Ex (fun w => rsum n (fun k => error k w)) <= most * Ex (fun w => rsum n (fun k => part k w)).
Proof. exact (Sketch.concatenation n part error constant most). Qed.

(** * Levels that are fractions of the Euclidean norm *)

(** QSGD: s even levels. *)
Theorem omega_qsgd_l2_guarantee {P : probability} d s (x lo hi : coordinates d)
    (Q : P -> coordinates d) :
  rounds d x lo hi Q -> omega_qsgd_l2_valid d s -> 0 < norm x ->
  (forall i, (i < d)%nat -> exists z, lo i = IZR z * (norm x / INR s) /\
     hi i = (IZR z + 1) * (norm x / INR s) /\ lo i <= x i <= hi i) ->
  Ex (fun w => norm2 (vsub (Q w) x)) <= omega_qsgd_l2_bound d s * norm2 x.
Proof.
  intros Hr HV Hx Hg. pose proof HV as (Hd & Hs).
  exact (Dither.omega_qsgd_l2 d s x lo hi Q Hr Hd Hs Hx Hg HV).
Qed.

(** Attained where s <= sqrt d/2, by entries of one size. *)
Theorem omega_qsgd_l2_attained {P : probability} d s a (Q : P -> coordinates d) :
  omega_qsgd_l2_valid d s -> INR s <= sqrt (INR d) / 2 -> 0 < a ->
  let x : coordinates d := fun _ => a in
  rounds d x (fun _ => 0) (fun _ => norm x / INR s) Q ->
  Ex (fun w => norm2 (vsub (Q w) x)) = omega_qsgd_l2_bound d s * norm2 x.
Proof. exact (Dither.omega_qsgd_l2_attained d s a Q). Qed.

(** Absolute values; below 2^(1-s) times the norm to 0 or that, above to a neighbouring level, each
    twice the one below. *)
Theorem omega_natural_dither_l2_guarantee {P : probability} d s (x lo hi : coordinates d)
    (Q : P -> coordinates d) :
  rounds d x lo hi Q -> omega_natural_dither_l2_valid d s ->
  (forall i, (i < d)%nat -> 0 <= x i) ->
  (forall i, (i < d)%nat -> (lo i = 0 /\ hi i = (1 / 2) ^ (s - 1) * norm x /\ x i <= hi i)
     \/ (0 < lo i /\ hi i = 2 * lo i)) ->
  Ex (fun w => norm2 (vsub (Q w) x)) <= omega_natural_dither_l2_bound d s * norm2 x.
Proof. exact (Dither.omega_natural_dither_l2 d s x lo hi Q). Qed.

(** * Rounding to nearest in a floating-point format *)

(** unit i is the power of two at or below |x i|: y i is at most half a unit in the last place away,
    and no further than that power of two is. *)
Theorem gamma_cast_rne_normal_range_guarantee d bits (x y : coordinates d) (unit : nat -> R) :
  gamma_cast_rne_normal_range_valid bits ->
  (forall i, (i < d)%nat -> x i = y i \/ 0 < unit i <= Rabs (x i) /\
    Rabs (x i - y i) <= unit i / 2 ^ bits /\ Rabs (x i - y i) <= Rabs (x i) - unit i) ->
  norm2 (vsub x y) <= gamma_cast_rne_normal_range_bound bits * norm2 x.
Proof. exact (Dither.gamma_cast_rne_normal_range d bits x y unit). Qed.

(** Attained at 1 + 2^-bits, half way between 1 and its neighbour. *)
Theorem gamma_cast_rne_attained d bits : gamma_cast_rne_normal_range_valid bits ->
  let x : coordinates d := fun _ => 1 + 1 / 2 ^ bits in
  let y : coordinates d := fun _ => 1 in
  norm2 (vsub x y) = gamma_cast_rne_normal_range_bound bits * norm2 x.
Proof. exact (Dither.gamma_cast_rne_attained d bits). Qed.

(** * Error feedback with TopK, from below *)

(** A constant B that bounds the memory of every run bounds what an adversary can reach. *)
Theorem B_ef_topk_lower_bound_guarantee d K M alpha B :
  0 < alpha -> B_ef_topk_lower_bound_valid d K M ->
  (forall n g e sel, topk_memory d K alpha M n g e sel ->
    norm (e n : coordinates d) <= alpha * B) ->
  B_ef_topk_lower_bound_bound d K M <= B.
Proof. exact (TopkLower.B_ef_topk_lower_bound d K M alpha B). Qed.

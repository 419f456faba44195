(* SPDX-License-Identifier: Apache-2.0 *)
(* R^d as a space: vectors are sequences of which the first d entries count. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner.
Local Open Scope R_scope.

Definition coordinates (d : nat) : space.
Proof.
  refine (Space (nat -> R) (fun _ => 0) (fun x y i => x i + y i) (fun a x i => a * x i)
    (fun x y => rsum d (fun i => x i * y i)) _ _ _ _ _).
  - intros. apply rsum_ext. intros. ring.
  - intros. apply rsum_zero. intros. ring.
  - intros. rewrite <- rsum_plus. apply rsum_ext. intros. ring.
  - intros. rewrite <- rsum_scal. apply rsum_ext. intros. ring.
  - intros. apply rsum_nonneg. intros. apply Rle_0_sqr.
Defined.

Lemma coordinates_norm2 d (x : coordinates d) : norm2 x = rsum d (fun i => x i ^ 2).
Proof. unfold norm2. cbn. apply rsum_ext. intros. ring. Qed.

Lemma coordinates_sub d (x y : coordinates d) i : vsub x y i = x i - y i.
Proof. unfold vsub. cbn. ring. Qed.

(** The sum of the absolute entries. *)
Definition norm1 d (x : nat -> R) : R := rsum d (fun i => Rabs (x i)).

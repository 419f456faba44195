(* SPDX-License-Identifier: Apache-2.0 *)
(* Functions that a formula file may use beside those of Coq's reals. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base.
Local Open Scope R_scope.

(** [rprod n F] is F 0 * ... * F (n - 1). *)
Fixpoint rprod (n : nat) (F : nat -> R) : R :=
  match n with O => 1 | S k => rprod k F * F k end.

(** The harmonic number 1 + 1/2 + ... + 1/n. *)
Definition harmonic (n : nat) : R := rsum n (fun i => 1 / (INR i + 1)).

(** Choices of the formula files: a < b ? c : d, a <= b ? c : d, a == b ? c : d. *)
Definition if_lt (a b c d : R) : R := if Rlt_dec a b then c else d.
Definition if_le (a b c d : R) : R := if Rle_dec a b then c else d.
Definition if_eq (a b c d : R) : R := if Req_EM_T a b then c else d.

(** The largest of F 0 .. F (n - 1), for n >= 1. *)
Fixpoint rlargest (n : nat) (F : nat -> R) : R :=
  match n with O => F O | S k => Rmax (rlargest k F) (F k) end.

Definition rfloor (x : R) : R := IZR (Int_part x).

(** x to a power that is not a count; 0 to any power is 0. *)
Definition rpower (x y : R) : R := if Rlt_dec 0 x then Rpower x y else 0.

Lemma rprod_ext n F G :
  (forall i, (i < n)%nat -> F i = G i) -> rprod n F = rprod n G.
Proof.
  induction n as [|n IH]; cbn; intros H; [reflexivity|].
  rewrite IH by (intros; apply H; lia). now rewrite H by lia.
Qed.

Lemma rprod_mult n F G : rprod n (fun i => F i * G i) = rprod n F * rprod n G.
Proof. induction n as [|n IH]; cbn; [ring|]. rewrite IH. ring. Qed.

Lemma rprod_pos n F : (forall i, (i < n)%nat -> 0 < F i) -> 0 < rprod n F.
Proof.
  induction n as [|n IH]; cbn; intros H; [lra|].
  apply Rmult_lt_0_compat; [apply IH; intros|]; apply H; lia.
Qed.

Lemma rprod_const n a : rprod n (fun _ => a) = a ^ n.
Proof. induction n as [|n IH]; cbn; [reflexivity|]. rewrite IH. ring. Qed.

Lemma harmonic_0 : harmonic 0 = 0.
Proof. reflexivity. Qed.

Lemma harmonic_S n : harmonic (S n) = harmonic n + / INR (S n).
Proof. unfold harmonic. cbn [rsum]. rewrite S_INR. unfold Rdiv. ring. Qed.

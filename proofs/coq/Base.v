(* SPDX-License-Identifier: Apache-2.0 *)
(* Finite sums of reals and the scalar recursions behind every rate. Standard library only.
   Facts whose names differ between Coq 8.16 and Rocq 9 are stated once, in section Compat. *)
From Coq Require Import Reals Lra Lia.
Local Open Scope R_scope.

(** * Compat *)

Lemma Rdiv_pos a b : 0 < a -> 0 < b -> 0 < a / b.
Proof. intros. now apply Rmult_lt_0_compat; [|apply Rinv_0_lt_compat]. Qed.

Lemma Rdiv_nonneg a b : 0 <= a -> 0 < b -> 0 <= a / b.
Proof. intros. apply Rmult_le_pos; [assumption|]. now apply Rlt_le, Rinv_0_lt_compat. Qed.

Lemma Rinv_nonneg a : 0 < a -> 0 <= / a.
Proof. intros. now apply Rlt_le, Rinv_0_lt_compat. Qed.

(** a <= b / c from c a <= b: the way every quotient in a bound is introduced. *)
Lemma Rle_div a b c : 0 < c -> c * a <= b -> a <= b / c.
Proof.
  intros Hc H. apply Rmult_le_reg_l with c; [assumption|].
  replace (c * (b / c)) with b; [assumption|]. field. lra.
Qed.

Lemma Rdiv_le_iff a b c : 0 < c -> a <= b / c -> c * a <= b.
Proof.
  intros Hc H. apply Rmult_le_compat_l with (r := c) in H; [|lra].
  replace (c * (b / c)) with b in H; [assumption|]. field. lra.
Qed.

Lemma INR_pos n : (1 <= n)%nat -> 0 < INR n.
Proof. intros. apply lt_0_INR. lia. Qed.

Lemma pow_le_1 r n : 0 <= r -> r <= 1 -> r ^ n <= 1.
Proof.
  intros H0 H1. induction n as [|n IH]; cbn; [lra|].
  pose proof (pow_le r n H0). apply Rle_trans with (1 * 1); [|lra].
  apply Rmult_le_compat; assumption.
Qed.

Lemma exp_mono a b : a <= b -> exp a <= exp b.
Proof. intros [Hlt| ->]; [now apply Rlt_le, exp_increasing|lra]. Qed.

(** * Finite sums: [rsum n F] is F 0 + ... + F (n - 1) *)

Fixpoint rsum (n : nat) (F : nat -> R) : R :=
  match n with O => 0 | S k => rsum k F + F k end.

Lemma rsum_ext n F G : (forall i, (i < n)%nat -> F i = G i) -> rsum n F = rsum n G.
Proof.
  induction n as [|n IH]; cbn; intros H; [reflexivity|].
  rewrite IH by (intros; apply H; lia). now rewrite H by lia.
Qed.

Lemma rsum_plus n F G : rsum n (fun i => F i + G i) = rsum n F + rsum n G.
Proof. induction n as [|n IH]; cbn; [|rewrite IH]; ring. Qed.

Lemma rsum_minus n F G : rsum n (fun i => F i - G i) = rsum n F - rsum n G.
Proof. induction n as [|n IH]; cbn; [|rewrite IH]; ring. Qed.

Lemma rsum_scal n a F : rsum n (fun i => a * F i) = a * rsum n F.
Proof. induction n as [|n IH]; cbn; [|rewrite IH]; ring. Qed.

Lemma rsum_const n a : rsum n (fun _ => a) = INR n * a.
Proof. induction n as [|n IH]; [cbn; ring|]. cbn [rsum]. rewrite IH, S_INR. ring. Qed.

Lemma rsum_zero n F : (forall i, (i < n)%nat -> F i = 0) -> rsum n F = 0.
Proof. intros H. rewrite (rsum_ext n F (fun _ => 0)) by assumption. rewrite rsum_const. ring. Qed.

Lemma rsum_le n F G : (forall i, (i < n)%nat -> F i <= G i) -> rsum n F <= rsum n G.
Proof.
  induction n as [|n IH]; cbn; intros H; [lra|].
  apply Rplus_le_compat; [apply IH; intros|]; apply H; lia.
Qed.

Lemma rsum_nonneg n F : (forall i, (i < n)%nat -> 0 <= F i) -> 0 <= rsum n F.
Proof. intros H. rewrite <- (rsum_zero n (fun _ => 0)) by reflexivity. now apply rsum_le. Qed.

Lemma rsum_le_const n F a : (forall i, (i < n)%nat -> F i <= a) -> rsum n F <= INR n * a.
Proof. intros H. rewrite <- rsum_const. now apply rsum_le. Qed.

Lemma rsum_telescope n F : rsum n (fun i => F i - F (S i)) = F O - F n.
Proof. induction n as [|n IH]; cbn; [|rewrite IH]; ring. Qed.

(** The exchange of two sums: by update and by window, by worker and by step. *)
Lemma rsum_swap n m F :
  rsum n (fun i => rsum m (fun j => F i j)) = rsum m (fun j => rsum n (fun i => F i j)).
Proof.
  induction n as [|n IH]; cbn.
  - now rewrite rsum_zero.
  - now rewrite IH, <- rsum_plus.
Qed.

(** Only the diagonal survives when the cross terms vanish: uncorrelated noise. *)
Lemma rsum_one n k F : (k < n)%nat -> (forall i, (i < n)%nat -> i <> k -> F i = 0) ->
  rsum n F = F k.
Proof.
  induction n as [|n IH]; [lia|]. intros Hk H. cbn.
  destruct (Nat.eq_dec k n) as [->|Hne].
  - rewrite rsum_zero; [ring|]. intros i Hi. apply H; lia.
  - rewrite IH by (try lia; intros; apply H; lia). rewrite (H n) by lia. ring.
Qed.

Lemma rsum_diag n (a : nat -> nat -> R) :
  (forall k l, (k < n)%nat -> (l < n)%nat -> k <> l -> a k l = 0) ->
  rsum n (fun k => rsum n (fun l => a k l)) = rsum n (fun k => a k k).
Proof.
  intros H. apply rsum_ext; intros k Hk. apply (rsum_one n k (a k)); [assumption|].
  intros l Hl Hne. apply H; auto.
Qed.

(** A sum over the terms that a test selects is the sum with the others put to 0. *)
Lemma rsum_split n m F : rsum (n + m) F = rsum n F + rsum m (fun i => F (n + i)%nat).
Proof.
  induction m as [|m IH].
  - rewrite Nat.add_0_r. cbn. ring.
  - rewrite Nat.add_succ_r. cbn. rewrite IH. ring.
Qed.

Lemma rsum_monotone n m F : (n <= m)%nat -> (forall i, (i < m)%nat -> 0 <= F i) ->
  rsum n F <= rsum m F.
Proof.
  intros Hnm H. replace m with (n + (m - n))%nat by lia. rewrite rsum_split.
  assert (0 <= rsum (m - n) (fun i => F (n + i)%nat)); [|lra].
  apply rsum_nonneg. intros. apply H. lia.
Qed.

(** Cauchy and Schwarz: the square of a sum of n terms is at most n times the sum of squares. *)
Lemma rsum_sqr_le n F : rsum n F ^ 2 <= INR n * rsum n (fun i => F i ^ 2).
Proof.
  replace (rsum n F ^ 2) with (rsum n (fun i => rsum n (fun j => F i * F j))).
  - apply Rle_trans with (rsum n (fun i => rsum n (fun j => F i ^ 2 / 2 + F j ^ 2 / 2))).
    + apply rsum_le; intros i _. apply rsum_le; intros j _. pose proof (pow2_ge_0 (F i - F j)). nra.
    + right. rewrite (rsum_ext n _ (fun i => INR n / 2 * F i ^ 2 + / 2 * rsum n (fun j => F j ^
      2))).
      * rewrite rsum_plus, rsum_scal, rsum_const. field.
      * intros i _. rewrite rsum_plus, rsum_const.
        rewrite (rsum_ext n _ (fun j => / 2 * F j ^ 2)) by (intros; field).
        rewrite rsum_scal. field.
  - rewrite (rsum_ext n _ (fun i => rsum n F * F i)).
    + rewrite rsum_scal. ring.
    + intros i _. rewrite rsum_scal. ring.
Qed.

(** * Two recursions *)

(** A gap that shrinks by the factor r and gains b in each of T steps. *)
Lemma affine_recursion (e : nat -> R) r b T : 0 <= r -> r < 1 ->
  (forall t, (t < T)%nat -> e (S t) <= r * e t + b) ->
  e T <= b / (1 - r) + r ^ T * (e O - b / (1 - r)).
Proof.
  intros Hr Hr1. induction T as [|T IH]; intros H; cbn [pow]; [lra|].
  apply Rle_trans with (1 := H T (Nat.lt_succ_diag_r T)).
  replace (b / (1 - r) + r * r ^ T * (e O - b / (1 - r)))
    with (r * (b / (1 - r) + r ^ T * (e O - b / (1 - r))) + b) by (field; lra).
  apply Rplus_le_compat_r, Rmult_le_compat_l; [assumption|]. apply IH. intros. apply H. lia.
Qed.

(** A value F that a * A t pushes down and b t pushes up, in each of T steps, and that never falls
    below Fstar: the A t cannot all be large. Everything non-convex ends here. *)
Lemma descent_sum (F A b : nat -> R) Fstar T : Fstar <= F T ->
  (forall t, (t < T)%nat -> F (S t) <= F t - A t + b t) ->
  rsum T A <= F O - Fstar + rsum T b.
Proof.
  intros Hs H.
  assert (rsum T A <= rsum T (fun t => (F t - F (S t)) + b t)) as HH.
  { apply rsum_le; intros t Ht. specialize (H t Ht). lra. }
  rewrite rsum_plus, rsum_telescope in HH. lra.
Qed.

(* SPDX-License-Identifier: Apache-2.0 *)
(* The mean of a time, from its survival function; and the probability that fewer than K of P
   independent events happen, which is the survival function of an order statistic. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From Staleproof Require Import Base.
Local Open Scope R_scope.

(* Coquelicot states equations between reals in its own structures: bring them back to R. *)
Ltac in_R := match goal with |- @eq _ ?a ?b => change (@eq R a b) end.

(** A time X >= 0 with P(X > t) = S t has mean m: the integral of S from 0 on is m. *)
Definition mean_of_survival (S : R -> R) (m : R) : Prop :=
  is_lim (fun T => RInt S 0 T) p_infty m.

(** The probability that fewer than K of P independent events happen, each of probability u:
    by whether the last one happens. *)
Fixpoint fewer (K P : nat) (u : R) : R :=
  match K, P with
  | O, _ => 0
  | S _, O => 1
  | S k, S p => (1 - u) * fewer (S k) p u + u * fewer k p u
  end.

(** Exactly K of them happen. *)
Definition exactly (K P : nat) (u : R) : R := fewer (S K) P u - fewer K P u.

Lemma fewer_0 P u : fewer 0 P u = 0.
Proof. now destruct P. Qed.

Lemma fewer_SS K P u : fewer (S K) (S P) u = (1 - u) * fewer (S K) P u + u * fewer K P u.
Proof. reflexivity. Qed.

Lemma fewer_exactly K P u : fewer K P u = rsum K (fun i => exactly i P u).
Proof.
  induction K as [|K IH]; [apply fewer_0|]. cbn [rsum]. rewrite <- IH. unfold exactly. ring.
Qed.

(** No event has happened at u = 0; all have at u = 1. *)
Lemma fewer_at_0 K P : fewer (S K) P 0 = 1.
Proof. induction P as [|P IH]; [reflexivity|]. rewrite fewer_SS, IH. ring. Qed.

Lemma fewer_at_1 K P : (K <= P)%nat -> fewer K P 1 = 0.
Proof.
  revert K; induction P as [|P IH]; intros [|K] H; try lia; [reflexivity|reflexivity|].
  rewrite fewer_SS, (IH K) by lia. ring.
Qed.

(** All but the last: one of the events is missing. *)
Lemma fewer_all P u : (0 < P)%nat -> fewer P P u = 1 - u ^ P.
Proof.
  assert (forall k p, (p < k)%nat -> fewer k p u = 1) as all_1.
  { intros k p; revert k; induction p as [|p IH]; intros [|k] H; try lia; [reflexivity|].
    rewrite fewer_SS, !IH by lia. ring. }
  destruct P as [|P]; [lia|intros _]. induction P as [|P IH]; [cbn; ring|].
  rewrite fewer_SS, IH, all_1 by lia. cbn [pow]. ring.
Qed.

(** The first: none has happened. *)
Lemma fewer_1 P u : fewer 1 P u = (1 - u) ^ P.
Proof. induction P as [|P IH]; [reflexivity|]. rewrite fewer_SS, IH, fewer_0. cbn. ring. Qed.

Lemma exactly_SS K P u :
  exactly (S K) (S P) u = (1 - u) * exactly (S K) P u + u * exactly K P u.
Proof. unfold exactly. rewrite !fewer_SS. ring. Qed.

Lemma exactly_0S P u : exactly 0 (S P) u = (1 - u) * exactly 0 P u.
Proof. unfold exactly. rewrite fewer_SS, !fewer_0. ring. Qed.

Lemma fewer_derive K P u :
  is_derive (fewer (S K) (S P)) u (- (INR (S P) * exactly K P u)).
Proof.
  revert K; induction P as [|P IH]; intros K.
  - apply (is_derive_ext (fun x => (1 - x) * 1 + x * fewer K 0 x)); [reflexivity|].
    destruct K as [|[|K]]; cbn [fewer]; (evar_last; [now auto_derive|]);
      unfold exactly; in_R; cbn; ring.
  - apply (is_derive_ext (fun x => (1 - x) * fewer (S K) (S P) x + x * fewer K (S P) x));
      [reflexivity|].
    rewrite (S_INR (S P)). destruct K as [|K].
    + apply (is_derive_ext (fun x => (1 - x) * fewer 1 (S P) x));
        [intros; rewrite fewer_0; in_R; ring|].
      evar_last.
      * apply (is_derive_mult (fun x => 1 - x)); [auto_derive; trivial|apply IH|].
        intros; apply Rmult_comm.
      * unfold plus, mult; in_R; cbn -[INR fewer]. rewrite exactly_0S. unfold exactly.
        rewrite !fewer_0. rewrite fewer_SS, fewer_0. ring.
    + evar_last.
      * apply (is_derive_plus (V := R_NormedModule)).
        -- apply (is_derive_mult (fun x => 1 - x)); [auto_derive; trivial|apply IH|].
           intros; apply Rmult_comm.
        -- apply (is_derive_mult (fun x : R => x)); [apply is_derive_id|apply IH|].
           intros; apply Rmult_comm.
      * unfold plus, mult, one; in_R; cbn -[INR fewer]. rewrite exactly_SS. unfold exactly.
        rewrite !(fewer_SS _ P). ring.
Qed.

Lemma fewer_ex_derive K P u : ex_derive (fewer K P) u.
Proof.
  destruct K as [|K]; [apply (ex_derive_ext (fun _ => 0)); [intros; now rewrite fewer_0|];
                       apply ex_derive_const|].
  destruct P as [|P]; [apply ex_derive_const|]. eexists. apply fewer_derive.
Qed.

Lemma fewer_continuous K P u : continuous (fewer K P) u.
Proof. apply (ex_derive_continuous (V := R_NormedModule)), fewer_ex_derive. Qed.

(** Absorption: of P + 1 events K happen and a given one does not, or does. *)
Lemma exactly_absorb P u : forall K,
  (1 - u) * (INR (S P) * exactly K P u) = (INR (S P) - INR K) * exactly K (S P) u /\
  u * (INR (S P) * exactly K P u) = INR (S K) * exactly (S K) (S P) u.
Proof.
  induction P as [|P IH]; intros K.
  - destruct K as [|[|K]]; unfold exactly; cbn -[INR]; rewrite ?S_INR; change (INR 0) with 0;
      split; ring.
  - destruct (IH K) as [IA IB]. rewrite (S_INR (S P)), (S_INR K) in *. split.
    + destruct K as [|K]; [rewrite (exactly_0S (S P)); change (INR 0) with 0; ring|].
      destruct (IH K) as [JA JB]. rewrite (exactly_SS K (S P)), (S_INR K) in *.
      assert (u * ((INR (S P) - INR K) * exactly K (S P) u)
              = (1 - u) * ((INR K + 1) * exactly (S K) (S P) u)) as E
        by (rewrite <- JA, <- JB; ring).
      replace ((INR (S P) + 1 - (INR K + 1)) *
          ((1 - u) * exactly (S K) (S P) u + u * exactly K (S P) u))
        with ((INR (S P) - INR K) * (1 - u) * exactly (S K) (S P) u
              + u * ((INR (S P) - INR K) * exactly K (S P) u)) by ring.
      rewrite E. ring.
    + rewrite (exactly_SS K (S P)).
      assert (u * ((INR (S P) - INR K) * exactly K (S P) u)
              = (1 - u) * ((INR K + 1) * exactly (S K) (S P) u)) as E
        by (rewrite <- IA, <- IB; ring).
      rewrite Rmult_plus_distr_l.
      replace ((INR K + 1) * ((1 - u) * exactly (S K) (S P) u))
        with ((1 - u) * ((INR K + 1) * exactly (S K) (S P) u)) by ring.
      rewrite <- E. ring.
Qed.

(** Along a time t with u' = h (1 - u) (h is the hazard rate of one event) the probability that
    at most K of P have happened falls at the rate h (P - K) times that of exactly K. *)
Lemma fewer_hazard K P (u : R -> R) h t : (K < P)%nat ->
  is_derive u t (h * (1 - u t)) ->
  is_derive (fun s => fewer (S K) P (u s)) t (- (h * ((INR P - INR K) * exactly K P (u t)))).
Proof.
  destruct P as [|P]; [lia|]. intros _ Hu.
  evar_last; [apply (is_derive_comp (fewer (S K) (S P)) u); [apply fewer_derive|exact Hu]|].
  destruct (exactly_absorb P (u t) K) as [A _].
  unfold scal; cbn -[INR]; unfold mult; in_R; cbn -[INR]. rewrite <- A. ring.
Qed.

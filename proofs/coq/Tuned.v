(* SPDX-License-Identifier: Apache-2.0 *)
(* The learning rate that balances the three terms of the non-convex elastic bound, and the closed
   form of the bound at it. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Formulary Bounds.
Local Open Scope R_scope.

(** * Powers that are not counts *)

Lemma rpower_pos x y : 0 < x -> 0 < rpower x y.
Proof. intros Hx. unfold rpower. destruct (Rlt_dec 0 x); [apply exp_pos|contradiction]. Qed.

Lemma rpower_nonneg x y : 0 <= rpower x y.
Proof. unfold rpower. destruct (Rlt_dec 0 x); [apply Rlt_le, exp_pos|lra]. Qed.

Lemma rpower_pow x y n z : 0 <= x -> (1 <= n)%nat -> y * INR n = z -> rpower x y ^ n = rpower x z.
Proof.
  intros Hx Hn <-. unfold rpower. destruct (Rlt_dec 0 x) as [Hp|_].
  - rewrite <- Rpower_mult, Rpower_pow; [reflexivity|apply exp_pos].
  - apply pow_i. lia.
Qed.

Lemma rpower_count x n : 0 <= x -> (1 <= n)%nat -> rpower x (INR n) = x ^ n.
Proof.
  intros Hx Hn. unfold rpower. destruct (Rlt_dec 0 x) as [Hp|C].
  - now apply Rpower_pow.
  - replace x with 0 by lra. symmetry. apply pow_i. lia.
Qed.

Lemma cube_inj a b : 0 <= a -> 0 <= b -> a ^ 3 = b ^ 3 -> a = b.
Proof.
  intros Ha Hb E.
  assert (Hlt : forall u v, 0 <= u -> u < v -> u ^ 3 < v ^ 3).
  { intros u v Hu Hv. assert (0 < (v - u) * (u ^ 2 + u * v + v ^ 2)); [|lra].
    apply Rmult_lt_0_compat; [lra|]. pose proof (pow2_ge_0 u). nra. }
  destruct (Rtotal_order a b) as [Hl|[He|Hg]]; [|assumption|].
  - pose proof (Hlt a b Ha Hl). lra.
  - pose proof (Hlt b a Hb Hg). lra.
Qed.

(** * The balance *)

Section Tuned.
Context (Delta L sigma B : R) (p T : nat).
Hypothesis HD : 0 < Delta.
Hypothesis HL : 0 < L.
Hypothesis Hsigma : 0 <= sigma.
Hypothesis HB : 0 <= B.
Hypothesis Hp : (1 <= p)%nat.
Hypothesis HT : (1 <= T)%nat.

Let alpha := nonconvex_tuned_alpha_bound Delta L sigma B p T.
Let a1 := 1 / L.
Let a2 := if_eq sigma 0 (1 / L) (sqrt (2 * Delta * INR p / (L * sigma ^ 2 * INR T))).
Let a3 := if_eq B 0 (1 / L) (rpower (2 * Delta / (L ^ 2 * B ^ 2 * INR T)) (1 / 3)).

Lemma tuned_parts : 0 < a1 /\ 0 < a2 /\ 0 < a3 /\ 0 < alpha /\
  alpha <= a1 /\ alpha <= a2 /\ alpha <= a3 /\ (alpha = a1 \/ alpha = a2 \/ alpha = a3).
Proof.
  pose proof (INR_pos p Hp) as Hpp. pose proof (INR_pos T HT) as HTp.
  assert (0 < a1) as H1 by (apply Rdiv_pos; lra).
  assert (0 < a2) as H2.
  { unfold a2, if_eq. destruct (Req_EM_T sigma 0) as [_|Hs]; [exact H1|]. apply sqrt_lt_R0.
    assert (0 < sigma ^ 2) by (apply pow_lt; lra).
    apply Rdiv_pos; [apply Rmult_lt_0_compat; lra|]. apply Rmult_lt_0_compat; [nra|assumption]. }
  assert (0 < a3) as H3.
  { unfold a3, if_eq. destruct (Req_EM_T B 0) as [_|Hs]; [exact H1|]. apply rpower_pos.
    assert (0 < B ^ 2) by (apply pow_lt; lra). assert (0 < L ^ 2) by (apply pow_lt; lra).
    apply Rdiv_pos; [lra|]. apply Rmult_lt_0_compat; [nra|assumption]. }
  change alpha with (Rmin a1 (Rmin a2 a3)).
  unfold Rmin. destruct (Rle_dec a2 a3); [destruct (Rle_dec a1 a2)|destruct (Rle_dec a1 a3)];
    repeat split; try lra; auto.
Qed.

(** Each of the three terms is at most what its own entry of the minimum makes of it. *)
Let q := sqrt (2 * Delta * L * sigma ^ 2 / (INR p * INR T)).
Let r := rpower (2 * Delta * L * B / INR T) (2 / 3).

Lemma noise_terms : sigma <> 0 ->
  2 * Delta / (a2 * INR T) = q /\ L * a2 * sigma ^ 2 / INR p = q.
Proof.
  intros Hs. pose proof (INR_pos p Hp) as Hpp. pose proof (INR_pos T HT) as HTp.
  assert (0 < sigma ^ 2) as Hs2 by (apply pow_lt; lra).
  destruct tuned_parts as (_ & H2 & _).
  assert (a2 ^ 2 = 2 * Delta * INR p / (L * sigma ^ 2 * INR T)) as E.
  { unfold a2, if_eq. destruct (Req_EM_T sigma 0); [contradiction|]. apply pow2_sqrt.
    apply Rdiv_nonneg; [apply Rmult_le_pos; lra|].
    apply Rmult_lt_0_compat; [nra|assumption]. }
  split; symmetry; unfold q; apply sqrt_lem_1.
  - apply Rdiv_nonneg; [|now apply Rmult_lt_0_compat]. repeat apply Rmult_le_pos; lra.
  - apply Rdiv_nonneg; [lra|]. now apply Rmult_lt_0_compat.
  - replace (2 * Delta / (a2 * INR T) * (2 * Delta / (a2 * INR T)))
      with (4 * Delta ^ 2 / (a2 ^ 2 * INR T ^ 2)) by (field; lra).
    rewrite E. field. repeat split; lra.
  - apply Rdiv_nonneg; [|now apply Rmult_lt_0_compat]. repeat apply Rmult_le_pos; lra.
  - apply Rdiv_nonneg; [|assumption]. repeat apply Rmult_le_pos; lra.
  - replace (L * a2 * sigma ^ 2 / INR p * (L * a2 * sigma ^ 2 / INR p))
      with (L ^ 2 * sigma ^ 2 * sigma ^ 2 / INR p ^ 2 * a2 ^ 2) by (field; lra).
    rewrite E. field. repeat split; lra.
Qed.

Lemma drift_terms : B <> 0 ->
  2 * Delta / (a3 * INR T) = r /\ L ^ 2 * a3 ^ 2 * B ^ 2 = r.
Proof.
  intros Hb. pose proof (INR_pos T HT) as HTp.
  assert (0 < B ^ 2) as Hb2 by (apply pow_lt; lra).
  assert (0 < L ^ 2) as HL2 by (apply pow_lt; lra).
  destruct tuned_parts as (_ & _ & H3 & _).
  set (y := 2 * Delta / (L ^ 2 * B ^ 2 * INR T)).
  assert (0 <= y) as Hy by (apply Rdiv_nonneg; [lra|apply Rmult_lt_0_compat; nra]).
  assert (a3 ^ 3 = y) as E.
  { unfold a3, if_eq. destruct (Req_EM_T B 0); [contradiction|]. fold y.
    rewrite (rpower_pow y (1 / 3) 3 (INR 1)) by (assumption || lia || (cbn; lra)).
    rewrite rpower_count by (assumption || lia). ring. }
  set (z := 2 * Delta * L * B / INR T).
  assert (0 <= z) as Hz by (apply Rdiv_nonneg; [repeat apply Rmult_le_pos; lra|assumption]).
  assert (r ^ 3 = z ^ 2) as Er.
  { unfold r. fold z. rewrite (rpower_pow z (2 / 3) 3 (INR 2)) by (assumption || lia || (cbn; lra)).
    apply rpower_count; [assumption|lia]. }
  assert (0 <= r) as Hr by apply rpower_nonneg.
  split; apply cube_inj; try assumption.
  - apply Rdiv_nonneg; [lra|]. now apply Rmult_lt_0_compat.
  - rewrite Er. replace ((2 * Delta / (a3 * INR T)) ^ 3) with (8 * Delta ^ 3 / (a3 ^ 3 * INR T ^ 3))
      by (field; lra).
    rewrite E. unfold y, z. field. repeat split; lra.
  - repeat apply Rmult_le_pos; lra.
  - rewrite Er. replace ((L ^ 2 * a3 ^ 2 * B ^ 2) ^ 3) with (L ^ 6 * B ^ 6 * (a3 ^ 3) ^ 2) by ring.
    rewrite E. unfold y, z. field. repeat split; lra.
Qed.

(** The bound at alpha: 1/alpha is at most the sum of the three 1/a. *)
Theorem tuned_closed :
  2 * Delta / (alpha * INR T) + L ^ 2 * alpha ^ 2 * B ^ 2 + L * alpha * sigma ^ 2 / INR p
  <= nonconvex_tuned_closed_bound Delta L sigma B p T.
Proof.
  pose proof (INR_pos p Hp) as Hpp. pose proof (INR_pos T HT) as HTp.
  destruct tuned_parts as (H1 & H2 & H3 & Ha & L1 & L2 & L3 & E).
  unfold nonconvex_tuned_closed_bound. fold q. fold r.
  assert (0 <= q) as Hq by apply sqrt_pos. assert (0 <= r) as Hr by apply rpower_nonneg.
  assert (0 <= 2 * L * Delta / INR T) as Hl.
  { apply Rdiv_nonneg; [|assumption]. repeat apply Rmult_le_pos; lra. }
  assert (2 * Delta / (a1 * INR T) = 2 * L * Delta / INR T) as E1 by (unfold a1; field; lra).
  (* the first term: by the entry that alpha is *)
  assert (2 * Delta / (alpha * INR T) <= 2 * L * Delta / INR T + q + r) as HF.
  { destruct E as [E | [E | E]]; rewrite E.
    - rewrite E1. lra.
    - destruct (Req_dec sigma 0) as [Hs|Hs].
      + assert (a2 = a1) as ->.
        { unfold a2, if_eq. destruct (Req_EM_T sigma 0); [reflexivity|contradiction]. }
        rewrite E1. lra.
      + destruct (noise_terms Hs) as [-> _]. lra.
    - destruct (Req_dec B 0) as [Hs|Hs].
      + assert (a3 = a1) as ->.
        { unfold a3, if_eq. destruct (Req_EM_T B 0); [reflexivity|contradiction]. }
        rewrite E1. lra.
      + destruct (drift_terms Hs) as [-> _]. lra. }
  assert (L * alpha * sigma ^ 2 / INR p <= q) as HN.
  { destruct (Req_dec sigma 0) as [Hs|Hs].
    - rewrite Hs. replace (L * alpha * 0 ^ 2 / INR p) with 0 by (field; lra). assumption.
    - destruct (noise_terms Hs) as [_ E2]. rewrite <- E2. apply Rmult_le_compat_r;
        [now apply Rinv_nonneg|]. apply Rmult_le_compat_r; [apply pow2_ge_0|].
      apply Rmult_le_compat_l; lra. }
  assert (L ^ 2 * alpha ^ 2 * B ^ 2 <= r) as HR.
  { destruct (Req_dec B 0) as [Hs|Hs].
    - rewrite Hs. replace (L ^ 2 * alpha ^ 2 * 0 ^ 2) with 0 by ring. assumption.
    - destruct (drift_terms Hs) as [_ E2]. rewrite <- E2.
      apply Rmult_le_compat_r; [apply pow2_ge_0|]. apply Rmult_le_compat_l; [apply pow2_ge_0|].
      apply pow_incr. lra. }
  lra.
Qed.
End Tuned.

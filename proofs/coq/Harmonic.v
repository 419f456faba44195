(* SPDX-License-Identifier: Apache-2.0 *)
(* Harmonic numbers: differences and logarithmic enclosures. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Formulary.
Local Open Scope R_scope.

Lemma INR_S_pos n : 0 < INR (S n).
Proof. apply lt_0_INR. lia. Qed.

(** H_P - H_(P-K) is the sum of 1/(P - i) over i = 0 .. K - 1. *)
Lemma harmonic_diff P K : (K <= P)%nat ->
  harmonic P - harmonic (P - K) = rsum K (fun i => / (INR P - INR i)).
Proof.
  induction K as [|K IH]; intros H.
  - rewrite Nat.sub_0_r. cbn. ring.
  - cbn [rsum]. rewrite <- IH by lia.
    replace (P - K)%nat with (S (P - S K)) by lia.
    rewrite harmonic_S. replace (S (P - S K)) with (P - K)%nat by lia.
    rewrite minus_INR by lia. ring.
Qed.

Lemma ln_le_sub1 x : 0 < x -> ln x <= x - 1.
Proof.
  intros Hx. pose proof (exp_ineq1_le (ln x)) as H. rewrite exp_ln in H by assumption. lra.
Qed.

Lemma ln_lt_sub1 x : 0 < x -> x <> 1 -> ln x < x - 1.
Proof.
  intros Hx Hne. assert (ln x <> 0).
  { intros E. apply Hne. now rewrite <- (exp_ln x), E, exp_0. }
  pose proof (exp_ineq1 (ln x) ltac:(assumption)) as H1.
  rewrite exp_ln in H1 by assumption. lra.
Qed.

Lemma ln_quotient x y : 0 < x -> 0 < y -> ln (x / y) = ln x - ln y.
Proof.
  intros Hx Hy. unfold Rdiv. rewrite ln_mult, ln_Rinv; auto using Rinv_0_lt_compat.
Qed.

(** 1/(n+1) < ln (n+1) - ln n < 1/n. *)
Lemma ln_step n : (1 <= n)%nat ->
  / INR (S n) < ln (INR (S n)) - ln (INR n) < / INR n.
Proof.
  intros Hn. pose proof (lt_0_INR n ltac:(lia)) as H0. pose proof (INR_S_pos n) as H1.
  pose proof (S_INR n) as E. split.
  - assert (ln (INR n) - ln (INR (S n)) < - / INR (S n)); [|lra].
    rewrite <- ln_quotient by assumption.
    apply Rlt_le_trans with (INR n / INR (S n) - 1).
    + apply ln_lt_sub1; [now apply Rdiv_lt_0_compat|]. intros C.
      apply (f_equal (fun x => x * INR (S n))) in C. unfold Rdiv in C.
      rewrite Rmult_assoc, Rinv_l in C by lra. lra.
    + replace (INR n) with (INR (S n) - 1) by lra. right. field. lra.
  - rewrite <- ln_quotient by assumption.
    apply Rlt_le_trans with (INR (S n) / INR n - 1).
    + apply ln_lt_sub1; [now apply Rdiv_lt_0_compat|]. intros C.
      apply (f_equal (fun x => x * INR n)) in C. unfold Rdiv in C.
      rewrite Rmult_assoc, Rinv_l in C by lra. lra.
    + rewrite E. right. field. lra.
Qed.

(** ln ((P+1)/(P-K+1)) <= H_P - H_(P-K), and <= ln (P/(P-K)) when K < P. *)
Theorem harmonic_diff_lower P K : (K <= P)%nat ->
  ln (INR (S P) / INR (S (P - K))) <= harmonic P - harmonic (P - K).
Proof.
  intros H. rewrite ln_quotient by apply INR_S_pos.
  replace P with (P - K + K)%nat at 1 3 by lia. generalize (P - K)%nat as q. clear H.
  intros q. induction K as [|K IH].
  - rewrite Nat.add_0_r. lra.
  - rewrite Nat.add_succ_r, harmonic_S.
    pose proof (ln_step (S (q + K)) ltac:(lia)). lra.
Qed.

Theorem harmonic_diff_upper P K : (K < P)%nat ->
  harmonic P - harmonic (P - K) <= ln (INR P / INR (P - K)).
Proof.
  intros H. rewrite ln_quotient by (apply lt_0_INR; lia).
  replace P with (P - K + K)%nat at 1 3 by lia.
  assert (Hq : (1 <= P - K)%nat) by lia. revert Hq. generalize (P - K)%nat as q. clear H.
  intros q Hq. induction K as [|K IH].
  - rewrite Nat.add_0_r. lra.
  - rewrite Nat.add_succ_r, harmonic_S.
    pose proof (ln_step (q + K) ltac:(lia)). lra.
Qed.

(** ln P < H_P <= 1 + ln P: the first is strict from P = 1 on. *)
Theorem harmonic_gt_ln P : (1 <= P)%nat -> ln (INR P) < harmonic P.
Proof.
  intros HP. apply Rlt_le_trans with (ln (INR (S P))).
  - apply ln_increasing; [apply lt_0_INR; lia|]. rewrite S_INR. lra.
  - pose proof (harmonic_diff_lower P P (le_n P)) as H. rewrite Nat.sub_diag in H.
    rewrite harmonic_0, Rminus_0_r in H. change (INR 1) with 1 in H.
    unfold Rdiv in H. now rewrite Rinv_1, Rmult_1_r in H.
Qed.

Theorem harmonic_le_ln P : (1 <= P)%nat -> harmonic P <= 1 + ln (INR P).
Proof.
  intros HP. destruct (Nat.eq_dec P 1) as [->|Hne].
  - rewrite harmonic_S, harmonic_0. change (INR 1) with 1. rewrite Rinv_1, ln_1. lra.
  - pose proof (harmonic_diff_upper P (P - 1) ltac:(lia)) as H.
    replace (P - (P - 1))%nat with 1%nat in H by lia.
    rewrite harmonic_S, harmonic_0 in H. change (INR 1) with 1 in H.
    unfold Rdiv in H. rewrite !Rinv_1, Rmult_1_r in H. lra.
Qed.

Lemma harmonic_pos P : (1 <= P)%nat -> 0 < harmonic P.
Proof.
  induction P as [|P IH]; [lia|]. intros _. rewrite harmonic_S.
  pose proof (Rinv_0_lt_compat _ (INR_S_pos P)).
  destruct P as [|P]; [rewrite harmonic_0; lra|]. specialize (IH ltac:(lia)). lra.
Qed.

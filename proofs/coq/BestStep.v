(* SPDX-License-Identifier: Apache-2.0 *)
(* The learning rate at which the bound of mini-batch SGD is least: the smoothness allows it, and no
   other allowed rate promises more. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Formulary Bounds.
Local Open Scope R_scope.

(** a/g + b g, on both sides of its least value sqrt (a/b). *)
Lemma best_of_two a b best g : 0 < best -> 0 < g ->
  0 <= (g - best) * (b * (g * best) - a) -> a / best + b * best <= a / g + b * g.
Proof.
  intros Hb Hg H. apply Rminus_le.
  replace (a / best + b * best - (a / g + b * g))
    with (- ((g - best) * (b * (g * best) - a) / (g * best))) by (field; lra).
  assert (0 <= (g - best) * (b * (g * best) - a) / (g * best)); [|lra].
  apply Rdiv_nonneg; [assumption|]. now apply Rmult_lt_0_compat.
Qed.

Section Best.
Context (Delta L sigma2 : R) (B K : nat).
Hypothesis HV : sgd_nc_gamma_opt_valid Delta L sigma2 B K.

Let best := sgd_nc_gamma_opt_bound Delta L sigma2 B K.
Let a := 2 * Delta / INR K.
Let b := L * sigma2 / INR B.

(** Either the rate is 1/L, below the balance a = b g^2, or it balances. *)
Lemma best_cases :
  0 < best <= 1 / L /\ ((best = 1 / L /\ b * best ^ 2 <= a) \/ b * best ^ 2 = a).
Proof.
  destruct HV as (HD & HL & Hs & HB & HK).
  pose proof (INR_pos B HB) as HBp. pose proof (INR_pos K HK) as HKp.
  assert (0 < 1 / L) as H1 by (apply Rdiv_pos; lra).
  assert (0 < a) as Ha by (apply Rdiv_pos; lra).
  unfold best, sgd_nc_gamma_opt_bound, if_eq. destruct (Req_EM_T sigma2 0) as [E|E].
  - split; [lra|]. left. split; [reflexivity|]. unfold b. rewrite E.
    replace (L * 0 / INR B * (1 / L) ^ 2) with 0 by (field; lra). lra.
  - set (r := 2 * Delta * INR B / (L * sigma2 * INR K)).
    assert (0 < L * sigma2) as Hls by (apply Rmult_lt_0_compat; lra).
    assert (0 < r) as Hr.
    { apply Rdiv_pos; apply Rmult_lt_0_compat; lra. }
    assert (b * sqrt r ^ 2 = a) as Er.
    { rewrite pow2_sqrt by lra. unfold b, r, a. field. repeat split; lra. }
    pose proof (sqrt_lt_R0 r Hr) as Hp.
    unfold Rmin. destruct (Rle_dec (1 / L) (sqrt r)) as [Hle|Hgt].
    + split; [lra|]. left. split; [reflexivity|]. rewrite <- Er. apply Rmult_le_compat_l.
      * apply Rlt_le, Rdiv_pos; assumption.
      * apply pow_incr. lra.
    + split; [lra|]. right. exact Er.
Qed.

Lemma best_valid : sgd_nc_valid Delta L sigma2 B best K.
Proof.
  destruct best_cases as ((H0 & H1) & _). destruct HV as (HD & HL & Hs & HB & HK).
  repeat split; try assumption; try lra.
  apply Rmult_le_compat_l with (r := L) in H1; [|lra].
  replace (L * (1 / L)) with 1 in H1 by (field; lra). exact H1.
Qed.

Theorem best_least gamma : sgd_nc_valid Delta L sigma2 B gamma K ->
  sgd_nc_bound Delta L sigma2 B best K <= sgd_nc_bound Delta L sigma2 B gamma K.
Proof.
  intros (_ & HL & Hs & HB & Hg & HK & HgL).
  destruct best_cases as ((H0 & H1) & Hcases).
  pose proof (INR_pos B HB) as HBp. pose proof (INR_pos K HK) as HKp.
  assert (forall g, 0 < g -> sgd_nc_bound Delta L sigma2 B g K = a / g + b * g) as E.
  { intros g Hg0. unfold sgd_nc_bound, a, b. field. lra. }
  rewrite !E by assumption. apply best_of_two; [assumption..|].
  assert (0 <= b) as Hb0.
  { apply Rdiv_nonneg; [|assumption]. apply Rmult_le_pos; lra. }
  destruct Hcases as [[Eb Hle] | Hab].
  - assert (gamma <= best) as Hgb.
    { rewrite Eb. apply Rmult_le_reg_l with L; [assumption|].
      replace (L * (1 / L)) with 1 by (field; lra). exact HgL. }
    assert (b * (gamma * best) <= b * best ^ 2) as Hm.
    { apply Rmult_le_compat_l; [assumption|]. cbn [pow]. rewrite Rmult_1_r.
      apply Rmult_le_compat_r; lra. }
    replace ((gamma - best) * (b * (gamma * best) - a))
      with ((best - gamma) * (a - b * (gamma * best))) by ring.
    apply Rmult_le_pos; lra.
  - rewrite <- Hab.
    replace ((gamma - best) * (b * (gamma * best) - b * best ^ 2))
      with (b * best * (gamma - best) ^ 2) by ring.
    apply Rmult_le_pos; [apply Rmult_le_pos; lra|apply pow2_ge_0].
Qed.
End Best.

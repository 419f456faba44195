(* SPDX-License-Identifier: Apache-2.0 *)
(* Asynchronous SGD in the order issued (async, K-async, K-batch-async; random, unbounded delays).
   No staleness constant: the gradients that a read misses are few, and each is missed few times. *)
From Coq Require Import Reals Lra Lia FunctionalExtensionality.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Formulary Bounds.
Local Open Scope R_scope.

Section Issue.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).
Context (N : nat) (h v growth Q : R) (w0 : V) (Other : nat -> rvec H -> Prop).
Context (missing : nat -> nat -> P -> bool) (z x g : nat -> rvec H).
Hypothesis Hrun : issue_run He N h v growth Q w0 Other missing z x g.
Hypothesis Hh : 0 < h.
Hypothesis Hv : 0 <= v.

Let m n := gradient He (x n).
Let noise n := vsub (g n) (m n).
Let G n := norm2 (m n).

(** A vector where gradient l is missing from read n, and 0 elsewhere. *)
Definition masked n l (u : rvec H) : rvec H :=
  Rvec _ (issue_member _ _ _ _ _ _ _ _ _ _ _ _ Hrun n l u (rvec_member u)).

(** How much of gradient l is missing from read n. *)
Let M n l := norm2 (masked n l (m l)).

Lemma masked_move n l k (u t : rvec H) :
  inner (masked n l u) (masked n k t) = inner u (masked n l (masked n k t)).
Proof.
  apply Ex_ext. intros w. cbn. unfold only_if.
  destruct (missing n l w); [reflexivity|]. now rewrite inner_zerol, inner_zeror.
Qed.

Lemma inner_masked_sub n l (s u t : rvec H) :
  inner s (masked n l (vsub u t)) = inner s (masked n l u) - inner s (masked n l t).
Proof.
  change (Ex (fun w => inner (s w) (only_if (missing n l) (vsub u t) w))
    = Ex (fun w => inner (s w) (masked n l u w)) - Ex (fun w => inner (s w) (masked n l t w))).
  rewrite <- Ex_minus by (apply rvec_dot). apply Ex_ext. intros w. cbn. unfold only_if.
  destruct (missing n l w); [apply inner_subr|]. rewrite !inner_zeror. ring.
Qed.

Lemma noise_orthogonal n u : (n < N)%nat -> Other n u -> inner u (noise n) = 0.
Proof.
  intros Hn Hu. unfold noise. rewrite inner_subr.
  pose proof (issue_unbiased _ _ _ _ _ _ _ _ _ _ _ _ Hrun n Hn u Hu) as U.
  change (inner u (g n) = inner u (m n)) in U. lra.
Qed.

(** The noise of l, where l is missing from read n, meets nothing that is missing from read n. *)
Lemma noise_masked_gradient n l k : (n < N)%nat -> (l < n)%nat -> (k < n)%nat ->
  inner (masked n l (noise l)) (masked n k (m k)) = 0.
Proof.
  intros Hn Hl Hk. rewrite masked_move, inner_sym. apply noise_orthogonal; [lia|].
  apply (issue_known_missing _ _ _ _ _ _ _ _ _ _ _ _ Hrun n l k); auto.
Qed.

Lemma noise_masked_noise n l k : (n < N)%nat -> (l < n)%nat -> (k < n)%nat -> l <> k ->
  inner (masked n l (noise l)) (masked n k (noise k)) = 0.
Proof.
  intros Hn Hl Hk Hne. unfold noise at 2. rewrite inner_masked_sub, noise_masked_gradient by
    assumption.
  rewrite masked_move, inner_sym, noise_orthogonal; [ring|lia|].
  apply (issue_known_missing _ _ _ _ _ _ _ _ _ _ _ _ Hrun n l k); auto.
Qed.

(** At most Q gradients are missing, so their sum is at most Q times the squares: path by path. *)
Lemma missing_gradients n : (n < N)%nat ->
  norm2 (vsum n (fun l => masked n l (m l))) <= Q * rsum n (fun l => M n l).
Proof.
  intros Hn.
  unfold M. change (norm2 (vsum n (fun l => masked n l (m l)))
    <= Q * rsum n (fun l => Ex (fun w => norm2 (masked n l (m l) w)))).
  rewrite <- (Ex_rsum n (fun l w => norm2 (masked n l (m l) w)))
    by (intros; apply (norm2_integrable H)).
  rewrite norm2_rvec, <- Ex_scal by (apply int_rsum; intros; apply (norm2_integrable H)).
  apply Ex_le; [apply (norm2_integrable H)|apply int_scal, int_rsum; intros;
    apply (norm2_integrable H)|].
  intros w. rewrite (rsum_at H n (fun l => masked n l (m l)) w).
  pose proof (issue_missing _ _ _ _ _ _ _ _ _ _ _ _ Hrun n w Hn) as HQ.
  apply Rle_trans with (1 := norm2_heard_vsum_le n (fun l => missing n l w) (fun l => m l w)).
  apply Rle_trans with (Q * heard_sum n (fun l => missing n l w) (fun l => norm2 (m l w))).
  - apply Rmult_le_compat_r; [|assumption]. apply heard_sum_nonneg. intros. apply norm2_nonneg.
  - right. f_equal. apply rsum_ext. intros l _. cbn. unfold only_if.
    destruct (missing n l w); [reflexivity|]. symmetry. apply norm2_zero.
Qed.

Lemma missing_noise n : (n < N)%nat ->
  norm2 (vsum n (fun l => masked n l (noise l))) <= Q * v + growth * rsum n (fun l => M n l).
Proof.
  intros Hn. rewrite norm2_vsum_orthogonal.
  2:{ intros k l Hk Hl Hne. now apply noise_masked_noise. }
  apply Rle_trans with (rsum n (fun l => v * Ex (fun w => if missing n l w then 1 else 0)
    + growth * M n l)).
  - apply rsum_le. intros l Hl.
    exact (issue_variance_missing _ _ _ _ _ _ _ _ _ _ _ _ Hrun n l Hn Hl).
  - rewrite rsum_plus, !rsum_scal. apply Rplus_le_compat_r. rewrite (Rmult_comm Q).
    apply Rmult_le_compat_l; [assumption|].
    pose proof (issue_integrable _ _ _ _ _ _ _ _ _ _ _ _ Hrun n) as I.
    rewrite <- (Ex_rsum n (fun l w => if missing n l w then 1 else 0)) by (intros; apply I).
    apply Ex_le_const; [apply int_rsum; intros; apply I|].
    intros w. exact (issue_missing _ _ _ _ _ _ _ _ _ _ _ _ Hrun n w Hn).
Qed.

(** How far the read is from the model that misses nothing. *)
Lemma read_behind n : (n < N)%nat ->
  norm2 (vsub (z n) (x n)) <= h ^ 2 * (Q * v + (Q + growth) * rsum n (fun l => M n l)).
Proof.
  intros Hn. pose proof (missing_gradients n Hn) as H1. pose proof (missing_noise n Hn) as H2.
  set (D := vsum n (fun l => masked n l (m l))) in *.
  set (E := vsum n (fun l => masked n l (noise l))) in *.
  assert (inner D E = 0) as Hcross.
  { unfold D, E. rewrite inner_suml. apply rsum_zero. intros k Hk. rewrite inner_sumr.
    apply rsum_zero. intros l Hl. rewrite inner_sym. now apply noise_masked_gradient. }
  replace (norm2 (vsub (z n) (x n))) with (h ^ 2 * norm2 (vadd D E)).
  - apply Rmult_le_compat_l; [apply pow2_ge_0|]. rewrite norm2_add, Hcross. lra.
  - rewrite <- norm2_scal, norm2_sub_sym. symmetry. apply norm2_same. intros s.
    assert (x n = vadd (z n) (vscal h (vsum n (fun l => masked n l (g l))))) as ->.
    { apply rvec_ext. intros w. rewrite (issue_read _ _ _ _ _ _ _ _ _ _ _ _ Hrun n w Hn).
      cbn [vadd vscal rspace radd rscal at_]. do 2 f_equal.
      now rewrite (rsum_at H n (fun l => masked n l (g l)) w). }
    rewrite inner_subr, inner_addr, !inner_scalr, inner_addr, inner_sumr. unfold D, E.
    rewrite !inner_sumr, <- rsum_plus.
    rewrite (rsum_ext n (fun i => inner s (masked n i (m i)) + _)
      (fun l => inner s (masked n l (g l)))).
    2:{ intros l _. unfold noise. rewrite inner_masked_sub. ring. }
    ring.
Qed.

Lemma issue_step n : (n < N)%nat ->
  mean_value f (z (S n)) <= mean_value f (z n) - h / 2 * norm2 (gradient He (z n))
    - h / 2 * (1 - L * h * (1 + growth)) * G n
    + h / 2 * L ^ 2 * (h ^ 2 * (Q * v + (Q + growth) * rsum n (fun l => M n l)))
    + L * h ^ 2 / 2 * v.
Proof.
  intros Hn. pose proof (smooth_pos _ _ _ Hf) as HL.
  assert (z (S n) = vsub (z n) (vscal h (g n))) as ->.
  { apply rvec_ext. intros w. apply (issue_all _ _ _ _ _ _ _ _ _ _ _ _ Hrun n w Hn). }
  apply Rle_trans with (1 := smooth_step _ _ L (smooth_lift He L Hf) (z n) (g n) h).
  destruct (issue_known _ _ _ _ _ _ _ _ _ _ _ _ Hrun n Hn) as [Kx Kz].
  pose proof (noise_orthogonal n _ Hn (knows_gradient He _ _ Kz)) as Nz.
  pose proof (noise_orthogonal n _ Hn (knows_gradient He _ _ Kx)) as Nx.
  unfold noise in Nz, Nx. rewrite inner_subr in Nz, Nx. fold (m n) in Nx.
  pose proof (issue_variance _ _ _ _ _ _ _ _ _ _ _ _ Hrun n Hn) as Hvar.
  change (norm2 (vsub (g n) (m n)) <= v + growth * G n) in Hvar.
  assert (norm2 (g n) <= G n + (v + growth * G n)) as Hm.
  { rewrite (second_moment (g n) (m n)) by (unfold norm2; lra). unfold G in *. lra. }
  pose proof (inner_polar (gradient He (z n)) (m n)) as Hp. fold (G n) in Hp.
  pose proof (smooth_lipschitz _ _ _ (smooth_lift He L Hf) (z n) (x n)) as Hl. fold (m n) in Hl.
  pose proof (read_behind n Hn) as Hr.
  apply (Rmult_le_compat_l (L ^ 2)) in Hr; [|apply pow2_ge_0].
  pose proof (Rle_trans _ _ _ Hl Hr) as Hlr. apply (Rmult_le_compat_l (h / 2)) in Hlr; [|lra].
  assert (0 <= L * h ^ 2 / 2) as Hc by (pose proof (pow2_ge_0 h); nra).
  apply (Rmult_le_compat_l _ _ _ Hc) in Hm.
  replace (inner (gradient He (z n)) (g n)) with (inner (gradient He (z n)) (m n)) by lra.
  rewrite Hp. lra.
Qed.

(** Sums over what each read misses, as sums over the reads that miss each. *)
Lemma missed_exchange (a : nat -> R) :
  rsum N (fun n => a n * rsum n (fun l => M n l))
  = rsum N (fun l => rsum N (fun n => if Nat.ltb l n then a n * M n l else 0)).
Proof.
  rewrite rsum_swap. apply rsum_ext. intros n Hn. rewrite <- rsum_scal.
  replace N with (n + (N - n))%nat by lia. rewrite rsum_split.
  rewrite (rsum_zero (N - n)), Rplus_0_r.
  - apply rsum_ext. intros l Hl. now rewrite (proj2 (Nat.ltb_lt l n)) by assumption.
  - intros l _. now rewrite (proj2 (Nat.ltb_ge (n + l) n)) by lia.
Qed.

Lemma issue_nonconvex fstar Sbar : (forall y, fstar <= f y) -> (1 <= N)%nat ->
  missed_at_most (df := df) N Sbar missing x -> 0 <= Q -> 0 <= growth ->
  let kappa := 1 - L * h * (1 + growth) - L ^ 2 * h ^ 2 * (Q + growth) * Sbar in
  0 < kappa ->
  / INR N * rsum N (fun n => Ex (fun w => norm2 (df (x n w))))
  <= (2 * (f w0 - fstar) / (h * INR N) + L * h * v * (1 + L * h * Q)) / kappa.
Proof.
  intros Hmin HN HS HQ Hgr kappa Hk. pose proof (INR_pos N HN) as HNp.
  pose proof (smooth_pos _ _ _ Hf) as HL.
  set (b := h / 2 * L ^ 2 * h ^ 2).
  pose proof (descent_sum (fun n => mean_value f (z n))
    (fun n => h / 2 * (1 - L * h * (1 + growth)) * G n)
    (fun n => b * (Q + growth) * rsum n (fun l => M n l) + (b * Q * v + L * h ^ 2 / 2 * v)) fstar N
    (mean_value_ge He fstar (z N) Hmin)) as S.
  lapply S; clear S; [intros S|].
  2:{ intros n Hn. pose proof (issue_step n Hn) as D.
      pose proof (norm2_nonneg (gradient He (z n))). unfold b. nra. }
  rewrite rsum_plus, rsum_const, !rsum_scal in S.
  rewrite (mean_value_start f (z O) w0 (issue_start _ _ _ _ _ _ _ _ _ _ _ _ Hrun)) in S.
  replace (rsum N (fun i => G i)) with (rsum N G) in S by reflexivity. set (SG := rsum N G) in *.
  assert (rsum N (fun n => rsum n (fun l => M n l)) <= Sbar * SG) as Hx.
  { rewrite (rsum_ext N _ (fun n => 1 * rsum n (fun l => M n l))) by (intros; ring).
    rewrite (missed_exchange (fun _ => 1)). unfold SG. rewrite <- rsum_scal. apply rsum_le.
    intros l Hl. rewrite (rsum_ext N _ (fun n => if Nat.ltb l n then M n l else 0)).
    - exact (HS l Hl).
    - intros n _. destruct (Nat.ltb l n); ring. }
  assert (0 <= b * (Q + growth)) as Hb.
  { unfold b. apply Rmult_le_pos; [|lra]. pose proof (pow2_ge_0 L). pose proof (pow2_ge_0 h).
    apply Rmult_le_pos; [apply Rmult_le_pos|]; lra. }
  apply (Rmult_le_compat_l _ _ _ Hb) in Hx.

  change (/ INR N * SG
    <= (2 * (f w0 - fstar) / (h * INR N) + L * h * v * (1 + L * h * Q)) / kappa).
  apply Rle_div; [assumption|].
  apply Rmult_le_reg_l with (h / 2 * INR N); [nra|].
  replace (h / 2 * INR N * (kappa * (/ INR N * SG))) with (h / 2 * kappa * SG) by (field; lra).
  replace (h / 2 * INR N * (2 * (f w0 - fstar) / (h * INR N) + L * h * v * (1 + L * h * Q)))
    with (f w0 - fstar + INR N * (b * Q * v + L * h ^ 2 / 2 * v)) by (unfold b; field; lra).
  unfold kappa, b in *. lra.
Qed.

(** PL: the value at the model that misses nothing. *)
Lemma issue_linear c fstar psi : PL f df c fstar -> 0 < c -> h * c < 1 ->
  missed_weighted_at_most (df := df) N (1 - h * c) psi missing x -> 0 <= Q -> 0 <= growth ->
  L ^ 2 * h ^ 2 * (Q + growth) * psi <= 1 - L * h * (1 + growth) ->
  let left := (1 - h * c) ^ N in
  Ex (fun w => f (z N w)) - fstar
  <= left * (f w0 - fstar) + h * L * v / (2 * c) * (1 + L * h * Q) * (1 - left).
Proof.
  intros Hpl Hc Hhc HS HQ Hgr Hcond left.
  pose proof (smooth_pos _ _ _ Hf) as HL.
  set (q := 1 - h * c) in *. assert (0 < q < 1) as Hq by (unfold q; nra).
  set (b := h / 2 * L ^ 2 * h ^ 2).
  set (k := h / 2 * (1 - L * h * (1 + growth))).
  set (e := b * Q * v + L * h ^ 2 / 2 * v).
  set (gap := fun n => mean_value f (z n) - fstar).
  set (Mn := fun n => rsum n (fun l => M n l)).
  (* divide by q^n and sum: the gap telescopes *)
  pose proof (descent_sum (fun n => / q ^ n * gap n) (fun n => / q ^ S n * (k * G n))
    (fun n => / q ^ S n * (b * (Q + growth) * Mn n) + e * / q ^ S n) (/ q ^ N * gap N) N
    (Rle_refl _)) as S.
  lapply S; clear S; [intros S|].
  2:{ intros n Hn. pose proof (issue_step n Hn) as D.
      pose proof (PL_lift He c fstar Hpl (z n)) as Hp.
      apply (Rmult_le_compat_l (h / 2)) in Hp; [|lra].
      assert (gap (Datatypes.S n) <= q * gap n - k * G n + b * (Q + growth) * Mn n + e) as D1.
      { unfold gap, q, k, e, b, Mn. lra. }
      assert (0 < / q ^ Datatypes.S n) as Hi by (apply Rinv_0_lt_compat, pow_lt; lra).
      apply (Rmult_le_compat_l (/ q ^ Datatypes.S n)) in D1; [|lra].
      replace (/ q ^ n * gap n) with (/ q ^ Datatypes.S n * (q * gap n)).
      - lra.
      - cbn [pow]. pose proof (pow_lt q n (proj1 Hq)). field. lra. }
  (* what is missing is paid for by what was gained *)
  assert (rsum N (fun n => / q ^ Datatypes.S n * (b * (Q + growth) * Mn n))
    <= rsum N (fun n => / q ^ Datatypes.S n * (k * G n))) as Hpay.
  { rewrite (rsum_ext N (fun n => / q ^ Datatypes.S n * (b * (Q + growth) * Mn n))
      (fun n => (b * (Q + growth)) * / q ^ Datatypes.S n * Mn n)) by (intros; ring).
    unfold Mn. rewrite missed_exchange. apply rsum_le. intros l Hl.
    assert (0 < / q ^ Datatypes.S l) as Hi by (apply Rinv_0_lt_compat, pow_lt; lra).
    assert (0 <= b * (Q + growth)) as Hb.
    { unfold b. apply Rmult_le_pos; [|lra]. pose proof (pow2_ge_0 L). pose proof (pow2_ge_0 h).
      apply Rmult_le_pos; [apply Rmult_le_pos|]; lra. }
    apply Rle_trans with (b * (Q + growth) * / q ^ Datatypes.S l * (psi * G l)).
    - rewrite (rsum_ext N _ (fun n => b * (Q + growth) * / q ^ Datatypes.S l
        * (if Nat.ltb l n then / q ^ (n - l) * M n l else 0))).
      + rewrite rsum_scal. apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|]. exact (HS l Hl).
      + intros n _. destruct (Nat.ltb_spec l n) as [Hln|]; [|ring].
        replace (Datatypes.S n) with (Datatypes.S l + (n - l))%nat by lia. rewrite pow_add.
        pose proof (pow_lt q (Datatypes.S l) (proj1 Hq)). pose proof (pow_lt q (n - l) (proj1 Hq)).
        field. lra.
    - replace (/ q ^ Datatypes.S l * (k * G l)) with (/ q ^ Datatypes.S l * G l * k) by ring.
      replace (b * (Q + growth) * / q ^ Datatypes.S l * (psi * G l))
        with (/ q ^ Datatypes.S l * G l * (b * (Q + growth) * psi)) by ring.
      apply Rmult_le_compat_l; [apply Rmult_le_pos; [lra|apply norm2_nonneg]|].
      unfold b, k. apply (Rmult_le_compat_l (h / 2)) in Hcond; lra. }
  rewrite rsum_plus, rsum_scal in S.
  assert (gap O = f w0 - fstar) as E0.
  { unfold gap. now rewrite (mean_value_start f (z O) w0
      (issue_start _ _ _ _ _ _ _ _ _ _ _ _ Hrun)). }
  assert (h * c * rsum N (fun n => / q ^ Datatypes.S n) = / q ^ N - 1) as Egeo.
  { clear - Hq. induction N as [|n IH]; cbn [rsum]; [cbn; rewrite Rinv_1; ring|].
    rewrite Rmult_plus_distr_l, IH. cbn [pow]. pose proof (pow_lt q n (proj1 Hq)).
    replace (h * c) with (1 - q) by (unfold q; ring). field. lra. }
  assert (0 < q ^ N) as HqN by (apply pow_lt; lra).
  rewrite E0 in S. change (q ^ 0) with 1 in S. rewrite Rinv_1, Rmult_1_l in S.
  assert (/ q ^ N * gap N <= f w0 - fstar + e * rsum N (fun n => / q ^ Datatypes.S n)) as S1 by lra.
  change (gap N <= left * (f w0 - fstar) + h * L * v / (2 * c) * (1 + L * h * Q) * (1 - left)).
  apply (Rmult_le_compat_l (q ^ N)) in S1; [|lra].
  replace (q ^ N * (/ q ^ N * gap N)) with (gap N) in S1 by (field; lra).
  apply Rle_trans with (1 := S1). right. unfold left. fold q.
  replace (rsum N (fun n => / q ^ Datatypes.S n)) with ((/ q ^ N - 1) / (h * c))
    by (rewrite <- Egeo; field; lra).
  unfold e, b. field. lra.
Qed.
End Issue.

Section Theorems.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).
Context (N m : nat) (h sigma2 MG Q : R) (w0 : V) (Other : nat -> rvec H -> Prop).
Context (missing : nat -> nat -> P -> bool) (z x g : nat -> rvec H).
Hypothesis Hrun : issue_run He N h (sigma2 / INR m) (MG / INR m) Q w0 Other missing z x g.

(** At the points where the gradients were drawn. *)
Theorem async_issue_nc fstar Sbar : (forall y, fstar <= f y) ->
  missed_at_most (df := df) N Sbar missing x ->
  async_issue_nc_valid L sigma2 MG m h Q Sbar (f w0 - fstar) N ->
  / INR N * rsum N (fun n => Ex (fun w => norm2 (df (x n w))))
  <= async_issue_nc_bound L sigma2 MG m h Q Sbar (f w0 - fstar) N.
Proof.
  intros Hmin HS (HL & Hs & HMG & Hm & Hh & HQ & HSb & HD & HN & Hk).
  pose proof (INR_pos m Hm) as Hmp. unfold async_issue_nc_bound. cbv zeta.
  replace (L * h * sigma2 / INR m) with (L * h * (sigma2 / INR m)) by (field; lra).
  apply (issue_nonconvex Hf He N h (sigma2 / INR m) (MG / INR m) Q w0 Other missing z x g Hrun);
    try assumption; now apply Rdiv_nonneg.
Qed.

(** At the model when every gradient has been applied. *)
Theorem async_issue_pl c fstar psi : PL f df c fstar ->
  missed_weighted_at_most (df := df) N (1 - h * c) psi missing x ->
  async_issue_pl_valid L c sigma2 MG m h Q psi (f w0 - fstar) N ->
  Ex (fun w => f (z N w)) - fstar
  <= async_issue_pl_bound L c sigma2 MG m h Q psi (f w0 - fstar) N.
Proof.
  intros Hpl HS (HL & Hc & HcL & Hs & HMG & Hm & Hh & Hhc & HQ & Hpsi & HD & Hcond).
  pose proof (INR_pos m Hm) as Hmp. unfold async_issue_pl_bound. cbv zeta.
  replace (h * L * sigma2 / (2 * c * INR m)) with (h * L * (sigma2 / INR m) / (2 * c))
    by (field; lra).
  apply (issue_linear Hf He N h (sigma2 / INR m) (MG / INR m) Q w0 Other missing z x g Hrun)
    with (psi := psi); try assumption; now apply Rdiv_nonneg.
Qed.
End Theorems.

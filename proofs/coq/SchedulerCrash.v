(* SPDX-License-Identifier: Apache-2.0 *)
(* Crashes with the own gradient in place of a missing one, in terms of the noise only; and the
   variance-bounded scheduler for step sizes up to 1/(6L), ours and as published. *)
From Coq Require Import Reals Lra Lia Bool.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Systems Scheduler
  Formulary Bounds.
Local Open Scope R_scope.

Section Crash.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).
Context (p T n : nat) (alpha sigma : R) (w0 : V) (Known : nat -> rvec H -> Prop).
Context (x : nat -> rvec H) (view g : nat -> nat -> rvec H).
Context (missed : nat -> nat -> nat -> nat -> bool).
Hypothesis Hrun : elastic_run He p T alpha sigma (fun _ => everybody) w0 Known x view g.
Hypothesis Hview : own_gradient_views p T alpha x view g missed.
Hypothesis Hself : forall t i k, missed t i k i = false.
(** What was drawn is remembered, and at most n gradients are ever missed by a view. *)
Hypothesis Hpast : forall t k j, (t < T)%nat -> (k < t)%nat -> (j < p)%nat ->
  Known t (vsub (g k j) (gradient He (view k j))).
Hypothesis Hcount : forall t i, (t < T)%nat -> (i < p)%nat ->
  rsum t (fun k => heard_sum p (missed t i k) (fun _ => 1)) <= INR n.
Hypothesis Hp : (1 <= p)%nat.
Hypothesis Ha : 0 < alpha.
Hypothesis Hsigma : 0 <= sigma.
Let m t j := gradient He (view t j).
Let count t i k := heard_sum p (missed t i k) (fun _ => 1).
Let noiseD t i k := noise_differences p (m k) (g k) (missed t i k) i.
Let meanD t i k := mean_differences p (m k) (missed t i k) i.

Lemma count_nonneg t i k : 0 <= count t i k.
Proof. apply heard_sum_nonneg. intros. lra. Qed.

Lemma inner_sub_sub (a b c d : rvec H) : inner (vsub a b) (vsub c d)
  = inner a c - inner a d - inner b c + inner b d.
Proof. rewrite inner_subl, !inner_subr. ring. Qed.

Lemma noise_later t k h j : (k < T)%nat -> (t < k)%nat -> (j < p)%nat -> (h < p)%nat ->
  inner (vsub (g t h) (m t h)) (vsub (g k j) (m k j)) = 0.
Proof.
  intros Hk Ht Hj Hh. apply (noise_of_known He p T alpha sigma w0 Known x view g Hrun k j _ Hk Hj).
  now apply Hpast.
Qed.

Lemma noise_sum_orthogonal t i k l : (t < T)%nat -> (i < p)%nat -> (k < t)%nat -> (l < t)%nat ->
  k <> l -> inner (noiseD t i k) (noiseD t i l) = 0.
Proof.
  assert (Hlt : forall k l, (t < T)%nat -> (i < p)%nat -> (k < l)%nat -> (l < t)%nat ->
    inner (noiseD t i k) (noiseD t i l) = 0).
  { clear k l. intros k l Ht Hi Hkl Hl. unfold noiseD, noise_differences.
    rewrite inner_suml. apply rsum_zero. intros a Ha'. destruct (missed t i k a);
      [|apply inner_zerol]. rewrite inner_sumr. apply rsum_zero. intros b Hb.
    destruct (missed t i l b); [|apply inner_zeror].
    rewrite inner_sub_sub, !noise_later by (assumption || lia). ring. }
  intros Ht Hi Hk Hl Hne. destruct (Nat.lt_total k l) as [E|[E|E]]; [|contradiction|].
  - now apply Hlt.
  - rewrite inner_sym. now apply Hlt.
Qed.

Lemma noise_sum_size t i : (t < T)%nat -> (i < p)%nat ->
  norm (vsum t (noiseD t i)) <= sqrt (INR n * (INR n + 1)) * sigma.
Proof.
  intros Ht Hi. pose proof (pos_INR n) as Hn. pose proof (sqrt_pos (INR n * (INR n + 1))).
  apply norm_le_iff; [now apply Rmult_le_pos|].
  rewrite Rpow_mult_distr, pow2_sqrt by nra.
  rewrite norm2_vsum_orthogonal by (intros; now apply noise_sum_orthogonal).
  apply Rle_trans with (rsum t (fun k => (INR n + 1) * sigma ^ 2 * count t i k)).
  - apply rsum_le. intros k Hk.
    pose proof (noise_differences_size p (m k) (g k) (missed t i k) i sigma Hi (Hself _ _ _)
      (fun a b Ha' Hb Hne => step_uncorrelated He p T alpha sigma w0 Known x view g Hrun k a b
        ltac:(lia) Ha' Hb Hne)
      (fun a Ha' => step_variance He p T alpha sigma w0 Known x view g Hrun k a ltac:(lia) Ha'))
      as H1.
    fold (count t i k) in H1. apply Rle_trans with (1 := H1).
    pose proof (count_nonneg t i k) as Hc.
    assert (count t i k <= INR n) as Hle.
    { apply Rle_trans with (2 := Hcount t i Ht Hi).
      apply Rle_trans with (rsum (S k) (count t i)).
      - cbn [rsum]. assert (0 <= rsum k (count t i)); [|lra].
        apply rsum_nonneg. intros. apply count_nonneg.
      - apply (rsum_monotone (S k) t (count t i) Hk). intros. apply count_nonneg. }
    replace ((INR n + 1) * sigma ^ 2 * count t i k) with (count t i k * (INR n + 1) * sigma ^ 2)
      by ring.
    apply Rmult_le_compat_r; [apply pow2_ge_0|]. apply Rmult_le_compat_l; lra.
  - rewrite rsum_scal. pose proof (Hcount t i Ht Hi) as Hs.
    change (rsum t (fun k => count t i k) <= INR n) in Hs.
    apply Rle_trans with ((INR n + 1) * sigma ^ 2 * INR n); [|right; ring].
    apply Rmult_le_compat_l; [|exact Hs]. apply Rmult_le_pos; [lra|apply pow2_ge_0].
Qed.

Lemma mean_sum_size t i b : (t < T)%nat -> (i < p)%nat -> 0 <= b ->
  (forall k l, (k < t)%nat -> (l < p)%nat -> norm (vsub (x k) (view k l)) <= b) ->
  norm (vsum t (meanD t i)) <= INR n * (L * (2 * b)).
Proof.
  intros Ht Hi Hb0 Hb. pose proof (smooth_pos _ _ _ Hf).
  assert (0 <= L * (2 * b)) as HLb by (apply Rmult_le_pos; lra).
  apply Rle_trans with (1 := norm_vsum _ _).
  apply Rle_trans with (rsum t (fun k => L * (2 * b) * count t i k)).
  - apply rsum_le. intros k Hk. rewrite Rmult_comm. apply mean_differences_size.
    intros j Hj. eapply (means_close Hf He p T); try eassumption; try lia.
    intros l Hl. now apply Hb.
  - rewrite rsum_scal, Rmult_comm. apply Rmult_le_compat_r; [assumption|]. now apply Hcount.
Qed.

Hypothesis Hstep : 2 * INR n * L * alpha < INR p.
Let b := sigma * sqrt (INR n * (INR n + 1)) / (INR p - 2 * INR n * L * alpha).

Lemma crash_length t i : (t < T)%nat -> (i < p)%nat -> norm (vsub (x t) (view t i)) <= alpha * b.
Proof.
  pose proof (INR_pos p Hp) as Hpp. pose proof (smooth_pos _ _ _ Hf) as HL.
  pose proof (sqrt_pos (INR n * (INR n + 1))) as Hs.
  assert (0 <= b) as Hb by (apply Rdiv_nonneg; [now apply Rmult_le_pos|lra]).
  revert i. induction t as [t IH] using lt_wf_ind. intros i Ht Hi.
  rewrite (view_differences p T alpha x view g missed Hview Hp Ha t i Ht Hi).
  rewrite (norm_same _ (vadd (vsum t (meanD t i)) (vsum t (noiseD t i)))).
  - apply Rle_trans with (alpha / INR p * (INR n * (L * (2 * (alpha * b)))
      + sqrt (INR n * (INR n + 1)) * sigma)).
    + apply Rmult_le_compat_l; [apply Rdiv_nonneg; lra|].
      apply Rle_trans with (1 := norm_add _ _). apply Rplus_le_compat.
      * apply mean_sum_size; try assumption; [apply Rmult_le_pos; lra|].
        intros k l Hk Hl. apply IH; [assumption|lia|assumption].
      * now apply noise_sum_size.
    + right. unfold b. field. lra.
  - intros h. rewrite inner_addr, !inner_sumr, <- rsum_plus. apply rsum_ext. intros k _.
    rewrite <- inner_addr. apply differences_split.
Qed.

Theorem B_sync_crash_own_gradient : B_sync_crash_own_gradient_valid p n sigma L alpha ->
  elastic_consistent p T alpha (B_sync_crash_own_gradient_bound p n sigma L alpha)
    (fun _ => everybody) x view.
Proof.
  intros _ t i Ht Hi _. pose proof (sqrt_pos (INR n * (INR n + 1))) as Hs.
  change (norm2 (vsub (x t) (view t i)) <= (alpha * b) ^ 2).
  apply norm_le_iff; [|now apply crash_length].
  apply Rmult_le_pos; [lra|]. apply Rdiv_nonneg; [now apply Rmult_le_pos|lra].
Qed.
End Crash.

(** A larger constant serves as well. *)
Lemma consistent_larger {V : space} {P : probability} {H : L2 V P} p T alpha B B' heard
    (x : nat -> rvec H) view : 0 <= alpha -> 0 <= B -> B <= B' ->
  elastic_consistent p T alpha B heard x view -> elastic_consistent p T alpha B' heard x view.
Proof.
  intros Ha HB HBB Hc t i Ht Hi E. apply Rle_trans with (1 := Hc t i Ht Hi E).
  apply pow_incr. split; [now apply Rmult_le_pos|]. now apply Rmult_le_compat_l.
Qed.

(** The variance-bounded constant for any p, when alpha <= 1/(6L). *)
Lemma variance_bounded_uniform p sigma L alpha :
  B_variance_bounded_valid p sigma L alpha -> 6 * L * alpha <= 1 ->
  0 <= B_variance_bounded_bound p sigma L alpha <= B_variance_bounded_uniform_bound sigma.
Proof.
  intros (Hp & Hs & HL & Ha & Hk) H6. pose proof (INR_pos p Hp) as Hpp.
  pose proof (le_INR 1 p Hp) as H1. change (INR 1) with 1 in H1.
  unfold B_variance_bounded_bound, B_variance_bounded_uniform_bound. cbv zeta.
  set (q := (INR p - 1) / INR p).
  assert (0 <= q) as Hq0 by (apply Rdiv_nonneg; lra).
  assert (q <= 1) as Hq1.
  { apply Rmult_le_reg_r with (INR p); [assumption|].
    replace (q * INR p) with (INR p - 1) by (unfold q; field; lra). lra. }
  replace (2 * L * alpha * (INR p - 1) / INR p) with (2 * L * alpha * q)
    by (unfold q; field; lra).
  set (k := 2 * L * alpha * q). assert (0 <= L * alpha) by (apply Rmult_le_pos; lra).
  assert (0 <= k <= 1 / 3) as Hkr.
  { unfold k. split; [apply Rmult_le_pos; lra|].
    apply Rle_trans with (2 * L * alpha * 1); [apply Rmult_le_compat_l|]; lra. }
  assert (8 / 9 <= 1 - k ^ 2) as Hk8 by nra.
  assert (0 < sqrt 2) as H2 by (apply sqrt_lt_R0; lra).
  assert (2 * sqrt 2 / 3 <= sqrt (1 - k ^ 2)) as Hsq.
  { apply Rle_trans with (sqrt (8 / 9)); [|now apply sqrt_le_1_alt].
    right. symmetry. apply sqrt_lem_1; try lra.
    replace (2 * sqrt 2 / 3 * (2 * sqrt 2 / 3)) with (4 / 9 * sqrt 2 ^ 2) by field.
    rewrite pow2_sqrt by lra. field. }
  assert (sqrt q <= 1) as Hsq1 by (rewrite <- sqrt_1; now apply sqrt_le_1_alt).
  pose proof (sqrt_pos q) as Hsq0.
  split; [apply Rdiv_nonneg; [now apply Rmult_le_pos|lra]|].
  apply Rle_trans with (sigma * 1 / sqrt (1 - k ^ 2)).
  - apply Rmult_le_compat_r; [apply Rinv_nonneg; lra|]. now apply Rmult_le_compat_l.
  - replace (3 * sigma / (2 * sqrt 2)) with (sigma * 1 / (2 * sqrt 2 / 3)) by (field; lra).
    apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra.
Qed.

(** So is the published one. *)
Lemma variance_bounded_published sigma : 0 <= sigma ->
  B_variance_bounded_uniform_bound sigma <= B_variance_bounded_published_bound sigma.
Proof.
  intros Hs. unfold B_variance_bounded_uniform_bound, B_variance_bounded_published_bound.
  assert (1 <= sqrt 2) as H2 by (rewrite <- sqrt_1 at 1; apply sqrt_le_1_alt; lra).
  apply Rmult_le_reg_r with (2 * sqrt 2); [lra|].
  replace (3 * sigma / (2 * sqrt 2) * (2 * sqrt 2)) with (3 * sigma) by (field; lra). nra.
Qed.

(** And the one recalled for crashes, while at most half of the workers crash. *)
Lemma crash_own_gradient_recalled p n sigma L alpha :
  B_sync_crash_own_gradient_valid p n sigma L alpha -> 6 * L * alpha <= 1 ->
  2 * INR n <= INR p ->
  0 <= B_sync_crash_own_gradient_bound p n sigma L alpha
    <= B_sync_crash_own_gradient_recalled_bound p n sigma.
Proof.
  intros (Hp & _ & Hs & HL & Ha & Hstep) H6 Hn2. pose proof (INR_pos p Hp) as Hpp.
  pose proof (pos_INR n) as Hn0.
  unfold B_sync_crash_own_gradient_bound, B_sync_crash_own_gradient_recalled_bound.
  set (d := INR p - 2 * INR n * L * alpha).
  assert (5 / 6 * INR p <= d) as Hd.
  { unfold d. assert (2 * INR n * (L * alpha) <= 2 * INR n * (1 / 6)); [|lra].
    apply Rmult_le_compat_l; lra. }
  set (r := sqrt (INR n * (INR n + 1))). pose proof (sqrt_pos (INR n * (INR n + 1))) as Hr0.
  fold r in Hr0.
  assert (r <= 3 / 2 * INR n) as Hr.
  { destruct n as [|k].
    - unfold r. cbn [INR]. rewrite Rmult_0_l, sqrt_0. lra.
    - unfold r. rewrite <- (sqrt_pow2 (3 / 2 * INR (S k))) by lra. apply sqrt_le_1_alt.
      pose proof (le_INR 1 (S k) ltac:(lia)) as H1. change (INR 1) with 1 in H1.
      set (y := INR (S k)) in *. nra. }
  split; [apply Rdiv_nonneg; [now apply Rmult_le_pos|lra]|].
  apply Rle_trans with (sigma * (3 / 2 * INR n) / (5 / 6 * INR p)).
  - apply Rmult_le_compat; [now apply Rmult_le_pos|apply Rinv_nonneg; lra|
      now apply Rmult_le_compat_l|apply Rinv_le_contravar; lra].
  - replace (sigma * (3 / 2 * INR n) / (5 / 6 * INR p)) with (9 / 5 * (INR n * sigma / INR p))
      by (field; lra).
    replace (3 * INR n * sigma / INR p) with (3 * (INR n * sigma / INR p)) by (field; lra).
    apply Rmult_le_compat_r; [|lra]. apply Rdiv_nonneg; [now apply Rmult_le_pos|assumption].
Qed.

(* SPDX-License-Identifier: Apache-2.0 *)
(* Elastic schedulers: release by received norm; own gradient in place of missing ones, under
   crashes and under early release (variance-bounded). *)
From Coq Require Import Reals Lra Lia Bool.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Systems Formulary
  Bounds.
Local Open Scope R_scope.

Section NormBounded.
Context {V : space} {P : probability} {H : L2 V P}.
Context (p T : nat) (alpha beta M : R) (w0 : V).
Context (x : nat -> rvec H) (view g : nat -> nat -> rvec H).
Context (pending : nat -> nat -> nat -> P -> bool).
Hypothesis Hview : early_release p T alpha w0 x view g pending.
Hypothesis Hnorm : norm_released p T beta g pending.
Hypothesis Hsize : size_at_most p T M g.
Hypothesis Hp : (1 <= p)%nat.

Lemma norm_mean_sqr (a : nat -> V) :
  (/ INR p * rsum p (fun j => norm (a j))) ^ 2 <= / INR p * rsum p (fun j => norm2 (a j)).
Proof.
  pose proof (INR_pos p Hp) as Hpp. pose proof (rsum_sqr_le p (fun j => norm (a j))) as HS.
  cbv beta in HS.
  rewrite (rsum_ext p (fun i => norm (a i) ^ 2) (fun j => norm2 (a j))) in HS
    by (intros; apply norm_sqr).
  rewrite Rpow_mult_distr. apply Rle_trans with ((/ INR p) ^ 2 * (INR p * rsum p (fun j => norm2 (a
    j)))).
  - apply Rmult_le_compat_l; [apply pow2_ge_0|assumption].
  - right. field. lra.
Qed.

Theorem B_norm_bounded_ps_header : B_norm_bounded_ps_header_valid beta M ->
  elastic_consistent p T alpha (B_norm_bounded_ps_header_bound beta M) (fun _ => everybody) x view.
Proof.
  intros (Hb0 & Hb1 & HM) t i Ht Hi _. unfold B_norm_bounded_ps_header_bound.
  pose proof (INR_pos p Hp) as Hpp. destruct Hview as (X0 & V0 & VS). destruct t as [|t].
  - rewrite (Ex_ext _ (fun _ => 0)); [rewrite Ex_const; apply pow2_ge_0|]. intros w.
    rewrite X0, V0 by assumption. apply norm2_sub_self.
  - set (c := alpha ^ 2 * (1 - beta) ^ 2).
    assert (0 <= c) as Hc by (apply Rmult_le_pos; apply pow2_ge_0).
    apply Rle_trans with (c * (/ INR p * rsum p (fun j => Ex (fun w => norm2 (g t j w))))).
    + rewrite <- (Ex_rsum p (fun j w => norm2 (g t j w))) by (intros; apply norm2_integrable).
      assert (integrable (fun w => rsum p (fun j => norm2 (g t j w)))) as I
        by (apply (int_rsum p (fun j w => norm2 (g t j w))); intros; apply norm2_integrable).
      rewrite <- Ex_scal by assumption. rewrite <- Ex_scal by now apply int_scal.
      apply Ex_le; [exact (norm2_integrable H (vsub (x (S t)) (view (S t) i)))|
        now repeat apply int_scal|].
      intros w. rewrite VS by assumption. set (G := heard_mean p _ _).
      replace (norm2 (vsub (x (S t) w) (vadd (x (S t) w) (vscal alpha G))))
        with (alpha ^ 2 * norm G ^ 2).
      2:{ rewrite norm_sqr, <- norm2_scal, norm2_sub_sym. apply norm2_same. intros h.
          rewrite inner_subr, inner_addr. ring. }
      unfold c. rewrite Rmult_assoc. apply Rmult_le_compat_l; [apply pow2_ge_0|].
      apply Rle_trans with ((1 - beta) ^ 2 * (/ INR p * rsum p (fun j => norm (g t j w))) ^ 2).
      * rewrite <- Rpow_mult_distr. apply pow_incr. split; [apply norm_nonneg|].
        unfold G, heard_mean. rewrite norm_scal, Rabs_pos_eq by now apply Rinv_nonneg.
        rewrite <- Rmult_assoc, (Rmult_comm (1 - beta)), Rmult_assoc.
        apply Rmult_le_compat_l; [now apply Rinv_nonneg|].
        apply Rle_trans with (1 := norm_vsum _ _).
        pose proof (Hnorm t i w Ht Hi) as Hr.
        assert (rsum p (fun j => norm (if pending t i j w then g t j w else vzero))
          + heard_sum p (fun j => negb (pending t i j w)) (fun j => norm (g t j w))
          = rsum p (fun j => norm (g t j w))) as E; [|lra].
        unfold heard_sum. rewrite <- rsum_plus. apply rsum_ext. intros j _.
        destruct (pending t i j w); cbn; [ring|]. rewrite norm_zero. ring.
      * apply Rmult_le_compat_l; [apply pow2_ge_0|]. apply norm_mean_sqr.
    + replace ((alpha * ((1 - beta) * M)) ^ 2) with (c * (/ INR p * (INR p * M ^ 2)))
        by (unfold c; field; lra).
      apply Rmult_le_compat_l; [assumption|]. apply Rmult_le_compat_l; [now apply Rinv_nonneg|].
      apply rsum_le_const. intros j Hj. apply Hsize; [lia|assumption].
Qed.
End NormBounded.

(** One step's differences G^j - G^i over a set of n workers without i: noise n (n + 1) sigma^2, and
    the differences of the means. *)
Section Differences.
Context {V : space} (p : nat) (m g : nat -> V) (missed : nat -> bool) (i : nat) (sigma delta : R).
Hypothesis Hi : (i < p)%nat.
Hypothesis Hself : missed i = false.
Hypothesis uncorrelated : forall j k, (j < p)%nat -> (k < p)%nat -> j <> k ->
  inner (vsub (g j) (m j)) (vsub (g k) (m k)) = 0.
Hypothesis variance : forall j, (j < p)%nat -> norm2 (vsub (g j) (m j)) <= sigma ^ 2.
Hypothesis close : forall j, (j < p)%nat -> norm (vsub (m j) (m i)) <= delta.
Let n := heard_sum p missed (fun _ => 1).
Let noise j := vsub (g j) (m j).

Definition noise_differences : V :=
  vsum p (fun j => if missed j then vsub (noise j) (noise i) else vzero).
Definition mean_differences : V :=
  vsum p (fun j => if missed j then vsub (m j) (m i) else vzero).

Lemma inner_selected h (F : nat -> V) :
  inner h (vsum p (fun j => if missed j then F j else vzero))
  = heard_sum p missed (fun j => inner h (F j)).
Proof.
  rewrite inner_sumr. apply rsum_ext. intros j _. destruct (missed j); [reflexivity|].
  apply inner_zeror.
Qed.

Lemma noise_differences_size : norm2 noise_differences <= n * (n + 1) * sigma ^ 2.
Proof.
  clear close delta.
  assert (0 <= n) as Hn by (apply heard_sum_nonneg; intros; lra).
  set (A := vsum p (fun j => if missed j then noise j else vzero)).
  assert (norm2 A <= n * sigma ^ 2) as HA.
  { unfold norm2. unfold A at 2. rewrite inner_selected.
    rewrite (heard_sum_ext p missed _ (fun j => heard_sum p missed (fun k =>
      inner (noise j) (noise k)))).
    - rewrite heard_sum_diag by (intros; now apply uncorrelated).
      rewrite Rmult_comm. unfold n. rewrite <- heard_sum_const. apply heard_sum_le.
      intros j Hj _. now apply variance.
    - intros j _ _. rewrite inner_sym. apply inner_selected. }
  assert (inner A (noise i) = 0) as HAi.
  { rewrite inner_sym. unfold A. rewrite inner_selected. unfold heard_sum. apply rsum_zero.
    intros j Hj. destruct (missed j) eqn:E; [|reflexivity]. apply uncorrelated; try assumption.
    intros ->. congruence. }
  rewrite (norm2_same noise_differences (vsub A (vscal n (noise i)))).
  - rewrite norm2_sub, norm2_scal, inner_scalr, HAi.
    pose proof (variance i Hi) as Hv. fold (noise i) in Hv.
    apply (Rmult_le_compat_l (n ^ 2)) in Hv; [|apply pow2_ge_0]. lra.
  - intros h. unfold noise_differences, A. rewrite inner_subr, inner_scalr, !inner_selected.
    rewrite (heard_sum_ext p missed _ (fun j => inner h (noise j) + - inner h (noise i)))
      by (intros; rewrite inner_subr; ring).
    rewrite heard_sum_plus, heard_sum_const. fold n. ring.
Qed.

Lemma mean_differences_size : norm mean_differences <= n * delta.
Proof.
  apply Rle_trans with (1 := norm_vsum _ _). unfold n. rewrite Rmult_comm, <- heard_sum_const.
  apply rsum_le. intros j Hj. destruct (missed j); [now apply close|rewrite norm_zero; lra].
Qed.

Lemma differences_split h :
  inner h (vsum p (fun j => if missed j then vsub (g j) (g i) else vzero))
  = inner h (vadd mean_differences noise_differences).
Proof.
  unfold mean_differences, noise_differences. rewrite inner_addr, !inner_selected.
  rewrite <- heard_sum_plus. apply heard_sum_ext. intros j _ _. unfold noise.
  rewrite !inner_subr. ring.
Qed.

Lemma differences_orthogonal :
  (forall j k, (j < p)%nat -> (k < p)%nat -> inner (m j) (noise k) = 0) ->
  inner mean_differences noise_differences = 0.
Proof.
  clear close delta. intros Ho. unfold noise_differences. rewrite inner_selected. unfold heard_sum.
  apply rsum_zero. intros k Hk. destruct (missed k); [|reflexivity].
  rewrite inner_sym. unfold mean_differences. rewrite inner_selected. unfold heard_sum.
  apply rsum_zero. intros j Hj. destruct (missed j); [|reflexivity].
  rewrite inner_sym, !inner_subl, !inner_subr, !Ho by assumption. ring.
Qed.
End Differences.

Section OwnGradient.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).
Context (p T : nat) (alpha sigma : R) (w0 : V) (Known : nat -> rvec H -> Prop).
Context (x : nat -> rvec H) (view g : nat -> nat -> rvec H).
Context (missed : nat -> nat -> nat -> nat -> bool).
Hypothesis Hrun : elastic_run He p T alpha sigma (fun _ => everybody) w0 Known x view g.
Hypothesis Hview : own_gradient_views p T alpha x view g missed.
Hypothesis Hself : forall t i k, missed t i k i = false.
Hypothesis Hp : (1 <= p)%nat.
Hypothesis Ha : 0 < alpha.
Hypothesis Hsigma : 0 <= sigma.
Let m t j := gradient He (view t j).
Let noise t j := vsub (g t j) (m t j).
Let count t i k := heard_sum p (missed t i k) (fun _ => 1).

Lemma step_uncorrelated t j k : (t < T)%nat -> (j < p)%nat -> (k < p)%nat -> j <> k ->
  inner (noise t j) (noise t k) = 0.
Proof.
  intros Ht Hj Hk Hne.
  now apply (draws_uncorrelated _ _ _ _ _ _ _ (elastic_draws _ _ _ _ _ _ _ _ _ _ _ Hrun t Ht)).
Qed.

Lemma step_variance t j : (t < T)%nat -> (j < p)%nat -> norm2 (noise t j) <= sigma ^ 2.
Proof.
  intros Ht Hj.
  pose proof (draws_variance _ _ _ _ _ _ _ (elastic_draws _ _ _ _ _ _ _ _ _ _ _ Hrun t Ht) j Hj
    eq_refl) as Hv.
  change (norm2 (noise t j) <= sigma ^ 2 + 0 * norm2 (m t j)) in Hv. lra.
Qed.

Lemma noise_of_known t j h : (t < T)%nat -> (j < p)%nat -> Known t h -> inner h (noise t j) = 0.
Proof.
  intros Ht Hj Hk. unfold noise. rewrite inner_subr.
  pose proof (draws_unbiased _ _ _ _ _ _ _ (elastic_draws _ _ _ _ _ _ _ _ _ _ _ Hrun t Ht) j Hj
    eq_refl h Hk) as U.
  change (inner h (g t j) = inner h (m t j)) in U. lra.
Qed.

Lemma mean_known t j : (t < T)%nat -> (j < p)%nat -> Known t (m t j).
Proof.
  intros Ht Hj. apply knows_gradient. now apply (elastic_known_view _ _ _ _ _ _ _ _ _ _ _ Hrun).
Qed.

Lemma means_orthogonal t j k : (t < T)%nat -> (j < p)%nat -> (k < p)%nat ->
  inner (m t j) (noise t k) = 0.
Proof. intros Ht Hj Hk. apply noise_of_known; try assumption. now apply mean_known. Qed.

Lemma means_close t b i j : (t < T)%nat -> (i < p)%nat -> (j < p)%nat ->
  (forall l, (l < p)%nat -> norm (vsub (x t) (view t l)) <= b) ->
  norm (vsub (m t j) (m t i)) <= L * (2 * b).
Proof.
  intros Ht Hi Hj Hb. pose proof (smooth_pos _ _ _ Hf) as HL.
  apply Rle_trans with (1 := smooth_lipschitz_norm _ _ L (smooth_lift He L Hf) _ _).
  apply Rmult_le_compat_l; [lra|].
  rewrite (norm_same _ (vsub (vsub (x t) (view t i)) (vsub (x t) (view t j)))).
  - apply Rle_trans with (1 := norm_sub _ _). pose proof (Hb i Hi). pose proof (Hb j Hj). lra.
  - intros h. rewrite !inner_subr. ring.
Qed.

Definition differences t i k : rvec H :=
  vsum p (fun j => if missed t i k j then vsub (g k j) (g k i) else vzero).

Lemma view_differences t i : (t < T)%nat -> (i < p)%nat ->
  norm (vsub (x t) (view t i)) = alpha / INR p * norm (vsum t (differences t i)).
Proof.
  intros Ht Hi. pose proof (INR_pos p Hp) as Hpp.
  rewrite (norm_same _ (vscal (- (alpha / INR p)) (vsum t (differences t i)))).
  - rewrite norm_scal, Rabs_Ropp, Rabs_pos_eq; [reflexivity|]. apply Rdiv_nonneg; lra.
  - intros h. assert (view t i = vadd (x t) (vscal alpha (vsum t (fun k =>
      heard_mean p (missed t i k) (fun j => vsub (g k j) (g k i)))))) as ->.
    { apply rvec_ext. intros w. rewrite (Hview t i w Ht Hi). cbn. do 2 f_equal.
      rewrite (rsum_at H t _ w). apply vsum_ext. intros k _.
      exact (eq_sym (heard_mean_at p (missed t i k) (fun j => vsub (g k j) (g k i)) w)). }
    rewrite inner_subr, inner_addr, !inner_scalr, !inner_sumr.
    rewrite (rsum_ext t (fun k => inner h (heard_mean p (missed t i k) _))
      (fun k => / INR p * inner h (differences t i k))).
    + rewrite rsum_scal. field. lra.
    + intros k _. rewrite inner_heard_mean. f_equal. symmetry. apply inner_selected.
Qed.

(** Variance-bounded scheduler: only the last step is missing. *)
Section LastStep.
Hypothesis Hlast : forall t i k j, (S k < t)%nat -> missed t i k j = false.
Hypothesis Hk : 2 * L * alpha * (INR p - 1) / INR p < 1.
Let q := (INR p - 1) / INR p.
Let kk := 2 * L * alpha * q.

Lemma q_range : 0 <= q < 1.
Proof.
  pose proof (INR_pos p Hp) as Hpp. pose proof (le_INR 1 p Hp) as H1. cbn in H1. unfold q. split.
  - apply Rdiv_nonneg; lra.
  - apply Rmult_lt_reg_r with (INR p); [assumption|].
    replace ((INR p - 1) / INR p * INR p) with (INR p - 1) by (field; lra). lra.
Qed.

Lemma kk_range : 0 <= kk < 1.
Proof.
  pose proof q_range. pose proof (smooth_pos _ _ _ Hf). split.
  - unfold kk. apply Rmult_le_pos; [|lra]. apply Rmult_le_pos; [|lra]. lra.
  - unfold kk, q. replace (2 * L * alpha * ((INR p - 1) / INR p))
      with (2 * L * alpha * (INR p - 1) / INR p); [assumption|]. field.
    pose proof (INR_pos p Hp). lra.
Qed.

Lemma count_others t i k : (i < p)%nat -> 0 <= count t i k <= INR p - 1.
Proof.
  intros Hi. split; [apply heard_sum_nonneg; intros; lra|].
  apply Rle_trans with (rsum p (fun j => 1 + - (if Nat.eqb j i then 1 else 0))).
  - apply rsum_le. intros j _. destruct (Nat.eqb_spec j i) as [->|].
    + rewrite Hself. lra.
    + destruct (missed t i k j); lra.
  - rewrite rsum_plus, rsum_const.
    rewrite (rsum_one p i (fun j => - (if Nat.eqb j i then 1 else 0))).
    + rewrite Nat.eqb_refl. lra.
    + assumption.
    + intros j _ Hne. rewrite (proj2 (Nat.eqb_neq j i) Hne). ring.
Qed.

Lemma last_step t i b : (S t < T)%nat -> (i < p)%nat -> 0 <= b ->
  (forall l, (l < p)%nat -> norm (vsub (x t) (view t l)) <= alpha * b) ->
  norm2 (vsub (x (S t)) (view (S t) i)) <= alpha ^ 2 * (q * sigma ^ 2 + kk ^ 2 * b ^ 2).
Proof.
  intros Ht Hi Hb Hbt. pose proof (INR_pos p Hp) as Hpp. pose proof (smooth_pos _ _ _ Hf) as HL.
  rewrite <- norm_sqr, view_differences, Rpow_mult_distr by assumption.
  assert (E : norm (vsum (S t) (differences (S t) i)) = norm (differences (S t) i t)).
  { apply norm_same. intros h. rewrite inner_sumr. cbn [rsum].
    rewrite rsum_zero; [ring|]. intros k Hk'. unfold differences. rewrite inner_sumr.
    apply rsum_zero. intros j _. rewrite Hlast by lia. apply inner_zeror. }
  rewrite E. set (n := count (S t) i t). pose proof (count_others (S t) i t Hi) as Hn. fold n in Hn.
  assert (norm (differences (S t) i t) ^ 2 <= n * (n + 1) * sigma ^ 2
    + (n * (L * (2 * (alpha * b)))) ^ 2) as HD.
  { rewrite norm_sqr. unfold differences.
    rewrite (norm2_same _ _ (differences_split p (m t) (g t) (missed (S t) i t) i)).
    rewrite norm2_add.
    assert (inner (mean_differences p (m t) (missed (S t) i t) i)
      (noise_differences p (m t) (g t) (missed (S t) i t) i) = 0) as ->.
    { apply differences_orthogonal; try assumption.
      intros j k Hj Hk'. apply means_orthogonal; try assumption; lia. }
    pose proof (noise_differences_size p (m t) (g t) (missed (S t) i t) i sigma Hi (Hself _ _ _)
      (fun j k Hj Hk' Hne => step_uncorrelated t j k ltac:(lia) Hj Hk' Hne)
      (fun j Hj => step_variance t j ltac:(lia) Hj)) as H1.
    pose proof (mean_differences_size p (m t) (missed (S t) i t) i (L * (2 * (alpha * b)))
      (fun j Hj => means_close t (alpha * b) i j ltac:(lia) Hi Hj Hbt)) as H2.
    fold (count (S t) i t) in H1, H2. fold n in H1, H2.
    apply norm_le_iff in H2; [lra|]. repeat apply Rmult_le_pos; lra. }
  unfold kk, q.
  replace (alpha ^ 2 * ((INR p - 1) / INR p * sigma ^ 2
    + (2 * L * alpha * ((INR p - 1) / INR p)) ^ 2 * b ^ 2))
    with ((alpha / INR p) ^ 2 * ((INR p - 1) * INR p * sigma ^ 2
      + ((INR p - 1) * (L * (2 * (alpha * b)))) ^ 2)) by (field; lra).
  apply Rmult_le_compat_l; [apply pow2_ge_0|]. apply Rle_trans with (1 := HD).
  apply Rplus_le_compat.
  - apply Rmult_le_compat_r; [apply pow2_ge_0|]. apply Rmult_le_compat; lra.
  - assert (0 <= L * (2 * (alpha * b))) by (repeat apply Rmult_le_pos; lra).
    apply pow_incr. split; [now apply Rmult_le_pos|]. apply Rmult_le_compat_r; lra.
Qed.

Lemma variance_bounded_length t i : (t < T)%nat -> (i < p)%nat ->
  norm (vsub (x t) (view t i)) <= alpha * (sigma * sqrt q / sqrt (1 - kk ^ 2)).
Proof.
  pose proof q_range as Hq. pose proof kk_range as Hkk.
  assert (0 < 1 - kk ^ 2) as H1k by nra.
  set (b := sigma * sqrt q / sqrt (1 - kk ^ 2)).
  pose proof (sqrt_lt_R0 _ H1k) as Hs. pose proof (sqrt_pos q) as Hsq.
  assert (0 <= b) as Hb by (apply Rdiv_nonneg; [now apply Rmult_le_pos|assumption]).
  assert (b ^ 2 = q * sigma ^ 2 + kk ^ 2 * b ^ 2) as Eb.
  { assert (b ^ 2 * (1 - kk ^ 2) = q * sigma ^ 2) as E; [|lra].
    unfold b, Rdiv. rewrite !Rpow_mult_distr, pow2_sqrt by lra.
    rewrite <- (pow2_sqrt (1 - kk ^ 2)) at 2 by lra. field. lra. }
  revert i. induction t as [|t IH]; intros i Ht Hi.
  - rewrite view_differences by assumption. cbn [vsum]. rewrite norm_zero, Rmult_0_r.
    apply Rmult_le_pos; lra.
  - apply norm_le_iff; [apply Rmult_le_pos; lra|].
    rewrite Rpow_mult_distr, Eb. apply last_step; try assumption. intros l Hl. apply IH;
      [lia|assumption].
Qed.

Theorem B_variance_bounded : B_variance_bounded_valid p sigma L alpha ->
  elastic_consistent p T alpha (B_variance_bounded_bound p sigma L alpha) (fun _ => everybody) x
    view.
Proof.
  intros _ t i Ht Hi _. unfold B_variance_bounded_bound. cbv zeta.
  pose proof (INR_pos p Hp) as Hpp. pose proof q_range as Hq. pose proof kk_range as Hkk.
  replace (2 * L * alpha * (INR p - 1) / INR p) with kk by (unfold kk, q; field; lra). fold q.
  assert (0 < sqrt (1 - kk ^ 2)) as Hs by (apply sqrt_lt_R0; nra). pose proof (sqrt_pos q).
  change (norm2 (vsub (x t) (view t i)) <= (alpha * (sigma * sqrt q / sqrt (1 - kk ^ 2))) ^ 2).
  apply norm_le_iff; [|now apply variance_bounded_length].
  apply Rmult_le_pos; [lra|]. apply Rdiv_nonneg; [now apply Rmult_le_pos|assumption].
Qed.
End LastStep.
End OwnGradient.

(* SPDX-License-Identifier: Apache-2.0 *)
(* Elastic consistency, strongly convex and PL objectives: linear rate to a floor. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Elastic
  ElasticNonconvex ElasticConvex Formulary Bounds.
Local Open Scope R_scope.

(** Steps of varying length r t in [0,1]: the gap shrinks by the product of the rates. *)
Lemma product_recursion (e r : nat -> R) a K T : 0 <= a -> a <= 1 ->
  (forall t, 0 <= r t <= 1) ->
  (forall t, (t < T)%nat -> e (S t) <= (1 - a * r t) * e t + a * r t * K) ->
  e T - K <= rprod T (fun t => 1 - a * r t) * (e O - K).
Proof.
  intros Ha Ha1 Hr. induction T as [|T IH]; intros H; cbn; [lra|].
  specialize (IH ltac:(intros; apply H; lia)). specialize (H T ltac:(lia)).
  specialize (Hr T). assert (0 <= 1 - a * r T) as Hq by nra.
  apply (Rmult_le_compat_l _ _ _ Hq) in IH. lra.
Qed.

Lemma product_le_exp (r : nat -> R) a T : 0 <= a -> a <= 1 -> (forall t, 0 <= r t <= 1) ->
  0 <= rprod T (fun t => 1 - a * r t) <= exp (- (a * rsum T r)).
Proof.
  intros Ha Ha1 Hr. induction T as [|T [IH1 IH2]]; cbn.
  - rewrite Rmult_0_r, Ropp_0, exp_0. lra.
  - specialize (Hr T). assert (0 <= 1 - a * r T) as Hq by nra.
    split; [now apply Rmult_le_pos|].
    replace (- (a * (rsum T r + r T))) with (- (a * rsum T r) + - (a * r T)) by ring.
    rewrite exp_plus. apply Rmult_le_compat; try assumption.
    pose proof (exp_ineq1_le (- (a * r T))). lra.
Qed.

Section Strong.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).
Context (p T : nat) (alpha sigma B : R) (heard : nat -> nat -> bool) (w0 : V).
Context (Known : nat -> rvec H -> Prop) (x : nat -> rvec H) (view g : nat -> nat -> rvec H).
Hypothesis Hrun : elastic_run He p T alpha sigma heard w0 Known x view g.
Hypothesis Hela : elastic_consistent p T alpha B heard x view.
Hypothesis Hp : (1 <= p)%nat.
Hypothesis Ha : 0 < alpha.
Hypothesis HaL : alpha <= 1 / L.
Context (c : R).
Hypothesis Hc : 0 < c.
Hypothesis HcL : c <= L.

Lemma alpha_c : 0 < alpha * c <= 1.
Proof.
  split; [now apply Rmult_lt_0_compat|]. pose proof (alpha_L Hf alpha HaL). nra.
Qed.

Context (z : V).
Hypothesis Hstrong : strongly_convex f df c.
Hypothesis Hz : minimal f z.
Let D t := norm2 (vsub (x t) (rconst H z)).

Lemma gap_distance t : c / 2 * D t <= mean_value f (x t) - f z.
Proof.
  pose proof (strongly_convex_lift He c Hstrong (rconst H z) (x t)) as Hs.
  pose proof (gradient_minimal _ _ L (smooth_lift He L Hf) (rconst H z) (minimal_lift He z Hz))
    as Hg.
  pose proof (inner_sqr_le (gradient He (rconst H z)) (vsub (x t) (rconst H z))) as Hi.
  rewrite Hg in Hi. rewrite mean_value_const in Hs. unfold D.
  set (i := inner (gradient He (rconst H z)) (vsub (x t) (rconst H z))) in *.
  assert (i = 0) by nra. lra.
Qed.

(** What remains of the squared distance after T steps, whatever the shares were. *)
Definition distance_floor : R := alpha * sigma ^ 2 / (c * INR p) + alpha ^ 2 * L * B ^ 2 / c.

Lemma distance_floor_nonneg : 0 <= distance_floor.
Proof.
  pose proof (INR_pos p Hp). pose proof (smooth_pos _ _ _ Hf). unfold distance_floor.
  pose proof (pow2_ge_0 sigma). pose proof (pow2_ge_0 B). pose proof (pow2_ge_0 alpha).
  apply Rplus_le_le_0_compat; apply Rdiv_nonneg; try nra.
  apply Rmult_le_pos; [apply Rmult_le_pos|]; lra.
Qed.

Lemma distance_product :
  D T - distance_floor <= rprod T (fun t => 1 - alpha * c * share p (heard t))
    * (norm2 (vsub w0 z) - distance_floor).
Proof.
  pose proof (INR_pos p Hp) as Hpp.
  rewrite <- (distance_start He p T alpha sigma heard w0 Known x view g Hrun z).
  apply (product_recursion D (fun t => share p (heard t)) (alpha * c)).
  - apply Rlt_le, alpha_c.
  - apply alpha_c.
  - intros t. apply (share_bounds p heard Hp t).
  - intros t Ht.
    pose proof (distance_step Hf He p T alpha sigma B heard w0 Known x view g Hrun Hela Hp Ha HaL z
      (strongly_convex_convex V f df c (Rlt_le _ _ Hc) Hstrong) Hz t Ht) as S.
    pose proof (gap_distance t) as Hg. pose proof (share_bounds p heard Hp t) as Hr. cbv beta in Hr.
    apply (Rmult_le_compat_l (2 * alpha * share p (heard t))) in Hg; [|nra].
    replace (alpha * c * share p (heard t) * distance_floor)
      with ((alpha ^ 3 * L * B ^ 2 + alpha ^ 2 * sigma ^ 2 / INR p) * share p (heard t))
      by (unfold distance_floor; field; lra).
    unfold D in *. lra.
Qed.
End Strong.

Section Theorems.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).
Context (p T : nat) (alpha sigma B : R) (w0 : V).
Context (Known : nat -> rvec H -> Prop) (x : nat -> rvec H) (view g : nat -> nat -> rvec H).

Theorem strongly_convex_const_alpha c z :
  elastic_run He p T alpha sigma (fun _ => everybody) w0 Known x view g ->
  elastic_consistent p T alpha B (fun _ => everybody) x view ->
  strongly_convex f df c -> minimal f z ->
  strongly_convex_const_alpha_valid (norm2 (vsub w0 z)) c L sigma B p alpha T ->
  Ex (fun w => norm2 (vsub (x T w) z))
  <= strongly_convex_const_alpha_bound (norm2 (vsub w0 z)) c L sigma B p alpha T.
Proof.
  intros Hrun Hela Hs Hz (_ & Hc & HcL & _ & _ & Hp & Ha & HaL).
  pose proof (distance_product Hf He p T alpha sigma B _ w0 Known x view g Hrun Hela Hp Ha HaL c Hc
    HcL z Hs Hz) as S.
  rewrite (rprod_ext T _ (fun _ => 1 - alpha * c)), rprod_const in S.
  2:{ intros t _. rewrite (share_all p Hp). ring. }
  unfold strongly_convex_const_alpha_bound. cbv zeta.
  change (Ex (fun w => norm2 (vsub (x T w) z))) with (norm2 (vsub (x T) (rconst H z))).
  unfold distance_floor in S. lra.
Qed.

Theorem strongly_convex_log_alpha heard c z :
  alpha = 2 * ln (INR p * INR T) / (c * INR T) -> INR T / 2 <= heard_steps p T heard ->
  elastic_run He p T alpha sigma heard w0 Known x view g ->
  elastic_consistent p T alpha B heard x view ->
  strongly_convex f df c -> minimal f z ->
  strongly_convex_log_alpha_valid (norm2 (vsub w0 z)) c L sigma B p T ->
  Ex (fun w => norm2 (vsub (x T w) z))
  <= strongly_convex_log_alpha_bound (norm2 (vsub w0 z)) c L sigma B p T.
Proof.
  intros Ealpha HR Hrun Hela Hs Hz (HD & Hc & HcL & _ & _ & Hp & HT & HpT & HaL).
  pose proof (INR_pos p Hp) as Hpp. pose proof (INR_pos T HT) as HTp.
  set (l := ln (INR p * INR T)) in *.
  assert (0 < l) as Hl.
  { unfold l. rewrite <- ln_1. apply ln_increasing; [lra|]. rewrite <- mult_INR.
    change 1 with (INR 1). apply lt_INR. lia. }
  assert (0 < alpha) as Ha by (rewrite Ealpha; apply Rdiv_pos; nra).
  rewrite <- Ealpha in HaL.
  pose proof (distance_product Hf He p T alpha sigma B _ w0 Known x view g Hrun Hela Hp Ha HaL c Hc
    HcL z Hs Hz) as S.
  pose proof (distance_floor_nonneg Hf p alpha sigma B Hp Ha c Hc) as HF.
  pose proof (alpha_c Hf alpha Ha HaL c Hc HcL) as Hac.
  pose proof (product_le_exp (fun t => share p (heard t)) (alpha * c) T (Rlt_le _ _ (proj1 Hac))
    (proj2 Hac) (share_bounds p heard Hp)) as [HP0 HP1].
  set (Q := rprod T _) in *. set (F := distance_floor p alpha sigma B c) in *.
  assert (Q <= / (INR p * INR T)) as HQ.
  { apply Rle_trans with (1 := HP1). rewrite <- (exp_ln (INR p * INR T)) by nra.
    rewrite <- exp_Ropp. apply exp_mono. fold l. apply Ropp_le_contravar.
    change (rsum T (fun t => share p (heard t))) with (heard_steps p T heard).
    replace (alpha * c) with (2 * l / INR T) by (rewrite Ealpha; field; lra).
    apply Rle_trans with (2 * l / INR T * (INR T / 2)); [right; field; lra|].
    apply Rmult_le_compat_l; [|assumption]. apply Rdiv_nonneg; lra. }
  change (Ex (fun w => norm2 (vsub (x T w) z))) with (norm2 (vsub (x T) (rconst H z))).
  unfold strongly_convex_log_alpha_bound. fold l.
  apply Rle_trans with (/ (INR p * INR T) * norm2 (vsub w0 z) + F).
  - pose proof (Rmult_le_compat_r _ _ _ HD HQ). assert (0 <= Q * F) by now apply Rmult_le_pos. lra.
  - right. unfold F, distance_floor. rewrite Ealpha. field. lra.
Qed.

(** The value, averaged with weights (1 - alpha c/2)^-(t+1). *)
Theorem strongly_convex_weighted_fvalue c z :
  elastic_run He p T alpha sigma (fun _ => everybody) w0 Known x view g ->
  elastic_consistent p T alpha B (fun _ => everybody) x view ->
  strongly_convex f df c -> minimal f z ->
  strongly_convex_weighted_fvalue_valid (norm2 (vsub w0 z)) c L sigma B p alpha T ->
  let weight t := / (1 - alpha * c / 2) ^ (S t) in
  / rsum T weight * rsum T (fun t => weight t * (Ex (fun w => f (x t w)) - f z))
  <= strongly_convex_weighted_fvalue_bound (norm2 (vsub w0 z)) c L sigma B p alpha T.
Proof.
  intros Hrun Hela Hs Hz (HD & Hc & HcL & _ & _ & Hp & Ha & HaL & HT) weight.
  pose proof (INR_pos p Hp) as Hpp.
  pose proof (alpha_c Hf alpha Ha HaL c Hc HcL) as Hac.
  set (q := 1 - alpha * c / 2) in *. assert (0 < q < 1) as Hq by (unfold q; lra).
  set (N := alpha ^ 3 * L * B ^ 2 + alpha ^ 2 * sigma ^ 2 / INR p).
  set (D := fun t => norm2 (vsub (x t) (rconst H z))).
  set (gap := fun t => mean_value f (x t) - f z).
  assert (Hw : forall t, 0 < weight t).
  { intros t. apply Rinv_0_lt_compat, pow_lt. lra. }
  assert (Hstep : forall t, (t < T)%nat ->
    / q ^ S t * D (S t) <= / q ^ t * D t - alpha * (weight t * gap t) + N * weight t).
  { intros t Ht.
    pose proof (distance_step Hf He p T alpha sigma B _ w0 Known x view g Hrun Hela Hp Ha HaL z
      (strongly_convex_convex V f df c (Rlt_le _ _ Hc) Hs) Hz t Ht) as S1.
    cbv beta in S1. rewrite (share_all p Hp) in S1. fold N in S1.
    pose proof (gap_distance Hf He x c z Hs Hz t) as Hg.
    apply (Rmult_le_compat_l alpha) in Hg; [|lra].
    assert (D (S t) <= q * D t - alpha * gap t + N) as S2 by (unfold q, D, gap; lra).
    apply (Rmult_le_compat_l (weight t)) in S2; [|apply Rlt_le, Hw].
    replace (/ q ^ t * D t) with (weight t * (q * D t)).
    - unfold weight in *. lra.
    - unfold weight. cbn [pow]. pose proof (pow_lt q t (proj1 Hq)). field. lra. }
  pose proof (descent_sum (fun t => / q ^ t * D t) (fun t => alpha * (weight t * gap t))
    (fun t => N * weight t) 0 T) as HS.
  cbv beta in HS. rewrite !rsum_scal in HS. change (q ^ 0) with 1 in HS.
  rewrite Rinv_1, Rmult_1_l in HS.
  replace (D O) with (norm2 (vsub w0 z)) in HS
    by (symmetry; apply (distance_start He p T alpha sigma _ w0 Known x view g Hrun z)).
  specialize (HS ltac:(apply Rmult_le_pos; [now apply Rinv_nonneg, pow_lt|apply norm2_nonneg])
    Hstep).
  assert (HWT : / q ^ T <= rsum T weight).
  { destruct T as [|T']; [lia|]. cbn [rsum].
    assert (0 <= rsum T' weight) by (apply rsum_nonneg; intros; apply Rlt_le, Hw).
    unfold weight at 2. lra. }
  set (W := rsum T weight) in *.
  assert (0 < q ^ T) as HqT by (apply pow_lt; lra).
  assert (0 < W) as HW by (apply Rlt_le_trans with (2 := HWT); now apply Rinv_0_lt_compat).
  change (/ W * rsum T (fun t => weight t * gap t)
    <= strongly_convex_weighted_fvalue_bound (norm2 (vsub w0 z)) c L sigma B p alpha T).
  unfold strongly_convex_weighted_fvalue_bound. fold q. set (D0 := norm2 (vsub w0 z)) in *.
  apply Rle_trans with (D0 / alpha * / W + N / alpha).
  - apply Rmult_le_reg_l with (alpha * W); [nra|].
    replace (alpha * W * (/ W * rsum T (fun t => weight t * gap t)))
      with (alpha * rsum T (fun t => weight t * gap t)) by (field; lra).
    apply Rle_trans with (1 := HS). right. field. lra.
  - assert (/ W <= q ^ T) as HWq.
    { replace (q ^ T) with (/ / q ^ T) by (field; lra). apply Rinv_le_contravar; [|assumption].
      now apply Rinv_0_lt_compat. }
    assert (0 <= D0 / alpha) as HDa by now apply Rdiv_nonneg.
    pose proof (Rmult_le_compat_l _ _ _ HDa HWq).
    replace (N / alpha) with (alpha * sigma ^ 2 / INR p + alpha ^ 2 * L * B ^ 2)
      by (unfold N; field; lra). lra.
Qed.

Theorem pl_const_alpha mu fstar :
  elastic_run He p T alpha sigma (fun _ => everybody) w0 Known x view g ->
  elastic_consistent p T alpha B (fun _ => everybody) x view ->
  PL f df mu fstar ->
  pl_const_alpha_valid (f w0 - fstar) mu L sigma B p alpha T ->
  Ex (fun w => f (x T w)) - fstar <= pl_const_alpha_bound (f w0 - fstar) mu L sigma B p alpha T.
Proof.
  intros Hrun Hela Hpl (_ & Hmu & HmuL & _ & _ & Hp & Ha & HaL).
  pose proof (INR_pos p Hp) as Hpp. pose proof (alpha_c Hf alpha Ha HaL mu Hmu HmuL) as Hac.
  set (K := alpha ^ 2 * L ^ 2 * B ^ 2 / (2 * mu) + alpha * L * sigma ^ 2 / (2 * mu * INR p)).
  pose proof (product_recursion (fun t => mean_value f (x t) - fstar) (fun _ => 1) (alpha * mu) K T
    (Rlt_le _ _ (proj1 Hac)) (proj2 Hac) ltac:(intros; lra)) as S.
  rewrite (rprod_ext T _ (fun _ => 1 - alpha * mu)), rprod_const in S by (intros; ring).
  rewrite (mean_value_start f (x O) w0 (elastic_start _ _ _ _ _ _ _ _ _ _ _ Hrun)) in S.
  unfold pl_const_alpha_bound. cbv zeta. fold K.
  change (Ex (fun w => f (x T w))) with (mean_value f (x T)).
  lapply S; [lra|]. intros t Ht.
  pose proof (value_step_plain Hf He p T alpha sigma B _ w0 Known x view g Hrun Hela Hp Ha HaL t Ht)
    as Hstep.
  cbv beta in Hstep. rewrite (share_all p Hp) in Hstep.
  pose proof (PL_lift He mu fstar Hpl (x t)) as Hq.
  apply (Rmult_le_compat_l (alpha / 2)) in Hq; [|lra].
  replace (alpha * mu * 1 * K) with (alpha / 2 * (L ^ 2 * (alpha * B) ^ 2)
    + L * alpha ^ 2 / 2 * (sigma ^ 2 / INR p)) by (unfold K; field; lra).
  lra.
Qed.
End Theorems.

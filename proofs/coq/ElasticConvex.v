(* SPDX-License-Identifier: Apache-2.0 *)
(* Elastic consistency, convex, strongly convex and PL objectives. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Elastic
  ElasticNonconvex Formulary Bounds.
Local Open Scope R_scope.

Section Convex.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).
Context (p T : nat) (alpha sigma B : R) (heard : nat -> nat -> bool) (w0 : V).
Context (Known : nat -> rvec H -> Prop) (x : nat -> rvec H) (view g : nat -> nat -> rvec H).
Hypothesis Hrun : elastic_run He p T alpha sigma heard w0 Known x view g.
Hypothesis Hela : elastic_consistent p T alpha B heard x view.

Let r t := share p (heard t).

Section Distance.
Hypothesis Hp : (1 <= p)%nat.
Hypothesis Ha : 0 < alpha.
Hypothesis HaL : alpha <= 1 / L.
Context (z : V).
Hypothesis Hconvex : convex f df.
Hypothesis Hz : minimal f z.

Let D t := norm2 (vsub (x t) (rconst H z)).
Let gap t := mean_value f (x t) - f z.
(** What one fully heard step adds to the squared distance. *)
Let noise := alpha ^ 3 * L * B ^ 2 + alpha ^ 2 * sigma ^ 2 / INR p.

Lemma noise_nonneg : 0 <= noise.
Proof.
  pose proof (smooth_pos _ _ _ Hf). pose proof (INR_pos p Hp). unfold noise.
  pose proof (pow_lt alpha 3 Ha). pose proof (pow2_ge_0 B). pose proof (pow2_ge_0 sigma).
  pose proof (pow2_ge_0 alpha).
  apply Rplus_le_le_0_compat; [|apply Rdiv_nonneg; [nra|assumption]].
  apply Rmult_le_pos; nra.
Qed.

(** The update points away from z by the gap, up to the distance between views and model. *)
Lemma update_angle t : (t < T)%nat ->
  r t * gap t + / (2 * L) * (/ INR p * heard_sum p (heard t)
      (fun i => norm2 (gradient He (view t i)))) - r t * (L / 2 * (alpha * B) ^ 2)
  <= inner (vsub (x t) (rconst H z)) (heard_mean p (heard t) (g t)).
Proof.
  intros Ht. pose proof (smooth_pos _ _ _ Hf) as HL. destruct Hrun as [_ U K KV Dr].
  rewrite (update_inner p (heard t) (Known t) _ (g t) (sigma ^ 2) 0 (Dr t Ht))
    by now apply knows_offset, K.
  apply Rle_trans with (/ INR p * heard_sum p (heard t) (fun i =>
    (gap t + - (L / 2 * (alpha * B) ^ 2)) + / (2 * L) * norm2 (gradient He (view t i)))).
  - right. rewrite heard_sum_plus, heard_sum_scal, heard_sum_const. unfold r, share. ring.
  - apply Rmult_le_compat_l; [now apply Rinv_nonneg, INR_pos|].
    apply heard_sum_le. intros i Hi Ei.
    pose proof (convex_view (mean_value f) (gradient He) L (smooth_lift He L Hf)
      (convex_lift He Hconvex) (rconst H z) (x t) (view t i) (minimal_lift He z Hz)) as Hv.
    rewrite mean_value_const in Hv. fold (gap t) in Hv.
    pose proof (Hela t i Ht Hi Ei) as Hc.
    change (norm2 (vsub (x t) (view t i)) <= (alpha * B) ^ 2) in Hc.
    apply (Rmult_le_compat_l (L / 2)) in Hc; lra.
Qed.

Lemma distance_step t : (t < T)%nat -> D (S t) <= D t - 2 * alpha * (r t * gap t) + noise * r t.
Proof.
  intros Ht. pose proof (smooth_pos _ _ _ Hf) as HL. pose proof (INR_pos p Hp) as Hpp.
  pose proof (update_angle t Ht) as Hang.
  pose proof (update_moment He p T alpha sigma heard w0 Known x view g Hrun Hp t Ht) as Hm.
  pose proof (share_bounds p heard Hp t) as Hr. cbv beta in Hr, Hm. fold (r t) in Hm, Hr.
  pose proof (S_nonneg He p heard view Hp t) as HS.
  set (G2 := / INR p * heard_sum p (heard t) (fun i => norm2 (gradient He (view t i)))) in *.
  destruct Hrun as [_ U K KV Dr]. unfold D.
  rewrite (update_eq p (heard t) (x t) (x (S t)) (g t) alpha (fun w => U t w Ht)), norm2_step.
  pose proof (alpha_L Hf alpha HaL) as HaL'.
  assert (alpha * L * r t <= 1) as Har.
  { assert (0 <= alpha * L) by (apply Rmult_le_pos; lra).
    apply Rle_trans with (1 * 1); [apply Rmult_le_compat|]; lra. }
  apply (Rmult_le_compat_l (2 * alpha)) in Hang; [|lra].
  apply (Rmult_le_compat_l (alpha ^ 2)) in Hm; [|apply pow2_ge_0].
  (* alpha^2 r G2 <= (alpha / L) G2: the bonus of convexity pays for the second moment *)
  assert (alpha ^ 2 * (r t * G2) <= 2 * alpha * (/ (2 * L) * G2)) as Hpay.
  { replace (2 * alpha * (/ (2 * L) * G2)) with (alpha * / L * G2) by (field; lra).
    replace (alpha ^ 2 * (r t * G2)) with (alpha * / L * G2 * (alpha * L * r t)) by (field; lra).
    rewrite <- (Rmult_1_r (alpha * / L * G2)) at 2. apply Rmult_le_compat_l; [|assumption].
    pose proof (Rinv_0_lt_compat L HL). apply Rmult_le_pos; nra. }
  unfold noise. replace (alpha ^ 2 * sigma ^ 2 / INR p * r t)
    with (alpha ^ 2 * (/ INR p * (r t * sigma ^ 2))) by (field; lra).
  replace ((alpha ^ 3 * L * B ^ 2 + alpha ^ 2 * sigma ^ 2 / INR p) * r t)
    with (2 * alpha * (r t * (L / 2 * (alpha * B) ^ 2))
      + alpha ^ 2 * (/ INR p * (r t * sigma ^ 2))) by (field; lra).
  lra.
Qed.

Lemma distance_start : D O = norm2 (vsub w0 z).
Proof.
  unfold D. rewrite norm2_rvec_sub, (Ex_ext _ (fun _ => norm2 (vsub w0 z))); [apply Ex_const|].
  intros w. now rewrite (elastic_start _ _ _ _ _ _ _ _ _ _ _ Hrun).
Qed.

(** The weighted average of the gap, and the gap at the average. *)
Lemma convex_average : 0 < heard_steps p T heard ->
  / heard_steps p T heard * rsum T (fun t => r t * (mean_value f (x t) - f z))
  <= norm2 (vsub w0 z) / (2 * alpha * heard_steps p T heard) + L * B ^ 2 * alpha ^ 2 / 2
    + alpha * sigma ^ 2 / (2 * INR p).
Proof.
  intros HN. pose proof (INR_pos p Hp). set (N := heard_steps p T heard) in *.
  pose proof (descent_sum D (fun t => 2 * alpha * (r t * gap t)) (fun t => noise * r t) 0 T
    (norm2_nonneg _) distance_step) as HS.
  rewrite !rsum_scal, distance_start in HS. change (rsum T r) with N in HS.
  apply Rmult_le_reg_l with (2 * alpha * N); [nra|].
  change (2 * alpha * N * (/ N * rsum T (fun t => r t * gap t))
    <= 2 * alpha * N * (norm2 (vsub w0 z) / (2 * alpha * N) + L * B ^ 2 * alpha ^ 2 / 2
      + alpha * sigma ^ 2 / (2 * INR p))).
  replace (2 * alpha * N * (/ N * rsum T (fun t => r t * gap t)))
    with (2 * alpha * rsum T (fun t => r t * gap t)) by (field; lra).
  apply Rle_trans with (1 := HS). right. unfold noise. field. lra.
Qed.

Definition run_average (y : rvec H) : Prop := forall w,
  y w = vscal (/ heard_steps p T heard)
          (vsum T (fun t => vscal (share p (heard t)) (x t w))).

Lemma convex_at_average y : 0 < heard_steps p T heard -> run_average y ->
  mean_value f y - f z
  <= norm2 (vsub w0 z) / (2 * alpha * heard_steps p T heard) + L * B ^ 2 * alpha ^ 2 / 2
    + alpha * sigma ^ 2 / (2 * INR p).
Proof.
  intros HN Hy. apply Rle_trans with (2 := convex_average HN).
  set (N := heard_steps p T heard) in *.
  assert (y = vscal (/ N) (vsum T (fun t => vscal (r t) (x t)))) as ->.
  { apply rvec_ext. intros w. rewrite Hy. fold N. cbn [vscal rspace rscal at_]. f_equal.
    symmetry. exact (rsum_at H T (fun t => vscal (r t) (x t)) w). }
  pose proof (convex_mean (mean_value f) (gradient He) T r x
    (vscal (/ N) (vsum T (fun t => vscal (r t) (x t)))) N (convex_lift He Hconvex)) as Hj.
  apply Rle_trans with (/ N * rsum T (fun i => r i * mean_value f (x i)) - f z).
  - apply Rplus_le_compat_r. apply Hj; [|reflexivity|assumption|].
    + intros t _. apply (share_bounds p heard Hp t).
    + intros h. rewrite inner_scalr, inner_sumr. f_equal. apply rsum_ext. intros.
      now rewrite inner_scalr.
  - right. rewrite (rsum_ext T (fun t => r t * (mean_value f (x t) - f z))
      (fun t => r t * mean_value f (x t) + - f z * r t)).
    + rewrite rsum_plus, rsum_scal.
      assert (rsum T r = N) as -> by reflexivity. field. lra.
    + intros. ring.
Qed.
End Distance.
End Convex.

(** At the average of the common models, weighted by the shares. *)
Theorem convex_parallel_half {V : space} {P : probability} {H : L2 V P} (f : V -> R) df L
    (He : evaluable H f df) p T alpha sigma B heard w0 Known (x : nat -> rvec H) view g z y :
  smooth f df L -> convex f df -> minimal f z ->
  elastic_run He p T alpha sigma heard w0 Known x view g ->
  elastic_consistent p T alpha B heard x view ->
  run_average p T heard x y ->
  convex_parallel_half_valid (norm2 (vsub w0 z)) L sigma B p T alpha (heard_steps p T heard) ->
  Ex (fun w => f (y w)) - f z
  <= convex_parallel_half_bound (norm2 (vsub w0 z)) L sigma B p T alpha (heard_steps p T heard).
Proof.
  intros Hf Hc Hz Hrun Hela Hy (_ & Hp & _ & _ & _ & HT & Ha & HaL & HN & _).
  pose proof (INR_pos T HT).
  apply (convex_at_average Hf He p T alpha sigma B heard w0 Known x view g); auto. lra.
Qed.

(** One gradient a step: at the plain average. *)
Theorem convex_single {V : space} {P : probability} {H : L2 V P} (f : V -> R) df L
    (He : evaluable H f df) T alpha sigma B w0 Known (x : nat -> rvec H) view g z (y : rvec H) :
  smooth f df L -> convex f df -> minimal f z ->
  elastic_run He 1 T alpha sigma (fun _ => everybody) w0 Known x view g ->
  elastic_consistent 1 T alpha B (fun _ => everybody) x view ->
  (forall w, y w = vmean T (fun t => x t w)) ->
  convex_single_valid (norm2 (vsub w0 z)) L sigma B T alpha ->
  Ex (fun w => f (y w)) - f z <= convex_single_bound (norm2 (vsub w0 z)) L sigma B T alpha.
Proof.
  intros Hf Hc Hz Hrun Hela Hy (_ & _ & _ & _ & HT & Ha & HaL).
  pose proof (INR_pos T HT). pose proof (heard_steps_all 1 T (le_n 1)) as HN.
  pose proof (convex_average Hf He 1 T alpha sigma B _ w0 Known x view g Hrun Hela (le_n 1) Ha HaL
    z Hc Hz) as S.
  rewrite HN in S. specialize (S ltac:(assumption)).
  apply Rle_trans with (/ INR T * rsum T (fun t => mean_value f (x t) - f z)).
  - assert (y = vmean T x) as ->.
    { apply rvec_ext. intros w. rewrite Hy. symmetry. exact (vmean_at T x w). }
    pose proof (convex_mean (mean_value f) (gradient He) T (fun _ => 1) x (vmean T x) (INR T)
      (convex_lift He Hc)) as Hj.
    apply Rle_trans with (/ INR T * rsum T (fun i => 1 * mean_value f (x i)) - f z).
    + apply Rplus_le_compat_r. apply Hj; [intros; lra|rewrite rsum_const; ring|assumption|].
      intros h. rewrite inner_meanr. f_equal. apply rsum_ext. intros. ring.
    + right. rewrite rsum_scal, rsum_minus, rsum_const. field. lra.
  - rewrite (rsum_ext T _ (fun t => mean_value f (x t) - f z)) in S.
    + apply Rle_trans with (1 := S). unfold convex_single_bound. change (INR 1) with 1.
      right. field. lra.
    + intros t _. rewrite (share_all 1 (le_n 1)). ring.
Qed.

(* SPDX-License-Identifier: Apache-2.0 *)
(* Convex and strongly convex SGD as the elastic theorems with nothing missing; and SGD with delays
   on convex objectives that need not be smooth. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Elastic
  ElasticNonconvex ElasticConvex ElasticStrong Delayed Formulary Bounds.
Local Open Scope R_scope.

(** A convex function at the mean of points. *)
Lemma convex_at_mean {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V}
    (He : evaluable H f df) K (x : nat -> rvec H) (y : rvec H) a :
  convex f df -> (1 <= K)%nat -> (forall w, y w = vmean K (fun k => x k w)) ->
  Ex (fun w => f (y w)) - a <= / INR K * rsum K (fun k => mean_value f (x k) - a).
Proof.
  intros Hc HK Hy. pose proof (INR_pos K HK) as HKp.
  assert (y = vmean K x) as ->.
  { apply rvec_ext. intros w. rewrite Hy. symmetry. exact (vmean_at K x w). }
  pose proof (convex_mean (mean_value f) (gradient He) K (fun _ => 1) x (vmean K x) (INR K)
    (convex_lift He Hc)) as Hj.
  apply Rle_trans with (/ INR K * rsum K (fun i => 1 * mean_value f (x i)) - a).
  - apply Rplus_le_compat_r. apply Hj; [intros; lra|rewrite rsum_const; ring|assumption|].
    intros h. rewrite inner_meanr. f_equal. apply rsum_ext. intros. ring.
  - right. rewrite rsum_scal, rsum_minus, rsum_const. field. lra.
Qed.

Section Smooth.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).

(** Synchronous SGD is elastic with every view at the model. *)
Lemma sync_is_elastic n T eta sigma2 w0 Known (x : nat -> rvec H) g : 0 <= sigma2 ->
  sync_run He n T eta sigma2 0 w0 Known x g ->
  elastic_run He n T eta (sqrt sigma2) (fun _ => everybody) w0 Known x (fun t _ => x t) g.
Proof.
  intros Hs [S0 U K D]. split; try assumption.
  - intros t i Ht _ _. now apply K.
  - intros t Ht. rewrite pow2_sqrt by assumption. now apply D.
Qed.

Lemma sync_consistent n T eta (x : nat -> rvec H) :
  elastic_consistent n T eta 0 (fun _ => everybody) x (fun t _ => x t).
Proof.
  intros t i _ _ _. rewrite (Ex_ext _ (fun _ => 0)); [rewrite Ex_const; right; ring|].
  intros w. apply norm2_sub_self.
Qed.

(** Mini-batch SGD, convex: at the average y of the models. *)
Theorem sgd_cvx B K gamma sigma2 w0 Known (x : nat -> rvec H) g z (y : rvec H) :
  sync_run He B K gamma sigma2 0 w0 Known x g -> convex f df -> minimal f z ->
  (forall w, y w = vmean K (fun k => x k w)) ->
  sgd_cvx_valid (norm (vsub w0 z)) L sigma2 B gamma K ->
  Ex (fun w => f (y w)) - f z <= sgd_cvx_bound (norm (vsub w0 z)) L sigma2 B gamma K.
Proof.
  intros Hrun Hc Hz Hy (_ & HL & Hs & HB & HK & Hg & HgL).
  pose proof (INR_pos K HK) as HKp. pose proof (INR_pos B HB) as HBp.
  assert (gamma <= 1 / L) as HgL' by (apply Rle_div; lra).
  apply Rle_trans with (1 := convex_at_mean He K x y (f z) Hc HK Hy).
  pose proof (convex_average Hf He B K gamma (sqrt sigma2) 0 _ w0 Known x _ g
    (sync_is_elastic B K gamma sigma2 w0 Known x g Hs Hrun) (sync_consistent B K gamma x)
    HB Hg HgL' z Hc Hz) as S.
  rewrite (heard_steps_all B K HB) in S. specialize (S HKp).
  rewrite (rsum_ext K _ (fun t => mean_value f (x t) - f z)) in S
    by (intros; rewrite (share_all B HB); ring).
  apply Rle_trans with (1 := S). rewrite pow2_sqrt by assumption.
  unfold sgd_cvx_bound. rewrite norm_sqr. right. field. lra.
Qed.

(** Strongly convex: the distance after K updates. *)
Theorem sgd_strong K gamma sigma2 w0 Known (x : nat -> rvec H) g mu z :
  sync_run He 1 K gamma sigma2 0 w0 Known x g -> strongly_convex f df mu -> minimal f z ->
  sgd_strong_valid (norm (vsub w0 z)) L mu sigma2 gamma K ->
  Ex (fun w => norm2 (vsub (x K w) z)) <= sgd_strong_bound (norm (vsub w0 z)) L mu sigma2 gamma K.
Proof.
  intros Hrun Hs Hz (_ & Hmu & HmuL & Hsg & Hg & HgL & HK).
  assert (HL : 0 < L) by exact (smooth_pos _ _ _ Hf).
  assert (gamma <= 1 / L) as HgL' by (apply Rle_div; lra).
  pose proof (distance_product Hf He 1 K gamma (sqrt sigma2) 0 _ w0 Known x _ g
    (sync_is_elastic 1 K gamma sigma2 w0 Known x g Hsg Hrun) (sync_consistent 1 K gamma x)
    (le_n 1) Hg HgL' mu Hmu HmuL z Hs Hz) as S.
  rewrite (rprod_ext K _ (fun _ => 1 - gamma * mu)), rprod_const in S.
  2:{ intros t _. rewrite (share_all 1 (le_n 1)). ring. }
  change (Ex (fun w => norm2 (vsub (x K w) z))) with (norm2 (vsub (x K) (rconst H z))).
  unfold distance_floor in S. rewrite pow2_sqrt in S by assumption. change (INR 1) with 1 in S.
  pose proof (alpha_c Hf gamma Hg HgL' mu Hmu HmuL) as Hac.
  assert (0 <= (1 - gamma * mu) ^ K) as Hp by (apply pow_le; lra).
  unfold sgd_strong_bound. rewrite norm_sqr.
  replace (gamma * sigma2 / (mu * 1) + gamma ^ 2 * L * 0 ^ 2 / mu) with (gamma * sigma2 / mu) in S
    by (field; lra).
  assert (0 <= gamma * sigma2 / mu) by (apply Rdiv_nonneg; [apply Rmult_le_pos|]; lra).
  assert (0 <= (1 - gamma * mu) ^ K * (gamma * sigma2 / mu)) by now apply Rmult_le_pos. lra.
Qed.
End Smooth.

(** No smoothness: gradients of root mean square size at most G. *)
Section Lipschitz.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V}.
Context (He : evaluable H f df).
Context (K : nat) (gamma sigma2 G : R) (delay : nat -> nat) (w0 : V).
Context (Known : nat -> rvec H -> Prop) (x g : nat -> rvec H).
Hypothesis Hrun : delayed_run He K gamma sigma2 delay w0 Known x g.
Hypothesis Hsize : forall k, (k < K)%nat -> Ex (fun w => norm2 (g k w)) <= G ^ 2.
Hypothesis Hc : convex f df.
Context (z : V).

Lemma gradient_size k : 0 <= G -> (k < K)%nat -> norm (g k) <= G.
Proof. intros HG Hk. apply norm_le_iff; [assumption|now apply Hsize]. Qed.

(** The read is behind by the updates it misses; each costs at most G^2. *)
Lemma read_gap k : 0 <= G -> 0 < gamma -> (k < K)%nat ->
  mean_value f (read delay x k) - f z
  <= inner (vsub (x k) (rconst H z)) (g k) + gamma * INR (delay k) * G ^ 2.
Proof.
  intros HG Hg Hk. pose proof (delayed_delay _ _ _ _ _ _ _ _ _ Hrun k Hk) as Hd.
  pose proof (convex_lift He Hc (read delay x k) (rconst H z)) as Hv.
  rewrite mean_value_const in Hv.
  assert (inner (vsub (read delay x k) (rconst H z)) (g k)
    = inner (vsub (read delay x k) (rconst H z)) (gradient He (read delay x k))) as U.
  { apply (delayed_unbiased _ _ _ _ _ _ _ _ _ Hrun k Hk). apply knows_offset.
    apply (delayed_known _ _ _ _ _ _ _ _ _ Hrun); lia. }
  assert (inner (g k) (vsub (read delay x k) (x k)) <= gamma * INR (delay k) * G ^ 2) as Hb.
  { unfold read. pose proof (model_difference He K gamma sigma2 delay w0 Known x g Hrun (g k)
      (k - delay k) (delay k) ltac:(lia)) as M.
    rewrite Nat.sub_add in M by assumption. rewrite M, Rmult_assoc.
    apply Rmult_le_compat_l; [lra|]. apply rsum_le_const. intros i Hi.
    apply Rle_trans with (1 := inner_le_norm _ _).
    pose proof (gradient_size k HG Hk). pose proof (gradient_size (k - delay k + i) HG ltac:(lia)).
    replace (G ^ 2) with (G * G) by ring. apply Rmult_le_compat; auto using norm_nonneg. }
  rewrite inner_subr in Hv, Hb. rewrite !inner_subl in *.
  rewrite (inner_sym (gradient He (read delay x k)) (rconst H z)),
    (inner_sym (gradient He (read delay x k)) (read delay x k)) in Hv.
  rewrite (inner_sym (g k)), (inner_sym (g k) (x k)) in Hb. lra.
Qed.

Theorem async_lip dbar (y : rvec H) :
  (forall w, y w = vmean K (fun k => x (k - delay k)%nat w)) ->
  rsum K (fun k => INR (delay k)) <= INR K * dbar ->
  async_lip_valid (norm (vsub w0 z)) G gamma K dbar ->
  Ex (fun w => f (y w)) - f z <= async_lip_bound (norm (vsub w0 z)) G gamma K dbar.
Proof.
  intros Hy Hd (_ & HG & Hg & HK & _). pose proof (INR_pos K HK) as HKp.
  apply Rle_trans with (1 := convex_at_mean He K (read delay x) y (f z) Hc HK Hy).
  set (gap := fun k => mean_value f (read delay x k) - f z).
  pose proof (descent_sum (fun k => norm2 (vsub (x k) (rconst H z))) (fun k => 2 * gamma * gap k)
    (fun k => gamma ^ 2 * G ^ 2 + 2 * gamma ^ 2 * G ^ 2 * INR (delay k)) 0 K (norm2_nonneg _)) as S.
  lapply S; clear S; [intros S|].
  2:{ intros k Hk. rewrite (update_eq He K gamma sigma2 delay w0 Known x g Hrun k Hk), norm2_step.
      pose proof (read_gap k HG Hg Hk) as Hr. fold (gap k) in Hr.
      pose proof (Hsize k Hk) as Hs. change (norm2 (g k) <= G ^ 2) in Hs.
      apply (Rmult_le_compat_l (gamma ^ 2)) in Hs; [|apply pow2_ge_0].
      apply (Rmult_le_compat_l (2 * gamma)) in Hr; [|lra]. lra. }
  rewrite rsum_plus, rsum_const, !rsum_scal in S.
  replace (norm2 (vsub (x O) (rconst H z))) with (norm2 (vsub w0 z)) in S.
  2:{ rewrite norm2_rvec_sub, (Ex_ext _ (fun _ => norm2 (vsub w0 z))); [now rewrite Ex_const|].
      intros w. now rewrite (delayed_start _ _ _ _ _ _ _ _ _ Hrun). }
  change (/ INR K * rsum K gap <= async_lip_bound (norm (vsub w0 z)) G gamma K dbar).
  unfold async_lip_bound. rewrite norm_sqr.
  apply Rmult_le_reg_l with (2 * gamma * INR K); [nra|].
  replace (2 * gamma * INR K * (/ INR K * rsum K gap)) with (2 * gamma * rsum K gap)
    by (field; lra).
  apply (Rmult_le_compat_l (2 * gamma ^ 2 * G ^ 2)) in Hd.
  2:{ pose proof (pow2_ge_0 G). pose proof (pow2_ge_0 gamma). nra. }
  replace (2 * gamma * INR K * (norm2 (vsub w0 z) / (2 * gamma * INR K)
    + gamma * G ^ 2 * (1 / 2 + dbar))) with (norm2 (vsub w0 z) + INR K * (gamma ^ 2 * G ^ 2)
      + 2 * gamma ^ 2 * G ^ 2 * (INR K * dbar)) by (field; lra).
  replace (rsum K (fun i => gap i)) with (rsum K gap) in S by reflexivity. lra.
Qed.
End Lipschitz.

Theorem sgd_lip {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V}
    (He : evaluable H f df) K gamma sigma2 G w0 Known (x g : nat -> rvec H) z (y : rvec H) :
  delayed_run He K gamma sigma2 (fun _ => O) w0 Known x g ->
  (forall k, (k < K)%nat -> Ex (fun w => norm2 (g k w)) <= G ^ 2) -> convex f df ->
  (forall w, y w = vmean K (fun k => x k w)) ->
  sgd_lip_valid (norm (vsub w0 z)) G gamma K ->
  Ex (fun w => f (y w)) - f z <= sgd_lip_bound (norm (vsub w0 z)) G gamma K.
Proof.
  intros Hrun Hsize Hc Hy (HR & HG & Hg & HK).
  apply Rle_trans with (async_lip_bound (norm (vsub w0 z)) G gamma K 0).
  - apply (async_lip He K gamma sigma2 G (fun _ => O) w0 Known x g Hrun Hsize Hc z 0 y).
    + intros w. rewrite Hy. apply vmean_ext. intros k _. now rewrite Nat.sub_0_r.
    + rewrite rsum_zero by reflexivity. lra.
    + repeat split; try assumption. lra.
  - unfold async_lip_bound, sgd_lip_bound. right. field. pose proof (INR_pos K HK). lra.
Qed.

(** The best step for given K, and the bound there. *)
Theorem async_lip_opt R_ G K dbar : async_lip_opt_valid R_ G K dbar -> 0 < R_ -> 0 < G ->
  let gamma := R_ / (G * sqrt (INR K * (1 + 2 * dbar))) in
  async_lip_valid R_ G gamma K dbar /\
  async_lip_bound R_ G gamma K dbar = async_lip_opt_bound R_ G K dbar.
Proof.
  intros (HR & HG & HK & Hd) HR0 HG0 gamma. pose proof (INR_pos K HK) as HKp.
  assert (0 < INR K * (1 + 2 * dbar)) as Hp by (apply Rmult_lt_0_compat; lra).
  set (s := sqrt (INR K * (1 + 2 * dbar))) in *.
  assert (0 < s) as Hs by now apply sqrt_lt_R0.
  assert (s ^ 2 = INR K * (1 + 2 * dbar)) as Es by (unfold s; rewrite pow2_sqrt; lra).
  split.
  - repeat split; try assumption. apply Rdiv_pos; [assumption|nra].
  - unfold async_lip_bound, async_lip_opt_bound, gamma.
    replace ((1 + 2 * dbar) / INR K) with (s ^ 2 / INR K ^ 2) by (rewrite Es; field; lra).
    rewrite sqrt_div_alt by (apply pow_lt; lra). rewrite !sqrt_pow2 by lra.
    replace (1 / 2 + dbar) with (s ^ 2 / (2 * INR K)) by (rewrite Es; field; lra). field. lra.
Qed.

(* SPDX-License-Identifier: Apache-2.0 *)
(* Published statements: those that follow from ours, and one that is false as printed. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods ElasticNonconvex
  Concrete
  ConcreteSync Formulary Bounds.
Local Open Scope R_scope.

(** The elastic non-convex bound as recalled, alpha = 1/sqrt T and T >= 36 L^2, is 2 to 6 times
   ours. *)
Theorem nonconvex_single_recalled {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df L}
    (Hf : smooth f df L) (He : evaluable H f df) fstar T sigma B w0 Known (x : nat -> rvec H) view
      g :
  (forall y, fstar <= f y) ->
  elastic_run He 1 T (1 / sqrt (INR T)) sigma (fun _ => everybody) w0 Known x view g ->
  elastic_consistent 1 T (1 / sqrt (INR T)) B (fun _ => everybody) x view ->
  nonconvex_single_recalled_valid (f w0 - fstar) L sigma B T ->
  / INR T * rsum T (fun t => Ex (fun w => norm2 (df (x t w))))
  <= nonconvex_single_recalled_bound (f w0 - fstar) L sigma B T.
Proof.
  intros Hmin Hrun Hela (HD & HL & Hs & HB & HT & H36). pose proof (INR_pos T HT) as HTp.
  set (s := sqrt (INR T)) in *. assert (0 < s) as Hsp by now apply sqrt_lt_R0.
  assert (INR T = s ^ 2) as Es by (unfold s; rewrite pow2_sqrt; lra).
  assert (6 * L <= s) as H6 by (rewrite Es in H36; nra).
  assert (0 < 1 / s) as Ha by (apply Rdiv_pos; lra).
  assert (1 / s <= 1 / L) as HaL.
  { apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra. }
  apply Rle_trans with (1 := nonconvex_average_all Hf He Hmin 1 T (1 / s) sigma B w0 Known x view g
    Hrun Hela (le_n 1) HT Ha HaL).
  unfold nonconvex_single_recalled_bound. fold s. rewrite Es. change (INR 1) with 1.
  set (D := f w0 - fstar) in *.
  replace (2 * D / (1 / s * s ^ 2)) with (2 * (D / s)) by (field; lra).
  replace (L ^ 2 * (1 / s) ^ 2 * B ^ 2) with (B ^ 2 * L ^ 2 / s ^ 2) by (field; lra).
  replace (L * (1 / s) * sigma ^ 2 / 1) with (L * sigma ^ 2 / s) by (field; lra).
  replace (4 * D / s) with (4 * (D / s)) by (field; lra).
  replace (2 * B ^ 2 * L ^ 2 / s ^ 2) with (2 * (B ^ 2 * L ^ 2 / s ^ 2)) by (field; lra).
  replace (6 * L * sigma ^ 2 / s) with (6 * (L * sigma ^ 2 / s)) by (field; lra).
  assert (0 <= D / s) by (apply Rdiv_nonneg; lra).
  assert (0 <= B ^ 2 * L ^ 2 / s ^ 2).
  { apply Rdiv_nonneg; [apply Rmult_le_pos; apply pow2_ge_0|now apply pow_lt]. }
  assert (0 <= L * sigma ^ 2 / s).
  { apply Rdiv_nonneg; [apply Rmult_le_pos; [lra|apply pow2_ge_0]|assumption]. }
  assert (0 <= 6 * L ^ 3 * B ^ 2 / (s ^ 2 * s)).
  { apply Rdiv_nonneg; [|apply Rmult_lt_0_compat; [now apply pow_lt|assumption]].
    apply Rmult_le_pos; [|apply pow2_ge_0]. pose proof (pow_le L 3 ltac:(lra)). lra. }
  lra.
Qed.

(** Synchronous SGD is asynchronous with fresh reads: staleness 0, freshness 1. *)
Lemma sync_is_async {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V}
    (He : evaluable H f df) K T eta v growth w0 Known (x : nat -> rvec H) g : (1 <= K)%nat ->
  sync_run He K T eta v growth w0 Known x g ->
  async_run He K T eta v growth w0 Known x (fun t _ => x t) g /\
  staleness_at_most df K T 0 x (fun t _ => x t) /\ fresh_at_least df K T 1 x (fun t _ => x t).
Proof.
  intros HK [S0 U Kn D]. pose proof (INR_pos K HK).
  split; [split; try assumption; intros t l Ht _; now apply Kn|split].
  - intros t _. rewrite rsum_zero; [lra|]. intros l _.
    rewrite (Ex_ext _ (fun _ => 0)); [apply Ex_const|]. intros w. apply norm2_sub_self.
  - exists (fun _ _ _ => 1). intros t _. split; [auto|split].
    + intros l _. apply int_scal. exact (norm2_integrable H (gradient He (x t))).
    + right. rewrite Rmult_1_l.
      rewrite (rsum_ext K _ (fun _ => Ex (fun w => norm2 (df (x t w)))))
        by (intros; apply Ex_ext; intros; ring).
      rewrite rsum_const. field. lra.
Qed.

(** Theorem 3 of Dutta et al. as printed (step condition with 1/K) is false: two learners, exact
    gradients of |w|^2/2, nothing stale. All its conditions hold, its bound is negative. *)
Theorem async_gamma_pl_published_refuted (V : space) (w0 : V) : 0 < norm2 w0 ->
  exists (P : probability) (H : L2 V P) (He : evaluable H half_square (fun x => x)) Known
         (x : nat -> rvec H) read g,
    async_run He 2 1 1 0 0 w0 Known x read g /\
    staleness_at_most (fun x => x) 2 1 0 x read /\ fresh_at_least (fun x => x) 2 1 1 x read /\
    smooth (half_square (V := V)) (fun x => x) 1 /\ strongly_convex (V := V) half_square (fun x =>
      x) 1 /\
    async_gamma_pl_published_valid 1 1 0 0 1 1 2 0 1 (half_square w0 - 0) 1 /\
    ~ Ex (fun w => half_square (x 1%nat w)) - 0
      <= async_gamma_pl_published_bound 1 1 0 0 1 1 2 0 1 (half_square w0 - 0) 1.
Proof.
  intros Hw. pose proof (half_square_data V vzero) as Hd. rewrite norm2_zero in Hd.
  set (sample := fun (s : nat) (x : V) => match s with O => vadd x vzero | _ => vsub x vzero end)
    in *.
  exists (draws_space 2 (fun _ => / 2) (data_weight _ _ _ _ _ _ Hd) (data_total _ _ _ _ _ _ Hd) (1
    * 2)).
  exists (all_vectors V _ _ _ _ _), (all_evaluable V _ _ _ _ _ half_square (fun x => x)).
  pose proof (concrete_sync_run 2 (fun _ => / 2) (fun x => x) sample _ _ Hd 2 1 1 w0 half_square)
    as Hr.
  destruct (sync_is_async _ 2 1 1 _ _ w0 _ _ _ ltac:(lia) Hr) as (Ha & Hst & Hfr).
  eexists _, _, _, _. split; [exact Ha|]. split; [exact Hst|]. split; [exact Hfr|].
  split; [apply half_square_smooth|]. split; [apply half_square_strong|].
  assert (half_square w0 - 0 = norm2 w0 / 2) as E0 by (unfold half_square; ring). split.
  - rewrite E0. unfold async_gamma_pl_published_valid. change (INR 1) with 1. cbn [INR].
    repeat split; try lra; try lia.
  - rewrite E0. apply Rlt_not_le. apply Rlt_le_trans with 0.
    + unfold async_gamma_pl_published_bound. change (INR 1) with 1. cbn [INR pow]. cbv zeta.
      replace (1 * 1 * 0 / (2 * 1 * (1 - 0 + 1 / 2) * ((1 + 1) * 1))) with 0 by field. lra.
    + rewrite Rminus_0_r. apply Ex_nonneg; [exact I|]. intros w. unfold half_square.
      pose proof (norm2_nonneg (model sample 2 1 w0 1 w)). cbn in *. unfold random. cbn. lra.
Qed.

(** Where it allows the step 5/(2L) for five learners, gradient descent diverges: exactly this. *)
Theorem counterexample_step_diverges P K eta L c J (x y : nat -> R) :
  counterexample_step_diverges_valid P K eta L c J ->
  (forall j, x (S j) = x j - eta * (L * x j)) -> (forall j, y (S j) = y j - eta * (c * y j)) ->
  y O = 0 ->
  L / 2 * x J ^ 2 + c / 2 * y J ^ 2
  = counterexample_step_diverges_bound P K eta L c J * (L / 2 * x O ^ 2 + c / 2 * y O ^ 2).
Proof.
  intros _ Hx Hy Hy0. unfold counterexample_step_diverges_bound.
  assert (forall j, y j = 0) as Ey.
  { induction j as [|j IH]; [assumption|]. rewrite Hy, IH. ring. }
  assert (forall j, x j = (1 - eta * L) ^ j * x O) as Ex_.
  { induction j as [|j IH]; [cbn; ring|]. rewrite Hx, IH. cbn. ring. }
  rewrite !Ey, (Ex_ J), Rpow_mult_distr, <- pow_mult, Nat.mul_comm. ring.
Qed.

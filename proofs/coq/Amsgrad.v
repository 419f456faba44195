(* SPDX-License-Identifier: Apache-2.0 *)
(* Asynchronous AMSGrad: what a run is, and what holds of every run. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner Coordinates Smooth Random Formulary Bounds Moments Regret.
Local Open Scope R_scope.

(** A scale as a function of the running maximum h: sqrt h, sqrt h + eps, max (sqrt h) eps. *)
Record scale_function (scale : R -> R) : Prop := ScaleFunction {
  scale_monotone : forall a b, 0 <= a <= b -> scale a <= scale b;
  scale_large : forall a, 0 <= a -> sqrt a <= scale a }.

Lemma plain_scale : scale_function sqrt.
Proof. split; intros; [now apply sqrt_le_1_alt|apply Rle_refl]. Qed.

Lemma additive_scale eps : 0 <= eps -> scale_function (fun a => sqrt a + eps).
Proof.
  intros He. split; intros; [|lra].
  apply Rplus_le_compat_r. now apply sqrt_le_1_alt.
Qed.

Lemma floor_scale eps : scale_function (fun a => Rmax (sqrt a) eps).
Proof.
  split; intros; [|apply Rmax_l].
  apply Rle_max_compat_r. now apply sqrt_le_1_alt.
Qed.

(** K updates in R^d, as a server makes them, for every outcome w: the gradient g k, computed at the
    model that was current [delay k] updates ago, is mixed into the moments, and the model moves by
    alpha m / scale, entry by entry, and is projected (a box, or nothing). *)
Record amsgrad_run {d : nat} {P : probability} {H : L2 (coordinates d) P} (K : nat)
    (b1 b2 alpha : R) (scale : R -> R) (proj : nat -> R -> R) (delay : nat -> nat)
    (x0 : coordinates d) (x read g : nat -> rvec H) (m v h : nat -> P -> nat -> R) : Prop :=
  AmsgradRun {
    amsgrad_start : forall w, x O w = x0;
    amsgrad_moments : forall w i,
      moments b1 b2 K (fun k => g k w i) (fun k => m k w i) (fun k => v k w i) (fun k => h k w i);
    amsgrad_update : forall k w i, (k < K)%nat ->
      x (S k) w i = proj i (x k w i - alpha * (m (S k) w i / scale (h (S k) w i)));
    amsgrad_delay : forall k, (k < K)%nat -> (delay k <= k)%nat;
    amsgrad_read : forall k w, (k < K)%nat -> read k w = x (k - delay k)%nat w }.

(** The mean squared delay. *)
Definition mean_squared_delay (K : nat) (delay : nat -> nat) : R :=
  / INR K * rsum K (fun k => INR (delay k) ^ 2).

(** A bound on how far one update moves the model. *)
Definition steps_at_most {d : nat} {P : probability} {H : L2 (coordinates d) P} (K : nat)
    (alpha Q2 : R) (x : nat -> rvec H) : Prop :=
  forall k, (k < K)%nat -> Ex (fun w => norm2 (vsub (x (S k) w) (x k w))) <= alpha ^ 2 * Q2.

(** Points that move little stay close. *)
Lemma norm_drift {V : space} (x : nat -> V) (a : R) K :
  (forall k, (k < K)%nat -> norm (vsub (x (S k)) (x k)) <= a) ->
  forall k n, (k <= K)%nat -> (n <= k)%nat -> norm (vsub (x k) (x (k - n)%nat)) <= INR n * a.
Proof.
  intros Ha k n; induction n as [|n IH]; intros Hk Hn.
  - rewrite Nat.sub_0_r. cbn [INR]. rewrite Rmult_0_l.
    rewrite (norm_same _ vzero); [rewrite norm_zero; lra|].
    intros h. rewrite inner_subr, inner_zeror. ring.
  - rewrite S_INR. specialize (IH Hk ltac:(lia)). specialize (Ha (k - S n)%nat ltac:(lia)).
    replace (S (k - S n)) with (k - n)%nat in Ha by lia.
    rewrite (norm_same _ (vadd (vsub (x k) (x (k - n)%nat)) (vsub (x (k - n)%nat) (x (k - S
      n)%nat)))).
    + apply Rle_trans with (1 := norm_add _ _). lra.
    + intros h. rewrite inner_addr, !inner_subr. ring.
Qed.

Section Run.
Context {d : nat} {P : probability} {H : L2 (coordinates d) P}.
Context {K : nat} {b1 b2 alpha : R} {scale : R -> R} {proj : nat -> R -> R} {delay : nat -> nat}.
Context {x0 : coordinates d} {x read g : nat -> rvec H} {m v h : nat -> P -> nat -> R}.
Hypothesis Hscale : scale_function scale.
Hypothesis Hb1 : 0 <= b1 < 1.
Hypothesis Hb2 : 0 <= b2 <= 1.
Hypothesis Halpha : 0 < alpha.
Hypothesis Hrun : amsgrad_run K b1 b2 alpha scale proj delay x0 x read g m v h.

Let Hmom w i := amsgrad_moments _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hrun w i.

Lemma run_scale_monotone k w i : (k < K)%nat -> scale (h k w i) <= scale (h (S k) w i).
Proof.
  intros Hk. apply (scale_monotone _ Hscale). split.
  - apply (h_nonneg Hb2 (Hmom w i)). lia.
  - now apply (h_monotone (Hmom w i)).
Qed.

Lemma run_scale_large k w i : (k <= K)%nat -> sqrt (v k w i) <= scale (h k w i).
Proof.
  intros Hk. apply Rle_trans with (sqrt (h k w i)).
  - apply sqrt_le_1_alt. now apply (v_le_h (Hmom w i)).
  - apply (scale_large _ Hscale). now apply (h_nonneg Hb2 (Hmom w i)).
Qed.

Lemma run_scale_nonneg k w i : (k <= K)%nat -> 0 <= scale (h k w i).
Proof. intros Hk. apply Rle_trans with (2 := run_scale_large k w i Hk), sqrt_pos. Qed.

(** |m| / scale <= C_m: no entry moves by more than alpha C_m. *)
Lemma run_ratio k w i : 0 < b2 < 1 -> b1 ^ 2 < b2 -> (k <= K)%nat ->
  Rabs (m k w i) <= C_m_bound b1 b2 * scale (h k w i).
Proof.
  intros Hb2' Hr Hk.
  pose proof (m_ratio Hb1 Hb2 (Hmom w i) Hb2' Hr k Hk) as H1. cbv beta in H1.
  apply Rle_trans with (1 := H1), Rmult_le_compat_l; [|now apply run_scale_large].
  unfold C_m_bound. apply Rmult_le_pos; [lra|]. apply Rlt_le, Rinv_0_lt_compat, sqrt_lt_R0.
  apply Rmult_lt_0_compat; [lra|].
  assert (b1 ^ 2 / b2 < 1); [|lra]. apply Rmult_lt_reg_r with b2; [lra|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

(** The model that was read. *)
Lemma run_staleness Q2 k : 0 <= Q2 -> steps_at_most K alpha Q2 x -> (k < K)%nat ->
  norm2 (vsub (x k) (read k)) <= INR (delay k) ^ 2 * (alpha ^ 2 * Q2).
Proof.
  intros HQ HQ2 Hk. pose proof (amsgrad_delay _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hrun k Hk) as Hd.
  assert (read k = x (k - delay k)%nat) as ->.
  { apply rvec_ext. intros w. apply (amsgrad_read _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hrun k w Hk). }
  assert (0 <= alpha ^ 2 * Q2) as Ha by (apply Rmult_le_pos; [apply pow2_ge_0|assumption]).
  pose proof (norm_drift x (sqrt (alpha ^ 2 * Q2)) K) as D.
  specialize (D ltac:(intros j Hj; apply norm_le_iff; [apply sqrt_pos|];
    rewrite pow2_sqrt by assumption; exact (HQ2 j Hj)) k (delay k) ltac:(lia) Hd).
  apply norm_le_iff in D; [|apply Rmult_le_pos; [apply pos_INR|apply sqrt_pos]].
  rewrite Rpow_mult_distr, pow2_sqrt in D by assumption. exact D.
Qed.

Lemma mean_staleness Q2 : 0 <= Q2 -> steps_at_most K alpha Q2 x -> (1 <= K)%nat ->
  rsum K (fun k => norm2 (vsub (x k) (read k)))
  <= INR K * (alpha ^ 2 * Q2 * mean_squared_delay K delay).
Proof.
  intros HQ HQ2 HK. pose proof (INR_pos K HK).
  apply Rle_trans with (rsum K (fun k => alpha ^ 2 * Q2 * INR (delay k) ^ 2)).
  - apply rsum_le; intros k Hk. pose proof (run_staleness Q2 k HQ HQ2 Hk). lra.
  - rewrite rsum_scal. unfold mean_squared_delay. right. field. lra.
Qed.

(** No entry moves by more than alpha C_m, so Q2 = d C_m^2 is a bound without further ado. *)
Lemma run_steps : (forall i, projection (proj i)) -> (forall i, proj i (x0 i) = x0 i) ->
  0 < b2 < 1 -> b1 ^ 2 < b2 -> steps_at_most K alpha (INR d * C_m_bound b1 b2 ^ 2) x.
Proof.
  intros Hproj Hx0 Hb2' Hr k Hk.
  apply Ex_le_const; [exact (norm2_integrable H (vsub (x (S k)) (x k)))|]. intros w.
  rewrite coordinates_norm2.
  replace (alpha ^ 2 * (INR d * C_m_bound b1 b2 ^ 2)) with (INR d * (alpha * C_m_bound b1 b2) ^ 2)
    by ring.
  apply rsum_le_const; intros i _. rewrite coordinates_sub.
  set (q := alpha * (m (S k) w i / scale (h (S k) w i))).
  pose proof (amsgrad_update _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hrun k w i Hk) as E. fold q in E.
  assert (proj i (x k w i) = x k w i) as Hfix.
  { destruct k as [|k]; [rewrite (amsgrad_start _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hrun); apply Hx0|].
    rewrite (amsgrad_update _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hrun) by lia.
    apply (proj_twice _ (Hproj i)). }
  assert (Rabs q <= alpha * C_m_bound b1 b2) as Hq.
  { pose proof (run_ratio (S k) w i Hb2' Hr ltac:(lia)) as R1.
    pose proof (run_scale_nonneg (S k) w i ltac:(lia)) as R2. unfold q.
    rewrite Rabs_mult, (Rabs_pos_eq alpha) by lra. apply Rmult_le_compat_l; [lra|].
    destruct (Rle_lt_or_eq_dec _ _ R2) as [R3|R3].
    - unfold Rdiv. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq (scale _)) by assumption.
      apply Rmult_le_reg_r with (scale (h (S k) w i)); [assumption|].
      rewrite Rmult_assoc, Rinv_l by lra. lra.
    - rewrite <- R3, Rmult_0_r in R1. pose proof (Rabs_pos (m (S k) w i)) as R4.
      assert (m (S k) w i = 0) as ->.
      { destruct (Req_dec (m (S k) w i) 0) as [|N]; [assumption|]. apply Rabs_pos_lt in N. lra. }
      unfold Rdiv. rewrite Rmult_0_l, Rabs_R0. unfold C_m_bound.
      apply Rmult_le_pos; [lra|]. apply Rlt_le, Rinv_0_lt_compat, sqrt_lt_R0.
      apply Rmult_lt_0_compat; [lra|]. pose proof (r_range Hb2' Hr). lra. }
  apply sqr_le_abs. rewrite E.
  replace (proj i (x k w i - q) - x k w i) with (proj i (x k w i - q) - proj i (x k w i))
    by (rewrite Hfix; reflexivity).
  apply Rle_trans with (1 := proj_nonexpansive _ (Hproj i) _ _).
  replace (x k w i - q - x k w i) with (- q) by ring. rewrite Rabs_Ropp.
  apply Rle_trans with (1 := Hq), Rle_abs.
Qed.
End Run.

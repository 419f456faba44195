(* SPDX-License-Identifier: Apache-2.0 *)
(* Local SGD: n workers on the same data, averaged every h steps; non-convex (O2) and convex (O1).
  *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Formulary Bounds.
Local Open Scope R_scope.

(** T steps of each worker: worker i takes a step of its own at its own model; at every h-th step
  all
    models are replaced by their mean. Gradients are unbiased with variance sigma2 and mean square
    at most G2; those of different workers are uncorrelated. *)
Record local_run {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V}
    (He : evaluable H f df) (n h T : nat) (eta sigma2 G2 : R) (w0 : V)
    (Known : nat -> rvec H -> Prop) (w g : nat -> nat -> rvec H) : Prop := LocalRun {
  local_start : forall i o, w O i o = w0;
  local_step : forall t i o, (t < T)%nat -> (S t mod h <> 0)%nat ->
    w (S t) i o = vsub (w t i o) (vscal eta (g t i o));
  local_average : forall t i o, (t < T)%nat -> (S t mod h = 0)%nat ->
    w (S t) i o = vmean n (fun j => vsub (w t j o) (vscal eta (g t j o)));
  local_known : forall t i, (t < T)%nat -> (i < n)%nat -> knows (Known t) (w t i);
  local_known_mean : forall t, (t < T)%nat -> knows (Known t) (vmean n (w t));
  local_draws : forall t, (t < T)%nat ->
    draws n everybody (Known t) (g t) (fun i => gradient He (w t i)) sigma2 0;
  local_size : forall t i, (t < T)%nat -> (i < n)%nat -> Ex (fun o => norm2 (g t i o)) <= G2 }.

(** The mean is nearer to the points, in mean square, than any other point. *)
Lemma mean_nearest {V : space} n (x : nat -> V) c : (1 <= n)%nat ->
  rsum n (fun i => norm2 (vsub (vmean n x) (x i))) <= rsum n (fun i => norm2 (vsub (x i) c)).
Proof.
  intros Hn. pose proof (INR_pos n Hn) as Hp. set (y := vmean n x).
  assert (forall i, norm2 (vsub (x i) c)
    = norm2 (vsub y (x i)) + norm2 (vsub y c) + 2 * (inner (vsub y c) (x i) + - inner (vsub y c) y))
    as E.
  { intros i. rewrite !norm2_sub, !inner_subl, (inner_sym c (x i)), (inner_sym c y). unfold norm2.
    lra. }
  rewrite (rsum_ext n (fun i => norm2 (vsub (x i) c)) _ (fun i _ => E i)).
  rewrite rsum_plus, rsum_plus, rsum_scal, rsum_plus, !rsum_const.
  assert (rsum n (fun i => inner (vsub y c) (x i)) = INR n * inner (vsub y c) y) as ->.
  { pose proof (inner_meanr n x (vsub y c)) as M. fold y in M. rewrite M. field. lra. }
  pose proof (Rmult_le_pos _ _ (Rlt_le _ _ Hp) (norm2_nonneg (vsub y c))). lra.
Qed.

Section Local.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).
Context {n h T : nat} {eta sigma2 G2 : R} {w0 : V} {Known : nat -> rvec H -> Prop}.
Context {w g : nat -> nat -> rvec H}.
Hypothesis Hn : (1 <= n)%nat.
Hypothesis Hh : (1 <= h)%nat.
Hypothesis Heta : 0 < eta.
Hypothesis HetaL : eta * L <= 1.
Hypothesis HG2 : 0 <= G2.
Hypothesis Hrun : local_run He n h T eta sigma2 G2 w0 Known w g.

Let mean t : rvec H := vmean n (w t).
Let step t i : rvec H := vsub (w t i) (vscal eta (g t i)).
Let G t : rvec H := heard_mean n everybody (g t).
Let B t := / INR n * rsum n (fun i => norm2 (gradient He (w t i))).

Lemma step_alone t i : (t < T)%nat -> (S t mod h <> 0)%nat -> w (S t) i = step t i.
Proof.
  intros Ht Hm. apply rvec_ext. intros o.
  exact (local_step _ _ _ _ _ _ _ _ _ _ _ Hrun t i o Ht Hm).
Qed.

Lemma step_average t i : (t < T)%nat -> (S t mod h = 0)%nat -> w (S t) i = vmean n (step t).
Proof.
  intros Ht Hm. apply rvec_ext. intros o.
  rewrite (local_average _ _ _ _ _ _ _ _ _ _ _ Hrun t i o Ht Hm), vmean_at. reflexivity.
Qed.

Lemma inner_constant_mean (c y : rvec H) : inner y (vmean n (fun _ => c)) = inner y c.
Proof. rewrite inner_meanr, rsum_const. pose proof (INR_pos n Hn). field. lra. Qed.

(** The mean moves by the mean gradient, whether there is an averaging or not. *)
Lemma mean_step t y : (t < T)%nat ->
  inner y (mean (S t)) = inner y (vsub (mean t) (vscal eta (G t))).
Proof.
  intros Ht.
  assert (inner y (vmean n (step t)) = inner y (vsub (mean t) (vscal eta (G t)))) as E.
  { rewrite inner_meanr, inner_subr, inner_scalr. unfold mean, G, step.
    rewrite inner_meanr, inner_heard_mean, heard_sum_all.
    rewrite (rsum_ext n _ (fun i => inner y (w t i) + - eta * inner y (g t i))).
    - rewrite rsum_plus, rsum_scal. ring.
    - intros i _. rewrite inner_subr, inner_scalr. ring. }
  rewrite <- E. unfold mean. destruct (Nat.eq_dec (S t mod h) 0) as [Hm|Hm].
  - rewrite (vmean_ext n (w (S t)) (fun _ => vmean n (step t)))
      by (intros; now apply step_average). apply inner_constant_mean.
  - rewrite (vmean_ext n (w (S t)) (step t)) by (intros; now apply step_alone). reflexivity.
Qed.

(** All models are the same after an averaging. *)
Lemma same_after q i : (q * h <= T)%nat -> w (q * h)%nat i = w (q * h)%nat O.
Proof.
  intros Hq. destruct (q * h)%nat as [|t] eqn:E.
  - apply rvec_ext. intros o. now rewrite !(local_start _ _ _ _ _ _ _ _ _ _ _ Hrun).
  - assert (S t mod h = 0)%nat as Hm by (rewrite <- E; apply Nat.mod_mul; lia).
    now rewrite !step_average by (lia || assumption).
Qed.

Lemma drift_between q r i : (i < n)%nat -> (r < h)%nat -> (q * h + r <= T)%nat ->
  norm (vsub (w (q * h + r)%nat i) (w (q * h)%nat i)) <= INR r * (eta * sqrt G2).
Proof.
  intros Hi. induction r as [|r IH]; intros Hr Ht.
  - rewrite Nat.add_0_r. cbn [INR]. rewrite Rmult_0_l.
    rewrite (norm_same _ vzero); [rewrite norm_zero; lra|].
    intros y. rewrite inner_subr, inner_zeror. ring.
  - specialize (IH ltac:(lia) ltac:(lia)). rewrite Nat.add_succ_r, S_INR.
    assert (S (q * h + r) mod h <> 0)%nat as Hm.
    { rewrite <- Nat.add_succ_r, Nat.add_comm, Nat.mod_add, Nat.mod_small by lia. lia. }
    rewrite step_alone by (lia || assumption). unfold step.
    rewrite (norm_same _ (vsub (vsub (w (q * h + r)%nat i) (w (q * h)%nat i))
                               (vscal eta (g (q * h + r)%nat i)))).
    + apply Rle_trans with (1 := norm_sub _ _). rewrite norm_scal, Rabs_pos_eq by lra.
      assert (norm (g (q * h + r)%nat i) <= sqrt G2) as Hg.
      { apply norm_le_iff; [apply sqrt_pos|]. rewrite pow2_sqrt by assumption.
        apply (local_size _ _ _ _ _ _ _ _ _ _ _ Hrun); lia. }
      apply (Rmult_le_compat_l eta) in Hg; lra.
    + intros y. rewrite !inner_subr. ring.
Qed.

(** Workers stay within eta (h - 1) G of their mean, in mean square. *)
Lemma worker_drift t : (t <= T)%nat ->
  / INR n * rsum n (fun i => norm2 (vsub (mean t) (w t i))) <= eta ^ 2 * (INR h - 1) ^ 2 * G2.
Proof.
  intros Ht. pose proof (INR_pos n Hn) as Hnp.
  set (q := (t / h)%nat). set (r := (t mod h)%nat).
  assert (t = q * h + r)%nat as Et by (unfold q, r; pose proof (Nat.div_mod t h ltac:(lia)); lia).
  assert (r < h)%nat as Hr by (unfold r; apply Nat.mod_upper_bound; lia).
  apply Rmult_le_reg_l with (INR n); [assumption|].
  rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
  apply Rle_trans with (1 := mean_nearest n (w t) (w (q * h)%nat O) Hn).
  apply rsum_le_const; intros i Hi.
  rewrite <- (same_after q i) by lia. rewrite Et at 1.
  pose proof (drift_between q r i Hi Hr ltac:(lia)) as Hd.
  assert (INR r <= INR h - 1) as Hrh.
  { apply le_INR in Hr. rewrite S_INR in Hr. lra. }
  pose proof (pos_INR r). pose proof (sqrt_pos G2).
  apply norm_le_iff in Hd; [|apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]].
  apply Rle_trans with (1 := Hd).
  rewrite !Rpow_mult_distr, pow2_sqrt by assumption.
  replace (INR r ^ 2 * (eta ^ 2 * G2)) with (eta ^ 2 * INR r ^ 2 * G2) by ring.
  apply Rmult_le_compat_r; [assumption|]. apply Rmult_le_compat_l; [apply pow2_ge_0|].
  apply pow_incr. lra.
Qed.

Lemma value_same (F : rvec H -> R) (dF : rvec H -> rvec H) (x y : rvec H) :
  smooth F dF L -> (forall z, inner z x = inner z y) -> F x <= F y.
Proof.
  intros HF E. pose proof (smooth_descent _ _ _ HF y x) as D.
  assert (inner (dF y) (vsub x y) = 0) as E1 by (rewrite inner_subr, E; ring).
  assert (norm2 (vsub x y) = 0) as E2.
  { unfold norm2. rewrite inner_subr, E. ring. }
  rewrite E1, E2 in D. lra.
Qed.

(** One step of the mean, non-convex. *)
Lemma local_descent t : (t < T)%nat ->
  mean_value f (mean (S t)) <= mean_value f (mean t) - eta / 2 * norm2 (gradient He (mean t))
    + (eta / 2 * (L ^ 2 * (eta ^ 2 * (INR h - 1) ^ 2 * G2)) + L * eta ^ 2 / 2 * (sigma2 / INR n)).
Proof.
  intros Ht. pose proof (INR_pos n Hn) as Hnp. pose proof (smooth_pos _ _ _ Hf) as HL.
  pose proof (smooth_lift He L Hf) as HF.
  apply Rle_trans with (1 := value_same (mean_value f) (gradient He) _ _ HF
    (fun y => mean_step t y Ht)).
  destruct (local_draws _ _ _ _ _ _ _ _ _ _ _ Hrun t Ht) as [U C S].
  pose proof (knows_gradient He _ _ (local_known_mean _ _ _ _ _ _ _ _ _ _ _ Hrun t Ht)) as Kx.
  assert (forall i, (i < n)%nat -> Known t (gradient He (w t i))) as Km.
  { intros i Hi. apply knows_gradient, (local_known _ _ _ _ _ _ _ _ _ _ _ Hrun t i Ht Hi). }
  pose proof (workers_step (mean_value f) (gradient He) L HF n everybody (mean t)
    (fun i => gradient He (w t i)) (g t) eta sigma2 0 Hn
    (fun i Hi Ei => U i Hi Ei _ Kx) (fun i j Hi Hj Ei Ej => U i Hi Ei _ (Km j Hj)) C S) as W.
  rewrite !(heard_sum_all n), (share_all n Hn) in W.
  pose proof (norm2_heard_mean_le n everybody (fun i => gradient He (w t i)) Hn) as J.
  rewrite heard_sum_all, (share_all n Hn) in J.
  fold (B t) in W, J. fold (G t) in W.
  assert (/ INR n * rsum n (fun i => norm2 (vsub (gradient He (mean t)) (gradient He (w t i))))
    <= L ^ 2 * (eta ^ 2 * (INR h - 1) ^ 2 * G2)) as D.
  { apply Rle_trans with (L ^ 2 * (/ INR n * rsum n (fun i => norm2 (vsub (mean t) (w t i))))).
    - rewrite (Rmult_comm (L ^ 2)), Rmult_assoc. apply Rmult_le_compat_l; [apply Rinv_nonneg; lra|].
      rewrite Rmult_comm, <- rsum_scal. apply rsum_le; intros i _.
      apply (smooth_lipschitz _ _ _ HF).
    - apply Rmult_le_compat_l; [apply pow2_ge_0|]. apply worker_drift. lia. }
  apply Rle_trans with (1 := W).
  assert (0 <= B t) as HB.
  { apply Rmult_le_pos; [apply Rinv_nonneg; lra|]. apply rsum_nonneg. intros. apply norm2_nonneg. }
  apply (Rmult_le_compat_l (eta / 2)) in D; [|lra].
  assert (0 <= L * eta ^ 2 / 2) as Hc by (pose proof (pow2_ge_0 eta); nra).
  apply (Rmult_le_compat_l _ _ _ Hc) in J.
  assert (L * eta ^ 2 / 2 * B t <= eta / 2 * B t).
  { apply Rmult_le_compat_r; [assumption|]. nra. }
  unfold Rdiv in *. lra.
Qed.

Theorem local_sgd_nc fstar : (forall y, fstar <= f y) ->
  local_sgd_nc_valid (f w0 - fstar) L sigma2 G2 n h eta T ->
  / INR T * rsum T (fun t => Ex (fun o => norm2 (df (vmean n (fun i => w t i o)))))
  <= local_sgd_nc_bound (f w0 - fstar) L sigma2 G2 n h eta T.
Proof.
  intros Hmin (_ & _ & _ & _ & _ & _ & _ & _ & HT & _).
  pose proof (INR_pos n Hn) as Hnp. pose proof (INR_pos T HT) as HTp.
  pose proof (smooth_pos _ _ _ Hf) as HL.
  assert (rsum T (fun t => Ex (fun o => norm2 (df (vmean n (fun i => w t i o)))))
    = rsum T (fun t => norm2 (gradient He (mean t)))) as ->.
  { apply rsum_ext; intros t _. rewrite norm2_rvec. apply Ex_ext. intros o. do 2 f_equal.
    cbn [gradient at_]. f_equal. unfold mean. now rewrite vmean_at. }
  pose proof (descent_sum (fun t => mean_value f (mean t))
    (fun t => eta / 2 * norm2 (gradient He (mean t)))
    (fun _ => eta / 2 * (L ^ 2 * (eta ^ 2 * (INR h - 1) ^ 2 * G2)) + L * eta ^ 2 / 2 * (sigma2 /
      INR n))
    fstar T (mean_value_ge He fstar (mean T) Hmin) local_descent) as S.
  cbv beta in S. rewrite rsum_scal, rsum_const in S.
  assert (mean_value f (mean O) <= f w0) as E0.
  { rewrite <- (mean_value_const (H := H) (f := f) w0).
    apply (value_same (mean_value f) (gradient He) _ _ (smooth_lift He L Hf)). intros y.
    unfold mean. rewrite (vmean_ext n (w O) (fun _ => rconst H w0)); [apply inner_constant_mean|].
    intros i _. apply rvec_ext. intros o. apply (local_start _ _ _ _ _ _ _ _ _ _ _ Hrun). }
  apply Rmult_le_reg_l with (eta / 2 * INR T); [nra|].
  replace (eta / 2 * INR T * (/ INR T * rsum T (fun t => norm2 (gradient He (mean t)))))
    with (eta / 2 * rsum T (fun t => norm2 (gradient He (mean t)))) by (field; lra).
  apply Rle_trans with (1 := S).
  replace (eta / 2 * INR T * local_sgd_nc_bound (f w0 - fstar) L sigma2 G2 n h eta T)
    with (f w0 - fstar + INR T * (eta / 2 * (L ^ 2 * (eta ^ 2 * (INR h - 1) ^ 2 * G2))
      + L * eta ^ 2 / 2 * (sigma2 / INR n))).
  - lra.
  - unfold local_sgd_nc_bound. field. lra.
Qed.

(** One step of the mean towards a minimiser, convex. *)
Section Convex.
Context {z : V}.
Hypothesis Hc : convex f df.
Hypothesis Hz : minimal f z.
Let Z : rvec H := rconst H z.

Lemma local_approach t : (t < T)%nat ->
  norm2 (vsub (mean (S t)) Z) <= norm2 (vsub (mean t) Z)
    - 2 * eta * (mean_value f (mean t) - f z)
    + (eta * L * (eta ^ 2 * (INR h - 1) ^ 2 * G2) + eta ^ 2 * (sigma2 / INR n)).
Proof.
  intros Ht. pose proof (INR_pos n Hn) as Hnp. pose proof (smooth_pos _ _ _ Hf) as HL.
  pose proof (smooth_lift He L Hf) as HF.
  rewrite (norm2_same _ (vsub (vsub (mean t) (vscal eta (G t))) Z))
    by (intros y; rewrite !(inner_subr y _ Z); now rewrite mean_step).
  rewrite norm2_step.
  destruct (local_draws _ _ _ _ _ _ _ _ _ _ _ Hrun t Ht) as [U C S].
  pose proof (knows_offset _ _ z (local_known_mean _ _ _ _ _ _ _ _ _ _ _ Hrun t Ht)) as Ku.
  assert (forall i, (i < n)%nat -> Known t (gradient He (w t i))) as Km.
  { intros i Hi. apply knows_gradient, (local_known _ _ _ _ _ _ _ _ _ _ _ Hrun t i Ht Hi). }
  (* second moment of the mean gradient *)
  pose proof (heard_second_moment n everybody (fun i => gradient He (w t i)) (g t) sigma2 0 Hn
    (fun i j Hi Hj Ei Ej => U i Hi Ei _ (Km j Hj)) C S) as M.
  rewrite heard_sum_all, (share_all n Hn) in M.
  pose proof (norm2_heard_mean_le n everybody (fun i => gradient He (w t i)) Hn) as J.
  rewrite heard_sum_all, (share_all n Hn) in J. fold (B t) in J, M. fold (G t) in M.
  (* what the gradients at the workers gain *)
  assert (/ INR n * (INR n * (mean_value f (mean t) - f z)) + / (2 * L) * B t
    - L / 2 * (/ INR n * rsum n (fun i => norm2 (vsub (mean t) (w t i)))) <= inner (vsub (mean t)
      Z) (G t))
    as D.
  { unfold B, G. rewrite inner_heard_mean, heard_sum_all.
    replace (/ INR n * (INR n * (mean_value f (mean t) - f z))
      + / (2 * L) * (/ INR n * rsum n (fun i => norm2 (gradient He (w t i))))
      - L / 2 * (/ INR n * rsum n (fun i => norm2 (vsub (mean t) (w t i)))))
      with (/ INR n * (INR n * (mean_value f (mean t) - f z)
        + / (2 * L) * rsum n (fun i => norm2 (gradient He (w t i)))
        + - (L / 2) * rsum n (fun i => norm2 (vsub (mean t) (w t i))))) by ring.
    apply Rmult_le_compat_l; [apply Rinv_nonneg; lra|].
    rewrite <- rsum_const, <- !rsum_scal, <- !rsum_plus. apply rsum_le; intros i Hi.
    assert (inner (vsub (mean t) Z) (g t i) = inner (vsub (mean t) Z) (gradient He (w t i))) as ->
      by exact (U i Hi eq_refl _ Ku).
    pose proof (convex_view _ _ _ HF (convex_lift He Hc) Z (mean t) (w t i) (minimal_lift He z Hz))
      as W.
    unfold Z in W. rewrite mean_value_const in W. fold Z in W. lra. }
  rewrite <- Rmult_assoc, Rinv_l, Rmult_1_l in D by lra.
  pose proof (worker_drift t ltac:(lia)) as R.
  assert (0 <= B t) as HB.
  { apply Rmult_le_pos; [apply Rinv_nonneg; lra|]. apply rsum_nonneg. intros. apply norm2_nonneg. }
  apply (Rmult_le_compat_l (2 * eta)) in D; [|lra].
  apply (Rmult_le_compat_l (eta * L)) in R; [|nra].
  assert (eta ^ 2 * norm2 (G t) <= eta ^ 2 * (B t + sigma2 / INR n)) as M'.
  { apply Rmult_le_compat_l; [apply pow2_ge_0|]. unfold Rdiv. lra. }
  assert (eta ^ 2 * B t <= 2 * eta * (/ (2 * L)) * B t).
  { apply Rmult_le_compat_r; [assumption|]. replace (2 * eta * / (2 * L)) with (eta * / L)
      by (field; lra). replace (eta ^ 2) with (eta * (eta * L * / L)) by (field; lra).
    apply Rmult_le_compat_l; [lra|]. rewrite <- (Rmult_1_l (/ L)) at 2.
    apply Rmult_le_compat_r; [apply Rinv_nonneg|]; lra. }
  lra.
Qed.

Theorem local_sgd_cvx :
  local_sgd_cvx_valid (norm (vsub w0 z)) L sigma2 G2 n h eta T ->
  / INR T * rsum T (fun t => Ex (fun o => f (vmean n (fun i => w t i o)))) - f z
  <= local_sgd_cvx_bound (norm (vsub w0 z)) L sigma2 G2 n h eta T.
Proof.
  intros (_ & _ & _ & _ & _ & _ & _ & _ & HT & _).
  pose proof (INR_pos n Hn) as Hnp. pose proof (INR_pos T HT) as HTp.
  assert (rsum T (fun t => Ex (fun o => f (vmean n (fun i => w t i o))))
    = rsum T (fun t => mean_value f (mean t))) as ->.
  { apply rsum_ext; intros t _. unfold mean_value. apply Ex_ext. intros o. f_equal.
    unfold mean. now rewrite vmean_at. }
  pose proof (descent_sum (fun t => norm2 (vsub (mean t) Z))
    (fun t => 2 * eta * (mean_value f (mean t) + - f z))
    (fun _ => eta * L * (eta ^ 2 * (INR h - 1) ^ 2 * G2) + eta ^ 2 * (sigma2 / INR n))
    0 T (norm2_nonneg _) local_approach) as S.
  cbv beta in S. rewrite rsum_scal, rsum_plus, !rsum_const in S.
  assert (norm2 (vsub (mean O) Z) = norm (vsub w0 z) ^ 2) as E0.
  { rewrite norm_sqr. rewrite (norm2_same _ (vsub (rconst H w0) Z)).
    - exact (Ex_const (p := P) (norm2 (vsub w0 z))).
    - intros y. rewrite !inner_subr. f_equal. unfold mean.
      rewrite (vmean_ext n (w O) (fun _ => rconst H w0)); [apply inner_constant_mean|].
      intros i _. apply rvec_ext. intros o. apply (local_start _ _ _ _ _ _ _ _ _ _ _ Hrun). }
  rewrite E0 in S.
  apply Rmult_le_reg_l with (2 * eta * INR T); [nra|].
  replace (2 * eta * INR T * (/ INR T * rsum T (fun t => mean_value f (mean t)) - f z))
    with (2 * eta * (rsum T (fun t => mean_value f (mean t)) + INR T * - f z)) by (field; lra).
  apply Rle_trans with (1 := S).
  replace (2 * eta * INR T * local_sgd_cvx_bound (norm (vsub w0 z)) L sigma2 G2 n h eta T)
    with (norm (vsub w0 z) ^ 2 + INR T * (eta * L * (eta ^ 2 * (INR h - 1) ^ 2 * G2)
      + eta ^ 2 * (sigma2 / INR n))).
  - lra.
  - unfold local_sgd_cvx_bound. field. lra.
Qed.
End Convex.
End Local.

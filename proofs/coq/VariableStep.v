(* SPDX-License-Identifier: Apache-2.0 *)
(* Asynchronous SGD with a learning rate that depends on how far the read is from the model, so
   that it is random: the replacement of Theorem 4 of Dutta et al., which takes it for a number. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Formulary Bounds.
Local Open Scope R_scope.

(** Their equation 13, at the squared distance d2. *)
Definition staleness_schedule (C eta_max d2 : R) : R :=
  if Req_EM_T d2 0 then eta_max else Rmin (C / d2) eta_max.

Lemma staleness_schedule_range C eta_max d2 : 0 <= C -> 0 < eta_max -> 0 <= d2 ->
  let e := staleness_schedule C eta_max d2 in 0 <= e <= eta_max /\ e * d2 <= C.
Proof.
  intros HC He Hd. unfold staleness_schedule. destruct (Req_EM_T d2 0) as [->|Hne]; cbv zeta.
  - lra.
  - assert (0 < d2) as Hp by lra. pose proof (Rdiv_nonneg C d2 HC Hp) as Hq.
    split; [split; [apply Rmin_glb; lra|apply Rmin_r]|].
    apply Rle_trans with (C / d2 * d2); [apply Rmult_le_compat_r; [lra|apply Rmin_l]|].
    right. field. lra.
Qed.

Section Run.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).

(** Update t applies one gradient g t, drawn at read t, with the step of the schedule. The sample of
    g t is drawn without regard to what is [Known t]: the model, the read, and so the step. *)
Record scheduled_run (T : nat) (eta_max C v growth : R) (w0 : V) (Known : nat -> rvec H -> Prop)
    (x read g : nat -> rvec H) (eta : nat -> P -> R) : Prop := ScheduledRun {
  scheduled_start : forall w, x O w = w0;
  scheduled_step : forall t w, (t < T)%nat ->
    eta t w = staleness_schedule C eta_max (norm2 (vsub (x t w) (read t w)));
  scheduled_update : forall t w, (t < T)%nat ->
    x (S t) w = vsub (x t w) (vscal (eta t w) (g t w));
  (* the step is measurable *)
  scheduled_member : forall t u, (t < T)%nat -> member H u ->
    member H (fun w => vscal (eta t w) (u w));
  scheduled_integrable : forall t, (t < T)%nat -> integrable (fun w => eta t w ^ 2);
  scheduled_known : forall t, (t < T)%nat -> knows (Known t) (x t) /\ knows (Known t) (read t);
  scheduled_known_step : forall t (u e : rvec H), (t < T)%nat -> Known t u ->
    (forall w, e w = vscal (eta t w) (u w)) -> Known t e;
  scheduled_unbiased : forall t, (t < T)%nat -> unbiased (Known t) (g t) (gradient He (read t));
  scheduled_variance : forall t, (t < T)%nat ->
    Ex (fun w => eta t w ^ 2 * norm2 (vsub (g t w) (df (read t w))))
    <= v * Ex (fun w => eta t w ^ 2) + growth * Ex (fun w => eta t w ^ 2 * norm2 (df (read t w))) }.

(** A read is fresh with probability at least p0, also where |grad|^2 is large. *)
Definition fresh_with_probability (T : nat) (p0 : R) (x read : nat -> rvec H) : Prop :=
  exists fresh : nat -> P -> R, forall t, (t < T)%nat ->
    (forall w, fresh t w = 0 \/ fresh t w = 1 /\ read t w = x t w) /\
    integrable (fresh t) /\ p0 <= Ex (fresh t) /\
    integrable (fun w => fresh t w * norm2 (df (x t w))) /\
    p0 * Ex (fun w => norm2 (df (x t w))) <= Ex (fun w => fresh t w * norm2 (df (x t w))).

Context (T : nat) (eta_max C v growth p0 : R) (w0 : V) (Known : nat -> rvec H -> Prop).
Context (x read g : nat -> rvec H) (eta : nat -> P -> R).
Hypothesis Hrun : scheduled_run T eta_max C v growth w0 Known x read g eta.
Hypothesis Hfresh : fresh_with_probability T p0 x read.
Hypothesis HC : 0 <= C.
Hypothesis Hmax : 0 < eta_max.
Hypothesis Hv : 0 <= v.
Hypothesis Hgr : 0 <= growth.
Let theta := 1 - L * eta_max * (1 + growth).
Hypothesis Htheta : 0 <= theta.

Lemma scheduled_descent t : (t < T)%nat ->
  mean_value f (x (S t)) <= mean_value f (x t)
    - eta_max * (1 + theta) / 2 * (p0 * norm2 (gradient He (x t)))
    + ((1 - p0) * C * L ^ 2 / 2 + L * eta_max ^ 2 / 2 * v).
Proof.
  intros Ht. pose proof (smooth_pos _ _ _ Hf) as HL.
  pose proof (scheduled_member _ _ _ _ _ _ _ _ _ _ _ Hrun t) as Hm.
  pose (scaled := fun u : rvec H => Rvec _ (Hm _ Ht (rvec_member u)) : rvec H).
  assert (forall u w, scaled u w = vscal (eta t w) (u w)) as Sc by reflexivity.
  set (F := gradient He (x t)). set (R_ := gradient He (read t)). set (n := vsub (g t) R_ : rvec H).
  assert (forall a b : rvec H, inner a (scaled b) = inner (scaled a) b) as Smove.
  { intros a b. apply Ex_ext. intros w. rewrite !Sc, inner_scall, inner_scalr. reflexivity. }
  destruct (scheduled_known _ _ _ _ _ _ _ _ _ _ _ Hrun t Ht) as [Kx Kr].
  pose proof (knows_gradient He _ _ Kx) as KF. pose proof (knows_gradient He _ _ Kr) as KR.
  fold F in KF. fold R_ in KR.
  pose proof (scheduled_known_step _ _ _ _ _ _ _ _ _ _ _ Hrun t) as Ks.
  pose proof (Ks F (scaled F) Ht KF (Sc F)) as KsF.
  pose proof (Ks R_ (scaled R_) Ht KR (Sc R_)) as KsR.
  pose proof (Ks _ (scaled (scaled R_)) Ht KsR (Sc _)) as KssR.
  pose proof (scheduled_unbiased _ _ _ _ _ _ _ _ _ _ _ Hrun t Ht) as U.
  assert (inner F (scaled (g t)) = inner (scaled F) R_) as E1.
  { rewrite Smove. exact (U _ KsF). }
  assert (inner (scaled R_) (scaled n) = 0) as E2.
  { rewrite Smove. unfold n. rewrite inner_subr. pose proof (U _ KssR) as U2.
    change (inner (scaled (scaled R_)) (g t) = inner (scaled (scaled R_)) R_) in U2. lra. }
  assert (norm2 (scaled (g t)) = norm2 (scaled R_) + norm2 (scaled n)) as E3.
  { transitivity (norm2 (vadd (scaled R_) (scaled n))); [|rewrite norm2_add, E2; ring].
    rewrite !norm2_rvec. apply Ex_ext. intros w. change (norm2 (vscal (eta t w) (g t w))
      = norm2 (vadd (vscal (eta t w) (R_ w)) (vscal (eta t w) (vsub (g t w) (R_ w))))).
    rewrite norm2_add, !norm2_scal, inner_scall, inner_scalr, norm2_sub, inner_subr.
    rewrite (inner_sym (g t w)). unfold norm2. ring. }
  assert (norm2 (scaled n) <= v * Ex (fun w => eta t w ^ 2) + growth * norm2 (scaled R_)) as E4.
  { pose proof (scheduled_variance _ _ _ _ _ _ _ _ _ _ _ Hrun t Ht) as Hvar.
    rewrite !norm2_rvec.
    rewrite (Ex_ext (fun w => norm2 (scaled n w))
      (fun w => eta t w ^ 2 * norm2 (vsub (g t w) (df (read t w)))))
      by (intros w; rewrite Sc, norm2_scal; reflexivity).
    rewrite (Ex_ext (fun w => norm2 (scaled R_ w)) (fun w => eta t w ^ 2 * norm2 (df (read t w))))
      by (intros w; rewrite Sc, norm2_scal; reflexivity). exact Hvar. }
  pose proof (smooth_descent _ _ _ (smooth_lift He L Hf) (x t) (x (S t))) as D. fold F in D.
  replace (inner F (vsub (x (S t)) (x t))) with (- inner F (scaled (g t))) in D.
  2:{ cbn [inner rspace]. unfold rinner.
      replace (- Ex (fun w => inner (F w) (scaled (g t) w)))
        with (-1 * Ex (fun w => inner (F w) (scaled (g t) w))) by ring.
      rewrite <- Ex_scal by apply rvec_dot.
      apply Ex_ext. intros w. change (-1 * inner (F w) (vscal (eta t w) (g t w))
        = inner (F w) (vsub (x (S t) w) (x t w))).
      rewrite (scheduled_update _ _ _ _ _ _ _ _ _ _ _ Hrun t w Ht), !inner_subr. ring. }
  replace (norm2 (vsub (x (S t)) (x t))) with (norm2 (scaled (g t))) in D.
  2:{ rewrite !norm2_rvec. apply Ex_ext. intros w.
      change (norm2 (vscal (eta t w) (g t w)) = norm2 (vsub (x (S t) w) (x t w))).
      rewrite (scheduled_update _ _ _ _ _ _ _ _ _ _ _ Hrun t w Ht).
      unfold norm2. rewrite !inner_subl, !inner_subr, (inner_sym (vscal _ _) (x t w)). ring. }
  rewrite E1, E3 in D.
  destruct Hfresh as [fresh HF]. destruct (HF t Ht) as (F1 & F2 & F3 & F4 & F5).
  pose proof (scheduled_integrable _ _ _ _ _ _ _ _ _ _ _ Hrun t Ht) as Ie.
  set (A := norm2 F) in *. change (Ex (fun w => norm2 (df (x t w)))) with A in F5.
  assert (Ex (fun w => eta t w ^ 2) <= eta_max ^ 2) as Hee.
  { apply Ex_le_const; [assumption|]. intros w.
    rewrite (scheduled_step _ _ _ _ _ _ _ _ _ _ _ Hrun t w Ht).
    destruct (staleness_schedule_range C eta_max (norm2 (vsub (x t w) (read t w))) HC Hmax
      (norm2_nonneg _)) as [He2 _]. nra. }
  assert (0 <= eta_max * (1 + theta) / 2) as Hq by nra.
  assert (- inner (scaled F) R_ + L / 2 * (1 + growth) * norm2 (scaled R_)
    <= - (eta_max * (1 + theta) / 2) * Ex (fun w => fresh t w * norm2 (df (x t w)))
       + C * L ^ 2 / 2 * (1 - Ex (fresh t))) as Hpath.
  { rewrite norm2_rvec. cbn [inner rspace]. unfold rinner.
    replace (- Ex (fun w => inner (scaled F w) (R_ w)))
      with (-1 * Ex (fun w => inner (scaled F w) (R_ w))) by ring.
    rewrite <- (Ex_const (p := P) 1) at 3.
    rewrite <- (Ex_minus (fun _ => 1)), <- !Ex_scal, <- !Ex_plus;
      auto using int_scal, int_minus, int_const, (rvec_dot H (scaled F) R_),
        (norm2_integrable H (scaled R_)).
    apply Ex_le; auto using int_plus, int_scal, int_minus, int_const, (rvec_dot H (scaled F) R_),
        (norm2_integrable H (scaled R_)).
    intros w. rewrite !Sc, inner_scall, norm2_scal.
    change (R_ w) with (df (read t w)). change (F w) with (df (x t w)).
    destruct (staleness_schedule_range C eta_max (norm2 (vsub (x t w) (read t w))) HC Hmax
      (norm2_nonneg _)) as [[He0 He1] HeC].
    pose proof (scheduled_step _ _ _ _ _ _ _ _ _ _ _ Hrun t w Ht) as Es.
    rewrite <- Es in He0, He1, HeC.
    set (e := eta t w) in *. clearbody e.
    destruct (F1 w) as [-> |[-> Er]].
    - pose proof (smooth_lipschitz _ _ _ Hf (x t w) (read t w)) as Hl.
      rewrite inner_polar. pose proof (norm2_nonneg (df (x t w))). pose proof (norm2_nonneg (df
        (read t w))).
      set (a := norm2 (df (x t w))) in *. set (b := norm2 (df (read t w))) in *.
      set (d := norm2 (vsub (df (x t w)) (df (read t w)))) in *.
      set (u := norm2 (vsub (x t w) (read t w))) in *.
      assert (e * d <= C * L ^ 2) as Hd.
      { apply Rle_trans with (L ^ 2 * (e * u)); [|pose proof (pow2_ge_0 L); nra].
        apply (Rmult_le_compat_l e) in Hl; lra. }
      assert (e * b * (L * (1 + growth) * e) <= e * b * 1) as Hb.
      { apply Rmult_le_compat_l; [now apply Rmult_le_pos|].
        apply Rle_trans with (L * (1 + growth) * eta_max).
        - apply Rmult_le_compat_l; [|assumption]. apply Rmult_le_pos; lra.
        - unfold theta in Htheta. lra. }
      assert (0 <= e * a) by now apply Rmult_le_pos. lra.
    - assert (e = eta_max) as ->.
      { rewrite Es, Er, norm2_sub_self. unfold staleness_schedule.
        destruct (Req_EM_T 0 0); [reflexivity|lra]. }
      rewrite Er. fold (norm2 (df (x t w))). unfold theta. right. unfold norm2. field. }
  assert (0 <= C * L ^ 2 / 2) as HCL by (pose proof (pow2_ge_0 L); nra).
  apply (Rmult_le_compat_l (L / 2)) in E4; [|lra].
  apply (Rmult_le_compat_l (L / 2 * v)) in Hee; [|apply Rmult_le_pos; lra].
  apply (Rmult_le_compat_l _ _ _ Hq) in F5. apply (Rmult_le_compat_l _ _ _ HCL) in F3. lra.
Qed.
End Run.

Theorem staleness_step_pl {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L}
    (Hf : smooth f df L) (He : evaluable H f df) c sigma2 MG m eta_max C p0 w0 fstar J
    Known x read g eta :
  scheduled_run He J eta_max C (sigma2 / INR m) (MG / INR m) w0 Known x read g eta ->
  fresh_with_probability (df := df) J p0 x read -> PL f df c fstar ->
  staleness_step_pl_valid L c sigma2 MG m eta_max C p0 (f w0 - fstar) J ->
  Ex (fun w => f (x J w)) - fstar
  <= staleness_step_pl_bound L c sigma2 MG m eta_max C p0 (f w0 - fstar) J.
Proof.
  intros Hrun Hfr Hpl (HL & Hc & HcL & Hs & HMG & Hm & Hmax & HC & Hp & Hp1 & HD & Hstep).
  pose proof (INR_pos m Hm) as Hmp. unfold staleness_step_pl_bound.
  set (theta := 1 - L * eta_max * (1 + MG / INR m)). assert (0 <= theta) as Hth by (unfold theta;
    lra).
  set (rate := c * p0 * eta_max * (1 + theta)).
  assert (0 <= MG / INR m) as HMm by now apply Rdiv_nonneg.
  assert (0 < rate <= 1) as [Hr0 Hr1].
  { unfold rate. split; [repeat apply Rmult_lt_0_compat; lra|].
    set (y := L * eta_max * (1 + MG / INR m)) in *. change theta with (1 - y).
    assert (0 < L * eta_max) as Hle by now apply Rmult_lt_0_compat.
    assert (L * eta_max <= y) as Hy by (unfold y; nra).
    assert (c * p0 * eta_max <= L * eta_max).
    { apply Rmult_le_compat_r; [lra|]. apply Rle_trans with (c * 1); [apply Rmult_le_compat_l;
      lra|lra]. }
    apply Rle_trans with (y * (1 + (1 - y))); [|pose proof (pow2_ge_0 (y - 1)); nra].
    apply Rmult_le_compat_r; lra. }
  set (b := (1 - p0) * C * L ^ 2 / 2 + L * eta_max ^ 2 / 2 * (sigma2 / INR m)).
  replace (((1 - p0) * C * L ^ 2 / 2 + L * eta_max ^ 2 * sigma2 / (2 * INR m)) / rate)
    with (b / (1 - (1 - rate))) by (unfold b; field; split; lra).
  pose proof (affine_recursion (fun t => mean_value f (x t) - fstar) (1 - rate) b J ltac:(lra)
    ltac:(lra)) as A.
  cbv beta in A.
  rewrite (mean_value_start f (x O) w0 (scheduled_start _ _ _ _ _ _ _ _ _ _ _ _ Hrun)) in A.
  apply A. intros t Ht.
  pose proof (scheduled_descent Hf He J eta_max C (sigma2 / INR m) (MG / INR m) p0 w0 Known x read g
    eta Hrun Hfr HC Hmax ltac:(now apply Rdiv_nonneg) HMm Hth t Ht) as D.
  pose proof (PL_lift He c fstar Hpl (x t)) as Hg. fold theta in D.
  assert (0 <= eta_max * (1 + theta) / 2 * p0) as Hq by (apply Rmult_le_pos; nra).
  apply (Rmult_le_compat_l _ _ _ Hq) in Hg. unfold rate, b. lra.
Qed.

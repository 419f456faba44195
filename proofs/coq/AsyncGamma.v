(* SPDX-License-Identifier: Apache-2.0 *)
(* Asynchronous SGD with the staleness constant gamma of Dutta et al.: their Theorem 3 with the step
   condition that its own Lemma 9 gives, and with a better gain. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Sync Formulary Bounds.
Local Open Scope R_scope.

(** If the m l are within the share gamma of a, on average, they are not short: Minkowski. *)
Lemma stale_mean_long {V : space} K (a : V) (m : nat -> V) gamma : (1 <= K)%nat -> 0 <= gamma ->
  / INR K * rsum K (fun l => norm2 (vsub a (m l))) <= gamma * norm2 a ->
  Rmax 0 (1 - sqrt gamma) ^ 2 * norm2 a <= / INR K * rsum K (fun l => norm2 (m l)).
Proof.
  intros HK Hg Hm. pose proof (INR_pos K HK) as HKp.
  set (A := norm2 a) in *. set (B := / INR K * rsum K (fun l => norm2 (m l))).
  assert (0 <= B) as HB.
  { apply Rmult_le_pos; [now apply Rinv_nonneg|]. apply rsum_nonneg. intros. apply norm2_nonneg. }
  assert (0 <= A) as HA by apply norm2_nonneg.
  assert (Hy : forall s, 0 < s -> A <= (1 + s) * B + (1 + / s) * (gamma * A)).
  { intros s Hs. apply Rle_trans with (/ INR K * rsum K (fun l =>
      (1 + s) * norm2 (m l) + (1 + / s) * norm2 (vsub a (m l)))).
    - apply Rmult_le_reg_l with (INR K); [assumption|].
      rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l, <- rsum_const by lra.
      apply rsum_le. intros l _. pose proof (norm2_add_young s (m l) (vsub a (m l)) Hs) as Hl.
      replace (norm2 (vadd (m l) (vsub a (m l)))) with A in Hl; [exact Hl|].
      unfold A, norm2. rewrite !inner_addl, !inner_addr, !inner_subl, !inner_subr. ring.
    - rewrite rsum_plus, !rsum_scal. pose proof (Rinv_0_lt_compat s Hs).
      apply (Rmult_le_compat_l (1 + / s)) in Hm; [|lra]. unfold B. lra. }
  set (r := sqrt gamma) in *. assert (gamma = r ^ 2) as Er by (unfold r; now rewrite pow2_sqrt).
  assert (0 <= r) as Hr by apply sqrt_pos. clearbody r B. rewrite Er in Hy.
  destruct (Rle_lt_dec 1 r) as [H1|H1].
  - rewrite Rmax_left by lra. lra.
  - rewrite Rmax_right by lra. destruct Hr as [Hr|<-].
    + specialize (Hy (r / (1 - r)) ltac:(apply Rdiv_pos; lra)).
      replace ((1 + / (r / (1 - r))) * (r ^ 2 * A)) with (r * A) in Hy by (field; lra).
      replace (1 + r / (1 - r)) with (/ (1 - r)) in Hy by (field; lra).
      apply Rmult_le_reg_l with (/ (1 - r)); [apply Rinv_0_lt_compat; lra|].
      replace (/ (1 - r) * ((1 - r) ^ 2 * A)) with ((1 - r) * A) by (field; lra). lra.
    + replace ((1 - 0) ^ 2 * A) with A by ring. apply Rnot_lt_le. intros HBA.
      specialize (Hy ((A - B) / (2 * (B + 1))) ltac:(apply Rdiv_pos; lra)).
      replace (0 ^ 2 * A) with 0 in Hy by ring.
      replace ((1 + (A - B) / (2 * (B + 1))) * B) with (B + (A - B) * (B / (2 * (B + 1)))) in Hy
        by (field; lra).
      assert (B / (2 * (B + 1)) < 1) as Hq; [|nra].
      apply Rmult_lt_reg_r with (2 * (B + 1)); [lra|].
      replace (B / (2 * (B + 1)) * (2 * (B + 1))) with B by (field; lra). lra.
Qed.

Section Async.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).
Context (K m : nat) (Known : nat -> rvec H -> Prop).
Context (x : nat -> rvec H) (read g : nat -> nat -> rvec H) (w0 : V).
Context (eta sigma2 MG gamma p0 : R) (T : nat).
Hypothesis Hrun : async_run He K T eta (sigma2 / INR m) (MG / INR m) w0 Known x read g.
Hypothesis Hstale : staleness_at_most df K T gamma x read.
Hypothesis Hfresh : fresh_at_least df K T p0 x read.
Hypothesis HK : (1 <= K)%nat.
Hypothesis Hm : (1 <= m)%nat.
Hypothesis HMG : 0 <= MG.
Hypothesis Heta : 0 < eta.
Hypothesis Hgamma : 0 <= gamma.

Let G := 1 + MG / (INR K * INR m).
Let theta := 1 - L * eta * G.
Let A t := norm2 (gradient He (x t)).
Let B t := / INR K * rsum K (fun l => norm2 (gradient He (read t l))).
Lemma growth_ge_1 : 1 <= G.
Proof.
  pose proof (INR_pos K HK). pose proof (INR_pos m Hm).
  assert (0 <= MG / (INR K * INR m)) by (apply Rdiv_nonneg; [assumption|nra]). unfold G. lra.
Qed.

Lemma async_step t : (t < T)%nat ->
  mean_value f (x (S t)) <= mean_value f (x t) - eta / 2 * ((1 - gamma) * A t)
    - eta / 2 * (theta * B t) + L * eta ^ 2 / 2 * (sigma2 / (INR K * INR m)).
Proof.
  intros Ht. pose proof (INR_pos K HK) as HKp. pose proof (INR_pos m Hm) as Hmp.
  destruct Hrun as [_ U KX KR D].
  pose proof (update_step Hf He K everybody (Known t) (x t) (x (S t))
    (fun l => gradient He (read t l)) (g t) eta _ _ HK (fun w => U t w Ht)
    (knows_gradient He _ _ (KX t Ht)) (fun l Hl _ => knows_gradient He _ _ (KR t l Ht Hl))
    (D t Ht)) as S.
  pose proof (norm2_heard_mean_le K everybody (fun l => gradient He (read t l)) HK) as HM.
  rewrite !(heard_sum_all K), (share_all K HK) in S, HM.
  cbv beta in S, HM. rewrite ?(heard_sum_all K) in S. fold (B t) in S, HM. fold (A t) in S.
  pose proof (Hstale t Ht) as Hs.
  change (/ INR K * rsum K (fun l => norm2 (vsub (gradient He (x t)) (gradient He (read t l))))
    <= gamma * A t) in Hs.
  apply (Rmult_le_compat_l (eta / 2)) in Hs; [|lra].
  assert (0 <= L * eta ^ 2 / 2) as Hc.
  { pose proof (smooth_pos _ _ _ Hf). pose proof (pow2_ge_0 eta). nra. }
  apply (Rmult_le_compat_l _ _ _ Hc) in HM. apply Rle_trans with (1 := S).
  unfold theta, G.
  replace (sigma2 / (INR K * INR m)) with (/ INR K * (1 * (sigma2 / INR m))) by (field; lra).
  replace (MG / (INR K * INR m)) with (/ INR K * (MG / INR m)) by (field; lra). lra.
Qed.

(** Fresh reads see the full gradient. *)
Lemma fresh_reads t : (t < T)%nat -> p0 * A t <= B t.
Proof.
  intros Ht. destruct Hfresh as [fresh HF]. destruct (HF t Ht) as (F1 & F2 & F3).
  apply Rle_trans with (1 := F3). apply Rmult_le_compat_l; [now apply Rinv_nonneg, INR_pos|].
  apply rsum_le. intros l Hl. apply Ex_le.
  - now apply F2.
  - exact (norm2_integrable H (gradient He (read t l))).
  - intros w. change (fresh t l w * norm2 (df (x t w)) <= norm2 (df (read t l w))).
    destruct (F1 l w Hl) as [-> |[-> ->]]; [|lra]. rewrite Rmult_0_l. apply norm2_nonneg.
Qed.

Lemma reads_long t : (t < T)%nat -> Rmax p0 (Rmax 0 (1 - sqrt gamma) ^ 2) * A t <= B t.
Proof.
  intros Ht. unfold Rmax at 1. destruct (Rle_dec p0 _).
  - apply stale_mean_long; try assumption. apply (Hstale t Ht).
  - now apply fresh_reads.
Qed.

(** With any gain k that gamma and the reads leave. *)
Lemma async_gain_step k t : (t < T)%nat -> k * A t <= (1 - gamma) * A t + theta * B t ->
  mean_value f (x (S t)) <= mean_value f (x t) - eta / 2 * (k * A t)
    + L * eta ^ 2 / 2 * (sigma2 / (INR K * INR m)).
Proof.
  intros Ht Hk. apply Rle_trans with (1 := async_step t Ht).
  apply (Rmult_le_compat_l (eta / 2)) in Hk; lra.
Qed.

(** At most 1 + theta: no staleness constant makes asynchrony faster per update than synchrony. *)
Lemma async_rate c k : 0 < c -> c <= L -> 0 <= theta -> 0 < k -> k <= 1 + theta ->
  0 <= 1 - eta * c * k < 1.
Proof.
  intros Hc HcL Hth Hk Hk1. pose proof (smooth_pos _ _ _ Hf) as HL. pose proof growth_ge_1 as HG.
  assert (0 < eta * c) as Hec by now apply Rmult_lt_0_compat.
  set (y := L * eta * G) in *. assert (theta = 1 - y) as Ey by reflexivity.
  assert (eta * c <= y) as Hy.
  { unfold y. apply Rle_trans with (L * eta * 1); [nra|]. apply Rmult_le_compat_l; nra. }
  split; [|nra]. assert (eta * c * k <= y * (2 - y)); [|pose proof (pow2_ge_0 (y - 1)); nra].
  apply Rmult_le_compat; lra.
Qed.

Lemma async_linear c fstar k : PL f df c fstar -> 0 < c -> c <= L ->
  0 <= theta -> 0 < k -> k <= 1 + theta ->
  (forall t, (t < T)%nat -> k * A t <= (1 - gamma) * A t + theta * B t) ->
  let floor := eta * L * sigma2 / (2 * c * k * (INR K * INR m)) in
  Ex (fun w => f (x T w)) - fstar <= floor + (1 - eta * c * k) ^ T * (f w0 - fstar - floor).
Proof.
  intros Hpl Hc HcL Hth Hk Hk1 HkB floor.
  destruct (async_rate c k Hc HcL Hth Hk Hk1) as [R0 R1].
  pose proof (INR_pos K HK) as HKp. pose proof (INR_pos m Hm) as Hmp.
  replace floor with (L * eta ^ 2 / 2 * (sigma2 / (INR K * INR m)) / (1 - (1 - eta * c * k))).
  2:{ unfold floor. replace (1 - (1 - eta * c * k)) with (eta * c * k) by ring.
      field. repeat split; lra. }
  rewrite <- (mean_value_start f (x O) w0 (async_start _ _ _ _ _ _ _ _ _ _ _ Hrun)).
  change (Ex (fun w => f (x T w))) with (mean_value f (x T)).
  apply (affine_recursion (fun t => mean_value f (x t) - fstar)); try assumption.
  intros t Ht. pose proof (async_gain_step k t Ht (HkB t Ht)) as S.
  pose proof (PL_lift He c fstar Hpl (x t)) as Hp.
  apply (Rmult_le_compat_l (eta / 2 * k)) in Hp; [|nra]. fold (A t) in Hp. lra.
Qed.

(** Non-convex, over the T updates. *)
Lemma async_average fstar k : (forall y, fstar <= f y) -> 0 < k -> (1 <= T)%nat ->
  (forall t, (t < T)%nat -> k * A t <= (1 - gamma) * A t + theta * B t) ->
  / INR T * rsum T A
  <= 2 * (f w0 - fstar) / (INR T * eta * k) + L * eta * sigma2 / (INR K * INR m * k).
Proof.
  intros Hmin Hk HT HkB. pose proof (INR_pos T HT) as HTp.
  pose proof (INR_pos K HK) as HKp. pose proof (INR_pos m Hm) as Hmp.
  pose proof (descent_sum (fun t => mean_value f (x t)) (fun t => eta / 2 * (k * A t))
    (fun _ => L * eta ^ 2 / 2 * (sigma2 / (INR K * INR m))) fstar T
    (mean_value_ge He fstar (x T) Hmin) (fun t Ht => async_gain_step k t Ht (HkB t Ht))) as S.
  rewrite !rsum_scal, rsum_const in S.
  rewrite (mean_value_start f (x O) w0 (async_start _ _ _ _ _ _ _ _ _ _ _ Hrun)) in S.
  apply Rmult_le_reg_l with (eta / 2 * k * INR T); [repeat apply Rmult_lt_0_compat; lra|].
  replace (eta / 2 * k * INR T * (/ INR T * rsum T A)) with (eta / 2 * (k * rsum T A))
    by (field; lra).
  apply Rle_trans with (1 := S). right. field. lra.
Qed.
End Async.

Section Theorems.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).
Context (K m : nat) (Known : nat -> rvec H -> Prop).
Context (x : nat -> rvec H) (read g : nat -> nat -> rvec H) (w0 : V).
Context (eta sigma2 MG gamma p0 fstar : R).

Theorem async_gamma_pl c J :
  async_run He K J eta (sigma2 / INR m) (MG / INR m) w0 Known x read g ->
  staleness_at_most df K J gamma x read -> fresh_at_least df K J p0 x read ->
  PL f df c fstar ->
  async_gamma_pl_valid L c sigma2 MG m eta K gamma p0 (f w0 - fstar) J ->
  Ex (fun w => f (x J w)) - fstar
  <= async_gamma_pl_bound L c sigma2 MG m eta K gamma p0 (f w0 - fstar) J.
Proof.
  intros Hrun Hst Hfr Hpl
    (HL & Hc & HcL & Hs & HMG & Hm & He0 & HK & HD & Hg & Hp0 & Hp1 & Hle & Hgain).
  set (q := Rmax p0 (Rmax 0 (1 - sqrt gamma) ^ 2)) in *.
  assert (0 <= q <= 1) as Hq.
  { split; [apply Rle_trans with (1 := Hp0), Rmax_l|]. apply Rmax_lub; [assumption|].
    pose proof (sqrt_pos gamma). apply pow_le_1; [apply Rmax_l|apply Rmax_lub; lra]. }
  set (theta := 1 - L * eta * (1 + MG / (INR K * INR m))) in *.
  apply (async_linear Hf He K m Known x read g w0 eta sigma2 MG gamma J Hrun Hst HK Hm HMG He0
    c fstar (1 - gamma + theta * q)); fold theta; try assumption; try (unfold theta in *; nra).
  intros t Ht. pose proof (reads_long He K x read gamma p0 J Hst Hfr HK Hg t Ht) as HB.
  fold q in HB. apply (Rmult_le_compat_l theta) in HB; unfold theta in *; lra.
Qed.

Lemma half_gain t J :
  staleness_at_most df K J gamma x read -> fresh_at_least df K J p0 x read -> (t < J)%nat ->
  (1 <= K)%nat -> 0 <= p0 -> 2 * L * eta * (1 + MG / (INR K * INR m)) <= 1 ->
  (1 - gamma + p0 / 2) * norm2 (gradient He (x t)) <= (1 - gamma) * norm2 (gradient He (x t))
    + (1 - L * eta * (1 + MG / (INR K * INR m)))
      * (/ INR K * rsum K (fun l => norm2 (gradient He (read t l)))).
Proof.
  intros Hst Hfr Ht HK Hp0 Hle.
  pose proof (fresh_reads He K x read p0 J Hfr HK t Ht) as HB. cbv beta in HB.
  set (B := / INR K * rsum K (fun l => norm2 (gradient He (read t l)))) in *.
  set (A := norm2 (gradient He (x t))) in *.
  assert (0 <= A) by apply norm2_nonneg. assert (0 <= p0 * A) by now apply Rmult_le_pos. nra.
Qed.

Theorem async_gamma_pl_half c J :
  async_run He K J eta (sigma2 / INR m) (MG / INR m) w0 Known x read g ->
  staleness_at_most df K J gamma x read -> fresh_at_least df K J p0 x read ->
  PL f df c fstar ->
  async_gamma_pl_half_valid L c sigma2 MG m eta K gamma p0 (f w0 - fstar) J ->
  Ex (fun w => f (x J w)) - fstar
  <= async_gamma_pl_half_bound L c sigma2 MG m eta K gamma p0 (f w0 - fstar) J.
Proof.
  intros Hrun Hst Hfr Hpl
    (HL & Hc & HcL & Hs & HMG & Hm & He0 & HK & HD & Hg & Hp0 & Hp1 & Hle & Hgain).
  apply (async_linear Hf He K m Known x read g w0 eta sigma2 MG gamma J Hrun Hst HK Hm HMG He0
    c fstar (1 - gamma + p0 / 2)); try assumption; try lra.
  intros t Ht. now apply (half_gain t J).
Qed.

(** Non-convex: the average over updates 0 .. J, each gradient at the model. *)
Theorem async_gamma_nc_half J :
  async_run He K (S J) eta (sigma2 / INR m) (MG / INR m) w0 Known x read g ->
  staleness_at_most df K (S J) gamma x read -> fresh_at_least df K (S J) p0 x read ->
  (forall y, fstar <= f y) ->
  async_gamma_nc_half_valid L sigma2 MG m eta K gamma p0 (f w0 - fstar) J ->
  / INR (S J) * rsum (S J) (fun t => Ex (fun w => norm2 (df (x t w))))
  <= async_gamma_nc_half_bound L sigma2 MG m eta K gamma p0 (f w0 - fstar) J.
Proof.
  intros Hrun Hst Hfr Hmin (HL & Hs & HMG & Hm & He0 & HK & Hg & Hp0 & Hp1 & HD & Hle & Hgain).
  unfold async_gamma_nc_half_bound. cbv zeta. rewrite <- S_INR.
  apply (async_average Hf He K m Known x read g w0 eta sigma2 MG gamma (S J) Hrun Hst HK Hm
    He0 fstar (1 - gamma + p0 / 2)); try assumption; try lia.
  intros t Ht. now apply (half_gain t (S J)).
Qed.
End Theorems.

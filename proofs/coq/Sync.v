(* SPDX-License-Identifier: Apache-2.0 *)
(* K-sync SGD (fully synchronous, K-sync, K-batch-sync): every gradient is taken at the current
   model. Rate and floor are exact: equality holds for F = (L/2)|w|^2 with additive noise. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Formulary Bounds.
Local Open Scope R_scope.

Section Sync.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).

(** One update by the mean of K gradients drawn at x, each of variance v + growth * |grad|^2. *)
Lemma sync_step K (Known : rvec H -> Prop) (x x' : rvec H) (g : nat -> rvec H) eta v growth :
  (1 <= K)%nat ->
  (forall w, x' w = vsub (x w) (vscal eta (vmean K (fun k => g k w)))) ->
  Known (gradient He x) -> draws K everybody Known g (fun _ => gradient He x) v growth ->
  mean_value f x' <= mean_value f x
    - eta * (1 - L * eta * (1 + growth / INR K) / 2) * norm2 (gradient He x)
    + L * eta ^ 2 / 2 * (v / INR K).
Proof.
  intros HK Hx Hk Hg. pose proof (INR_pos K HK) as HKp.
  pose proof (update_step Hf He K everybody Known x x' (fun _ => gradient He x) g eta v growth
    HK Hx Hk (fun _ _ _ => Hk) Hg) as S.
  rewrite !(heard_sum_all K), (share_all K HK), !rsum_const, norm2_sub_self in S.
  assert (norm2 (heard_mean K everybody (fun _ => gradient He x)) <= norm2 (gradient He x)) as HM.
  { apply Rle_trans with (1 := norm2_heard_mean_le K everybody _ HK).
    rewrite heard_sum_all, (share_all K HK), rsum_const. right. field. lra. }
  set (A := norm2 (gradient He x)) in *.
  assert (0 <= L * eta ^ 2 / 2) as Hc.
  { pose proof (smooth_pos _ _ _ Hf). pose proof (pow2_ge_0 eta). nra. }
  pose proof (Rmult_le_compat_l _ _ _ Hc HM) as HMc.
  replace (/ INR K * (INR K * A)) with A in S by (field; lra).
  apply Rle_trans with (1 := S).
  replace (v / INR K) with (/ INR K * (1 * v)) by (field; lra).
  replace (growth / INR K) with (/ INR K * growth) by (field; lra). lra.
Qed.

(** The rate is between 0 and 1 for every admissible step. *)
Lemma sync_rate c eta A : 0 < c -> c <= L -> 1 <= A -> 0 < eta -> eta * L * A < 2 ->
  0 <= 1 - 2 * c * eta * (1 - L * eta * A / 2) < 1.
Proof.
  intros Hc HcL HA He1 He2. pose proof (smooth_pos _ _ _ Hf) as HL.
  set (y := eta * L * A) in *. assert (0 < y) by (unfold y; repeat apply Rmult_lt_0_compat; lra).
  (* c eta <= y, and y (2 - y) <= 1 *)
  assert (c * eta <= y).
  { apply Rle_trans with (L * eta * 1); [apply Rle_trans with (L * eta); nra|].
    replace y with (L * eta * A) by (unfold y; ring). apply Rmult_le_compat_l; nra. }
  replace (L * eta * A) with y by (unfold y; ring).
  assert (0 < c * eta) by nra. split; [|nra].
  assert (c * eta * (2 - y) <= y * (2 - y)) by (apply Rmult_le_compat_r; lra).
  pose proof (pow2_ge_0 (y - 1)). nra.
Qed.

Context {c fstar : R}.
Hypothesis Hpl : PL f df c fstar.
Context (K m : nat) (Known : nat -> rvec H -> Prop).
Context (x : nat -> rvec H) (g : nat -> nat -> rvec H) (w0 : V).
Context (eta sigma2 MG : R) (J : nat).
Hypothesis Hrun : sync_run He K J eta (sigma2 / INR m) (MG / INR m) w0 Known x g.

Theorem sync_pl :
  sync_pl_valid L c sigma2 MG m eta K (f w0 - fstar) J ->
  Ex (fun w => f (x J w)) - fstar <= sync_pl_bound L c sigma2 MG m eta K (f w0 - fstar) J.
Proof.
  destruct Hrun as [Hstart Hupdate Hknown Hdraws].
  intros (HL & Hc & HcL & Hs & HM & Hm & HK & He1 & He2 & HD).
  pose proof (INR_pos K HK) as HKp. pose proof (INR_pos m Hm) as Hmp.
  unfold sync_pl_bound. cbv zeta.
  set (A := 1 + MG / (INR K * INR m)) in *.
  assert (0 <= MG / (INR K * INR m)) as HA by (apply Rdiv_nonneg; [lra|nra]).
  pose proof (sync_rate c eta A Hc HcL ltac:(unfold A; lra) He1 He2) as [Hr0 Hr1].
  set (theta := 1 - L * eta * A / 2) in *. set (rate := 1 - 2 * c * eta * theta) in *.
  assert (0 < theta) as Ht by (unfold theta; lra).
  replace (eta * L * sigma2 / (4 * c * (INR K * INR m) * theta))
    with (L * eta ^ 2 / 2 * (sigma2 / INR m / INR K) / (1 - rate)).
  2:{ replace (1 - rate) with (2 * c * eta * theta) by (unfold rate; ring).
      field. repeat split; lra. }
  rewrite <- (mean_value_start f (x O) w0 Hstart).
  change (Ex (fun w => f (x J w))) with (mean_value f (x J)).
  apply (affine_recursion (fun t => mean_value f (x t) - fstar) rate); try assumption.
  intros t Ht'.
  pose proof (sync_step K (Known t) (x t) (x (S t)) (g t) eta _ _ HK
    (fun w => Hupdate t w Ht') (knows_gradient He _ _ (Hknown t Ht')) (Hdraws t Ht')) as Hstep.
  replace (MG / INR m / INR K) with (MG / (INR K * INR m)) in Hstep by (field; lra).
  fold A theta in Hstep.
  pose proof (PL_lift He c fstar Hpl (x t)) as Hp.
  assert (0 <= eta * theta) as Het by (apply Rlt_le, Rmult_lt_0_compat; lra).
  pose proof (Rmult_le_compat_l _ _ _ Het Hp). unfold rate. lra.
Qed.
End Sync.

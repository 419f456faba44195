(* SPDX-License-Identifier: Apache-2.0 *)
(* signSGD in the l1 norm, and three workers whom Top1 without memory drives to infinity. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner Smooth Random Step Coordinates Systems Compressor Oracle
  Formulary Bounds.
Local Open Scope R_scope.

Section SignSgd.
Context {d : nat} {P : probability} {H : L2 (coordinates d) P}.
Context {f : coordinates d -> R} {df : coordinates d -> coordinates d} {L fstar : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).
Hypothesis Hmin : forall y, fstar <= f y.
Context (T : nat) (alpha : R) (sigma : nat -> R) (w0 : coordinates d) (x g q : nat -> rvec H).
Hypothesis Hdrop : droppable (H := H).
Hypothesis Hstart : forall w, x O w = w0.
Hypothesis Hupdate : forall t w, (t < T)%nat -> x (S t) w = vsub (x t w) (vscal alpha (q t w)).
(** q is the sign of g, either sign where g is 0. *)
Hypothesis Hsign : forall t w i, (t < T)%nat -> (i < d)%nat ->
  q t w i * g t w i = Rabs (g t w i) /\ Rabs (q t w i) <= 1.
Hypothesis Hsigma : forall i, (i < d)%nat -> 0 <= sigma i.
Hypothesis Hvar : forall t i, (t < T)%nat -> (i < d)%nat ->
  Ex (fun w => (g t w i - df (x t w) i) ^ 2) <= sigma i ^ 2.
Hypothesis Hint : forall t, (t < T)%nat -> integrable (fun w => norm1 d (df (x t w))).
Hypothesis Ha : 0 < alpha.

Lemma coordinate_integrable t i : (i < d)%nat ->
  integrable (fun w => (g t w i - df (x t w) i) ^ 2).
Proof.
  intros Hi. set (n := vsub (g t) (gradient He (x t))).
  pose proof (Hdrop (Nat.eqb i) n (rvec_member n)) as Hm.
  apply int_ext with (2 := member_dot H _ _ Hm Hm). intros w.
  change (inner (keep (Nat.eqb i) (n w) : coordinates d) (keep (Nat.eqb i) (n w)))
    with (norm2 (keep (Nat.eqb i) (n w) : coordinates d)).
  rewrite coordinates_norm2, (rsum_one d i); [|assumption|].
  - unfold keep. rewrite Nat.eqb_refl.
    change (n w) with (vsub (g t w) (df (x t w)) : coordinates d). now rewrite coordinates_sub.
  - intros j _ Hne. unfold keep. rewrite (proj2 (Nat.eqb_neq i j)) by congruence. ring.
Qed.

(** A wrong sign costs at most twice the noise. *)
Lemma sign_step a b s : s * a = Rabs a -> Rabs s <= 1 -> Rabs b - 2 * Rabs (a - b) <= b * s.
Proof.
  intros E Hs. pose proof (Rabs_triang_inv b a) as Ht. rewrite (Rabs_minus_sym b a) in Ht.
  assert ((a - b) * s <= Rabs (a - b)); [|lra].
  apply Rle_trans with (1 := Rle_abs _). rewrite Rabs_mult.
  pose proof (Rabs_pos (a - b)). rewrite <- (Rmult_1_r (Rabs (a - b))) at 2.
  now apply Rmult_le_compat_l.
Qed.

Lemma twice_abs a s : 0 < s -> 2 * Rabs a <= a ^ 2 / s + s.
Proof.
  intros Hs. rewrite <- (pow2_abs a). set (b := Rabs a).
  apply Rmult_le_reg_r with s; [assumption|].
  replace ((b ^ 2 / s + s) * s) with (b ^ 2 + s ^ 2) by (field; lra).
  pose proof (pow2_ge_0 (b - s)). lra.
Qed.

Lemma sign_descent t eps : (t < T)%nat -> 0 < eps ->
  mean_value f (x (S t)) <= mean_value f (x t) - alpha * Ex (fun w => norm1 d (df (x t w)))
    + (alpha * (2 * rsum d sigma + INR d * eps) + L * alpha ^ 2 / 2 * INR d).
Proof.
  intros Ht Heps. pose proof (smooth_pos _ _ _ Hf) as HL.
  set (spread w := rsum d (fun i => / (sigma i + eps) * (g t w i - df (x t w) i) ^ 2)).
  assert (integrable spread) as HI.
  { apply (int_rsum d (fun i w => _)). intros i Hi. now apply int_scal, coordinate_integrable. }
  assert (Ex spread <= rsum d sigma) as HE.
  { unfold spread.
    rewrite (Ex_rsum d (fun i w => / (sigma i + eps) * (g t w i - df (x t w) i) ^ 2))
      by (intros i Hi; now apply int_scal, coordinate_integrable).
    apply rsum_le. intros i Hi. rewrite Ex_scal by now apply coordinate_integrable.
    specialize (Hsigma i Hi). pose proof (Hvar t i Ht Hi) as Hv.
    apply Rmult_le_reg_l with (sigma i + eps); [lra|].
    rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
    apply Rle_trans with (1 := Hv). assert (0 <= sigma i * eps) by (apply Rmult_le_pos; lra). lra. }
  set (c := alpha * (rsum d sigma + INR d * eps) + L * alpha ^ 2 / 2 * INR d).
  assert (mean_value f (x (S t)) <= Ex (fun w => f (x t w) + (- alpha * norm1 d (df (x t w))
    + (alpha * spread w + c)))) as HS.
  { assert (integrable (fun w => alpha * spread w + c)) as I1
      by (apply int_plus; [now apply int_scal|apply int_const]).
    assert (integrable (fun w => - alpha * norm1 d (df (x t w)))) as I2
      by now apply int_scal, Hint.
    apply Ex_le; [apply (value_integrable He)| |].
    { apply int_plus; [apply (value_integrable He)|]. now apply int_plus. }
    intros w. rewrite Hupdate by assumption.
    apply Rle_trans with (1 := smooth_step f df L Hf (x t w) (q t w) alpha).
    assert (norm2 (q t w) <= INR d) as Hq.
    { rewrite coordinates_norm2. rewrite <- (Rmult_1_r (INR d)). apply rsum_le_const. intros i Hi.
      destruct (Hsign t w i Ht Hi) as [_ Hs]. rewrite <- (pow2_abs (q t w i)).
      pose proof (Rabs_pos (q t w i)). replace 1 with (1 ^ 2) by ring. apply pow_incr. lra. }
    assert (norm1 d (df (x t w)) - (spread w + (rsum d sigma + INR d * eps))
      <= inner (df (x t w)) (q t w)) as Hin.
    { cbn [inner coordinates]. unfold norm1, spread.
      rewrite <- rsum_const, <- rsum_plus, <- rsum_plus, <- rsum_minus. apply rsum_le. intros i Hi.
      destruct (Hsign t w i Ht Hi) as [E1 E2]. specialize (Hsigma i Hi).
      pose proof (sign_step (g t w i) (df (x t w) i) (q t w i) E1 E2) as H1.
      pose proof (twice_abs (g t w i - df (x t w) i) (sigma i + eps) ltac:(lra)) as H2.
      unfold Rdiv in H2. lra. }
    apply (Rmult_le_compat_l alpha) in Hin; [|lra].
    assert (0 <= L * alpha ^ 2 / 2) as Hc by (pose proof (pow2_ge_0 alpha); nra).
    apply (Rmult_le_compat_l _ _ _ Hc) in Hq. unfold c. lra. }
  apply Rle_trans with (1 := HS).
  assert (integrable (fun w => alpha * spread w + c)) as I1
    by (apply int_plus; [now apply int_scal|apply int_const]).
  assert (integrable (fun w => - alpha * norm1 d (df (x t w)))) as I2 by now apply int_scal, Hint.
  rewrite Ex_plus; [|apply (value_integrable He)|now apply int_plus].
  rewrite Ex_plus, Ex_scal by auto.
  rewrite Ex_plus, Ex_const, Ex_scal by (auto using int_scal, int_const).
  apply (Rmult_le_compat_l alpha) in HE; [|lra]. unfold c. change (Ex (fun w => f (x t w))) with
    (mean_value f (x t)). lra.
Qed.

Theorem signsgd_l1 : signsgd_l1_valid (f w0 - fstar) L d (rsum d sigma) alpha T ->
  / INR T * rsum T (fun t => Ex (fun w => norm1 d (df (x t w))))
  <= signsgd_l1_bound (f w0 - fstar) L d (rsum d sigma) alpha T.
Proof.
  intros (_ & HL & Hd & _ & _ & HT). pose proof (INR_pos T HT) as HTp.
  pose proof (INR_pos d Hd) as Hdp.
  set (A := rsum T (fun t => Ex (fun w => norm1 d (df (x t w))))).
  set (B := signsgd_l1_bound (f w0 - fstar) L d (rsum d sigma) alpha T).
  assert (forall eps, 0 < eps -> / INR T * A <= B + INR d * eps) as Hall.
  { intros eps Heps.
    pose proof (descent_sum (fun t => mean_value f (x t))
      (fun t => alpha * Ex (fun w => norm1 d (df (x t w)))) _ fstar T
      (mean_value_ge He fstar (x T) Hmin) (fun t Ht => sign_descent t eps Ht Heps)) as S.
    rewrite rsum_scal, rsum_const, (mean_value_start f (x O) w0 Hstart) in S. fold A in S.
    apply Rmult_le_reg_l with (alpha * INR T); [apply Rmult_lt_0_compat; assumption|].
    replace (alpha * INR T * (/ INR T * A)) with (alpha * A) by (field; lra).
    apply Rle_trans with (1 := S). right. unfold B, signsgd_l1_bound. field. lra. }
  apply le_epsilon. intros eps Heps. specialize (Hall (eps / INR d) ltac:(now apply Rdiv_pos)).
  replace (INR d * (eps / INR d)) with eps in Hall by (field; lra). exact Hall.
Qed.
End SignSgd.

(** * Top1 without memory *)

(** f i x = <a i, x>^2 + |x|^2/4 with a 0 = (-3, 2, 2) and its rotations. *)
Definition three_a (i c : nat) : R := if Nat.eqb i c then -3 else 2.
Definition three_gradient (i : nat) (x : coordinates 3) : coordinates 3 :=
  fun c => 2 * rsum 3 (fun k => three_a i k * x k) * three_a i c + x c / 2.

Lemma three_gradient_flat i c s (x : coordinates 3) : (i < 3)%nat ->
  (forall k, (k < 3)%nat -> x k = s) -> (c < 3)%nat ->
  three_gradient i x c = if Nat.eqb i c then - (11 / 2) * s else 9 / 2 * s.
Proof.
  intros Hi Hx Hc. unfold three_gradient. cbn [rsum].
  rewrite (Hx O), (Hx 1%nat), (Hx 2%nat), (Hx c) by lia. unfold three_a.
  destruct i as [|[|[|i]]]; [| | |lia]; destruct c as [|[|[|c]]]; try lia; cbn; field.
Qed.

(** The largest entry of that gradient is the one that points the wrong way. *)
Lemma three_selects i sel s (x : coordinates 3) : (i < 3)%nat -> 0 < s ->
  (forall k, (k < 3)%nat -> x k = s) -> selects_top 3 1 sel (three_gradient i x) ->
  forall c, (c < 3)%nat ->
    keep sel (three_gradient i x) c = if Nat.eqb c i then - (11 / 2) * s else 0.
Proof.
  intros Hi Hs Hx [Hn Ht] c Hc.
  assert (sel i = true) as Ei.
  { destruct (sel i) eqn:E; [reflexivity|exfalso].
    assert (exists k, (k < 3)%nat /\ sel k = true) as (k & Hk & Ek).
    { unfold heard_sum in Hn. cbn in Hn.
      destruct (sel O) eqn:E0; [now exists O; split; [lia|]|].
      destruct (sel 1%nat) eqn:E1; [now exists 1%nat; split; [lia|]|].
      destruct (sel 2%nat) eqn:E2; [now exists 2%nat; split; [lia|]|]. lra. }
    specialize (Ht k i Hk Hi Ek E).
    rewrite (three_gradient_flat i i s), (three_gradient_flat i k s), Nat.eqb_refl in Ht
      by assumption.
    destruct (Nat.eqb_spec i k) as [->|_]; [congruence|].
    rewrite Rabs_left, Rabs_pos_eq in Ht by lra. lra. }
  unfold keep. destruct (Nat.eqb_spec c i) as [->|Hne].
  - now rewrite Ei, (three_gradient_flat i i s), Nat.eqb_refl by assumption.
  - destruct (sel c) eqn:Ec; [exfalso|reflexivity].
    unfold heard_sum in Hn. cbn in Hn.
    destruct i as [|[|[|i]]]; try lia; destruct c as [|[|[|c]]]; try lia; rewrite ?Ei, ?Ec in Hn;
      repeat match type of Hn with context [if ?b then _ else _] => destruct b end; lra.
Qed.

Section ThreeWorkers.
Context (alpha : R) (x : nat -> coordinates 3) (sel : nat -> nat -> nat -> bool).
Hypothesis Hstart : forall c, (c < 3)%nat -> x O c = 1.
Hypothesis Hsel : forall t i, (i < 3)%nat -> selects_top 3 1 (sel t i) (three_gradient i (x t)).
Hypothesis Hupdate : forall t c, (c < 3)%nat -> x (S t) c
  = x t c - alpha * (/ 3 * rsum 3 (fun i => keep (sel t i) (three_gradient i (x t)) c)).
Hypothesis Ha : 0 < alpha.

Lemma three_entries t c : (c < 3)%nat -> x t c = (1 + 11 * alpha / 6) ^ t.
Proof.
  revert c. induction t as [|t IH]; intros c Hc; [now apply Hstart|].
  set (s := (1 + 11 * alpha / 6) ^ t) in *. assert (0 < s) as Hs by (apply pow_lt; lra).
  rewrite Hupdate, IH by assumption. cbn [pow rsum]. fold s.
  rewrite !(three_selects _ _ s (x t)) by (try lia; try assumption; apply Hsel; lia).
  destruct c as [|[|[|c]]]; [| | |lia]; cbn; field.
Qed.

Theorem three_worker_top1_norm steps : three_worker_top1_norm_valid alpha steps ->
  norm (x steps) = three_worker_top1_norm_bound alpha steps.
Proof.
  intros _. unfold three_worker_top1_norm_bound, norm. rewrite coordinates_norm2. cbn [rsum].
  rewrite !three_entries by lia. set (s := (1 + 11 * alpha / 6) ^ steps).
  assert (0 <= s) as Hs by (apply pow_le; lra).
  replace (0 + s ^ 2 + s ^ 2 + s ^ 2) with (3 * s ^ 2) by ring.
  rewrite sqrt_mult_alt by lra. now rewrite sqrt_pow2.
Qed.

Theorem three_worker_top1_growth steps : three_worker_top1_growth_valid alpha steps ->
  norm (x steps) = three_worker_top1_growth_bound alpha steps * norm (x O).
Proof.
  intros HV. rewrite !three_worker_top1_norm by exact HV.
  unfold three_worker_top1_norm_bound, three_worker_top1_growth_bound. cbn [pow]. ring.
Qed.
End ThreeWorkers.

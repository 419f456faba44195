(* SPDX-License-Identifier: Apache-2.0 *)
(* The moments of Adam and its kin, one coordinate at a time. No probability. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Formulary Bounds.
Local Open Scope R_scope.

(** m, v and the running maximum h of v after k gradients g 0 .. g (k-1), all from 0. *)
Record moments (b1 b2 : R) (K : nat) (g m v h : nat -> R) : Prop := Moments {
  moments_start : m O = 0 /\ v O = 0 /\ h O = 0;
  moments_first : forall k, (k < K)%nat -> m (S k) = b1 * m k + (1 - b1) * g k;
  moments_second : forall k, (k < K)%nat -> v (S k) = b2 * v k + (1 - b2) * g k ^ 2;
  moments_max : forall k, (k < K)%nat -> h (S k) = Rmax (h k) (v (S k)) }.

Lemma abs_between a b : Rabs a <= b -> - b <= a <= b.
Proof. intros H. pose proof (Rle_abs a). pose proof (Rle_abs (- a)). rewrite Rabs_Ropp in *. lra.
  Qed.

Lemma abs_le_sqr a b : 0 <= b -> a ^ 2 <= b ^ 2 -> Rabs a <= b.
Proof.
  intros Hb H. apply Rsqr_incr_0_var; [|exact Hb]. rewrite <- Rsqr_abs. unfold Rsqr. lra.
Qed.

Section Moments.
Context {b1 b2 : R} {K : nat} {g m v h : nat -> R}.
Hypothesis Hb1 : 0 <= b1 < 1.
Hypothesis Hb2 : 0 <= b2 <= 1.
Hypothesis Hm : moments b1 b2 K g m v h.

Lemma v_nonneg k : (k <= K)%nat -> 0 <= v k.
Proof.
  induction k as [|k IH]; intros Hk; [destruct (moments_start _ _ _ _ _ _ _ Hm) as (_ & -> & _);
    lra|].
  rewrite (moments_second _ _ _ _ _ _ _ Hm) by lia. specialize (IH ltac:(lia)).
  pose proof (pow2_ge_0 (g k)). nra.
Qed.

Lemma h_monotone k : (k < K)%nat -> h k <= h (S k).
Proof. intros Hk. rewrite (moments_max _ _ _ _ _ _ _ Hm) by lia. apply Rmax_l. Qed.

Lemma v_le_h k : (k <= K)%nat -> v k <= h k.
Proof.
  destruct k as [|k]; intros Hk.
  - destruct (moments_start _ _ _ _ _ _ _ Hm) as (_ & -> & ->). lra.
  - rewrite (moments_max _ _ _ _ _ _ _ Hm) by lia. apply Rmax_r.
Qed.

Lemma h_nonneg k : (k <= K)%nat -> 0 <= h k.
Proof. intros Hk. apply Rle_trans with (1 := v_nonneg k Hk), v_le_h, Hk. Qed.

(** Bounded gradients: |m| <= G and v <= h <= G^2. *)
Section Bounded.
Context (G : R).
Hypothesis HG0 : 0 <= G.
Hypothesis HG : forall k, (k < K)%nat -> Rabs (g k) <= G.

Lemma m_bounded k : (k <= K)%nat -> Rabs (m k) <= G.
Proof.
  induction k as [|k IH]; intros Hk.
  - destruct (moments_start _ _ _ _ _ _ _ Hm) as (-> & _ & _). now rewrite Rabs_R0.
  - rewrite (moments_first _ _ _ _ _ _ _ Hm) by lia. specialize (IH ltac:(lia)).
    specialize (HG k ltac:(lia)). apply Rabs_le. apply abs_between in IH, HG. nra.
Qed.

Lemma h_bounded k : (k <= K)%nat -> h k <= G ^ 2.
Proof.
  intros Hk. assert (forall j, (j <= K)%nat -> v j <= G ^ 2) as Hv.
  { induction j as [|j IH]; intros Hj.
    - destruct (moments_start _ _ _ _ _ _ _ Hm) as (_ & -> & _). apply pow2_ge_0.
    - rewrite (moments_second _ _ _ _ _ _ _ Hm) by lia. specialize (IH ltac:(lia)).
      specialize (HG j ltac:(lia)). apply abs_between in HG. assert (g j ^ 2 <= G ^ 2) by nra. nra.
        }
  induction k as [|k IH].
  - destruct (moments_start _ _ _ _ _ _ _ Hm) as (_ & _ & ->). apply pow2_ge_0.
  - rewrite (moments_max _ _ _ _ _ _ _ Hm) by lia. apply Rmax_lub; [apply IH; lia|now apply Hv].
Qed.
End Bounded.

(** m^2 <= (1-b1)^2/(1-b2) (1 + r + .. + r^(k-1)) v with r = b1^2/b2: Cauchy and Schwarz, step by
    step. *)
Section Ratio.
Hypothesis Hb2' : 0 < b2 < 1.
Hypothesis Hr : b1 ^ 2 < b2.
Let r := b1 ^ 2 / b2.
Let A k := (1 - r ^ k) / (1 - r).

Lemma r_range : 0 <= r < 1.
Proof.
  unfold r. split; [apply Rdiv_nonneg; [apply pow2_ge_0|lra]|].
  apply Rmult_lt_reg_r with b2; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Lemma A_S k : A (S k) = 1 + r * A k.
Proof. unfold A. pose proof r_range. cbn [pow]. field. lra. Qed.

Lemma A_nonneg k : 0 <= A k.
Proof.
  induction k as [|k IH]; [unfold A; cbn; pose proof r_range; right; field; lra|].
  rewrite A_S. pose proof r_range. nra.
Qed.

Lemma m_sqr_le k : (k <= K)%nat -> m k ^ 2 <= (1 - b1) ^ 2 / (1 - b2) * A k * v k.
Proof.
  induction k as [|k IH]; intros Hk.
  - destruct (moments_start _ _ _ _ _ _ _ Hm) as (-> & -> & _). lra.
  - rewrite (moments_first _ _ _ _ _ _ _ Hm), (moments_second _ _ _ _ _ _ _ Hm) by lia.
    specialize (IH ltac:(lia)). rewrite A_S.
    set (c := (1 - b1) ^ 2 / (1 - b2)) in *.
    assert (c * (1 - b2) = (1 - b1) ^ 2) as Ec by (unfold c; field; lra).
    assert (r * b2 = b1 ^ 2) as Er by (unfold r; field; lra).
    pose proof (A_nonneg k) as HA. pose proof (v_nonneg k ltac:(lia)) as Hv.
    pose proof r_range as Hr01.
    assert (0 <= c) as Hc by (unfold c; apply Rdiv_nonneg; [apply pow2_ge_0|lra]).
    set (p := 1 - b1) in *. set (y := p * g k).
    replace (c * (1 + r * A k) * (b2 * v k + (1 - b2) * g k ^ 2))
      with (c * b2 * v k + y ^ 2 + (r * b2) * (c * A k * v k) + r * A k * y ^ 2)
      by (unfold y; replace ((p * g k) ^ 2) with (c * (1 - b2) * g k ^ 2) by (rewrite Ec; ring);
        ring).
    rewrite Er.
    assert (b1 ^ 2 * m k ^ 2 <= b1 ^ 2 * (c * A k * v k))
      by (apply Rmult_le_compat_l; [apply pow2_ge_0|assumption]).
    assert (2 * (b1 * m k) * y <= c * b2 * v k + r * A k * y ^ 2); [|fold y; nra].
    destruct (Rle_lt_or_eq_dec 0 (A k) HA) as [HA'|HA'].
    + assert (m k ^ 2 / A k <= c * v k) as Hmv.
      { apply Rmult_le_reg_l with (A k); [assumption|].
        replace (A k * (m k ^ 2 / A k)) with (m k ^ 2) by (field; lra). lra. }
      assert (2 * (b1 * m k) * y <= b2 * (m k ^ 2 / A k) + r * A k * y ^ 2).
      { apply Rmult_le_reg_l with (b2 * A k); [nra|].
        replace (b2 * A k * (b2 * (m k ^ 2 / A k) + r * A k * y ^ 2))
          with ((b2 * m k) ^ 2 + r * b2 * (A k * y) ^ 2) by (field; lra).
        rewrite Er. pose proof (pow2_ge_0 (b2 * m k - b1 * (A k * y))). nra. }
      assert (b2 * (m k ^ 2 / A k) <= b2 * (c * v k)) by (apply Rmult_le_compat_l; lra). lra.
    + rewrite <- HA' in IH. assert (m k = 0) as ->.
      { pose proof (pow2_ge_0 (m k)). apply Rsqr_0_uniq. unfold Rsqr. lra. }
      rewrite <- HA'. assert (0 <= c * b2 * v k) by (apply Rmult_le_pos; [apply Rmult_le_pos;
        lra|exact Hv]). lra.
Qed.

Lemma m_ratio_k k : (k <= K)%nat -> Rabs (m k) <= C_m_k_bound b1 b2 k * sqrt (v k).
Proof.
  intros Hk. pose proof r_range. pose proof (v_nonneg k Hk).
  assert (0 <= (1 - r ^ k) / ((1 - r) * (1 - b2))) as HA.
  { pose proof (A_nonneg k) as HA. unfold A in HA.
    replace ((1 - r ^ k) / ((1 - r) * (1 - b2))) with ((1 - r ^ k) / (1 - r) / (1 - b2))
      by (field; lra). apply Rdiv_nonneg; lra. }
  assert (C_m_k_bound b1 b2 k = (1 - b1) * sqrt ((1 - r ^ k) / ((1 - r) * (1 - b2)))) as ->
    by (unfold C_m_k_bound; fold r; ring).
  pose proof (sqrt_pos ((1 - r ^ k) / ((1 - r) * (1 - b2)))). pose proof (sqrt_pos (v k)).
  apply abs_le_sqr; [apply Rmult_le_pos; [apply Rmult_le_pos; lra|assumption]|].
  replace (((1 - b1) * sqrt ((1 - r ^ k) / ((1 - r) * (1 - b2))) * sqrt (v k)) ^ 2)
    with ((1 - b1) ^ 2 * (sqrt ((1 - r ^ k) / ((1 - r) * (1 - b2))) ^ 2) * (sqrt (v k) ^ 2)) by
      ring.
  rewrite !pow2_sqrt by assumption. apply Rle_trans with (1 := m_sqr_le k Hk).
  right. unfold A. field. lra.
Qed.

(** The same for all k. *)
Lemma m_ratio k : (k <= K)%nat -> Rabs (m k) <= C_m_bound b1 b2 * sqrt (v k).
Proof.
  intros Hk. pose proof r_range. pose proof (v_nonneg k Hk). pose proof (sqrt_pos (v k)).
  assert (0 < (1 - b2) * (1 - r)) as Hp by (apply Rmult_lt_0_compat; lra).
  assert (C_m_bound b1 b2 = (1 - b1) / sqrt ((1 - b2) * (1 - r))) as ->
    by (unfold C_m_bound, r; reflexivity).
  pose proof (sqrt_lt_R0 _ Hp). apply abs_le_sqr.
  - apply Rmult_le_pos; [apply Rdiv_nonneg; lra|assumption].
  - replace (((1 - b1) / sqrt ((1 - b2) * (1 - r)) * sqrt (v k)) ^ 2)
      with ((1 - b1) ^ 2 / sqrt ((1 - b2) * (1 - r)) ^ 2 * sqrt (v k) ^ 2) by (field; lra).
    rewrite !pow2_sqrt by lra. apply Rle_trans with (1 := m_sqr_le k Hk).
    apply Rmult_le_compat_r; [assumption|].
    replace ((1 - b1) ^ 2 / ((1 - b2) * (1 - r))) with ((1 - b1) ^ 2 / (1 - b2) * / (1 - r))
      by (field; lra).
    apply Rmult_le_compat_l; [apply Rdiv_nonneg; [apply pow2_ge_0|lra]|].
    unfold A, Rdiv. rewrite <- (Rmult_1_l (/ (1 - r))) at 2.
    apply Rmult_le_compat_r; [apply Rinv_nonneg; lra|].
    assert (0 <= r ^ k) by (apply pow_le; lra). lra.
Qed.
End Ratio.
End Moments.

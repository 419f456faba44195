(* SPDX-License-Identifier: Apache-2.0 *)
(* The regret of a scaled method with momentum on a box, whatever the gradients are: an inequality
   that a run either satisfies or has a bug. One coordinate at a time; no probability. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base.
Local Open Scope R_scope.

(** A projection onto an interval, or none at all. *)
Record projection (proj : R -> R) : Prop := Projection {
  proj_twice : forall p, proj (proj p) = proj p;
  proj_nonexpansive : forall p q, Rabs (proj p - proj q) <= Rabs (p - q) }.

Definition clamp (lo hi p : R) : R := Rmax lo (Rmin hi p).

Lemma clamp_cases lo hi p : lo <= hi ->
  p <= lo /\ clamp lo hi p = lo \/ hi <= p /\ clamp lo hi p = hi
  \/ lo <= p <= hi /\ clamp lo hi p = p.
Proof.
  intros H. unfold clamp. destruct (Rle_dec hi p) as [H1|H1].
  - rewrite (Rmin_left hi p), (Rmax_right lo hi) by lra. lra.
  - rewrite (Rmin_right hi p) by lra. destruct (Rle_dec lo p) as [H2|H2].
    + rewrite (Rmax_right lo p) by lra. lra.
    + rewrite (Rmax_left lo p) by lra. lra.
Qed.

Lemma clamp_projection lo hi : lo <= hi -> projection (clamp lo hi).
Proof.
  intros H. split.
  - intros p. pose proof (clamp_cases lo hi p H).
    pose proof (clamp_cases lo hi (clamp lo hi p) H). lra.
  - intros p q. pose proof (clamp_cases lo hi p H). pose proof (clamp_cases lo hi q H).
    apply Rabs_le. pose proof (Rle_abs (p - q)). pose proof (Rle_abs (- (p - q))).
    rewrite Rabs_Ropp in *. pose proof (Rabs_pos (p - q)). lra.
Qed.

Lemma identity_projection : projection (fun p => p).
Proof. split; intros; [reflexivity|apply Rle_refl]. Qed.

Lemma sqr_le_abs a b : Rabs a <= Rabs b -> a ^ 2 <= b ^ 2.
Proof. intros H. apply Rsqr_le_abs_1 in H. unfold Rsqr in H. lra. Qed.

(** One step from x with momentum m and scale q (step m / q; none if q = 0, where m = 0). *)
Section Step.
Variables (proj : R -> R) (q m x z : R).
Hypothesis Hproj : projection proj.
Hypothesis Hq : 0 <= q.
Hypothesis Hq0 : q = 0 -> m = 0.
Hypothesis Hz : proj z = z.
Hypothesis Hx : proj x = x.
Let x' := proj (x - m / q).

(** What the moment gains is paid by the distance to z and by the size of the step. *)
Lemma step_regret :
  (x - z) * m <= q / 2 * ((x - z) ^ 2 - (x' - z) ^ 2) + / 2 * (m ^ 2 / q).
Proof.
  pose proof (proj_nonexpansive _ Hproj (x - m / q) z) as H. fold x' in H. rewrite Hz in H.
  apply sqr_le_abs in H. destruct (Rle_lt_or_eq_dec 0 q Hq) as [Hq'|Hq'].
  - apply Rle_trans with (q / 2 * ((x - z) ^ 2 - (x - m / q - z) ^ 2) + / 2 * (m ^ 2 / q)).
    + right. field. lra.
    + apply Rplus_le_compat_r, Rmult_le_compat_l; lra.
  - rewrite (Hq0 (eq_sym Hq')), <- Hq'. unfold Rdiv. right. ring.
Qed.

Lemma step_move : (x - x') * m <= m ^ 2 / q.
Proof.
  pose proof (proj_nonexpansive _ Hproj (x - m / q) x) as H. fold x' in H. rewrite Hx in H.
  destruct (Rle_lt_or_eq_dec 0 q Hq) as [Hq'|Hq'].
  - replace (x - m / q - x) with (- (m / q)) in H by ring.
    apply Rle_trans with (Rabs (x - x') * Rabs m).
    + rewrite <- Rabs_mult. apply Rle_abs.
    + rewrite Rabs_Ropp, Rabs_minus_sym in H.
      apply Rle_trans with (Rabs (m / q) * Rabs m); [apply Rmult_le_compat_r, H; apply Rabs_pos|].
      rewrite <- Rabs_mult. right. rewrite Rabs_pos_eq; [field; lra|].
      replace (m / q * m) with (m ^ 2 / q) by (field; lra). apply Rdiv_nonneg; [apply
        pow2_ge_0|lra].
  - rewrite (Hq0 (eq_sym Hq')). unfold Rdiv. right. ring.
Qed.
End Step.

(** Growing weights against a bounded distance. *)
Lemma weighted_telescope (q e : nat -> R) D2 K :
  (forall k, (k <= K)%nat -> 0 <= q k) -> (forall k, (k < K)%nat -> q k <= q (S k)) ->
  (forall k, (k <= K)%nat -> e k <= D2) -> 0 <= e (S K) ->
  rsum (S K) (fun k => q k * (e k - e (S k))) <= q K * D2.
Proof.
  intros Hq Hmon He Hlast.
  enough (rsum (S K) (fun k => q k * (e k - e (S k))) <= q K * D2 - q K * e (S K)) as H.
  { pose proof (Rmult_le_pos _ _ (Hq K (le_n K)) Hlast). lra. }
  clear Hlast. induction K as [|K IH].
  - cbn. pose proof (Rmult_le_compat_l _ _ _ (Hq 0%nat (le_n 0)) (He 0%nat (le_n 0))). lra.
  - cbn [rsum] in *.
    specialize (IH ltac:(intros; apply Hq; lia) ltac:(intros; apply Hmon; lia)
      ltac:(intros; apply He; lia)).
    pose proof (Hmon K ltac:(lia)) as H1. pose proof (He (S K) (le_n _)) as H2.
    pose proof (Rmult_le_compat_l (q (S K) - q K) _ _ ltac:(lra) H2). lra.
Qed.

(** K + 1 steps of one coordinate: gradient g k, momentum m (k+1), scale q k, then the step. *)
Section Coordinate.
Variables (proj : R -> R) (b1 z D : R) (K : nat) (g m x q : nat -> R).
Hypothesis Hproj : projection proj.
Hypothesis Hb1 : 0 <= b1 < 1.
Hypothesis Hm0 : m O = 0.
Hypothesis Hm : forall k, (k <= K)%nat -> m (S k) = b1 * m k + (1 - b1) * g k.
Hypothesis Hq : forall k, (k <= K)%nat -> 0 <= q k.
Hypothesis Hmon : forall k, (k < K)%nat -> q k <= q (S k).
Hypothesis Hq0 : forall k, (k <= K)%nat -> q k = 0 -> m (S k) = 0.
Hypothesis Hx : forall k, (k <= K)%nat -> x (S k) = proj (x k - m (S k) / q k).
Hypothesis Hx0 : proj (x O) = x O.
Hypothesis Hz : proj z = z.
Hypothesis HD : forall k, (k <= K)%nat -> Rabs (x k - z) <= D.
Let b := b1 / (1 - b1).

(** Momentum unrolled. *)
Lemma momentum_unrolled n : (n <= K)%nat ->
  rsum (S n) (fun k => (x k - z) * g k)
  = rsum (S n) (fun k => (x k - z) * m (S k)) + b * ((x n - z) * m (S n))
    + b * rsum n (fun k => (x k - x (S k)) * m (S k)).
Proof.
  intros Hn. induction n as [|n IH].
  - cbn. rewrite (Hm 0%nat), Hm0 by lia. unfold b. field. lra.
  - specialize (IH ltac:(lia)).
    assert (E : (x (S n) - z) * g (S n)
      = (x (S n) - z) * m (S (S n)) + b * ((x (S n) - z) * m (S (S n)))
        - b * ((x (S n) - z) * m (S n)))
      by (rewrite (Hm (S n)) by lia; unfold b; field; lra).
    set (F1 := fun k => (x k - z) * g k) in *. set (F2 := fun k => (x k - z) * m (S k)) in *.
    set (F3 := fun k => (x k - x (S k)) * m (S k)) in *.
    change (rsum (S (S n)) F1) with (rsum (S n) F1 + F1 (S n)).
    change (rsum (S (S n)) F2) with (rsum (S n) F2 + F2 (S n)).
    change (rsum (S n) F3) with (rsum n F3 + F3 n).
    rewrite IH. change (F1 (S n)) with ((x (S n) - z) * g (S n)). rewrite E.
    unfold F2, F3. ring.
Qed.

Lemma iterate_feasible k : (k <= K)%nat -> proj (x k) = x k.
Proof.
  destruct k as [|k]; intros Hk; [exact Hx0|]. rewrite Hx by lia. apply (proj_twice _ Hproj).
Qed.

Theorem coordinate_regret :
  rsum (S K) (fun k => (x k - z) * g k)
  <= D ^ 2 / 2 * q K + / 2 * rsum (S K) (fun k => m (S k) ^ 2 / q k)
     + b * rsum K (fun k => m (S k) ^ 2 / q k) + b * D * Rabs (m (S K)).
Proof.
  assert (0 <= b) as Hb by (unfold b; apply Rdiv_nonneg; lra).
  rewrite (momentum_unrolled K (le_n K)).
  assert (rsum (S K) (fun k => (x k - z) * m (S k))
    <= D ^ 2 / 2 * q K + / 2 * rsum (S K) (fun k => m (S k) ^ 2 / q k)) as H1.
  { apply Rle_trans with (rsum (S K) (fun k => / 2 * (q k * ((x k - z) ^ 2 - (x (S k) - z) ^ 2))
      + / 2 * (m (S k) ^ 2 / q k))).
    - apply rsum_le; intros k Hk.
      pose proof (step_regret proj (q k) (m (S k)) (x k) z Hproj (Hq k ltac:(lia))
        (Hq0 k ltac:(lia)) Hz) as S. rewrite <- (Hx k ltac:(lia)) in S. lra.
    - rewrite rsum_plus, !rsum_scal. apply Rplus_le_compat_r.
      pose proof (weighted_telescope q (fun k => (x k - z) ^ 2) (D ^ 2) K Hq Hmon) as W.
      cbv beta in W. replace (D ^ 2 / 2 * q K) with (/ 2 * (q K * D ^ 2)) by field.
      apply Rmult_le_compat_l; [lra|]. apply W; [|apply pow2_ge_0].
      intros k Hk. apply sqr_le_abs. rewrite (Rabs_pos_eq D).
      + now apply HD.
      + apply Rle_trans with (2 := HD 0%nat ltac:(lia)), Rabs_pos. }
  assert (rsum K (fun k => (x k - x (S k)) * m (S k)) <= rsum K (fun k => m (S k) ^ 2 / q k)) as H2.
  { apply rsum_le; intros k Hk.
    pose proof (step_move proj (q k) (m (S k)) (x k) Hproj (Hq k ltac:(lia))
      (Hq0 k ltac:(lia)) (iterate_feasible k ltac:(lia))) as S.
    now rewrite <- (Hx k ltac:(lia)) in S. }
  assert ((x K - z) * m (S K) <= D * Rabs (m (S K))) as H3.
  { apply Rle_trans with (1 := Rle_abs _). rewrite Rabs_mult.
    apply Rmult_le_compat_r; [apply Rabs_pos|]. apply HD. lia. }
  apply (Rmult_le_compat_l b) in H2, H3; try assumption. lra.
Qed.
End Coordinate.

(** All coordinates, step alpha: the certificate that a run of AMSGrad checks at every update. *)
Section Regret.
Variables (d K : nat) (proj : nat -> R -> R) (b1 alpha D : R) (z : nat -> R).
Variables (g m x s : nat -> nat -> R).
Hypothesis Hproj : forall i, (i < d)%nat -> projection (proj i).
Hypothesis Hb1 : 0 <= b1 < 1.
Hypothesis Halpha : 0 < alpha.
Hypothesis Hm0 : forall i, m O i = 0.
Hypothesis Hm : forall k i, (k <= K)%nat -> m (S k) i = b1 * m k i + (1 - b1) * g k i.
Hypothesis Hs : forall k i, (k <= K)%nat -> 0 <= s k i.
Hypothesis Hmon : forall k i, (k < K)%nat -> s k i <= s (S k) i.
Hypothesis Hs0 : forall k i, (k <= K)%nat -> s k i = 0 -> m (S k) i = 0.
Hypothesis Hx : forall k i, (k <= K)%nat -> x (S k) i = proj i (x k i - alpha * (m (S k) i / s k
  i)).
Hypothesis Hx0 : forall i, (i < d)%nat -> proj i (x O i) = x O i.
Hypothesis Hz : forall i, (i < d)%nat -> proj i (z i) = z i.
Hypothesis HD : forall k i, (k <= K)%nat -> (i < d)%nat -> Rabs (x k i - z i) <= D.
Let b := b1 / (1 - b1).
Let size k := rsum d (fun i => m (S k) i ^ 2 / s k i).

Theorem regret :
  rsum (S K) (fun k => rsum d (fun i => (x k i - z i) * g k i))
  <= D ^ 2 / (2 * alpha) * rsum d (s K) + alpha / 2 * rsum (S K) size
     + alpha * b * rsum K size + b * D * rsum d (fun i => Rabs (m (S K) i)).
Proof.
  unfold size. rewrite !(rsum_swap _ d), <- !rsum_scal, <- !rsum_plus.
  apply rsum_le; intros i Hi.
  pose proof (coordinate_regret (proj i) b1 (z i) D K (fun k => g k i) (fun k => m k i)
    (fun k => x k i) (fun k => s k i / alpha) (Hproj i Hi) Hb1 (Hm0 i) (fun k => Hm k i)) as C.
  assert (forall k, m (S k) i ^ 2 / (s k i / alpha) = alpha * (m (S k) i ^ 2 / s k i)) as E.
  { intros k. unfold Rdiv. rewrite Rinv_mult, Rinv_inv. ring. }
  cbv beta in C. rewrite !(rsum_ext _ (fun k => m (S k) i ^ 2 / (s k i / alpha)) _ (fun k _ => E
    k)) in C.
  rewrite !rsum_scal in C. fold b in C.
  eapply Rle_trans; [apply C|].
  - intros k Hk. apply Rdiv_nonneg; [now apply Hs|lra].
  - intros k Hk. apply Rmult_le_compat_r; [apply Rinv_nonneg; lra|now apply Hmon].
  - intros k Hk Hk0. apply Hs0; [assumption|]. apply Rmult_eq_reg_r with (/ alpha);
      [|apply Rinv_neq_0_compat; lra]. unfold Rdiv in Hk0. lra.
  - intros k Hk. rewrite Hx by assumption. do 2 f_equal. unfold Rdiv. rewrite Rinv_mult, Rinv_inv.
    ring.
  - now apply Hx0.
  - now apply Hz.
  - intros k Hk. now apply HD.
  - right. field. lra.
Qed.
End Regret.

(* SPDX-License-Identifier: Apache-2.0 *)
(* Rounding to levels that are fractions of the Euclidean norm: QSGD and natural dithering; rounding
   to nearest in a floating-point format. *)
From Coq Require Import Reals Lra Lia ZArith.
From Staleproof Require Import Base Inner Random Step Coordinates Systems Compressor Rounding
  Formulary Bounds.
Local Open Scope R_scope.

(** * QSGD *)

Section Levels.
Context {P : probability} (d s : nat) (x lo hi : coordinates d) (Q : P -> coordinates d).
Hypothesis Hround : rounds d x lo hi Q.
Hypothesis Hd : (1 <= d)%nat.
Hypothesis Hs : (1 <= s)%nat.
Hypothesis Hx : 0 < norm x.
(** s even levels up to the norm. *)
Hypothesis Hgrid : forall i, (i < d)%nat -> exists z, lo i = IZR z * (norm x / INR s) /\
  hi i = (IZR z + 1) * (norm x / INR s) /\ lo i <= x i <= hi i.

Lemma few_levels : INR s <= sqrt (INR d) / 2 ->
  Ex (fun w => norm2 (vsub (Q w) x)) <= (sqrt (INR d) / INR s - 1) * norm2 x.
Proof.
  intros Hsd. pose proof (INR_pos s Hs) as Hsp. pose proof (INR_pos d Hd) as Hdp.
  set (n := norm x) in *. set (st := n / INR s) in *. assert (0 < st) as Hst by now apply Rdiv_pos.
  pose proof (sqrt_lt_R0 _ Hdp) as Hr. pose proof (pow2_sqrt (INR d) (Rlt_le _ _ Hdp)) as Er.
  set (r := sqrt (INR d)) in *.
  (* 1 + h = r/(2s): the tangent at entries of one size *)
  set (h := r / (2 * INR s) - 1).
  assert (0 <= h) as Hh.
  { unfold h. assert (1 <= r / (2 * INR s)); [|lra]. apply Rle_div; lra. }
  rewrite (rounds_variance d x lo hi Q Hround).
  apply Rle_trans with (rsum d (fun i => h * x i ^ 2 + st ^ 2 / (4 * (1 + h)))).
  - apply rsum_le. intros i Hi. destruct (Hgrid i Hi) as (z & E1 & E2 & Hb). rewrite E1, E2 in *.
    now apply grid_variance.
  - rewrite rsum_plus, rsum_scal, rsum_const, <- (coordinates_norm2 d x), <- norm_sqr. fold n.
    right. unfold h, st. rewrite <- Er. field. lra.
Qed.

Lemma many_levels :
  Ex (fun w => norm2 (vsub (Q w) x)) <= INR d / (4 * INR s ^ 2) * norm2 x.
Proof.
  pose proof (INR_pos s Hs) as Hsp. set (n := norm x) in *.
  rewrite (rounds_variance d x lo hi Q Hround), <- norm_sqr. fold n.
  replace (INR d / (4 * INR s ^ 2) * n ^ 2) with (INR d * ((n / INR s) ^ 2 / 4)) by (field; lra).
  apply rsum_le_const. intros i Hi. destruct (Hgrid i Hi) as (z & -> & -> & Hb).
  set (st := n / INR s) in *. pose proof (pow2_ge_0 (2 * (x i - IZR z * st) - st)). nra.
Qed.

Theorem omega_qsgd_l2 : omega_qsgd_l2_valid d s ->
  Ex (fun w => norm2 (vsub (Q w) x)) <= omega_qsgd_l2_bound d s * norm2 x.
Proof.
  intros _. unfold omega_qsgd_l2_bound, if_le. destruct (Rle_dec _ _) as [Hle|_].
  - now apply few_levels.
  - apply many_levels.
Qed.
End Levels.

(** Attained with few levels: all entries of one size a, between 0 and the first level. *)
Theorem omega_qsgd_l2_attained {P : probability} d s a (Q : P -> coordinates d) :
  omega_qsgd_l2_valid d s -> INR s <= sqrt (INR d) / 2 -> 0 < a ->
  let x : coordinates d := fun _ => a in
  rounds d x (fun _ => 0) (fun _ => norm x / INR s) Q ->
  Ex (fun w => norm2 (vsub (Q w) x)) = omega_qsgd_l2_bound d s * norm2 x.
Proof.
  intros (Hd & Hs) Hle Ha x Hr. pose proof (INR_pos s Hs) as Hsp. pose proof (INR_pos d Hd) as Hdp.
  unfold omega_qsgd_l2_bound, if_le. destruct (Rle_dec _ _) as [_|C]; [|contradiction].
  rewrite (rounds_variance d x _ _ Q Hr).
  assert (norm x = sqrt (INR d) * a) as En.
  { unfold norm. rewrite coordinates_norm2. unfold x. rewrite rsum_const, sqrt_mult_alt by lra.
    rewrite sqrt_pow2 by lra. reflexivity. }
  pose proof (pow2_sqrt (INR d) (Rlt_le _ _ Hdp)) as Er.
  rewrite (rsum_ext d _ (fun _ => (norm x / INR s - a) * a)) by (intros; unfold x; ring).
  rewrite rsum_const, <- norm_sqr, En. rewrite <- Er at 1. field. lra.
Qed.

(** * Natural dithering *)

(** Absolute values; levels 0, theta n, ..., n/2, n with theta = 2^(1-s) and n the norm: below
    theta n to 0 or that, above to a power of two times n. *)
Theorem omega_natural_dither_l2 {P : probability} d s (x lo hi : coordinates d)
    (Q : P -> coordinates d) :
  rounds d x lo hi Q -> omega_natural_dither_l2_valid d s ->
  (forall i, (i < d)%nat -> 0 <= x i) ->
  (forall i, (i < d)%nat -> (lo i = 0 /\ hi i = (1 / 2) ^ (s - 1) * norm x /\ x i <= hi i)
     \/ (0 < lo i /\ hi i = 2 * lo i)) ->
  Ex (fun w => norm2 (vsub (Q w) x)) <= omega_natural_dither_l2_bound d s * norm2 x.
Proof.
  intros Hr (Hd & Hs & _) Hpos Hg. pose proof (INR_pos d Hd) as Hdp.
  unfold omega_natural_dither_l2_bound.
  pose proof (sqrt_lt_R0 _ Hdp) as Hrd. pose proof (pow2_sqrt (INR d) (Rlt_le _ _ Hdp)) as Er.
  set (theta := (1 / 2) ^ (s - 1)) in *. assert (0 < theta) as Hth by (apply pow_lt; lra).
  set (n := norm x) in *. set (z := theta * sqrt (INR d)). cbv zeta.
  assert (0 < z) as Hz by now apply Rmult_lt_0_compat.
  (* with any h >= 1/8: h |x|^2 for all, and d (theta n)^2/(4 (1 + h)) for the small entries *)
  assert (Hmain : forall h, 1 / 8 <= h ->
    Ex (fun w => norm2 (vsub (Q w) x)) <= (h + z ^ 2 / (4 * (1 + h))) * n ^ 2).
  { intros h Hh. rewrite (rounds_variance d x lo hi Q Hr).
    apply Rle_trans with (rsum d (fun i => h * x i ^ 2 + (theta * n) ^ 2 / (4 * (1 + h)))).
    - apply rsum_le. intros i Hi. pose proof (Hpos i Hi) as Hxi.
      destruct (Hg i Hi) as [(E1 & E2 & Hle)|(Hlo & E2)].
      + rewrite E1, E2. set (t := theta * n).
        assert ((t - x i) * x i - h * x i ^ 2 <= t ^ 2 / (4 * (1 + h))); [|lra].
        apply Rle_div; [lra|]. pose proof (pow2_ge_0 (t - 2 * (1 + h) * x i)). nra.
      + rewrite E2. assert ((2 * lo i - x i) * (x i - lo i) <= 1 / 8 * x i ^ 2) as H8.
        { pose proof (pow2_ge_0 (3 * x i - 4 * lo i)). nra. }
        assert (1 / 8 * x i ^ 2 <= h * x i ^ 2) by (apply Rmult_le_compat_r; [apply pow2_ge_0|lra]).
        assert (0 <= (theta * n) ^ 2 / (4 * (1 + h))) by (apply Rdiv_nonneg; [apply pow2_ge_0|lra]).
        lra.
    - rewrite rsum_plus, rsum_scal, rsum_const, <- (coordinates_norm2 d x), <- norm_sqr. fold n.
      right. replace (z ^ 2) with (theta ^ 2 * INR d)
        by (unfold z; rewrite Rpow_mult_distr, Er; ring). field. lra. }
  rewrite <- norm_sqr. fold n. unfold if_le. destruct (Rle_dec z (9 / 4)) as [Hle|Hgt].
  - apply Rle_trans with (1 := Hmain (1 / 8) (Rle_refl _)). right. field.
  - apply Rle_trans with (1 := Hmain (z / 2 - 1) ltac:(lra)). right. field. lra.
Qed.

(** * Rounding to nearest, p bits of precision *)

(** Of x, whose size is at least the power of two [unit], to a number y that is at most half a unit
    in the last place away, and no further from x than [unit] (with its sign) is. *)
Theorem gamma_cast_rne_normal_range d bits (x y : coordinates d) (unit : nat -> R) :
  gamma_cast_rne_normal_range_valid bits ->
  (forall i, (i < d)%nat -> x i = y i \/ 0 < unit i <= Rabs (x i) /\
    Rabs (x i - y i) <= unit i / 2 ^ bits /\ Rabs (x i - y i) <= Rabs (x i) - unit i) ->
  norm2 (vsub x y) <= gamma_cast_rne_normal_range_bound bits * norm2 x.
Proof.
  intros (Hb & _) Hg. unfold gamma_cast_rne_normal_range_bound. cbv zeta.
  assert (0 < 2 ^ bits) as H2 by (apply pow_lt; lra).
  set (u := 1 / 2 ^ bits). assert (0 < u) as Hu by (apply Rdiv_pos; lra).
  rewrite !coordinates_norm2, <- rsum_scal. apply rsum_le. intros i Hi. rewrite coordinates_sub.
  assert (Rabs (x i - y i) <= u / (1 + u) * Rabs (x i)) as He.
  { destruct (Hg i Hi) as [->|((Hu0 & Hul) & H1 & Hle)].
    - replace (y i - y i) with 0 by ring. rewrite Rabs_R0.
      apply Rmult_le_pos; [apply Rdiv_nonneg; lra|apply Rabs_pos].
    - replace (unit i / 2 ^ bits) with (u * unit i) in H1 by (unfold u; field; lra).
      replace (u / (1 + u) * Rabs (x i)) with (u * Rabs (x i) / (1 + u)) by (field; lra).
      apply Rle_div; [lra|]. set (e := Rabs (x i - y i)) in *.
      apply (Rmult_le_compat_l u) in Hle; lra. }
  rewrite <- (pow2_abs (x i - y i)), <- (pow2_abs (x i)), <- Rpow_mult_distr.
  apply pow_incr. split; [apply Rabs_pos|exact He].
Qed.

(** Attained at 1 + u, half way between 1 and the next number. *)
Theorem gamma_cast_rne_attained d bits : gamma_cast_rne_normal_range_valid bits ->
  let x : coordinates d := fun _ => 1 + 1 / 2 ^ bits in
  let y : coordinates d := fun _ => 1 in
  norm2 (vsub x y) = gamma_cast_rne_normal_range_bound bits * norm2 x.
Proof.
  intros _ x y. assert (0 < 2 ^ bits) as H2 by (apply pow_lt; lra).
  assert (0 < 1 / 2 ^ bits) by (apply Rdiv_pos; lra).
  rewrite !coordinates_norm2, <- rsum_scal. apply rsum_ext. intros i _. rewrite coordinates_sub.
  unfold x, y, gamma_cast_rne_normal_range_bound. field. lra.
Qed.

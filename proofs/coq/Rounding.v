(* SPDX-License-Identifier: Apache-2.0 *)
(* Random compressors on R^d: random selection, and rounding to one of two neighbours so that the
   mean is kept. E|Q - x|^2 <= omega |x|^2. *)
From Coq Require Import Reals Lra Lia FunctionalExtensionality.
From Staleproof Require Import Base Inner Random Step Coordinates Systems Compressor Concrete
  Formulary Bounds.
Local Open Scope R_scope.

(** * Random selection *)

Section Selection.
Context {P : probability} (d : nat) (x : coordinates d) (kept : nat -> P -> bool) (q : R).
(** Entry i is kept with probability q, however the entries depend on each other. *)
Hypothesis Hint : forall i, (i < d)%nat -> integrable (fun w => if kept i w then 1 else 0).
Hypothesis Hq : forall i, (i < d)%nat -> Ex (fun w => if kept i w then 1 else 0) = q.

(** Each entry contributes an affine function of its indicator. *)
Lemma indicator_mean (F : nat -> P -> R) (a b : nat -> R) :
  (forall i w, (i < d)%nat -> F i w = a i + b i * (if kept i w then 1 else 0)) ->
  Ex (fun w => rsum d (fun i => F i w)) = rsum d (fun i => a i + b i * q).
Proof.
  intros HF.
  rewrite (Ex_ext _ (fun w => rsum d (fun i => a i + b i * (if kept i w then 1 else 0))))
    by (intros w; apply rsum_ext; intros i Hi; now apply HF).
  rewrite (Ex_rsum d (fun i w => a i + b i * (if kept i w then 1 else 0))).
  - apply rsum_ext. intros i Hi.
    rewrite Ex_plus, Ex_scal, Ex_const, Hq; auto using int_const, int_scal.
  - intros i Hi. apply int_plus; [apply int_const|]. now apply int_scal, Hint.
Qed.

Lemma selection_mean_error :
  Ex (fun w => norm2 (vsub x (keep (fun i => kept i w) x : coordinates d))) = (1 - q) * norm2 x.
Proof.
  rewrite coordinates_norm2, <- rsum_scal.
  rewrite (Ex_ext _ (fun w => rsum d (fun i => (1 - (if kept i w then 1 else 0)) * x i ^ 2))).
  - rewrite (indicator_mean _ (fun i => x i ^ 2) (fun i => - x i ^ 2)) by (intros; ring).
    apply rsum_ext. intros. ring.
  - intros w. rewrite coordinates_norm2. apply rsum_ext. intros i _. rewrite coordinates_sub.
    unfold keep. destruct (kept i w); ring.
Qed.

(** Scaled by 1/q: unbiased, with variance 1/q - 1. *)
Definition scaled_selection (w : P) : coordinates d := fun i => if kept i w then x i / q else 0.

Lemma scaled_selection_unbiased (h : coordinates d) : 0 < q ->
  Ex (fun w => inner h (scaled_selection w)) = inner h x.
Proof.
  intros Hq0. cbn [inner coordinates]. unfold scaled_selection.
  rewrite (indicator_mean (fun i w => h i * (if kept i w then x i / q else 0)) (fun _ => 0)
    (fun i => h i * (x i / q))).
  - apply rsum_ext. intros i _. field. lra.
  - intros i w _. destruct (kept i w); ring.
Qed.

Lemma scaled_selection_variance : 0 < q ->
  Ex (fun w => norm2 (vsub (scaled_selection w) x)) = (1 / q - 1) * norm2 x.
Proof.
  intros Hq0. rewrite coordinates_norm2, <- rsum_scal.
  rewrite (Ex_ext _ (fun w => rsum d (fun i => x i ^ 2
    + x i ^ 2 * ((1 / q - 1) ^ 2 - 1) * (if kept i w then 1 else 0)))).
  - rewrite (indicator_mean _ (fun i => x i ^ 2) (fun i => x i ^ 2 * ((1 / q - 1) ^ 2 - 1)))
      by reflexivity.
    apply rsum_ext. intros. field. lra.
  - intros w. rewrite coordinates_norm2. apply rsum_ext. intros i _. rewrite coordinates_sub.
    unfold scaled_selection. destruct (kept i w); field; lra.
Qed.
End Selection.

(** * Rounding to a neighbour *)

(** Q is lo or hi, and x on average: the variance is (hi - x)(x - lo). *)
Lemma rounding_variance {P : probability} (Q : P -> R) x lo hi : integrable Q -> Ex Q = x ->
  (forall w, Q w = lo \/ Q w = hi) -> Ex (fun w => (Q w - x) ^ 2) = (hi - x) * (x - lo).
Proof.
  intros HQ Hm Hv.
  rewrite (Ex_ext _ (fun w => (x ^ 2 - lo * hi) + (lo + hi - 2 * x) * Q w)).
  - rewrite Ex_plus, Ex_scal, Ex_const, Hm; auto using int_const, int_scal. ring.
  - intros w. destruct (Hv w) as [-> | ->]; ring.
Qed.

(** A vector rounded entry by entry, the entries depending on each other in any way. *)
Record rounds {P : probability} (d : nat) (x lo hi : nat -> R) (Q : P -> nat -> R) : Prop := Rounds
  {
  rounds_integrable : forall i, (i < d)%nat -> integrable (fun w => Q w i);
  rounds_mean : forall i, (i < d)%nat -> Ex (fun w => Q w i) = x i;
  rounds_to : forall i w, (i < d)%nat -> Q w i = lo i \/ Q w i = hi i }.

Lemma rounds_variance {P : probability} d (x : coordinates d) lo hi (Q : P -> coordinates d) :
  rounds d x lo hi Q ->
  Ex (fun w => norm2 (vsub (Q w) x)) = rsum d (fun i => (hi i - x i) * (x i - lo i)).
Proof.
  intros [HI HM HT].
  rewrite (Ex_ext _ (fun w => rsum d (fun i => (Q w i - x i) ^ 2))).
  2:{ intros w. rewrite coordinates_norm2. apply rsum_ext. intros. now rewrite coordinates_sub. }
  rewrite (Ex_rsum d (fun i w => (Q w i - x i) ^ 2)).
  - apply rsum_ext. intros i Hi. apply rounding_variance; auto.
  - intros i Hi. apply int_ext with (fun w => (x i ^ 2 - lo i * hi i)
      + (lo i + hi i - 2 * x i) * Q w i).
    + intros w. destruct (HT i w Hi) as [-> | ->]; ring.
    + apply int_plus; [apply int_const|now apply int_scal, HI].
Qed.

(** Between consecutive multiples k s and (k + 1) s of s: the part t of a step that is left on the
    side of 0 is at most |x|, so the variance is at most h x^2 + s^2/(4 (1 + h)) for every h >= 0.
    *)
Lemma grid_variance x s k h : 0 < s -> 0 <= h -> IZR k * s <= x <= (IZR k + 1) * s ->
  ((IZR k + 1) * s - x) * (x - IZR k * s) <= h * x ^ 2 + s ^ 2 / (4 * (1 + h)).
Proof.
  intros Hs Hh [H1 H2].
  assert (Hmain : forall t, 0 <= t -> t ^ 2 <= x ^ 2 -> (s - t) * t
    <= h * x ^ 2 + s ^ 2 / (4 * (1 + h))).
  { intros t Ht Htx. apply (Rmult_le_compat_l h) in Htx; [|assumption].
    assert ((s - t) * t - h * t ^ 2 <= s ^ 2 / (4 * (1 + h))); [|lra].
    apply Rle_div; [lra|]. pose proof (pow2_ge_0 (s - 2 * (1 + h) * t)). nra. }
  destruct (Z_lt_le_dec k 0) as [Hk|Hk].
  - assert (IZR k + 1 <= 0) as Hk1 by (rewrite <- plus_IZR; apply IZR_le; lia).
    replace (((IZR k + 1) * s - x) * (x - IZR k * s))
      with ((s - ((IZR k + 1) * s - x)) * ((IZR k + 1) * s - x)) by ring.
    apply Hmain; [lra|].
    assert ((IZR k + 1) * s <= 0) by nra. assert (0 <= - x) by lra.
    replace (x ^ 2) with ((- x) ^ 2) by ring. apply pow_incr. lra.
  - assert (0 <= IZR k) as Hk1 by (apply (IZR_le 0); lia).
    replace (((IZR k + 1) * s - x) * (x - IZR k * s))
      with ((s - (x - IZR k * s)) * (x - IZR k * s)) by ring.
    apply Hmain; [lra|]. assert (0 <= IZR k * s) by nra. apply pow_incr. lra.
Qed.

(** The variance h with (2h + 1)^2 = 1 + c: what d entries on a grid add up to, one exact. *)
Definition grid_omega (c : R) : R := (sqrt (1 + c) - 1) / 2.

Lemma grid_omega_facts c : 0 <= c -> 0 <= grid_omega c /\ c = 4 * grid_omega c * (1 + grid_omega c).
Proof.
  intros Hc. unfold grid_omega. split.
  - assert (1 <= sqrt (1 + c)); [|lra]. rewrite <- sqrt_1 at 1. apply sqrt_le_1_alt. lra.
  - pose proof (pow2_sqrt (1 + c) ltac:(lra)). nra.
Qed.

(** If the variances are at most h x_i^2 + m^2 u / (4 (1 + h)) and entry k, of size m, is exact. *)
Lemma one_exact d (x var : nat -> R) k u h : (k < d)%nat -> var k <= 0 -> 0 <= h ->
  (INR d - 1) * u <= 4 * h * (1 + h) ->
  (forall i, (i < d)%nat -> var i <= h * x i ^ 2 + x k ^ 2 * u / (4 * (1 + h))) ->
  rsum d var <= h * rsum d (fun i => x i ^ 2).
Proof.
  intros Hk Hex Hh Hu Hv. set (m2 := x k ^ 2) in *.
  assert (0 <= m2) as Hm by apply pow2_ge_0.
  apply Rle_trans with (rsum d (fun i => h * x i ^ 2 + (m2 * u / (4 * (1 + h))
    + - (h * m2 + m2 * u / (4 * (1 + h))) * (if Nat.eqb i k then 1 else 0)))).
  - apply rsum_le. intros i Hi. destruct (Nat.eqb_spec i k) as [->|Hne].
    + fold m2. lra.
    + specialize (Hv i Hi). lra.
  - rewrite rsum_plus, rsum_scal, rsum_plus, rsum_const, rsum_scal.
    rewrite (rsum_one d k (fun i => if Nat.eqb i k then 1 else 0)).
    + rewrite Nat.eqb_refl. apply (Rmult_le_compat_l m2) in Hu; [|assumption].
      assert ((INR d - 1) * (m2 * u / (4 * (1 + h))) <= h * m2); [|lra].
      replace ((INR d - 1) * (m2 * u / (4 * (1 + h)))) with (m2 * ((INR d - 1) * u) / (4 * (1 + h)))
        by (field; lra).
      apply Rmult_le_reg_r with (4 * (1 + h)); [lra|].
      replace (m2 * ((INR d - 1) * u) / (4 * (1 + h)) * (4 * (1 + h))) with (m2 * ((INR d - 1) * u))
        by (field; lra). lra.
    + assumption.
    + intros i _ Hne. now rewrite (proj2 (Nat.eqb_neq i k) Hne).
Qed.

Section Dither.
Context {P : probability} (d s : nat) (x lo hi : coordinates d) (Q : P -> coordinates d) (k : nat).
Hypothesis Hround : rounds d x lo hi Q.
Hypothesis Hk : (k < d)%nat.
(** The scale is the largest entry, number k, which is a level itself; s levels up to it. *)
Hypothesis Hexact : hi k = x k \/ lo k = x k.

(** s levels, evenly spaced. *)
Lemma dither_variance c : (1 <= s)%nat -> x k <> 0 ->
  (forall i, (i < d)%nat -> exists z, lo i = IZR z * (Rabs (x k) / INR s) /\
     hi i = (IZR z + 1) * (Rabs (x k) / INR s) /\ lo i <= x i <= hi i) ->
  c = (INR d - 1) / INR s ^ 2 ->
  Ex (fun w => norm2 (vsub (Q w) x)) <= grid_omega c * norm2 x.
Proof.
  intros Hs Hx Hg Ec. pose proof (INR_pos s Hs) as Hsp.
  assert (0 <= INR d - 1) as Hd1.
  { pose proof (le_INR 1 d ltac:(lia)) as H1. change (INR 1) with 1 in H1. lra. }
  assert (0 <= c) as Hc by (rewrite Ec; apply Rdiv_nonneg; [assumption|now apply pow_lt]).
  destruct (grid_omega_facts c Hc) as [Hh Eh]. set (h := grid_omega c) in *.
  rewrite (rounds_variance d x lo hi Q Hround), coordinates_norm2.
  apply one_exact with (k := k) (u := / INR s ^ 2); try assumption.
  - destruct Hexact as [-> | ->]; lra.
  - unfold Rdiv in Ec. lra.
  - intros i Hi. destruct (Hg i Hi) as (z & E1 & E2 & Hb).
    assert (0 < Rabs (x k) / INR s) as Hst by (apply Rdiv_pos; [now apply Rabs_pos_lt|assumption]).
    rewrite E1, E2 in *.
    apply Rle_trans with (1 := grid_variance (x i) (Rabs (x k) / INR s) z h Hst Hh Hb).
    right. f_equal. rewrite <- (pow2_abs (x k)). field. lra.
Qed.

Theorem omega_dither_linf : omega_dither_linf_valid d s -> x k <> 0 ->
  (forall i, (i < d)%nat -> exists z, lo i = IZR z * (Rabs (x k) / INR s) /\
     hi i = (IZR z + 1) * (Rabs (x k) / INR s) /\ lo i <= x i <= hi i) ->
  Ex (fun w => norm2 (vsub (Q w) x)) <= omega_dither_linf_bound d s * norm2 x.
Proof. intros (_ & Hs) Hx Hg. now apply dither_variance. Qed.

Theorem omega_int8_stochastic : omega_int8_stochastic_valid d s -> x k <> 0 ->
  (forall i, (i < d)%nat -> exists z, lo i = IZR z * (Rabs (x k) / INR s) /\
     hi i = (IZR z + 1) * (Rabs (x k) / INR s) /\ lo i <= x i <= hi i) ->
  Ex (fun w => norm2 (vsub (Q w) x)) <= omega_int8_stochastic_bound d s * norm2 x.
Proof. intros (_ & Hs) Hx Hg. now apply dither_variance. Qed.

(** Levels 0, theta m, ..., m/2, m with theta = 2^(1-s): below theta m to 0 or theta m, above to a
    power of two times m. Entries are taken by absolute value. *)
Theorem omega_natural_dither_linf : omega_natural_dither_linf_valid d s -> x k <> 0 ->
  (forall i, (i < d)%nat -> 0 <= x i) ->
  (forall i, (i < d)%nat -> (lo i = 0 /\ hi i = (1 / 2) ^ (s - 1) * x k /\ x i <= hi i)
     \/ (0 < lo i /\ hi i = 2 * lo i)) ->
  Ex (fun w => norm2 (vsub (Q w) x)) <= omega_natural_dither_linf_bound d s * norm2 x.
Proof.
  intros (_ & Hs & _) Hx Hpos Hg. unfold omega_natural_dither_linf_bound.
  set (c := (INR d - 1) * (1 / 4) ^ (s - 1)). fold (grid_omega c).
  assert (0 <= INR d - 1) as Hd1.
  { pose proof (le_INR 1 d ltac:(lia)) as H1. change (INR 1) with 1 in H1. lra. }
  assert (0 < (1 / 4) ^ (s - 1)) as Hth by (apply pow_lt; lra).
  assert (0 <= c) as Hc by (apply Rmult_le_pos; lra).
  destruct (grid_omega_facts c Hc) as [Hh0 Eh0].
  set (h := Rmax (1 / 8) (grid_omega c)). assert (grid_omega c <= h) as Hh1 by apply Rmax_r.
  assert (1 / 8 <= h) as Hh8 by apply Rmax_l.
  rewrite (rounds_variance d x lo hi Q Hround), coordinates_norm2.
  apply one_exact with (k := k) (u := (1 / 4) ^ (s - 1)); try assumption; try lra.
  - destruct Hexact as [-> | ->]; lra.
  - fold c. rewrite Eh0. nra.
  - intros i Hi. pose proof (Hpos i Hi) as Hxi.
    assert (0 <= x k ^ 2 * (1 / 4) ^ (s - 1) / (4 * (1 + h))) as Hrest.
    { apply Rdiv_nonneg; [|lra]. apply Rmult_le_pos; [apply pow2_ge_0|lra]. }
    destruct (Hg i Hi) as [(E1 & E2 & Hle)|(Hlo & E2)].
    + rewrite E1, E2. set (t := (1 / 2) ^ (s - 1) * x k) in *.
      replace (x k ^ 2 * (1 / 4) ^ (s - 1)) with (t ^ 2).
      * assert ((t - x i) * x i - h * x i ^ 2 <= t ^ 2 / (4 * (1 + h))); [|lra].
        apply Rle_div; [lra|]. pose proof (pow2_ge_0 (t - 2 * (1 + h) * x i)). nra.
      * unfold t. rewrite Rpow_mult_distr, <- pow_mult, Nat.mul_comm, pow_mult.
        replace ((1 / 2) ^ 2) with (1 / 4) by field. ring.
    + rewrite E2. assert ((2 * lo i - x i) * (x i - lo i) <= 1 / 8 * x i ^ 2) as H8.
      { pose proof (pow2_ge_0 (3 * x i - 4 * lo i)). nra. }
      assert (1 / 8 * x i ^ 2 <= h * x i ^ 2) by (apply Rmult_le_compat_r; [apply pow2_ge_0|lra]).
      lra.
Qed.
End Dither.

(** TernGrad is the case of one level. *)
Theorem omega_terngrad {P : probability} d (x lo hi : coordinates d) (Q : P -> coordinates d) k :
  rounds d x lo hi Q -> (k < d)%nat -> (hi k = x k \/ lo k = x k) ->
  omega_terngrad_valid d -> x k <> 0 ->
  (forall i, (i < d)%nat -> exists z, lo i = IZR z * Rabs (x k) /\
     hi i = (IZR z + 1) * Rabs (x k) /\ lo i <= x i <= hi i) ->
  Ex (fun w => norm2 (vsub (Q w) x)) <= omega_terngrad_bound d * norm2 x.
Proof.
  intros Hr Hk He _ Hx Hg.
  replace (omega_terngrad_bound d) with (grid_omega ((INR d - 1) / INR 1 ^ 2)).
  - apply dither_variance with (s := 1%nat) (lo := lo) (hi := hi) (k := k); try assumption; auto.
    intros i Hi. destruct (Hg i Hi) as (z & E1 & E2 & Hb). exists z.
    change (INR 1) with 1. replace (Rabs (x k) / 1) with (Rabs (x k)) by field. auto.
  - unfold grid_omega, omega_terngrad_bound. do 3 f_equal. change (INR 1) with 1. field.
Qed.

(** * Relative rounding, entry by entry *)

(** Natural compression: to one of the two powers of two around |x|. *)
Theorem omega_natural {P : probability} d (x lo hi : coordinates d) (Q : P -> coordinates d) :
  rounds d x lo hi Q -> omega_natural_valid ->
  (forall i, (i < d)%nat -> hi i = 2 * lo i) ->
  Ex (fun w => norm2 (vsub (Q w) x)) <= omega_natural_bound * norm2 x.
Proof.
  intros Hr _ Hg. unfold omega_natural_bound.
  rewrite (rounds_variance d x lo hi Q Hr), coordinates_norm2, <- rsum_scal. apply rsum_le.
  intros i Hi. rewrite (Hg i Hi). pose proof (pow2_ge_0 (3 * x i - 4 * lo i)). nra.
Qed.

(** Stochastic rounding to p bits: neighbours e 2^z apart, where 2^z <= |x|. *)
Theorem omega_cast_stochastic_normal_range {P : probability} d (x lo hi : coordinates d)
    (Q : P -> coordinates d) bits (unit : nat -> R) :
  rounds d x lo hi Q -> omega_cast_stochastic_normal_range_valid bits ->
  (forall i, (i < d)%nat -> 0 < unit i <= lo i /\ lo i <= x i <= hi i /\
     hi i = lo i + (1 / 2) ^ (bits - 1) * unit i) ->
  Ex (fun w => norm2 (vsub (Q w) x)) <= omega_cast_stochastic_normal_range_bound bits * norm2 x.
Proof.
  intros Hr _ Hg. unfold omega_cast_stochastic_normal_range_bound. cbv zeta.
  set (e := (1 / 2) ^ (bits - 1)) in *. assert (0 < e) as He by (apply pow_lt; lra).
  rewrite (rounds_variance d x lo hi Q Hr), coordinates_norm2, <- rsum_scal. apply rsum_le.
  intros i Hi. destruct (Hg i Hi) as ((Hu & Hul) & (Hl & Hh) & ->).
  set (u := unit i) in *. set (t := x i - lo i).
  apply Rle_trans with (e ^ 2 / (4 * (1 + e)) * (u + t) ^ 2).
  - replace ((lo i + e * u - x i) * t) with ((e * u - t) * t) by (unfold t; ring).
    replace (e ^ 2 / (4 * (1 + e)) * (u + t) ^ 2) with (e ^ 2 * (u + t) ^ 2 / (4 * (1 + e)))
      by (field; lra).
    apply Rle_div; [lra|]. pose proof (pow2_ge_0 (e * u - (2 + e) * t)). nra.
  - apply Rmult_le_compat_l; [apply Rdiv_nonneg; [apply pow2_ge_0|lra]|].
    apply pow_incr. unfold t. lra.
Qed.

(** QSGD with s levels of the Euclidean norm, constant as published. *)
Theorem omega_qsgd_l2_published {P : probability} d s (x lo hi : coordinates d)
    (Q : P -> coordinates d) :
  rounds d x lo hi Q -> omega_qsgd_l2_published_valid d s -> 0 < norm x ->
  (forall i, (i < d)%nat -> exists z, lo i = IZR z * (norm x / INR s) /\
     hi i = (IZR z + 1) * (norm x / INR s) /\ lo i <= x i <= hi i) ->
  Ex (fun w => norm2 (vsub (Q w) x)) <= omega_qsgd_l2_published_bound d s * norm2 x.
Proof.
  intros Hr (Hd & Hs) Hx Hg. pose proof (INR_pos s Hs) as Hsp. pose proof (INR_pos d Hd) as Hdp.
  rewrite (rounds_variance d x lo hi Q Hr), <- norm_sqr. set (n := norm x) in *.
  assert (0 < n / INR s) as Hst by now apply Rdiv_pos.
  unfold omega_qsgd_l2_published_bound. unfold Rmin. destruct (Rle_dec _ _) as [_|_].
  - replace (INR d / INR s ^ 2 * n ^ 2) with (INR d * (n / INR s) ^ 2) by (field; lra).
    apply rsum_le_const. intros i Hi. destruct (Hg i Hi) as (z & -> & -> & H1 & H2).
    set (st := n / INR s) in *. nra.
  - (* one step times |x_i|, and the sum of the |x_i| is at most sqrt d times the norm *)
    apply Rle_trans with (n / INR s * norm1 d x).
    + unfold norm1. rewrite <- rsum_scal. apply rsum_le. intros i Hi.
      destruct (Hg i Hi) as (z & -> & -> & H1 & H2). set (st := n / INR s) in *.
      destruct (Z_lt_le_dec z 0) as [Hz|Hz].
      * assert (IZR z + 1 <= 0) as Hz1 by (rewrite <- plus_IZR; apply IZR_le; lia).
        assert ((IZR z + 1) * st <= 0) by nra. rewrite Rabs_left1 by lra.
        rewrite Rmult_comm. apply Rmult_le_compat; lra.
      * assert (0 <= IZR z) as Hz1 by (apply (IZR_le 0); lia).
        assert (0 <= IZR z * st) by nra. rewrite Rabs_pos_eq by lra.
        apply Rmult_le_compat; lra.
    + replace (sqrt (INR d) / INR s * n ^ 2) with (n / INR s * (sqrt (INR d) * n)) by (field; lra).
      apply Rmult_le_compat_l; [lra|].
      apply Rsqr_incr_0_var; [|apply Rmult_le_pos; [apply sqrt_pos|lra]].
      replace (Rsqr (sqrt (INR d) * n)) with (INR d * n ^ 2).
      * unfold n. rewrite norm_sqr, coordinates_norm2.
        replace (Rsqr (norm1 d x)) with (norm1 d x ^ 2) by (unfold Rsqr; ring).
        apply Rle_trans with (1 := rsum_sqr_le d (fun i => Rabs (x i))). right. f_equal.
        apply rsum_ext. intros. apply pow2_abs.
      * unfold Rsqr. rewrite <- (pow2_sqrt (INR d)) at 1 by lra. ring.
Qed.

(** * Unbiased, scaled down *)

Theorem gamma_of_scaled_unbiased {V : space} {P : probability} {H : L2 V P} (x q y : rvec H) omega :
  gamma_of_scaled_unbiased_valid omega ->
  Ex (fun w => inner (x w) (q w)) = Ex (fun w => norm2 (x w)) ->
  Ex (fun w => norm2 (vsub (q w) (x w))) <= omega * Ex (fun w => norm2 (x w)) ->
  (forall w, y w = vscal (/ (1 + omega)) (q w)) ->
  Ex (fun w => norm2 (vsub (x w) (y w)))
  <= gamma_of_scaled_unbiased_bound omega * Ex (fun w => norm2 (x w)).
Proof.
  intros Hom Hu Hv Hy. unfold gamma_of_scaled_unbiased_valid, gamma_of_scaled_unbiased_bound in *.
  change (inner x q = norm2 x) in Hu. change (norm2 (vsub q x) <= omega * norm2 x) in Hv.
  change (norm2 (vsub x y) <= omega / (1 + omega) * norm2 x).
  assert (y = vscal (/ (1 + omega)) q) as -> by (apply rvec_ext; intros w; apply Hy).
  rewrite norm2_sub, norm2_scal, inner_scalr, Hu.
  rewrite norm2_sub, (inner_sym q), Hu in Hv.
  assert (norm2 q <= (1 + omega) * norm2 x) as Hq by lra.
  apply (Rmult_le_compat_l ((/ (1 + omega)) ^ 2)) in Hq; [|apply pow2_ge_0].
  replace ((/ (1 + omega)) ^ 2 * ((1 + omega) * norm2 x)) with (/ (1 + omega) * norm2 x) in Hq
    by (field; lra).
  replace (omega / (1 + omega) * norm2 x) with (norm2 x - / (1 + omega) * norm2 x) by (field; lra).
  lra.
Qed.

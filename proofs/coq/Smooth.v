(* SPDX-License-Identifier: Apache-2.0 *)
(* Objectives: smooth, convex, strongly convex, PL; and the consequences that the proofs use. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner.
Local Open Scope R_scope.

(** [df] is the gradient of [f], Lipschitz with constant L. The first field follows from the second
    when df is a derivative (Lipschitz.v); both are kept because [f] is abstract here. *)
Record smooth {V : space} (f : V -> R) (df : V -> V) (L : R) : Prop := Smooth {
  smooth_pos : 0 < L;
  smooth_descent : forall x y,
    f y <= f x + inner (df x) (vsub y x) + L / 2 * norm2 (vsub y x);
  smooth_lipschitz : forall x y,
    norm2 (vsub (df x) (df y)) <= L ^ 2 * norm2 (vsub x y) }.

(** Polyak and Lojasiewicz, with constant c and minimal value fstar. *)
Definition PL {V : space} (f : V -> R) (df : V -> V) (c fstar : R) : Prop :=
  forall x, 2 * c * (f x - fstar) <= norm2 (df x).

Definition strongly_convex {V : space} (f : V -> R) (df : V -> V) (c : R) : Prop :=
  forall x y, f x + inner (df x) (vsub y x) + c / 2 * norm2 (vsub y x) <= f y.

Definition convex {V : space} (f : V -> R) (df : V -> V) : Prop :=
  forall x y, f x + inner (df x) (vsub y x) <= f y.

Definition minimal {V : space} (f : V -> R) (z : V) : Prop := forall y, f z <= f y.

Lemma strongly_convex_PL (V : space) (f : V -> R) df c z : 0 < c ->
  strongly_convex f df c -> PL f df c (f z).
Proof.
  intros Hc H x. specialize (H x z).
  pose proof (norm2_nonneg (vadd (df x) (vscal c (vsub z x)))) as Hp.
  rewrite norm2_add, norm2_scal, inner_scalr in Hp.
  set (i := inner (df x) (vsub z x)) in *. set (n := norm2 (vsub z x)) in *. nra.
Qed.

Lemma strongly_convex_convex (V : space) (f : V -> R) df c : 0 <= c ->
  strongly_convex f df c -> convex f df.
Proof.
  intros Hc H x y. specialize (H x y). pose proof (norm2_nonneg (vsub y x)). nra.
Qed.

Section Facts.
Context {V : space} (f : V -> R) (df : V -> V) (L : R).
Hypothesis Hf : smooth f df L.
Implicit Types x y z v g : V.

Lemma smooth_step x g a :
  f (vsub x (vscal a g)) <= f x - a * inner (df x) g + L * a ^ 2 / 2 * norm2 g.
Proof.
  apply Rle_trans with (1 := smooth_descent _ _ _ Hf x _). right.
  unfold norm2. rewrite !inner_subl, !inner_subr, !inner_scall, !inner_scalr, (inner_sym g x).
  field.
Qed.

Lemma smooth_lipschitz_norm x y : norm (vsub (df x) (df y)) <= L * norm (vsub x y).
Proof.
  pose proof (smooth_pos _ _ _ Hf). pose proof (norm_nonneg (vsub x y)).
  apply norm_le_iff; [nra|]. rewrite Rpow_mult_distr, norm_sqr.
  apply (smooth_lipschitz _ _ _ Hf).
Qed.

(** A gradient is at most as long as the gap lets it be: one step of 1/L cannot go below fstar. *)
Lemma gradient_gap fstar x : (forall y, fstar <= f y) -> norm2 (df x) <= 2 * L * (f x - fstar).
Proof.
  intros Hmin. pose proof (smooth_pos _ _ _ Hf) as HL.
  pose proof (smooth_step x (df x) (/ L)) as H. fold (norm2 (df x)) in H.
  pose proof (Hmin (vsub x (vscal (/ L) (df x)))) as Hm.
  replace (L * (/ L) ^ 2 / 2) with (/ L / 2) in H by (field; lra).
  apply Rmult_le_reg_l with (/ L / 2); [pose proof (Rinv_0_lt_compat L HL); lra|].
  replace (/ L / 2 * (2 * L * (f x - fstar))) with (f x - fstar) by (field; lra). lra.
Qed.

(** PL with constant c on an L-smooth function that is not constant at its minimum: c <= L. *)
Lemma PL_le_smooth c fstar x : (forall y, fstar <= f y) -> PL f df c fstar -> fstar < f x ->
  c <= L.
Proof.
  intros Hmin Hpl Hx. pose proof (gradient_gap fstar x Hmin). specialize (Hpl x).
  apply Rmult_le_reg_r with (2 * (f x - fstar)); lra.
Qed.

Lemma gradient_minimal z : minimal f z -> norm2 (df z) = 0.
Proof.
  intros H. pose proof (gradient_gap (f z) z H). pose proof (norm2_nonneg (df z)). lra.
Qed.

Hypothesis Hc : convex f df.

(** At a minimiser the convexity inequality has a bonus: the gradient at v, squared. *)
Lemma convex_bonus z v : minimal f z ->
  f v - f z <= inner (df v) (vsub v z) - / (2 * L) * norm2 (df v).
Proof.
  intros Hz. pose proof (smooth_pos _ _ _ Hf) as HL.
  (* compare both models of f at y = z + (df v)/L *)
  pose proof (Hc v (vsub z (vscal (- / L) (df v)))) as H1.
  pose proof (smooth_step z (df v) (- / L)) as H2.
  replace (inner (df z) (df v)) with 0 in H2.
  2:{ pose proof (inner_sqr_le (df z) (df v)) as H. rewrite (gradient_minimal z Hz) in H.
      pose proof (pow2_ge_0 (inner (df z) (df v))). nra. }
  rewrite !inner_subr, inner_scalr in H1. fold (norm2 (df v)) in H1. rewrite inner_subr.
  replace (L * (- / L) ^ 2 / 2) with (/ L / 2) in H2 by (field; lra).
  replace (/ (2 * L)) with (/ L / 2) by (field; lra). lra.
Qed.

(** The same seen from another point x than the one where the gradient is taken. *)
Lemma convex_view z x v : minimal f z ->
  f x - f z + / (2 * L) * norm2 (df v) - L / 2 * norm2 (vsub x v) <= inner (vsub x z) (df v).
Proof.
  intros Hz. pose proof (convex_bonus z v Hz) as H1.
  pose proof (smooth_descent _ _ _ Hf v x) as H2.
  rewrite inner_subl, (inner_sym x), (inner_sym z). rewrite inner_subr in H1, H2. lra.
Qed.

(** The form without a minimiser, for any reference point z. *)
Lemma convex_view_any z x v :
  f x - f z - L / 2 * norm2 (vsub x v) <= inner (vsub x z) (df v).
Proof.
  pose proof (Hc v z) as H1. pose proof (smooth_descent _ _ _ Hf v x) as H2.
  rewrite inner_subl, (inner_sym x), (inner_sym z). rewrite inner_subr in H1, H2. lra.
Qed.

End Facts.

(** Jensen: the value at a weighted mean of points is at most the weighted mean of the values. *)
Lemma convex_mean {V : space} (f : V -> R) df n (r : nat -> R) (x : nat -> V) y s :
  convex f df -> (forall i, (i < n)%nat -> 0 <= r i) -> rsum n r = s -> 0 < s ->
  (forall h, inner h y = / s * rsum n (fun i => r i * inner h (x i))) ->
  f y <= / s * rsum n (fun i => r i * f (x i)).
Proof.
  intros Hc Hr Hs Hs0 Hy.
  assert (rsum n (fun i => r i * f y + (r i * inner (df y) (x i) + - inner (df y) y * r i))
    <= rsum n (fun i => r i * f (x i))) as H.
  { apply rsum_le; intros i Hi. pose proof (Hc y (x i)) as Hci. rewrite inner_subr in Hci.
    pose proof (Rmult_le_compat_l _ _ _ (Hr i Hi) Hci). lra. }
  rewrite rsum_plus, rsum_plus, rsum_scal, Hs in H.
  rewrite (rsum_ext n _ (fun i => f y * r i)) in H by (intros; ring).
  rewrite rsum_scal, Hs in H. specialize (Hy (df y)).
  apply Rmult_le_reg_l with s; [assumption|].
  replace (s * (/ s * rsum n (fun i => r i * f (x i)))) with (rsum n (fun i => r i * f (x i)))
    by (field; lra).
  replace (rsum n (fun i => r i * inner (df y) (x i))) with (s * inner (df y) y) in H.
  - lra.
  - rewrite Hy. field. lra.
Qed.

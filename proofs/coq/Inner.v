(* SPDX-License-Identifier: Apache-2.0 *)
(* Vectors. A space is a carrier with an inner product, and no law is asked of the vectors
   themselves: every proof only speaks of inner products. So the same record covers R^d, matrices,
   and square-integrable random vectors (Random.v), where equality of vectors would be awkward. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base.
Local Open Scope R_scope.

Record space := Space {
  vec :> Type;
  vzero : vec;
  vadd : vec -> vec -> vec;
  vscal : R -> vec -> vec;
  inner : vec -> vec -> R;
  inner_sym : forall x y, inner x y = inner y x;
  inner_zerol : forall y, inner vzero y = 0;
  inner_addl : forall x y z, inner (vadd x y) z = inner x z + inner y z;
  inner_scall : forall a x z, inner (vscal a x) z = a * inner x z;
  inner_nonneg : forall x, 0 <= inner x x }.
Arguments vzero {_}.
Arguments vadd {_}.
Arguments vscal {_}.
Arguments inner {_}.
Arguments inner_sym {_}.
Arguments inner_nonneg {_}.

Section Vectors.
Context {V : space}.
Implicit Types x y z : V.

Definition vsub x y : V := vadd x (vscal (-1) y).

(** The squared norm, and the norm. *)
Definition norm2 x : R := inner x x.
Definition norm x : R := sqrt (norm2 x).

Fixpoint vsum (n : nat) (F : nat -> V) : V :=
  match n with O => vzero | S k => vadd (vsum k F) (F k) end.

Definition vmean (n : nat) (F : nat -> V) : V := vscal (/ INR n) (vsum n F).

Lemma vsum_ext n (F G : nat -> V) : (forall i, (i < n)%nat -> F i = G i) -> vsum n F = vsum n G.
Proof.
  induction n as [|n IH]; intros E; cbn; [reflexivity|].
  rewrite IH by (intros; apply E; lia). now rewrite E by lia.
Qed.

Lemma vmean_ext n (F G : nat -> V) : (forall i, (i < n)%nat -> F i = G i) -> vmean n F = vmean n G.
Proof. intros E. unfold vmean. f_equal. now apply vsum_ext. Qed.

Lemma inner_addr x y z : inner x (vadd y z) = inner x y + inner x z.
Proof. now rewrite inner_sym, inner_addl, !(inner_sym _ x). Qed.

Lemma inner_scalr a x z : inner x (vscal a z) = a * inner x z.
Proof. now rewrite inner_sym, inner_scall, inner_sym. Qed.

Lemma inner_zeror x : inner x vzero = 0.
Proof. rewrite inner_sym. apply inner_zerol. Qed.

Lemma inner_subl x y z : inner (vsub x y) z = inner x z - inner y z.
Proof. unfold vsub. rewrite inner_addl, inner_scall. ring. Qed.

Lemma inner_subr x y z : inner x (vsub y z) = inner x y - inner x z.
Proof. rewrite inner_sym, inner_subl, !(inner_sym x). reflexivity. Qed.

Lemma inner_suml n F z : inner (vsum n F) z = rsum n (fun i => inner (F i) z).
Proof. induction n as [|n IH]; cbn; [apply inner_zerol|]. now rewrite inner_addl, IH. Qed.

Lemma inner_sumr n F z : inner z (vsum n F) = rsum n (fun i => inner z (F i)).
Proof. rewrite inner_sym, inner_suml. apply rsum_ext. intros. apply inner_sym. Qed.

Lemma inner_meanr n F z : inner z (vmean n F) = / INR n * rsum n (fun i => inner z (F i)).
Proof. unfold vmean. now rewrite inner_scalr, inner_sumr. Qed.

Lemma norm2_nonneg x : 0 <= norm2 x.
Proof. apply inner_nonneg. Qed.

Lemma norm2_zero : norm2 (vzero : V) = 0.
Proof. apply inner_zerol. Qed.

Lemma norm2_scal a x : norm2 (vscal a x) = a ^ 2 * norm2 x.
Proof. unfold norm2. rewrite inner_scall, inner_scalr. ring. Qed.

Lemma norm2_add x y : norm2 (vadd x y) = norm2 x + 2 * inner x y + norm2 y.
Proof. unfold norm2. rewrite inner_addl, !inner_addr, (inner_sym y x). ring. Qed.

Lemma norm2_sub x y : norm2 (vsub x y) = norm2 x - 2 * inner x y + norm2 y.
Proof. unfold norm2. rewrite inner_subl, !inner_subr, (inner_sym y x). ring. Qed.

Lemma norm2_sub_sym x y : norm2 (vsub x y) = norm2 (vsub y x).
Proof. rewrite !norm2_sub, (inner_sym y x). ring. Qed.

Lemma norm2_sub_self x : norm2 (vsub x x) = 0.
Proof. rewrite norm2_sub. unfold norm2. ring. Qed.

(** Polarisation: the inner product of two gradients through their distance. *)
Lemma inner_polar x y : inner x y = (norm2 x + norm2 y - norm2 (vsub x y)) / 2.
Proof. rewrite norm2_sub. field. Qed.

Lemma norm2_step x g a z :
  norm2 (vsub (vsub x (vscal a g)) z)
  = norm2 (vsub x z) - 2 * a * inner (vsub x z) g + a ^ 2 * norm2 g.
Proof.
  unfold norm2. rewrite !inner_subl, !inner_subr, !inner_scall, !inner_scalr.
  rewrite (inner_sym g x), (inner_sym g z). ring.
Qed.

(** The sum of n vectors, squared: at most n times the sum of the squares. *)
Lemma norm2_vsum n (F : nat -> V) :
  norm2 (vsum n F) = rsum n (fun i => rsum n (fun j => inner (F i) (F j))).
Proof.
  unfold norm2. rewrite inner_suml. apply rsum_ext. intros. apply inner_sumr.
Qed.

Lemma norm2_vsum_le n (F : nat -> V) :
  norm2 (vsum n F) <= INR n * rsum n (fun i => norm2 (F i)).
Proof.
  rewrite norm2_vsum.
  apply Rle_trans with
    (rsum n (fun i => rsum n (fun j => / 2 * norm2 (F i) + / 2 * norm2 (F j)))).
  - apply rsum_le; intros i _. apply rsum_le; intros j _.
    rewrite inner_polar. pose proof (norm2_nonneg (vsub (F i) (F j))). lra.
  - right. rewrite (rsum_ext n _ (fun i =>
      INR n * (/ 2 * norm2 (F i)) + / 2 * rsum n (fun j => norm2 (F j)))).
    + rewrite rsum_plus, rsum_scal, rsum_scal, rsum_const. field.
    + intros. rewrite rsum_plus, rsum_const, rsum_scal. reflexivity.
Qed.

(** Pairwise orthogonal vectors: Pythagoras. *)
Lemma norm2_vsum_orthogonal n (F : nat -> V) :
  (forall k l, (k < n)%nat -> (l < n)%nat -> k <> l -> inner (F k) (F l) = 0) ->
  norm2 (vsum n F) = rsum n (fun i => norm2 (F i)).
Proof. intros H. rewrite norm2_vsum. now apply (rsum_diag n (fun k l => inner (F k) (F l))). Qed.

Lemma norm2_vmean_le n (F : nat -> V) : (1 <= n)%nat ->
  norm2 (vmean n F) <= / INR n * rsum n (fun i => norm2 (F i)).
Proof.
  intros Hn. pose proof (INR_pos n Hn). pose proof (Rinv_nonneg _ H).
  unfold vmean. rewrite norm2_scal.
  apply Rle_trans with ((/ INR n) ^ 2 * (INR n * rsum n (fun i => norm2 (F i)))).
  - apply Rmult_le_compat_l; [apply pow2_ge_0|apply norm2_vsum_le].
  - right. field. lra.
Qed.

(** Young. *)
Lemma norm2_add_young a x y : 0 < a ->
  norm2 (vadd x y) <= (1 + a) * norm2 x + (1 + / a) * norm2 y.
Proof.
  intros Ha. pose proof (norm2_nonneg (vsub (vscal a x) y)) as H.
  rewrite norm2_sub, norm2_scal, inner_scall in H. rewrite norm2_add.
  assert (2 * inner x y <= a * norm2 x + / a * norm2 y); [|lra].
  apply Rmult_le_reg_l with a; [lra|].
  replace (a * (a * norm2 x + / a * norm2 y)) with (a ^ 2 * norm2 x + norm2 y) by (field; lra).
  lra.
Qed.

Lemma norm2_sub_young2 x y : norm2 (vsub x y) <= 2 * norm2 x + 2 * norm2 y.
Proof.
  rewrite norm2_sub. pose proof (norm2_nonneg (vadd x y)) as H. rewrite norm2_add in H. lra.
Qed.

(** Cauchy and Schwarz. *)
Lemma inner_sqr_le x y : inner x y ^ 2 <= norm2 x * norm2 y.
Proof.
  pose proof (norm2_nonneg x) as Hx. pose proof (norm2_nonneg y) as Hy.
  assert (Hq : forall a b, 0 <= a ^ 2 * norm2 x - 2 * (a * b) * inner x y + b ^ 2 * norm2 y).
  { intros a b. pose proof (norm2_nonneg (vsub (vscal a x) (vscal b y))) as H.
    rewrite norm2_sub, !norm2_scal, inner_scall, inner_scalr in H. lra. }
  destruct (Req_dec (norm2 y) 0) as [E|E].
  - (* y is a null vector: its inner product with x must vanish *)
    rewrite E, Rmult_0_r. destruct (Req_dec (inner x y) 0) as [->|Hi]; [lra|].
    specialize (Hq 1 ((norm2 x + 1) / (2 * inner x y))). rewrite E in Hq.
    replace (2 * (1 * ((norm2 x + 1) / (2 * inner x y))) * inner x y) with (norm2 x + 1) in Hq
      by (field; assumption). lra.
  - specialize (Hq (norm2 y) (inner x y)). assert (0 < norm2 y) by lra.
    apply Rmult_le_reg_l with (norm2 y); [assumption|].
    set (i := inner x y) in *. set (n := norm2 x) in *. set (m := norm2 y) in *. nra.
Qed.

Lemma norm_nonneg x : 0 <= norm x.
Proof. apply sqrt_pos. Qed.

Lemma norm_sqr x : norm x ^ 2 = norm2 x.
Proof. apply pow2_sqrt, norm2_nonneg. Qed.

Lemma norm_le_iff x a : 0 <= a -> norm x <= a <-> norm2 x <= a ^ 2.
Proof.
  intros Ha. rewrite <- norm_sqr. pose proof (norm_nonneg x). split; intros H1.
  - apply pow_incr. lra.
  - apply Rsqr_incr_0_var; [unfold Rsqr; lra|assumption].
Qed.

Lemma inner_le_norm x y : inner x y <= norm x * norm y.
Proof.
  apply Rle_trans with (Rabs (inner x y)); [apply Rle_abs|].
  rewrite <- sqrt_Rsqr_abs. unfold norm. rewrite <- sqrt_mult_alt by apply norm2_nonneg.
  apply sqrt_le_1_alt. unfold Rsqr. pose proof (inner_sqr_le x y). lra.
Qed.

(** Minkowski. *)
Lemma norm_add x y : norm (vadd x y) <= norm x + norm y.
Proof.
  pose proof (norm_nonneg x). pose proof (norm_nonneg y).
  apply norm_le_iff; [lra|]. rewrite norm2_add, <- !norm_sqr.
  pose proof (inner_le_norm x y). nra.
Qed.

Lemma norm_scal a x : norm (vscal a x) = Rabs a * norm x.
Proof.
  unfold norm. rewrite norm2_scal, sqrt_mult_alt by apply pow2_ge_0.
  replace (a ^ 2) with (Rsqr a) by (unfold Rsqr; ring). now rewrite sqrt_Rsqr_abs.
Qed.

Lemma norm_sub x y : norm (vsub x y) <= norm x + norm y.
Proof.
  unfold vsub. apply Rle_trans with (1 := norm_add _ _).
  rewrite norm_scal, (Rabs_left (-1)) by lra. lra.
Qed.

Lemma norm_zero : norm (vzero : V) = 0.
Proof. unfold norm. rewrite norm2_zero. apply sqrt_0. Qed.

Lemma norm_vsum n (F : nat -> V) : norm (vsum n F) <= rsum n (fun i => norm (F i)).
Proof.
  induction n as [|n IH]; cbn; [rewrite norm_zero; lra|].
  apply Rle_trans with (1 := norm_add _ _). lra.
Qed.

Lemma norm_ext x y : norm2 x = norm2 y -> norm x = norm y.
Proof. unfold norm. now intros ->. Qed.

(** Vectors that no inner product tells apart have the same norm. *)
Lemma norm2_same x y : (forall z, inner z x = inner z y) -> norm2 x = norm2 y.
Proof. intros E. unfold norm2. now rewrite E, inner_sym, E. Qed.

Lemma norm_same x y : (forall z, inner z x = inner z y) -> norm x = norm y.
Proof. intros E. now apply norm_ext, norm2_same. Qed.

Lemma norm_vmean n (F : nat -> V) a : (1 <= n)%nat ->
  (forall i, (i < n)%nat -> norm (F i) <= a) -> norm (vmean n F) <= a.
Proof.
  intros Hn Ha. pose proof (INR_pos n Hn). unfold vmean.
  rewrite norm_scal, Rabs_pos_eq by now apply Rinv_nonneg.
  apply Rmult_le_reg_l with (INR n); [assumption|].
  rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
  apply Rle_trans with (1 := norm_vsum n F). now apply rsum_le_const.
Qed.

End Vectors.

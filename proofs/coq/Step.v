(* SPDX-License-Identifier: Apache-2.0 *)
(* One update by p workers, of which some are heard: what every synchronous, asynchronous and
   elastic theorem starts from. The space is any space; with that of random vectors (Random.v) the
   equations below are unbiasedness and uncorrelated noise. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner Smooth.
Local Open Scope R_scope.

(** The sum over the workers that are heard, and the p-th part of it. *)
Definition heard_sum (p : nat) (heard : nat -> bool) (F : nat -> R) : R :=
  rsum p (fun i => if heard i then F i else 0).

Definition heard_mean {V : space} (p : nat) (heard : nat -> bool) (g : nat -> V) : V :=
  vscal (/ INR p) (vsum p (fun i => if heard i then g i else vzero)).

(** The share of the workers that is heard. *)
Definition share (p : nat) (heard : nat -> bool) : R := / INR p * heard_sum p heard (fun _ => 1).

Section HeardSums.
Context (p : nat) (heard : nat -> bool).
Notation hsum := (heard_sum p heard).

Lemma heard_sum_ext F G : (forall i, (i < p)%nat -> heard i = true -> F i = G i) ->
  hsum F = hsum G.
Proof. intros H. apply rsum_ext; intros i Hi. destruct (heard i) eqn:E; auto. Qed.

Lemma heard_sum_le F G : (forall i, (i < p)%nat -> heard i = true -> F i <= G i) ->
  hsum F <= hsum G.
Proof. intros H. apply rsum_le; intros i Hi. destruct (heard i) eqn:E; [auto|lra]. Qed.

Lemma heard_sum_nonneg F : (forall i, (i < p)%nat -> heard i = true -> 0 <= F i) -> 0 <= hsum F.
Proof. intros H. apply rsum_nonneg; intros i Hi. destruct (heard i) eqn:E; [auto|lra]. Qed.

Lemma heard_sum_plus F G : hsum (fun i => F i + G i) = hsum F + hsum G.
Proof.
  unfold heard_sum. rewrite <- rsum_plus. apply rsum_ext; intros. destruct (heard i); ring.
Qed.

Lemma heard_sum_scal c F : hsum (fun i => c * F i) = c * hsum F.
Proof.
  unfold heard_sum. rewrite <- rsum_scal. apply rsum_ext; intros. destruct (heard i); ring.
Qed.

Lemma heard_sum_const c : hsum (fun _ => c) = c * hsum (fun _ => 1).
Proof. rewrite <- heard_sum_scal. apply heard_sum_ext. intros. ring. Qed.

Lemma share_nonneg : (1 <= p)%nat -> 0 <= share p heard.
Proof.
  intros Hp. apply Rmult_le_pos; [now apply Rinv_nonneg, INR_pos|].
  apply heard_sum_nonneg. intros. lra.
Qed.

Lemma share_le_1 : (1 <= p)%nat -> share p heard <= 1.
Proof.
  intros Hp. pose proof (INR_pos p Hp). unfold share, heard_sum.
  apply Rmult_le_reg_l with (INR p); [assumption|].
  rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
  apply rsum_le_const. intros i _. destruct (heard i); lra.
Qed.

Context {V : space}.
Implicit Types (z : V) (g : nat -> V).

Lemma inner_heard_mean z g :
  inner z (heard_mean p heard g) = / INR p * hsum (fun i => inner z (g i)).
Proof.
  unfold heard_mean, heard_sum. rewrite inner_scalr, inner_sumr. f_equal.
  apply rsum_ext; intros. destruct (heard i); [reflexivity|apply inner_zeror].
Qed.

Lemma norm2_heard_mean g : norm2 (heard_mean p heard g)
  = (/ INR p) ^ 2 * hsum (fun i => hsum (fun j => inner (g i) (g j))).
Proof.
  unfold norm2. rewrite inner_heard_mean.
  rewrite (heard_sum_ext _ (fun i => / INR p * hsum (fun j => inner (g i) (g j)))).
  - rewrite heard_sum_scal. ring.
  - intros i _ _. rewrite inner_sym. apply inner_heard_mean.
Qed.

(** Jensen, with the share that is heard. *)
Lemma norm2_heard_mean_le g : (1 <= p)%nat -> norm2 (heard_mean p heard g)
  <= share p heard * (/ INR p * hsum (fun i => norm2 (g i))).
Proof.
  intros Hp. rewrite norm2_heard_mean.
  set (A := hsum (fun i => norm2 (g i))). set (n := hsum (fun _ => 1)).
  assert (hsum (fun i => hsum (fun j => inner (g i) (g j))) <= n * A) as H.
  { apply Rle_trans with (hsum (fun i => hsum (fun j => / 2 * norm2 (g i) + / 2 * norm2 (g j)))).
    - apply heard_sum_le; intros i _ _. apply heard_sum_le; intros j _ _.
      rewrite inner_polar. pose proof (norm2_nonneg (vsub (g i) (g j))). lra.
    - right. rewrite (heard_sum_ext _ (fun i => (/ 2 * n) * norm2 (g i) + / 2 * A)).
      + rewrite heard_sum_plus, heard_sum_scal, heard_sum_const. fold A n. field.
      + intros i _ _. rewrite heard_sum_plus, heard_sum_const, heard_sum_scal. fold A n. ring. }
  apply Rle_trans with ((/ INR p) ^ 2 * (n * A)).
  - apply Rmult_le_compat_l; [apply pow2_ge_0|assumption].
  - right. unfold share. fold n. ring.
Qed.

(** The same for the sum. *)
Lemma norm2_heard_vsum_le g : norm2 (vsum p (fun i => if heard i then g i else vzero))
  <= hsum (fun _ => 1) * hsum (fun i => norm2 (g i)).
Proof.
  destruct (Nat.eq_dec p 0) as [E|E].
  - unfold heard_sum. rewrite E. cbn. rewrite norm2_zero. lra.
  - pose proof (INR_pos p ltac:(lia)) as Hp. pose proof (norm2_heard_mean_le g ltac:(lia)) as Hm.
    unfold heard_mean in Hm. rewrite norm2_scal in Hm. unfold share in Hm.
    apply (Rmult_le_compat_l (INR p ^ 2)) in Hm; [|apply pow2_ge_0].
    replace (INR p ^ 2 * ((/ INR p) ^ 2 * _))
      with (norm2 (vsum p (fun i => if heard i then g i else vzero))) in Hm by (field; lra).
    apply Rle_trans with (1 := Hm). right. field. lra.
Qed.

Lemma heard_sum_diag (c : nat -> nat -> R) :
  (forall i j, (i < p)%nat -> (j < p)%nat -> heard i = true -> heard j = true -> i <> j ->
    c i j = 0) ->
  hsum (fun i => hsum (fun j => c i j)) = hsum (fun i => c i i).
Proof.
  intros H. apply heard_sum_ext; intros i Hi Ei. unfold heard_sum.
  rewrite (rsum_one p i) by (assumption || (intros j Hj Hne; destruct (heard j) eqn:Ej; auto)).
  now rewrite Ei.
Qed.
End HeardSums.

Definition everybody (i : nat) : bool := true.

Lemma heard_sum_all p F : heard_sum p everybody F = rsum p F.
Proof. reflexivity. Qed.

Lemma share_all p : (1 <= p)%nat -> share p everybody = 1.
Proof.
  intros Hp. pose proof (INR_pos p Hp). unfold share. rewrite heard_sum_all, rsum_const. field. lra.
Qed.

(** Second moment of an estimator G of M that does not see M: Pythagoras. *)
Lemma second_moment {V : space} (G M : V) : inner M G = norm2 M ->
  norm2 G = norm2 M + norm2 (vsub G M).
Proof. intros H. rewrite norm2_sub, (inner_sym G), H. ring. Qed.

Section Step.
Context {V : space} (F : V -> R) (dF : V -> V) (L : R).
Hypothesis HF : smooth F dF L.
(** Worker i draws g i, whose mean is m i, the gradient where worker i looks; v and growth bound
    the variance of one draw. *)
Context (p : nat) (heard : nat -> bool) (x : V) (m g : nat -> V) (eta v growth : R).
Notation hsum := (heard_sum p heard).
Hypothesis Hp : (1 <= p)%nat.
Hypothesis unbiased_x : forall i, (i < p)%nat -> heard i = true ->
  inner (dF x) (g i) = inner (dF x) (m i).
Hypothesis unbiased_m : forall i j, (i < p)%nat -> (j < p)%nat ->
  heard i = true -> heard j = true -> inner (m j) (g i) = inner (m j) (m i).
Hypothesis uncorrelated : forall i j, (i < p)%nat -> (j < p)%nat ->
  heard i = true -> heard j = true -> i <> j ->
  inner (vsub (g i) (m i)) (vsub (g j) (m j)) = 0.
Hypothesis variance : forall i, (i < p)%nat -> heard i = true ->
  norm2 (vsub (g i) (m i)) <= v + growth * norm2 (m i).

Let M := heard_mean p heard m.
Let G := heard_mean p heard g.
Let B := / INR p * hsum (fun i => norm2 (m i)).
Let r := share p heard.

Lemma heard_noise : norm2 (vsub G M) <= / INR p * (r * v + growth * B).
Proof.
  assert (E : norm2 (vsub G M) = norm2 (heard_mean p heard (fun i => vsub (g i) (m i)))).
  { rewrite norm2_sub. unfold G, M. rewrite !norm2_heard_mean, inner_heard_mean.
    rewrite (heard_sum_ext p heard (fun i => inner (heard_mean p heard g) (m i))
      (fun i => / INR p * hsum (fun j => inner (g j) (m i)))).
    2:{ intros i _ _. rewrite inner_sym, inner_heard_mean. f_equal.
        apply heard_sum_ext. intros. apply inner_sym. }
    rewrite heard_sum_scal.
    rewrite (heard_sum_ext p heard (fun i => hsum (fun j => inner (vsub (g i) (m i)) _))
      (fun i => (hsum (fun j => inner (g i) (g j)) + -1 * hsum (fun j => inner (g j) (m i)))
        + (-1 * hsum (fun j => inner (m j) (g i)) + hsum (fun j => inner (m i) (m j))))).
    2:{ intros i _ _. rewrite <- !heard_sum_scal, <- !heard_sum_plus.
        apply heard_sum_ext. intros j _ _. rewrite inner_subl, !inner_subr.
        rewrite (inner_sym (g i) (m j)), (inner_sym (m i) (g j)). ring. }
    rewrite !heard_sum_plus, !heard_sum_scal.
    assert (Hs : hsum (fun i => hsum (fun j => inner (m j) (g i)))
      = hsum (fun i => hsum (fun j => inner (g j) (m i)))).
    { unfold heard_sum.
      rewrite (rsum_ext p _ (fun i => rsum p (fun j =>
        if heard i then if heard j then inner (m j) (g i) else 0 else 0))).
      2:{ intros i _. destruct (heard i); [reflexivity|]. now rewrite rsum_zero. }
      rewrite rsum_swap. apply rsum_ext; intros i _. destruct (heard i).
      - apply rsum_ext; intros j _. destruct (heard j); [apply inner_sym|reflexivity].
      - rewrite rsum_zero; [reflexivity|]. intros j _. now destruct (heard j). }
    rewrite Hs. ring. }
  rewrite E, norm2_heard_mean, heard_sum_diag by assumption.
  pose proof (INR_pos p Hp) as Hpp.
  apply Rle_trans with ((/ INR p) ^ 2 * hsum (fun i => v + growth * norm2 (m i))).
  - apply Rmult_le_compat_l; [apply pow2_ge_0|]. apply heard_sum_le. assumption.
  - right. rewrite heard_sum_plus, heard_sum_scal, heard_sum_const.
    unfold r, B, share. field. lra.
Qed.

(** Second moment of the update: the mean over the views, squared, and the noise. *)
Lemma heard_second_moment : norm2 G <= norm2 M + / INR p * (r * v + growth * B).
Proof.
  rewrite (second_moment G M); [pose proof heard_noise; lra|].
  unfold G, M. rewrite inner_heard_mean, norm2_heard_mean.
  rewrite (heard_sum_ext p heard _ (fun i => / INR p * hsum (fun j => inner (m i) (m j)))).
  - rewrite heard_sum_scal. ring.
  - intros i Hi Ei. rewrite inner_sym, inner_heard_mean. f_equal.
    apply heard_sum_ext. intros j Hj Ej.
    now rewrite (inner_sym (g i)), unbiased_m, inner_sym by assumption.
Qed.

(** The step, before any condition on eta. *)
Lemma workers_step :
  F (vsub x (vscal eta G)) <= F x
    - eta / 2 * (r * norm2 (dF x) + B - / INR p * hsum (fun i => norm2 (vsub (dF x) (m i))))
    + L * eta ^ 2 / 2 * (norm2 M + / INR p * (r * v + growth * B)).
Proof.
  pose proof (smooth_pos _ _ _ HF) as HL.
  apply Rle_trans with (1 := smooth_step F dF L HF x G eta).
  assert (Hi : inner (dF x) G = / 2 * (r * norm2 (dF x) + B
    - / INR p * hsum (fun i => norm2 (vsub (dF x) (m i))))).
  { unfold G. rewrite inner_heard_mean.
    rewrite (heard_sum_ext p heard _ (fun i => / 2 * norm2 (dF x)
      + (/ 2 * norm2 (m i) + - / 2 * norm2 (vsub (dF x) (m i))))).
    - rewrite !heard_sum_plus, !heard_sum_scal, (heard_sum_const p heard (norm2 (dF x))).
      unfold r, B, share. ring.
    - intros i Hi E. rewrite unbiased_x, inner_polar by assumption. field. }
  rewrite Hi.
  assert (0 <= L * eta ^ 2 / 2) as Hc by (pose proof (pow2_ge_0 eta); nra).
  pose proof (Rmult_le_compat_l _ _ _ Hc heard_second_moment). lra.
Qed.
End Step.

(* SPDX-License-Identifier: Apache-2.0 *)
(* Stochastic gradients: what a theorem assumes of the draws behind one update. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner Smooth Random Step.
Local Open Scope R_scope.

(** Workers 0 .. n-1, those with [heard i = true], each draw g i with mean m i. [Known] holds of
   what is determined before these draws. The variance is at most v + growth * E|m i|^2: with a
    mini-batch of size b, v = sigma2/b and growth = MG/b. Different draws are uncorrelated. *)
Record draws {V : space} {P : probability} {H : L2 V P} (n : nat) (heard : nat -> bool)
    (Known : rvec H -> Prop) (g m : nat -> rvec H) (v growth : R) : Prop := Draws {
  draws_unbiased : forall i, (i < n)%nat -> heard i = true -> unbiased Known (g i) (m i);
  draws_uncorrelated : forall i j, (i < n)%nat -> (j < n)%nat ->
    heard i = true -> heard j = true -> i <> j ->
    Ex (fun w => inner (vsub (g i w) (m i w)) (vsub (g j w) (m j w))) = 0;
  draws_variance : forall i, (i < n)%nat -> heard i = true ->
    Ex (fun w => norm2 (vsub (g i w) (m i w))) <= v + growth * Ex (fun w => norm2 (m i w)) }.

Section Pointwise.
Context {V : space} {P : probability} {H : L2 V P}.
Implicit Types u v : rvec H.

Lemma vmean_at n (F : nat -> rvec H) w : (vmean n F : rvec H) w = vmean n (fun i => F i w).
Proof. unfold vmean. cbn [vscal rspace at_ rscal]. now rewrite <- (rsum_at H n F w). Qed.

Lemma heard_mean_at n heard (F : nat -> rvec H) w :
  (heard_mean n heard F : rvec H) w = heard_mean n heard (fun i => F i w).
Proof.
  unfold heard_mean. cbn [vscal rspace at_ rscal]. f_equal.
  induction n as [|n IH]; cbn; [reflexivity|]. rewrite <- IH. cbn. f_equal. now destruct (heard n).
Qed.
End Pointwise.

(** One update, in expectation. *)
Section Update.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).
Context (p : nat) (heard : nat -> bool) (Known : rvec H -> Prop).
Context (x x' : rvec H) (m g : nat -> rvec H) (eta v growth : R).
Hypothesis Hp : (1 <= p)%nat.
Hypothesis Hx : forall w,
  x' w = vsub (x w) (vscal eta (heard_mean p heard (fun i => g i w))).
Hypothesis Known_x : Known (gradient He x).
Hypothesis Known_m : forall i, (i < p)%nat -> heard i = true -> Known (m i).
Hypothesis Hg : draws p heard Known g m v growth.

Let G := heard_mean p heard g.
Let B := / INR p * heard_sum p heard (fun i => norm2 (m i)).

Lemma update_eq : x' = vsub x (vscal eta G).
Proof. apply rvec_ext. intros w. unfold G. rewrite Hx, <- heard_mean_at. reflexivity. Qed.

Lemma update_inner h : Known h ->
  inner h G = / INR p * heard_sum p heard (fun i => inner h (m i)).
Proof.
  intros Hh. unfold G. rewrite inner_heard_mean. f_equal. apply heard_sum_ext.
  intros i Hi Ei. now apply (draws_unbiased _ _ _ _ _ _ _ Hg i Hi Ei h).
Qed.

Lemma update_second_moment : norm2 G <= norm2 (heard_mean p heard m)
  + / INR p * (share p heard * v + growth * B).
Proof.
  destruct Hg as [U C S]. apply heard_second_moment; try assumption.
  intros i j Hi Hj Ei Ej. apply U; auto.
Qed.

Lemma update_step :
  mean_value f x' <= mean_value f x
    - eta / 2 * (share p heard * norm2 (gradient He x) + B
        - / INR p * heard_sum p heard (fun i => norm2 (vsub (gradient He x) (m i))))
    + L * eta ^ 2 / 2 * (norm2 (heard_mean p heard m)
        + / INR p * (share p heard * v + growth * B)).
Proof.
  rewrite update_eq. destruct Hg as [U C S].
  apply (workers_step (mean_value f) (gradient He) L (smooth_lift He L Hf)); try assumption.
  - intros i Hi Ei. now apply U.
  - intros i j Hi Hj Ei Ej. apply U; auto.
Qed.
End Update.

(** The start is a point, not a random one. *)
Lemma mean_value_start {V : space} {P : probability} {H : L2 V P} (f : V -> R) (x : rvec H) w0 :
  (forall w, x w = w0) -> mean_value f x = f w0.
Proof.
  intros Hx. unfold mean_value. rewrite (Ex_ext _ (fun _ => f w0)); [apply Ex_const|].
  intros w. now rewrite Hx.
Qed.

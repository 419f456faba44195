(* SPDX-License-Identifier: Apache-2.0 *)
(* A probability in which nothing is abstract: N independent draws from {0 .. n-1} with weights p,
   expectation a finite sum. The records of the theorems are met in it (Concrete*.v), so that no
   theorem speaks of nothing. *)
From Coq Require Import Reals Lra Lia FunctionalExtensionality.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods.
Local Open Scope R_scope.

(** * Independent draws *)

(** A sequence of draws; only the first N count. *)
Definition choices := nat -> nat.

Definition redraw (w : choices) (k s : nat) : choices := fun j => if Nat.eqb j k then s else w j.

(** X does not depend on draw k. *)
Definition ignores {A} (k : nat) (X : choices -> A) : Prop := forall w s, X (redraw w k s) = X w.

Lemma redraw_same w k s t : redraw (redraw w k s) k t = redraw w k t.
Proof.
  apply functional_extensionality; intros j. unfold redraw. now destruct (Nat.eqb j k).
Qed.

Lemma redraw_swap w j k s t : j <> k -> redraw (redraw w j s) k t = redraw (redraw w k t) j s.
Proof.
  intros Hne. apply functional_extensionality; intros i. unfold redraw.
  destruct (Nat.eqb_spec i k), (Nat.eqb_spec i j); congruence.
Qed.

Lemma redraw_at w k s : redraw w k s k = s.
Proof. unfold redraw. now rewrite Nat.eqb_refl. Qed.

Lemma redraw_other w k s j : j <> k -> redraw w k s j = w j.
Proof. intros H. unfold redraw. destruct (Nat.eqb_spec j k); congruence. Qed.

Section Draws.
Context (n : nat) (p : nat -> R).
Hypothesis Hp : forall s, 0 <= p s.
Hypothesis Hs : rsum n p = 1.

(** The average over draw k. *)
Definition average_draw (k : nat) (X : choices -> R) (w : choices) : R :=
  rsum n (fun s => p s * X (redraw w k s)).

Fixpoint average (N : nat) (X : choices -> R) : R :=
  match N with O => X (fun _ => O) | S k => average k (average_draw k X) end.

Lemma average_plus N X Y : average N (fun w => X w + Y w) = average N X + average N Y.
Proof.
  revert X Y; induction N as [|N IH]; intros X Y; cbn; [reflexivity|]. rewrite <- IH. f_equal.
  apply functional_extensionality; intros w. unfold average_draw. rewrite <- rsum_plus.
  apply rsum_ext; intros; ring.
Qed.

Lemma average_scal N a X : average N (fun w => a * X w) = a * average N X.
Proof.
  revert X; induction N as [|N IH]; intros X; cbn; [reflexivity|]. rewrite <- IH. f_equal.
  apply functional_extensionality; intros w. unfold average_draw. rewrite <- rsum_scal.
  apply rsum_ext; intros; ring.
Qed.

(** What ignores the draw is not changed by averaging over it. *)
Lemma average_draw_ignored k X w : ignores k X -> average_draw k X w = X w.
Proof.
  intros H. unfold average_draw. rewrite (rsum_ext n _ (fun s => X w * p s)).
  - rewrite rsum_scal, Hs. ring.
  - intros s _. rewrite H. ring.
Qed.

Lemma average_const N c : average N (fun _ => c) = c.
Proof.
  induction N as [|N IH]; cbn; [reflexivity|]. etransitivity; [|exact IH]. f_equal.
  apply functional_extensionality; intros w.
  now rewrite (average_draw_ignored N (fun _ => c) w).
Qed.

Lemma average_le N X Y : (forall w, X w <= Y w) -> average N X <= average N Y.
Proof.
  revert X Y; induction N as [|N IH]; intros X Y H; cbn; [apply H|]. apply IH; intros w.
  apply rsum_le; intros. now apply Rmult_le_compat_l.
Qed.

Definition draws_space (N : nat) : probability.
Proof.
  refine (Probability choices (fun _ => True) (average N) _ _ _ _ _ _ _); auto.
  - apply average_const.
  - intros. apply average_plus.
  - intros. apply average_scal.
  - intros. now apply average_le.
Defined.

(** Averaging over one draw first changes nothing: this is independence. *)
Lemma average_one_first N k X : (k < N)%nat -> average N X = average N (average_draw k X).
Proof.
  revert X; induction N as [|N IH]; intros X Hk; [lia|]. cbn.
  destruct (Nat.eq_dec k N) as [->|Hne].
  - f_equal. apply functional_extensionality; intros w.
    transitivity (average_draw N (fun w' => average_draw N X w) w).
    + rewrite (average_draw_ignored N (fun _ => average_draw N X w) w); [reflexivity|].
      intros ? ?. reflexivity.
    + apply rsum_ext; intros s _. f_equal. apply rsum_ext; intros t _. now rewrite redraw_same.
  - rewrite IH by lia. f_equal. apply functional_extensionality; intros w. unfold average_draw.
    rewrite (rsum_ext n _ (fun s => rsum n (fun t => p s * (p t * X (redraw (redraw w k s) N t))))).
    2:{ intros s _. now rewrite rsum_scal. }
    rewrite rsum_swap. apply rsum_ext; intros t _. rewrite <- rsum_scal.
    apply rsum_ext; intros s _. rewrite (redraw_swap w N k t s) by lia. ring.
Qed.

(** A variable that sees draw k only through w k, and the rest through Y. *)
Lemma average_out {A} N k (Y : choices -> A) (F : A -> nat -> R) : (k < N)%nat -> ignores k Y ->
  average N (fun w => F (Y w) (w k)) = average N (fun w => rsum n (fun s => p s * F (Y w) s)).
Proof.
  intros Hk HY. rewrite (average_one_first N k) by assumption. f_equal.
  apply functional_extensionality; intros w. apply rsum_ext; intros s _.
  now rewrite HY, redraw_at.
Qed.
End Draws.

(** Everything is square-integrable: sums are finite. *)
Definition all_vectors (V : space) n p Hp Hs N : L2 V (draws_space n p Hp Hs N).
Proof. refine (MakeL2 V _ (fun _ => True) _ _ _ _); intros; exact I. Defined.

Lemma all_evaluable (V : space) n p Hp Hs N (f : V -> R) df :
  evaluable (all_vectors V n p Hp Hs N) f df.
Proof. split; intros; exact I. Qed.

(** * Data *)

(** A finite data set with weights: gradient of sample s, its mean, and its variance. *)
Record data {V : space} (n : nat) (p : nat -> R) (df : V -> V) (sample : nat -> V -> V)
    (v growth : R) : Prop := Data {
  data_weight : forall s, 0 <= p s;
  data_total : rsum n p = 1;
  data_mean : forall x h, rsum n (fun s => p s * inner h (sample s x)) = inner h (df x);
  data_variance : forall x, rsum n (fun s => p s * norm2 (vsub (sample s x) (df x)))
    <= v + growth * norm2 (df x) }.

Section Data.
Context {V : space} (n : nat) (p : nat -> R) (df : V -> V) (sample : nat -> V -> V) (v growth : R).
Hypothesis Hd : data n p df sample v growth.
Context (N : nat).
Let Hp := data_weight _ _ _ _ _ _ Hd.
Let Hs := data_total _ _ _ _ _ _ Hd.
Notation H := (all_vectors V n p Hp Hs N).

Definition random (u : choices -> V) : rvec H := Rvec (H := H) u I.

(** Draw number k, taken at a point that ignores it. *)
Lemma draw_unbiased k (y h : choices -> V) : (k < N)%nat -> ignores k y -> ignores k h ->
  average n p N (fun w => inner (h w) (sample (w k) (y w)))
  = average n p N (fun w => inner (h w) (df (y w))).
Proof.
  intros Hk Hy Hh.
  refine (eq_trans (average_out n p Hs N k (fun w => (h w, y w))
    (fun a s => inner (fst a) (sample s (snd a))) Hk _) _).
  - intros w s. now rewrite Hy, Hh.
  - f_equal. apply functional_extensionality; intros w. apply (data_mean _ _ _ _ _ _ Hd).
Qed.

Lemma draw_uncorrelated k (y u : choices -> V) : (k < N)%nat -> ignores k y -> ignores k u ->
  average n p N (fun w => inner (u w) (vsub (sample (w k) (y w)) (df (y w)))) = 0.
Proof.
  intros Hk Hy Hu.
  transitivity (average n p N (fun w => inner (u w) (sample (w k) (y w)))
    + -1 * average n p N (fun w => inner (u w) (df (y w)))).
  - rewrite <- average_scal, <- average_plus. f_equal.
    apply functional_extensionality; intros w. rewrite inner_subr. ring.
  - rewrite (draw_unbiased k y u) by assumption. ring.
Qed.

Lemma draw_variance k (y : choices -> V) : (k < N)%nat -> ignores k y ->
  average n p N (fun w => norm2 (vsub (sample (w k) (y w)) (df (y w))))
  <= v + growth * average n p N (fun w => norm2 (df (y w))).
Proof.
  intros Hk Hy.
  refine (Rle_trans _ _ _ (Req_le _ _ (average_out n p Hs N k y
    (fun a s => norm2 (vsub (sample s a) (df a))) Hk Hy)) _).
  rewrite <- average_scal, <- (average_const n p Hs N v) at 1. rewrite <- average_plus.
  apply (average_le n p Hp). intros w. apply (data_variance _ _ _ _ _ _ Hd).
Qed.
End Data.

(** * A function that every theorem applies to *)

(** Half the squared norm: smooth with L = 1, strongly convex with c = 1, minimal at 0. *)
Definition half_square {V : space} (x : V) : R := norm2 x / 2.

Lemma half_square_smooth (V : space) : smooth (half_square (V := V)) (fun x => x) 1.
Proof.
  split; [lra| |intros; lra]. intros x y. unfold half_square. right.
  rewrite norm2_sub, inner_subr, (inner_sym y x). unfold norm2. field.
Qed.

Lemma half_square_strong (V : space) : strongly_convex (half_square (V := V)) (fun x => x) 1.
Proof.
  intros x y. unfold half_square. right.
  rewrite norm2_sub, inner_subr, (inner_sym y x). unfold norm2. field.
Qed.

Lemma half_square_minimal (V : space) : minimal (half_square (V := V)) vzero.
Proof. intros y. unfold half_square. rewrite norm2_zero. pose proof (norm2_nonneg y). lra. Qed.

Lemma half_square_PL (V : space) : PL (half_square (V := V)) (fun x => x) 1 0.
Proof. intros x. unfold half_square. right. field. Qed.

(** Its data: two samples, x + b and x - b, of equal weight. *)
Lemma half_square_data (V : space) (b : V) :
  data 2 (fun _ => / 2) (fun x : V => x)
    (fun s x => match s with O => vadd x b | _ => vsub x b end) (norm2 b) 0.
Proof.
  split; [intros; lra|cbn; lra| |]; intros x; [intros h|]; cbn [rsum].
  - rewrite inner_addr, inner_subr. field.
  - rewrite !norm2_sub, norm2_add, !inner_addl, !inner_subl, (inner_sym b x).
    unfold norm2. right. field.
Qed.

(* SPDX-License-Identifier: Apache-2.0 *)
(* Asynchronous SGD on a finite data set: any delays in the order applied; in the order issued,
   reads that miss the last gradient by the toss of a coin. Every hypothesis of the records is a
   fact. *)
From Coq Require Import Reals Lra Lia FunctionalExtensionality Bool.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Concrete AsyncApplied
  IssueOrder Formulary Bounds.
Local Open Scope R_scope.

Section Delayed.
Context {V : space} (n : nat) (p : nat -> R) (df : V -> V) (sample : nat -> V -> V) (sigma2 : R).
Hypothesis Hd : data n p df sample sigma2 0.
Context (K : nat) (gamma : R) (delay : nat -> nat) (w0 : V).
Hypothesis Hdelay : forall k, (delay k <= k)%nat.
Let Hp := data_weight _ _ _ _ _ _ Hd.
Let Hs := data_total _ _ _ _ _ _ Hd.
Notation H := (all_vectors V n p Hp Hs K).
Notation rv := (random n p df sample sigma2 0 Hd K).

(** All models up to k: update k takes draw k at the model before the last [delay k] updates. *)
Fixpoint history (k : nat) (w : choices) : nat -> V :=
  match k with
  | O => fun _ => w0
  | S i => fun j => if Nat.leb j i then history i w j
      else vsub (history i w i) (vscal gamma (sample (w i) (history i w (i - delay i)%nat)))
  end.

Definition iterate (k : nat) (w : choices) : V := history k w k.

Lemma history_iterate k j w : (j <= k)%nat -> history k w j = iterate j w.
Proof.
  induction k as [|k IH]; intros Hj.
  - now replace j with O by lia.
  - destruct (Nat.eq_dec j (S k)) as [->|Hne]; [reflexivity|]. cbn.
    rewrite (proj2 (Nat.leb_le j k)) by lia. apply IH. lia.
Qed.

Lemma iterate_step k w : iterate (S k) w
  = vsub (iterate k w) (vscal gamma (sample (w k) (iterate (k - delay k)%nat w))).
Proof.
  unfold iterate at 1. cbn [history]. rewrite (proj2 (Nat.leb_gt (S k) k)) by lia.
  now rewrite !history_iterate by lia.
Qed.

Lemma iterate_ignores k j : (k <= j)%nat -> ignores j (iterate k).
Proof.
  induction k as [k IH] using lt_wf_ind. intros Hj w s. destruct k as [|k]; [reflexivity|].
  rewrite !iterate_step, (IH k) by lia. pose proof (Hdelay k).
  rewrite (IH (k - delay k)%nat) by lia. now rewrite redraw_other by lia.
Qed.

Definition delayed_past (k : nat) (h : rvec H) : Prop := forall j, (k <= j)%nat -> ignores j h.
Context (f : V -> R).
Notation He := (all_evaluable V n p Hp Hs K f df).

Theorem concrete_delayed_run :
  delayed_run He K gamma sigma2 delay w0 delayed_past (fun k => rv (iterate k))
    (fun k => rv (fun w => sample (w k) (iterate (k - delay k)%nat w))).
Proof.
  split.
  - reflexivity.
  - intros k _. apply Hdelay.
  - intros k w _. apply iterate_step.
  - intros k j _ Hj h u Hu i Hi w s. rewrite !Hu. cbn. rewrite (iterate_ignores j i) by lia.
    reflexivity.
  - intros k j _ Hj i Hi w s. cbn. pose proof (Hdelay j).
    rewrite (iterate_ignores (j - delay j)%nat i) by lia. now rewrite redraw_other by lia.
  - intros k Hk h Hh. pose proof (Hdelay k).
    apply (draw_unbiased n p df sample sigma2 0 Hd K k (iterate (k - delay k)%nat) (at_ h) Hk).
    + apply iterate_ignores. lia.
    + apply Hh. lia.
  - intros k Hk. pose proof (Hdelay k).
    apply Rle_trans with (1 := draw_variance n p df sample sigma2 0 Hd K k
      (iterate (k - delay k)%nat) Hk (iterate_ignores (k - delay k) k ltac:(lia))).
    right. ring.
Qed.
End Delayed.

(** Asynchronous SGD on a finite data set, for any delays. *)
Theorem async_nc_concrete {V : space} n p (f : V -> R) df sample sigma2
    (Hd : data n p df sample sigma2 0) L fstar K gamma delay w0 W dbar :
  smooth f df L -> (forall y, fstar <= f y) -> (forall k, (delay k <= k)%nat) ->
  window_load_at_most K delay W -> rsum K (fun k => INR (delay k)) <= INR K * dbar ->
  async_nc_valid (f w0 - fstar) L sigma2 gamma K W dbar ->
  / INR K * rsum K (fun k => average n p K (fun w => norm2 (df (iterate sample gamma delay w0 k
    w))))
  <= async_nc_bound (f w0 - fstar) L sigma2 gamma K W dbar.
Proof.
  intros Hf Hmin Hdelay HW Hb Hv.
  exact (AsyncApplied.async_nc Hf _ K gamma sigma2 delay w0 _ _ _
    (concrete_delayed_run n p df sample sigma2 Hd K gamma delay w0 Hdelay f) fstar W dbar Hmin HW Hb
    Hv).
Qed.

Section Issue.
Context {V : space} (n : nat) (p : nat -> R) (df : V -> V) (sample : nat -> V -> V) (v growth : R).
Hypothesis Hd : data n p df sample v growth.
Context (N : nat) (h : R) (w0 : V).
Let Hp := data_weight _ _ _ _ _ _ Hd.
Let Hs := data_total _ _ _ _ _ _ Hd.
Notation H := (all_vectors V n p Hp Hs (2 * N)).
Notation rv := (random n p df sample v growth Hd (2 * N)).

(** Gradient k takes draw 2k as its sample; draw 2k + 1 is the coin that says whether its read
    misses the gradient before. *)
Definition coin_missing (k l : nat) (w : choices) : bool :=
  (Nat.eqb (S l) k && Nat.eqb (w (2 * k + 1)%nat) 0)%bool.

Definition read_of (k : nat) (s : V * (nat -> V)) (w : choices) : V :=
  vadd (fst s) (vscal h (vsum k (fun l => if coin_missing k l w then snd s l else vzero))).

Fixpoint issued (k : nat) (w : choices) : V * (nat -> V) :=
  match k with
  | O => (w0, fun _ => vzero)
  | S i => let s := issued i w in let g := sample (w (2 * i)%nat) (read_of i s w) in
      (vsub (fst s) (vscal h g), fun l => if Nat.eqb l i then g else snd s l)
  end.

Definition all_of (k : nat) (w : choices) : V := fst (issued k w).
Definition read_at (k : nat) (w : choices) : V := read_of k (issued k w) w.
Definition drawn_at (k : nat) (w : choices) : V := sample (w (2 * k)%nat) (read_at k w).

Lemma issued_gradient k l w : (l < k)%nat -> snd (issued k w) l = drawn_at l w.
Proof.
  induction k as [|k IH]; [lia|]. intros Hl. cbn [issued snd].
  destruct (Nat.eqb_spec l k) as [->|Hne]; [reflexivity|]. apply IH. lia.
Qed.

Lemma issued_ignores k j : (2 * k <= j)%nat -> ignores j (issued k).
Proof.
  induction k as [|k IH]; intros Hj w s; [reflexivity|]. cbn [issued].
  rewrite (IH ltac:(lia) w s). unfold read_of, coin_missing.
  rewrite (redraw_other w j s (2 * k + 1)), (redraw_other w j s (2 * k)) by lia. reflexivity.
Qed.

(** The read of gradient k sees everything before it and its coin, not its sample. *)
Lemma read_ignores k j : (2 * k <= j)%nat -> j <> (2 * k + 1)%nat -> ignores j (read_at k).
Proof.
  intros Hj Hne w s. unfold read_at, read_of, coin_missing.
  rewrite (issued_ignores k j Hj w s). now rewrite (redraw_other w j s (2 * k + 1)) by lia.
Qed.

Definition other (k : nat) (u : rvec H) : Prop := ignores (2 * k)%nat u.
Context (f : V -> R).
Notation He := (all_evaluable V n p Hp Hs (2 * N) f df).

(** Two different gradients are never missing from one read. *)
Lemma one_missing k l i w : coin_missing k l w = true -> coin_missing k i w = true -> i = l.
Proof.
  unfold coin_missing. intros H1 H2. apply andb_true_iff in H1, H2.
  destruct H1 as [E1 _], H2 as [E2 _]. apply Nat.eqb_eq in E1, E2. lia.
Qed.

Lemma coin_ignores k l j : (l < k)%nat -> j = (2 * l)%nat -> ignores j (coin_missing k l).
Proof.
  intros Hl -> w s. unfold coin_missing. now rewrite (redraw_other w (2 * l) s (2 * k + 1)) by lia.
Qed.

Theorem concrete_issue_run : issue_run He N h v growth 1 w0 other coin_missing
  (fun k => rv (all_of k)) (fun k => rv (read_at k)) (fun k => rv (drawn_at k)).
Proof.
  split.
  - reflexivity.
  - intros k w _. reflexivity.
  - intros k w _. cbn. unfold read_at at 1, read_of. do 2 f_equal.
    apply vsum_ext. intros l Hl. unfold only_if. now rewrite issued_gradient.
  - intros k w _. destruct k as [|k]; [cbn; lra|]. unfold heard_sum.
    rewrite (rsum_one (S k) k).
    + destruct (coin_missing (S k) k w); lra.
    + lia.
    + intros l _ Hne. unfold coin_missing. rewrite (proj2 (Nat.eqb_neq (S l) (S k))) by lia.
      reflexivity.
  - intros; exact I.
  - intros; exact I.
  - intros k _. split; intros e u Hu w s; rewrite !Hu; f_equal; cbn.
    + now rewrite (read_ignores k (2 * k)) by lia.
    + unfold all_of. now rewrite (issued_ignores k (2 * k)) by lia.
  - intros k Hk u Hu.
    apply (draw_unbiased n p df sample v growth Hd (2 * N) (2 * k) (read_at k) (at_ u)).
    + lia.
    + apply read_ignores; lia.
    + exact Hu.
  - intros k l i u Hk Hl Hi [Hu|[Hne Hu]] w s; rewrite !Hu; unfold only_if.
    + rewrite (coin_ignores k l (2 * l) Hl eq_refl w s).
      destruct (coin_missing k l w) eqn:E; [|reflexivity].
      destruct (Nat.eq_dec i l) as [->|Hil].
      * rewrite (coin_ignores k l (2 * l) Hl eq_refl w s), E. cbn.
        now rewrite (read_ignores l (2 * l)) by lia.
      * destruct (coin_missing k i w) eqn:E1; [elim Hil; now apply (one_missing k l i w)|].
        destruct (coin_missing k i (redraw w (2 * l) s)) eqn:E2; [|reflexivity].
        elim Hil. apply (one_missing k l i (redraw w (2 * l) s)); [|assumption].
        now rewrite (coin_ignores k l (2 * l) Hl eq_refl w s).
    + rewrite (coin_ignores k l (2 * l) Hl eq_refl w s).
      destruct (coin_missing k l w) eqn:E; [|reflexivity].
      destruct (coin_missing k i w) eqn:E1; [elim Hne; now apply (one_missing k l i w)|].
      destruct (coin_missing k i (redraw w (2 * l) s)) eqn:E2; [|reflexivity].
      elim Hne. apply (one_missing k l i (redraw w (2 * l) s)); [|assumption].
      now rewrite (coin_ignores k l (2 * l) Hl eq_refl w s).
  - intros k Hk.
    apply (draw_variance n p df sample v growth Hd (2 * N) (2 * k) (read_at k)); [lia|].
    apply read_ignores; lia.
  - intros k l Hk Hl. cbn [Ex draws_space].
    assert (Hk2 : (2 * l < 2 * N)%nat) by lia.
    refine (Rle_trans _ _ _ (Req_le _ _ (average_out n p Hs (2 * N) (2 * l)
      (fun w => (coin_missing k l w, read_at l w))
      (fun a s => norm2 (if fst a then vsub (sample s (snd a)) (df (snd a)) else vzero)) Hk2 _)) _).
    + intros w s. rewrite (coin_ignores k l (2 * l) Hl eq_refl w s).
      now rewrite (read_ignores l (2 * l)) by lia.
    + rewrite <- !average_scal, <- average_plus. apply (average_le n p Hp). intros w.
      cbn [fst snd]. unfold only_if. destruct (coin_missing k l w).
      * cbn. pose proof (data_variance _ _ _ _ _ _ Hd (read_at l w)). lra.
      * rewrite rsum_zero; [rewrite norm2_zero; lra|]. intros s _. rewrite norm2_zero. ring.
Qed.

(** Each gradient is missed by the next read at most. *)
Lemma concrete_missed :
  missed_at_most (H := H) (df := df) N 1 coin_missing (fun k => rv (read_at k)).
Proof.
  intros l Hl. rewrite Rmult_1_l.
  set (F := fun k => if Nat.ltb l k then Ex (p := draws_space n p Hp Hs (2 * N))
    (fun w => norm2 (only_if (P := draws_space n p Hp Hs (2 * N)) (coin_missing k l)
      (fun w => df (read_at l w)) w)) else 0).
  assert (Hz : forall k, k <> S l -> F k = 0).
  { intros k Hk. unfold F. destruct (Nat.ltb l k); [|reflexivity].
    rewrite (Ex_ext _ (fun _ => 0)); [apply Ex_const|]. intros w. unfold only_if, coin_missing.
    rewrite (proj2 (Nat.eqb_neq (S l) k)) by congruence. apply norm2_zero. }
  assert (Hle : F (S l) <= average n p (2 * N) (fun w => norm2 (df (read_at l w)))).
  { unfold F. rewrite (proj2 (Nat.ltb_lt l (S l))) by lia. apply (average_le n p Hp). intros w.
    unfold only_if. destruct (coin_missing (S l) l w); [lra|]. rewrite norm2_zero.
    apply norm2_nonneg. }
  change (rsum N F <= average n p (2 * N) (fun w => norm2 (df (read_at l w)))).
  destruct (Nat.le_gt_cases N (S l)) as [Hle'|Hgt].
  - rewrite rsum_zero; [|intros k Hk; apply Hz; lia].
    apply (Ex_nonneg (P := draws_space n p Hp Hs (2 * N))); [exact I|].
    intros. apply norm2_nonneg.
  - rewrite (rsum_one N (S l)) by (try lia; intros k _ Hk; now apply Hz). exact Hle.
Qed.
End Issue.

(** Theorem G has instances: random reads, no hypothesis on the run. *)
Theorem async_issue_nc_concrete {V : space} n p (f : V -> R) df sample sigma2 MG m
    (Hd : data n p df sample (sigma2 / INR m) (MG / INR m)) L fstar N h w0 :
  smooth f df L -> (forall y, fstar <= f y) ->
  async_issue_nc_valid L sigma2 MG m h 1 1 (f w0 - fstar) N ->
  / INR N * rsum N (fun k => average n p (2 * N) (fun w => norm2 (df (read_at sample h w0 k w))))
  <= async_issue_nc_bound L sigma2 MG m h 1 1 (f w0 - fstar) N.
Proof.
  intros Hf Hmin Hv.
  exact (IssueOrder.async_issue_nc Hf _ N m h sigma2 MG 1 w0 _ _ _ _ _
    (concrete_issue_run n p df sample _ _ Hd N h w0 f) fstar 1 Hmin
    (concrete_missed n p df sample _ _ Hd N h w0) Hv).
Qed.

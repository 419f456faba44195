(* SPDX-License-Identifier: Apache-2.0 *)
(* Synchronous SGD on a finite data set: every hypothesis of sync_run is a fact there. *)
From Coq Require Import Reals Lra Lia FunctionalExtensionality.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Concrete Sync Sgd
  Formulary Bounds.
Local Open Scope R_scope.

Section Run.
Context {V : space} (n : nat) (p : nat -> R) (df : V -> V) (sample : nat -> V -> V) (v growth : R).
Hypothesis Hd : data n p df sample v growth.
Context (K T : nat) (eta : R) (w0 : V).
Let N := (T * K)%nat.
Let Hp := data_weight _ _ _ _ _ _ Hd.
Let Hs := data_total _ _ _ _ _ _ Hd.
Notation H := (all_vectors V n p Hp Hs N).
Notation rv := (random n p df sample v growth Hd N).

(** Draw t K + k is the k-th one of update t. *)
Fixpoint model (t : nat) (w : choices) : V :=
  match t with
  | O => w0
  | S u => vsub (model u w)
      (vscal eta (vmean K (fun k => sample (w (u * K + k)%nat) (model u w))))
  end.

Lemma model_ignores t j : (t * K <= j)%nat -> ignores j (model t).
Proof.
  induction t as [|t IH]; intros Hj w s; [reflexivity|]. cbn [model].
  assert (t * K <= j)%nat as Hj' by nia. rewrite (IH Hj' w s). do 2 f_equal.
  apply vmean_ext. intros k Hk. now rewrite redraw_other by nia.
Qed.

Definition past (t : nat) (h : rvec H) : Prop := forall j, (t * K <= j)%nat -> ignores j h.

Definition drawn (t k : nat) : rvec H :=
  rv (fun w => sample (w (t * K + k)%nat) (model t w)).

Lemma index_lt t k : (t < T)%nat -> (k < K)%nat -> (t * K + k < N)%nat.
Proof. intros. unfold N. nia. Qed.

Context (f : V -> R).
Notation He := (all_evaluable V n p Hp Hs N f df).

Theorem concrete_sync_run :
  sync_run He K T eta v growth w0 past (fun t => rv (model t)) drawn.
Proof.
  split.
  - reflexivity.
  - intros t w _. reflexivity.
  - intros t _ h u Hu j Hj w s. rewrite !Hu. f_equal. now apply model_ignores.
  - intros t Ht. split.
    + intros k Hk _ h Hh.
      apply (draw_unbiased n p df sample v growth Hd N (t * K + k) (model t) (at_ h)).
      * now apply index_lt.
      * apply model_ignores. lia.
      * apply Hh. lia.
    + intros k l Hk Hl _ _ Hne.
      refine (draw_uncorrelated n p df sample v growth Hd N (t * K + l) (model t)
        (fun w => vsub (sample (w (t * K + k)%nat) (model t w)) (df (model t w))) _ _ _).
      * now apply index_lt.
      * apply model_ignores. lia.
      * intros w s. rewrite (model_ignores t) by lia. now rewrite redraw_other by lia.
    + intros k Hk _.
      apply (draw_variance n p df sample v growth Hd N (t * K + k) (model t)).
      * now apply index_lt.
      * apply model_ignores. lia.
Qed.
End Run.

(** The value after J updates on a finite data set, with nothing assumed of the run. *)
Theorem sync_pl_concrete {V : space} n p (f : V -> R) df sample sigma2 MG m
    (Hd : data n p df sample (sigma2 / INR m) (MG / INR m)) L c fstar eta K w0 J :
  smooth f df L -> PL f df c fstar ->
  sync_pl_valid L c sigma2 MG m eta K (f w0 - fstar) J ->
  average n p (J * K) (fun w => f (model sample K eta w0 J w)) - fstar
  <= sync_pl_bound L c sigma2 MG m eta K (f w0 - fstar) J.
Proof.
  intros Hf Hpl Hv.
  exact (Sync.sync_pl Hf _ Hpl K m _ _ _ w0 eta sigma2 MG J
    (concrete_sync_run n p df sample _ _ Hd K J eta w0 f) Hv).
Qed.

Theorem sgd_nc_concrete {V : space} n p (f : V -> R) df sample sigma2
    (Hd : data n p df sample sigma2 0) L fstar gamma B w0 K :
  smooth f df L -> (forall y, fstar <= f y) ->
  sgd_nc_valid (f w0 - fstar) L sigma2 B gamma K ->
  / INR K * rsum K (fun k =>
      average n p (K * B) (fun w => norm2 (df (model sample B gamma w0 k w))))
  <= sgd_nc_bound (f w0 - fstar) L sigma2 B gamma K.
Proof.
  intros Hf Hm Hv.
  exact (Sgd.sgd_nc Hf _ B _ _ _ w0 gamma sigma2 fstar K Hm
    (concrete_sync_run n p df sample _ _ Hd B K gamma w0 f) Hv).
Qed.

(** And such data exist, in every space, with every condition of the bound met. *)
Theorem sync_pl_nonvacuous (V : space) (b w0 : V) :
  average 2 (fun _ => / 2) (10 * 4) (fun w =>
    half_square (model (fun s (x : V) => match s with O => vadd x b | _ => vsub x b end)
      4 (1 / 2) w0 10 w)) - 0
  <= sync_pl_bound 1 1 (norm2 b) 0 1 (1 / 2) 4 (half_square w0 - 0) 10.
Proof.
  apply sync_pl_concrete with (df := fun x => x).
  - change (INR 1) with 1. replace (norm2 b / 1) with (norm2 b) by field.
    replace (0 / 1) with 0 by field. apply half_square_data.
  - apply half_square_smooth.
  - apply half_square_PL.
  - pose proof (norm2_nonneg b). pose proof (norm2_nonneg w0). unfold half_square.
    repeat split; try lra; try lia.
Qed.

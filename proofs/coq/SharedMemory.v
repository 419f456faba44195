(* SPDX-License-Identifier: Apache-2.0 *)
(* Shared memory, coordinates read and written one by one: tau M when the writes that a read lacks
   are among tau steps, sqrt(d) tau M when each coordinate may lack tau writes of its own. *)
From Coq Require Import Reals Lra Lia Bool.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Coordinates Systems
  Formulary Bounds.
Local Open Scope R_scope.

Lemma vsum_coordinate d n (F : nat -> coordinates d) c :
  (vsum n F : coordinates d) c = rsum n (fun k => F k c).
Proof. induction n as [|n IH]; cbn; [reflexivity|]. now rewrite IH. Qed.

Section Memory.
Context {d : nat} {P : probability} {H : L2 (coordinates d) P}.
Context (T : nat) (alpha M : R).
Context (x : nat -> rvec H) (view g : nat -> nat -> rvec H) (lacks : nat -> nat -> nat -> bool).
Hypothesis Hdrop : droppable (H := H).
Hypothesis Hview : reads_lacking T alpha lacks x view g.
Hypothesis Hsize : size_at_most 1 T M g.
Hypothesis Ha : 0 < alpha.
Hypothesis HM : 0 <= M.

Definition kept (b : nat -> bool) (u : rvec H) : rvec H :=
  Rvec _ (Hdrop b u (rvec_member u)).

Lemma inner_kept b (u h : rvec H) : inner h (kept b u)
  = Ex (fun w => rsum d (fun c => h w c * keep b (u w) c)).
Proof. reflexivity. Qed.

Lemma norm2_keep b (u : coordinates d) : norm2 (keep b u : coordinates d) <= norm2 u.
Proof.
  rewrite !coordinates_norm2. apply rsum_le. intros c _. unfold keep. destruct (b c); [lra|].
  pose proof (pow2_ge_0 (u c)). lra.
Qed.

Lemma kept_length b (u : rvec H) a : 0 <= a -> Ex (fun w => norm2 (u w)) <= a ^ 2 ->
  norm (kept b u) <= a.
Proof.
  intros Ha0 Hu. apply norm_le_iff; [assumption|]. apply Rle_trans with (2 := Hu).
  rewrite norm2_rvec. apply Ex_le; try apply norm2_integrable. intros w. apply norm2_keep.
Qed.

(** What the view lacks, as a sum over the writes. *)
Lemma view_lacks t h : (t < T)%nat ->
  inner h (vsub (x t) (view t O)) = - alpha * rsum t (fun k => inner h (kept (lacks t k) (g k O))).
Proof.
  intros Ht.
  replace (inner h (vsub (x t) (view t O))) with (inner h (vscal (- alpha)
    (vsum t (fun k => kept (lacks t k) (g k O))))); [now rewrite inner_scalr, inner_sumr|].
  apply Ex_ext. intros w. cbn [inner coordinates]. apply rsum_ext. intros c Hc. f_equal.
  transitivity (- alpha * rsum t (fun k => keep (lacks t k) (g k O w) c)).
  - cbn [vscal rspace rscal at_ coordinates]. f_equal.
    rewrite (rsum_at H t (fun k => kept (lacks t k) (g k O)) w). apply vsum_coordinate.
  - change (- alpha * rsum t (fun k => keep (lacks t k) (g k O w) c)
      = vsub (x t w : coordinates d) (view t O w) c).
    rewrite coordinates_sub, (Hview t w c Ht Hc). ring.
Qed.

Lemma view_distance t : (t < T)%nat ->
  norm (vsub (x t) (view t O)) = alpha * norm (vsum t (fun k => kept (lacks t k) (g k O))).
Proof.
  intros Ht.
  rewrite (norm_same _ (vscal (- alpha) (vsum t (fun k => kept (lacks t k) (g k O))))).
  - rewrite norm_scal, Rabs_Ropp, Rabs_pos_eq by lra. reflexivity.
  - intros h. rewrite inner_scalr, inner_sumr. now apply view_lacks.
Qed.

Lemma consistent_from_length B : 0 <= B ->
  (forall t, (t < T)%nat -> norm (vsum t (fun k => kept (lacks t k) (g k O))) <= B) ->
  elastic_consistent 1 T alpha B (fun _ => everybody) x view.
Proof.
  intros HB Hl t i Ht Hi _. assert (i = O) as -> by lia.
  change (norm2 (vsub (x t) (view t O)) <= (alpha * B) ^ 2).
  apply norm_le_iff; [apply Rmult_le_pos; lra|]. rewrite view_distance by assumption.
  apply Rmult_le_compat_l; [lra|]. now apply Hl.
Qed.

Theorem B_shared_memory_window tau : window_at_most (d := d) T (INR tau) lacks ->
  B_shared_memory_window_valid tau M ->
  elastic_consistent 1 T alpha (B_shared_memory_window_bound tau M) (fun _ => everybody) x view.
Proof.
  intros (window & Hw) _. unfold B_shared_memory_window_bound.
  apply consistent_from_length; [apply Rmult_le_pos; [apply pos_INR|assumption]|].
  intros t Ht. destruct (Hw t Ht) as [Hc Hin]. apply Rle_trans with (1 := norm_vsum _ _).
  apply Rle_trans with (M * heard_sum t (window t) (fun _ => 1)).
  - unfold heard_sum. rewrite <- rsum_scal. apply rsum_le. intros k Hk.
    destruct (window t k) eqn:E.
    + rewrite Rmult_1_r. apply kept_length; [assumption|]. apply Hsize; lia.
    + rewrite (norm_ext _ vzero); [rewrite norm_zero; lra|]. rewrite norm2_rvec, norm2_zero.
      rewrite (Ex_ext _ (fun _ => 0)); [apply Ex_const|]. intros w. rewrite coordinates_norm2.
      apply rsum_zero. intros c Hc'. cbn. unfold keep. destruct (lacks t k c) eqn:El; [|ring].
      rewrite (Hin k c Hk Hc' El) in E. discriminate.
  - rewrite Rmult_comm. now apply Rmult_le_compat_r.
Qed.

(** One coordinate alone. *)
Definition only (b : nat -> bool) (c : nat) (j : nat) : bool := Nat.eqb j c && b j.

Theorem B_shared_memory_free tau : free_at_most (d := d) T (INR tau) lacks ->
  B_shared_memory_free_valid tau M d ->
  elastic_consistent 1 T alpha (B_shared_memory_free_bound tau M d) (fun _ => everybody) x view.
Proof.
  intros Hfree _. unfold B_shared_memory_free_bound.
  pose proof (pos_INR tau) as Ht0. pose proof (sqrt_pos (INR d)) as Hd0.
  assert (0 <= INR tau * M) as HtM by now apply Rmult_le_pos.
  rewrite Rmult_assoc. apply consistent_from_length; [now apply Rmult_le_pos|].
  intros t Ht. apply norm_le_iff; [now apply Rmult_le_pos|].
  rewrite Rpow_mult_distr, pow2_sqrt by apply pos_INR.
  set (part c := vsum t (fun k => kept (only (lacks t k) c) (g k O))).
  rewrite (norm2_same _ (vsum d part)).
  - rewrite norm2_vsum_orthogonal.
    + apply rsum_le_const. intros c Hc. apply norm_le_iff; [assumption|].
      apply Rle_trans with (1 := norm_vsum _ _).
      apply Rle_trans with (M * heard_sum t (fun k => lacks t k c) (fun _ => 1)).
      * unfold heard_sum. rewrite <- rsum_scal. apply rsum_le. intros k Hk.
        destruct (lacks t k c) eqn:E.
        -- rewrite Rmult_1_r. apply kept_length; [assumption|]. apply Hsize; lia.
        -- rewrite (norm_ext _ vzero); [rewrite norm_zero; lra|]. rewrite norm2_rvec, norm2_zero.
           rewrite (Ex_ext _ (fun _ => 0)); [apply Ex_const|]. intros w.
           rewrite coordinates_norm2. apply rsum_zero. intros j _. cbn. unfold keep, only.
           destruct (Nat.eqb_spec j c) as [->|]; cbn; [rewrite E|]; ring.
      * rewrite Rmult_comm. apply Rmult_le_compat_r; [assumption|]. now apply Hfree.
    + intros c c' Hc Hc' Hne. unfold part. rewrite inner_suml. apply rsum_zero. intros k _.
      rewrite inner_sumr. apply rsum_zero. intros l _. rewrite inner_kept.
      rewrite (Ex_ext _ (fun _ => 0)); [apply Ex_const|]. intros w. apply rsum_zero. intros j _.
      cbn. unfold keep, only. destruct (Nat.eqb_spec j c) as [->|]; cbn; [|ring].
      rewrite (proj2 (Nat.eqb_neq c c')) by assumption. cbn. ring.
  - intros h. rewrite !inner_sumr.
    rewrite (rsum_ext d _ (fun c => rsum t (fun k => inner h (kept (only (lacks t k) c) (g k O)))))
      by (intros c _; unfold part; apply inner_sumr).
    rewrite rsum_swap. apply rsum_ext. intros k _. rewrite inner_kept.
    rewrite (rsum_ext d _ (fun c => Ex (fun w => rsum d (fun j =>
      h w j * keep (only (lacks t k) c) (g k O w) j)))) by (intros; apply inner_kept).
    rewrite <- (Ex_rsum d (fun c w => rsum d (fun j =>
      h w j * keep (only (lacks t k) c) (g k O w) j))).
    + apply Ex_ext. intros w. rewrite rsum_swap. apply rsum_ext. intros j Hj.
      rewrite (rsum_one d j) by (try assumption; intros c _ Hne; unfold keep, only;
        rewrite (proj2 (Nat.eqb_neq j c)) by congruence; cbn; ring).
      unfold keep, only. now rewrite Nat.eqb_refl.
    + intros c _. apply (rvec_dot H h (kept (only (lacks t k) c) (g k O))).
Qed.
End Memory.

(* SPDX-License-Identifier: Apache-2.0 *)
(* The elastic constant of systems in which a view misses a bounded number of gradients. *)
From Coq Require Import Reals Lra Lia Bool.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Systems Formulary
  Bounds.
Local Open Scope R_scope.

Section Missing.
Context {V : space} {P : probability} {H : L2 V P}.
Context (p T : nat) (alpha M : R) (heard : nat -> nat -> bool) (w0 : V).
Context (x : nat -> rvec H) (view g : nat -> nat -> rvec H).
Context (arrived : nat -> nat -> nat -> nat -> bool).
Hypothesis Hx : common_model p T alpha heard w0 x g.
Hypothesis Hview : message_passing p T alpha heard w0 view g arrived.
Hypothesis Hsize : size_at_most p T M g.
Hypothesis Hp : (1 <= p)%nat.
Hypothesis Ha : 0 < alpha.
Hypothesis HM : 0 <= M.

Definition missing t i k : rvec H :=
  heard_mean p (fun j => heard k j && negb (arrived t i k j)) (g k).

Lemma common_sum t h : (t <= T)%nat ->
  inner h (x t) = inner h (rconst H w0)
    - alpha * rsum t (fun k => inner h (heard_mean p (heard k) (g k))).
Proof.
  destruct Hx as [X0 XS]. induction t as [|t IH]; intros Ht.
  - assert (x O = rconst H w0) as -> by (apply rvec_ext; intros w; apply X0). cbn. ring.
  - assert (x (S t) = vsub (x t) (vscal alpha (heard_mean p (heard t) (g t)))) as ->.
    { apply rvec_ext. intros w. rewrite XS, <- heard_mean_at by lia. reflexivity. }
    rewrite inner_subr, inner_scalr, IH by lia. cbn [rsum]. ring.
Qed.

(** A view is the common model and what it misses. *)
Lemma view_misses t i h : (t < T)%nat -> (i < p)%nat -> heard t i = true ->
  inner h (vsub (x t) (view t i)) = - alpha * rsum t (fun k => inner h (missing t i k)).
Proof.
  intros Ht Hi Ei. rewrite inner_subr, common_sum by lia.
  assert (view t i = vsub (rconst H w0) (vscal alpha (vsum t (fun k =>
    heard_mean p (fun j => heard k j && arrived t i k j) (g k))))) as ->.
  { apply rvec_ext. intros w. rewrite (Hview t i w Ht Hi Ei). cbn. unfold vsub. do 3 f_equal.
    rewrite (rsum_at H t _ w). apply vsum_ext. intros k _. symmetry. apply heard_mean_at. }
  rewrite inner_subr, inner_scalr, inner_sumr.
  rewrite (rsum_ext t (fun k => inner h (heard_mean p (heard k) (g k))) (fun k =>
    inner h (heard_mean p (fun j => heard k j && arrived t i k j) (g k))
    + inner h (missing t i k))).
  - rewrite rsum_plus. ring.
  - intros k _. unfold missing. rewrite !inner_heard_mean, <- Rmult_plus_distr_l. f_equal.
    unfold heard_sum. rewrite <- rsum_plus. apply rsum_ext. intros j _.
    destruct (heard k j), (arrived t i k j); cbn; ring.
Qed.

Lemma missing_length t i k : (k < T)%nat ->
  norm (missing t i k)
  <= / INR p * heard_sum p (fun j => heard k j && negb (arrived t i k j)) (fun _ => 1) * M.
Proof.
  intros Hk. unfold missing, heard_mean. rewrite norm_scal, Rabs_pos_eq, Rmult_assoc
    by now apply Rinv_nonneg, INR_pos.
  apply Rmult_le_compat_l; [now apply Rinv_nonneg, INR_pos|].
  apply Rle_trans with (1 := norm_vsum _ _). unfold heard_sum.
  rewrite (Rmult_comm _ M), <- rsum_scal. apply rsum_le. intros j Hj.
  destruct (heard k j && _).
  - rewrite Rmult_1_r. apply norm_le_iff; [assumption|]. now apply Hsize.
  - rewrite norm_zero. lra.
Qed.

(** At most n missing gradients of length M, each weighing alpha/p. *)
Theorem missing_consistent n : 0 <= n -> missing_at_most p T heard arrived n ->
  elastic_consistent p T alpha (n * M / INR p) heard x view.
Proof.
  intros Hn Hmiss t i Ht Hi Ei. pose proof (INR_pos p Hp) as Hpp.
  change (norm2 (vsub (x t) (view t i)) <= (alpha * (n * M / INR p)) ^ 2).
  apply norm_le_iff.
  { apply Rmult_le_pos; [lra|]. apply Rdiv_nonneg; [now apply Rmult_le_pos|assumption]. }
  rewrite (norm_same _ (vscal (- alpha) (vsum t (missing t i)))).
  2:{ intros h. rewrite inner_scalr, inner_sumr. now apply view_misses. }
  rewrite norm_scal, Rabs_Ropp, Rabs_pos_eq by lra. apply Rmult_le_compat_l; [lra|].
  apply Rle_trans with (1 := norm_vsum _ _).
  apply Rle_trans with (rsum t (fun k => / INR p * M * heard_sum p (fun j =>
    heard k j && negb (arrived t i k j)) (fun _ => 1))).
  - apply rsum_le. intros k Hk. pose proof (missing_length t i k ltac:(lia)). lra.
  - rewrite rsum_scal. fold (missing_count p heard arrived t i).
    replace (n * M / INR p) with (/ INR p * M * n) by (field; lra).
    apply Rmult_le_compat_l; [|now apply Hmiss].
    apply Rmult_le_pos; [now apply Rinv_nonneg|assumption].
Qed.

Theorem B_sync_crash f : crashes_at_most p T heard arrived f -> B_sync_crash_valid p f M ->
  elastic_consistent p T alpha (B_sync_crash_bound p f M) heard x view.
Proof.
  intros (crashed & last & Hf & Hc) _. apply missing_consistent; [apply pos_INR|].
  intros t i Ht Hi Ei. apply Rle_trans with (2 := Hf). unfold missing_count, heard_sum.
  rewrite rsum_swap. apply rsum_le. intros j Hj.
  destruct (crashed j) eqn:Ec.
  - (* only in its last broadcast *)
    destruct (Nat.lt_ge_cases (last j) t) as [Hl|Hl].
    + rewrite (rsum_one t (last j)) by (try assumption; intros k Hk Hne;
        destruct (heard k j) eqn:Eh, (arrived t i k j) eqn:Er; cbn; try reflexivity;
        destruct (Hc t i k j Ht Hi Ei Hk Hj Eh Er); congruence).
      destruct (_ && _); lra.
    + rewrite rsum_zero; [lra|]. intros k Hk.
      destruct (heard k j) eqn:Eh, (arrived t i k j) eqn:Er; cbn; try reflexivity.
      destruct (Hc t i k j Ht Hi Ei Hk Hj Eh Er). lia.
  - right. apply rsum_zero. intros k Hk.
    destruct (heard k j) eqn:Eh, (arrived t i k j) eqn:Er; cbn; try reflexivity.
    destruct (Hc t i k j Ht Hi Ei Hk Hj Eh Er). congruence.
Qed.

(** One worker's own gradients aside, the others' last tau. *)
Lemma heard_sum_others i (b : nat -> bool) : (i < p)%nat -> b i = false ->
  heard_sum p b (fun _ => 1) <= INR p - 1.
Proof.
  intros Hi Hb. apply Rle_trans with (rsum p (fun j => 1 + - (if Nat.eqb j i then 1 else 0))).
  - apply rsum_le. intros j _. destruct (Nat.eqb_spec j i) as [->|].
    + rewrite Hb. lra.
    + destruct (b j); lra.
  - rewrite rsum_plus, rsum_const, (rsum_one p i) by (try assumption; intros j _ Hne;
      rewrite (proj2 (Nat.eqb_neq j i) Hne); ring).
    rewrite Nat.eqb_refl. lra.
Qed.

Theorem B_async_mp tau : delayed_by_at_most p T arrived tau -> B_async_mp_valid p tau M ->
  elastic_consistent p T alpha (B_async_mp_bound p tau M) heard x view.
Proof.
  intros Hd _. unfold B_async_mp_bound.
  assert (0 <= INR p - 1) as Hp1 by (pose proof (le_INR 1 p Hp); cbn in *; lra).
  apply missing_consistent; [apply Rmult_le_pos; [assumption|apply pos_INR]|].
  intros t i Ht Hi Ei. unfold missing_count.
  assert (Hz : forall k j, (k + tau < t)%nat -> (k < t)%nat -> (j < p)%nat ->
    heard k j && negb (arrived t i k j) = false).
  { intros k j H1 H2 H3. rewrite (Hd t i k j) by auto. apply andb_false_r. }
  assert (Ho : forall k, (k < t)%nat -> heard_sum p (fun j => heard k j && negb (arrived t i k j))
    (fun _ => 1) <= INR p - 1).
  { intros k Hk. apply heard_sum_others with i; [assumption|].
    rewrite (Hd t i k i) by auto. apply andb_false_r. }
  destruct (Nat.lt_ge_cases tau t) as [Hl|Hl].
  - replace t with (t - tau + tau)%nat at 1 by lia. rewrite rsum_split.
    rewrite rsum_zero.
    + rewrite Rplus_0_l, (Rmult_comm (INR p - 1)). apply rsum_le_const. intros k Hk. apply Ho. lia.
    + intros k Hk. apply rsum_zero. intros j Hj. now rewrite Hz by lia.
  - apply Rle_trans with (INR t * (INR p - 1)); [now apply rsum_le_const|].
    rewrite Rmult_comm. apply Rmult_le_compat_l; [assumption|]. now apply le_INR.
Qed.

Theorem B_norm_bounded_ps_count received : (forall t, heard t = everybody) ->
  received_at_least p T heard arrived received ->
  B_norm_bounded_ps_count_valid p received M ->
  elastic_consistent p T alpha (B_norm_bounded_ps_count_bound p received M) heard x view.
Proof.
  intros Hall Hr (_ & Hrp & _). unfold B_norm_bounded_ps_count_bound.
  pose proof (le_INR _ _ Hrp) as Hrp'. apply missing_consistent; [lra|].
  intros t i Ht Hi Ei. unfold missing_count. destruct t as [|t].
  - cbn. lra.
  - destruct (Hr t i Ht Hi) as [Hold Hnew]. cbn [rsum]. rewrite rsum_zero, Rplus_0_l.
    + rewrite Hall in *. unfold heard_sum in *.
      rewrite (rsum_ext p _ (fun j => 1 + -1 * (if everybody j && arrived (S t) i t j then 1 else
        0))).
      * rewrite rsum_plus, rsum_scal, rsum_const. lra.
      * intros j _. cbn. destruct (arrived (S t) i t j); cbn; ring.
    + intros k Hk. apply rsum_zero. intros j Hj. rewrite Hold by assumption.
      now rewrite andb_false_r.
Qed.
End Missing.

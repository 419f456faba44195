(* SPDX-License-Identifier: Apache-2.0 *)
(* Deterministic compressors on R^d and their contraction constants gamma: |x - Q x|^2 <= gamma
   |x|^2. *)
From Coq Require Import Reals Lra Lia Bool.
From Staleproof Require Import Base Inner Step Coordinates Systems Formulary Bounds.
Local Open Scope R_scope.

Section Selection.
Context (d : nat).
Implicit Types (x y : coordinates d) (sel : nat -> bool).

(** The energy that a selection keeps, and drops. *)
Definition kept_energy sel x : R := heard_sum d sel (fun i => x i ^ 2).
Definition dropped_energy sel x : R := heard_sum d (fun i => negb (sel i)) (fun i => x i ^ 2).

Lemma selection_error sel x : norm2 (vsub x (keep sel x : coordinates d)) = dropped_energy sel x.
Proof.
  rewrite coordinates_norm2. apply rsum_ext. intros i _. rewrite coordinates_sub. unfold keep.
  destruct (sel i); cbn; ring.
Qed.

Lemma energy_split sel x : kept_energy sel x + dropped_energy sel x = norm2 x.
Proof.
  rewrite coordinates_norm2. unfold kept_energy, dropped_energy, heard_sum. rewrite <- rsum_plus.
  apply rsum_ext. intros i _. destruct (sel i); cbn; ring.
Qed.

Lemma kept_nonneg sel x : 0 <= kept_energy sel x.
Proof. apply heard_sum_nonneg. intros. apply pow2_ge_0. Qed.

Lemma dropped_nonneg sel x : 0 <= dropped_energy sel x.
Proof. apply heard_sum_nonneg. intros. apply pow2_ge_0. Qed.

Lemma count_split sel : heard_sum d sel (fun _ => 1) + heard_sum d (fun i => negb (sel i)) (fun _
  => 1)
  = INR d.
Proof.
  unfold heard_sum. rewrite <- rsum_plus.
  rewrite (rsum_ext d _ (fun _ => 1)); [rewrite rsum_const; ring|].
  intros i _. destruct (sel i); cbn; ring.
Qed.

(** [sel] selects K entries, none smaller than one left out. Ties may go either way. *)
Definition selects_top (K : nat) sel x : Prop :=
  heard_sum d sel (fun _ => 1) = INR K /\
  forall i j, (i < d)%nat -> (j < d)%nat -> sel i = true -> sel j = false ->
    Rabs (x j) <= Rabs (x i).

Lemma topk_energy K sel x : selects_top K sel x ->
  INR d * dropped_energy sel x <= (INR d - INR K) * norm2 x.
Proof.
  intros [Hc Ht]. pose proof (count_split sel) as Hs. rewrite Hc in Hs.
  set (left := heard_sum d (fun i => negb (sel i)) (fun _ => 1)) in *.
  assert (INR K * dropped_energy sel x <= left * kept_energy sel x) as H.
  { rewrite <- Hc. rewrite (Rmult_comm _ (dropped_energy sel x)), <- heard_sum_const.
    unfold left. rewrite (Rmult_comm _ (kept_energy sel x)), <- heard_sum_const.
    unfold dropped_energy at 1, kept_energy, heard_sum.
    rewrite (rsum_ext d (fun i => if sel i then _ else 0) (fun i => rsum d (fun j =>
      if sel i then if negb (sel j) then x j ^ 2 else 0 else 0))).
    2:{ intros i _. destruct (sel i); [reflexivity|]. now rewrite rsum_zero. }
    rewrite rsum_swap. apply rsum_le. intros j Hj. destruct (sel j) eqn:Ej; cbn [negb].
    - right. apply rsum_zero. intros i _. now destruct (sel i).
    - apply rsum_le. intros i Hi. destruct (sel i) eqn:Ei; [|lra].
      rewrite <- (pow2_abs (x j)), <- (pow2_abs (x i)). apply pow_incr.
      split; [apply Rabs_pos|now apply Ht]. }
  pose proof (energy_split sel x) as Hes. rewrite <- Hes. nra.
Qed.

(** TopK is a (1 - K/d)-contraction. *)
Theorem topk_contraction K sel x : (1 <= d)%nat -> selects_top K sel x ->
  norm2 (vsub x (keep sel x : coordinates d)) <= (1 - INR K / INR d) * norm2 x.
Proof.
  intros Hd Hs. pose proof (INR_pos d Hd). rewrite selection_error.
  replace ((1 - INR K / INR d) * norm2 x) with ((INR d - INR K) * norm2 x / INR d) by (field; lra).
  apply Rle_div; [assumption|]. now apply topk_energy with (K := K).
Qed.

(** Attained: all entries of one size. *)
Theorem topk_attained K sel a : (1 <= d)%nat -> heard_sum d sel (fun _ => 1) = INR K ->
  let x : coordinates d := fun _ => a in
  selects_top K sel x /\
  norm2 (vsub x (keep sel x : coordinates d)) = (1 - INR K / INR d) * norm2 x.
Proof.
  intros Hd Hc x. pose proof (INR_pos d Hd). split; [split; [assumption|intros; unfold x; lra]|].
  rewrite selection_error, coordinates_norm2. unfold dropped_energy, x.
  rewrite heard_sum_const, rsum_const. pose proof (count_split sel) as Hs. rewrite Hc in Hs.
  replace (heard_sum d (fun i => negb (sel i)) (fun _ => 1)) with (INR d - INR K) by lra.
  field. lra.
Qed.

(** TopK, then a contraction of what is kept: y is 0 where nothing was selected. *)
Theorem gamma_topk_then_contractive K gamma2 sel x y :
  gamma_topk_then_contractive_valid d K gamma2 -> selects_top K sel x ->
  (forall i, (i < d)%nat -> sel i = false -> y i = 0) ->
  norm2 (vsub (keep sel x : coordinates d) y) <= gamma2 * norm2 (keep sel x : coordinates d) ->
  norm2 (vsub x y) <= gamma_topk_then_contractive_bound d K gamma2 * norm2 x.
Proof.
  intros (Hd & _ & HK & H0 & H1) Hs Hy Hc. pose proof (INR_pos d Hd) as Hdp.
  assert (norm2 (keep sel x : coordinates d) = kept_energy sel x) as Ek.
  { rewrite coordinates_norm2. apply rsum_ext. intros i _. unfold keep. destruct (sel i); ring. }
  assert (norm2 (vsub x y) = dropped_energy sel x + norm2 (vsub (keep sel x : coordinates d) y))
    as ->.
  { rewrite !coordinates_norm2. unfold dropped_energy, heard_sum. rewrite <- rsum_plus.
    apply rsum_ext. intros i Hi. rewrite !coordinates_sub. unfold keep.
    destruct (sel i) eqn:E; cbn; [ring|]. rewrite (Hy i Hi E). ring. }
  rewrite Ek in Hc. pose proof (energy_split sel x) as Hes.
  pose proof (topk_energy K sel x Hs) as Ht. unfold gamma_topk_then_contractive_bound.
  replace ((1 - INR K / INR d * (1 - gamma2)) * norm2 x)
    with ((INR d - INR K * (1 - gamma2)) * norm2 x / INR d) by (field; lra).
  apply Rle_div; [assumption|]. rewrite <- Hes in *.
  set (D := dropped_energy sel x) in *. set (E := kept_energy sel x) in *.
  apply Rle_trans with (INR d * (D + gamma2 * E)); [apply Rmult_le_compat_l; lra|].
  assert ((1 - gamma2) * (INR d * D) <= (1 - gamma2) * ((INR d - INR K) * (E + D)))
    by (apply Rmult_le_compat_l; lra). lra.
Qed.

(** Threshold relative to the largest entry: entry m is kept, what is dropped is below rho |x m|. *)
Theorem gamma_adaptive_threshold_max rho sel x m : gamma_adaptive_threshold_max_valid d rho ->
  (m < d)%nat -> sel m = true ->
  (forall i, (i < d)%nat -> sel i = false -> Rabs (x i) <= rho * Rabs (x m)) ->
  norm2 (vsub x (keep sel x : coordinates d)) <= gamma_adaptive_threshold_max_bound d rho * norm2 x.
Proof.
  intros (Hd & Hr0 & Hr1) Hm Em Hs. pose proof (le_INR 1 d Hd) as Hd1. change (INR 1) with 1 in Hd1.
  rewrite selection_error. unfold gamma_adaptive_threshold_max_bound.
  set (c := (INR d - 1) * rho ^ 2). assert (0 <= c) as Hc by (unfold c; pose proof (pow2_ge_0 rho);
    nra).
  assert (dropped_energy sel x <= c * x m ^ 2) as HD.
  { apply Rle_trans with (rsum d (fun i => rho ^ 2 * x m ^ 2 * (1 + - (if Nat.eqb i m then 1 else
    0)))).
    - apply rsum_le. intros i Hi. destruct (Nat.eqb_spec i m) as [->|Hne].
      + rewrite Em. cbn [negb]. lra.
      + destruct (sel i) eqn:E; cbn [negb].
        * assert (0 <= rho ^ 2 * x m ^ 2) by (apply Rmult_le_pos; apply pow2_ge_0). lra.
        * rewrite <- (pow2_abs (x i)), <- (pow2_abs (x m)), <- Rpow_mult_distr.
          apply Rle_trans with ((rho * Rabs (x m)) ^ 2); [|right; ring].
          apply pow_incr. split; [apply Rabs_pos|now apply Hs].
    - rewrite rsum_scal, rsum_plus, rsum_const.
      rewrite (rsum_one d m (fun i => - (if Nat.eqb i m then 1 else 0))).
      + rewrite Nat.eqb_refl. right. unfold c. ring.
      + assumption.
      + intros i _ Hne. rewrite (proj2 (Nat.eqb_neq i m) Hne). ring. }
  assert (x m ^ 2 <= kept_energy sel x) as HK.
  { unfold kept_energy, heard_sum.
    apply Rle_trans with (rsum d (fun i => if Nat.eqb i m then x i ^ 2 else 0)).
    - right. rewrite (rsum_one d m) by (try assumption; intros i _ Hne;
        now rewrite (proj2 (Nat.eqb_neq i m) Hne)). now rewrite Nat.eqb_refl.
    - apply rsum_le. intros i _. destruct (Nat.eqb_spec i m) as [->|]; [rewrite Em; lra|].
      destruct (sel i); [apply pow2_ge_0|lra]. }
  rewrite <- (energy_split sel x).
  replace (c / (1 + c) * (kept_energy sel x + dropped_energy sel x))
    with (c * (kept_energy sel x + dropped_energy sel x) / (1 + c)) by (field; lra).
  apply Rle_div; [lra|]. apply (Rmult_le_compat_l c) in HK; [|assumption]. lra.
Qed.

(** Threshold relative to the root mean square: dropped entries are below rho |x|/sqrt d, and one
    entry at least is kept. *)
Theorem gamma_adaptive_threshold_rms rho sel x m : gamma_adaptive_threshold_rms_valid rho d ->
  (m < d)%nat -> sel m = true ->
  (forall i, (i < d)%nat -> sel i = false -> INR d * x i ^ 2 <= rho ^ 2 * norm2 x) ->
  norm2 (vsub x (keep sel x : coordinates d)) <= gamma_adaptive_threshold_rms_bound rho d * norm2 x.
Proof.
  intros (Hd & Hr0 & Hr1) Hm Em Hs. pose proof (INR_pos d Hd) as Hdp.
  rewrite selection_error. unfold gamma_adaptive_threshold_rms_bound.
  pose proof (norm2_nonneg x) as Hx. set (X := norm2 x) in *.
  assert (0 <= rho ^ 2 / INR d * X) as Hc.
  { apply Rmult_le_pos; [|assumption]. apply Rdiv_nonneg; [apply pow2_ge_0|assumption]. }
  apply Rle_trans with (rsum d (fun i => rho ^ 2 / INR d * X * (1 + - (if Nat.eqb i m then 1 else
    0)))).
  - apply rsum_le. intros i Hi. destruct (Nat.eqb_spec i m) as [->|Hne].
    + rewrite Em. cbn [negb]. lra.
    + destruct (sel i) eqn:E; cbn [negb]; [lra|].
      replace (rho ^ 2 / INR d * X * (1 + - 0)) with (rho ^ 2 * X / INR d) by (field; lra).
      apply Rle_div; [assumption|]. now apply Hs.
  - rewrite rsum_scal, rsum_plus, rsum_const.
    rewrite (rsum_one d m (fun i => - (if Nat.eqb i m then 1 else 0))).
    + rewrite Nat.eqb_refl. right. field. lra.
    + assumption.
    + intros i _ Hne. rewrite (proj2 (Nat.eqb_neq i m) Hne). ring.
Qed.
End Selection.

(** Scaled sign: every entry becomes the mean absolute value, with its sign. *)
Theorem scaled_sign_contraction d (x y : coordinates d) : (1 <= d)%nat ->
  (forall i, (i < d)%nat -> x i * y i = norm1 d x / INR d * Rabs (x i) /\
    y i ^ 2 = (norm1 d x / INR d) ^ 2) ->
  norm2 (vsub x y) = norm2 x - norm1 d x ^ 2 / INR d /\
  norm2 (vsub x y) <= (1 - 1 / INR d) * norm2 x.
Proof.
  intros Hd Hy. pose proof (INR_pos d Hd) as Hdp. set (n := norm1 d x) in *.
  assert (norm2 (vsub x y) = norm2 x - n ^ 2 / INR d) as E.
  { rewrite !coordinates_norm2.
    rewrite (rsum_ext d _ (fun i => x i ^ 2 + (-2 * (n / INR d) * Rabs (x i) + (n / INR d) ^ 2))).
    - rewrite rsum_plus, rsum_plus, rsum_scal, rsum_const. fold (norm1 d x). fold n. field. lra.
    - intros i Hi. rewrite coordinates_sub. destruct (Hy i Hi) as [H1 H2].
      replace ((x i - y i) ^ 2) with (x i ^ 2 - 2 * (x i * y i) + y i ^ 2) by ring.
      rewrite H1, H2. ring. }
  split; [exact E|]. rewrite E.
  (* the sum of the absolute values, squared, is at least the sum of the squares *)
  assert (norm2 x <= n ^ 2) as Hn.
  { rewrite coordinates_norm2. unfold n, norm1. clear. induction d as [|k IH]; cbn [rsum]; [lra|].
    specialize (IH (x : nat -> R)). set (s := rsum k (fun i => Rabs (x i))) in *.
    assert (0 <= s) by (apply rsum_nonneg; intros; apply Rabs_pos).
    rewrite <- (pow2_abs (x k)). pose proof (Rabs_pos (x k)).
    assert (0 <= s * Rabs (x k)) by (apply Rmult_le_pos; assumption). lra. }
  replace ((1 - 1 / INR d) * norm2 x) with (norm2 x - norm2 x / INR d) by (field; lra).
  assert (norm2 x / INR d <= n ^ 2 / INR d); [|lra].
  apply Rmult_le_compat_r; [now apply Rinv_nonneg|assumption].
Qed.

(** Round to nearest on the grid m/q, m the largest entry (entry k), which stays exact. *)
Theorem gamma_int8_absmax b q (x y : coordinates b) k : gamma_int8_absmax_valid b q ->
  (k < b)%nat -> y k = x k ->
  (forall i, (i < b)%nat -> Rabs (x i - y i) <= Rabs (x i)) ->
  (forall i, (i < b)%nat -> Rabs (x i - y i) <= Rabs (x k) / (2 * INR q)) ->
  norm2 (vsub x y) <= gamma_int8_absmax_bound b q * norm2 x.
Proof.
  intros (Hb & Hq) Hk Ek H1 H2. pose proof (INR_pos q Hq) as Hqp.
  pose proof (le_INR 1 b Hb) as Hb1. change (INR 1) with 1 in Hb1.
  unfold gamma_int8_absmax_bound. set (den := 4 * INR q ^ 2 + INR b - 1).
  assert (0 < INR q ^ 2) by (apply pow_lt; lra). assert (0 < den) as Hden by (unfold den; lra).
  set (h := (INR b - 1) / den). assert (0 <= h) as Hh by (apply Rdiv_nonneg; lra).
  assert (1 - h = 4 * INR q ^ 2 / den) as E1 by (unfold h, den; field; unfold den in Hden; lra).
  assert (0 <= 1 - h) as Hh1 by (rewrite E1; apply Rdiv_nonneg; lra).
  set (m := x k ^ 2).
  assert (Hi : forall i, (i < b)%nat ->
    vsub x y i ^ 2 <= h * x i ^ 2 + (1 - h) * (m / (4 * INR q ^ 2))).
  { intros i Hi. rewrite coordinates_sub. set (e := x i - y i).
    assert (e ^ 2 <= x i ^ 2) as He1.
    { rewrite <- (pow2_abs e), <- (pow2_abs (x i)). apply pow_incr.
      split; [apply Rabs_pos|now apply H1]. }
    assert (e ^ 2 <= m / (4 * INR q ^ 2)) as He2.
    { unfold m. rewrite <- (pow2_abs e), <- (pow2_abs (x k)).
      replace (Rabs (x k) ^ 2 / (4 * INR q ^ 2)) with ((Rabs (x k) / (2 * INR q)) ^ 2) by (field;
        lra).
      apply pow_incr. split; [apply Rabs_pos|now apply H2]. }
    apply (Rmult_le_compat_l h) in He1; [|assumption].
    apply (Rmult_le_compat_l (1 - h)) in He2; [|assumption]. lra. }
  rewrite !coordinates_norm2.
  apply Rle_trans with (rsum b (fun i => h * x i ^ 2 + ((1 - h) * (m / (4 * INR q ^ 2))
    + - ((1 - h) * (m / (4 * INR q ^ 2)) + h * m) * (if Nat.eqb i k then 1 else 0)))).
  - apply rsum_le. intros i Hi'. destruct (Nat.eqb_spec i k) as [->|Hne].
    + rewrite coordinates_sub, Ek. unfold m. right. ring.
    + specialize (Hi i Hi'). lra.
  - rewrite rsum_plus, rsum_scal, rsum_plus, rsum_const, rsum_scal.
    rewrite (rsum_one b k (fun i => if Nat.eqb i k then 1 else 0)).
    + rewrite Nat.eqb_refl, E1. unfold h. right. field. lra.
    + assumption.
    + intros i _ Hne. now rewrite (proj2 (Nat.eqb_neq i k) Hne).
Qed.

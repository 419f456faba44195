(* SPDX-License-Identifier: Apache-2.0 *)
(* Random compressors on R^d that draw indices or hash them: RandomK with replacement and the count
   sketch; and compressors in a row: TopK before an unbiased one, two unbiased ones. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner Random Step Coordinates Systems Compressor Rounding
  Formulary Bounds.
Local Open Scope R_scope.

(** * RandomK with replacement *)

(** Entry i is among the first K draws. *)
Fixpoint drawn {P : Type} (draw : nat -> P -> nat) (K i : nat) (w : P) : bool :=
  match K with O => false | S k => (drawn draw k i w || Nat.eqb (draw k w) i)%bool end.

(** K independent uniform draws of d indices: the (k+1)-th misses i whatever the first k did. *)
Record uniform_draws {P : probability} (d K : nat) (draw : nat -> P -> nat) : Prop := UniformDraws {
  draws_integrable : forall k i, (k <= K)%nat -> (i < d)%nat ->
    integrable (fun w => if drawn draw k i w then 1 else 0);
  draws_uniform : forall k i, (k < K)%nat -> (i < d)%nat ->
    Ex (fun w => if Nat.eqb (draw k w) i then 1 else 0) = 1 / INR d;
  draws_independent : forall k i, (k < K)%nat -> (i < d)%nat ->
    Ex (fun w => if drawn draw (S k) i w then 0 else 1)
    = Ex (fun w => if drawn draw k i w then 0 else 1)
      * (1 - Ex (fun w => if Nat.eqb (draw k w) i then 1 else 0)) }.

Lemma never_drawn {P : probability} d K (draw : nat -> P -> nat) i : uniform_draws d K draw ->
  (i < d)%nat ->
  Ex (fun w => if drawn draw K i w then 0 else 1) = (1 - 1 / INR d) ^ K.
Proof.
  intros [_ U D] Hi. induction K as [|k IH]; [exact (Ex_const 1)|].
  rewrite D, IH, U by (try lia; intros; apply U || apply D; lia). cbn [pow]. ring.
Qed.

(** Duplicates collapse: what is kept is what was drawn at all. *)
Theorem gamma_randk_with_replacement {P : probability} d K (x : coordinates d)
    (draw : nat -> P -> nat) :
  gamma_randk_with_replacement_valid d K -> uniform_draws d K draw ->
  Ex (fun w => norm2 (vsub x (keep (fun i => drawn draw K i w) x : coordinates d)))
  = gamma_randk_with_replacement_bound d K * norm2 x.
Proof.
  intros (Hd & HK) Hu. unfold gamma_randk_with_replacement_bound.
  rewrite (selection_mean_error d x (drawn draw K) (1 - (1 - 1 / INR d) ^ K)).
  - f_equal. ring.
  - intros i Hi. now apply (draws_integrable _ _ _ Hu).
  - intros i Hi. pose proof (never_drawn d K draw i Hu Hi) as E.
    rewrite (Ex_ext _ (fun w => 1 - (if drawn draw K i w then 1 else 0))) in E
      by (intros w; destruct (drawn draw K i w); ring).
    rewrite Ex_minus, Ex_const in E; [lra|apply int_const|now apply (draws_integrable _ _ _ Hu)].
Qed.

(** * Count sketch *)

(** Rows of hashes: row r puts entry i into one of cols buckets, with a sign. Two entries of a row
    meet in a bucket with probability 1/cols; two signs of a row are uncorrelated whatever the
    buckets and the other rows are. *)
Record hash_rows {P : probability} (d rows cols : nat) (bucket : nat -> nat -> P -> nat)
    (sign : nat -> nat -> P -> R) : Prop := HashRows {
  hash_sign : forall r i w, sign r i w ^ 2 = 1;
  hash_integrable : forall F : P -> R, (exists n, forall w, Rabs (F w) <= n) ->
    (forall w w', (forall r i, bucket r i w = bucket r i w' /\ sign r i w = sign r i w') ->
      F w = F w') -> integrable F;
  hash_meet : forall r i k, (r < rows)%nat -> (i < d)%nat -> (k < d)%nat -> i <> k ->
    Ex (fun w => if Nat.eqb (bucket r i w) (bucket r k w) then 1 else 0) = 1 / INR cols;
  hash_signs : forall r k l (F : P -> R), (r < rows)%nat -> (k < d)%nat -> (l < d)%nat -> k <> l ->
    (forall w w', (forall r' i, bucket r' i w = bucket r' i w') ->
      (forall r' i, r' <> r -> sign r' i w = sign r' i w') -> F w = F w') ->
    Ex (fun w => sign r k w * sign r l w * F w) = 0 }.

Section Sketch.
Context {P : probability} (d rows cols : nat) (bucket : nat -> nat -> P -> nat).
Context (sign : nat -> nat -> P -> R) (Hh : hash_rows d rows cols bucket sign) (x : coordinates d).

(** Entry i as row r has it: its own, and what met it. *)
Definition row_estimate (r i : nat) (w : P) : R := sign r i w * rsum d (fun k =>
  if Nat.eqb (bucket r i w) (bucket r k w) then sign r k w * x k else 0).

Definition sketch_mean (w : P) : coordinates d :=
  fun i => / INR rows * rsum rows (fun r => row_estimate r i w).

Let meets r i k w := if Nat.eqb (bucket r i w) (bucket r k w) then 1 else 0.
(** What entry k adds to the error of entry i in row r. *)
Let noise r i k w :=
  (if Nat.eqb k i then 0 else 1) * (sign r i w * sign r k w * meets r i k w).

Lemma row_error r i w : (i < d)%nat ->
  row_estimate r i w - x i = rsum d (fun k => x k * noise r i k w).
Proof.
  intros Hi. unfold row_estimate. rewrite <- rsum_scal.
  assert (x i = rsum d (fun k => if Nat.eqb k i then x k else 0)) as E.
  { rewrite (rsum_one d i); [now rewrite Nat.eqb_refl|assumption|].
    intros k _ Hne. now rewrite (proj2 (Nat.eqb_neq k i) Hne). }
  rewrite E at 1. rewrite <- rsum_minus. apply rsum_ext. intros k Hk. unfold noise, meets.
  destruct (Nat.eqb_spec k i) as [->|Hne].
  - rewrite Nat.eqb_refl. pose proof (hash_sign _ _ _ _ _ Hh r i w) as Es.
    replace (sign r i w * (sign r i w * x i)) with (sign r i w ^ 2 * x i) by ring. rewrite Es. ring.
  - destruct (Nat.eqb _ _); ring.
Qed.

Lemma sign_bound r i w : Rabs (sign r i w) = 1.
Proof.
  pose proof (hash_sign _ _ _ _ _ Hh r i w) as E. rewrite <- (sqrt_1), <- E.
  replace (sign r i w ^ 2) with (Rsqr (sign r i w)) by (unfold Rsqr; ring).
  now rewrite sqrt_Rsqr_abs.
Qed.

Lemma noise_bound r i k w : Rabs (noise r i k w) <= 1.
Proof.
  unfold noise, meets. rewrite !Rabs_mult, !sign_bound.
  destruct (Nat.eqb k i), (Nat.eqb _ _); rewrite ?Rabs_R0, ?Rabs_R1; lra.
Qed.

Lemma noise_same r i k w w' :
  (forall r i, bucket r i w = bucket r i w' /\ sign r i w = sign r i w') ->
  noise r i k w = noise r i k w'.
Proof.
  intros E. unfold noise, meets. destruct (E r i) as [-> ->], (E r k) as [-> ->]. reflexivity.
Qed.

Lemma noise_integrable r i k : integrable (noise r i k).
Proof.
  apply (hash_integrable _ _ _ _ _ Hh); [exists 1; apply noise_bound|].
  intros. now apply noise_same.
Qed.

Lemma noises_integrable r i k q j l : integrable (fun w => noise r i k w * noise q j l w).
Proof.
  apply (hash_integrable _ _ _ _ _ Hh).
  - exists 1. intros w. rewrite Rabs_mult. pose proof (noise_bound r i k w).
    pose proof (noise_bound q j l w). pose proof (Rabs_pos (noise r i k w)).
    pose proof (Rabs_pos (noise q j l w)). nra.
  - intros w w' E. now rewrite (noise_same r i k w w' E), (noise_same q j l w w' E).
Qed.

Lemma noise_mean r i k : (r < rows)%nat -> (i < d)%nat -> (k < d)%nat -> Ex (noise r i k) = 0.
Proof.
  intros Hr Hi Hk. destruct (Nat.eq_dec k i) as [->|Hne].
  - rewrite (Ex_ext _ (fun _ => 0)); [apply Ex_const|].
    intros w. unfold noise. rewrite Nat.eqb_refl. ring.
  - rewrite (Ex_ext _ (fun w => sign r i w * sign r k w * meets r i k w)).
    + apply (hash_signs _ _ _ _ _ Hh); try assumption; [congruence|].
      intros w w' E _. unfold meets. now rewrite !E.
    + intros w. unfold noise. rewrite (proj2 (Nat.eqb_neq k i) Hne). ring.
Qed.

(** Only a noise and itself are correlated, with E = 1/cols. *)
Lemma noise_correlation r i k q l : (r < rows)%nat -> (q < rows)%nat -> (i < d)%nat ->
  (k < d)%nat -> (l < d)%nat ->
  Ex (fun w => noise r i k w * noise q i l w)
  = if (Nat.eqb r q && Nat.eqb k l && negb (Nat.eqb k i))%bool then 1 / INR cols else 0.
Proof.
  intros Hr Hq Hi Hk Hl.
  destruct (Nat.eqb_spec k i) as [->|Hki].
  { rewrite Bool.andb_false_r, (Ex_ext _ (fun _ => 0)); [apply Ex_const|].
    intros w. unfold noise. rewrite Nat.eqb_refl. ring. }
  destruct (Nat.eqb_spec l i) as [->|Hli].
  { rewrite (proj2 (Nat.eqb_neq k i) Hki), Bool.andb_false_r. cbn.
    rewrite (Ex_ext _ (fun _ => 0)); [apply Ex_const|].
    intros w. unfold noise. rewrite Nat.eqb_refl. ring. }
  destruct (Nat.eqb_spec r q) as [->|Hrq]; cbn [andb].
  - destruct (Nat.eqb_spec k l) as [->|Hkl]; cbn [andb negb].
    + rewrite <- (hash_meet _ _ _ _ _ Hh q i l Hq Hi Hl ltac:(congruence)).
      apply Ex_ext. intros w. unfold noise, meets. rewrite (proj2 (Nat.eqb_neq l i) Hli).
      pose proof (hash_sign _ _ _ _ _ Hh q i w). pose proof (hash_sign _ _ _ _ _ Hh q l w).
      destruct (Nat.eqb (bucket q i w) (bucket q l w)); [|ring].
      replace (1 * (sign q i w * sign q l w * 1) * (1 * (sign q i w * sign q l w * 1)))
        with (sign q i w ^ 2 * sign q l w ^ 2) by ring. rewrite H, H0. ring.
    + rewrite (Ex_ext _ (fun w => sign q k w * sign q l w * (meets q i k w * meets q i l w))).
      * apply (hash_signs _ _ _ _ _ Hh); try assumption.
        intros w w' E _. unfold meets. now rewrite !E.
      * intros w. unfold noise. rewrite (proj2 (Nat.eqb_neq k i) Hki).
        rewrite (proj2 (Nat.eqb_neq l i) Hli).
        pose proof (hash_sign _ _ _ _ _ Hh q i w) as E.
        replace (1 * (sign q i w * sign q k w * meets q i k w)
          * (1 * (sign q i w * sign q l w * meets q i l w)))
          with (sign q i w ^ 2 * (sign q k w * sign q l w * (meets q i k w * meets q i l w)))
          by ring.
        rewrite E. ring.
  - rewrite (Ex_ext _ (fun w => sign r i w * sign r k w * (meets r i k w * noise q i l w))).
    + apply (hash_signs _ _ _ _ _ Hh); try assumption; [congruence|].
      intros w w' E1 E2. unfold noise, meets. now rewrite !E1, !(E2 q) by congruence.
    + intros w. unfold noise at 1. rewrite (proj2 (Nat.eqb_neq k i) Hki). ring.
Qed.

Theorem sketch_unbiased i : (1 <= rows)%nat -> (i < d)%nat ->
  Ex (fun w => sketch_mean w i) = x i.
Proof.
  intros Hr Hi. pose proof (INR_pos rows Hr).
  rewrite (Ex_ext _ (fun w => / INR rows * rsum rows (fun r =>
    x i + rsum d (fun k => x k * noise r i k w)))).
  2:{ intros w. unfold sketch_mean. f_equal. apply rsum_ext. intros r _.
      rewrite <- (row_error r i w Hi). ring. }
  assert (forall r, (r < rows)%nat ->
    integrable (fun w => x i + rsum d (fun k => x k * noise r i k w))) as HI.
  { intros r _. apply int_plus; [apply int_const|]. apply (int_rsum d (fun k w => _)).
    intros k _. apply int_scal, noise_integrable. }
  rewrite Ex_scal by now apply (int_rsum rows (fun r w => _)).
  rewrite (Ex_rsum rows (fun r w => x i + rsum d (fun k => x k * noise r i k w))) by assumption.
  rewrite (rsum_ext rows _ (fun _ => x i)); [rewrite rsum_const; field; lra|].
  intros r Hr'. rewrite Ex_plus, Ex_const.
  - rewrite (Ex_rsum d (fun k w => x k * noise r i k w)).
    + rewrite rsum_zero; [ring|]. intros k Hk.
      rewrite Ex_scal, noise_mean; auto using noise_integrable. ring.
    + intros k _. apply int_scal, noise_integrable.
  - apply int_const.
  - apply (int_rsum d (fun k w => _)). intros k _. apply int_scal, noise_integrable.
Qed.

Theorem omega_count_sketch_mean : omega_count_sketch_mean_valid d cols rows ->
  Ex (fun w => norm2 (vsub (sketch_mean w) x))
  = omega_count_sketch_mean_bound d cols rows * norm2 x.
Proof.
  intros (Hd & Hc & Hr). pose proof (INR_pos rows Hr) as Hrp. pose proof (INR_pos cols Hc) as Hcp.
  set (term i r k q l w := x k * x l * (noise r i k w * noise q i l w)).
  rewrite (Ex_ext _ (fun w => rsum d (fun i => (/ INR rows) ^ 2 * rsum rows (fun r =>
    rsum rows (fun q => rsum d (fun k => rsum d (fun l => term i r k q l w))))))).
  2:{ intros w. rewrite coordinates_norm2. apply rsum_ext. intros i Hi. rewrite coordinates_sub.
      assert (sketch_mean w i - x i
        = / INR rows * rsum rows (fun r => rsum d (fun k => x k * noise r i k w))) as ->.
      { unfold sketch_mean. rewrite (rsum_ext rows _ (fun r =>
          x i + rsum d (fun k => x k * noise r i k w))).
        - rewrite rsum_plus, rsum_const. field. lra.
        - intros r _. rewrite <- (row_error r i w Hi). ring. }
      rewrite Rpow_mult_distr. f_equal.
      set (A r := rsum d (fun k => x k * noise r i k w)).
      transitivity (rsum rows A * rsum rows A); [cbn; ring|].
      rewrite <- rsum_scal. apply rsum_ext. intros r _. rewrite Rmult_comm, <- rsum_scal.
      apply rsum_ext. intros q _. unfold A. rewrite <- rsum_scal.
      rewrite (rsum_ext d _ (fun l => rsum d (fun k => term i r k q l w))); [apply rsum_swap|].
      intros l _. rewrite Rmult_comm, <- rsum_scal. apply rsum_ext. intros k _. unfold term. ring. }
  assert (forall i r k q l, integrable (term i r k q l)) as HI.
  { intros. unfold term. apply int_scal, noises_integrable. }
  assert (forall i r k q, integrable (fun w => rsum d (fun l => term i r k q l w))) as HI1.
  { intros. apply (int_rsum d (fun l w => _)). auto. }
  assert (forall i r q, integrable (fun w => rsum d (fun k => rsum d (fun l => term i r k q l w))))
    as HI2 by (intros; apply (int_rsum d (fun k w => _)); auto).
  assert (forall i r, integrable (fun w => rsum rows (fun q => rsum d (fun k => rsum d (fun l =>
    term i r k q l w))))) as HI3 by (intros; apply (int_rsum rows (fun q w => _)); auto).
  assert (forall i, integrable (fun w => rsum rows (fun r => rsum rows (fun q => rsum d (fun k =>
    rsum d (fun l => term i r k q l w)))))) as HI4 by (intros; apply (int_rsum rows (fun r w => _));
    auto).
  rewrite (Ex_rsum d (fun i w => (/ INR rows) ^ 2 * rsum rows (fun r =>
    rsum rows (fun q => rsum d (fun k => rsum d (fun l => term i r k q l w))))))
    by (intros i _; now apply int_scal).
  unfold omega_count_sketch_mean_bound. rewrite coordinates_norm2.
  (* entry i of the error has the energy of all others over rows cols *)
  set (X := rsum d (fun i => x i ^ 2)).
  rewrite (rsum_ext d _ (fun i => / (INR rows * INR cols) * (X + - 1 * x i ^ 2))).
  { rewrite rsum_scal, rsum_plus, rsum_const, rsum_scal. fold X. field. lra. }
  intros i Hi. rewrite Ex_scal by apply HI4.
  rewrite (Ex_rsum rows (fun r w => _)) by auto.
  rewrite (rsum_ext rows _ (fun r => / INR cols * (X + - 1 * x i ^ 2))).
  { rewrite rsum_const. field. lra. }
  intros r Hr'. rewrite (Ex_rsum rows (fun q w => _)) by auto.
  assert (forall q, (q < rows)%nat ->
    Ex (fun w => rsum d (fun k => rsum d (fun l => term i r k q l w)))
    = rsum d (fun k => rsum d (fun l => x k * x l
      * (if (Nat.eqb r q && Nat.eqb k l && negb (Nat.eqb k i))%bool then 1 / INR cols else 0))))
    as Eq.
  { intros q Hq. rewrite (Ex_rsum d (fun k w => _)) by auto. apply rsum_ext. intros k Hk.
    rewrite (Ex_rsum d (fun l w => _)) by auto. apply rsum_ext. intros l Hl. unfold term.
    rewrite Ex_scal by apply noises_integrable. now rewrite noise_correlation. }
  rewrite (rsum_ext rows _ _ Eq).
  rewrite (rsum_one rows r); [|assumption|].
  2:{ intros q _ Hne. apply rsum_zero. intros k _. apply rsum_zero. intros l _.
      rewrite (proj2 (Nat.eqb_neq r q)) by congruence. cbn. ring. }
  rewrite Nat.eqb_refl. cbn [andb].
  rewrite (rsum_ext d _ (fun k => / INR cols * (x k ^ 2 + - (if Nat.eqb k i then x k ^ 2 else 0)))).
  - rewrite rsum_scal, rsum_plus. fold X. f_equal. f_equal.
    rewrite (rsum_one d i); [rewrite Nat.eqb_refl; ring|assumption|].
    intros k _ Hne. rewrite (proj2 (Nat.eqb_neq k i) Hne). ring.
  - intros k Hk. rewrite (rsum_one d k); [|assumption|].
    + rewrite Nat.eqb_refl. destruct (Nat.eqb k i); cbn; field; lra.
    + intros l _ Hne. rewrite (proj2 (Nat.eqb_neq k l)) by congruence. cbn. ring.
Qed.
End Sketch.

(** * Compressors in a row *)

(** TopK, then a compressor of what is kept whose mean square error is at most omega2. *)
Theorem gamma_topk_then_unbiased {P : probability} d K omega2 sel (x : coordinates d)
    (y : P -> coordinates d) :
  gamma_topk_then_unbiased_valid d K omega2 -> selects_top d K sel x ->
  (forall i w, (i < d)%nat -> sel i = false -> y w i = 0) ->
  integrable (fun w => norm2 (vsub (keep sel x : coordinates d) (y w))) ->
  Ex (fun w => norm2 (vsub (keep sel x : coordinates d) (y w)))
  <= omega2 * norm2 (keep sel x : coordinates d) ->
  Ex (fun w => norm2 (vsub x (y w))) <= gamma_topk_then_unbiased_bound d K omega2 * norm2 x.
Proof.
  intros (Hd & HK & HKd & Ho & Ho1) Hs Hy HI Hv. pose proof (INR_pos d Hd) as Hdp.
  rewrite (Ex_ext _ (fun w => dropped_energy d sel x
    + norm2 (vsub (keep sel x : coordinates d) (y w)))).
  2:{ intros w. rewrite !coordinates_norm2. unfold dropped_energy, heard_sum.
      rewrite <- rsum_plus. apply rsum_ext. intros i Hi. rewrite !coordinates_sub. unfold keep.
      destruct (sel i) eqn:E; cbn; [ring|]. rewrite (Hy i w Hi E). ring. }
  rewrite Ex_plus, Ex_const by (apply int_const || assumption).
  assert (norm2 (keep sel x : coordinates d) = kept_energy d sel x) as Ek.
  { rewrite coordinates_norm2. apply rsum_ext. intros i _. unfold keep. destruct (sel i); ring. }
  rewrite Ek in Hv. pose proof (energy_split d sel x) as Hes.
  pose proof (topk_energy d K sel x Hs) as Ht. unfold gamma_topk_then_unbiased_bound.
  replace ((1 - INR K / INR d * (1 - omega2)) * norm2 x)
    with ((INR d - INR K * (1 - omega2)) * norm2 x / INR d) by (field; lra).
  apply Rle_div; [assumption|]. rewrite <- Hes in *.
  set (D := dropped_energy d sel x) in *. set (E := kept_energy d sel x) in *.
  apply Rle_trans with (INR d * (D + omega2 * E)); [apply Rmult_le_compat_l; lra|].
  assert ((1 - omega2) * (INR d * D) <= (1 - omega2) * ((INR d - INR K) * (E + D)))
    by (apply Rmult_le_compat_l; lra). lra.
Qed.

(** An unbiased compressor of the message q of an unbiased one: 1 + omega multiplies. *)
Theorem unbiased_after_unbiased {V : space} {P : probability} {H : L2 V P} (x q y : rvec H)
    omega1 omega2 :
  0 <= omega2 ->
  Ex (fun w => inner (x w) (q w)) = Ex (fun w => norm2 (x w)) ->
  Ex (fun w => norm2 (vsub (q w) (x w))) <= omega1 * Ex (fun w => norm2 (x w)) ->
  Ex (fun w => inner (q w) (y w)) = Ex (fun w => norm2 (q w)) ->
  Ex (fun w => inner (x w) (y w)) = Ex (fun w => inner (x w) (q w)) ->
  Ex (fun w => norm2 (vsub (y w) (q w))) <= omega2 * Ex (fun w => norm2 (q w)) ->
  Ex (fun w => inner (x w) (y w)) = Ex (fun w => norm2 (x w)) /\
  Ex (fun w => norm2 (vsub (y w) (x w)))
  <= ((1 + omega1) * (1 + omega2) - 1) * Ex (fun w => norm2 (x w)).
Proof.
  intros Ho Hu1 Hv1 Hu2 Hxy Hv2.
  change (inner x q = norm2 x) in Hu1. change (norm2 (vsub q x) <= omega1 * norm2 x) in Hv1.
  change (inner q y = norm2 q) in Hu2. change (inner x y = inner x q) in Hxy.
  change (norm2 (vsub y q) <= omega2 * norm2 q) in Hv2.
  change (inner x y = norm2 x /\ norm2 (vsub y x) <= ((1 + omega1) * (1 + omega2) - 1) * norm2 x).
  split; [congruence|]. rewrite norm2_sub in *. rewrite (inner_sym q x), Hu1 in Hv1.
  rewrite (inner_sym y q), Hu2 in Hv2. rewrite (inner_sym y x), Hxy, Hu1.
  assert (norm2 q <= (1 + omega1) * norm2 x) as Hq by lra.
  apply (Rmult_le_compat_l (1 + omega2)) in Hq; lra.
Qed.

(** A vector in parts, each compressed on its own: the worst part counts. *)
Theorem concatenation {P : probability} n (part error : nat -> P -> R) (constant : nat -> R) most :
  (forall k, (k < n)%nat -> integrable (error k) /\ integrable (part k)) ->
  (forall k w, (k < n)%nat -> 0 <= part k w) ->
  (forall k, (k < n)%nat -> Ex (error k) <= constant k * Ex (part k)) ->
  (forall k, (k < n)%nat -> constant k <= most) ->
  Ex (fun w => rsum n (fun k => error k w)) <= most * Ex (fun w => rsum n (fun k => part k w)).
Proof.
  intros HI Hpos He Hc.
  rewrite !Ex_rsum by (intros k Hk; apply (HI k Hk)). rewrite <- rsum_scal. apply rsum_le.
  intros k Hk. destruct (HI k Hk) as [_ I2].
  apply Rle_trans with (1 := He k Hk). apply Rmult_le_compat_r; [|now apply Hc].
  apply Ex_nonneg; auto.
Qed.

(* SPDX-License-Identifier: Apache-2.0 *)
(* Statements on elastic consistency that sound right and are not: counterexamples. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner Step Coordinates Systems Formulary Bounds.
Local Open Scope R_scope.

(** "At most tau writes are missing from a view" is not enough without a bound on the gradients: the
    missing ones must be recent. Here every view misses the one write of step 0; f = x^2/2. *)
Section OldWrite.
Context (x view : nat -> R).
Hypothesis Hstart : x O = 1.
Hypothesis Hfirst : view O = x O.
Hypothesis Hview : forall t, view (S t) = x (S t) + 1 / 2 * view O.
Hypothesis Hupdate : forall t, x (S t) = x t - 1 / 2 * view t.

Lemma old_write_entries t : x (S t) = - 1 / 2 + (1 / 2) ^ t.
Proof.
  induction t as [|t IH].
  - rewrite Hupdate, Hfirst, Hstart. cbn. lra.
  - rewrite Hupdate, Hview, IH, Hfirst, Hstart. cbn [pow]. lra.
Qed.

Theorem old_write_refutes :
  nonconvex_async_single_Mfree_valid (1 / 2) 1 0 1 (1 / 2) 100 /\
  nonconvex_async_single_Mfree_bound (1 / 2) 1 0 1 (1 / 2) 100
  < / INR 100 * rsum 100 (fun t => x t ^ 2).
Proof.
  assert (INR 100 = 100) as E by (cbn; lra). split.
  - unfold nonconvex_async_single_Mfree_valid. repeat split; lra || lia || (cbn; lra).
  - assert (96 * (9 / 64) <= rsum 100 (fun t => x t ^ 2)) as Hs.
    { change 100%nat with (4 + 96)%nat. rewrite rsum_split.
      assert (0 <= rsum 4 (fun t => x t ^ 2)) by (apply rsum_nonneg; intros; apply pow2_ge_0).
      assert (INR 96 * (9 / 64) <= rsum 96 (fun i => x (4 + i)%nat ^ 2)).
      { rewrite <- rsum_const. apply rsum_le. intros i _. cbn [plus]. rewrite old_write_entries.
        assert (0 <= (1 / 2) ^ S (S (S i)) <= 1 / 8).
        { cbn [pow]. assert (0 <= (1 / 2) ^ i) by (apply pow_le; lra).
          assert ((1 / 2) ^ i <= 1) by (apply pow_le_1; lra). lra. }
        nra. }
      assert (INR 96 = 96) as E96 by (cbn; lra). rewrite E96 in *. lra. }
    unfold nonconvex_async_single_Mfree_bound. rewrite E. cbn [INR]. lra.
Qed.
End OldWrite.

(** Clocks: that i has applied all but tau of what j has made so far does not bound what its view
    lacks when j is slow. At step 1 of worker 0, with tau = 0, it lacks worker 1's gradient of step
    0. *)
Theorem clocks_do_not_bound_views : exists made applied : nat -> nat,
  applied O = made O /\ (forall j, (j < 2)%nat -> (made j - applied j <= 0)%nat) /\
  ~ (made O - 0 <= applied 1)%nat.
Proof.
  exists (fun j => if Nat.eqb j 0 then 1%nat else 0%nat).
  exists (fun j => if Nat.eqb j 0 then 1%nat else 0%nat). cbn. repeat split; lia.
Qed.

(** Four workers that share the mask of RandomK (10 entries, 1 kept, scaled by 10): with f = |x|^2/2
    and the step that independent masks allow, the mean squared length grows by 225/169 a step. *)
Theorem common_mask_diverges (x : coordinates 10) :
  let omega := 10 / 1 - 1 in let alpha := 4 / 13 in
  alpha <= 1 / (1 * (1 + omega / 4)) /\
  / 10 * rsum 10 (fun mask =>
    norm2 (vsub x (vscal (alpha * 10) (keep (Nat.eqb mask) x : coordinates 10))))
  = 225 / 169 * norm2 x.
Proof.
  intros omega alpha. unfold omega, alpha. split; [lra|].
  rewrite (rsum_ext 10 _ (fun mask => norm2 x + 560 / 169 * x mask ^ 2)).
  - rewrite rsum_plus, rsum_const, rsum_scal, coordinates_norm2.
    replace (INR 10) with 10 by (cbn; lra). field.
  - intros k Hk. rewrite !coordinates_norm2.
    rewrite (rsum_ext 10 _ (fun c => x c ^ 2 + (if Nat.eqb k c then 560 / 169 * x c ^ 2 else 0))).
    + rewrite rsum_plus. f_equal. rewrite (rsum_one 10 k); [now rewrite Nat.eqb_refl|assumption|].
      intros c _ Hne. now rewrite (proj2 (Nat.eqb_neq k c)) by congruence.
    + intros c _. rewrite coordinates_sub. cbn [vscal coordinates]. unfold keep.
      destruct (Nat.eqb k c); field.
Qed.

(** The sign scaled by |x|/sqrt d instead of the mean absolute value is no contraction: at a vector
    with one entry other than 0 the error is 2 - 2/sqrt d of its squared length, more than 1 for
    d > 4. *)
Theorem norm_scaled_sign_no_contraction d : (4 < d)%nat ->
  let x : coordinates d := fun c => if Nat.eqb c 0 then 1 else 0 in
  let y : coordinates d := fun _ => norm x / sqrt (INR d) in
  norm2 (vsub x y) = (2 - 2 / sqrt (INR d)) * norm2 x /\ norm2 x < norm2 (vsub x y).
Proof.
  intros Hd x y. pose proof (INR_pos d ltac:(lia)) as Hdp.
  pose proof (sqrt_lt_R0 _ Hdp) as Hr. pose proof (pow2_sqrt (INR d) (Rlt_le _ _ Hdp)) as Er.
  assert (2 < sqrt (INR d)) as H2.
  { apply Rsqr_incrst_0; try lra. unfold Rsqr. apply lt_INR in Hd. cbn in Hd.
    replace (sqrt (INR d) * sqrt (INR d)) with (INR d) by (rewrite <- Er at 1; ring). lra. }
  assert (norm2 x = 1) as Ex.
  { rewrite coordinates_norm2, (rsum_one d O); [cbn; ring|lia|].
    intros c _ Hne. unfold x. rewrite (proj2 (Nat.eqb_neq c 0) Hne). ring. }
  assert (norm x = 1) as En by (unfold norm; rewrite Ex; apply sqrt_1).
  set (r := sqrt (INR d)) in *.
  assert (norm2 (vsub x y) = 2 - 2 / r) as E.
  { rewrite coordinates_norm2. unfold y. rewrite En.
    rewrite (rsum_ext d _ (fun c => (1 / r) ^ 2 + (if Nat.eqb c 0 then 1 - 2 / r else 0))).
    - rewrite rsum_plus, rsum_const, (rsum_one d O); [|lia|].
      + cbn [Nat.eqb]. rewrite <- Er. field. lra.
      + intros c _ Hne. now rewrite (proj2 (Nat.eqb_neq c 0) Hne).
    - intros c _. rewrite coordinates_sub. unfold x. destruct (Nat.eqb c 0); field; lra. }
  rewrite E, Ex. split; [ring|].
  assert (2 / r < 1); [|lra]. apply Rmult_lt_reg_r with r; [assumption|].
  replace (2 / r * r) with 2 by (field; lra). lra.
Qed.

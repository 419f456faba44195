(* SPDX-License-Identifier: Apache-2.0 *)
(* Stale synchronous parallel SGD (S1): no probability, any convex losses, bounded subgradients. *)
From Coq Require Import Reals Lra Lia Bool.
From Staleproof Require Import Base Inner Formulary Bounds.
Local Open Scope R_scope.

(** P workers take turns: update t is made by worker t mod P in its clock t / P. It is computed at
    y t, which is x0 less eta times the updates that the worker has seen: all of its own; those of
    others that are more than s clocks old; none that is s clocks ahead. g t is a subgradient of
    the loss f t at y t, seen from z. *)
Record ssp_run {V : space} (P s T : nat) (eta G : R) (f : nat -> V -> R) (x0 z : V)
    (seen : nat -> nat -> bool) (y g : nat -> V) : Prop := SspRun {
  ssp_read : forall t, (t < T)%nat ->
    y t = vsub x0 (vscal eta (vsum T (fun j => if seen t j then g j else vzero)));
  ssp_own : forall t j, (t < T)%nat -> (j < T)%nat -> (j mod P = t mod P)%nat ->
    seen t j = Nat.ltb j t;
  ssp_old : forall t j, (t < T)%nat -> (j < T)%nat -> (j mod P <> t mod P)%nat ->
    (j / P + s < t / P)%nat -> seen t j = true;
  ssp_ahead : forall t j, (t < T)%nat -> (j < T)%nat -> (j mod P <> t mod P)%nat ->
    (t / P + s <= j / P)%nat -> seen t j = false;
  ssp_size : forall t, (t < T)%nat -> norm (g t) <= G;
  ssp_subgradient : forall t, (t < T)%nat ->
    f t (y t) - f t z <= inner (vsub (y t) z) (g t) }.

(** * Counting *)

Lemma rsum_grid C P F : rsum (C * P) F = rsum C (fun c => rsum P (fun q => F (c * P + q)%nat)).
Proof.
  induction C as [|C IH]; [reflexivity|]. cbn [rsum]. rewrite <- IH.
  replace (S C * P)%nat with (C * P + P)%nat by lia. apply rsum_split.
Qed.

(** At most k clocks lie in a window of k. *)
Lemma window_count C a k (F : nat -> R) : (forall c, 0 <= F c <= 1) ->
  (forall c, (c < a)%nat \/ (a + k <= c)%nat -> F c = 0) -> rsum C F <= INR k.
Proof.
  intros H01 H0. assert (forall n, rsum n F <= INR (min k (n - a))) as H.
  { induction n as [|n IH]; [cbn; rewrite Nat.min_0_r; cbn; lra|]. cbn [rsum].
    destruct (le_lt_dec a n) as [Ha|Ha]; [destruct (le_lt_dec (a + k) n) as [Hk|Hk]|].
    - rewrite H0 by lia. replace (min k (S n - a)) with (min k (n - a)) by lia. lra.
    - replace (min k (S n - a)) with (S (min k (n - a))) by lia. rewrite S_INR.
      specialize (H01 n). lra.
    - rewrite H0 by lia. replace (min k (S n - a)) with (min k (n - a)) by lia. lra. }
  apply Rle_trans with (1 := H C). apply le_INR. lia.
Qed.

Definition differ (a b : bool) : R := if xorb a b then 1 else 0.

Section Ssp.
Context {V : space} {P s T : nat} {eta G : R} {f : nat -> V -> R} {x0 z : V}.
Context {seen : nat -> nat -> bool} {y g : nat -> V}.
Hypothesis HP : (1 <= P)%nat.
Hypothesis Heta : 0 <= eta.
Hypothesis HG : 0 <= G.
Hypothesis Hrun : ssp_run P s T eta G f x0 z seen y g.
Let window := Nat.max (2 * s) 1.

(** What is read differs from the sequential model by few updates. *)
Lemma differences t : (t < T)%nat ->
  rsum T (fun j => differ (Nat.ltb j t) (seen t j)) <= INR window * (INR P - 1).
Proof.
  intros Ht. set (D := fun j => if Nat.ltb j T then differ (Nat.ltb j t) (seen t j) else 0).
  assert (forall j, 0 <= D j <= 1) as H01.
  { intros j. unfold D, differ. destruct (Nat.ltb j T), (xorb (Nat.ltb j t) (seen t j)); lra. }
  rewrite (rsum_ext T _ D).
  2:{ intros j Hj. unfold D. apply Nat.ltb_lt in Hj. now rewrite Hj. }
  apply Rle_trans with (rsum (T * P) D).
  { apply rsum_monotone; [nia|]. intros j _. apply H01. }
  rewrite rsum_grid, rsum_swap.
  set (p := (t mod P)%nat). assert (p < P)%nat as Hp by (apply Nat.mod_upper_bound; lia).
  assert (forall c q, (q < P)%nat -> ((c * P + q) mod P = q /\ (c * P + q) / P = c)%nat) as Hdiv.
  { intros c q Hq. split.
    - rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small by lia. reflexivity.
    - rewrite Nat.div_add_l by lia. rewrite Nat.div_small by lia. lia. }
  apply Rle_trans with (rsum P (fun q => if Nat.eqb q p then 0 else INR window)).
  - apply rsum_le; intros q Hq. destruct (Nat.eqb_spec q p) as [->|Hne].
    + right. apply rsum_zero. intros c _. unfold D. destruct (Nat.ltb_spec (c * P + p) T);
      [|reflexivity].
      unfold differ. rewrite (ssp_own _ _ _ _ _ _ _ _ _ _ _ Hrun t (c * P + p)%nat Ht
        ltac:(assumption)).
      * now rewrite xorb_nilpotent.
      * apply (Hdiv c p Hp).
    + apply (window_count T (t / P - s) window); [intros c; apply H01|].
      intros c Hc. unfold D. destruct (Nat.ltb_spec (c * P + q) T) as [HT|]; [|reflexivity].
      destruct (Hdiv c q Hq) as [E1 E2]. pose proof (Nat.div_mod t P ltac:(lia)) as Et. fold p in
        Et.
      unfold differ. destruct Hc as [Hc|Hc].
      * rewrite (ssp_old _ _ _ _ _ _ _ _ _ _ _ Hrun t (c * P + q)%nat Ht HT) by
          (rewrite ?E1, ?E2; unfold p in *; lia).
        assert (Nat.ltb (c * P + q) t = true) as -> by (apply Nat.ltb_lt; nia). reflexivity.
      * assert (t / P + s <= c)%nat as Hcs by (unfold window in Hc; lia).
        rewrite (ssp_ahead _ _ _ _ _ _ _ _ _ _ _ Hrun t (c * P + q)%nat Ht HT) by
          (rewrite ?E1, ?E2; unfold p in *; lia).
        assert (Nat.ltb (c * P + q) t = false) as ->; [|reflexivity].
        apply Nat.ltb_ge. unfold window in Hc.
        assert (t / P + 1 <= c)%nat by lia. nia.
  - rewrite (rsum_ext P _ (fun q => INR window + - (if Nat.eqb q p then INR window else 0)))
      by (intros q _; destruct (Nat.eqb q p); ring).
    rewrite rsum_plus, rsum_const.
    rewrite (rsum_one P p) by (assumption || (intros q _ Hq; apply Nat.eqb_neq in Hq; rewrite Hq;
      ring)).
    rewrite Nat.eqb_refl. right. ring.
Qed.

(** The sequential model. *)
Definition sequential (t : nat) : V := vsub x0 (vscal eta (vsum t g)).

Lemma read_gap t : (t < T)%nat ->
  inner (vsub (y t) (sequential t)) (g t) <= eta * G ^ 2 * (INR window * (INR P - 1)).
Proof.
  intros Ht. pose proof (ssp_size _ _ _ _ _ _ _ _ _ _ _ Hrun) as Hg.
  assert (inner (vsub (y t) (sequential t)) (g t)
    = rsum T (fun j => eta * (((if Nat.ltb j t then 1 else 0) - (if seen t j then 1 else 0))
                              * inner (g j) (g t)))) as ->.
  { rewrite (ssp_read _ _ _ _ _ _ _ _ _ _ _ Hrun t Ht). unfold sequential.
    rewrite !inner_subl, !inner_scall, !inner_suml, rsum_scal.
    assert (rsum t (fun j => inner (g j) (g t))
      = rsum T (fun j => (if Nat.ltb j t then 1 else 0) * inner (g j) (g t))) as ->.
    { replace T with (t + (T - t))%nat by lia. rewrite rsum_split, (rsum_zero (T - t)).
      - rewrite Rplus_0_r. apply rsum_ext; intros j Hj. apply Nat.ltb_lt in Hj. rewrite Hj. ring.
      - intros j _. assert (Nat.ltb (t + j) t = false) as -> by (apply Nat.ltb_ge; lia). ring. }
    rewrite (rsum_ext T (fun j => inner (if seen t j then g j else vzero) (g t))
      (fun j => (if seen t j then 1 else 0) * inner (g j) (g t)))
      by (intros j _; destruct (seen t j); [ring|rewrite inner_zerol; ring]).
    rewrite (rsum_ext T (fun j => ((if Nat.ltb j t then 1 else 0) - (if seen t j then 1 else 0))
      * inner (g j) (g t)) (fun j => (if Nat.ltb j t then 1 else 0) * inner (g j) (g t)
        - (if seen t j then 1 else 0) * inner (g j) (g t))) by (intros; ring).
    rewrite rsum_minus. ring. }
  apply Rle_trans with (rsum T (fun j => eta * G ^ 2 * differ (Nat.ltb j t) (seen t j))).
  - apply rsum_le; intros j Hj. rewrite Rmult_assoc. apply Rmult_le_compat_l; [assumption|].
    assert (inner (g j) (g t) <= G ^ 2) as H1.
    { apply Rle_trans with (1 := inner_le_norm _ _). replace (G ^ 2) with (G * G) by ring.
      apply Rmult_le_compat; auto using norm_nonneg. }
    assert (- inner (g j) (g t) <= G ^ 2) as H2.
    { replace (- inner (g j) (g t)) with (inner (vscal (-1) (g j)) (g t)) by (rewrite inner_scall;
      ring).
      apply Rle_trans with (1 := inner_le_norm _ _). rewrite norm_scal, (Rabs_left (-1)) by lra.
      replace (- (-1) * norm (g j)) with (norm (g j)) by ring.
      replace (G ^ 2) with (G * G) by ring. apply Rmult_le_compat; auto using norm_nonneg. }
    unfold differ. destruct (Nat.ltb j t), (seen t j); cbn [xorb]; lra.
  - rewrite rsum_scal. apply Rmult_le_compat_l; [|now apply differences].
    apply Rmult_le_pos; [assumption|apply pow2_ge_0].
Qed.

(** Regret of the sequential model, with what was read in its place. *)
Lemma ssp_regret : rsum T (fun t => 2 * eta * (f t (y t) - f t z))
  <= norm2 (vsub x0 z)
     + INR T * (eta ^ 2 * G ^ 2 + 2 * eta * (eta * G ^ 2 * (INR window * (INR P - 1)))).
Proof.
  pose proof (ssp_size _ _ _ _ _ _ _ _ _ _ _ Hrun) as Hg.
  pose proof (fun D => descent_sum (fun t => norm2 (vsub (sequential t) z))
    (fun t => 2 * eta * (f t (y t) - f t z))
    (fun _ => eta ^ 2 * G ^ 2 + 2 * eta * (eta * G ^ 2 * (INR window * (INR P - 1)))) 0 T
    (norm2_nonneg _) D) as S.
  cbv beta in S. rewrite rsum_const in S.
  assert (norm2 (vsub (sequential 0) z) = norm2 (vsub x0 z)) as E0.
  { apply norm2_same. intros h. unfold sequential. cbn [vsum].
    rewrite !inner_subr, inner_scalr, inner_zeror. ring. }
  rewrite E0, Rminus_0_r in S. apply S. intros t Ht.
  rewrite (norm2_same _ (vsub (vsub (sequential t) (vscal eta (g t))) z)).
  2:{ intros h. unfold sequential. cbn [vsum]. rewrite !inner_subr, !inner_scalr, inner_addr. ring.
    }
  rewrite norm2_step. pose proof (ssp_subgradient _ _ _ _ _ _ _ _ _ _ _ Hrun t Ht) as H1.
  pose proof (read_gap t Ht) as H2.
  assert (norm2 (g t) <= G ^ 2) as H3 by (apply norm_le_iff; auto).
  apply (Rmult_le_compat_l (eta ^ 2)) in H3; [|apply pow2_ge_0].
  assert (inner (vsub (y t) z) (g t)
    = inner (vsub (sequential t) z) (g t) + inner (vsub (y t) (sequential t)) (g t)) as E
    by (rewrite !inner_subl; ring).
  rewrite E in H1. apply (Rmult_le_compat_l (2 * eta)) in H1, H2; lra.
Qed.

Lemma window_R : INR window = Rmax (2 * INR s) 1.
Proof.
  unfold window. destruct (Nat.max_spec (2 * s) 1) as [[H ->]|[H ->]].
  - apply lt_INR in H. rewrite mult_INR in H. change (INR 2) with 2 in H. change (INR 1) with 1 in
    *.
    rewrite Rmax_right by lra. reflexivity.
  - apply le_INR in H. rewrite mult_INR in *. change (INR 2) with 2 in *. change (INR 1) with 1 in
    *.
    rewrite Rmax_left by lra. reflexivity.
Qed.

Theorem ssp F : norm2 (vsub x0 z) / 2 <= F ^ 2 -> ssp_valid F G P s T eta ->
  / INR T * rsum T (fun t => f t (y t) - f t z) <= ssp_bound F G P s T eta.
Proof.
  intros HF (_ & _ & _ & HT & He). pose proof (INR_pos T HT) as HTp.
  pose proof ssp_regret as S. rewrite rsum_scal in S.
  apply Rmult_le_reg_l with (2 * eta * INR T); [nra|].
  replace (2 * eta * INR T * (/ INR T * rsum T (fun t => f t (y t) - f t z)))
    with (2 * eta * rsum T (fun t => f t (y t) - f t z)) by (field; lra).
  apply Rle_trans with (1 := S). rewrite window_R.
  replace (2 * eta * INR T * ssp_bound F G P s T eta)
    with (2 * F ^ 2 + INR T * (eta ^ 2 * G ^ 2
      + 2 * eta * (eta * G ^ 2 * (Rmax (2 * INR s) 1 * (INR P - 1)))))
    by (unfold ssp_bound; field; lra).
  lra.
Qed.
End Ssp.

(** At the best step, eta = F / (G sqrt ((N + 1/2) T)). *)
Theorem ssp_opt {V : space} P s T eta G F (f : nat -> V -> R) x0 z seen y g :
  let N := Rmax (2 * INR s) 1 * (INR P - 1) in
  0 <= eta -> G = 0 \/ eta * (G * sqrt ((N + 1 / 2) * INR T)) = F ->
  ssp_opt_valid F G P s T ->
  ssp_run P s T eta G f x0 z seen y g -> norm2 (vsub x0 z) / 2 <= F ^ 2 ->
  / INR T * rsum T (fun t => f t (y t) - f t z) <= ssp_opt_bound F G P s T.
Proof.
  intros N He0 He (HF & HG & HP & HT) Hrun Hx. pose proof (INR_pos T HT) as HTp.
  assert (0 <= N) as HN.
  { apply Rmult_le_pos; [apply Rle_trans with 1; [lra|apply Rmax_r]|].
    apply le_INR in HP. change (INR 1) with 1 in HP. lra. }
  assert (0 < sqrt ((N + 1 / 2) * INR T)) as Hs by (apply sqrt_lt_R0, Rmult_lt_0_compat; lra).
  assert (0 <= ssp_opt_bound F G P s T) as Hb.
  { unfold ssp_opt_bound. apply Rmult_le_pos; [apply Rmult_le_pos; lra|apply sqrt_pos]. }
  (* nothing to lose: no gradient, or a start at z and no step *)
  assert ((forall t, (t < T)%nat -> inner (vsub (y t) z) (g t) <= 0) ->
    / INR T * rsum T (fun t => f t (y t) - f t z) <= ssp_opt_bound F G P s T) as Htrivial.
  { intros H0. apply Rle_trans with (2 := Hb). rewrite <- (Rmult_0_r (/ INR T)).
    apply Rmult_le_compat_l; [apply Rinv_nonneg; lra|].
    rewrite <- (rsum_zero T (fun _ => 0)) by reflexivity. apply rsum_le; intros t Ht.
    pose proof (ssp_subgradient _ _ _ _ _ _ _ _ _ _ _ Hrun t Ht). specialize (H0 t Ht). lra. }
  destruct (Rle_lt_or_eq_dec 0 G HG) as [HG'|HG'].
  2:{ apply Htrivial. intros t Ht. pose proof (ssp_size _ _ _ _ _ _ _ _ _ _ _ Hrun t Ht) as Hg.
      pose proof (norm_nonneg (g t)). assert (norm (g t) = 0) as E by lra.
      apply Rle_trans with (1 := inner_le_norm _ _). rewrite E. lra. }
  destruct He as [He|He]; [lra|]. destruct (Rle_lt_or_eq_dec 0 F HF) as [HF'|HF'].
  2:{ apply Htrivial. intros t Ht.
      assert (eta = 0) as E0.
      { destruct (Rmult_integral _ _ (eq_trans He (eq_sym HF'))) as [|C]; [assumption|].
        apply Rmult_integral in C. lra. }
      assert (norm (vsub (y t) z) = 0) as E.
      { rewrite (norm_same _ (vsub x0 z)).
        - rewrite <- HF' in Hx. pose proof (norm2_nonneg (vsub x0 z)).
          unfold norm. replace (norm2 (vsub x0 z)) with 0 by (cbn in Hx; lra). apply sqrt_0.
        - intros h. rewrite (ssp_read _ _ _ _ _ _ _ _ _ _ _ Hrun t Ht), E0, !inner_subr,
          inner_scalr.
          ring. }
      apply Rle_trans with (1 := inner_le_norm _ _). rewrite E. lra. }
  assert (0 < eta) as Hep.
  { destruct (Rle_lt_or_eq_dec 0 eta He0) as [|E]; [assumption|]. rewrite <- E in He. lra. }
  apply Rle_trans with (ssp_bound F G P s T eta).
  - apply (ssp HP He0 HG Hrun F Hx). repeat split; try assumption; lra.
  - right. unfold ssp_bound, ssp_opt_bound. fold N.
    set (r := sqrt ((N + 1 / 2) / INR T)).
    assert (sqrt ((N + 1 / 2) * INR T) = r * INR T) as E.
    { unfold r. replace ((N + 1 / 2) * INR T) with ((N + 1 / 2) / INR T * (INR T) ^ 2) by (field;
      lra).
      rewrite sqrt_mult by (try apply Rdiv_nonneg; try apply pow2_ge_0; lra).
      now rewrite sqrt_pow2 by lra. }
    assert (0 < r) as Hr by (rewrite E in Hs; nra).
    assert (r ^ 2 = (N + 1 / 2) / INR T) as Er
      by (unfold r; rewrite pow2_sqrt by (apply Rdiv_nonneg; lra); reflexivity).
    assert (1 / 2 + N = r ^ 2 * INR T) as -> by (rewrite Er; field; lra).
    rewrite <- He, E. field. lra.
Qed.

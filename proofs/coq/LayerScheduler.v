(* SPDX-License-Identifier: Apache-2.0 *)
(* The norm-bounded scheduler by layers: what may be late is decided from the mean norms of the
   layers, sent ahead, or from the layers of the worker's own gradient. *)
From Coq Require Import Reals Lra Lia Bool.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Coordinates Systems
  Scheduler Formulary Bounds.
Local Open Scope R_scope.

(** * Layers *)

Section Layers.
Context (d n : nat) (layer : nat -> nat).
Hypothesis Hlayer : forall c, (c < d)%nat -> (layer c < n)%nat.
Implicit Types u v : coordinates d.

(** The coordinates of the layers that b selects. *)
Definition of_layers (b : nat -> bool) u : coordinates d := keep (fun c => b (layer c)) u.
Definition layer_energy (l : nat) u : R := norm2 (of_layers (Nat.eqb l) u).

Lemma of_layers_energy b u :
  norm2 (of_layers b u) = rsum n (fun l => if b l then layer_energy l u else 0).
Proof.
  unfold layer_energy. rewrite coordinates_norm2.
  rewrite (rsum_ext n _ (fun l => rsum d (fun c =>
    if (b l && Nat.eqb l (layer c))%bool then u c ^ 2 else 0))).
  - rewrite rsum_swap. apply rsum_ext. intros c Hc. unfold of_layers, keep.
    rewrite (rsum_one n (layer c)).
    + rewrite Nat.eqb_refl, andb_true_r. destruct (b (layer c)); [reflexivity|ring].
    + now apply Hlayer.
    + intros l _ Hne. rewrite (proj2 (Nat.eqb_neq l (layer c)) Hne). now rewrite andb_false_r.
  - intros l _. rewrite coordinates_norm2. destruct (b l); cbn [andb].
    + apply rsum_ext. intros c _. unfold of_layers, keep. destruct (Nat.eqb l (layer c)); ring.
    + symmetry. now apply rsum_zero.
Qed.

Lemma layers_total u : norm2 u = rsum n (fun l => layer_energy l u).
Proof. exact (of_layers_energy (fun _ => true) u). Qed.

Lemma layers_split b u :
  norm2 u = norm2 (of_layers b u) + norm2 (of_layers (fun l => negb (b l)) u).
Proof.
  rewrite layers_total, !of_layers_energy, <- rsum_plus. apply rsum_ext. intros l _.
  destruct (b l); cbn; ring.
Qed.

Lemma of_layers_le b u : norm2 (of_layers b u) <= norm2 u.
Proof.
  rewrite (layers_split b u). pose proof (norm2_nonneg (of_layers (fun l => negb (b l)) u)). lra.
Qed.

Lemma coordinates_vsum m (F : nat -> coordinates d) c :
  (vsum m F : coordinates d) c = rsum m (fun j => F j c).
Proof. induction m as [|m IH]; cbn; [reflexivity|]. now rewrite IH. Qed.

Lemma coordinates_vmean m (F : nat -> coordinates d) c :
  (vmean m F : coordinates d) c = / INR m * rsum m (fun j => F j c).
Proof. unfold vmean. cbn. now rewrite coordinates_vsum. Qed.

Lemma of_layers_vmean b m (F : nat -> coordinates d) :
  norm2 (of_layers b (vmean m F)) = norm2 (vmean m (fun j => of_layers b (F j))).
Proof.
  rewrite !coordinates_norm2. apply rsum_ext. intros c _. f_equal.
  unfold of_layers at 1, keep at 1. rewrite !coordinates_vmean. unfold of_layers, keep.
  destruct (b (layer c)); [reflexivity|]. rewrite rsum_zero by reflexivity. ring.
Qed.
End Layers.

(** * Runs *)

Section Scheduler.
Context {d : nat} {P : probability} {H : L2 (coordinates d) P}.
Context (n p T : nat) (layer : nat -> nat) (alpha beta M : R) (w0 : coordinates d).
Context (x : nat -> rvec H) (view g : nat -> nat -> rvec H).
Context (late : nat -> nat -> nat -> P -> bool).

(** When worker i goes on to step t + 1, layer l of the mean gradient of step t is missing from its
    view if [late t i l w], a choice that may depend on the outcome, and nothing older is. *)
Definition layers_released : Prop :=
  (forall w, x O w = w0) /\
  (forall i w, (i < p)%nat -> view O i w = w0) /\
  forall t i w, (S t < T)%nat -> (i < p)%nat -> view (S t) i w =
    vadd (x (S t) w)
      (vscal alpha (of_layers d layer (fun l => late t i l w) (vmean p (fun j => g t j w)))).

(** The mean over the workers of the norms of layer l. *)
Definition layer_mean (t l : nat) (w : P) : R :=
  / INR p * rsum p (fun j => sqrt (layer_energy d layer l (g t j w))).

(** Released when the layers that have come have the share beta of all, root mean square. *)
Definition released_by_header : Prop :=
  forall t i w, (S t < T)%nat -> (i < p)%nat ->
    beta ^ 2 * rsum n (fun l => layer_mean t l w ^ 2)
    <= heard_sum n (fun l => negb (late t i l w)) (fun l => layer_mean t l w ^ 2).

(** The same seen from the worker's own gradient. *)
Definition released_by_own : Prop :=
  forall t i w, (S t < T)%nat -> (i < p)%nat ->
    beta ^ 2 * norm2 (g t i w)
    <= heard_sum n (fun l => negb (late t i l w)) (fun l => layer_energy d layer l (g t i w)).

Hypothesis Hlayer : forall c, (c < d)%nat -> (layer c < n)%nat.
Hypothesis Hview : layers_released.
Hypothesis Hp : (1 <= p)%nat.

Lemma released_distance t i w : (S t < T)%nat -> (i < p)%nat ->
  norm2 (vsub (x (S t) w) (view (S t) i w)) = alpha ^ 2
    * norm2 (of_layers d layer (fun l => late t i l w) (vmean p (fun j => g t j w))).
Proof.
  destruct Hview as (_ & _ & VS). intros Ht Hi. rewrite VS by assumption.
  set (G := of_layers _ _ _ _).
  rewrite <- norm2_scal, norm2_sub_sym. apply norm2_same. intros h. rewrite inner_subr, inner_addr.
  ring.
Qed.

Lemma first_distance i w : (i < p)%nat -> norm2 (vsub (x O w) (view O i w)) = 0.
Proof.
  destruct Hview as (X0 & V0 & _). intros Hi.
  rewrite X0, V0 by assumption. apply norm2_sub_self.
Qed.

Lemma mean_integrable t : integrable (fun w => rsum p (fun j => norm2 (g t j w))).
Proof.
  apply (int_rsum p (fun j w => norm2 (g t j w))). intros. exact (norm2_integrable H (g t i)).
Qed.

(** A layer of the mean is no longer than the mean length of the layer. *)
Lemma layer_of_mean t l w :
  layer_energy d layer l (vmean p (fun j => g t j w)) <= layer_mean t l w ^ 2.
Proof.
  unfold layer_energy at 1. rewrite of_layers_vmean, <- norm_sqr.
  apply pow_incr. split; [apply norm_nonneg|]. unfold layer_mean, vmean.
  rewrite norm_scal, Rabs_pos_eq by now apply Rinv_nonneg, INR_pos.
  apply Rmult_le_compat_l; [now apply Rinv_nonneg, INR_pos|]. apply norm_vsum.
Qed.

Lemma layer_means_total t w :
  rsum n (fun l => layer_mean t l w ^ 2) <= / INR p * rsum p (fun j => norm2 (g t j w)).
Proof.
  apply Rle_trans with (rsum n (fun l =>
    / INR p * rsum p (fun j => layer_energy d layer l (g t j w)))).
  - apply rsum_le. intros l _.
    exact (norm_mean_sqr p Hp (fun j => of_layers d layer (Nat.eqb l) (g t j w))).
  - rewrite rsum_scal, rsum_swap. apply Rmult_le_compat_l; [now apply Rinv_nonneg, INR_pos|].
    right. apply rsum_ext. intros j _. symmetry. now apply layers_total.
Qed.

Section Header.
Hypothesis Hsize : size_at_most p T M g.
Hypothesis Hheader : released_by_header.

Theorem B_norm_bounded_layer_header : B_norm_bounded_layer_header_valid beta M ->
  elastic_consistent p T alpha (B_norm_bounded_layer_header_bound beta M) (fun _ => everybody) x
    view.
Proof.
  intros (Hb0 & Hb1 & HM) t i Ht Hi _. unfold B_norm_bounded_layer_header_bound.
  pose proof (INR_pos p Hp) as Hpp. destruct t as [|t].
  - rewrite (Ex_ext _ (fun _ => 0)); [rewrite Ex_const; apply pow2_ge_0|]. intros w.
    now apply first_distance.
  - assert (0 <= 1 - beta ^ 2) as Hb by nra. set (c := alpha ^ 2 * (1 - beta ^ 2)).
    assert (0 <= c) as Hc by (apply Rmult_le_pos; [apply pow2_ge_0|assumption]).
    apply Rle_trans with (c * (/ INR p * rsum p (fun j => Ex (fun w => norm2 (g t j w))))).
    + rewrite <- (Ex_rsum p (fun j w => norm2 (g t j w))) by (intros; apply norm2_integrable).
      pose proof (mean_integrable t) as I.
      rewrite <- Ex_scal by assumption. rewrite <- Ex_scal by now apply int_scal.
      apply Ex_le; [exact (norm2_integrable H (vsub (x (S t)) (view (S t) i)))|
        now repeat apply int_scal|].
      intros w. rewrite released_distance by assumption. unfold c. rewrite Rmult_assoc.
      apply Rmult_le_compat_l; [apply pow2_ge_0|].
      apply Rle_trans with ((1 - beta ^ 2) * rsum n (fun l => layer_mean t l w ^ 2)).
      * rewrite (of_layers_energy d n layer Hlayer).
        pose proof (Hheader t i w Ht Hi) as Hr.
        apply Rle_trans with (heard_sum n (fun l => late t i l w) (fun l => layer_mean t l w ^ 2)).
        -- apply heard_sum_le. intros l _ _. apply layer_of_mean.
        -- assert (heard_sum n (fun l => late t i l w) (fun l => layer_mean t l w ^ 2)
             + heard_sum n (fun l => negb (late t i l w)) (fun l => layer_mean t l w ^ 2)
             = rsum n (fun l => layer_mean t l w ^ 2)) as E; [|lra].
           unfold heard_sum. rewrite <- rsum_plus. apply rsum_ext. intros l _.
           destruct (late t i l w); cbn; ring.
      * apply Rmult_le_compat_l; [assumption|]. apply layer_means_total.
    + replace ((alpha * (sqrt (1 - beta ^ 2) * M)) ^ 2) with (c * (/ INR p * (INR p * M ^ 2))).
      * apply Rmult_le_compat_l; [assumption|]. apply Rmult_le_compat_l; [now apply Rinv_nonneg|].
        apply rsum_le_const. intros j Hj. apply Hsize; [lia|assumption].
      * rewrite !Rpow_mult_distr, pow2_sqrt by assumption. unfold c. field. lra.
Qed.
End Header.

(** * Own gradient as proxy *)

Section Own.
Context {f : coordinates d -> R} {df : coordinates d -> coordinates d} {L : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).
Context (sigma : R) (Known : nat -> rvec H -> Prop).
Hypothesis Hrun : elastic_run He p T alpha sigma (fun _ => everybody) w0 Known x view g.
Hypothesis Hsize : size_at_most p T M g.
Hypothesis Hown : released_by_own.
Hypothesis Hvalid : B_norm_bounded_layer_local_valid beta M sigma p L alpha.
Let a := sqrt (1 - beta ^ 2) * M.
Let b2 := sigma ^ 2 * (INR p - 1) / INR p.
Let k := 2 * L * alpha * (INR p - 1) / INR p.

(** The mean gradient is close to each worker's own when the views are close. *)
Lemma mean_to_own t i B : (t < T)%nat -> (i < p)%nat -> 0 <= B ->
  (forall j, (j < p)%nat -> norm (vsub (x t) (view t j)) <= alpha * B) ->
  norm2 (vsub (vmean p (g t)) (g t i)) <= b2 + k ^ 2 * B ^ 2.
Proof.
  intros Ht Hi HB Hb. pose proof Hvalid as (_ & _ & _ & Hs & _ & HL & Ha).
  pose proof (INR_pos p Hp) as Hpp.
  set (others j := negb (Nat.eqb j i)).
  set (m j := gradient He (view t j)).
  assert (heard_sum p others (fun _ => 1) = INR p - 1) as Hn.
  { unfold heard_sum, others.
    rewrite (rsum_ext p _ (fun j => 1 + -1 * (if Nat.eqb j i then 1 else 0)))
      by (intros j _; destruct (Nat.eqb j i); cbn; ring).
    rewrite rsum_plus, rsum_const, rsum_scal, (rsum_one p i);
      [rewrite Nat.eqb_refl; ring|assumption|].
    intros j _ Hne. now rewrite (proj2 (Nat.eqb_neq j i) Hne). }
  assert (others i = false) as Hself by (unfold others; now rewrite Nat.eqb_refl).
  rewrite (norm2_same _ (vscal (/ INR p) (vadd (mean_differences p m others i)
    (noise_differences p m (g t) others i)))).
  - rewrite norm2_scal, norm2_add.
    rewrite (differences_orthogonal p m (g t) others i Hi).
    2:{ intros j l Hj Hl. exact (means_orthogonal He p T alpha sigma w0 Known x view g Hrun t j l Ht
        Hj Hl). }
    pose proof (noise_differences_size p m (g t) others i sigma Hi Hself
      (fun j l Hj Hl Hne => step_uncorrelated He p T alpha sigma w0 Known x view g Hrun t j l Ht Hj
        Hl Hne)
      (fun j Hj => step_variance He p T alpha sigma w0 Known x view g Hrun t j Ht Hj)) as H1.
    assert (norm (mean_differences p m others i) <= (INR p - 1) * (L * (2 * (alpha * B)))) as H2.
    { rewrite <- Hn. apply mean_differences_size. intros j Hj.
      exact (means_close Hf He p T x view t (alpha * B) i j Ht Hi Hj Hb). }
    rewrite Hn in H1.
    assert (0 <= INR p - 1) as Hp1.
    { pose proof (le_INR 1 p Hp) as H1'. change (INR 1) with 1 in H1'. lra. }
    apply (norm_le_iff _ _) in H2.
    2:{ apply Rmult_le_pos; [assumption|]. apply Rmult_le_pos; [lra|].
        apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; lra. }
    apply Rle_trans with ((/ INR p) ^ 2 * (((INR p - 1) * (L * (2 * (alpha * B)))) ^ 2
      + 2 * 0 + (INR p - 1) * (INR p - 1 + 1) * sigma ^ 2)).
    + apply Rmult_le_compat_l; [apply pow2_ge_0|]. lra.
    + right. unfold b2, k. field. lra.
  - intros h. rewrite inner_scalr, <- differences_split.
    rewrite inner_selected, inner_subr, inner_meanr.
    unfold heard_sum.
    rewrite (rsum_ext p (fun j => if others j then inner h (vsub (g t j) (g t i)) else 0)
      (fun j => inner h (g t j) + - inner h (g t i))).
    + rewrite rsum_plus, rsum_const. field. lra.
    + intros j _. unfold others. destruct (Nat.eqb_spec j i) as [->|_]; cbn [negb]; [ring|].
      rewrite inner_subr. ring.
Qed.

(** Minkowski for what is only known outcome by outcome. *)
Lemma young_limit X A C : 0 <= A -> 0 <= C ->
  (forall h, 0 < h -> X <= (1 + h) * A ^ 2 + (1 + / h) * C ^ 2) -> X <= (A + C) ^ 2.
Proof.
  intros HA HC Hh. destruct (Rle_lt_or_eq_dec 0 A HA) as [HA1|<-].
  - destruct (Rle_lt_or_eq_dec 0 C HC) as [HC1|<-].
    + apply Rle_trans with (1 := Hh (C / A) (Rdiv_pos _ _ HC1 HA1)). right. field. lra.
    + apply le_epsilon. intros eps Heps.
      assert (0 < A ^ 2) as HA2 by now apply pow_lt.
      apply Rle_trans with (1 := Hh (eps / A ^ 2) (Rdiv_pos _ _ Heps HA2)). right. field. lra.
  - apply le_epsilon. intros eps Heps. destruct (Rle_lt_or_eq_dec 0 C HC) as [HC1|<-].
    + assert (0 < C ^ 2) as HC2 by now apply pow_lt.
      apply Rle_trans with (1 := Hh (C ^ 2 / eps) (Rdiv_pos _ _ HC2 Heps)). right. field. lra.
    + apply Rle_trans with (1 := Hh 1 Rlt_0_1). lra.
Qed.

Lemma own_release t i C : (S t < T)%nat -> (i < p)%nat -> 0 <= C ->
  norm2 (vsub (vmean p (g t)) (g t i)) <= C ^ 2 ->
  norm (vsub (x (S t)) (view (S t) i)) <= alpha * (a + C).
Proof.
  intros Ht Hi HC Hm. pose proof Hvalid as (Hb0 & Hb1 & HM & _ & _ & _ & Ha).
  assert (0 <= 1 - beta ^ 2) as Hb by nra.
  assert (0 <= a) as Ha0 by (apply Rmult_le_pos; [apply sqrt_pos|assumption]).
  apply norm_le_iff; [apply Rmult_le_pos; lra|]. rewrite Rpow_mult_distr.
  assert (norm2 (vsub (x (S t)) (view (S t) i)) / alpha ^ 2 <= (a + C) ^ 2) as HX.
  2:{ assert (0 < alpha ^ 2) as Ha2 by (apply pow_lt; lra).
      apply (Rmult_le_compat_l (alpha ^ 2)) in HX; [|lra].
      replace (alpha ^ 2 * (norm2 (vsub (x (S t)) (view (S t) i)) / alpha ^ 2))
        with (norm2 (vsub (x (S t)) (view (S t) i))) in HX by (field; lra). exact HX. }
  apply young_limit; try assumption. intros h Hh.
  assert (0 < alpha ^ 2) as Ha2 by (apply pow_lt; lra).
  apply Rmult_le_reg_l with (alpha ^ 2); [assumption|].
  replace (alpha ^ 2 * (norm2 (vsub (x (S t)) (view (S t) i)) / alpha ^ 2))
    with (norm2 (vsub (x (S t)) (view (S t) i))) by (field; lra).
  pose proof (Rinv_0_lt_compat h Hh) as Hih.
  set (D := vsub (vmean p (g t)) (g t i)) in *.
  apply Rle_trans with (alpha ^ 2 * ((1 + h) * ((1 - beta ^ 2) * Ex (fun w => norm2 (g t i w)))
    + (1 + / h) * Ex (fun w => norm2 (D w)))).
  - pose proof (norm2_integrable H (g t i)) as I1. pose proof (norm2_integrable H D) as I2.
    rewrite <- !Ex_scal by (assumption || now apply int_scal).
    rewrite <- Ex_plus by (repeat apply int_scal; assumption).
    rewrite <- Ex_scal by (apply int_plus; repeat apply int_scal; assumption).
    change (norm2 (vsub (x (S t)) (view (S t) i)))
      with (Ex (fun w => norm2 (vsub (x (S t) w) (view (S t) i w)))).
    apply Ex_le.
    + exact (norm2_integrable H (vsub (x (S t)) (view (S t) i))).
    + apply int_scal, int_plus; repeat apply int_scal; assumption.
    + intros w. rewrite released_distance by assumption.
      apply Rmult_le_compat_l; [lra|].
      set (b l := late t i l w).
      assert (D w = vsub (vmean p (fun j => g t j w)) (g t i w)) as ED
        by (unfold D; rewrite <- vmean_at; reflexivity).
      rewrite ED. set (G := vmean p (fun j => g t j w)).
      assert (norm2 (of_layers d layer b G)
        = norm2 (vadd (of_layers d layer b (g t i w)) (of_layers d layer b (vsub G (g t i w)))
            : coordinates d)) as ->.
      { rewrite !coordinates_norm2. apply rsum_ext. intros c _. f_equal.
        change (of_layers d layer b G c = of_layers d layer b (g t i w) c
          + of_layers d layer b (vsub G (g t i w)) c).
        unfold of_layers, keep. destruct (b (layer c)); [|ring]. rewrite coordinates_sub. ring. }
      apply Rle_trans with (1 := norm2_add_young h _ _ Hh). apply Rplus_le_compat.
      * apply Rmult_le_compat_l; [lra|]. pose proof (Hown t i w Ht Hi) as Hr.
        pose proof (layers_split d n layer Hlayer b (g t i w)) as Hsp.
        rewrite (of_layers_energy d n layer Hlayer (fun l => negb (b l))) in Hsp.
        unfold heard_sum in Hr. fold b in Hr.
        change (rsum n (fun i0 => if negb (late t i i0 w) then layer_energy d layer i0 (g t i w)
          else 0)) with (rsum n (fun l => if negb (b l) then layer_energy d layer l (g t i w)
          else 0)) in Hr. lra.
      * apply Rmult_le_compat_l; [lra|]. now apply (of_layers_le d n).
  - apply Rmult_le_compat_l; [lra|]. change (Ex (fun w => norm2 (D w))) with (norm2 D).
    apply Rplus_le_compat.
    + apply Rmult_le_compat_l; [lra|]. unfold a. rewrite Rpow_mult_distr, pow2_sqrt by assumption.
      apply Rmult_le_compat_l; [assumption|]. apply Hsize; [lia|assumption].
    + apply Rmult_le_compat_l; [lra|exact Hm].
Qed.

(** Whatever is late, no more than the whole mean is. *)
Lemma whole_release t i : (S t < T)%nat -> (i < p)%nat ->
  norm (vsub (x (S t)) (view (S t) i)) <= alpha * M.
Proof.
  intros Ht Hi. pose proof Hvalid as (_ & _ & HM & _ & _ & _ & Ha).
  pose proof (INR_pos p Hp) as Hpp.
  apply Rle_trans with (norm (vscal alpha (vmean p (g t)))).
  - unfold norm. apply sqrt_le_1_alt. rewrite norm2_scal.
    change (norm2 (vsub (x (S t)) (view (S t) i)))
      with (Ex (fun w => norm2 (vsub (x (S t) w) (view (S t) i w)))).
    change (norm2 (vmean p (g t))) with (Ex (fun w => norm2 ((vmean p (g t) : rvec H) w))).
    rewrite <- Ex_scal by exact (norm2_integrable H (vmean p (g t))).
    apply Ex_le.
    + exact (norm2_integrable H (vsub (x (S t)) (view (S t) i))).
    + apply int_scal. exact (norm2_integrable H (vmean p (g t))).
    + intros w. rewrite released_distance, vmean_at by assumption.
      apply Rmult_le_compat_l; [apply pow2_ge_0|]. now apply (of_layers_le d n).
  - rewrite norm_scal, Rabs_pos_eq by lra. apply Rmult_le_compat_l; [lra|].
    apply norm_vmean; [assumption|]. intros j Hj. apply norm_le_iff; [assumption|].
    apply Hsize; [lia|assumption].
Qed.

Theorem B_norm_bounded_layer_local :
  elastic_consistent p T alpha (B_norm_bounded_layer_local_bound beta M sigma p L alpha)
    (fun _ => everybody) x view.
Proof.
  intros t i Ht Hi _. pose proof Hvalid as (Hb0 & Hb1 & HM & Hs & _ & HL & Ha).
  pose proof (INR_pos p Hp) as Hpp.
  assert (0 <= INR p - 1) as Hp1.
  { pose proof (le_INR 1 p Hp) as H1'. change (INR 1) with 1 in H1'. lra. }
  assert (0 <= k) as Hk.
  { unfold k. apply Rdiv_nonneg; [|assumption]. apply Rmult_le_pos; [|assumption]. nra. }
  assert (0 <= b2) as Hb2.
  { unfold b2. apply Rdiv_nonneg; [|assumption]. apply Rmult_le_pos; [apply pow2_ge_0|assumption]. }
  assert (0 <= a) as Ha0 by (apply Rmult_le_pos; [apply sqrt_pos|assumption]).
  assert (Hzero : forall j, (j < p)%nat -> norm (vsub (x O) (view O j)) = 0).
  { intros j Hj. unfold norm. replace (norm2 (vsub (x O) (view O j))) with 0; [apply sqrt_0|].
    change (0 = Ex (fun w => norm2 (vsub (x O w) (view O j w)))).
    rewrite (Ex_ext _ (fun _ => 0)); [symmetry; apply Ex_const|]. intros w.
    now apply first_distance. }
  assert (Hwhole : forall t i, (t < T)%nat -> (i < p)%nat ->
    norm (vsub (x t) (view t i)) <= alpha * M).
  { intros [|u] j Hu Hj; [|now apply whole_release]. rewrite Hzero by assumption.
    apply Rmult_le_pos; lra. }
  change (norm2 (vsub (x t) (view t i))
    <= (alpha * B_norm_bounded_layer_local_bound beta M sigma p L alpha) ^ 2).
  unfold B_norm_bounded_layer_local_bound. fold a. fold b2. fold k. cbv zeta. unfold if_lt.
  destruct (Rlt_dec k 1) as [Hk1|_].
  2:{ apply norm_le_iff; [apply Rmult_le_pos; lra|]. now apply Hwhole. }
  assert (0 < 1 - k ^ 2) as Hden by nra.
  set (rad := k ^ 2 * a ^ 2 + (1 - k ^ 2) * b2).
  assert (0 <= rad) as Hrad.
  { unfold rad. apply Rplus_le_le_0_compat; apply Rmult_le_pos; try lra; apply pow2_ge_0. }
  pose proof (sqrt_pos rad) as Hrt. pose proof (pow2_sqrt rad Hrad) as Ert.
  set (rt := sqrt rad) in *. set (B := (a + rt) / (1 - k ^ 2)).
  assert (0 <= B) as HB by (apply Rdiv_nonneg; lra).
  (* B is the fixed point: B = a + C with C^2 = b2 + k^2 B^2 *)
  assert (b2 + k ^ 2 * B ^ 2 = (B - a) ^ 2) as EB.
  { assert (b2 = (rt ^ 2 - k ^ 2 * a ^ 2) / (1 - k ^ 2)) as E2
      by (rewrite Ert; unfold rad; field; lra).
    rewrite E2. unfold B. field. lra. }
  assert (0 <= B - a) as HBa.
  { unfold B. replace ((a + rt) / (1 - k ^ 2) - a) with ((rt + k ^ 2 * a) / (1 - k ^ 2))
      by (field; lra).
    apply Rdiv_nonneg; [|assumption]. apply Rplus_le_le_0_compat; [assumption|].
    apply Rmult_le_pos; [apply pow2_ge_0|assumption]. }
  assert (Hfix : forall u, (u < T)%nat -> forall j, (j < p)%nat ->
    norm (vsub (x u) (view u j)) <= alpha * B).
  { induction u as [|u IH]; intros Hu j Hj.
    - rewrite Hzero by assumption. apply Rmult_le_pos; lra.
    - replace B with (a + (B - a)) by ring. apply own_release; try assumption.
      rewrite <- EB. apply mean_to_own; try assumption; [lia|]. apply IH. lia. }
  apply norm_le_iff.
  - apply Rmult_le_pos; [lra|]. unfold Rmin. destruct (Rle_dec M B); lra.
  - unfold Rmin. destruct (Rle_dec M B); [now apply Hwhole|now apply Hfix].
Qed.
End Own.
End Scheduler.

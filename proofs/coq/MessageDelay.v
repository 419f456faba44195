(* SPDX-License-Identifier: Apache-2.0 *)
(* Asynchronous message passing without a bound on the gradients: what a view misses is noise, which
   adds up in squares, and mean gradients, which the descent pays for. *)
From Coq Require Import Reals Lra Lia Bool.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Systems Missing
  Formulary Bounds.
Local Open Scope R_scope.

(** A sum over a window of at most n places. *)
Lemma windowed_sum_le {V : space} t (inside : nat -> bool) (F : nat -> V) n :
  heard_sum t inside (fun _ => 1) <= n ->
  norm2 (vsum t (fun k => if inside k then F k else vzero))
  <= n * heard_sum t inside (fun k => norm2 (F k)).
Proof.
  intros Hn. apply Rle_trans with (1 := norm2_heard_vsum_le t inside F).
  apply Rmult_le_compat_r; [|assumption]. apply heard_sum_nonneg. intros. apply norm2_nonneg.
Qed.

(** The last tau steps before t. *)
Definition recent (tau t k : nat) : bool := Nat.leb t (k + tau).

Lemma recent_count tau t : heard_sum t (recent tau t) (fun _ => 1) <= INR tau.
Proof.
  unfold heard_sum, recent. destruct (Nat.le_gt_cases t tau) as [Hl|Hl].
  - apply Rle_trans with (INR t * 1); [|rewrite Rmult_1_r; now apply le_INR].
    apply rsum_le_const. intros k _. destruct (Nat.leb _ _); lra.
  - replace t with (t - tau + tau)%nat at 1 by lia. rewrite rsum_split, rsum_zero.
    + rewrite Rplus_0_l, <- (Rmult_1_r (INR tau)). apply rsum_le_const. intros k _.
      destruct (Nat.leb _ _); lra.
    + intros k Hk. now rewrite (proj2 (Nat.leb_gt _ _)) by lia.
Qed.

(** Every step is among the last tau of at most tau others. *)
Lemma recent_load tau T (F : nat -> R) : (forall k, 0 <= F k) ->
  rsum T (fun t => heard_sum t (recent tau t) F) <= INR tau * rsum T F.
Proof.
  intros HS.
  apply Rle_trans with (rsum T (fun t => rsum T (fun k =>
    if (Nat.ltb k t && Nat.leb t (k + tau))%bool then F k else 0))).
  - apply rsum_le. intros t Ht. unfold heard_sum, recent.
    replace T with (t + (T - t))%nat by lia. rewrite rsum_split.
    rewrite (rsum_zero (T - t)).
    + right. rewrite Rplus_0_r. apply rsum_ext. intros k Hk.
      now rewrite (proj2 (Nat.ltb_lt k t)) by lia.
    + intros k _. now rewrite (proj2 (Nat.ltb_ge (t + k) t)) by lia.
  - rewrite rsum_swap, <- rsum_scal. apply rsum_le. intros k Hk.
    apply Rle_trans with (rsum (S k + tau) (fun t => if Nat.ltb k t then F k else 0)).
    + destruct (Nat.le_gt_cases T (S k + tau)) as [Hle|Hgt].
      * apply Rle_trans with (rsum T (fun t => if Nat.ltb k t then F k else 0)).
        -- apply rsum_le. intros t _. pose proof (HS k).
           destruct (Nat.ltb k t), (Nat.leb t (k + tau)); cbn; lra.
        -- apply rsum_monotone; [assumption|]. intros t _. pose proof (HS k).
           destruct (Nat.ltb k t); lra.
      * replace T with (S k + tau + (T - (S k + tau)))%nat by lia.
        rewrite rsum_split, (rsum_zero (T - (S k + tau))).
        -- rewrite Rplus_0_r. apply rsum_le. intros t _. pose proof (HS k).
           destruct (Nat.ltb k t), (Nat.leb t (k + tau)); cbn; lra.
        -- intros t _. rewrite (proj2 (Nat.leb_gt _ _)) by lia. now rewrite andb_false_r.
    + rewrite rsum_split, rsum_zero, Rplus_0_l.
      * apply rsum_le_const. intros t _. pose proof (HS k). destruct (Nat.ltb _ _); lra.
      * intros t Ht. now rewrite (proj2 (Nat.ltb_ge k t)) by lia.
Qed.

Section MessageDelay.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L fstar : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).
Hypothesis Hmin : forall y, fstar <= f y.
Context (p T tau : nat) (alpha sigma : R) (w0 : V) (Known : nat -> rvec H -> Prop).
Context (x : nat -> rvec H) (view g : nat -> nat -> rvec H).
Context (arrived : nat -> nat -> nat -> nat -> bool).
Hypothesis Hrun : elastic_run He p T alpha sigma (fun _ => everybody) w0 Known x view g.
Hypothesis Hview : message_passing p T alpha (fun _ => everybody) w0 view g arrived.
Hypothesis Hdelay : delayed_by_at_most p T arrived tau.
Hypothesis Hnoise : forall t k j, (t < T)%nat -> (k < t)%nat -> (j < p)%nat ->
  Known t (vsub (g k j) (gradient He (view k j))).
Hypothesis Hp : (1 <= p)%nat.
Hypothesis Ha : 0 < alpha.
Let m t j := gradient He (view t j).
Let noise t j := vsub (g t j) (m t j).
(** Mean squared gradient at the views; mean squared distance of the views. *)
Let S t := / INR p * rsum p (fun j => norm2 (m t j)).
Let D t := / INR p * rsum p (fun i => norm2 (vsub (x t) (view t i))).
Let N t := norm2 (gradient He (x t)).

Definition not_arrived (t i k : nat) (F : nat -> rvec H) : rvec H :=
  vsum p (fun j => if negb (arrived t i k j) then F j else vzero).

Lemma inner_not_arrived t i k F h : inner h (not_arrived t i k F)
  = heard_sum p (fun j => negb (arrived t i k j)) (fun j => inner h (F j)).
Proof.
  unfold not_arrived. rewrite inner_sumr. apply rsum_ext. intros j _.
  destruct (arrived t i k j); cbn; [apply inner_zeror|reflexivity].
Qed.

Lemma S_nonneg t : 0 <= S t.
Proof.
  apply Rmult_le_pos; [now apply Rinv_nonneg, INR_pos|].
  apply rsum_nonneg. intros. apply norm2_nonneg.
Qed.

Lemma known_noise t j h : (t < T)%nat -> (j < p)%nat -> Known t h -> inner h (noise t j) = 0.
Proof.
  intros Ht Hj Hk. unfold noise. rewrite inner_subr.
  pose proof (draws_unbiased _ _ _ _ _ _ _ (elastic_draws _ _ _ _ _ _ _ _ _ _ _ Hrun t Ht) j Hj
    eq_refl h Hk) as U.
  change (inner h (g t j) = inner h (m t j)) in U. lra.
Qed.

(** The noise that step k leaves missing. *)
Lemma missing_noise t i k : (k < T)%nat ->
  norm2 (not_arrived t i k (noise k)) <= INR p * sigma ^ 2.
Proof.
  intros Hk. unfold not_arrived.
  destruct (elastic_draws _ _ _ _ _ _ _ _ _ _ _ Hrun k Hk) as [_ C W].
  rewrite norm2_vsum_orthogonal.
  - apply rsum_le_const. intros j Hj. pose proof (pow2_ge_0 sigma).
    destruct (negb _); [|rewrite norm2_zero; assumption].
    pose proof (W j Hj eq_refl) as Hv. change (norm2 (noise k j) <= sigma ^ 2 + 0 * norm2 (m k j))
      in Hv. lra.
  - intros a b Ha' Hb Hne.
    destruct (negb (arrived t i k a)); [|apply inner_zerol].
    destruct (negb (arrived t i k b)); [|apply inner_zeror].
    exact (C a b Ha' Hb eq_refl eq_refl Hne).
Qed.

Lemma missing_mean t i k :
  norm2 (not_arrived t i k (m k)) <= INR p ^ 2 * S k.
Proof.
  pose proof (INR_pos p Hp) as Hpp.
  apply Rle_trans with (1 := norm2_heard_vsum_le p (fun j => negb (arrived t i k j)) (m k)).
  replace (INR p ^ 2 * S k) with (INR p * rsum p (fun j => norm2 (m k j)))
    by (unfold S; field; lra).
  apply Rmult_le_compat.
  - apply heard_sum_nonneg. intros. lra.
  - apply heard_sum_nonneg. intros. apply norm2_nonneg.
  - rewrite <- (Rmult_1_r (INR p)). apply rsum_le_const. intros j _. destruct (negb _); lra.
  - apply rsum_le. intros j _. pose proof (norm2_nonneg (m k j)). destruct (negb _); lra.
Qed.

Lemma noises_orthogonal t i k l : (t < T)%nat -> (k < t)%nat -> (l < k)%nat ->
  inner (not_arrived t i l (noise l)) (not_arrived t i k (noise k)) = 0.
Proof.
  intros Ht Hk Hl. rewrite inner_not_arrived. unfold heard_sum. apply rsum_zero. intros j Hj.
  destruct (negb _); [|reflexivity]. rewrite inner_sym, inner_not_arrived. unfold heard_sum.
  apply rsum_zero. intros a Ha'. destruct (negb _); [|reflexivity]. rewrite inner_sym.
  apply known_noise; [lia|assumption|]. apply Hnoise; lia || assumption.
Qed.

Lemma view_distance t i : (t < T)%nat -> (i < p)%nat ->
  norm2 (vsub (x t) (view t i))
  <= 2 * alpha ^ 2 * INR tau * (sigma ^ 2 / INR p + heard_sum t (recent tau t) S).
Proof.
  intros Ht Hi. pose proof (INR_pos p Hp) as Hpp. pose proof (pos_INR tau) as Htau.
  set (old k := not_arrived t i k (noise k)). set (mean k := not_arrived t i k (m k)).
  set (win := recent tau t).
  assert (Hx : common_model p T alpha (fun _ => everybody) w0 x g).
  { split; [exact (elastic_start _ _ _ _ _ _ _ _ _ _ _ Hrun)|].
    exact (elastic_update _ _ _ _ _ _ _ _ _ _ _ Hrun). }
  rewrite (norm2_same _ (vscal (- alpha / INR p) (vsub
    (vsum t (fun k => if win k then old k else vzero))
    (vscal (-1) (vsum t (fun k => if win k then mean k else vzero)))))).
  - rewrite norm2_scal.
    replace ((- alpha / INR p) ^ 2) with (alpha ^ 2 / INR p ^ 2) by (field; lra).
    apply Rle_trans with (alpha ^ 2 / INR p ^ 2
      * (2 * (INR tau * (INR p * sigma ^ 2)) + 2 * (INR p ^ 2 * INR tau * heard_sum t win S))).
    2:{ right. field. lra. }
    apply Rmult_le_compat_l; [apply Rdiv_nonneg; [apply pow2_ge_0|now apply pow_lt]|].
    apply Rle_trans with (1 := norm2_sub_young2 _ _). apply Rplus_le_compat.
    + apply Rmult_le_compat_l; [lra|]. rewrite norm2_vsum_orthogonal.
      * apply Rle_trans with (INR p * sigma ^ 2 * heard_sum t win (fun _ => 1)).
        -- rewrite <- heard_sum_const. apply rsum_le. intros k Hk. fold (win k).
           destruct (win k); [apply missing_noise; lia|rewrite norm2_zero; lra].
        -- rewrite Rmult_comm. apply Rmult_le_compat_r; [|apply recent_count].
           apply Rmult_le_pos; [lra|apply pow2_ge_0].
      * intros k l Hk Hl Hne. destruct (win k); [|apply inner_zerol].
        destruct (win l); [|apply inner_zeror]. unfold old.
        destruct (Nat.lt_total k l) as [Hlt|[Heq|Hgt]]; [|congruence|].
        -- now apply noises_orthogonal.
        -- rewrite inner_sym. now apply noises_orthogonal.
    + apply Rmult_le_compat_l; [lra|]. rewrite norm2_scal. replace ((-1) ^ 2) with 1 by ring.
      rewrite Rmult_1_l. apply Rle_trans with (1 := windowed_sum_le t win mean (INR tau)
        (recent_count tau t)).
      rewrite (Rmult_comm (INR p ^ 2)), Rmult_assoc. apply Rmult_le_compat_l; [assumption|].
      rewrite <- heard_sum_scal. apply heard_sum_le. intros k _ _. apply missing_mean.
  - intros h. rewrite (view_misses p T alpha (fun _ => everybody) w0 x view g arrived Hx
      Hview Hp t i h Ht Hi eq_refl).
    rewrite inner_scalr, inner_subr, inner_scalr, !inner_sumr.
    replace (- alpha / INR p * (rsum t (fun k => inner h (if win k then old k else vzero))
      - -1 * rsum t (fun k => inner h (if win k then mean k else vzero))))
      with (- alpha * (/ INR p * (rsum t (fun k => inner h (if win k then old k else vzero))
      + rsum t (fun k => inner h (if win k then mean k else vzero))))) by (field; lra).
    f_equal. rewrite <- rsum_plus, <- rsum_scal. apply rsum_ext. intros k Hk.
    unfold missing. rewrite inner_heard_mean. f_equal. cbn [everybody andb].
    destruct (win k) eqn:E.
    + unfold old, mean. rewrite !inner_not_arrived, <- heard_sum_plus. apply heard_sum_ext.
      intros j _ _. unfold noise. rewrite inner_subr. ring.
    + rewrite !inner_zeror, Rplus_0_r. apply rsum_zero. intros j Hj.
      rewrite (Hdelay t i k j Ht Hi Hk Hj); [reflexivity|]. right.
      unfold win, recent in E. apply Nat.leb_gt in E. lia.
Qed.

(** The gradients at the views are not much larger than those at the model. *)
Lemma view_gradients t : S t <= 2 * N t + 2 * L ^ 2 * D t.
Proof.
  pose proof (INR_pos p Hp) as Hpp. unfold S, D.
  apply Rle_trans with (/ INR p * rsum p (fun i => 2 * N t
    + 2 * L ^ 2 * norm2 (vsub (x t) (view t i)))).
  - apply Rmult_le_compat_l; [now apply Rinv_nonneg|]. apply rsum_le. intros i _.
    pose proof (smooth_lipschitz _ _ _ (smooth_lift He L Hf) (x t) (view t i)) as Hl.
    fold (m t i) in Hl.
    rewrite (norm2_same (m t i) (vsub (gradient He (x t)) (vsub (gradient He (x t)) (m t i))))
      by (intros h; rewrite !inner_subr; ring).
    pose proof (norm2_sub_young2 (gradient He (x t)) (vsub (gradient He (x t)) (m t i))) as Hy.
    fold (N t) in Hy. lra.
  - right. rewrite rsum_plus, rsum_const, rsum_scal. field. lra.
Qed.

Theorem nonconvex_async_mp_Mfree :
  nonconvex_async_mp_Mfree_valid (f w0 - fstar) L sigma tau p alpha T ->
  / INR T * rsum T (fun t => Ex (fun w => norm2 (df (x t w))))
  <= nonconvex_async_mp_Mfree_bound (f w0 - fstar) L sigma tau p alpha T.
Proof.
  intros (_ & HL & Hs & _ & HT & _ & HaL & Hstep).
  pose proof (INR_pos T HT) as HTp. pose proof (INR_pos p Hp) as Hpp.
  pose proof (pos_INR tau) as Htau.
  change (rsum T (fun t => Ex (fun w => norm2 (df (x t w))))) with (rsum T N).
  assert (alpha * L <= 1) as HaL' by (apply Rdiv_le_iff in HaL; lra).
  (* descent: the views cost L^2 D *)
  assert (rsum T N <= 2 * (f w0 - fstar) / alpha + L ^ 2 * rsum T D
    + INR T * (L * alpha * sigma ^ 2 / INR p)) as HN.
  { pose proof (descent_sum (fun t => mean_value f (x t)) (fun t => alpha / 2 * N t)
      (fun t => alpha / 2 * L ^ 2 * D t + L * alpha ^ 2 / 2 * (sigma ^ 2 / INR p)) fstar T
      (mean_value_ge He fstar (x T) Hmin)) as Q.
    lapply Q; clear Q; [intros Q|].
    - rewrite rsum_plus, !rsum_scal, rsum_const in Q.
      rewrite (mean_value_start f (x O) w0 (elastic_start _ _ _ _ _ _ _ _ _ _ _ Hrun)) in Q.
      replace (rsum T (fun i => N i)) with (rsum T N) in Q by reflexivity.
      replace (rsum T (fun i => D i)) with (rsum T D) in Q by reflexivity.
      apply Rmult_le_reg_l with (alpha / 2); [lra|]. apply Rle_trans with (1 := Q). right.
      field. lra.
    - intros t Ht. destruct Hrun as [_ U K KV Dr].
      pose proof (update_step Hf He p everybody (Known t) (x t) (x (Datatypes.S t)) (m t) (g t)
        alpha (sigma ^ 2) 0 Hp (fun w => U t w Ht) (knows_gradient He _ _ (K t Ht))
        (fun i Hi Ei => knows_gradient He _ _ (KV t i Ht Hi Ei)) (Dr t Ht)) as Q.
      pose proof (norm2_heard_mean_le p everybody (m t) Hp) as HM.
      rewrite !heard_sum_all, (share_all p Hp) in *. cbv beta in *.
      change (norm2 (gradient He (x t))) with (N t) in Q. fold (S t) in Q, HM.
      assert (/ INR p * rsum p (fun i => norm2 (vsub (gradient He (x t)) (m t i)))
        <= L ^ 2 * D t) as HD.
      { unfold D. rewrite (Rmult_comm (L ^ 2)), Rmult_assoc.
        apply Rmult_le_compat_l; [now apply Rinv_nonneg|].
        rewrite Rmult_comm, <- rsum_scal. apply rsum_le. intros i _.
        apply (smooth_lipschitz _ _ _ (smooth_lift He L Hf)). }
      apply (Rmult_le_compat_l (alpha / 2)) in HD; [|lra].
      assert (0 <= L * alpha ^ 2 / 2) as Hc by (pose proof (pow2_ge_0 alpha); nra).
      apply (Rmult_le_compat_l _ _ _ Hc) in HM.
      assert (0 <= alpha / 2 * (1 - alpha * L) * S t).
      { apply Rmult_le_pos; [apply Rmult_le_pos; lra|apply S_nonneg]. }
      apply Rle_trans with (1 := Q).
      replace (sigma ^ 2 / INR p) with (/ INR p * (1 * sigma ^ 2 + 0 * S t)) by (field; lra). lra. }
  (* the distances of the views in terms of themselves *)
  set (y := L * alpha * INR tau).
  assert (0 <= y) as Hy0 by (unfold y; apply Rmult_le_pos; [apply Rmult_le_pos; lra|assumption]).
  assert (y <= 1 / 4) as Hy by (unfold y; lra).
  assert (rsum T D <= INR T * (2 * alpha ^ 2 * INR tau * (sigma ^ 2 / INR p))
    + 2 * alpha ^ 2 * INR tau * (INR tau * (2 * rsum T N + 2 * L ^ 2 * rsum T D))) as HD.
  { apply Rle_trans with (rsum T (fun t => 2 * alpha ^ 2 * INR tau * (sigma ^ 2 / INR p)
      + 2 * alpha ^ 2 * INR tau * heard_sum t (recent tau t) S)).
    - apply rsum_le. intros t Ht. unfold D.
      apply Rle_trans with (/ INR p * (INR p * (2 * alpha ^ 2 * INR tau
        * (sigma ^ 2 / INR p + heard_sum t (recent tau t) S)))).
      + apply Rmult_le_compat_l; [now apply Rinv_nonneg|]. apply rsum_le_const. intros i Hi.
        now apply view_distance.
      + right. field. lra.
    - rewrite rsum_plus, rsum_const, rsum_scal. apply Rplus_le_compat_l.
      assert (0 <= 2 * alpha ^ 2 * INR tau) by (pose proof (pow2_ge_0 alpha); nra).
      apply Rmult_le_compat_l; [assumption|].
      apply Rle_trans with (1 := recent_load tau T S S_nonneg).
      apply Rmult_le_compat_l; [assumption|].
      rewrite <- !rsum_scal, <- rsum_plus. apply rsum_le. intros t _. apply view_gradients. }
  set (SN := rsum T N) in *. set (SD := rsum T D) in *.
  assert (0 <= SN) as HSN by (apply rsum_nonneg; intros; apply norm2_nonneg).
  assert (0 <= SD) as HSD.
  { apply rsum_nonneg. intros. apply Rmult_le_pos; [now apply Rinv_nonneg|].
    apply rsum_nonneg. intros. apply norm2_nonneg. }
  set (Z := 2 * L ^ 2 * alpha ^ 2 * INR tau * (sigma ^ 2 / INR p) * INR T).
  assert (L ^ 2 * SD <= Z + 4 * y ^ 2 * (SN + L ^ 2 * SD)) as HD'.
  { apply (Rmult_le_compat_l (L ^ 2)) in HD; [|apply pow2_ge_0].
    apply Rle_trans with (1 := HD). right. unfold Z, y. ring. }
  assert (4 * y ^ 2 <= 1 / 4) as Hy4 by nra.
  assert (0 <= SN + L ^ 2 * SD) as Hsum.
  { apply Rplus_le_le_0_compat; [assumption|]. apply Rmult_le_pos; [apply pow2_ge_0|assumption]. }
  apply (Rmult_le_compat_r (SN + L ^ 2 * SD)) in Hy4; [|assumption].
  assert (SN <= 3 / 2 * (2 * (f w0 - fstar) / alpha + INR T * (L * alpha * sigma ^ 2 / INR p)
    + 4 / 3 * Z)) as Hend by lra.
  unfold nonconvex_async_mp_Mfree_bound.
  apply Rmult_le_reg_l with (INR T); [assumption|].
  rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
  apply Rle_trans with (1 := Hend). right. unfold Z. field. lra.
Qed.
End MessageDelay.

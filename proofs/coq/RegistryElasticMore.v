(* SPDX-License-Identifier: Apache-2.0 *)
(* More on elastic consistency: the theorems once, in terms of the foundation and of the systems of
   Systems.v (see RegistryElastic.v). *)
From Coq Require Import Reals Lra.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Coordinates Systems
  Compressor Formulary Bounds.
From Staleproof Require MomentFree MomentFreeFeedback MessageDelay Compression SignSgd.
From Staleproof Require ElasticNonconvex Tuned.
From Staleproof Require Import SignSgd LayerScheduler.
Local Open Scope R_scope.

(** * Without a bound on the gradients *)

Section Smooth.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L fstar : R}.
Context (Hf : smooth f df L) (He : evaluable H f df) (Hmin : forall y, fstar <= f y).

(** Message passing, delays of at most tau: a view lacks none but the last tau gradients of others.
    Noise of earlier steps is known. *)
Theorem nonconvex_async_mp_Mfree_guarantee p T tau alpha sigma w0 Known (x : nat -> rvec H) view g
    arrived :
  elastic_run He p T alpha sigma (fun _ => everybody) w0 Known x view g ->
  message_passing p T alpha (fun _ => everybody) w0 view g arrived ->
  delayed_by_at_most p T arrived tau ->
  (forall t k j, (t < T)%nat -> (k < t)%nat -> (j < p)%nat ->
    Known t (vsub (g k j) (gradient He (view k j)))) ->
  nonconvex_async_mp_Mfree_valid (f w0 - fstar) L sigma tau p alpha T ->
  / INR T * rsum T (fun t => Ex (fun w => norm2 (df (x t w))))
  <= nonconvex_async_mp_Mfree_bound (f w0 - fstar) L sigma tau p alpha T.
Proof.
  intros Hr Hv Hd Hn HV. pose proof HV as (_ & _ & _ & Hp & _ & Ha & _).
  exact (MessageDelay.nonconvex_async_mp_Mfree Hf He Hmin p T tau alpha sigma w0 Known x view g
    arrived Hr Hv Hd Hn Hp Ha HV).
Qed.

(** Error feedback on workers with data of their own; f is the mean of theirs. *)
Theorem nonconvex_ef_Mfree_heterogeneous_guarantee p T alpha gamma sigma zeta w0 Known local
    (x v : nat -> rvec H) m g e q :
  split_run He p T alpha sigma zeta w0 Known local x v m g ->
  feedback_run p T (fun _ => alpha) w0 x v g e q ->
  (forall t i, (t < T)%nat -> (i < p)%nat -> Known t (e t i)) ->
  (forall t i, (t < T)%nat -> (i < p)%nat -> Ex (fun w => norm2 (e (S t) i w))
    <= gamma * Ex (fun w => norm2 (vadd (e t i w) (vscal alpha (g t i w))))) ->
  nonconvex_ef_Mfree_heterogeneous_valid (f w0 - fstar) L sigma zeta gamma p alpha T ->
  / INR T * rsum T (fun t => Ex (fun w => norm2 (df (x t w))))
  <= nonconvex_ef_Mfree_heterogeneous_bound (f w0 - fstar) L sigma zeta gamma p alpha T.
Proof.
  intros Hr Hfb Hm Hc HV. pose proof HV as (_ & _ & _ & H0 & H1 & Hp & _ & Ha & _).
  exact (MomentFreeFeedback.nonconvex_ef_Mfree_heterogeneous Hf He Hmin p T alpha gamma sigma zeta
    w0 Known local x v m g e q Hr Hfb Hm Hc Hp Ha H0 H1 HV).
Qed.

(** What stands for B^2 in the bound of elastic consistency, delay and error feedback. *)
Theorem Beff2_async_single_Mfree_guarantee T alpha sigma tau delay w0 Known (x g : nat -> rvec H) :
  delayed_run He T alpha (sigma ^ 2) delay w0 Known x g ->
  (forall k, (k < T)%nat -> (delay k <= tau)%nat) ->
  nonconvex_async_single_Mfree_valid (f w0 - fstar) L sigma tau alpha T ->
  Beff2_async_single_Mfree_valid tau sigma ->
  / INR T * rsum T (fun k => Ex (fun w => norm2 (df (x k w))))
  <= 2 * (f w0 - fstar) / (alpha * INR T)
     + L ^ 2 * alpha ^ 2 * Beff2_async_single_Mfree_bound tau sigma + L * alpha * sigma ^ 2.
Proof.
  intros Hr Hd HV Hs. assert (0 <= sigma) as _ by exact Hs.
  apply Rle_trans with (1 := MomentFree.nonconvex_async_single_Mfree Hf He Hmin T alpha sigma tau
    delay w0 Known x g Hr Hd HV).
  right. unfold nonconvex_async_single_Mfree_bound, Beff2_async_single_Mfree_bound. ring.
Qed.

Theorem Beff2_ef_Mfree_guarantee p T alpha gamma sigma w0 Known (x v : nat -> rvec H) g e q :
  elastic_run He p T alpha sigma (fun _ => everybody) w0 Known x (fun t _ => v t) g ->
  feedback_run p T (fun _ => alpha) w0 x v g e q ->
  (forall t i, (t < T)%nat -> (i < p)%nat -> Known t (e t i)) ->
  (forall t i, (t < T)%nat -> (i < p)%nat -> Ex (fun w => norm2 (e (S t) i w))
    <= gamma * Ex (fun w => norm2 (vadd (e t i w) (vscal alpha (g t i w))))) ->
  nonconvex_ef_Mfree_valid (f w0 - fstar) L sigma gamma p alpha T ->
  Beff2_ef_Mfree_valid gamma sigma ->
  / INR T * rsum T (fun t => Ex (fun w => norm2 (df (x t w))))
  <= 2 * (f w0 - fstar) / (alpha * INR T) + L ^ 2 * alpha ^ 2 * Beff2_ef_Mfree_bound gamma sigma
     + L * alpha * sigma ^ 2 / INR p.
Proof.
  intros Hr Hfb Hm Hc HV (H0 & H1 & Hs). pose proof HV as (_ & _ & _ & _ & _ & Hp & _ & Ha & _).
  apply Rle_trans with (1 := MomentFreeFeedback.nonconvex_ef_Mfree Hf He Hmin p T alpha gamma sigma
    w0 Known x v g e q Hr Hfb Hm Hc Hp Ha H0 H1 HV).
  right. unfold nonconvex_ef_Mfree_bound, Beff2_ef_Mfree_bound. ring.
Qed.

(** EF21 with any step up to the largest. *)
Theorem ef21_max_alpha_guarantee T alpha gamma w0 (x g c : nat -> rvec H) G0 :
  0 < alpha -> alpha <= ef21_max_alpha_bound L gamma -> ef21_max_alpha_valid L gamma ->
  (1 <= T)%nat -> (forall w, x O w = w0) ->
  Ex (fun w => norm2 (vsub (g O w) (df (x O w)))) <= G0 ->
  (forall t w, (t < T)%nat -> x (S t) w = vsub (x t w) (vscal alpha (g t w))) ->
  (forall t w, (t < T)%nat -> g (S t) w = vadd (g t w) (c t w)) ->
  (forall t, (t < T)%nat ->
    Ex (fun w => norm2 (vsub (vsub (df (x (S t) w)) (g t w)) (c t w)))
    <= gamma * Ex (fun w => norm2 (vsub (df (x (S t) w)) (g t w)))) ->
  / INR T * rsum T (fun t => Ex (fun w => norm2 (df (x t w))))
  <= 2 * (f w0 - fstar) / (alpha * INR T) + G0 / ((1 - sqrt gamma) * INR T).
Proof. exact (Compression.ef21_max_alpha Hf He Hmin T alpha gamma w0 x g c G0). Qed.
End Smooth.

(** From T_lin steps on, and not before, the consistency term L^2 B^2 p/T is at most the sum of the
    other two. *)
Theorem linear_speedup_threshold_guarantee Delta L sigma B p T :
  linear_speedup_threshold_valid Delta L sigma B p -> 0 < T ->
  linear_speedup_threshold_bound Delta L sigma B p <= T <->
  L ^ 2 * B ^ 2 * INR p / T <= (2 * Delta + L * sigma ^ 2) / sqrt (INR p * T).
Proof.
  intros (_ & HL & _ & HB & Hp & Hc) HT. pose proof (INR_pos p Hp) as Hpp.
  unfold linear_speedup_threshold_bound. set (c := 2 * Delta + L * sigma ^ 2) in *.
  assert (0 < INR p * T) as HpT by now apply Rmult_lt_0_compat.
  pose proof (sqrt_lt_R0 _ HpT) as Hr. pose proof (pow2_sqrt (INR p * T) (Rlt_le _ _ HpT)) as Er.
  set (r := sqrt (INR p * T)) in *. set (b := L ^ 2 * B ^ 2 * INR p ^ 2).
  assert (0 <= b) as Hb.
  { unfold b. apply Rmult_le_pos; [apply Rmult_le_pos; apply pow2_ge_0|apply pow2_ge_0]. }
  (* both sides say that b <= c r *)
  assert (T = r ^ 2 / INR p) as ET by (rewrite Er; field; lra).
  replace (INR p ^ 3 * L ^ 4 * B ^ 4 / c ^ 2) with (b ^ 2 / (INR p * c ^ 2))
    by (unfold b; field; lra).
  replace (L ^ 2 * B ^ 2 * INR p / T) with (b / r ^ 2) by (rewrite ET; unfold b; field; lra).
  assert (b ^ 2 / (INR p * c ^ 2) <= T <-> b <= c * r) as E1.
  { rewrite ET. split; intros Hi.
    - apply Rsqr_incr_0_var; [|apply Rmult_le_pos; lra]. unfold Rsqr.
      apply (Rmult_le_compat_l (INR p * c ^ 2)) in Hi.
      2:{ apply Rmult_le_pos; [lra|apply pow2_ge_0]. }
      replace (INR p * c ^ 2 * (b ^ 2 / (INR p * c ^ 2))) with (b * b) in Hi by (field; lra).
      replace (INR p * c ^ 2 * (r ^ 2 / INR p)) with (c * r * (c * r)) in Hi by (field; lra).
      exact Hi.
    - apply Rmult_le_reg_l with (INR p * c ^ 2).
      { apply Rmult_lt_0_compat; [assumption|now apply pow_lt]. }
      replace (INR p * c ^ 2 * (b ^ 2 / (INR p * c ^ 2))) with (b ^ 2) by (field; lra).
      replace (INR p * c ^ 2 * (r ^ 2 / INR p)) with ((c * r) ^ 2) by (field; lra).
      apply pow_incr. lra. }
  rewrite E1. split; intros Hi.
  - apply Rmult_le_reg_l with (r ^ 2); [now apply pow_lt|].
    replace (r ^ 2 * (b / r ^ 2)) with b by (field; lra).
    replace (r ^ 2 * (c / r)) with (c * r) by (field; lra). exact Hi.
  - apply (Rmult_le_compat_l (r ^ 2)) in Hi; [|apply pow2_ge_0].
    replace (r ^ 2 * (b / r ^ 2)) with b in Hi by (field; lra).
    replace (r ^ 2 * (c / r)) with (c * r) in Hi by (field; lra). exact Hi.
Qed.

(** * Signs *)

(** signSGD in the l1 norm: q is the sign of g, either sign where g is 0; sigma i bounds the
    standard deviation of entry i. *)
Theorem signsgd_l1_guarantee {d : nat} {P : probability} {H : L2 (coordinates d) P}
    {f : coordinates d -> R} {df : coordinates d -> coordinates d} {L fstar : R}
    (Hf : smooth f df L) (He : evaluable H f df) T alpha sigma w0 (x g q : nat -> rvec H) :
  (forall y, fstar <= f y) -> droppable (H := H) ->
  (forall w, x O w = w0) ->
  (forall t w, (t < T)%nat -> x (S t) w = vsub (x t w) (vscal alpha (q t w))) ->
  (forall t w i, (t < T)%nat -> (i < d)%nat ->
    q t w i * g t w i = Rabs (g t w i) /\ Rabs (q t w i) <= 1) ->
  (forall i, (i < d)%nat -> 0 <= sigma i) ->
  (forall t i, (t < T)%nat -> (i < d)%nat ->
    Ex (fun w => (g t w i - df (x t w) i) ^ 2) <= sigma i ^ 2) ->
  (forall t, (t < T)%nat -> integrable (fun w => norm1 d (df (x t w)))) ->
  signsgd_l1_valid (f w0 - fstar) L d (rsum d sigma) alpha T ->
  / INR T * rsum T (fun t => Ex (fun w => norm1 d (df (x t w))))
  <= signsgd_l1_bound (f w0 - fstar) L d (rsum d sigma) alpha T.
Proof.
  intros Hm Hd H0 HU Hs Hn Hv HI HV. pose proof HV as (_ & _ & _ & _ & Ha & _).
  exact (SignSgd.signsgd_l1 Hf He Hm T alpha sigma w0 x g q Hd H0 HU Hs Hn Hv HI Ha HV).
Qed.

(** * Top1 without memory: three workers with f i x = <a i, x>^2 + |x|^2/4, started at (1, 1, 1).
    The iterate grows at every step size, with exact gradients. *)
Section ThreeWorkers.
Context (alpha : R) (x : nat -> coordinates 3) (sel : nat -> nat -> nat -> bool).
Context (Hstart : forall c, (c < 3)%nat -> x O c = 1).
Context (Hsel : forall t i, (i < 3)%nat -> selects_top 3 1 (sel t i) (three_gradient i (x t))).
Context (Hupdate : forall t c, (c < 3)%nat -> x (S t) c
  = x t c - alpha * (/ 3 * rsum 3 (fun i => keep (sel t i) (three_gradient i (x t)) c))).

Theorem three_worker_top1_norm_guarantee steps : three_worker_top1_norm_valid alpha steps ->
  norm (x steps) = three_worker_top1_norm_bound alpha steps.
Proof.
  intros Ha. exact (SignSgd.three_worker_top1_norm alpha x sel Hstart Hsel Hupdate Ha steps Ha).
Qed.

Theorem three_worker_top1_growth_guarantee steps : three_worker_top1_growth_valid alpha steps ->
  norm (x steps) = three_worker_top1_growth_bound alpha steps * norm (x O).
Proof.
  intros Ha. exact (SignSgd.three_worker_top1_growth alpha x sel Hstart Hsel Hupdate Ha steps Ha).
Qed.
End ThreeWorkers.

(** * The tuned learning rate *)

Section Tuned.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L fstar : R}.
Context (Hf : smooth f df L) (He : evaluable H f df) (Hmin : forall y, fstar <= f y).
Context (p T : nat) (sigma B : R) (w0 : V) (Known : nat -> rvec H -> Prop).
Context (x : nat -> rvec H) (view g : nat -> nat -> rvec H).
Let alpha := nonconvex_tuned_alpha_bound (f w0 - fstar) L sigma B p T.
Context (Hrun : elastic_run He p T alpha sigma (fun _ => everybody) w0 Known x view g).
Context (Hela : elastic_consistent p T alpha B (fun _ => everybody) x view).

(** B is a constant at this learning rate. *)
Theorem nonconvex_tuned_value_guarantee :
  nonconvex_tuned_value_valid (f w0 - fstar) L sigma B p T ->
  / INR T * rsum T (fun t => Ex (fun w => norm2 (df (x t w))))
  <= nonconvex_tuned_value_bound (f w0 - fstar) L sigma B p T.
Proof.
  intros (HD & HL & Hs & HB & Hp & HT).
  destruct (Tuned.tuned_parts (f w0 - fstar) L sigma B p T HD HL Hs HB Hp HT)
    as (_ & _ & _ & Ha & H1 & _).
  exact (ElasticNonconvex.nonconvex_average_all Hf He Hmin p T alpha sigma B w0 Known x view g Hrun
    Hela Hp HT Ha H1).
Qed.

Theorem nonconvex_tuned_closed_guarantee :
  nonconvex_tuned_closed_valid (f w0 - fstar) L sigma B p T ->
  / INR T * rsum T (fun t => Ex (fun w => norm2 (df (x t w))))
  <= nonconvex_tuned_closed_bound (f w0 - fstar) L sigma B p T.
Proof.
  intros HV. pose proof HV as (HD & HL & Hs & HB & Hp & HT).
  apply Rle_trans with (1 := nonconvex_tuned_value_guarantee HV).
  exact (Tuned.tuned_closed (f w0 - fstar) L sigma B p T HD HL Hs HB Hp HT).
Qed.
End Tuned.

(** The rate itself: allowed, and at it the three terms together are at most the closed form. *)
Theorem nonconvex_tuned_alpha_guarantee Delta L sigma B p T :
  nonconvex_tuned_alpha_valid Delta L sigma B p T ->
  let alpha := nonconvex_tuned_alpha_bound Delta L sigma B p T in
  0 < alpha <= 1 / L /\
  2 * Delta / (alpha * INR T) + L ^ 2 * alpha ^ 2 * B ^ 2 + L * alpha * sigma ^ 2 / INR p
  <= nonconvex_tuned_closed_bound Delta L sigma B p T.
Proof.
  intros (HD & HL & Hs & HB & Hp & HT) alpha.
  destruct (Tuned.tuned_parts Delta L sigma B p T HD HL Hs HB Hp HT) as (_ & _ & _ & Ha & H1 & _).
  split; [now split|]. exact (Tuned.tuned_closed Delta L sigma B p T HD HL Hs HB Hp HT).
Qed.

(** * The norm-bounded scheduler by layers: layer c < n is that of coordinate c *)

Section Layers.
Context {d : nat} {P : probability} {H : L2 (coordinates d) P}.

(** The norms of all layers are sent ahead: a worker goes on when the layers that have come make up
    the share beta of their mean norms, root mean square. *)
Theorem B_norm_bounded_layer_header_guarantee n p T layer alpha beta M w0 (x : nat -> rvec H) view g
    late :
  (forall c, (c < d)%nat -> (layer c < n)%nat) ->
  layers_released p T layer alpha w0 x view g late ->
  (1 <= p)%nat -> size_at_most p T M g -> released_by_header n p T layer beta g late ->
  B_norm_bounded_layer_header_valid beta M ->
  elastic_consistent p T alpha (B_norm_bounded_layer_header_bound beta M) (fun _ => everybody) x
    view.
Proof.
  exact (LayerScheduler.B_norm_bounded_layer_header n p T layer alpha beta M w0 x view g late).
Qed.

(** A worker goes on when the layers that have come make up the share beta of its own gradient. *)
Theorem B_norm_bounded_layer_local_guarantee {f df L} (Hf : smooth f df L) (He : evaluable H f df)
    n p T layer alpha beta M w0 (x : nat -> rvec H) view g late sigma Known :
  (forall c, (c < d)%nat -> (layer c < n)%nat) ->
  layers_released p T layer alpha w0 x view g late ->
  elastic_run He p T alpha sigma (fun _ => everybody) w0 Known x view g ->
  size_at_most p T M g -> released_by_own n p T layer beta g late ->
  B_norm_bounded_layer_local_valid beta M sigma p L alpha ->
  elastic_consistent p T alpha (B_norm_bounded_layer_local_bound beta M sigma p L alpha)
    (fun _ => everybody) x view.
Proof.
  intros Hl Hv Hr Hs Ho HV. pose proof HV as (_ & _ & _ & _ & Hp & _).
  exact (LayerScheduler.B_norm_bounded_layer_local n p T layer alpha beta M w0 x view g late Hl Hv
    Hp Hf He sigma Known Hr Hs Ho HV).
Qed.
End Layers.

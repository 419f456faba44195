(* SPDX-License-Identifier: Apache-2.0 *)
(* Convex SGD, bounds without a bound on gradients, and compression: the theorems once, in terms of
   the foundation (see RegistryGradient.v). *)
From Coq Require Import Reals.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Formulary Bounds.
From Staleproof Require SgdConvex MomentFree MomentFreeFeedback Compression Published Concurrency.
Local Open Scope R_scope.

Section Lipschitz.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V}.
Context (He : evaluable H f df).

(** Convex, not smooth; at the average y of the points where the gradients were drawn; any z. *)
Theorem async_lip_guarantee K gamma sigma2 G delay w0 Known x g z dbar (y : rvec H) :
  delayed_run He K gamma sigma2 delay w0 Known x g ->
  (forall k, (k < K)%nat -> Ex (fun w => norm2 (g k w)) <= G ^ 2) -> convex f df ->
  (forall w, y w = vmean K (fun k => x (k - delay k)%nat w)) ->
  rsum K (fun k => INR (delay k)) <= INR K * dbar ->
  async_lip_valid (norm (vsub w0 z)) G gamma K dbar ->
  Ex (fun w => f (y w)) - f z <= async_lip_bound (norm (vsub w0 z)) G gamma K dbar.
Proof.
  intros Hr Hs Hc.
  exact (SgdConvex.async_lip He K gamma sigma2 G delay w0 Known x g Hr Hs Hc z dbar y).
Qed.

Theorem sgd_lip_guarantee K gamma sigma2 G w0 Known x g z (y : rvec H) :
  delayed_run He K gamma sigma2 (fun _ => O) w0 Known x g ->
  (forall k, (k < K)%nat -> Ex (fun w => norm2 (g k w)) <= G ^ 2) -> convex f df ->
  (forall w, y w = vmean K (fun k => x k w)) ->
  sgd_lip_valid (norm (vsub w0 z)) G gamma K ->
  Ex (fun w => f (y w)) - f z <= sgd_lip_bound (norm (vsub w0 z)) G gamma K.
Proof. exact (SgdConvex.sgd_lip He K gamma sigma2 G w0 Known x g z y). Qed.

(** With the best step for K updates and mean delay dbar. *)
Theorem async_lip_opt_guarantee K gamma sigma2 G delay w0 Known x g z dbar (y : rvec H) :
  gamma = norm (vsub w0 z) / (G * sqrt (INR K * (1 + 2 * dbar))) ->
  0 < norm (vsub w0 z) -> 0 < G ->
  delayed_run He K gamma sigma2 delay w0 Known x g ->
  (forall k, (k < K)%nat -> Ex (fun w => norm2 (g k w)) <= G ^ 2) -> convex f df ->
  (forall w, y w = vmean K (fun k => x (k - delay k)%nat w)) ->
  rsum K (fun k => INR (delay k)) <= INR K * dbar ->
  async_lip_opt_valid (norm (vsub w0 z)) G K dbar ->
  Ex (fun w => f (y w)) - f z <= async_lip_opt_bound (norm (vsub w0 z)) G K dbar.
Proof.
  intros -> HR HG Hr Hs Hc Hy Hd Hv.
  destruct (SgdConvex.async_lip_opt (norm (vsub w0 z)) G K dbar Hv HR HG) as [Hv' <-].
  exact (SgdConvex.async_lip He K _ sigma2 G delay w0 Known x g Hr Hs Hc z dbar y Hy Hd Hv').
Qed.
End Lipschitz.

Section Smooth.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V} {L : R}.
Context (Hf : smooth f df L) (He : evaluable H f df).

Theorem sgd_cvx_guarantee B K gamma sigma2 w0 Known x g z (y : rvec H) :
  sync_run He B K gamma sigma2 0 w0 Known x g -> convex f df -> minimal f z ->
  (forall w, y w = vmean K (fun k => x k w)) ->
  sgd_cvx_valid (norm (vsub w0 z)) L sigma2 B gamma K ->
  Ex (fun w => f (y w)) - f z <= sgd_cvx_bound (norm (vsub w0 z)) L sigma2 B gamma K.
Proof. exact (SgdConvex.sgd_cvx Hf He B K gamma sigma2 w0 Known x g z y). Qed.

Theorem sgd_strong_guarantee K gamma sigma2 w0 Known x g mu z :
  sync_run He 1 K gamma sigma2 0 w0 Known x g -> strongly_convex f df mu -> minimal f z ->
  sgd_strong_valid (norm (vsub w0 z)) L mu sigma2 gamma K ->
  Ex (fun w => norm2 (vsub (x K w) z)) <= sgd_strong_bound (norm (vsub w0 z)) L mu sigma2 gamma K.
Proof. exact (SgdConvex.sgd_strong Hf He K gamma sigma2 w0 Known x g mu z). Qed.

Context {fstar : R} (Hmin : forall y, fstar <= f y).

(** Consistent reads, each at most tau updates behind. *)
Theorem nonconvex_async_single_Mfree_guarantee T alpha sigma tau delay w0 Known x g :
  delayed_run He T alpha (sigma ^ 2) delay w0 Known x g ->
  (forall k, (k < T)%nat -> (delay k <= tau)%nat) ->
  nonconvex_async_single_Mfree_valid (f w0 - fstar) L sigma tau alpha T ->
  / INR T * rsum T (fun k => Ex (fun w => norm2 (df (x k w))))
  <= nonconvex_async_single_Mfree_bound (f w0 - fstar) L sigma tau alpha T.
Proof.
  exact (MomentFree.nonconvex_async_single_Mfree Hf He Hmin T alpha sigma tau delay w0 Known x g).
Qed.

(** The step is limited by the root of largest delay times gradients in flight. *)
Theorem async_concurrency_guarantee K gamma sigma2 tau c delay w0 Known x g :
  delayed_run He K gamma sigma2 delay w0 Known x g ->
  (forall k, (k < K)%nat -> (delay k <= tau)%nat) -> in_flight_at_most K delay c ->
  async_concurrency_valid (f w0 - fstar) L sigma2 K tau c gamma ->
  / INR K * rsum K (fun k => Ex (fun w => norm2 (df (x k w))))
  <= async_concurrency_bound (f w0 - fstar) L sigma2 K tau c gamma.
Proof.
  exact (Concurrency.async_concurrency Hf He Hmin K gamma sigma2 tau c delay w0 Known x g).
Qed.

(** Exact gradients, TopK (or any q with <m,q> = |q|^2 >= (1 - gamma)|m|^2), no memory, delay. *)
Theorem nonconvex_topk_no_ef_noiseless_async_guarantee T alpha gamma tau (delay : nat -> nat) w0
    (x q : nat -> rvec H) :
  (forall w, x O w = w0) -> (forall k, (k < T)%nat -> (delay k <= k)%nat) ->
  (forall k, (k < T)%nat -> (delay k <= tau)%nat) ->
  (forall k w, (k < T)%nat -> x (S k) w = vsub (x k w) (vscal alpha (q k w))) ->
  (forall k w, (k < T)%nat ->
    inner (df (x (k - delay k)%nat w)) (q k w) = norm2 (q k w)) ->
  (forall k w, (k < T)%nat ->
    (1 - gamma) * norm2 (df (x (k - delay k)%nat w)) <= norm2 (q k w)) ->
  nonconvex_topk_no_ef_noiseless_async_valid (f w0 - fstar) L gamma tau alpha T ->
  / INR T * rsum T (fun k => Ex (fun w => norm2 (df (x (k - delay k)%nat w))))
  <= nonconvex_topk_no_ef_noiseless_async_bound (f w0 - fstar) L gamma tau alpha T.
Proof.
  exact (Concurrency.nonconvex_topk_no_ef_noiseless_async Hf He Hmin T alpha gamma tau delay w0 x
    q).
Qed.

(** Error feedback on p workers that share the model v; memories are known. *)
Theorem nonconvex_ef_Mfree_guarantee p T alpha gamma sigma w0 Known (x v : nat -> rvec H) g e q :
  elastic_run He p T alpha sigma (fun _ => everybody) w0 Known x (fun t _ => v t) g ->
  feedback_run p T (fun _ => alpha) w0 x v g e q ->
  (forall t i, (t < T)%nat -> (i < p)%nat -> Known t (e t i)) ->
  (forall t i, (t < T)%nat -> (i < p)%nat -> Ex (fun w => norm2 (e (S t) i w))
    <= gamma * Ex (fun w => norm2 (vadd (e t i w) (vscal alpha (g t i w))))) ->
  nonconvex_ef_Mfree_valid (f w0 - fstar) L sigma gamma p alpha T ->
  / INR T * rsum T (fun t => Ex (fun w => norm2 (df (x t w))))
  <= nonconvex_ef_Mfree_bound (f w0 - fstar) L sigma gamma p alpha T.
Proof.
  intros Hr Hfb Hm Hc Hv. pose proof Hv as (_ & _ & _ & H0 & H1 & Hp & _ & Ha & _).
  exact (MomentFreeFeedback.nonconvex_ef_Mfree Hf He Hmin p T alpha gamma sigma w0 Known x v g e q
    Hr Hfb Hm Hc Hp Ha H0 H1 Hv).
Qed.

Theorem nonconvex_unbiased_compression_guarantee p T alpha sigma omega w0 Known Other x g q :
  compressed_run He p T alpha sigma omega w0 Known Other x g q ->
  nonconvex_unbiased_compression_valid (f w0 - fstar) L sigma omega p alpha T ->
  / INR T * rsum T (fun t => Ex (fun w => norm2 (df (x t w))))
  <= nonconvex_unbiased_compression_bound (f w0 - fstar) L sigma omega p alpha T.
Proof.
  exact (Compression.nonconvex_unbiased_compression Hf He Hmin p T alpha sigma omega w0 Known Other
    x g q).
Qed.

(** A contraction applied without memory: the floor 2 gamma M^2 stays. *)
Theorem nonconvex_biased_no_ef_guarantee T alpha B M VQ gamma w0 (x view g q : nat -> rvec H) Known
  :
  (forall w, x O w = w0) ->
  (forall t w, (t < T)%nat -> x (S t) w = vsub (x t w) (vscal alpha (q t w))) ->
  (forall t, (t < T)%nat -> knows (Known t) (x t) /\
    unbiased (Known t) (g t) (gradient He (view t))) ->
  (forall t, (t < T)%nat -> Ex (fun w => norm2 (vsub (x t w) (view t w))) <= (alpha * B) ^ 2) ->
  (forall t, (t < T)%nat -> Ex (fun w => norm2 (g t w)) <= M ^ 2) ->
  (forall t, (t < T)%nat -> Ex (fun w => norm2 (vsub (g t w) (q t w)))
    <= gamma * Ex (fun w => norm2 (g t w))) ->
  (forall t, (t < T)%nat -> Ex (fun w => norm2 (q t w)) <= VQ) ->
  nonconvex_biased_no_ef_valid (f w0 - fstar) L B M VQ gamma alpha T ->
  / INR T * rsum T (fun t => Ex (fun w => norm2 (df (x t w))))
  <= nonconvex_biased_no_ef_bound (f w0 - fstar) L B M VQ gamma alpha T.
Proof.
  exact (Compression.nonconvex_biased_no_ef Hf He Hmin T alpha B M VQ gamma w0 x view g q Known).
Qed.

(** delta = 1 - gamma of the contraction; G2 bounds the second moment of one gradient. *)
Theorem error_feedback_guarantee K rate delta G2 w0 Known (x v : nat -> rvec H) g e q : 0 <= G2 ->
  elastic_run He 1 K rate (sqrt G2) (fun _ => everybody) w0 Known x (fun t _ => v t) g ->
  feedback_run 1 K (fun _ => rate) w0 x v g e q ->
  contractive_feedback 1 K (fun _ => rate) (1 - delta) (sqrt G2) g e ->
  L * rate <= 1 ->
  error_feedback_valid (f w0 - fstar) L G2 rate K delta ->
  / INR K * rsum K (fun t => Ex (fun w => norm2 (df (x t w))))
  <= error_feedback_bound (f w0 - fstar) L G2 rate K delta.
Proof. exact (Compression.error_feedback Hf He Hmin K rate delta G2 w0 Known x v g e q). Qed.

(** EF21 with its largest step; the estimate g moves by a compressed difference c. *)
Theorem ef21_nonconvex_guarantee T gamma w0 (x g c : nat -> rvec H) G0 :
  (forall w, x O w = w0) ->
  Ex (fun w => norm2 (vsub (g O w) (df (x O w)))) <= G0 ->
  (forall t w, (t < T)%nat ->
    x (S t) w = vsub (x t w) (vscal (ef21_max_alpha_bound L gamma) (g t w))) ->
  (forall t w, (t < T)%nat -> g (S t) w = vadd (g t w) (c t w)) ->
  (forall t, (t < T)%nat ->
    Ex (fun w => norm2 (vsub (vsub (df (x (S t) w)) (g t w)) (c t w)))
    <= gamma * Ex (fun w => norm2 (vsub (df (x (S t) w)) (g t w)))) ->
  ef21_nonconvex_valid (f w0 - fstar) G0 L gamma T ->
  / INR T * rsum T (fun t => Ex (fun w => norm2 (df (x t w))))
  <= ef21_nonconvex_bound (f w0 - fstar) G0 L gamma T.
Proof. exact (Compression.ef21_nonconvex Hf He Hmin T gamma w0 x g c G0). Qed.

(** * Published statements *)

(** Recalled for alpha = 1/sqrt T, T >= 36 L^2: it follows from ours. *)
Theorem nonconvex_single_recalled_guarantee T sigma B w0 Known (x : nat -> rvec H) view g :
  elastic_run He 1 T (1 / sqrt (INR T)) sigma (fun _ => everybody) w0 Known x view g ->
  elastic_consistent 1 T (1 / sqrt (INR T)) B (fun _ => everybody) x view ->
  nonconvex_single_recalled_valid (f w0 - fstar) L sigma B T ->
  / INR T * rsum T (fun t => Ex (fun w => norm2 (df (x t w))))
  <= nonconvex_single_recalled_bound (f w0 - fstar) L sigma B T.
Proof.
  exact (Published.nonconvex_single_recalled Hf He fstar T sigma B w0 Known x view g Hmin).
Qed.
End Smooth.

(** False as printed: all conditions of async_gamma_pl_published hold, and its claim does not. *)
Theorem async_gamma_pl_published_refuted (V : space) (w0 : V) : 0 < norm2 w0 ->
  exists (P : probability) (H : L2 V P) (f : V -> R) (df : V -> V) (He : evaluable H f df) Known
         (x : nat -> rvec H) read g,
    async_run He 2 1 1 0 0 w0 Known x read g /\
    staleness_at_most df 2 1 0 x read /\ fresh_at_least df 2 1 1 x read /\
    smooth f df 1 /\ strongly_convex f df 1 /\
    async_gamma_pl_published_valid 1 1 0 0 1 1 2 0 1 (f w0 - 0) 1 /\
    ~ Ex (fun w => f (x 1%nat w)) - 0
      <= async_gamma_pl_published_bound 1 1 0 0 1 1 2 0 1 (f w0 - 0) 1.
Proof.
  intros Hw. destruct (Published.async_gamma_pl_published_refuted V w0 Hw)
    as (P & H & He & Known & x & read & g & Hall).
  now exists P, H, _, _, He, Known, x, read, g.
Qed.

(** Where the printed condition allows eta = 5/(2L): the gap of (L/2)x^2 + (c/2)y^2 really grows
   so. *)
Theorem counterexample_step_diverges_guarantee P K eta L c J (x y : nat -> R) :
  counterexample_step_diverges_valid P K eta L c J ->
  (forall j, x (S j) = x j - eta * (L * x j)) -> (forall j, y (S j) = y j - eta * (c * y j)) ->
  y O = 0 ->
  L / 2 * x J ^ 2 + c / 2 * y J ^ 2
  = counterexample_step_diverges_bound P K eta L c J * (L / 2 * x O ^ 2 + c / 2 * y O ^ 2).
Proof. exact (Published.counterexample_step_diverges P K eta L c J x y). Qed.

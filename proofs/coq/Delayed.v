(* SPDX-License-Identifier: Apache-2.0 *)
(* Delayed SGD in the order applied: how far a read is behind, with and without the orthogonality of
   the noise, and the exchange of sums over windows. *)
From Coq Require Import Reals Lra Lia.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Formulary Bounds.
Local Open Scope R_scope.

(** The sum over the last d entries before k. *)
Definition window_sum (k d : nat) (F : nat -> R) : R := rsum d (fun i => F (k - d + i)%nat).

Lemma window_sum_le k d F G : (d <= k)%nat -> (forall j, (j < k)%nat -> F j <= G j) ->
  window_sum k d F <= window_sum k d G.
Proof. intros Hd H. apply rsum_le. intros. apply H. lia. Qed.

(** The same sum over all entries, by the test whether an entry is in the window. *)
Lemma window_sum_misses K delay k F : (k <= K)%nat -> (delay k <= k)%nat ->
  window_sum k (delay k) F = rsum K (fun j => if misses delay k j then F j else 0).
Proof.
  intros HK Hd. set (d := delay k) in *. unfold window_sum.
  replace K with (k - d + (d + (K - k)))%nat by lia. rewrite !rsum_split.
  rewrite (rsum_zero (k - d)), (rsum_zero (K - k)).
  - rewrite Rplus_0_l, Rplus_0_r. apply rsum_ext. intros i Hi. unfold misses. fold d.
    rewrite (proj2 (Nat.leb_le _ _)), (proj2 (Nat.ltb_lt _ _)) by lia. reflexivity.
  - intros i Hi. unfold misses. rewrite (proj2 (Nat.ltb_ge _ _)) by lia.
    now rewrite Bool.andb_false_r.
  - intros i Hi. unfold misses. fold d. rewrite (proj2 (Nat.leb_gt _ _)) by lia. reflexivity.
Qed.

(** The exchange: delays times windows, summed over the updates, is at most the load. *)
Lemma window_exchange K delay W (a : nat -> R) : window_load_at_most K delay W ->
  (forall k, (k < K)%nat -> (delay k <= k)%nat) -> (forall j, 0 <= a j) ->
  rsum K (fun k => INR (delay k) * window_sum k (delay k) a) <= W * rsum K a.
Proof.
  intros HW Hd Ha.
  rewrite (rsum_ext K _ (fun k => rsum K (fun j =>
    a j * (if misses delay k j then INR (delay k) else 0)))).
  - rewrite rsum_swap, <- rsum_scal. apply rsum_le. intros j Hj. rewrite rsum_scal, Rmult_comm.
    apply Rmult_le_compat_r; [apply Ha|]. now apply HW.
  - intros k Hk. rewrite (window_sum_misses K) by (try apply Hd; lia). rewrite <- rsum_scal.
    apply rsum_ext. intros j _. destruct (misses delay k j); ring.
Qed.

Section Delayed.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V}.
Context (He : evaluable H f df).
Context (K : nat) (gamma sigma2 : R) (delay : nat -> nat) (w0 : V).
Context (Known : nat -> rvec H -> Prop) (x g : nat -> rvec H).
Hypothesis Hrun : delayed_run He K gamma sigma2 delay w0 Known x g.

Definition read k : rvec H := x (k - delay k)%nat.
Let m k := gradient He (read k).
Let noise k := vsub (g k) (m k).
(** Squared gradient at the read. *)
Let B k := norm2 (m k).

Lemma update_eq k : (k < K)%nat -> x (S k) = vsub (x k) (vscal gamma (g k)).
Proof. intros Hk. apply rvec_ext. intros w. now apply (delayed_update _ _ _ _ _ _ _ _ _ Hrun). Qed.

Lemma model_difference h a d : (a + d <= K)%nat ->
  inner h (vsub (x a) (x (a + d)%nat)) = gamma * rsum d (fun i => inner h (g (a + i)%nat)).
Proof.
  intros Hd. rewrite inner_subr. induction d as [|d IH].
  - rewrite Nat.add_0_r. cbn. ring.
  - rewrite Nat.add_succ_r, update_eq, inner_subr, inner_scalr by lia. cbn [rsum].
    specialize (IH ltac:(lia)). lra.
Qed.

(** How far the read is behind: the sum of the updates it misses. *)
Lemma read_behind k : (k < K)%nat ->
  norm2 (vsub (x k) (read k))
  = gamma ^ 2 * norm2 (vsum (delay k) (fun i => g (k - delay k + i)%nat)).
Proof.
  intros Hk. pose proof (delayed_delay _ _ _ _ _ _ _ _ _ Hrun k Hk) as Hd.
  rewrite norm2_sub_sym, <- norm2_scal. apply norm2_same. intros h. unfold read.
  pose proof (model_difference h (k - delay k) (delay k) ltac:(lia)) as M.
  rewrite Nat.sub_add in M by assumption. now rewrite M, inner_scalr, inner_sumr.
Qed.

Lemma known_gradient k j : (k < K)%nat -> (j <= k)%nat -> Known k (m j).
Proof.
  intros Hk Hj. apply knows_gradient. apply (delayed_known _ _ _ _ _ _ _ _ _ Hrun); lia.
Qed.

Lemma noise_orthogonal k h : (k < K)%nat -> Known k h -> inner h (noise k) = 0.
Proof.
  intros Hk Hh. unfold noise. rewrite inner_subr.
  pose proof (delayed_unbiased _ _ _ _ _ _ _ _ _ Hrun k Hk h Hh) as U.
  change (inner h (g k) = inner h (m k)) in U. lra.
Qed.

Lemma noise_size k : (k < K)%nat -> norm2 (noise k) <= sigma2.
Proof. exact (delayed_variance _ _ _ _ _ _ _ _ _ Hrun k). Qed.

Lemma moment k : (k < K)%nat -> norm2 (g k) <= B k + sigma2.
Proof.
  intros Hk. rewrite (second_moment (g k) (m k)).
  - pose proof (noise_size k Hk). fold (noise k). unfold B. lra.
  - pose proof (noise_orthogonal k (m k) Hk (known_gradient k k Hk (le_n k))) as N.
    unfold noise in N. rewrite inner_subr in N. unfold norm2. lra.
Qed.

Lemma noise_uncorrelated i j : (i < K)%nat -> (j < K)%nat -> i <> j ->
  inner (noise i) (noise j) = 0.
Proof.
  intros Hi Hj Hne. destruct (Nat.lt_total i j) as [Hl|[Hl|Hl]]; [|contradiction|].
  - apply noise_orthogonal; [assumption|].
    now apply (delayed_known_noise _ _ _ _ _ _ _ _ _ Hrun).
  - rewrite inner_sym. apply noise_orthogonal; [assumption|].
    now apply (delayed_known_noise _ _ _ _ _ _ _ _ _ Hrun).
Qed.

(** With orthogonal noise: linear in the delay. *)
Lemma read_behind_orthogonal k : (k < K)%nat ->
  norm2 (vsub (x k) (read k))
  <= 2 * gamma ^ 2 * (INR (delay k) * window_sum k (delay k) B + INR (delay k) * sigma2).
Proof.
  intros Hk. pose proof (delayed_delay _ _ _ _ _ _ _ _ _ Hrun k Hk) as Hd.
  rewrite read_behind by assumption. set (d := delay k) in *.
  set (idx i := (k - d + i)%nat).
  assert (norm2 (vsum d (fun i => g (idx i)))
    <= 2 * norm2 (vsum d (fun i => m (idx i))) + 2 * norm2 (vsum d (fun i => noise (idx i)))) as H1.
  { pose proof (norm2_add_young 1 (vsum d (fun i => m (idx i)))
      (vsum d (fun i => noise (idx i))) Rlt_0_1) as Hy.
    rewrite Rinv_1 in Hy.
    rewrite (norm2_same _ (vsum d (fun i => g (idx i)))) in Hy; [lra|].
    intros z. rewrite inner_addr, !inner_sumr, <- rsum_plus. apply rsum_ext. intros i _.
    unfold noise. rewrite inner_subr. ring. }
  pose proof (norm2_vsum_le d (fun i => m (idx i))) as H2.
  assert (norm2 (vsum d (fun i => noise (idx i))) <= INR d * sigma2) as H3.
  { rewrite norm2_vsum_orthogonal.
    - apply rsum_le_const. intros i Hi. apply noise_size. unfold idx. lia.
    - intros i j Hi Hj Hne. apply noise_uncorrelated; unfold idx; lia. }
  change (window_sum k d B) with (rsum d (fun i => norm2 (m (idx i)))).
  pose proof (pow2_ge_0 gamma) as Hg.
  pose proof (Rmult_le_compat_l _ _ _ Hg H1). nra.
Qed.

(** Without: quadratic. *)
Lemma read_behind_crude k : (k < K)%nat ->
  norm2 (vsub (x k) (read k))
  <= gamma ^ 2 * (INR (delay k) * window_sum k (delay k) B + INR (delay k) ^ 2 * sigma2).
Proof.
  intros Hk. pose proof (delayed_delay _ _ _ _ _ _ _ _ _ Hrun k Hk) as Hd.
  rewrite read_behind by assumption. apply Rmult_le_compat_l; [apply pow2_ge_0|].
  apply Rle_trans with (1 := norm2_vsum_le _ _).
  apply Rle_trans with (INR (delay k) * window_sum k (delay k) (fun j => B j + sigma2)).
  - apply Rmult_le_compat_l; [apply pos_INR|]. apply rsum_le. intros i Hi. apply moment. lia.
  - right. unfold window_sum. rewrite rsum_plus, rsum_const. ring.
Qed.

(** One update in value, whatever is known of the read. *)
Lemma delayed_value_step L k : smooth f df L -> 0 < gamma -> (k < K)%nat ->
  mean_value f (x (S k)) <= mean_value f (x k) - gamma / 2 * norm2 (gradient He (x k))
    - gamma / 2 * (1 - L * gamma) * B k + gamma / 2 * L ^ 2 * norm2 (vsub (x k) (read k))
    + L * gamma ^ 2 / 2 * sigma2.
Proof.
  intros Hf Hg Hk. pose proof (smooth_pos _ _ _ Hf) as HL. rewrite update_eq by assumption.
  apply Rle_trans with (1 := smooth_step _ _ L (smooth_lift He L Hf) (x k) (g k) gamma).
  pose proof (noise_orthogonal k (gradient He (x k)) Hk) as N.
  specialize (N (knows_gradient He _ _ (delayed_known _ _ _ _ _ _ _ _ _ Hrun k k Hk (le_n k)))).
  unfold noise in N. rewrite inner_subr in N.
  pose proof (inner_polar (gradient He (x k)) (m k)) as Hp.
  pose proof (smooth_lipschitz _ _ _ (smooth_lift He L Hf) (x k) (read k)) as Hl. fold (m k) in Hl.
  pose proof (moment k Hk) as Hm. fold (B k) in Hp.
  assert (0 <= L * gamma ^ 2 / 2) as Hc by (pose proof (pow2_ge_0 gamma); nra).
  apply (Rmult_le_compat_l _ _ _ Hc) in Hm.
  apply (Rmult_le_compat_l (gamma / 2)) in Hl; [|lra].
  replace (inner (gradient He (x k)) (g k)) with (inner (gradient He (x k)) (m k)) by lra.
  rewrite Hp. lra.
Qed.

(** The same in distance to a minimiser. *)
Lemma delayed_distance_step L z k : smooth f df L -> convex f df -> minimal f z ->
  0 < gamma -> (k < K)%nat ->
  norm2 (vsub (x (S k)) (rconst H z)) <= norm2 (vsub (x k) (rconst H z))
    - 2 * gamma * (mean_value f (x k) - f z) - gamma / L * (1 - L * gamma) * B k
    + L * gamma * norm2 (vsub (x k) (read k)) + gamma ^ 2 * sigma2.
Proof.
  intros Hf Hc Hz Hg Hk. pose proof (smooth_pos _ _ _ Hf) as HL. rewrite update_eq by assumption.
  rewrite norm2_step.
  pose proof (noise_orthogonal k (vsub (x k) (rconst H z)) Hk) as N.
  specialize (N (knows_offset _ _ z (delayed_known _ _ _ _ _ _ _ _ _ Hrun k k Hk (le_n k)))).
  unfold noise in N. rewrite inner_subr in N.
  pose proof (convex_view (mean_value f) (gradient He) L (smooth_lift He L Hf) (convex_lift He Hc)
    (rconst H z) (x k) (read k) (minimal_lift He z Hz)) as Hv. fold (m k) in Hv. fold (B k) in Hv.
  rewrite mean_value_const in Hv.
  pose proof (moment k Hk) as Hm. apply (Rmult_le_compat_l (gamma ^ 2)) in Hm; [|apply pow2_ge_0].
  apply (Rmult_le_compat_l (2 * gamma)) in Hv; [|lra].
  replace (2 * gamma * (mean_value f (x k) - f z + / (2 * L) * B k
    - L / 2 * norm2 (vsub (x k) (read k)))) with (2 * gamma * (mean_value f (x k) - f z)
    + gamma / L * B k - L * gamma * norm2 (vsub (x k) (read k))) in Hv by (field; lra).
  replace (gamma / L * (1 - L * gamma) * B k) with (gamma / L * B k - gamma ^ 2 * B k)
    by (field; lra).
  replace (inner (vsub (x k) (rconst H z)) (g k)) with (inner (vsub (x k) (rconst H z)) (m k))
    by lra.
  lra.
Qed.
End Delayed.

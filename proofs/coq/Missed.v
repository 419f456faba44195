(* SPDX-License-Identifier: Apache-2.0 *)
(* How many gradients a read misses, and how many reads miss a gradient, when compute times are
   exponential: by the books of Schedule.v and the chance of staying quiet. *)
From Coq Require Import Reals Lra Lia Bool FunctionalExtensionality.
From Staleproof Require Import Base Inner Smooth Random Step Methods Renewal Schedule.
Local Open Scope R_scope.

(** * Counting *)

Lemma indicator_range b : 0 <= indicator b <= 1.
Proof. destruct b; cbn; lra. Qed.

Lemma count_one n (b : nat -> bool) :
  (forall k l, (k < l < n)%nat -> b k = true -> b l = true -> False) ->
  rsum n (fun l => indicator (b l)) <= 1.
Proof.
  induction n as [|n IH]; intros H; cbn [rsum]; [lra|].
  destruct (b n) eqn:E.
  - rewrite rsum_zero; [cbn; lra|]. intros k Hk. destruct (b k) eqn:Ek; [|reflexivity].
    exfalso. now apply (H k n); [lia| |].
  - cbn [indicator]. rewrite Rplus_0_r. apply IH. intros k l Hkl. apply H. lia.
Qed.

(** At most one for each of P owners, and none for one of them. *)
Lemma count_owners n P (b : nat -> bool) (f : nat -> nat) skip :
  (skip < P)%nat -> (forall l, (l < n)%nat -> b l = true -> (f l < P)%nat /\ f l <> skip) ->
  (forall k l, (k < l < n)%nat -> b k = true -> b l = true -> f k <> f l) ->
  rsum n (fun l => indicator (b l)) <= INR P - 1.
Proof.
  intros Hs Hf Hinj.
  apply Rle_trans with (rsum n (fun l => rsum P (fun i => indicator (b l && Nat.eqb (f l) i)))).
  - apply rsum_le. intros l Hl. destruct (b l) eqn:E.
    + destruct (Hf l Hl E) as [HP _]. rewrite (rsum_one P (f l)); [|assumption|].
      * rewrite Nat.eqb_refl. cbn. lra.
      * intros i _ Hi. cbn. rewrite (proj2 (Nat.eqb_neq _ _)) by auto. reflexivity.
    + rewrite rsum_zero; [cbn; lra|]. intros i _. reflexivity.
  - rewrite rsum_swap.
    apply Rle_trans with (rsum P (fun i => 1 - indicator (Nat.eqb i skip))).
    + apply rsum_le. intros i Hi. destruct (Nat.eqb_spec i skip) as [->|Hne].
      * cbn. rewrite rsum_zero; [lra|]. intros l Hl. destruct (b l) eqn:E; [|reflexivity].
        destruct (Hf l Hl E) as [_ Hne]. cbn. now rewrite (proj2 (Nat.eqb_neq _ _)) by assumption.
      * cbn. rewrite Rminus_0_r. apply (count_one n (fun l => b l && Nat.eqb (f l) i)).
        intros k l Hkl E1 E2. apply andb_prop in E1, E2. destruct E1 as [B1 E1], E2 as [B2 E2].
        apply Nat.eqb_eq in E1, E2. apply (Hinj k l Hkl B1 B2). congruence.
    + rewrite rsum_minus, rsum_const, (rsum_one P skip); [|assumption|].
      * rewrite Nat.eqb_refl. cbn. lra.
      * intros i _ Hi. now rewrite (proj2 (Nat.eqb_neq _ _)) by assumption.
Qed.

(** * What a read misses *)
Section Books.
Context {Om : Type} (P K : nat) (pusher : nat -> Om -> nat).
Hypothesis HP : (1 <= P)%nat.
Hypothesis HK : (1 <= K)%nat.

(** Gradients before n that have not been delivered before push s. *)
Definition outstanding (first : nat -> nat) (n s : nat) (w : Om) : R :=
  rsum n (fun l => indicator (quiet pusher (owner P pusher l w) (first l) (s - first l) w)).

Lemma outstanding_start first n s w : (n < P)%nat -> outstanding first n s w <= INR P - 1.
Proof.
  intros Hn. apply Rle_trans with (INR n * 1).
  - apply rsum_le_const. intros l _. apply indicator_range.
  - assert (INR n + 1 <= INR P); [|lra]. rewrite <- S_INR. apply le_INR. lia.
Qed.

Lemma owner_range w : (forall t, (pusher t w < P)%nat) -> forall l, (owner P pusher l w < P)%nat.
Proof. intros H l. unfold owner. destruct (Nat.ltb_spec l P); [assumption|apply H]. Qed.

(** A learner computes one gradient at a time. *)
Lemma busy_once w l m s : (l < m)%nat -> (m + 1 - P <= s)%nat ->
  quiet pusher (owner P pusher l w) (busy_first P l) (s - busy_first P l) w = true ->
  owner P pusher l w <> owner P pusher m w.
Proof.
  intros Hlm Hs Hq E. unfold owner in E. destruct (Nat.ltb_spec m P) as [Hm|Hm].
  - destruct (Nat.ltb_spec l P); lia.
  - apply quiet_spec with (t := (m - P)%nat) in Hq.
    + apply Hq. unfold owner. now rewrite E.
    + unfold busy_first. lia.
Qed.

Lemma busy_outstanding w n : (forall t, (pusher t w < P)%nat) ->
  outstanding (busy_first P) n (n + 1 - P) w <= INR P - 1.
Proof.
  intros Hr. destruct (Nat.lt_ge_cases n P) as [Hn|Hn]; [now apply outstanding_start|].
  apply (count_owners n P _ (fun l => owner P pusher l w) (owner P pusher n w)).
  - now apply owner_range.
  - intros l Hl Hq. split; [now apply owner_range|].
    now apply (busy_once w l n (n + 1 - P)); [lia|lia|].
  - intros k l Hkl Hk _. apply (busy_once w k l (n + 1 - P)); [lia|lia|assumption].
Qed.

(** One push delivers at most one gradient. *)
Lemma busy_outstanding_step w n s : (s < n + 1 - P)%nat ->
  outstanding (busy_first P) n s w <= outstanding (busy_first P) n (S s) w + 1.
Proof.
  intros Hs. unfold outstanding.
  assert (rsum n (fun l => indicator (Nat.leb (busy_first P l) s
    && quiet pusher (owner P pusher l w) (busy_first P l) (s - busy_first P l) w
    && Nat.eqb (pusher s w) (owner P pusher l w))) <= 1) as H1.
  { apply count_one. intros k l Hkl E1 E2. apply andb_prop in E1, E2.
    destruct E1 as [E1 A1], E2 as [E2 A2]. apply andb_prop in E1, E2.
    destruct E1 as [_ Q1], E2 as [L2 _]. apply Nat.eqb_eq in A1, A2. apply Nat.leb_le in L2.
    apply (busy_once w k l s); [lia|exact L2|assumption|congruence]. }
  apply Rle_trans with (2 := Rplus_le_compat_l _ _ _ H1). rewrite <- rsum_plus. apply rsum_le.
  intros l _. destruct (Nat.leb_spec (busy_first P l) s) as [Hl|Hl].
  - replace (S s - busy_first P l)%nat with (S (s - busy_first P l)) by lia. cbn [quiet].
    replace (busy_first P l + (s - busy_first P l))%nat with s by lia.
    destruct (quiet _ _ _ _ w), (Nat.eqb (pusher s w) _); cbn; lra.
  - replace (S s - busy_first P l)%nat with 0%nat by lia.
    replace (s - busy_first P l)%nat with 0%nat by lia. cbn. lra.
Qed.

Lemma busy_missing w n : (forall t, (pusher t w < P)%nat) ->
  outstanding (busy_first P) n (busy_seen P K n) w <= INR P + INR K - 2.
Proof.
  intros Hr.
  assert (forall k, (k <= n + 1 - P)%nat ->
    outstanding (busy_first P) n (n + 1 - P - k) w <= INR P - 1 + INR k) as H.
  { induction k as [|k IH]; intros Hk.
    - rewrite Nat.sub_0_r. cbn [INR]. pose proof (busy_outstanding w n Hr). lra.
    - pose proof (busy_outstanding_step w n (n + 1 - P - S k) ltac:(lia)) as Hs.
      replace (S (n + 1 - P - S k)) with (n + 1 - P - k)%nat in Hs by lia.
      specialize (IH ltac:(lia)). rewrite S_INR. lra. }
  pose proof (Nat.div_mod (n + 1 - P) K ltac:(lia)) as Hd.
  pose proof (Nat.mod_upper_bound (n + 1 - P) K ltac:(lia)) as Hm.
  specialize (H ((n + 1 - P) mod K)%nat ltac:(lia)).
  replace (n + 1 - P - (n + 1 - P) mod K)%nat with (busy_seen P K n) in H
    by (unfold busy_seen; lia).
  apply Rle_trans with (1 := H).
  assert (INR ((n + 1 - P) mod K) + 1 <= INR K) by (rewrite <- S_INR; apply le_INR; lia). lra.
Qed.

Lemma waiting_seen_monotone l m : (l <= m)%nat -> (waiting_seen P K l <= waiting_seen P K m)%nat.
Proof.
  intros H. unfold waiting_seen. destruct (Nat.ltb_spec l P), (Nat.ltb_spec m P); try lia.
  apply Nat.mul_le_mono_l, Nat.add_le_mono_r, Nat.div_le_mono; lia.
Qed.

Lemma waiting_once w l m s : (l < m)%nat -> (waiting_seen P K m <= s)%nat ->
  (forall j r, (r < K)%nat ->
    quiet pusher (pusher (K * j + r)%nat w) (K * j) r w = true) ->
  quiet pusher (owner P pusher l w) (waiting_seen P K l) (s - waiting_seen P K l) w = true ->
  owner P pusher l w <> owner P pusher m w.
Proof.
  intros Hlm Hs Hi Hq E. pose proof (waiting_seen_monotone l m ltac:(lia)) as Hmon.
  unfold owner in E. destruct (Nat.ltb_spec m P) as [Hm|Hm].
  { destruct (Nat.ltb_spec l P); lia. }
  pose proof (Nat.div_mod (m - P) K ltac:(lia)) as Dm.
  pose proof (Nat.mod_upper_bound (m - P) K ltac:(lia)) as Bm.
  assert (m - P < waiting_seen P K m)%nat as Hlt.
  { unfold waiting_seen. rewrite (proj2 (Nat.ltb_ge m P)) by assumption. nia. }
  assert (waiting_seen P K l <= m - P \/ (P <= l /\ (l - P) / K = (m - P) / K))%nat as [C|[Hl C]].
  { unfold waiting_seen. destruct (Nat.ltb_spec l P) as [|Hl]; [lia|].
    pose proof (Nat.div_le_mono (l - P) (m - P) K ltac:(lia) ltac:(lia)).
    destruct (Nat.eq_dec ((l - P) / K) ((m - P) / K)); [right; auto|left; nia]. }
  - apply quiet_spec with (t := (m - P)%nat) in Hq; [|lia].
    apply Hq. unfold owner. now rewrite E.
  - pose proof (Nat.div_mod (l - P) K ltac:(lia)) as Dl.
    specialize (Hi ((m - P) / K)%nat ((m - P) mod K)%nat Bm).
    rewrite <- Dm in Hi. rewrite C in Dl.
    apply quiet_spec with (t := (l - P)%nat) in Hi; [|lia].
    rewrite (proj2 (Nat.ltb_ge l P)) in E by assumption. now apply Hi.
Qed.

Lemma waiting_missing w n : (forall t, (pusher t w < P)%nat) ->
  (forall j r, (r < K)%nat -> quiet pusher (pusher (K * j + r)%nat w) (K * j) r w = true) ->
  outstanding (waiting_seen P K) n (waiting_seen P K n) w <= INR P - 1.
Proof.
  intros Hr Hi. destruct (Nat.lt_ge_cases n P) as [Hn|Hn]; [now apply outstanding_start|].
  apply (count_owners n P _ (fun l => owner P pusher l w) (owner P pusher n w)).
  - now apply owner_range.
  - intros l Hl Hq. split; [now apply owner_range|].
    now apply (waiting_once w l n (waiting_seen P K n)).
  - intros k l Hkl Hk _. apply (waiting_once w k l (waiting_seen P K n)); auto; [lia|].
    apply waiting_seen_monotone. lia.
Qed.
End Books.

(** * The reads that miss a gradient *)

Lemma geometric_partial x G : 0 <= x < 1 -> rsum G (fun g => x ^ g) <= / (1 - x).
Proof.
  intros Hx. assert ((1 - x) * rsum G (fun g => x ^ g) = 1 - x ^ G) as E.
  { induction G as [|G IH]; cbn [rsum pow]; [ring|]. rewrite Rmult_plus_distr_l, IH. ring. }
  pose proof (pow_le x G (proj1 Hx)). replace (/ (1 - x)) with (1 / (1 - x)) by (field; lra).
  apply Rle_div; lra.
Qed.

(** Gradient l is missed with chance at most 1 by the b gradients behind it, then with chance at
    most stale^1 by [steps] of them, stale^2 by the next, and so on; weights u, u^2, ... *)
Lemma geometric_missed N l b steps stale u (chance : nat -> R) :
  (1 <= steps)%nat -> 0 <= stale -> 0 <= u -> stale * u ^ steps < 1 ->
  (forall n, 0 <= chance n <= 1) ->
  (forall n g, (l + b + steps * g < n)%nat -> chance n <= stale ^ S g) ->
  rsum N (fun n => if Nat.ltb l n then u ^ (n - l) * chance n else 0)
  <= rsum b (fun k => u ^ S k)
     + u ^ b * (rsum steps (fun k => u ^ S k) * stale / (1 - stale * u ^ steps)).
Proof.
  intros Hst Hs Hu Hx H1 Hg.
  set (F := fun d => u ^ S d * (if Nat.ltb d b then 1 else stale ^ S ((d - b) / steps))).
  assert (forall d, 0 <= F d) as HF.
  { intros d. unfold F. apply Rmult_le_pos; [now apply pow_le|].
    destruct (Nat.ltb d b); [lra|now apply pow_le]. }
  apply Rle_trans with (rsum (b + steps * N) F).
  - apply Rle_trans with (rsum N F); [|apply rsum_monotone; [nia|auto]].
    destruct (Nat.le_gt_cases N l) as [Hl|Hl].
    { rewrite rsum_zero; [now apply rsum_nonneg|]. intros n Hn.
      now rewrite (proj2 (Nat.ltb_ge l n)) by lia. }
    apply Rle_trans with (rsum (N - S l) F); [|apply rsum_monotone; [lia|auto]].
    replace N with (S l + (N - S l))%nat at 1 by lia. rewrite rsum_split, rsum_zero, Rplus_0_l.
    2:{ intros n Hn. now rewrite (proj2 (Nat.ltb_ge l n)) by lia. }
    apply rsum_le. intros d _. rewrite (proj2 (Nat.ltb_lt l (S l + d))) by lia.
    replace (S l + d - l)%nat with (S d) by lia. unfold F.
    apply Rmult_le_compat_l; [now apply pow_le|].
    destruct (Nat.ltb_spec d b) as [Hd|Hd]; [apply H1|]. apply Hg.
    pose proof (Nat.mul_div_le (d - b) steps ltac:(lia)). lia.
  - rewrite rsum_split. apply Rplus_le_compat.
    + right. apply rsum_ext. intros k Hk. unfold F. rewrite (proj2 (Nat.ltb_lt k b)) by assumption.
      ring.
    + assert (forall G, rsum (steps * G) (fun e => F (b + e)%nat)
        = u ^ b * (rsum steps (fun k => u ^ S k) * stale
            * rsum G (fun g => (stale * u ^ steps) ^ g))) as E.
      { induction G as [|G IH]; [rewrite Nat.mul_0_r; cbn; ring|].
        replace (steps * S G)%nat with (steps * G + steps)%nat by lia.
        rewrite rsum_split, IH. cbn [rsum].
        rewrite (rsum_ext steps (fun i => F (b + (steps * G + i))%nat)
          (fun r => u ^ b * stale * (stale * u ^ steps) ^ G * u ^ S r)).
        - rewrite rsum_scal. ring.
        - intros r Hr. unfold F. rewrite (proj2 (Nat.ltb_ge (b + (steps * G + r)) b)) by lia.
          replace (b + (steps * G + r) - b)%nat with (r + G * steps)%nat by lia.
          rewrite Nat.div_add, Nat.div_small by lia.
          replace (S (b + (steps * G + r))) with (b + (steps * G + S r))%nat by lia.
          rewrite !pow_add, Rpow_mult_distr, <- (pow_mult u). cbn [Nat.add].
          rewrite <- (tech_pow_Rmult stale). ring. }
      rewrite E. apply Rmult_le_compat_l; [now apply pow_le|].
      apply Rmult_le_compat_l.
      * apply Rmult_le_pos; [|assumption]. apply rsum_nonneg. intros. now apply pow_le.
      * apply geometric_partial. split; [|assumption]. apply Rmult_le_pos; [assumption|].
        now apply pow_le.
Qed.

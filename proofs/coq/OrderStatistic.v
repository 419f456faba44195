(* SPDX-License-Identifier: Apache-2.0 *)
(* Order statistics of shifted, uniform and Pareto times. Throughout u t is the probability that one
   learner has finished by t, so fewer K P (u t) = P(X_(K:P) > t). *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From Staleproof Require Import Base Formulary Survival.
Local Open Scope R_scope.

(** * A survival function that is 1 up to D and then that of another law *)
Definition after (D : R) (u : R -> R) (t : R) : R := if Rlt_dec t D then 0 else u (t - D).

Lemma after_early D u t : t < D -> after D u t = 0.
Proof. intros H. unfold after. now destruct (Rlt_dec t D). Qed.

Lemma after_late D u t : D <= t -> after D u t = u (t - D).
Proof. intros H. unfold after. destruct (Rlt_dec t D); [lra|reflexivity]. Qed.

Lemma is_RInt_after K P D u T l : 0 <= D <= T ->
  is_RInt (fun t => fewer (S K) P (u t)) 0 (T - D) l ->
  is_RInt (fun t => fewer (S K) P (after D u t)) 0 T (D + l).
Proof.
  intros [HD HT] Hl. apply (is_RInt_Chasles (V := R_NormedModule) _ 0 D T D l).
  - apply (is_RInt_ext (fun _ => 1)).
    + rewrite Rmin_left, Rmax_right by lra. intros t Ht. now rewrite after_early, fewer_at_0.
    + evar_last; [apply (is_RInt_const (V := R_NormedModule))|].
      unfold scal; in_R; cbn; unfold mult; cbn. ring.
  - apply (is_RInt_ext (fun t => fewer (S K) P (u (t - D)))).
    + rewrite Rmin_left, Rmax_right by lra. intros t Ht. now rewrite after_late by lra.
    + apply (is_RInt_ext (fun t => scal 1 (fewer (S K) P (u (1 * t + - D))))).
      { intros t _. unfold scal; in_R; cbn; unfold mult; cbn. rewrite !Rmult_1_l. reflexivity. }
      apply (is_RInt_comp_lin (V := R_NormedModule) (fun t => fewer (S K) P (u t)) 1 (- D) D T l).
      replace (1 * D + - D) with 0 by ring. replace (1 * T + - D) with (T - D) by ring. exact Hl.
Qed.

Theorem mean_after K P D u m : 0 <= D ->
  (forall T, 0 <= T -> ex_RInt (fun t => fewer (S K) P (u t)) 0 T) ->
  mean_of_survival (fun t => fewer (S K) P (u t)) m ->
  mean_of_survival (fun t => fewer (S K) P (after D u t)) (D + m).
Proof.
  intros HD Hex Hm. unfold mean_of_survival in *.
  apply (is_lim_ext_loc (fun T => D + RInt (fun t => fewer (S K) P (u t)) 0 (T - D))).
  - exists D. intros T HT. symmetry. apply is_RInt_unique, is_RInt_after; [lra|].
    apply (RInt_correct (V := R_CompleteNormedModule)), Hex. lra.
  - apply (is_lim_plus' (fun _ => D)); [apply is_lim_const|].
    apply (is_lim_comp (fun T => RInt (fun t => fewer (S K) P (u t)) 0 T) (fun T => T - D)
             p_infty m p_infty Hm).
    + intros A [M HM]. exists (M + D). intros T HT. apply HM. lra.
    + exists 0. intros T _. discriminate.
Qed.

(** * Uniform on [a, b] *)
Definition uniform_cdf (a b t : R) : R :=
  if Rlt_dec t a then 0 else if Rlt_dec t b then (t - a) / (b - a) else 1.

(** The integral of fewer K P from 0 to u. *)
Definition fewer_area (K P : nat) (u : R) : R :=
  rsum K (fun i => / INR (S P) * (1 - fewer (S i) (S P) u)).

Lemma fewer_area_derive K P u : is_derive (fewer_area K P) u (fewer K P u).
Proof.
  rewrite fewer_exactly. unfold fewer_area. pose proof (lt_0_INR (S P) (Nat.lt_0_succ P)).
  induction K as [|K IH]; cbn [rsum]; [apply (is_derive_const (V := R_NormedModule) 0)|].
  apply (is_derive_plus (V := R_NormedModule)); [exact IH|]. evar_last.
  - apply (is_derive_scal (fun x => 1 - fewer (S K) (S P) x)).
    apply (is_derive_minus (V := R_NormedModule) (fun _ => 1) (fewer (S K) (S P)));
      [apply (is_derive_const (V := R_NormedModule) 1)|apply fewer_derive].
  - unfold minus, plus, opp, zero; in_R; cbn -[INR]. field. lra.
Qed.

Lemma fewer_area_0 K P : fewer_area K P 0 = 0.
Proof. apply rsum_zero. intros i _. rewrite fewer_at_0. ring. Qed.

Lemma fewer_area_1 K P : (K <= P)%nat -> fewer_area K P 1 = INR K / INR (S P).
Proof.
  intros H. unfold fewer_area. rewrite (rsum_ext _ _ (fun _ => / INR (S P))).
  - rewrite rsum_const. reflexivity.
  - intros i Hi. rewrite fewer_at_1 by lia. ring.
Qed.

Lemma uniform_rise K P a b : a < b -> (K <= P)%nat ->
  is_RInt (fun t => fewer K P ((t - a) / (b - a))) a b ((b - a) * (INR K / INR (S P))).
Proof.
  intros Hab HK. rewrite <- fewer_area_1 by assumption.
  replace ((b - a) * fewer_area K P 1) with
    ((b - a) * fewer_area K P ((b - a) / (b - a)) - (b - a) * fewer_area K P ((a - a) / (b - a))).
  - apply (is_RInt_derive (V := R_CompleteNormedModule)
             (fun t => (b - a) * fewer_area K P ((t - a) / (b - a)))); intros t _.
    + evar_last.
      * apply is_derive_scal. apply (is_derive_comp (fewer_area K P) (fun t => (t - a) / (b - a)));
          [apply fewer_area_derive|].
        now auto_derive.
      * unfold scal; cbn -[fewer]; unfold mult; in_R; cbn -[fewer]. field. lra.
    + apply (continuous_comp (fun t => (t - a) / (b - a)) (fewer K P)); [|apply fewer_continuous].
      apply (ex_derive_continuous (V := R_NormedModule)). now auto_derive.
  - rewrite Rminus_eq_0. unfold Rdiv at 2. rewrite Rmult_0_l, fewer_area_0.
    unfold Rdiv. rewrite Rinv_r by lra. ring.
Qed.

Theorem uniform_order_statistic K P a b : (1 <= K <= P)%nat -> 0 <= a <= b ->
  mean_of_survival (fun t => fewer K P (uniform_cdf a b t)) (a + (b - a) * (INR K / INR (S P))).
Proof.
  intros [HK1 HK] [Ha Hab]. destruct K as [|K]; [lia|].
  assert (forall T, b <= T -> is_RInt (fun t => fewer (S K) P (uniform_cdf a b t)) 0 T
            (a + ((b - a) * (INR (S K) / INR (S P)) + 0))) as H.
  { intros T HT. apply (is_RInt_Chasles (V := R_NormedModule) _ 0 a T a).
    - apply (is_RInt_ext (fun _ => 1)).
      + rewrite Rmin_left, Rmax_right by lra. intros t Ht. unfold uniform_cdf.
        destruct (Rlt_dec t a); [now rewrite fewer_at_0|lra].
      + evar_last; [apply (is_RInt_const (V := R_NormedModule))|].
        unfold scal; in_R; cbn; unfold mult; cbn. ring.
    - apply (is_RInt_Chasles (V := R_NormedModule) _ a b T).
      + destruct (Rle_lt_or_eq_dec a b Hab) as [Hlt|<-].
        * apply (is_RInt_ext (fun t => fewer (S K) P ((t - a) / (b - a))));
            [|now apply uniform_rise].
          rewrite Rmin_left, Rmax_right by lra. intros t Ht. unfold uniform_cdf.
          destruct (Rlt_dec t a); [lra|]. destruct (Rlt_dec t b); [reflexivity|lra].
        * rewrite Rminus_eq_0, Rmult_0_l. apply (is_RInt_point (V := R_NormedModule)).
      + apply (is_RInt_ext (fun _ => 0)).
        * rewrite Rmin_left, Rmax_right by lra. intros t Ht. unfold uniform_cdf.
          destruct (Rlt_dec t a); [lra|]. destruct (Rlt_dec t b); [lra|].
          now rewrite fewer_at_1.
        * evar_last; [apply (is_RInt_const (V := R_NormedModule))|].
          unfold scal; in_R; cbn; unfold mult; cbn. ring. }
  apply (is_lim_ext_loc (fun _ => a + ((b - a) * (INR (S K) / INR (S P)) + 0))).
  - exists b. intros T HT. symmetry. apply is_RInt_unique, H. lra.
  - rewrite Rplus_0_r. apply is_lim_const.
Qed.

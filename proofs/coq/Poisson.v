(* SPDX-License-Identifier: Apache-2.0 *)
(* Learners that work without pause, exponential durations: how many gradients they have pushed. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From Staleproof Require Import Base Formulary Survival.
Local Open Scope R_scope.

(** The Poisson probability of k events when x are expected. *)
Definition poisson (x : R) (k : nat) : R := exp (- x) * (x ^ k / INR (fact k)).

(** The probability that one learner of rate mu has pushed fewer than n gradients by time t:
    by the time s at which the first is done, from where it starts afresh. *)
Fixpoint late (mu : R) (n : nat) (t : R) : R :=
  match n with
  | O => 0
  | S k => exp (- mu * t) + RInt (fun s => mu * exp (- mu * s) * late mu k (t - s)) 0 t
  end.

(** The probability that P independent learners have pushed k gradients together by time t: by how
    many of them the last learner has pushed. *)
Fixpoint pushes (mu : R) (P k : nat) (t : R) : R :=
  match P with
  | O => match k with O => 1 | S _ => 0 end
  | S p => rsum (S k) (fun i => (late mu (S i) t - late mu i t) * pushes mu p (k - i) t)
  end.

(** The probability that fewer than n have been pushed: the n-th push comes after t. *)
Definition push_tail (mu : R) (P n : nat) (t : R) : R := rsum n (fun k => pushes mu P k t).

Lemma rsum_first n F : rsum (S n) F = F 0%nat + rsum n (fun i => F (S i)).
Proof. induction n as [|n IH]; cbn in *; [ring|]. rewrite IH. ring. Qed.

Lemma rsum_sum_f_R0 n F : rsum (S n) F = sum_f_R0 F n.
Proof. induction n as [|n IH]; cbn in *; [ring|]. now rewrite IH. Qed.

Lemma fact_pos n : 0 < INR (fact n).
Proof. apply lt_0_INR, lt_O_fact. Qed.

Lemma fact_S n : INR (fact (S n)) = (INR n + 1) * INR (fact n).
Proof. change (fact (S n)) with (S n * fact n)%nat. now rewrite mult_INR, S_INR. Qed.

(** Independent Poisson numbers add up to a Poisson number. *)
Lemma poisson_sum x y k :
  rsum (S k) (fun i => poisson x i * poisson y (k - i)) = poisson (x + y) k.
Proof.
  unfold poisson. replace (- (x + y)) with (- x + - y) by ring.
  rewrite exp_plus, binomial, rsum_sum_f_R0. unfold Rdiv.
  rewrite (Rmult_comm (sum_f_R0 _ k)), <- Rmult_assoc, scal_sum.
  apply sum_eq. intros i Hi. unfold Binomial.C.
  pose proof (fact_pos k). pose proof (fact_pos i). pose proof (fact_pos (k - i)).
  field. lra.
Qed.

Section Late.
Variable mu : R.

Lemma late_step i t s :
  is_derive (fun s => - (exp (- (mu * t)) * ((mu * (t - s)) ^ S i / INR (fact (S i))))) s
    (mu * exp (- mu * s) * poisson (mu * (t - s)) i).
Proof.
  pose proof (fact_pos i). pose proof (pos_INR i). evar_last; [now auto_derive|].
  in_R. change (t + - s) with (t - s). change (fact i + i * fact i)%nat with (fact (S i)).
  change (match i with 0%nat => 1 | S _ => INR i + 1 end) with (INR (S i)).
  rewrite fact_S, S_INR. unfold poisson.
  replace (- (mu * t)) with (- mu * s + - (mu * (t - s))) by ring. rewrite exp_plus.
  field. lra.
Qed.

Lemma late_integral n t : (forall s, late mu n s = rsum n (poisson (mu * s))) ->
  RInt (fun s => mu * exp (- mu * s) * late mu n (t - s)) 0 t
  = rsum n (fun i => poisson (mu * t) (S i)).
Proof.
  intros IH. apply is_RInt_unique.
  apply (is_RInt_ext (fun s => rsum n (fun i =>
           mu * exp (- mu * s) * poisson (mu * (t - s)) i))).
  { intros s _. rewrite IH, rsum_scal. reflexivity. }
  clear IH. evar_last.
  - apply (is_RInt_derive (V := R_CompleteNormedModule) (fun s => rsum n (fun i =>
      - (exp (- (mu * t)) * ((mu * (t - s)) ^ S i / INR (fact (S i))))))); intros s _.
    + induction n as [|n IH]; cbn [rsum]; [apply (is_derive_const (V := R_NormedModule) 0)|].
      apply (is_derive_plus (V := R_NormedModule)); [exact IH|apply late_step].
    + apply (ex_derive_continuous (V := R_NormedModule)). unfold poisson.
      induction n as [|n IH]; cbn [rsum]; [apply (ex_derive_const (V := R_NormedModule) 0)|].
      apply (ex_derive_plus (V := R_NormedModule)); [exact IH|]. now auto_derive.
  - unfold minus, plus, opp; in_R; cbn -[pow fact INR].
    induction n as [|n IH]; cbn [rsum]; [ring|]. rewrite <- IH. unfold poisson.
    rewrite Rminus_eq_0, Rmult_0_r, Rminus_0_r. rewrite (pow_i (S n)) by lia.
    unfold Rdiv. ring.
Qed.

Lemma late_poisson n : forall t, late mu n t = rsum n (poisson (mu * t)).
Proof.
  induction n as [|n IH]; intros t; [reflexivity|].
  rewrite rsum_first. cbn [late]. rewrite late_integral by exact IH. f_equal.
  unfold poisson. cbn. replace (- mu * t) with (- (mu * t)) by ring. field.
Qed.

Theorem pushes_poisson P k t : pushes mu P k t = poisson (INR P * mu * t) k.
Proof.
  revert k; induction P as [|P IH]; intros k.
  - cbn. unfold poisson. rewrite !Rmult_0_l, Ropp_0, exp_0.
    destruct k as [|k]; [cbn; field|]. rewrite pow_i by lia. unfold Rdiv. ring.
  - cbn [pushes]. rewrite S_INR. replace ((INR P + 1) * mu * t)
      with (mu * t + INR P * mu * t) by ring.
    rewrite <- poisson_sum. apply rsum_ext. intros i _. rewrite IH, !late_poisson.
    cbn [rsum]. ring.
Qed.
End Late.

(** * The mean of the n-th push *)
Section Mean.
Variable lambda : R.
Hypothesis Hlambda : 0 < lambda.

Definition erlang_tail (n : nat) (t : R) : R := rsum n (poisson (lambda * t)).

Lemma erlang_tail_derive n t :
  is_derive (erlang_tail (S n)) t (- (lambda * poisson (lambda * t) n)).
Proof.
  induction n as [|n IH].
  - unfold erlang_tail, poisson. cbn [rsum]. evar_last; [now auto_derive|].
    in_R. cbn. field.
  - evar_last.
    + apply (is_derive_plus (V := R_NormedModule) (erlang_tail (S n))
               (fun t => poisson (lambda * t) (S n))); [exact IH|].
      unfold poisson. now auto_derive.
    + unfold plus; in_R. cbn [AbelianGroup.plus NormedModule.sort].
      change (fact n + n * fact n)%nat with (fact (S n)).
      change (match n with 0%nat => 1 | S _ => INR n + 1 end) with (INR (S n)).
      unfold poisson. rewrite fact_S, S_INR. pose proof (fact_pos n). pose proof (pos_INR n).
      cbn -[pow fact INR exp]. cbn [pow]. field. lra.
Qed.

Lemma poisson_lim n : is_lim (fun t => poisson (lambda * t) n) p_infty 0.
Proof.
  apply (is_lim_le_le_loc (fun _ => 0) (fun t => INR (S n) / lambda * / t)).
  - exists 0. intros t Ht. pose proof (fact_pos n). pose proof (pos_INR n).
    assert (0 < lambda * t) by now apply Rmult_lt_0_compat.
    pose proof (pow_lt (lambda * t) n ltac:(assumption)) as Hp.
    pose proof (exp_pos (- (lambda * t))). unfold poisson. split.
    + apply Rmult_le_pos; [lra|]. apply Rlt_le, Rdiv_lt_0_compat; assumption.
    + pose proof (exp_ge_taylor (lambda * t) (S n) ltac:(lra)) as He.
      rewrite <- rsum_sum_f_R0 in He. cbn [rsum] in He.
      assert (0 <= rsum n (fun k => (lambda * t) ^ k / INR (fact k))
                   + (lambda * t) ^ n / INR (fact n)) as Hsum.
      { apply (rsum_nonneg (S n)). intros k _. apply Rlt_le, Rdiv_lt_0_compat;
          [now apply pow_lt|apply fact_pos]. }
      assert ((lambda * t) ^ S n / INR (fact (S n)) <= exp (lambda * t)) as Hexp by lra.
      rewrite fact_S in Hexp. cbn [pow] in Hexp. rewrite exp_Ropp.
      apply Rmult_le_reg_l with (exp (lambda * t)); [apply exp_pos|].
      pose proof (exp_pos (lambda * t)).
      rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
      replace ((lambda * t) ^ n / INR (fact n)) with
        (lambda * t * (lambda * t) ^ n / ((INR n + 1) * INR (fact n)) * (INR (S n) / lambda * / t))
        by (rewrite S_INR; field; repeat split; try lra).
      apply Rmult_le_compat_r; [|exact Hexp].
      apply Rmult_le_pos; [|apply Rlt_le, Rinv_0_lt_compat; exact Ht].
      apply Rlt_le, Rdiv_lt_0_compat; [apply lt_0_INR; lia|exact Hlambda].
  - apply is_lim_const.
  - replace (Finite 0) with (Rbar_mult (INR (S n) / lambda) (Rbar_inv p_infty))
      by (cbn; f_equal; ring).
    apply is_lim_scal_l. apply (is_lim_inv (fun t => t)); [apply is_lim_id|discriminate].
Qed.

Lemma erlang_tail_lim n : is_lim (erlang_tail n) p_infty 0.
Proof.
  induction n as [|n IH]; [exact (is_lim_const 0 p_infty)|].
  replace (Finite 0) with (Finite (0 + 0)) by (f_equal; ring).
  apply (is_lim_plus' (erlang_tail n)); [exact IH|apply poisson_lim].
Qed.

Definition erlang_area (n : nat) (t : R) : R :=
  rsum n (fun i => / lambda * (1 - erlang_tail (S i) t)).

Lemma erlang_area_derive n t : is_derive (erlang_area n) t (erlang_tail n t).
Proof.
  unfold erlang_area, erlang_tail at 2.
  induction n as [|n IH]; cbn [rsum]; [apply (is_derive_const (V := R_NormedModule) 0)|].
  apply (is_derive_plus (V := R_NormedModule)); [exact IH|]. evar_last.
  - apply (is_derive_scal (fun u => 1 - erlang_tail (S n) u)).
    apply (is_derive_minus (V := R_NormedModule) (fun _ => 1) (erlang_tail (S n)));
      [apply (is_derive_const (V := R_NormedModule) 1)|apply erlang_tail_derive].
  - unfold minus, plus, opp, zero; in_R; cbn -[poisson]. field. lra.
Qed.

Lemma erlang_tail_0 n : erlang_tail (S n) 0 = 1.
Proof.
  unfold erlang_tail. rewrite rsum_first. rewrite Rmult_0_r.
  replace (rsum n (fun i => poisson 0 (S i))) with (rsum n (fun _ => 0)).
  - rewrite rsum_const. unfold poisson. rewrite Ropp_0, exp_0. cbn. field.
  - apply rsum_ext. intros i _. unfold poisson. rewrite pow_i by lia. unfold Rdiv. ring.
Qed.

Lemma erlang_area_0 n : erlang_area n 0 = 0.
Proof.
  unfold erlang_area. induction n as [|n IH]; [reflexivity|].
  cbn [rsum]. rewrite IH, erlang_tail_0. ring.
Qed.

Theorem erlang_mean n : mean_of_survival (erlang_tail n) (INR n / lambda).
Proof.
  unfold mean_of_survival. apply (is_lim_ext (erlang_area n)).
  - intros T. symmetry. apply is_RInt_unique. evar_last.
    + apply (is_RInt_derive (V := R_CompleteNormedModule) (erlang_area n));
        intros; [apply erlang_area_derive|].
      apply (ex_derive_continuous (V := R_NormedModule)).
      destruct n as [|n]; [apply (ex_derive_const (V := R_NormedModule) 0)|].
      eexists. apply erlang_tail_derive.
    + unfold minus, plus, opp; in_R; cbn. rewrite erlang_area_0. ring.
  - unfold erlang_area. induction n as [|n IH]; cbn [rsum].
    + unfold Rdiv. rewrite Rmult_0_l. apply is_lim_const.
    + rewrite S_INR. replace ((INR n + 1) / lambda)
        with (INR n / lambda + / lambda * (1 - 0)) by (field; lra).
      apply (is_lim_plus' (fun t => rsum n _)); [exact IH|].
      apply (is_lim_scal_l (fun t => 1 - erlang_tail (S n) t) (/ lambda) p_infty (1 - 0)).
      apply (is_lim_minus' (fun _ => 1)); [apply is_lim_const|apply erlang_tail_lim].
Qed.
End Mean.

(** The n-th push of P learners of rate mu comes after n / (P mu) on average. *)
Theorem push_mean mu P n : 0 < mu -> (1 <= P)%nat ->
  mean_of_survival (push_tail mu P n) (INR n / (INR P * mu)).
Proof.
  intros Hmu HP. pose proof (lt_0_INR P HP).
  apply (is_lim_ext (fun T => RInt (erlang_tail (INR P * mu) n) 0 T)).
  - intros T. apply RInt_ext. intros t _. unfold erlang_tail, push_tail.
    apply rsum_ext. intros k _. symmetry. apply pushes_poisson.
  - apply erlang_mean. now apply Rmult_lt_0_compat.
Qed.

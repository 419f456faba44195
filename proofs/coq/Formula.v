(* SPDX-License-Identifier: Apache-2.0 *)
(* The formula language as data: its meaning in the reals, and an interval evaluator that is
   proved to enclose it. The evaluator uses CoqInterval's arithmetic on plain integers, so that
   it adds no axiom to those of Coq's reals. *)
From Coq Require Import Reals ZArith NArith List Lra Lia.
From Interval Require Import Xreal Basic Sig Interval Specific_ops Specific_stdz Float_full.
From Staleproof Require Import Base Formulary.
Import ListNotations.
Local Open Scope R_scope.

Module F := SpecificFloat StdZRadix2.
Module I := FloatIntervalFull F.

(** Expressions of natural numbers; subtraction is truncated. Variables count from the head of
    the list of values. *)
Inductive nexp :=
| NVar (i : nat) | NCst (n : N) | NAdd (a b : nexp) | NSub (a b : nexp) | NMul (a b : nexp)
| NDiv (a b : nexp).

(** How a choice compares. *)
Inductive relation := RLt | RLe | REq.

(** Expressions of real numbers. *)
Inductive expr :=
| EVar (i : nat) | ENat (n : nexp) | ERat (p : Z) (q : positive)
| EAdd (a b : expr) | ESub (a b : expr) | EMul (a b : expr) | EDiv (a b : expr)
| ENeg (a : expr) | ESqrt (a : expr) | EExp (a : expr) | ELn (a : expr)
| EMax (a b : expr) | EMin (a b : expr) | EFloor (a : expr)
| EPow (a : expr) (n : nexp)
| ERpow (a b : expr)          (* of a positive a; 0 else *)
| EIf (cmp : relation) (a b c d : expr)
| ESum (n : nexp) (a : expr)  (* of a over NVar 0 = 0 .. n - 1 *)
| EProd (n : nexp) (a : expr)
| ELargest (n : nexp) (a : expr)
| EHarm (n : nexp)
| ELet (a b : expr).          (* b sees the value of a as EVar 0 *)

(** Naturals are unary in the theorems and binary in the evaluator. *)
Fixpoint evalT (nu : list nat) (n : nexp) : nat :=
  match n with
  | NVar i => nth i nu 0%nat
  | NCst k => N.to_nat k
  | NAdd a b => (evalT nu a + evalT nu b)%nat
  | NSub a b => (evalT nu a - evalT nu b)%nat
  | NMul a b => (evalT nu a * evalT nu b)%nat
  | NDiv a b => (evalT nu a / evalT nu b)%nat
  end.

Fixpoint evalN (nu : list N) (n : nexp) : N :=
  match n with
  | NVar i => nth i nu 0%N
  | NCst k => k
  | NAdd a b => (evalN nu a + evalN nu b)%N
  | NSub a b => (evalN nu a - evalN nu b)%N
  | NMul a b => (evalN nu a * evalN nu b)%N
  | NDiv a b => (evalN nu a / evalN nu b)%N
  end.

Lemma evalT_N nu n : evalT (map N.to_nat nu) n = N.to_nat (evalN nu n).
Proof.
  induction n as [i| |a IHa b IHb|a IHa b IHb|a IHa b IHb|a IHa b IHb]; cbn [evalT evalN];
    try rewrite IHa, IHb; try (cbn; lia).
  - exact (map_nth N.to_nat nu 0%N i).
  - symmetry. apply N2Nat.inj_div.
Qed.

Definition if_relation (r : relation) : R -> R -> R -> R -> R :=
  match r with RLt => if_lt | RLe => if_le | REq => if_eq end.

Fixpoint evalR (rho : list R) (nu : list nat) (e : expr) {struct e} : R :=
  match e with
  | EVar i => nth i rho 0
  | ENat n => INR (evalT nu n)
  | ERat p q => match q with xH => IZR p | _ => IZR p / IZR (Zpos q) end
  | EAdd a b => evalR rho nu a + evalR rho nu b
  | ESub a b => evalR rho nu a - evalR rho nu b
  | EMul a b => evalR rho nu a * evalR rho nu b
  | EDiv a b => evalR rho nu a / evalR rho nu b
  | ENeg a => - evalR rho nu a
  | ESqrt a => sqrt (evalR rho nu a)
  | EExp a => exp (evalR rho nu a)
  | ELn a => ln (evalR rho nu a)
  | EMax a b => Rmax (evalR rho nu a) (evalR rho nu b)
  | EMin a b => Rmin (evalR rho nu a) (evalR rho nu b)
  | EFloor a => rfloor (evalR rho nu a)
  | EPow a n => evalR rho nu a ^ evalT nu n
  | ERpow a b => rpower (evalR rho nu a) (evalR rho nu b)
  | EIf r a b c d =>
    if_relation r (evalR rho nu a) (evalR rho nu b) (evalR rho nu c) (evalR rho nu d)
  | ESum n a => rsum (evalT nu n) (fun i => evalR rho (i :: nu) a)
  | EProd n a => rprod (evalT nu n) (fun i => evalR rho (i :: nu) a)
  | ELargest n a => rlargest (evalT nu n) (fun i => evalR rho (i :: nu) a)
  | EHarm n => harmonic (evalT nu n)
  | ELet a b => let x := evalR rho nu a in evalR (x :: rho) nu b
  end.

Section Evaluator.
Variable prec : F.precision.

Definition fromN (n : N) : I.type := I.fromZ prec (Z.of_N n).
Definition one : I.type := I.fromZ prec 1.
Definition half : I.type := I.div prec one (I.fromZ prec 2).

Definition is_ge0 (i : I.type) : bool :=
  match I.sign_large i with Xgt | Xeq => true | _ => false end.
Definition is_gt0 (i : I.type) : bool :=
  match I.sign_strict i with Xgt => true | _ => false end.
Definition is_null (i : I.type) : bool :=
  match I.sign_large i with Xeq => true | _ => false end.

(** Whether x stands in relation r to y, given x - y and y - x; None if they do not tell. *)
Definition decide (r : relation) (above below : I.type) : option bool :=
  match r with
  | RLe => if is_ge0 below then Some true else if is_gt0 above then Some false else None
  | RLt => if is_gt0 below then Some true else if is_ge0 above then Some false else None
  | REq =>
    if is_null below then Some true
    else if (is_gt0 below || is_gt0 above)%bool then Some false else None
  end.

(** One of the two, where they tell which. *)
Definition max_of (x y : I.type) : I.type :=
  match decide RLe (I.sub prec x y) (I.sub prec y x) with
  | Some true => y
  | Some false => x
  | None => I.mul prec half (I.add prec (I.add prec x y) (I.abs (I.sub prec x y)))
  end.
Definition min_of (x y : I.type) : I.type :=
  match decide RLe (I.sub prec x y) (I.sub prec y x) with
  | Some true => x
  | Some false => y
  | None => I.mul prec half (I.sub prec (I.add prec x y) (I.abs (I.sub prec x y)))
  end.

(** [fold f n z] applies f to the indices 0 .. n - 1 in turn. *)
Definition fold (f : N -> I.type -> I.type) (n : N) (z : I.type) : I.type :=
  snd (N.iter n (fun p => (N.succ (fst p), f (fst p) (snd p))) (0%N, z)).

Fixpoint evalI (rho : list I.type) (nu : list N) (e : expr) {struct e} : I.type :=
  match e with
  | EVar i => nth i rho I.nai
  | ENat n => fromN (evalN nu n)
  | ERat p q =>
    match q with
    | xH => I.fromZ prec p
    | _ => I.div prec (I.fromZ prec p) (I.fromZ prec (Zpos q))
    end
  | EAdd a b => I.add prec (evalI rho nu a) (evalI rho nu b)
  | ESub a b => I.sub prec (evalI rho nu a) (evalI rho nu b)
  | EMul a b => I.mul prec (evalI rho nu a) (evalI rho nu b)
  | EDiv a b => I.div prec (evalI rho nu a) (evalI rho nu b)
  | ENeg a => I.neg (evalI rho nu a)
  | ESqrt a => I.sqrt prec (evalI rho nu a)
  | EExp a => I.exp prec (evalI rho nu a)
  | ELn a => I.ln prec (evalI rho nu a)
  | EMax a b => max_of (evalI rho nu a) (evalI rho nu b)
  | EMin a b => min_of (evalI rho nu a) (evalI rho nu b)
  | EFloor a => I.nearbyint rnd_DN (evalI rho nu a)
  | EPow a n => I.power_int prec (evalI rho nu a) (Z.of_N (evalN nu n))
  | ERpow a b =>
    let x := evalI rho nu a in
    if is_gt0 x then I.exp prec (I.mul prec (evalI rho nu b) (I.ln prec x))
    else if is_null x then x else I.nai
  | EIf r a b c d =>
    let x := evalI rho nu a in let y := evalI rho nu b in
    match decide r (I.sub prec x y) (I.sub prec y x) with
    | Some true => evalI rho nu c
    | Some false => evalI rho nu d
    | None => I.join (evalI rho nu c) (evalI rho nu d)
    end
  | ESum n a =>
    fold (fun i s => I.add prec s (evalI rho (i :: nu) a)) (evalN nu n) (I.fromZ prec 0)
  | EProd n a => fold (fun i s => I.mul prec s (evalI rho (i :: nu) a)) (evalN nu n) one
  | ELargest n a =>
    fold (fun i s => max_of s (evalI rho (i :: nu) a)) (evalN nu n) (evalI rho (0%N :: nu) a)
  | EHarm n =>
    fold (fun i s => I.add prec s (I.div prec one (fromN (N.succ i)))) (evalN nu n)
      (I.fromZ prec 0)
  | ELet a b => let x := evalI rho nu a in evalI (x :: rho) nu b
  end.

Definition encloses (i : I.type) (x : R) : Prop := contains (I.convert i) (Xreal x).

Lemma encloses_nan i x : contains (I.convert i) Xnan -> encloses i x.
Proof. unfold encloses. destruct (I.convert i); cbn; tauto. Qed.

Lemma INR_N n : INR (N.to_nat n) = IZR (Z.of_N n).
Proof. now rewrite INR_IZR_INZ, N_nat_Z. Qed.

Lemma encloses_N n : encloses (fromN n) (INR (N.to_nat n)).
Proof. rewrite INR_N. apply I.fromZ_correct. Qed.

Lemma encloses_add i j x y :
  encloses i x -> encloses j y -> encloses (I.add prec i j) (x + y).
Proof. exact (I.add_correct prec i j (Xreal x) (Xreal y)). Qed.

Lemma encloses_sub i j x y :
  encloses i x -> encloses j y -> encloses (I.sub prec i j) (x - y).
Proof. exact (I.sub_correct prec i j (Xreal x) (Xreal y)). Qed.

Lemma encloses_mul i j x y :
  encloses i x -> encloses j y -> encloses (I.mul prec i j) (x * y).
Proof. exact (I.mul_correct prec i j (Xreal x) (Xreal y)). Qed.

(** Dividing by zero gives the interval that contains all, and so does ln of a number <= 0. *)
Lemma encloses_div i j x y :
  encloses i x -> encloses j y -> encloses (I.div prec i j) (x / y).
Proof.
  intros Hi Hj. pose proof (I.div_correct prec _ _ _ _ Hi Hj) as H. cbn in H.
  unfold Xdiv' in H. destruct (is_zero y); [now apply encloses_nan|exact H].
Qed.

Lemma encloses_ln i x : encloses i x -> encloses (I.ln prec i) (ln x).
Proof.
  intros Hi. pose proof (I.ln_correct prec _ _ Hi) as H. cbn in H. unfold Xln' in H.
  destruct (is_positive x); [exact H|now apply encloses_nan].
Qed.

Lemma encloses_pow i x n :
  encloses i x -> encloses (I.power_int prec i (Z.of_N n)) (x ^ N.to_nat n).
Proof.
  intros Hi. pose proof (I.power_int_correct prec (Z.of_N n) _ _ Hi) as H. unfold encloses.
  replace (x ^ N.to_nat n) with (powerRZ x (Z.of_N n)) by now rewrite <- N_nat_Z, <- pow_powerRZ.
  destruct n; exact H.
Qed.

Lemma encloses_half : encloses half (1 / 2).
Proof. apply encloses_div; apply I.fromZ_correct. Qed.

Lemma encloses_nai x : encloses I.nai x.
Proof. now apply encloses_nan. Qed.

Lemma is_ge0_correct i x : encloses i x -> is_ge0 i = true -> 0 <= x.
Proof.
  unfold is_ge0. pose proof (I.sign_large_correct i) as H. intros Hx.
  destruct (I.sign_large i); try discriminate; intros _; specialize (H _ Hx).
  - injection H as H. lra.
  - destruct H as [_ H]. exact H.
Qed.

Lemma is_gt0_correct i x : encloses i x -> is_gt0 i = true -> 0 < x.
Proof.
  unfold is_gt0. pose proof (I.sign_strict_correct i) as H. intros Hx.
  destruct (I.sign_strict i); try discriminate; intros _; specialize (H _ Hx).
  destruct H as [_ H]. exact H.
Qed.

Lemma is_null_correct i x : encloses i x -> is_null i = true -> x = 0.
Proof.
  unfold is_null. pose proof (I.sign_large_correct i) as H. intros Hx.
  destruct (I.sign_large i); try discriminate; intros _; specialize (H _ Hx). congruence.
Qed.

Lemma encloses_join i j x : encloses i x \/ encloses j x -> encloses (I.join i j) x.
Proof. exact (I.join_correct i j (Xreal x)). Qed.

Lemma encloses_if r above below i j x y u v :
  encloses above (x - y) -> encloses below (y - x) -> encloses i u -> encloses j v ->
  encloses match decide r above below with
           | Some true => i | Some false => j | None => I.join i j end (if_relation r x y u v).
Proof.
  intros Ha Hb Hi Hj.
  assert (encloses (I.join i j) u) as Hu by (apply encloses_join; now left).
  assert (encloses (I.join i j) v) as Hv by (apply encloses_join; now right).
  pose proof (is_ge0_correct _ _ Ha) as G1. pose proof (is_gt0_correct _ _ Ha) as G2.
  pose proof (is_ge0_correct _ _ Hb) as G3. pose proof (is_gt0_correct _ _ Hb) as G4.
  pose proof (is_null_correct _ _ Hb) as G5.
  destruct r; cbn [decide if_relation]; unfold if_lt, if_le, if_eq.
  - destruct (is_gt0 below); [specialize (G4 eq_refl); destruct (Rlt_dec x y); [assumption|lra]|].
    destruct (is_ge0 above); [specialize (G1 eq_refl); destruct (Rlt_dec x y); [lra|assumption]|].
    now destruct (Rlt_dec x y).
  - destruct (is_ge0 below); [specialize (G3 eq_refl); destruct (Rle_dec x y); [assumption|lra]|].
    destruct (is_gt0 above); [specialize (G2 eq_refl); destruct (Rle_dec x y); [lra|assumption]|].
    now destruct (Rle_dec x y).
  - destruct (is_null below); [specialize (G5 eq_refl); destruct (Req_EM_T x y); [assumption|lra]|].
    destruct (is_gt0 below); cbn [orb];
      [specialize (G4 eq_refl); destruct (Req_EM_T x y); [lra|assumption]|].
    destruct (is_gt0 above); [specialize (G2 eq_refl); destruct (Req_EM_T x y); [lra|assumption]|].
    now destruct (Req_EM_T x y).
Qed.

Lemma decide_le above below x y : encloses above (x - y) -> encloses below (y - x) ->
  match decide RLe above below with Some true => x <= y | Some false => y < x | None => True end.
Proof.
  intros Ha Hb. pose proof (is_gt0_correct _ _ Ha) as G2. pose proof (is_ge0_correct _ _ Hb) as G3.
  cbn [decide]. destruct (is_ge0 below); [specialize (G3 eq_refl); lra|].
  destruct (is_gt0 above); [specialize (G2 eq_refl); lra|exact I].
Qed.

Lemma encloses_max i j x y : encloses i x -> encloses j y -> encloses (max_of i j) (Rmax x y).
Proof.
  intros Hi Hj. unfold max_of.
  pose proof (decide_le _ _ x y (encloses_sub _ _ _ _ Hi Hj) (encloses_sub _ _ _ _ Hj Hi)) as D.
  destruct (decide _ _ _) as [[|]|].
  - now rewrite Rmax_right.
  - rewrite Rmax_left; [assumption|lra].
  - replace (Rmax x y) with (1 / 2 * (x + y + Rabs (x - y))).
    + apply encloses_mul; [exact encloses_half|]. apply encloses_add; [now apply encloses_add|].
      exact (I.abs_correct _ (Xreal (x - y)) (encloses_sub _ _ _ _ Hi Hj)).
    + unfold Rmax, Rabs. destruct (Rle_dec x y), (Rcase_abs (x - y)); lra.
Qed.

Lemma encloses_min i j x y : encloses i x -> encloses j y -> encloses (min_of i j) (Rmin x y).
Proof.
  intros Hi Hj. unfold min_of.
  pose proof (decide_le _ _ x y (encloses_sub _ _ _ _ Hi Hj) (encloses_sub _ _ _ _ Hj Hi)) as D.
  destruct (decide _ _ _) as [[|]|].
  - now rewrite Rmin_left.
  - rewrite Rmin_right; [assumption|lra].
  - replace (Rmin x y) with (1 / 2 * (x + y - Rabs (x - y))).
    + apply encloses_mul; [exact encloses_half|]. apply encloses_sub; [now apply encloses_add|].
      exact (I.abs_correct _ (Xreal (x - y)) (encloses_sub _ _ _ _ Hi Hj)).
    + unfold Rmin, Rabs. destruct (Rle_dec x y), (Rcase_abs (x - y)); lra.
Qed.

Lemma encloses_floor i x : encloses i x -> encloses (I.nearbyint rnd_DN i) (rfloor x).
Proof. exact (I.nearbyint_correct rnd_DN i (Xreal x)). Qed.

Lemma encloses_rpower i j x y : encloses i x -> encloses j y ->
  encloses (if is_gt0 i then I.exp prec (I.mul prec j (I.ln prec i))
            else if is_null i then i else I.nai) (rpower x y).
Proof.
  intros Hi Hj. unfold rpower. pose proof (is_gt0_correct _ _ Hi) as H1.
  pose proof (is_null_correct _ _ Hi) as H2. destruct (is_gt0 i).
  - specialize (H1 eq_refl). destruct (Rlt_dec 0 x); [|lra]. unfold Rpower.
    exact (I.exp_correct prec _ _ (encloses_mul _ _ _ _ Hj (encloses_ln _ _ Hi))).
  - destruct (is_null i); [|apply encloses_nai]. specialize (H2 eq_refl).
    destruct (Rlt_dec 0 x); [lra|]. now rewrite <- H2.
Qed.

(** An invariant of [fold]: what holds at the start and is kept by each index. *)
Lemma fold_encloses (f : N -> I.type -> I.type) (z : I.type) (value : nat -> R) n :
  encloses z (value 0%nat) ->
  (forall k i, encloses i (value k) -> encloses (f (N.of_nat k) i) (value (S k))) ->
  encloses (fold f n z) (value (N.to_nat n)).
Proof.
  intros H0 HS. unfold fold.
  set (step := fun p : N * I.type => (N.succ (fst p), f (fst p) (snd p))).
  enough (forall k, fst (N.iter (N.of_nat k) step (0%N, z)) = N.of_nat k /\
                    encloses (snd (N.iter (N.of_nat k) step (0%N, z))) (value k)) as H
    by (destruct (H (N.to_nat n)) as [_ Hn]; now rewrite N2Nat.id in Hn).
  induction k as [|k [IH1 IH2]]; [split; [reflexivity|exact H0]|].
  rewrite Nat2N.inj_succ, N.iter_succ. unfold step at 1 3. cbn [fst snd].
  rewrite IH1. split; [reflexivity|]. now apply HS.
Qed.

Theorem evalI_correct e : forall rho rhoI nu, Forall2 encloses rhoI rho ->
  encloses (evalI rhoI nu e) (evalR rho (map N.to_nat nu) e).
Proof.
  induction e; intros rho rhoI nu H; cbn [evalI evalR]; rewrite ?evalT_N.
  - revert i; induction H; intros [|i]; cbn; auto; apply encloses_nan; exact I.
  - apply encloses_N.
  - destruct q; try apply encloses_div; apply I.fromZ_correct.
  - apply encloses_add; auto.
  - apply encloses_sub; auto.
  - apply encloses_mul; auto.
  - apply encloses_div; auto.
  - exact (I.neg_correct _ _ (IHe _ _ nu H)).
  - exact (I.sqrt_correct prec _ _ (IHe _ _ nu H)).
  - exact (I.exp_correct prec _ _ (IHe _ _ nu H)).
  - apply encloses_ln; auto.
  - apply encloses_max; auto.
  - apply encloses_min; auto.
  - apply encloses_floor; auto.
  - apply encloses_pow; auto.
  - apply encloses_rpower; auto.
  - apply encloses_if; try apply encloses_sub; auto.
  - apply (fold_encloses _ _ (fun k => rsum k (fun i => evalR rho (i :: map N.to_nat nu) e))).
    + apply I.fromZ_correct.
    + intros k s Hs. cbn [rsum]. apply encloses_add; [exact Hs|].
      pose proof (IHe _ _ (N.of_nat k :: nu) H) as Hk. cbn [map] in Hk.
      now rewrite Nat2N.id in Hk.
  - apply (fold_encloses _ _ (fun k => rprod k (fun i => evalR rho (i :: map N.to_nat nu) e))).
    + apply I.fromZ_correct.
    + intros k s Hs. cbn [rprod]. apply encloses_mul; [exact Hs|].
      pose proof (IHe _ _ (N.of_nat k :: nu) H) as Hk. cbn [map] in Hk.
      now rewrite Nat2N.id in Hk.
  - assert (forall k, encloses (evalI rhoI (N.of_nat k :: nu) e)
      (evalR rho (k :: map N.to_nat nu) e)) as Hk.
    { intros k. pose proof (IHe _ _ (N.of_nat k :: nu) H) as Hk. cbn [map] in Hk.
      now rewrite Nat2N.id in Hk. }
    apply (fold_encloses _ _ (fun k => rlargest k (fun i => evalR rho (i :: map N.to_nat nu) e))).
    + exact (Hk O).
    + intros k s Hs. cbn [rlargest]. now apply encloses_max.
  - apply (fold_encloses _ _ harmonic); [apply I.fromZ_correct|].
    intros k s Hs. unfold harmonic in *. cbn [rsum]. apply encloses_add; [exact Hs|].
    apply encloses_div; [apply I.fromZ_correct|].
    pose proof (encloses_N (N.succ (N.of_nat k))) as Hk.
    now rewrite N2Nat.inj_succ, Nat2N.id, S_INR in Hk.
  - cbv zeta. apply IHe2. constructor; auto.
Qed.
End Evaluator.

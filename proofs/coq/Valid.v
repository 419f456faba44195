(* SPDX-License-Identifier: Apache-2.0 *)
(* Conditions as data, and their decision: in exact rationals where both sides are rational (an
   interval could never confirm a condition that is met with equality), else by intervals. *)
From Coq Require Import Reals QArith Qround Qpower Qreals ZArith NArith List Lra Lia Bool.
From Interval Require Import Xreal Basic.
From Staleproof Require Import Base Formulary Formula.
Import ListNotations.
Local Open Scope R_scope.

Inductive need :=
| NdRlt (a b : expr) | NdRle (a b : expr) | NdReq (a b : expr)
| NdNlt (a b : nexp) | NdNle (a b : nexp) | NdNeq (a b : nexp)
| NdAnd (x y : need) | NdOr (x y : need).

Fixpoint evalNeed (rho : list R) (nu : list nat) (x : need) : Prop :=
  match x with
  | NdRlt a b => evalR rho nu a < evalR rho nu b
  | NdRle a b => evalR rho nu a <= evalR rho nu b
  | NdReq a b => evalR rho nu a = evalR rho nu b
  | NdNlt a b => (evalT nu a < evalT nu b)%nat
  | NdNle a b => (evalT nu a <= evalT nu b)%nat
  | NdNeq a b => evalT nu a = evalT nu b
  | NdAnd x y => evalNeed rho nu x /\ evalNeed rho nu y
  | NdOr x y => evalNeed rho nu x \/ evalNeed rho nu y
  end.

(** The conjunction of a list, without a trailing True: as X_valid is printed. *)
Fixpoint evalNeeds rho nu (l : list need) : Prop :=
  match l with
  | [] => True
  | [x] => evalNeed rho nu x
  | x :: l' => evalNeed rho nu x /\ evalNeeds rho nu l'
  end.

(** * Exact values *)
Definition lift2 (f : Q -> Q -> option Q) (a b : option Q) : option Q :=
  match a, b with Some x, Some y => f x y | _, _ => None end.

Definition foldQ (f : N -> Q -> option Q) (n : N) (z : Q) : option Q :=
  snd (N.iter n (fun p => (N.succ (fst p),
    match snd p with Some q => f (fst p) q | None => None end)) (0%N, Some z)).

Definition Qinv_N (n : N) : option Q :=
  match n with N0 => None | Npos p => Some (1 # p) end.

Definition decideQ (r : relation) (x y : Q) : bool :=
  match r with
  | RLt => negb (Qle_bool y x) | RLe => Qle_bool x y | REq => Qeq_bool x y
  end.

(** Roots that are rational, and the two values of exp and ln that are. *)
Definition sqrtQ (x : Q) : option Q :=
  let (p, q) := Qred x in
  let a := Z.sqrt p in let b := Z.sqrt (Zpos q) in
  if ((a * a =? p) && (b * b =? Zpos q))%Z%bool then Some (a # Z.to_pos b) else None.
Definition expQ (x : Q) : option Q := if Qeq_bool x 0 then Some 1%Q else None.
Definition lnQ (x : Q) : option Q := if Qeq_bool x 1 then Some 0%Q else None.
Definition rpowerQ (x y : Q) : option Q :=
  if Qeq_bool x 0 then Some 0%Q
  else if Qeq_bool y (1 # 2) then if Qle_bool x 0 then None else sqrtQ x else None.
Definition optionQ (f : Q -> option Q) (a : option Q) : option Q :=
  match a with Some x => f x | None => None end.

Fixpoint evalQ (rho : list Q) (nu : list N) (e : expr) {struct e} : option Q :=
  match e with
  | EVar i => nth_error rho i
  | ENat n => Some (inject_Z (Z.of_N (evalN nu n)))
  | ERat p q => Some (p # q)
  | EAdd a b => lift2 (fun x y => Some (Qred (x + y))) (evalQ rho nu a) (evalQ rho nu b)
  | ESub a b => lift2 (fun x y => Some (Qred (x - y))) (evalQ rho nu a) (evalQ rho nu b)
  | EMul a b => lift2 (fun x y => Some (Qred (x * y))) (evalQ rho nu a) (evalQ rho nu b)
  | EDiv a b =>
    lift2 (fun x y => if Qeq_bool y 0 then None else Some (Qred (x / y)))
      (evalQ rho nu a) (evalQ rho nu b)
  | ENeg a => option_map Qopp (evalQ rho nu a)
  | EMax a b =>
    lift2 (fun x y => Some (if Qle_bool x y then y else x)) (evalQ rho nu a) (evalQ rho nu b)
  | EMin a b =>
    lift2 (fun x y => Some (if Qle_bool x y then x else y)) (evalQ rho nu a) (evalQ rho nu b)
  | EFloor a => option_map (fun x => inject_Z (Qfloor x)) (evalQ rho nu a)
  | EPow a n =>
    option_map (fun x => Qred (Qpower x (Z.of_N (evalN nu n)))) (evalQ rho nu a)
  | EIf r a b c d =>
    match evalQ rho nu a, evalQ rho nu b with
    | Some x, Some y => if decideQ r x y then evalQ rho nu c else evalQ rho nu d
    | _, _ => None
    end
  | ESum n a =>
    foldQ (fun i s => option_map (fun x => Qred (s + x)) (evalQ rho (i :: nu) a))
      (evalN nu n) 0
  | EProd n a =>
    foldQ (fun i s => option_map (fun x => Qred (s * x)) (evalQ rho (i :: nu) a))
      (evalN nu n) 1
  | ELargest n a =>
    match evalQ rho (0%N :: nu) a with
    | Some z => foldQ (fun i s => option_map (fun x => if Qle_bool s x then x else s)
        (evalQ rho (i :: nu) a)) (evalN nu n) z
    | None => None
    end
  | EHarm n =>
    foldQ (fun i s => option_map (fun x => Qred (s + x)) (Qinv_N (N.succ i))) (evalN nu n) 0
  | ELet a b =>
    match evalQ rho nu a with Some x => evalQ (x :: rho) nu b | None => None end
  | ESqrt a => optionQ sqrtQ (evalQ rho nu a)
  | EExp a => optionQ expQ (evalQ rho nu a)
  | ELn a => optionQ lnQ (evalQ rho nu a)
  | ERpow a b => lift2 rpowerQ (evalQ rho nu a) (evalQ rho nu b)
  end.

Lemma Q2R_red q : Q2R (Qred q) = Q2R q.
Proof. apply Qeq_eqR, Qred_correct. Qed.

Lemma Q2R_N n : Q2R (inject_Z (Z.of_N n)) = INR (N.to_nat n).
Proof. rewrite INR_N. unfold Q2R, inject_Z. cbn. field. Qed.

Lemma Q2R_rat p q : Q2R (p # q) = match q with xH => IZR p | _ => IZR p / IZR (Zpos q) end.
Proof. unfold Q2R. cbn. destruct q; reflexivity || field. Qed.

Lemma Q2R_pow x n : Q2R (Qpower x (Z.of_N n)) = Q2R x ^ N.to_nat n.
Proof.
  rewrite <- (N2Nat.id n) at 1. induction (N.to_nat n) as [|k IH]; [unfold Q2R; cbn; field|].
  rewrite nat_N_Z in *. cbn [pow]. rewrite <- IH, <- Q2R_mult. apply Qeq_eqR.
  rewrite Nat2Z.inj_succ, <- Z.add_1_l.
  destruct (Qeq_dec x 0) as [E|E]; [|now rewrite (Qpower_plus x 1) by assumption].
  rewrite E, Qmult_0_l, Z.add_1_l. apply Qpower_0. lia.
Qed.

Lemma foldQ_correct (f : N -> Q -> option Q) (z : Q) (value : nat -> R) n :
  Q2R z = value 0%nat ->
  (forall k s r, Q2R s = value k -> f (N.of_nat k) s = Some r -> Q2R r = value (S k)) ->
  forall r, foldQ f n z = Some r -> Q2R r = value (N.to_nat n).
Proof.
  intros H0 HS. unfold foldQ.
  set (step := fun p : N * option Q => (N.succ (fst p),
    match snd p with Some q => f (fst p) q | None => None end)).
  enough (forall k, fst (N.iter (N.of_nat k) step (0%N, Some z)) = N.of_nat k /\
     forall r, snd (N.iter (N.of_nat k) step (0%N, Some z)) = Some r -> Q2R r = value k) as H
    by (destruct (H (N.to_nat n)) as [_ Hn]; now rewrite N2Nat.id in Hn).
  induction k as [|k [IH1 IH2]].
  - split; [reflexivity|]. cbn. intros r E. now replace r with z by congruence.
  - rewrite Nat2N.inj_succ, N.iter_succ. unfold step at 1 3. cbn [fst snd].
    rewrite IH1. split; [reflexivity|]. intros r.
    destruct (snd (N.iter (N.of_nat k) step (0%N, Some z))) as [s|]; [|discriminate].
    apply HS. now apply IH2.
Qed.

Lemma lift2_some f a b r : lift2 f a b = Some r ->
  exists x y, a = Some x /\ b = Some y /\ f x y = Some r.
Proof. destruct a as [x|], b as [y|]; cbn; try discriminate. eauto. Qed.

Lemma option_map_some (f : Q -> Q) a r : option_map f a = Some r ->
  exists x, a = Some x /\ r = f x.
Proof. destruct a as [x|]; cbn; try discriminate. intros E. exists x. split; congruence. Qed.

Lemma optionQ_some f a r : optionQ f a = Some r -> exists x, a = Some x /\ f x = Some r.
Proof. destruct a as [x|]; cbn; [eauto|discriminate]. Qed.

Lemma sqrtQ_correct x r : sqrtQ x = Some r -> sqrt (Q2R x) = Q2R r.
Proof.
  unfold sqrtQ. rewrite <- (Q2R_red x). destruct (Qred x) as [p q].
  destruct (_ && _)%bool eqn:E; [|discriminate].
  apply andb_true_iff in E as [Ea%Z.eqb_eq Eb%Z.eqb_eq]. intros Er.
  replace r with (Z.sqrt p # Z.to_pos (Z.sqrt (Z.pos q))) by congruence. clear r Er.
  set (a := Z.sqrt p) in *. set (b := Z.sqrt (Z.pos q)) in *.
  assert (0 <= a)%Z as Ha by apply Z.sqrt_nonneg.
  assert (0 < b)%Z as Hb by (pose proof (Z.sqrt_nonneg (Z.pos q)); nia).
  unfold Q2R. cbn [Qnum Qden]. rewrite Z2Pos.id by assumption. rewrite <- Ea, <- Eb, !mult_IZR.
  apply IZR_le in Ha. apply IZR_lt in Hb.
  replace (IZR a * IZR a * / (IZR b * IZR b)) with (Rsqr (IZR a * / IZR b))
    by (unfold Rsqr; field; lra).
  apply sqrt_Rsqr. apply Rmult_le_pos; [assumption|]. now apply Rlt_le, Rinv_0_lt_compat.
Qed.

Lemma expQ_correct x r : expQ x = Some r -> exp (Q2R x) = Q2R r.
Proof.
  unfold expQ. destruct (Qeq_bool x 0) eqn:E; [|discriminate]. intros Er.
  replace r with 1%Q by congruence. apply Qeq_bool_iff, Qeq_eqR in E. rewrite E.
  replace (Q2R 0) with 0 by (unfold Q2R; cbn; field). rewrite exp_0. unfold Q2R. cbn. field.
Qed.

Lemma lnQ_correct x r : lnQ x = Some r -> ln (Q2R x) = Q2R r.
Proof.
  unfold lnQ. destruct (Qeq_bool x 1) eqn:E; [|discriminate]. intros Er.
  replace r with 0%Q by congruence. apply Qeq_bool_iff, Qeq_eqR in E. rewrite E.
  replace (Q2R 1) with 1 by (unfold Q2R; cbn; field). rewrite ln_1. unfold Q2R. cbn. field.
Qed.

Lemma Qle_bool_R x y : if Qle_bool x y then Q2R x <= Q2R y else Q2R y < Q2R x.
Proof.
  destruct (Qle_bool x y) eqn:E; [now apply Qle_Rle, Qle_bool_iff|].
  apply Qlt_Rlt, Qnot_le_lt. intros C. apply Qle_bool_iff in C. congruence.
Qed.

Lemma rpowerQ_correct x y r : rpowerQ x y = Some r -> rpower (Q2R x) (Q2R y) = Q2R r.
Proof.
  unfold rpowerQ, rpower. destruct (Qeq_bool x 0) eqn:E0.
  - intros Er. replace r with 0%Q by congruence. apply Qeq_bool_iff, Qeq_eqR in E0.
    assert (Q2R 0 = 0) as Z by (unfold Q2R; cbn; field). rewrite Z in *.
    destruct (Rlt_dec 0 (Q2R x)); [lra|reflexivity].
  - destruct (Qeq_bool y (1 # 2)) eqn:E1; [|discriminate].
    pose proof (Qle_bool_R x 0) as Hx. destruct (Qle_bool x 0); [discriminate|]. intros Er.
    assert (Q2R 0 = 0) as Z by (unfold Q2R; cbn; field). rewrite Z in Hx.
    destruct (Rlt_dec 0 (Q2R x)); [|lra]. apply Qeq_bool_iff, Qeq_eqR in E1. rewrite E1.
    replace (Q2R (1 # 2)) with (/ 2) by (unfold Q2R; cbn; field).
    rewrite Rpower_sqrt by assumption. now apply sqrtQ_correct.
Qed.

Lemma decideQ_correct r x y u v :
  if_relation r (Q2R x) (Q2R y) u v = if decideQ r x y then u else v.
Proof.
  pose proof (Qle_bool_R x y) as H1. pose proof (Qle_bool_R y x) as H2.
  destruct r; cbn [if_relation decideQ]; unfold if_lt, if_le, if_eq.
  - destruct (Qle_bool y x), (Rlt_dec (Q2R x) (Q2R y)); cbn; reflexivity || lra.
  - destruct (Qle_bool x y), (Rle_dec (Q2R x) (Q2R y)); reflexivity || lra.
  - destruct (Qeq_bool x y) eqn:E, (Req_EM_T (Q2R x) (Q2R y)) as [C|C]; try reflexivity.
    + apply Qeq_bool_iff, Qeq_eqR in E. contradiction.
    + apply eqR_Qeq, Qeq_bool_iff in C. congruence.
Qed.

Lemma Q2R_Z z : Q2R (inject_Z z) = IZR z.
Proof. unfold Q2R, inject_Z. cbn. field. Qed.

Lemma Q2R_floor x : rfloor (Q2R x) = Q2R (inject_Z (Qfloor x)).
Proof.
  unfold rfloor, Int_part. rewrite Q2R_Z, <- (up_tech (Q2R x) (Qfloor x)).
  - f_equal. ring.
  - rewrite <- Q2R_Z. apply Qle_Rle, Qfloor_le.
  - rewrite <- Q2R_Z. apply Qlt_Rlt, Qlt_floor.
Qed.

Theorem evalQ_correct e : forall rho nu r, evalQ rho nu e = Some r ->
  evalR (map Q2R rho) (map N.to_nat nu) e = Q2R r.
Proof.
  induction e; intros rho nu r; cbn [evalQ evalR]; rewrite ?evalT_N; try discriminate.
  all: try (intros (x & y & E1 & E2 & E)%lift2_some;
            rewrite (IHe1 _ _ _ E1), (IHe2 _ _ _ E2)).
  all: try (intros (x & E1 & ->)%option_map_some; rewrite (IHe _ _ _ E1)).
  all: try (intros (x & E1 & E)%optionQ_some; rewrite (IHe _ _ _ E1)).
  - intros H. apply nth_error_split in H as (l1 & l2 & -> & <-).
    rewrite map_app, app_nth2; rewrite map_length; [|lia]. now rewrite Nat.sub_diag.
  - intros E. replace r with (inject_Z (Z.of_N (evalN nu n))) by congruence.
    symmetry. apply Q2R_N.
  - intros E. replace r with (p # q) by congruence. symmetry. apply Q2R_rat.
  - replace r with (Qred (x + y)) by congruence. now rewrite Q2R_red, Q2R_plus.
  - replace r with (Qred (x - y)) by congruence. now rewrite Q2R_red, Q2R_minus.
  - replace r with (Qred (x * y)) by congruence. now rewrite Q2R_red, Q2R_mult.
  - destruct (Qeq_bool y 0) eqn:Z; [discriminate|]. replace r with (Qred (x / y)) by congruence.
    rewrite Q2R_red, Q2R_div; [reflexivity|]. now apply Qeq_bool_neq.
  - symmetry. apply Q2R_opp.
  - now apply sqrtQ_correct.
  - now apply expQ_correct.
  - now apply lnQ_correct.
  - replace r with (if Qle_bool x y then y else x) by congruence.
    pose proof (Qle_bool_R x y). destruct (Qle_bool x y); [now apply Rmax_right|].
    apply Rmax_left. lra.
  - replace r with (if Qle_bool x y then x else y) by congruence.
    pose proof (Qle_bool_R x y). destruct (Qle_bool x y); [now apply Rmin_left|].
    apply Rmin_right. lra.
  - apply Q2R_floor.
  - now rewrite Q2R_red, Q2R_pow.
  - now apply rpowerQ_correct.
  - rewrite decideQ_correct. destruct (decideQ cmp x y);
      [exact (IHe3 _ _ _ E)|exact (IHe4 _ _ _ E)].
  - intros E. symmetry. revert r E.
    apply (foldQ_correct _ _ (fun k => rsum k (fun i => evalR (map Q2R rho) (i :: map N.to_nat nu)
      e))).
    + unfold Q2R. cbn. field.
    + intros k s r Hs (x & Ex & ->)%option_map_some.
      rewrite Q2R_red, Q2R_plus. cbn [rsum]. apply IHe in Ex. cbn [map] in Ex.
      rewrite Nat2N.id in Ex. now rewrite Hs, Ex.
  - intros E. symmetry. revert r E.
    apply (foldQ_correct _ _ (fun k => rprod k (fun i => evalR (map Q2R rho) (i :: map N.to_nat nu)
      e))).
    + unfold Q2R. cbn. field.
    + intros k s r Hs (x & Ex & ->)%option_map_some.
      rewrite Q2R_red, Q2R_mult. cbn [rprod]. apply IHe in Ex. cbn [map] in Ex.
      rewrite Nat2N.id in Ex. now rewrite Hs, Ex.
  - destruct (evalQ rho (0%N :: nu) e) as [z|] eqn:Ez; [|discriminate].
    intros E. symmetry. revert r E.
    apply (foldQ_correct _ _ (fun k => rlargest k (fun i =>
      evalR (map Q2R rho) (i :: map N.to_nat nu) e))).
    + apply IHe in Ez. symmetry. exact Ez.
    + intros k s r Hs (x & Ex & ->)%option_map_some. cbn [rlargest].
      apply IHe in Ex. cbn [map] in Ex. rewrite Nat2N.id in Ex. rewrite Ex, <- Hs.
      pose proof (Qle_bool_R s x). destruct (Qle_bool s x).
      * symmetry. now apply Rmax_right.
      * symmetry. apply Rmax_left. lra.
  - intros E. symmetry. revert r E. apply (foldQ_correct _ _ harmonic).
    + unfold Q2R. cbn. field.
    + intros k s r Hs (x & Ex & ->)%option_map_some.
      rewrite Q2R_red, Q2R_plus, harmonic_S, Hs. f_equal.
      destruct (N.succ (N.of_nat k)) as [|p] eqn:Ep; [lia|]. cbn in Ex.
      replace x with (1 # p) by congruence. replace (S k) with (Pos.to_nat p) by lia.
      rewrite INR_IPR. unfold Q2R. cbn. rewrite Rmult_1_l. reflexivity.
  - destruct (evalQ rho nu e1) as [x|] eqn:E1; [|discriminate]. intros E2.
    cbv zeta. rewrite (IHe1 _ _ _ E1). exact (IHe2 _ _ _ E2).
Qed.

(** * Signs by intervals *)
Section Signs.
Variable prec : F.precision.

Definition inputs (rho : list Q) : list I.type :=
  map (fun q => evalI prec [] [] (ERat (Qnum q) (Qden q))) rho.

Lemma inputs_correct rho : Forall2 encloses (inputs rho) (map Q2R rho).
Proof.
  induction rho as [|[p q] l IH]; constructor; [|exact IH].
  rewrite Q2R_rat. exact (evalI_correct prec (ERat p q) [] [] [] (Forall2_nil _)).
Qed.

Definition difference (rho : list Q) (nu : list N) (a b : expr) : I.type :=
  I.sub prec (evalI prec (inputs rho) nu b) (evalI prec (inputs rho) nu a).

Lemma difference_correct rho nu a b :
  encloses (difference rho nu a b)
    (evalR (map Q2R rho) (map N.to_nat nu) b - evalR (map Q2R rho) (map N.to_nat nu) a).
Proof. apply encloses_sub; apply evalI_correct, inputs_correct. Qed.

(** [compare exact sign rho nu a b]: by `exact` if both sides are rational, else by `sign` of
    the interval of b - a. *)
Definition compare (exact : Q -> Q -> bool) (sign : I.type -> bool) rho nu (a b : expr) : bool :=
  match evalQ rho nu a, evalQ rho nu b with
  | Some x, Some y => exact x y
  | _, _ => sign (difference rho nu a b)
  end.

Fixpoint checkNeed (rho : list Q) (nu : list N) (x : need) : bool :=
  match x with
  | NdRlt a b => compare (fun x y => negb (Qle_bool y x)) is_gt0 rho nu a b
  | NdRle a b => compare Qle_bool is_ge0 rho nu a b
  | NdReq a b => compare Qeq_bool (fun _ => false) rho nu a b
  | NdNlt a b => N.ltb (evalN nu a) (evalN nu b)
  | NdNle a b => N.leb (evalN nu a) (evalN nu b)
  | NdNeq a b => N.eqb (evalN nu a) (evalN nu b)
  | NdAnd x y => checkNeed rho nu x && checkNeed rho nu y
  | NdOr x y => checkNeed rho nu x || checkNeed rho nu y
  end.

Lemma compare_correct exact sign rho nu a b (rel : R -> R -> Prop) :
  (forall x y, exact x y = true -> rel (Q2R x) (Q2R y)) ->
  (forall i x y, encloses i (y - x) -> sign i = true -> rel x y) ->
  compare exact sign rho nu a b = true ->
  rel (evalR (map Q2R rho) (map N.to_nat nu) a) (evalR (map Q2R rho) (map N.to_nat nu) b).
Proof.
  intros He Hs. unfold compare.
  destruct (evalQ rho nu a) eqn:Ea; [destruct (evalQ rho nu b) eqn:Eb|].
  - rewrite (evalQ_correct _ _ _ _ Ea), (evalQ_correct _ _ _ _ Eb). apply He.
  - apply Hs, difference_correct.
  - apply Hs, difference_correct.
Qed.

Lemma checkNeed_correct rho nu x : checkNeed rho nu x = true ->
  evalNeed (map Q2R rho) (map N.to_nat nu) x.
Proof.
  induction x as [a b|a b|a b|a b|a b|a b|x IHx y IHy|x IHx y IHy];
    cbn [checkNeed evalNeed]; rewrite ?evalT_N.
  - apply (compare_correct _ _ _ _ _ _ Rlt).
    + intros p q H. pose proof (Qle_bool_R q p) as C. destruct (Qle_bool q p); easy.
    + intros i p q Hi H. pose proof (is_gt0_correct _ _ Hi H). lra.
  - apply (compare_correct _ _ _ _ _ _ Rle).
    + intros p q H. pose proof (Qle_bool_R p q) as C. now rewrite H in C.
    + intros i p q Hi H. pose proof (is_ge0_correct _ _ Hi H). lra.
  - apply (compare_correct _ _ _ _ _ _ eq); [|discriminate].
    intros p q H. now apply Qeq_eqR, Qeq_bool_iff.
  - rewrite N.ltb_lt. lia.
  - rewrite N.leb_le. lia.
  - rewrite N.eqb_eq. lia.
  - intros [H1 H2]%andb_true_iff. auto.
  - intros [H1|H2]%orb_true_iff; auto.
Qed.

Theorem checkNeeds_correct rho nu l : forallb (checkNeed rho nu) l = true ->
  evalNeeds (map Q2R rho) (map N.to_nat nu) l.
Proof.
  induction l as [|x l IH]; [intros _; exact I|]. cbn [forallb].
  intros [H1 H2]%andb_true_iff. apply checkNeed_correct in H1. specialize (IH H2).
  destruct l; [exact H1|]. split; assumption.
Qed.

(** * Values *)
Definition at_rational (q : Q) : I.type := evalI prec [] [] (ERat (Qnum q) (Qden q)).

Definition checkInterval (e : expr) (rho : list Q) (nu : list N) (lo hi : Q) : bool :=
  let v := evalI prec (inputs rho) nu e in
  is_ge0 (I.sub prec v (at_rational lo)) && is_ge0 (I.sub prec (at_rational hi) v).

(** An enclosure without slack needs the exact value: tried last, since numbers may grow. *)
Definition checkValue (e : expr) (rho : list Q) (nu : list N) (lo hi : Q) : bool :=
  if checkInterval e rho nu lo hi then true
  else match evalQ rho nu e with
       | Some v => Qle_bool lo v && Qle_bool v hi
       | None => false
       end.

Lemma encloses_Q q : encloses (at_rational q) (Q2R q).
Proof. pose proof (inputs_correct [q]) as H. now inversion H. Qed.

Lemma checkInterval_correct e rho nu lo hi : checkInterval e rho nu lo hi = true ->
  Q2R lo <= evalR (map Q2R rho) (map N.to_nat nu) e <= Q2R hi.
Proof.
  unfold checkInterval. intros [H1 H2]%andb_true_iff.
  pose proof (evalI_correct prec e _ _ nu (inputs_correct rho)) as Hv.
  apply (is_ge0_correct _ (_ - _) (encloses_sub _ _ _ _ _ Hv (encloses_Q lo))) in H1.
  apply (is_ge0_correct _ (_ - _) (encloses_sub _ _ _ _ _ (encloses_Q hi) Hv)) in H2.
  lra.
Qed.

Theorem checkValue_correct e rho nu lo hi : checkValue e rho nu lo hi = true ->
  Q2R lo <= evalR (map Q2R rho) (map N.to_nat nu) e <= Q2R hi.
Proof.
  unfold checkValue. destruct (checkInterval e rho nu lo hi) eqn:E.
  - intros _. now apply checkInterval_correct.
  - destruct (evalQ rho nu e) as [v|] eqn:Ev; [|discriminate].
    intros [H1 H2]%andb_true_iff. rewrite (evalQ_correct _ _ _ _ Ev).
    pose proof (Qle_bool_R lo v) as A. pose proof (Qle_bool_R v hi) as B.
    rewrite H1 in A. rewrite H2 in B. now split.
Qed.
End Signs.

(* SPDX-License-Identifier: Apache-2.0 *)
(* Expectation, square-integrable random vectors, and the lifting that makes every proof short:
   random vectors with E<u,v> as inner product form a space again, and u |-> E f(u) is smooth, PL,
   convex there if f is. So the theorems are proved about points of one space. *)
From Coq Require Import Reals Lra Lia FunctionalExtensionality Classical_Prop.
From Staleproof Require Import Base Inner Smooth.
Local Open Scope R_scope.

(** A positive, linear, normalised functional on a linear space of integrable variables. *)
Record probability := Probability {
  outcome :> Type;
  integrable : (outcome -> R) -> Prop;
  Ex : (outcome -> R) -> R;
  int_const : forall c, integrable (fun _ => c);
  int_plus : forall X Y, integrable X -> integrable Y -> integrable (fun w => X w + Y w);
  int_scal : forall a X, integrable X -> integrable (fun w => a * X w);
  Ex_const : forall c, Ex (fun _ => c) = c;
  Ex_plus : forall X Y, integrable X -> integrable Y ->
    Ex (fun w => X w + Y w) = Ex X + Ex Y;
  Ex_scal : forall a X, integrable X -> Ex (fun w => a * X w) = a * Ex X;
  Ex_le : forall X Y, integrable X -> integrable Y -> (forall w, X w <= Y w) -> Ex X <= Ex Y }.
Arguments integrable {_}.
Arguments Ex {_}.
Arguments int_const {_}.
Arguments int_plus {_}.
Arguments int_scal {_}.
Arguments Ex_const {_}.
Arguments Ex_plus {_}.
Arguments Ex_scal {_}.
Arguments Ex_le {_}.

Section Expectation.
Context {P : probability}.
Implicit Types X Y : P -> R.

Lemma Ex_ext X Y : (forall w, X w = Y w) -> Ex X = Ex Y.
Proof. intros H. f_equal. now apply functional_extensionality. Qed.

Lemma int_ext X Y : (forall w, X w = Y w) -> integrable X -> integrable Y.
Proof. intros H HX. replace Y with X; [assumption|]. now apply functional_extensionality. Qed.

Lemma int_minus X Y : integrable X -> integrable Y -> integrable (fun w => X w - Y w).
Proof.
  intros HX HY. apply int_ext with (fun w => X w + -1 * Y w); [intros; ring|].
  now apply int_plus; [|apply int_scal].
Qed.

Lemma Ex_minus X Y : integrable X -> integrable Y -> Ex (fun w => X w - Y w) = Ex X - Ex Y.
Proof.
  intros HX HY. rewrite (Ex_ext _ (fun w => X w + -1 * Y w)) by (intros; ring).
  rewrite Ex_plus, Ex_scal; try assumption; [ring|now apply int_scal].
Qed.

Lemma Ex_nonneg X : integrable X -> (forall w, 0 <= X w) -> 0 <= Ex X.
Proof. intros HX H. rewrite <- (Ex_const (p := P) 0). apply Ex_le; auto using int_const. Qed.

Lemma Ex_ge_const a X : integrable X -> (forall w, a <= X w) -> a <= Ex X.
Proof. intros HX H. rewrite <- (Ex_const (p := P) a). apply Ex_le; auto using int_const. Qed.

Lemma Ex_le_const a X : integrable X -> (forall w, X w <= a) -> Ex X <= a.
Proof. intros HX H. rewrite <- (Ex_const (p := P) a). apply Ex_le; auto using int_const. Qed.

Lemma int_rsum n (F : nat -> P -> R) : (forall i, (i < n)%nat -> integrable (F i)) ->
  integrable (fun w => rsum n (fun i => F i w)).
Proof.
  induction n as [|n IH]; intros H; cbn; [apply int_const|].
  apply int_plus; [apply IH; intros|]; apply H; lia.
Qed.

Lemma Ex_rsum n (F : nat -> P -> R) : (forall i, (i < n)%nat -> integrable (F i)) ->
  Ex (fun w => rsum n (fun i => F i w)) = rsum n (fun i => Ex (F i)).
Proof.
  induction n as [|n IH]; intros H; cbn; [apply Ex_const|].
  rewrite <- IH by (intros; apply H; lia).
  apply (Ex_plus _ (F n)); [apply int_rsum; intros|]; apply H; lia.
Qed.
End Expectation.

(** A linear space of square-integrable random vectors, constants among them. *)
Record L2 (V : space) (P : probability) := MakeL2 {
  member :> (P -> V) -> Prop;
  member_const : forall x, member (fun _ => x);
  member_add : forall u v, member u -> member v -> member (fun w => vadd (u w) (v w));
  member_scal : forall a u, member u -> member (fun w => vscal a (u w));
  member_dot : forall u v, member u -> member v -> integrable (fun w => inner (u w) (v w)) }.
Arguments member {_ _}.
Arguments member_const {_ _}.
Arguments member_add {_ _}.
Arguments member_scal {_ _}.
Arguments member_dot {_ _}.

Record rvec {V : space} {P : probability} (H : L2 V P) := Rvec {
  at_ :> P -> V;
  rvec_member : member H at_ }.
Arguments Rvec {_ _ _}.
Arguments at_ {_ _ _}.
Arguments rvec_member {_ _ _}.

(** Random vectors are a space: the inner product of u and v is E<u,v>. *)
Section Space.
Context {V : space} {P : probability} (H : L2 V P).
Implicit Types u v : rvec H.

Definition rconst (x : V) : rvec H := Rvec (fun _ => x) (member_const H x).
Definition radd u v : rvec H := Rvec _ (member_add H u v (rvec_member u) (rvec_member v)).
Definition rscal a u : rvec H := Rvec _ (member_scal H a u (rvec_member u)).
Definition rinner u v : R := Ex (fun w => inner (u w) (v w)).

Lemma rvec_dot u v : integrable (fun w => inner (u w) (v w)).
Proof. apply (member_dot H); apply rvec_member. Qed.

Canonical rspace : space.
Proof.
  refine (Space (rvec H) (rconst vzero) radd rscal rinner _ _ _ _ _); unfold rinner; cbn.
  - intros. apply Ex_ext. intros. apply inner_sym.
  - intros. rewrite (Ex_ext _ (fun _ => 0)) by (intros; apply inner_zerol). apply Ex_const.
  - intros x y z. rewrite <- Ex_plus by apply rvec_dot. apply Ex_ext. intros. apply inner_addl.
  - intros a x z. rewrite <- Ex_scal by apply rvec_dot. apply Ex_ext. intros. apply inner_scall.
  - intros x. apply Ex_nonneg; [apply rvec_dot|]. intros. apply inner_nonneg.
Defined.

(** Random vectors are equal when their outcomes are. *)
Lemma rvec_ext u v : (forall w, u w = v w) -> u = v.
Proof.
  destruct u as [u Hu], v as [v Hv]. cbn. intros E.
  assert (u = v) as <- by now apply functional_extensionality.
  f_equal. apply proof_irrelevance.
Qed.

Lemma rsum_at n (F : nat -> rvec H) w :
  (vsum n F : rvec H) w = vsum n (fun i => F i w).
Proof. induction n as [|n IH]; cbn; [reflexivity|]. now rewrite <- IH. Qed.

Lemma norm2_rvec u : norm2 u = Ex (fun w => norm2 (u w)).
Proof. reflexivity. Qed.

Lemma norm2_rvec_sub u v : norm2 (vsub u v) = Ex (fun w => norm2 (vsub (u w) (v w))).
Proof. reflexivity. Qed.

Lemma norm2_integrable u : integrable (fun w => norm2 (u w)).
Proof. apply rvec_dot. Qed.
End Space.

(** [f] and its gradient may be evaluated at random vectors. (For an L-smooth f that is bounded
    below this is only measurability.) *)
Record evaluable {V : space} {P : probability} (H : L2 V P) (f : V -> R) (df : V -> V) : Prop :=
  Evaluable {
    evaluable_value : forall u, member H u -> integrable (fun w => f (u w));
    evaluable_gradient : forall u, member H u -> member H (fun w => df (u w)) }.

Section Lift.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V}.
Context (He : evaluable H f df).
Implicit Types u v : rvec H.

Definition mean_value u : R := Ex (fun w => f (u w)).
Definition gradient u : rvec H := Rvec _ (evaluable_gradient _ _ _ He u (rvec_member u)).

Lemma value_integrable u : integrable (fun w => f (u w)).
Proof. apply (evaluable_value _ _ _ He), rvec_member. Qed.

Lemma mean_value_const x : mean_value (rconst H x) = f x.
Proof. unfold mean_value. cbn. apply Ex_const. Qed.

Lemma mean_value_ge a u : (forall y, a <= f y) -> a <= mean_value u.
Proof. intros Ha. apply Ex_ge_const; [apply value_integrable|]. intros. apply Ha. Qed.

Lemma smooth_lift L : smooth f df L -> smooth mean_value gradient L.
Proof.
  intros Hf. split; [exact (smooth_pos _ _ _ Hf)| |]; intros u v.
  - unfold mean_value. rewrite norm2_rvec_sub. cbn [inner rspace]. unfold rinner.
    rewrite <- Ex_scal by exact (norm2_integrable H (vsub v u)).
    rewrite <- !Ex_plus; try apply value_integrable; try apply int_plus;
      try apply int_scal; try apply value_integrable; try exact (norm2_integrable H (vsub v u));
      try exact (rvec_dot H (gradient u) (vsub v u)).
    apply Ex_le; [apply value_integrable| |intros w; apply (smooth_descent _ _ _ Hf)].
    apply int_plus; [apply int_plus; [apply value_integrable|]|apply int_scal].
    + exact (rvec_dot H (gradient u) (vsub v u)).
    + exact (norm2_integrable H (vsub v u)).
  - rewrite !norm2_rvec_sub. rewrite <- Ex_scal by exact (norm2_integrable H (vsub u v)).
    apply Ex_le; [exact (norm2_integrable H (vsub (gradient u) (gradient v)))| |].
    + apply int_scal. exact (norm2_integrable H (vsub u v)).
    + intros w. apply (smooth_lipschitz _ _ _ Hf).
Qed.

Lemma PL_lift c fstar : PL f df c fstar -> PL mean_value gradient c fstar.
Proof.
  intros Hpl u. unfold mean_value.
  rewrite <- (Ex_const (p := P) fstar) at 1.
  rewrite <- Ex_minus, <- Ex_scal, norm2_rvec;
    auto using value_integrable, int_const, int_minus.
  apply Ex_le; [|exact (norm2_integrable H (gradient u))|].
  { auto using value_integrable, int_const, int_minus, int_scal. }
  intros w. apply Hpl.
Qed.

Lemma strongly_convex_lift c : strongly_convex f df c -> strongly_convex mean_value gradient c.
Proof.
  intros Hc u v. unfold mean_value. rewrite norm2_rvec_sub. cbn [inner rspace]. unfold rinner.
  pose proof (rvec_dot H (gradient u) (vsub v u)) as I1.
  pose proof (norm2_integrable H (vsub v u)) as I2. pose proof (value_integrable u) as I3.
  rewrite <- Ex_scal by exact I2.
  rewrite <- Ex_plus by assumption.
  rewrite <- Ex_plus by (try apply int_plus; try apply int_scal; assumption).
  apply Ex_le; [|apply value_integrable|intros w; apply Hc].
  now repeat apply int_plus; try apply int_scal.
Qed.

Lemma convex_lift : convex f df -> convex mean_value gradient.
Proof.
  intros Hc u v. unfold mean_value. cbn [inner rspace]. unfold rinner.
  pose proof (rvec_dot H (gradient u) (vsub v u)) as I1. pose proof (value_integrable u) as I3.
  rewrite <- Ex_plus by assumption.
  apply Ex_le; [now apply int_plus|apply value_integrable|intros w; apply Hc].
Qed.

Lemma minimal_lift z : minimal f z -> minimal mean_value (rconst H z).
Proof. intros Hz u. rewrite mean_value_const. now apply mean_value_ge. Qed.
End Lift.
Arguments mean_value {_ _ _} f u.
Arguments gradient {_ _ _ _ _} He u.

(** What is known when a gradient is drawn. [Known] holds of the random vectors that are determined
    without the sample in question; g is unbiased for m given them if no such vector can tell g
    from m on average: the definition of E[g | Known] = m, tested on Known vectors. *)
Definition unbiased {V : space} {P : probability} {H : L2 V P}
    (Known : rvec H -> Prop) (g m : rvec H) : Prop :=
  forall h, Known h -> Ex (fun w => inner (h w) (g w)) = Ex (fun w => inner (h w) (m w)).

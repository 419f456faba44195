(* SPDX-License-Identifier: Apache-2.0 *)
(* Systems: what a worker's view is, and what may be missing from it. The theorems on the elastic
   constant B (Missing*.v) take these as hypotheses. Which messages arrive when does not look at the
   samples, except where the missing set is a function of the outcome w. *)
From Coq Require Import Reals Bool.
From Staleproof Require Import Base Inner Smooth Random Step Oracle Methods Coordinates.
Local Open Scope R_scope.

Section Systems.
Context {V : space} {P : probability} {H : L2 V P}.
Context (p T : nat) (alpha M : R) (heard : nat -> nat -> bool) (w0 : V).
Context (x : nat -> rvec H) (view g : nat -> nat -> rvec H).

(** Gradients are of root mean square size at most M along the run. *)
Definition size_at_most : Prop := forall t i, (t < T)%nat -> (i < p)%nat ->
  Ex (fun w => norm2 (g t i w)) <= M ^ 2.

(** The common model: all that was heard of. *)
Definition common_model : Prop := (forall w, x O w = w0) /\ forall t w, (t < T)%nat ->
  x (S t) w = vsub (x t w) (vscal alpha (heard_mean p (heard t) (fun i => g t i w))).

(** Message passing: at step t worker i has applied the gradients (k, j), of worker j at step k < t,
    for which [arrived t i k j]. *)
Definition message_passing (arrived : nat -> nat -> nat -> nat -> bool) : Prop :=
  forall t i w, (t < T)%nat -> (i < p)%nat -> heard t i = true ->
    view t i w = vsub w0 (vscal alpha (vsum t (fun k =>
      heard_mean p (fun j => heard k j && arrived t i k j) (fun j => g k j w)))).

(** How many of the gradients generated before t have not arrived at i. *)
Definition missing_count (arrived : nat -> nat -> nat -> nat -> bool) (t i : nat) : R :=
  rsum t (fun k => heard_sum p (fun j => heard k j && negb (arrived t i k j)) (fun _ => 1)).

Definition missing_at_most (arrived : nat -> nat -> nat -> nat -> bool) (n : R) : Prop :=
  forall t i, (t < T)%nat -> (i < p)%nat -> heard t i = true -> missing_count arrived t i <= n.

(** Crashes: a worker that crashes does so during one broadcast, which may reach some workers and
    not others; at most f workers crash. *)
Definition crashes_at_most (arrived : nat -> nat -> nat -> nat -> bool) (f : nat) : Prop :=
  exists (crashed : nat -> bool) (last : nat -> nat),
    heard_sum p crashed (fun _ => 1) <= INR f /\
    forall t i k j, (t < T)%nat -> (i < p)%nat -> heard t i = true -> (k < t)%nat -> (j < p)%nat ->
      heard k j = true -> arrived t i k j = false -> crashed j = true /\ k = last j.

(** Delays: own gradients are applied at once, those of others at most tau steps later. *)
Definition delayed_by_at_most (arrived : nat -> nat -> nat -> nat -> bool) (tau : nat) : Prop :=
  forall t i k j, (t < T)%nat -> (i < p)%nat -> (k < t)%nat -> (j < p)%nat ->
    i = j \/ (k + tau < t)%nat -> arrived t i k j = true.

(** A server that goes on when [received] gradients of a step have come; the rest arrive before the
    next step ends. *)
Definition received_at_least (arrived : nat -> nat -> nat -> nat -> bool) (received : nat) : Prop :=
  forall t i, (S t < T)%nat -> (i < p)%nat ->
    (forall k j, (k < t)%nat -> (j < p)%nat -> arrived (S t) i k j = true) /\
    INR received <= heard_sum p (fun j => heard t j && arrived (S t) i t j) (fun _ => 1).

(** Messages q that have alpha inside them, everybody heard: the view of worker i at step t. *)
Definition message_views (q : nat -> nat -> rvec H) (arrived : nat -> nat -> nat -> nat -> bool) :
    Prop :=
  forall t i w, (t < T)%nat -> (i < p)%nat ->
    view t i w = vsub w0 (vsum t (fun k => heard_mean p (arrived t i k) (fun j => q k j w))).

(** Messages of one worker arrive in order: the first [count t i j] of j's have arrived at i. *)
Definition in_order (arrived : nat -> nat -> nat -> nat -> bool)
    (count : nat -> nat -> nat -> nat) : Prop :=
  forall t i j, (t < T)%nat -> (i < p)%nat -> (j < p)%nat -> (count t i j <= t)%nat /\
    forall k, (k < t)%nat -> arrived t i k j = Nat.ltb k (count t i j).
End Systems.

(** Shared memory: R^d, one gradient a step (worker 0). Coordinate c of the view at step t lacks the
    writes k < t with [lacks t k c]. *)
Section Memory.
Context {d : nat} {P : probability} {H : L2 (coordinates d) P}.
Implicit Types (x : nat -> rvec H) (view g q : nat -> nat -> rvec H).

Definition keep (b : nat -> bool) (u : nat -> R) (c : nat) : R := if b c then u c else 0.

(** Coordinates may be dropped: random vectors stay square-integrable. *)
Definition droppable : Prop := forall b u, member H u -> member H (fun w => keep b (u w)).

Definition reads_lacking (T : nat) (alpha : R) (lacks : nat -> nat -> nat -> bool) x view g : Prop
  :=
  forall t w c, (t < T)%nat -> (c < d)%nat ->
    view t O w c = x t w c + alpha * rsum t (fun k => keep (lacks t k) (g k O w) c).

(** All lacking writes of step t are among at most tau steps, the same for all coordinates. *)
Definition window_at_most (T : nat) (tau : R) (lacks : nat -> nat -> nat -> bool) : Prop :=
  exists window : nat -> nat -> bool, forall t, (t < T)%nat ->
    heard_sum t (window t) (fun _ => 1) <= tau /\
    forall k c, (k < t)%nat -> (c < d)%nat -> lacks t k c = true -> window t k = true.

(** Each coordinate lacks at most tau writes, any. *)
Definition free_at_most (T : nat) (tau : R) (lacks : nat -> nat -> nat -> bool) : Prop :=
  forall t c, (t < T)%nat -> (c < d)%nat -> heard_sum t (fun k => lacks t k c) (fun _ => 1) <= tau.
End Memory.

(** Heavy-ball momentum, each worker its own: u is the momentum before step t, z the model. *)
Record momentum_run {V : space} {P : probability} {H : L2 V P} (p T : nat) (alpha m : R) (w0 : V)
    (z : nat -> rvec H) (u g : nat -> nat -> rvec H) : Prop := MomentumRun {
  momentum_start : forall w, z O w = w0 /\ forall i, u O i w = vzero;
  momentum_update : forall t i w, (t < T)%nat -> (i < p)%nat ->
    u (S t) i w = vadd (vscal m (u t i w)) (g t i w);
  momentum_model : forall t w, (t < T)%nat ->
    z (S t) w = vsub (z t w) (vscal alpha (vmean p (fun i => u (S t) i w))) }.

(** Shared memory with error feedback: step t is made by [thread t], which adds alpha g to its own
    memory, sends q and keeps the rest; coordinate c of the view lacks the messages that
    [lacks t k c]. *)
Record memory_feedback_run {d : nat} {P : probability} {H : L2 (coordinates d) P} (p T : nat)
    (alpha : R) (w0 : coordinates d) (thread : nat -> nat) (lacks : nat -> nat -> nat -> bool)
    (x : nat -> rvec H) (view g e : nat -> nat -> rvec H) (q : nat -> rvec H) : Prop :=
  MemoryFeedbackRun {
    mf_start : forall w, x O w = w0 /\ forall i, e O i w = vzero;
    mf_thread : forall t, (t < T)%nat -> (thread t < p)%nat;
    mf_common : forall t w, (t < T)%nat -> x (S t) w = vsub (x t w) (vscal alpha (g t O w));
    mf_memory : forall t i w, (t < T)%nat -> (i < p)%nat -> e (S t) i w =
      if Nat.eqb i (thread t) then vsub (vadd (e t i w) (vscal alpha (g t O w))) (q t w)
      else e t i w;
    mf_view : forall t w c, (t < T)%nat -> (c < d)%nat ->
      view t O w c = w0 c - rsum t (fun k => if lacks t k c then 0 else q k w c) }.

(** Early release: the view at step t + 1 lacks the gradients of step t that were [pending] when the
    worker went on, a choice that may depend on the outcome w, and nothing older. *)
Definition early_release {V : space} {P : probability} {H : L2 V P} (p T : nat) (alpha : R) (w0 : V)
    (x : nat -> rvec H) (view g : nat -> nat -> rvec H) (pending : nat -> nat -> nat -> P -> bool) :
    Prop :=
  (forall w, x O w = w0) /\
  (forall i w, (i < p)%nat -> view O i w = w0) /\
  forall t i w, (S t < T)%nat -> (i < p)%nat -> view (S t) i w =
    vadd (x (S t) w) (vscal alpha (heard_mean p (fun j => pending t i j w) (fun j => g t j w))).

(** Released when the norms received are at least the share beta of all norms (sent ahead). *)
Definition norm_released {V : space} {P : probability} {H : L2 V P} (p T : nat) (beta : R)
    (g : nat -> nat -> rvec H) (pending : nat -> nat -> nat -> P -> bool) : Prop :=
  forall t i w, (S t < T)%nat -> (i < p)%nat ->
    beta * rsum p (fun j => norm (g t j w))
    <= heard_sum p (fun j => negb (pending t i j w)) (fun j => norm (g t j w)).

(** Own gradient in place: where worker i misses the gradient (k, j), k < t, it has applied its own
    g k i once more in its stead ([missed t i k j], decided without the samples). *)
Definition own_gradient_views {V : space} {P : probability} {H : L2 V P} (p T : nat) (alpha : R)
    (x : nat -> rvec H) (view g : nat -> nat -> rvec H) (missed : nat -> nat -> nat -> nat -> bool)
      :
    Prop :=
  forall t i w, (t < T)%nat -> (i < p)%nat -> view t i w = vadd (x t w) (vscal alpha
    (vsum t (fun k => heard_mean p (missed t i k) (fun j => vsub (g k j w) (g k i w))))).

(** Error feedback on workers with data of their own: worker i draws its gradients at the shared
    view v, with mean [local i], of which df is the mean over the workers; zeta is their spread. *)
Record split_run {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V}
    (He : evaluable H f df) (p T : nat) (alpha sigma zeta : R) (w0 : V)
    (Known : nat -> rvec H -> Prop) (local : nat -> V -> V) (x v : nat -> rvec H)
    (m g : nat -> nat -> rvec H) : Prop := SplitRun {
  split_start : forall w, x O w = w0;
  split_update : forall t w, (t < T)%nat ->
    x (S t) w = vsub (x t w) (vscal alpha (vmean p (fun i => g t i w)));
  split_known : forall t, (t < T)%nat -> knows (Known t) (x t) /\ knows (Known t) (v t);
  split_local : forall t i w, (t < T)%nat -> (i < p)%nat -> m t i w = local i (v t w);
  split_mean : forall h y, / INR p * rsum p (fun i => inner h (local i y)) = inner h (df y);
  split_spread : forall y, / INR p * rsum p (fun i => norm2 (vsub (local i y) (df y))) <= zeta ^ 2;
  split_draws : forall t, (t < T)%nat -> draws p everybody (Known t) (g t) (m t) (sigma ^ 2) 0 }.

(* SPDX-License-Identifier: Apache-2.0 *)
(* The methods: what a run is, in the order in which a program makes it, and what is assumed of it.
   A theorem about a method takes the record below as its hypothesis and nothing else about the run.
   All of them count steps t < T, so that nothing is said about what happens later. *)
From Coq Require Import Reals.
From Staleproof Require Import Base Inner Smooth Random Step Oracle.
Local Open Scope R_scope.

(** Everything that can be computed from u is known. *)
Definition knows {V : space} {P : probability} {H : L2 V P} (Known : rvec H -> Prop)
    (u : rvec H) : Prop :=
  forall (h : V -> V) (u' : rvec H), (forall w, u' w = h (u w)) -> Known u'.

(** Synchronous SGD with n gradients an update: at update t, n gradients g t 0 .. g t (n-1) are
   drawn at the current model x t, independently of what led to x t ([Known t]), and their mean is
    applied with step eta. *)
Record sync_run {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V}
    (He : evaluable H f df) (n T : nat) (eta v growth : R) (w0 : V)
    (Known : nat -> rvec H -> Prop) (x : nat -> rvec H) (g : nat -> nat -> rvec H) : Prop :=
  SyncRun {
    sync_start : forall w, x O w = w0;
    sync_update : forall t w, (t < T)%nat ->
      x (S t) w = vsub (x t w) (vscal eta (vmean n (fun k => g t k w)));
    sync_known : forall t, (t < T)%nat -> knows (Known t) (x t);
    sync_draws : forall t, (t < T)%nat ->
      draws n everybody (Known t) (g t) (fun _ => gradient He (x t)) v growth }.

(** Elastic SGD: worker i draws its gradient g t i at its own view [view t i], and the workers that
    are heard at step t (heard t i = true) move the common model x by alpha/p times the sum of their
    gradients. No machine need hold x: it is the sum of all that was generated. *)
Record elastic_run {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V}
    (He : evaluable H f df) (p T : nat) (alpha sigma : R) (heard : nat -> nat -> bool) (w0 : V)
    (Known : nat -> rvec H -> Prop) (x : nat -> rvec H) (view g : nat -> nat -> rvec H) : Prop :=
  ElasticRun {
    elastic_start : forall w, x O w = w0;
    elastic_update : forall t w, (t < T)%nat ->
      x (S t) w = vsub (x t w) (vscal alpha (heard_mean p (heard t) (fun i => g t i w)));
    elastic_known : forall t, (t < T)%nat -> knows (Known t) (x t);
    elastic_known_view : forall t i, (t < T)%nat -> (i < p)%nat -> heard t i = true ->
      knows (Known t) (view t i);
    elastic_draws : forall t, (t < T)%nat ->
      draws p (heard t) (Known t) (g t) (fun i => gradient He (view t i)) (sigma ^ 2) 0 }.

(** Elastic consistency with constant B: views stay within alpha B of the common model. *)
Definition elastic_consistent {V : space} {P : probability} {H : L2 V P} (p T : nat) (alpha B : R)
    (heard : nat -> nat -> bool) (x : nat -> rvec H) (view : nat -> nat -> rvec H) : Prop :=
  forall t i, (t < T)%nat -> (i < p)%nat -> heard t i = true ->
    Ex (fun w => norm2 (vsub (x t w) (view t i w))) <= (alpha * B) ^ 2.

(** The number of steps, each counted by the share of workers heard. *)
Definition heard_steps (p T : nat) (heard : nat -> nat -> bool) : R :=
  rsum T (fun t => share p (heard t)).

Lemma knows_gradient {V : space} {P : probability} {H : L2 V P} {f df}
    (He : evaluable H f df) (Known : rvec H -> Prop) u :
  knows Known u -> Known (gradient He u).
Proof. intros Hk. now apply (Hk df). Qed.

Lemma knows_offset {V : space} {P : probability} {H : L2 V P} (Known : rvec H -> Prop)
    (u : rvec H) z :
  knows Known u -> Known (vsub u (rconst H z)).
Proof. intros Hk. now apply (Hk (fun y => vsub y z)). Qed.

(** Error feedback on p workers: worker i keeps in e what its messages have left out so far. At step
    t it adds alpha t times its new gradient, sends q, a compressed form of the sum, and keeps the
    rest; all workers apply the mean of the messages to the one model v that they share. x is the
    model that would have been, had all been sent. *)
Record feedback_run {V : space} {P : probability} {H : L2 V P} (p T : nat) (alpha : nat -> R)
    (w0 : V) (x v : nat -> rvec H) (g e q : nat -> nat -> rvec H) : Prop := FeedbackRun {
  feedback_start : forall w, x O w = w0 /\ v O w = w0 /\ forall i, e O i w = vzero;
  feedback_common : forall t w, (t < T)%nat ->
    x (S t) w = vsub (x t w) (vscal (alpha t) (vmean p (fun i => g t i w)));
  feedback_model : forall t w, (t < T)%nat ->
    v (S t) w = vsub (v t w) (vmean p (fun i => q t i w));
  feedback_memory : forall t i w, (t < T)%nat -> (i < p)%nat ->
    e (S t) i w = vsub (vadd (e t i w) (vscal (alpha t) (g t i w))) (q t i w) }.

(** The compressor is a gamma-contraction in the mean, whatever else it is; and gradients are of
    root mean square size at most M along the run. *)
Record contractive_feedback {V : space} {P : probability} {H : L2 V P} (p T : nat)
    (alpha : nat -> R) (gamma M : R) (g e : nat -> nat -> rvec H) : Prop := ContractiveFeedback {
  contractive_memory : forall t i, (t < T)%nat -> (i < p)%nat ->
    Ex (fun w => norm2 (e (S t) i w))
    <= gamma * Ex (fun w => norm2 (vadd (e t i w) (vscal (alpha t) (g t i w))));
  contractive_size : forall t i, (t < T)%nat -> (i < p)%nat ->
    Ex (fun w => norm2 (g t i w)) <= M ^ 2 }.

(** Asynchronous SGD (async, K-async, K-batch-async): update t applies the mean of K gradients, the
    l-th of them drawn at [read t l], a model that its learner read earlier. No gradient applied at
    t has been applied before, so its noise is unknown to the model and to all K reads. *)
Record async_run {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V}
    (He : evaluable H f df) (K T : nat) (eta v growth : R) (w0 : V)
    (Known : nat -> rvec H -> Prop) (x : nat -> rvec H) (read g : nat -> nat -> rvec H) : Prop :=
  AsyncRun {
    async_start : forall w, x O w = w0;
    async_update : forall t w, (t < T)%nat ->
      x (S t) w = vsub (x t w) (vscal eta (vmean K (fun l => g t l w)));
    async_known : forall t, (t < T)%nat -> knows (Known t) (x t);
    async_known_read : forall t l, (t < T)%nat -> (l < K)%nat -> knows (Known t) (read t l);
    async_draws : forall t, (t < T)%nat ->
      draws K everybody (Known t) (g t) (fun l => gradient He (read t l)) v growth }.

(** The staleness constant of Dutta et al.: gradients at what was read differ from the gradient at
    the model by at most the share gamma of it. A property of the run, not of the problem. *)
Definition staleness_at_most {V : space} {P : probability} {H : L2 V P} (df : V -> V) (K T : nat)
    (gamma : R) (x : nat -> rvec H) (read : nat -> nat -> rvec H) : Prop :=
  forall t, (t < T)%nat ->
    / INR K * rsum K (fun l => Ex (fun w => norm2 (vsub (df (x t w)) (df (read t l w)))))
    <= gamma * Ex (fun w => norm2 (df (x t w))).

(** The read of a gradient is fresh with probability at least p0, whatever the past (on average over
    the K reads): [fresh t l] is 1 where it is, and p0 is tested on |grad|^2, which the past knows.
    *)
Definition fresh_at_least {V : space} {P : probability} {H : L2 V P} (df : V -> V) (K T : nat)
    (p0 : R) (x : nat -> rvec H) (read : nat -> nat -> rvec H) : Prop :=
  exists fresh : nat -> nat -> P -> R, forall t, (t < T)%nat ->
    (forall l w, (l < K)%nat -> fresh t l w = 0 \/ fresh t l w = 1 /\ read t l w = x t w) /\
    (forall l, (l < K)%nat -> integrable (fun w => fresh t l w * norm2 (df (x t w)))) /\
    p0 * Ex (fun w => norm2 (df (x t w)))
    <= / INR K * rsum K (fun l => Ex (fun w => fresh t l w * norm2 (df (x t w)))).

(** Asynchronous SGD, gradients in the order applied: update k applies the gradient g k that was
    drawn at the model before the last [delay k] updates. Delays do not look at the samples. *)
Record delayed_run {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V}
    (He : evaluable H f df) (K : nat) (gamma sigma2 : R) (delay : nat -> nat) (w0 : V)
    (Known : nat -> rvec H -> Prop) (x g : nat -> rvec H) : Prop :=
  DelayedRun {
    delayed_start : forall w, x O w = w0;
    delayed_delay : forall k, (k < K)%nat -> (delay k <= k)%nat;
    delayed_update : forall k w, (k < K)%nat -> x (S k) w = vsub (x k w) (vscal gamma (g k w));
    delayed_known : forall k j, (k < K)%nat -> (j <= k)%nat -> knows (Known k) (x j);
    delayed_known_noise : forall k j, (k < K)%nat -> (j < k)%nat ->
      Known k (vsub (g j) (gradient He (x (j - delay j)%nat)));
    delayed_unbiased : forall k, (k < K)%nat ->
      unbiased (Known k) (g k) (gradient He (x (k - delay k)%nat));
    delayed_variance : forall k, (k < K)%nat ->
      Ex (fun w => norm2 (vsub (g k w) (df (x (k - delay k)%nat w)))) <= sigma2 }.

(** Update j is missing from the read of update k. *)
Definition misses (delay : nat -> nat) (k j : nat) : bool :=
  (Nat.leb (k - delay k) j && Nat.ltb j k)%bool.

(** The load of the windows: the sum of the delays of all updates that miss one update. *)
Definition window_load_at_most (K : nat) (delay : nat -> nat) (W : R) : Prop :=
  forall j, (j < K)%nat ->
    rsum K (fun k => if misses delay k j then INR (delay k) else 0) <= W.

(** Update j is missed by at most c of the reads: so many gradients are in flight. *)
Definition in_flight_at_most (K : nat) (delay : nat -> nat) (c : R) : Prop :=
  forall j, (j < K)%nat -> rsum K (fun k => if misses delay k j then 1 else 0) <= c.

(** Asynchronous SGD, gradients in the order issued, no staleness constant. Gradient n is drawn at
   the model x n, which contains all earlier gradients except those that are [missing n l w]: the
    schedule is random too. z n contains all of them; z N is the model when the last is applied.
    [Other n] holds of what is determined by the schedule and by the samples of the gradients other
    than n. Two gradients that are missing from one read do not know each other. *)
Section Issue.
Context {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V}.
Context (He : evaluable H f df).

Definition only_if (b : P -> bool) (u : P -> V) (w : P) : V := if b w then u w else vzero.

Record issue_run (N : nat) (h v growth Q : R) (w0 : V) (Other : nat -> rvec H -> Prop)
    (missing : nat -> nat -> P -> bool) (z x g : nat -> rvec H) : Prop := IssueRun {
  issue_start : forall w, z O w = w0;
  issue_all : forall n w, (n < N)%nat -> z (S n) w = vsub (z n w) (vscal h (g n w));
  issue_read : forall n w, (n < N)%nat ->
    x n w = vadd (z n w) (vscal h (vsum n (fun l => only_if (missing n l) (g l) w)));
  issue_missing : forall n w, (n < N)%nat ->
    heard_sum n (fun l => missing n l w) (fun _ => 1) <= Q;
  (* the schedule is measurable *)
  issue_member : forall n l u, member H u -> member H (only_if (missing n l) u);
  issue_integrable : forall n l, integrable (fun w => if missing n l w then 1 else 0);
  (* the sample of gradient n is drawn without regard to anything else *)
  issue_known : forall n, (n < N)%nat -> knows (Other n) (x n) /\ knows (Other n) (z n);
  issue_unbiased : forall n, (n < N)%nat -> unbiased (Other n) (g n) (gradient He (x n));
  issue_known_missing : forall n l k (u : rvec H), (n < N)%nat -> (l < n)%nat -> (k < n)%nat ->
    (forall w, u w = only_if (missing n l) (only_if (missing n k) (gradient He (x k))) w)
    \/ k <> l /\ (forall w, u w = only_if (missing n l) (only_if (missing n k) (g k)) w) ->
    Other l u;
  issue_variance : forall n, (n < N)%nat ->
    Ex (fun w => norm2 (vsub (g n w) (df (x n w)))) <= v + growth * Ex (fun w => norm2 (df (x n
      w)));
  issue_variance_missing : forall n l, (n < N)%nat -> (l < n)%nat ->
    Ex (fun w => norm2 (only_if (missing n l) (fun w => vsub (g l w) (df (x l w))) w))
    <= v * Ex (fun w => if missing n l w then 1 else 0)
       + growth * Ex (fun w => norm2 (only_if (missing n l) (fun w => df (x l w)) w)) }.

(** Gradient l is missing from at most Sbar reads on average, given what is known when it is
    issued (tested on its squared gradient); with weights q^-(n-l), from psi. *)
Definition missed_at_most (N : nat) (Sbar : R) (missing : nat -> nat -> P -> bool)
    (x : nat -> rvec H) : Prop :=
  forall l, (l < N)%nat -> rsum N (fun n => if Nat.ltb l n
      then Ex (fun w => norm2 (only_if (missing n l) (fun w => df (x l w)) w)) else 0)
    <= Sbar * Ex (fun w => norm2 (df (x l w))).

Definition missed_weighted_at_most (N : nat) (q psi : R) (missing : nat -> nat -> P -> bool)
    (x : nat -> rvec H) : Prop :=
  forall l, (l < N)%nat -> rsum N (fun n => if Nat.ltb l n
      then / q ^ (n - l) * Ex (fun w => norm2 (only_if (missing n l) (fun w => df (x l w)) w))
      else 0)
    <= psi * Ex (fun w => norm2 (df (x l w))).
End Issue.

(** Unbiased compression without memory: worker i sends q, a random compression of its gradient g,
    and the mean of the messages is applied. [Other t i] holds of what is determined without the
    compressor's random choices at worker i: the past, all gradients, the others' messages. *)
Record compressed_run {V : space} {P : probability} {H : L2 V P} {f : V -> R} {df : V -> V}
    (He : evaluable H f df) (p T : nat) (alpha sigma omega : R) (w0 : V)
    (Known : nat -> rvec H -> Prop) (Other : nat -> nat -> rvec H -> Prop)
    (x : nat -> rvec H) (g q : nat -> nat -> rvec H) : Prop := CompressedRun {
  compressed_start : forall w, x O w = w0;
  compressed_update : forall t w, (t < T)%nat ->
    x (S t) w = vsub (x t w) (vscal alpha (vmean p (fun i => q t i w)));
  compressed_known : forall t, (t < T)%nat -> knows (Known t) (x t);
  compressed_draws : forall t, (t < T)%nat ->
    draws p everybody (Known t) (g t) (fun _ => gradient He (x t)) (sigma ^ 2) 0;
  compressed_other : forall t i h, (t < T)%nat -> (i < p)%nat -> Known t h -> Other t i h;
  compressed_other_noise : forall t i j, (t < T)%nat -> (i < p)%nat -> (j < p)%nat ->
    Other t i (vsub (g t j) (gradient He (x t))) /\
    (i <> j -> Other t i (vsub (q t j) (g t j)));
  compressed_unbiased : forall t i, (t < T)%nat -> (i < p)%nat ->
    unbiased (Other t i) (q t i) (g t i);
  compressed_variance : forall t i, (t < T)%nat -> (i < p)%nat ->
    Ex (fun w => norm2 (vsub (q t i w) (g t i w))) <= omega * Ex (fun w => norm2 (g t i w)) }.

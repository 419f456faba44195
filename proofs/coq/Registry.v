(* SPDX-License-Identifier: Apache-2.0 *)
(* Every theorem once, restated so that it can be judged without reading its proof: nothing is used
   but Coq's reals, the foundation (Base.v, Smooth.v, Survival.v, and the process of Poisson.v) and the generated definitions
   X_valid, X_bound (specs/bounds). X_guarantee is what makes the program call bound X proved; the
   build asks Coq for the assumptions of all of them (audit.sh). *)
From Coq Require Import Reals QArith Qreals NArith List.
From Staleproof Require Import Base Formulary Survival Poisson Bounds Formula Valid.
From Staleproof Require Runtime.
Local Open Scope R_scope.

(** * Run time *)

(** P learners start together; each has finished by time t with probability 1 - exp (- mu t),
    independently. The K-th to finish does so after order_stat_exp_bound on average. *)
Theorem order_stat_exp_guarantee P K mu : order_stat_exp_valid P K mu ->
  mean_of_survival (fun t => fewer K P (1 - exp (- mu * t))) (order_stat_exp_bound P K mu).
Proof. exact (Runtime.order_stat_exp P K mu). Qed.

(** An update that waits for the last of P learners takes speedup_exp_bound times as long, on
    average, as one that takes the first; and that is P ln P up to a summand of at most P. *)
Theorem speedup_exp_guarantee P mu sync async : speedup_exp_valid P -> 0 < mu ->
  mean_of_survival (fun t => fewer P P (1 - exp (- mu * t))) sync ->
  mean_of_survival (fun t => fewer 1 P (1 - exp (- mu * t))) async ->
  sync / async = speedup_exp_bound P.
Proof. exact (Runtime.speedup_exp P mu sync async). Qed.

Theorem speedup_exp_enclosure P : speedup_exp_valid P ->
  INR P * ln (INR P) < speedup_exp_bound P <= INR P * (ln (INR P) + 1).
Proof. exact (Runtime.speedup_exp_enclosure P). Qed.

(** P learners push gradients without pause, durations independent and exponential of mean EX: the
    J-th update, which takes the J K-th push, comes after J times the bound on average, for every
    J. (For other laws the formula is a limit, J -> infinity, and is not stated here.) *)
Theorem kbatchasync_time_guarantee P K EX J : kbatchasync_time_valid P K EX ->
  mean_of_survival (fun t => rsum (J * K) (fun k => pushes (/ EX) P k t))
    (INR J * kbatchasync_time_bound P K EX).
Proof. exact (Runtime.kbatchasync_time P K EX J). Qed.

(** * Certificates *)

(** What the checker accepts is true: conditions, and the enclosure of a value. The trees are those
    of the formulas by the reflexivity lemmas of BoundsAst.v. *)
Theorem certificate_conditions prec rho nu conditions :
  forallb (checkNeed prec rho nu) conditions = true ->
  evalNeeds (map Q2R rho) (map N.to_nat nu) conditions.
Proof. exact (checkNeeds_correct prec rho nu conditions). Qed.

Theorem certificate_value prec tree rho nu lo hi :
  checkValue prec tree rho nu lo hi = true ->
  Q2R lo <= evalR (map Q2R rho) (map N.to_nat nu) tree <= Q2R hi.
Proof. exact (checkValue_correct prec tree rho nu lo hi). Qed.

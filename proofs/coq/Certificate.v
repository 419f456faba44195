(* SPDX-License-Identifier: Apache-2.0 *)
(* What a certificate file needs: one import, one notion, one tactic. *)
From Coq Require Export Reals QArith Qreals ZArith NArith List.
From Staleproof Require Export Base Formulary Formula Valid.
Export ListNotations.
#[global] Open Scope R_scope.

(** The inputs satisfy the hypotheses of the theorem, and the bound lies between lo and hi. *)
Definition certified (valid : Prop) (lo bound hi : R) : Prop := valid /\ lo <= bound <= hi.

(** [certify needs_ok ast_ok prec reals nats] : the two lemmas of the bound (BoundsAst.v), the
    working precision in bits, and the inputs once more as binary numbers. The naturals of the
    statement are unary, so they are never computed: they are rewritten into the tree first. *)
Tactic Notation "certify" constr(needs_ok) constr(ast_ok)
    constr(prec) uconstr(rho) uconstr(nu) :=
  unfold certified;
  rewrite <- needs_ok, <- ast_ok;
  split;
  [ apply (checkNeeds_correct prec rho nu)
  | apply (checkValue_correct prec _ rho nu) ];
  vm_cast_no_check (@eq_refl bool true).  (* computed once, by the kernel at Qed *)

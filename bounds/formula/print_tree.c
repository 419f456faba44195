/* SPDX-License-Identifier: Apache-2.0 */
/* BoundsAst.v: the trees as Coq data (proofs/coq/Formula.v, Valid.v), with the two lemmas that
 * say that they are the definitions of Bounds.v. */
#include <string.h>

#include "bounds/formula/bind.h"
#include "bounds/formula/coq.h"
#include "bounds/formula/print.h"

static void real(FILE *out, struct sp_coq_scope *scope, const struct sp_expr *tree);

/* Place of a parameter among those of its kind. */
static size_t place_of(const struct sp_bound *b, int slot)
{
    size_t place = 0;
    for (int i = 0; i < slot; i++)
        place += b->parameters[i].in_theorem && b->parameters[i].kind == b->parameters[slot].kind;
    return place;
}

static void integer(FILE *out, const fmpz_t n)
{
    char *text = fmpz_get_str(NULL, 10, n);
    fprintf(out, *text == '-' ? "(%s)" : "%s", text);
    flint_free(text);
}

/* De Bruijn: the innermost index is NVar 0, parameters come behind all indices. */
static size_t nat_place(const struct sp_coq_scope *scope, const struct sp_expr *tree)
{
    for (int i = scope->n_index - 1; i >= 0; i--)
        if (strcmp(scope->index[i], tree->name) == 0)
            return (size_t)(scope->n_index - 1 - i);
    return (size_t)scope->n_index + place_of(scope->bound, tree->slot);
}

static void nat(FILE *out, const struct sp_coq_scope *scope, const struct sp_expr *tree);

/* a / b rounded down, (a + b - 1) / b rounded up; without the last parenthesis. */
static void quotient(FILE *out, const struct sp_coq_scope *scope, const struct sp_expr *tree)
{
    const struct sp_expr *a = tree->kids[0]->kids[0], *b = tree->kids[0]->kids[1];
    int up = strcmp(tree->name, "ceil") == 0;
    fputs(up ? "(NDiv (NSub (NAdd " : "(NDiv ", out);
    nat(out, scope, a);
    if (up) {
        fputc(' ', out);
        nat(out, scope, b);
        fputs(") (NCst 1))", out);
    }
    fputc(' ', out);
    nat(out, scope, b);
}

static void nat(FILE *out, const struct sp_coq_scope *scope, const struct sp_expr *tree)
{
    if (tree->op == SP_NUMBER) {
        fputs("(NCst ", out);
        integer(out, fmpq_numref(tree->number));
    } else if (tree->op == SP_NAME) {
        fprintf(out, "(NVar %zu", nat_place(scope, tree));
    } else if (tree->op == SP_CALL) {
        quotient(out, scope, tree);
    } else {
        fputs(tree->op == SP_ADD ? "(NAdd " : tree->op == SP_SUBTRACT ? "(NSub " : "(NMul ", out);
        nat(out, scope, tree->kids[0]);
        fputc(' ', out);
        nat(out, scope, tree->kids[1]);
    }
    fputc(')', out);
}

static void name(FILE *out, const struct sp_coq_scope *scope, const struct sp_expr *tree)
{
    if (sp_coq_is_nat(scope->bound, tree)) {
        fputs("(ENat ", out);
        nat(out, scope, tree);
        fputc(')', out);
    } else if (tree->slot >= SP_SLOT_LET) {
        fprintf(out, "(EVar %zu)", scope->n_lets - 1 - (size_t)(tree->slot - SP_SLOT_LET));
    } else {
        fprintf(out, "(EVar %zu)", scope->n_lets + place_of(scope->bound, tree->slot));
    }
}

static void reduction(FILE *out, struct sp_coq_scope *scope, const struct sp_expr *tree)
{
    fputs(tree->op == SP_SUM       ? "(ESum "
          : tree->op == SP_PRODUCT ? "(EProd "
                                   : "(ELargest ",
          out);
    nat(out, scope, tree->kids[0]);
    fputc(' ', out);
    scope->index[scope->n_index++] = tree->name;
    real(out, scope, tree->kids[1]);
    scope->n_index--;
    fputc(')', out);
}

/* EMax a (EMax b c) */
static void nested(FILE *out, struct sp_coq_scope *scope, const char *node,
                   const struct sp_expr *tree, size_t from)
{
    if (from + 1 == tree->n_kids) {
        real(out, scope, tree->kids[from]);
        return;
    }
    fprintf(out, "(%s ", node);
    real(out, scope, tree->kids[from]);
    fputc(' ', out);
    nested(out, scope, node, tree, from + 1);
    fputc(')', out);
}

static void call(FILE *out, struct sp_coq_scope *scope, const struct sp_expr *tree)
{
    static const char *const nodes[][2] = {
        {"sqrt", "ESqrt"},   {"exp", "EExp"}, {"ln", "ELn"},
        {"floor", "EFloor"}, {"max", "EMax"}, {"min", "EMin"}};
    if (sp_coq_is_quotient(scope->bound, tree)) {
        fputs("(ENat ", out);
        nat(out, scope, tree);
        fputc(')', out);
        return;
    }
    if (strcmp(tree->name, "ceil") == 0) {
        fputs("(ENeg (EFloor (ENeg ", out);
        real(out, scope, tree->kids[0]);
        fputs(")))", out);
        return;
    }
    if (strcmp(tree->name, "harmonic") == 0) {
        fputs("(EHarm ", out);
        nat(out, scope, tree->kids[0]);
        fputc(')', out);
        return;
    }
    for (size_t i = 0; i < sizeof nodes / sizeof nodes[0]; i++)
        if (strcmp(tree->name, nodes[i][0]) == 0 && i >= 4)
            nested(out, scope, nodes[i][1], tree, 0);
        else if (strcmp(tree->name, nodes[i][0]) == 0) {
            fprintf(out, "(%s ", nodes[i][1]);
            real(out, scope, tree->kids[0]);
            fputc(')', out);
        }
}

static const char *infix_node(enum sp_op op)
{
    switch (op) {
    case SP_ADD:
        return "EAdd";
    case SP_SUBTRACT:
        return "ESub";
    case SP_MULTIPLY:
        return "EMul";
    case SP_DIVIDE:
        return "EDiv";
    case SP_NEGATE:
        return "ENeg";
    default:
        return "EPow";
    }
}

struct choice {
    FILE *out;
    struct sp_coq_scope *scope;
    int is_inside;
};

static void choice_open(void *context, enum sp_op relation, const struct sp_expr *left,
                        const struct sp_expr *right)
{
    struct choice *c = context;
    fprintf(c->out, "%s(EIf %s ", c->is_inside++ ? " " : "",
            relation == SP_EQ   ? "REq"
            : relation == SP_LT ? "RLt"
                                : "RLe");
    real(c->out, c->scope, left);
    fputc(' ', c->out);
    real(c->out, c->scope, right);
}

static void choice_leaf(void *context, const struct sp_expr *tree)
{
    const struct choice *c = context;
    fputc(' ', c->out);
    real(c->out, c->scope, tree);
}

static void choice_close(void *context)
{
    fputc(')', ((const struct choice *)context)->out);
}

static void choice(FILE *out, struct sp_coq_scope *scope, const struct sp_expr *tree)
{
    struct choice c = {out, scope, 0};
    sp_coq_choose(&(struct sp_coq_chooser){&c, choice_open, choice_leaf, choice_close}, tree);
}

/* A power whose exponent is no count. */
static void real_power(FILE *out, struct sp_coq_scope *scope, const struct sp_expr *tree)
{
    const struct sp_expr *exponent = tree->kids[1];
    int negated = exponent->op == SP_NEGATE && sp_coq_is_nat(scope->bound, exponent->kids[0]);
    fputs(negated ? "(EDiv (ERat 1 1) (EPow " : "(ERpow ", out);
    real(out, scope, tree->kids[0]);
    fputc(' ', out);
    if (negated)
        nat(out, scope, exponent->kids[0]);
    else
        real(out, scope, exponent);
    fputs(negated ? "))" : ")", out);
}

static void infix(FILE *out, struct sp_coq_scope *scope, const struct sp_expr *tree)
{
    if (tree->op == SP_POWER && !sp_coq_is_nat(scope->bound, tree->kids[1])) {
        real_power(out, scope, tree);
        return;
    }
    fprintf(out, "(%s ", infix_node(tree->op));
    real(out, scope, tree->kids[0]);
    if (tree->n_kids == 2) {
        fputc(' ', out);
        if (tree->op == SP_POWER)
            nat(out, scope, tree->kids[1]);
        else
            real(out, scope, tree->kids[1]);
    }
    fputc(')', out);
}

static void real(FILE *out, struct sp_coq_scope *scope, const struct sp_expr *tree)
{
    switch (tree->op) {
    case SP_NUMBER:
        fputs("(ERat ", out);
        integer(out, fmpq_numref(tree->number));
        fputc(' ', out);
        integer(out, fmpq_denref(tree->number));
        fputc(')', out);
        break;
    case SP_NAME:
        name(out, scope, tree);
        break;
    case SP_CALL:
        call(out, scope, tree);
        break;
    case SP_SUM:
    case SP_PRODUCT:
    case SP_LARGEST:
        reduction(out, scope, tree);
        break;
    case SP_CHOOSE:
        choice(out, scope, tree);
        break;
    default:
        infix(out, scope, tree);
    }
}

static void condition(FILE *out, struct sp_coq_scope *scope, const struct sp_expr *tree)
{
    if (tree->op == SP_AND || tree->op == SP_OR) {
        fputs(tree->op == SP_AND ? "(NdAnd " : "(NdOr ", out);
        condition(out, scope, tree->kids[0]);
        fputc(' ', out);
        condition(out, scope, tree->kids[1]);
        fputc(')', out);
        return;
    }
    int swap = tree->op == SP_GT || tree->op == SP_GE;
    int nats = sp_coq_compares_nats(scope->bound, tree);
    const char *relation = tree->op == SP_EQ                        ? "eq"
                           : tree->op == SP_LT || tree->op == SP_GT ? "lt"
                                                                    : "le";
    fprintf(out, "(Nd%c%s ", nats ? 'N' : 'R', relation);
    for (int i = 0; i < 2; i++) {
        const struct sp_expr *side = tree->kids[i ^ swap];
        if (nats)
            nat(out, scope, side);
        else
            real(out, scope, side);
        fputs(i ? ")" : " ", out);
    }
}

static void value_tree(FILE *out, const struct sp_bound *b)
{
    struct sp_coq_scope scope = {.bound = b};
    fprintf(out, "Definition %s_ast : expr :=\n", b->name);
    for (; scope.n_lets < b->n_lets; scope.n_lets++) {
        fputs("  (ELet ", out);
        real(out, &scope, b->lets[scope.n_lets].tree);
        fputc('\n', out);
    }
    fputs("  ", out);
    real(out, &scope, b->values[0]);
    for (size_t i = 0; i < b->n_lets; i++)
        fputc(')', out);
    fputs(".\n", out);
}

static enum sp_status needs_list(FILE *out, const struct sp_bound *b, struct sp_error *err)
{
    struct sp_coq_scope scope = {.bound = b};
    int n = 0;
    fprintf(out, "Definition %s_needs : list need :=\n  [", b->name);
    for (size_t i = 0; i < b->n_conditions; i++) {
        if (b->conditions[i].is_check)
            continue;
        struct sp_expr *tree = sp_coq_without_lets(b, b->conditions[i].tree);
        if (tree == NULL)
            return sp_fail_memory(err);
        fputs(n++ ? ";\n   " : "", out);
        condition(out, &scope, tree);
        sp_expr_free(tree);
    }
    fputs("].\n", out);
    return SP_OK;
}

static void names(FILE *out, const struct sp_bound *b, int kind, const char *separator)
{
    int n = 0;
    for (size_t i = 0; i < b->n_parameters; i++)
        if (b->parameters[i].in_theorem && (kind < 0 || (int)b->parameters[i].kind == kind)) {
            fputs(n++ ? separator : "", out);
            sp_coq_name(out, b->parameters[i].name);
        }
}

/* Lemma NAME_WHAT_ok args : FUNCTION [reals] [nats] NAME_WHAT = NAME_MEANING args. */
static void lemma(FILE *out, const struct sp_bound *b, const char *what, const char *function,
                  const char *meaning)
{
    fprintf(out, "Lemma %s_%s_ok ", b->name, what);
    names(out, b, -1, " ");
    fprintf(out, " :\n  %s [", function);
    names(out, b, SP_REAL, "; ");
    fputs("] [", out);
    names(out, b, SP_NAT, "; ");
    fprintf(out, "] %s_%s = %s_%s ", b->name, what, b->name, meaning);
    names(out, b, -1, " ");
    fputs(".\nProof. reflexivity. Qed.\n", out);
}

enum sp_status sp_print_coq_trees(FILE *out, const struct sp_bound *const *bounds, size_t n,
                                  struct sp_error *err)
{
    enum sp_status status = SP_OK;
    fputs("(* Generated from specs/bounds by sp-formula: do not edit. *)\n"
          "From Coq Require Import Reals ZArith NArith List.\n"
          "From Staleproof Require Import Base Formulary Formula Valid Bounds.\n"
          "Import ListNotations.\n"
          "Local Open Scope R_scope.\n\n",
          out);
    for (size_t i = 0; i < n && status == SP_OK; i++) {
        const struct sp_bound *b = bounds[i];
        if (!sp_coq_can_say(b))
            continue;
        value_tree(out, b);
        lemma(out, b, "ast", "evalR", "bound");
        status = needs_list(out, b, err);
        lemma(out, b, "needs", "evalNeeds", "valid");
        fputc('\n', out);
    }
    return status;
}

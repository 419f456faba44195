/* SPDX-License-Identifier: Apache-2.0 */
/* Bounds.v: the formulas as Coq definitions. */
#include <string.h>

#include "bounds/formula/bind.h"
#include "bounds/formula/coq.h"
#include "bounds/formula/print.h"

static void real(FILE *out, const struct sp_bound *b, const struct sp_expr *tree, int least);

static const struct {
    int rank; /* how tightly it binds in Coq; an application binds tightest (8), a name is 9 */
    const char *sign;
} style[] = {
    [SP_ADD] = {4, " + "},    [SP_SUBTRACT] = {4, " - "}, [SP_MULTIPLY] = {5, " * "},
    [SP_DIVIDE] = {5, " / "}, [SP_POWER] = {7, " ^ "},    [SP_LT] = {0, " < "},
    [SP_LE] = {0, " <= "},    [SP_EQ] = {0, " = "},
};

static void open_if(FILE *out, int condition)
{
    if (condition)
        fputc('(', out);
}

static void close_if(FILE *out, int condition)
{
    if (condition)
        fputc(')', out);
}

static void integer(FILE *out, const fmpz_t n)
{
    char *text = fmpz_get_str(NULL, 10, n);
    fputs(text, out);
    flint_free(text);
}

static void nat(FILE *out, const struct sp_expr *tree, int least);

/* a / b rounded down, (a + b - 1) / b rounded up. */
static void quotient(FILE *out, const struct sp_expr *tree, int least)
{
    const struct sp_expr *a = tree->kids[0]->kids[0], *b = tree->kids[0]->kids[1];
    int up = strcmp(tree->name, "ceil") == 0;
    open_if(out, style[SP_DIVIDE].rank < least);
    open_if(out, up);
    nat(out, a, up ? style[SP_ADD].rank : style[SP_DIVIDE].rank);
    if (up) {
        fputs(" + ", out);
        nat(out, b, style[SP_ADD].rank + 1);
        fputs(" - 1)", out);
    }
    fputs(" / ", out);
    nat(out, b, style[SP_DIVIDE].rank + 1);
    close_if(out, style[SP_DIVIDE].rank < least);
}

/* A natural, inside a nat_scope. */
static void nat(FILE *out, const struct sp_expr *tree, int least)
{
    if (tree->op == SP_NUMBER) {
        integer(out, fmpq_numref(tree->number));
    } else if (tree->op == SP_NAME) {
        sp_coq_name(out, tree->name);
    } else if (tree->op == SP_CALL) {
        quotient(out, tree, least);
    } else {
        int rank = style[tree->op].rank;
        open_if(out, rank < least);
        nat(out, tree->kids[0], rank);
        fputs(style[tree->op].sign, out);
        nat(out, tree->kids[1], rank + 1);
        close_if(out, rank < least);
    }
}

/* A natural where nat_scope is not open: (P - K)%nat. */
static void scoped_nat(FILE *out, const struct sp_expr *tree)
{
    int simple = tree->op == SP_NAME;
    open_if(out, !simple);
    nat(out, tree, 0);
    fputs(simple ? "" : ")%nat", out);
}

static void number(FILE *out, const fmpq_t q, int least)
{
    int whole = fmpz_is_one(fmpq_denref(q));
    open_if(out, !whole && style[SP_DIVIDE].rank < least);
    integer(out, fmpq_numref(q));
    if (!whole) {
        fputs(" / ", out);
        integer(out, fmpq_denref(q));
    }
    close_if(out, !whole && style[SP_DIVIDE].rank < least);
}

/* Rmax a (Rmax b c) */
static void nested(FILE *out, const struct sp_bound *b, const char *function,
                   const struct sp_expr *tree, size_t from)
{
    if (from + 1 == tree->n_kids) {
        real(out, b, tree->kids[from], 9);
        return;
    }
    fprintf(out, "%s%s ", from ? "(" : "", function);
    real(out, b, tree->kids[from], 9);
    fputc(' ', out);
    nested(out, b, function, tree, from + 1);
    fputs(from ? ")" : "", out);
}

static void call(FILE *out, const struct sp_bound *b, const struct sp_expr *tree)
{
    if (sp_coq_is_quotient(b, tree)) {
        fputs("INR ", out);
        scoped_nat(out, tree);
        return;
    }
    if (strcmp(tree->name, "ceil") == 0) {
        fputs("(- rfloor (- ", out);
        real(out, b, tree->kids[0], 6);
        fputs("))", out);
        return;
    }
    if (strcmp(tree->name, "max") == 0 || strcmp(tree->name, "min") == 0) {
        nested(out, b, tree->name[1] == 'a' ? "Rmax" : "Rmin", tree, 0);
        return;
    }
    fprintf(out, "%s%s ", strcmp(tree->name, "floor") == 0 ? "r" : "", tree->name);
    if (strcmp(tree->name, "harmonic") == 0)
        scoped_nat(out, tree->kids[0]);
    else
        real(out, b, tree->kids[0], 9);
}

static void name(FILE *out, const struct sp_bound *b, const struct sp_expr *tree, int least)
{
    int is_nat = sp_coq_is_nat(b, tree);
    open_if(out, is_nat && 8 < least);
    fputs(is_nat ? "INR " : "", out);
    sp_coq_name(out, tree->name);
    close_if(out, is_nat && 8 < least);
}

static void reduction(FILE *out, const struct sp_bound *b, const struct sp_expr *tree)
{
    fputs(tree->op == SP_SUM       ? "rsum "
          : tree->op == SP_PRODUCT ? "rprod "
                                   : "rlargest ",
          out);
    scoped_nat(out, tree->kids[0]);
    fputs(" (fun ", out);
    sp_coq_name(out, tree->name);
    fputs(" => ", out);
    real(out, b, tree->kids[1], 0);
    fputc(')', out);
}

/* A power whose exponent is no count: 1 / a ^ n for a negated one, else rpower. */
static void real_power(FILE *out, const struct sp_bound *b, const struct sp_expr *tree, int least)
{
    const struct sp_expr *exponent = tree->kids[1];
    if (exponent->op == SP_NEGATE && sp_coq_is_nat(b, exponent->kids[0])) {
        open_if(out, style[SP_DIVIDE].rank < least);
        fputs("1 / ", out);
        real(out, b, tree->kids[0], 8);
        fputs(" ^ ", out);
        scoped_nat(out, exponent->kids[0]);
        close_if(out, style[SP_DIVIDE].rank < least);
        return;
    }
    open_if(out, 8 < least);
    fputs("rpower ", out);
    real(out, b, tree->kids[0], 9);
    fputc(' ', out);
    real(out, b, exponent, 9);
    close_if(out, 8 < least);
}

struct choice {
    FILE *out;
    const struct sp_bound *bound;
    int is_inside;
};

static void choice_open(void *context, enum sp_op relation, const struct sp_expr *left,
                        const struct sp_expr *right)
{
    struct choice *c = context;
    fprintf(c->out, "%s(if_%s ", c->is_inside++ ? " " : "",
            relation == SP_EQ   ? "eq"
            : relation == SP_LT ? "lt"
                                : "le");
    real(c->out, c->bound, left, 9);
    fputc(' ', c->out);
    real(c->out, c->bound, right, 9);
}

static void choice_leaf(void *context, const struct sp_expr *tree)
{
    const struct choice *c = context;
    fputc(' ', c->out);
    real(c->out, c->bound, tree, 9);
}

static void choice_close(void *context)
{
    fputc(')', ((const struct choice *)context)->out);
}

static void choice(FILE *out, const struct sp_bound *b, const struct sp_expr *tree)
{
    struct choice c = {out, b, 0};
    sp_coq_choose(&(struct sp_coq_chooser){&c, choice_open, choice_leaf, choice_close}, tree);
}

static void infix(FILE *out, const struct sp_bound *b, const struct sp_expr *tree, int least)
{
    if (tree->op == SP_POWER && !sp_coq_is_nat(b, tree->kids[1])) {
        real_power(out, b, tree, least);
        return;
    }
    int rank = style[tree->op].rank, power = tree->op == SP_POWER;
    open_if(out, rank < least);
    real(out, b, tree->kids[0], rank + power);
    fputs(style[tree->op].sign, out);
    if (power && tree->kids[1]->op == SP_NUMBER)
        nat(out, tree->kids[1], 9);
    else if (power)
        scoped_nat(out, tree->kids[1]);
    else
        real(out, b, tree->kids[1], rank + 1);
    close_if(out, rank < least);
}

static void real(FILE *out, const struct sp_bound *b, const struct sp_expr *tree, int least)
{
    switch (tree->op) {
    case SP_NUMBER:
        number(out, tree->number, least);
        break;
    case SP_NAME:
        name(out, b, tree, least);
        break;
    case SP_NEGATE:
        fputs("(- ", out);
        real(out, b, tree->kids[0], 6);
        fputc(')', out);
        break;
    case SP_CALL:
    case SP_SUM:
    case SP_PRODUCT:
    case SP_LARGEST:
        open_if(out, 8 < least);
        if (tree->op == SP_CALL)
            call(out, b, tree);
        else
            reduction(out, b, tree);
        close_if(out, 8 < least);
        break;
    case SP_CHOOSE:
        choice(out, b, tree);
        break;
    default:
        infix(out, b, tree, least);
    }
}

static void comparison(FILE *out, const struct sp_bound *b, const struct sp_expr *tree)
{
    int swap = tree->op == SP_GT || tree->op == SP_GE;
    enum sp_op op = tree->op == SP_GT ? SP_LT : tree->op == SP_GE ? SP_LE : tree->op;
    const struct sp_expr *left = tree->kids[swap], *right = tree->kids[!swap];
    int nats = sp_coq_compares_nats(b, tree);
    open_if(out, nats);
    if (nats)
        nat(out, left, 1);
    else
        real(out, b, left, 1);
    fputs(style[op].sign, out);
    if (nats)
        nat(out, right, 1);
    else
        real(out, b, right, 1);
    fputs(nats ? ")%nat" : "", out);
}

static void condition(FILE *out, const struct sp_bound *b, const struct sp_expr *tree)
{
    if (tree->op != SP_AND && tree->op != SP_OR) {
        comparison(out, b, tree);
        return;
    }
    fputc('(', out);
    condition(out, b, tree->kids[0]);
    fputs(tree->op == SP_AND ? " /\\ " : " \\/ ", out);
    condition(out, b, tree->kids[1]);
    fputc(')', out);
}

static void head(FILE *out, const struct sp_bound *b, const char *suffix, const char *type)
{
    fprintf(out, "Definition %s_%s", b->name, suffix);
    for (size_t i = 0; i < b->n_parameters; i++) {
        if (!b->parameters[i].in_theorem)
            continue;
        fputs(" (", out);
        sp_coq_name(out, b->parameters[i].name);
        fprintf(out, " : %s)", b->parameters[i].kind == SP_NAT ? "nat" : "R");
    }
    fprintf(out, " : %s :=\n", type);
}

static void bound_definition(FILE *out, const struct sp_bound *b)
{
    head(out, b, "bound", "R");
    for (size_t i = 0; i < b->n_lets; i++) {
        fputs("  let ", out);
        sp_coq_name(out, b->lets[i].name);
        fputs(" := ", out);
        real(out, b, b->lets[i].tree, 0);
        fputs(" in\n", out);
    }
    fputs("  ", out);
    real(out, b, b->values[0], 0);
    fputs(".\n", out);
}

static enum sp_status valid_definition(FILE *out, const struct sp_bound *b, struct sp_error *err)
{
    int n = 0;
    head(out, b, "valid", "Prop");
    for (size_t i = 0; i < b->n_conditions; i++) {
        if (b->conditions[i].is_check)
            continue;
        struct sp_expr *tree = sp_coq_without_lets(b, b->conditions[i].tree);
        if (tree == NULL)
            return sp_fail_memory(err);
        fputs(n++ ? " /\\\n  " : "  ", out);
        condition(out, b, tree);
        sp_expr_free(tree);
    }
    fputs(n ? ".\n\n" : "  True.\n\n", out);
    return SP_OK;
}

enum sp_status sp_print_coq(FILE *out, const struct sp_bound *const *bounds, size_t n,
                            struct sp_error *err)
{
    enum sp_status status = SP_OK;
    fputs("(* Generated from specs/bounds by sp-formula: do not edit. *)\n"
          "From Coq Require Import Reals.\n"
          "From Staleproof Require Import Base Formulary.\n"
          "Local Open Scope R_scope.\n\n",
          out);
    for (size_t i = 0; i < n && status == SP_OK; i++) {
        if (!sp_coq_can_say(bounds[i]))
            continue;
        status = sp_coq_check_counts(bounds[i], err);
        if (status != SP_OK)
            break;
        fputs("(* ", out);
        sp_coq_comment(out, bounds[i]->title);
        fputs(". ", out);
        sp_coq_comment(out, bounds[i]->cite);
        fputs(" *)\n", out);
        bound_definition(out, bounds[i]);
        status = valid_definition(out, bounds[i], err);
    }
    for (size_t i = 0; i < n; i++)
        if (!sp_coq_can_say(bounds[i]))
            fprintf(out, "(* not expressed: %s %s *)\n", bounds[i]->name,
                    sp_coq_obstacle(bounds[i]));
    return status;
}

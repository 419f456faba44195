/* SPDX-License-Identifier: Apache-2.0 */
/* A lemma for one computed number, which the user's Coq can check (proofs/coq/Certificate.v). */
#include <stdlib.h>
#include <string.h>

#include "bounds/formula/bind.h"
#include "bounds/formula/case.h"
#include "bounds/formula/coq.h"
#include "bounds/formula/print.h"

/* Coq's evaluator adds sums term by term. */
#define MOST_TERMS 200000

struct certifier {
    FILE *out;
    struct sp_eval e;
    struct sp_frame frame;
};

static void fraction(FILE *out, const fmpq_t q)
{
    char *above = fmpz_get_str(NULL, 10, fmpq_numref(q));
    char *below = fmpz_get_str(NULL, 10, fmpq_denref(q));
    fprintf(out, *above == '-' ? "(%s) # %s" : "%s # %s", above, below);
    flint_free(above);
    flint_free(below);
}

/* Every argument of the theorem must be a rational (a whole number for a count). */
static enum sp_status rational_arguments(struct certifier *c)
{
    const struct sp_bound *b = c->frame.bound;
    for (size_t i = 0; i < b->n_parameters; i++) {
        struct sp_slot *slot = NULL;
        if (!b->parameters[i].in_theorem)
            continue;
        enum sp_status status = sp_eval_slot(&c->e, &c->frame, (int)i, &slot);
        if (status != SP_OK)
            return status;
        if (!slot->value.is_exact)
            return sp_fail(c->e.err, SP_USAGE, "a certificate needs rational arguments: %s is not",
                           b->parameters[i].name);
    }
    return SP_OK;
}

static int has_count(const struct sp_expr *tree)
{
    return tree->op == SP_SUM || tree->op == SP_PRODUCT || tree->op == SP_LARGEST ||
           (tree->op == SP_CALL && strcmp(tree->name, "harmonic") == 0);
}

static int has_index(const struct sp_expr *tree)
{
    int found = tree->op == SP_NAME && tree->slot >= SP_SLOT_INDEX && tree->slot < SP_SLOT_TEXT_VALUE;
    for (size_t i = 0; i < tree->n_kids && !found; i++)
        found = has_index(tree->kids[i]);
    return found;
}

/* `outer`: terms of the sum around the tree, which an index of that sum cannot exceed. */
static enum sp_status short_sums(struct certifier *c, const struct sp_expr *tree, ulong outer)
{
    enum sp_status status = SP_OK;
    if (has_count(tree)) {
        struct sp_value n;
        ulong count = outer * outer;
        sp_value_init(&n);
        if (!has_index(tree->kids[0]))
            status = sp_eval(&c->e, &c->frame, tree->kids[0], &n);
        if (status == SP_OK && !has_index(tree->kids[0]))
            status = sp_eval_count(&c->e, &n, WORD_MAX, "the count of a sum", &count);
        sp_value_clear(&n);
        if (status == SP_OK && count > MOST_TERMS)
            status = sp_fail(c->e.err, SP_USAGE,
                             "a certificate adds sums term by term: %lu terms are more than %d",
                             count, MOST_TERMS);
        outer = count;
    }
    for (size_t i = 0; i < tree->n_kids && status == SP_OK; i++)
        status = short_sums(c, tree->kids[i], outer);
    return status;
}

/* "(Q2R (1 # 100)) (N.to_nat 4)", or of one kind only "1 # 100; 3 # 1". */
static void arguments(struct certifier *c, int kind)
{
    const struct sp_bound *b = c->frame.bound;
    int n = 0;
    for (size_t i = 0; i < b->n_parameters; i++) {
        int is_nat = b->parameters[i].kind == SP_NAT;
        if (!b->parameters[i].in_theorem || (kind >= 0 && kind != is_nat))
            continue;
        fputs(kind < 0 ? (is_nat ? " (N.to_nat " : " (Q2R (") : n++ ? "; " : "", c->out);
        if (is_nat) {
            char *text = fmpz_get_str(NULL, 10, fmpq_numref(c->frame.slots[i].value.exact));
            fputs(text, c->out);
            flint_free(text);
        } else {
            fraction(c->out, c->frame.slots[i].value.exact);
        }
        fputs(kind < 0 ? (is_nat ? ")" : "))") : "", c->out);
    }
}

static enum sp_status end_of_enclosure(struct certifier *c, const char *decimal)
{
    fmpq_t q;
    enum sp_dimension dimension = SP_PLAIN;
    fmpq_init(q);
    enum sp_status status = sp_number_read(q, &dimension, decimal, c->e.err);
    fputs("(Q2R (", c->out);
    fraction(c->out, q);
    fputs("))", c->out);
    fmpq_clear(q);
    return status;
}

static enum sp_status lemma(struct certifier *c, const struct sp_result *result)
{
    const char *name = c->frame.bound->name;
    fprintf(c->out, "Lemma certificate_1 :\n  certified (%s_valid", name);
    arguments(c, -1);
    fputs(")\n    ", c->out);
    enum sp_status status = end_of_enclosure(c, result->numbers[0].lower);
    fprintf(c->out, "\n    (%s_bound", name);
    arguments(c, -1);
    fputs(")\n    ", c->out);
    if (status == SP_OK)
        status = end_of_enclosure(c, result->numbers[0].upper);
    fprintf(c->out, ".\nProof.\n  certify %s_needs_ok %s_ast_ok %ld%%Z\n    [", name, name,
            (result->bits < 64 ? 64 : result->bits) + 32);
    arguments(c, 0);
    fputs("]%Q [", c->out);
    arguments(c, 1);
    fputs("]%N.\nQed.\n", c->out);
    return status;
}

static enum sp_status check(struct certifier *c)
{
    const struct sp_bound *b = c->frame.bound;
    const char *obstacle = sp_coq_obstacle(b);
    if (obstacle != NULL)
        return sp_fail(c->e.err, SP_USAGE, "%s has no form in Coq: it contains %s", b->name,
                       obstacle);
    enum sp_status status = rational_arguments(c);
    for (size_t i = 0; i < b->n_lets && status == SP_OK; i++)
        status = short_sums(c, b->lets[i].tree, 1);
    if (status == SP_OK)
        status = short_sums(c, b->values[0], 1);
    return status;
}

enum sp_status sp_print_certificate(FILE *out, struct sp_case *c, const struct sp_result *result,
                                    struct sp_error *err)
{
    struct certifier certifier = {
        .out = out, .e = {.catalogue = c->catalogue, .prec = result->bits, .err = err}};
    if (result->status != SP_OK)
        return sp_fail(err, SP_USAGE, "there is no value to certify");
    enum sp_status status = sp_frame_init(&certifier.frame, c->bound, c->given, err);
    if (status == SP_OK)
        status = check(&certifier);
    if (status == SP_OK) {
        fprintf(out,
                "(* Written by staleproof " SP_VERSION ": %s.\n   Check with:  coqc -Q DIR "
                "Staleproof FILE.v  (DIR: the compiled theory) *)\n"
                "From Staleproof Require Import Certificate Bounds BoundsAst.\n\n",
                c->bound->name);
        status = lemma(&certifier, result);
    }
    sp_frame_clear(&certifier.frame);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Differences of counts. In Coq 2 - 5 is 0 among the naturals, in a formula it is -3: where a count
 * is expected, a - b is only printed if the theorem supposes b <= a. */
#include <stdlib.h>
#include <string.h>

#include "bounds/formula/coq.h"

static int same(const struct sp_expr *a, const struct sp_expr *b)
{
    char *s = sp_expr_text(a), *t = sp_expr_text(b);
    int equal = s != NULL && t != NULL && strcmp(s, t) == 0;
    free(s);
    free(t);
    return equal;
}

/* Whether a need says b <= a or b < a, in these words. */
static int is_supposed(const struct sp_bound *bound, const struct sp_expr *b,
                       const struct sp_expr *a)
{
    for (size_t i = 0; i < bound->n_conditions; i++) {
        const struct sp_expr *tree = bound->conditions[i].tree;
        int up = tree->op == SP_LE || tree->op == SP_LT;
        int down = tree->op == SP_GE || tree->op == SP_GT;
        if (!bound->conditions[i].is_check && (up || down) && same(tree->kids[down], b) &&
            same(tree->kids[up], a))
            return 1;
    }
    return 0;
}

/* Which kids Coq reads as naturals. */
static int kid_is_count(const struct sp_bound *bound, const struct sp_expr *tree, size_t kid,
                        int is_count)
{
    switch (tree->op) {
    case SP_ADD:
    case SP_SUBTRACT:
    case SP_MULTIPLY:
        return is_count;
    case SP_POWER:
        return kid == 1 && sp_coq_is_nat(bound, tree->kids[1]);
    case SP_SUM:
    case SP_PRODUCT:
    case SP_LARGEST:
        return kid == 0;
    case SP_CALL:
        return strcmp(tree->name, "harmonic") == 0;
    case SP_DIVIDE:
        return is_count;
    default:
        return tree->op >= SP_LT && tree->op <= SP_NE && sp_coq_compares_nats(bound, tree);
    }
}

static enum sp_status walk(const struct sp_bound *bound, const struct sp_expr *tree, int is_count,
                           struct sp_error *err)
{
    enum sp_status status = SP_OK;
    if (is_count && tree->op == SP_SUBTRACT && !is_supposed(bound, tree->kids[1], tree->kids[0])) {
        char *a = sp_expr_text(tree->kids[0]), *b = sp_expr_text(tree->kids[1]);
        status = sp_fail(err, SP_INPUT,
                         "%s.bound:%d:%d: Coq takes %s - %s for 0 where it is negative: "
                         "expected a line 'need %s <= %s'",
                         bound->name, tree->line, tree->column, a ? a : "a", b ? b : "b",
                         b ? b : "b", a ? a : "a");
        free(a);
        free(b);
    }
    int quotient = sp_coq_is_quotient(bound, tree); /* floor(a/b): a / b, whose kids are counts */
    for (size_t i = 0; i < tree->n_kids && status == SP_OK; i++)
        status = walk(bound, tree->kids[i], quotient || kid_is_count(bound, tree, i, is_count), err);
    return status;
}

enum sp_status sp_coq_check_counts(const struct sp_bound *bound, struct sp_error *err)
{
    enum sp_status status = walk(bound, bound->values[0], 0, err);
    for (size_t i = 0; i < bound->n_lets && status == SP_OK; i++)
        status = walk(bound, bound->lets[i].tree, 0, err);
    for (size_t i = 0; i < bound->n_conditions && status == SP_OK; i++)
        if (!bound->conditions[i].is_check)
            status = walk(bound, bound->conditions[i].tree, 0, err);
    return status;
}

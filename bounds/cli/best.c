/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/cli/best.h"

#include <stdlib.h>
#include <string.h>

enum sp_measure sp_measure_of(const struct sp_bound *bound)
{
    const char *gives = bound->gives;
    if (bound->is_truth || bound->is_list || bound->n_values != 1)
        return SP_OTHER_MEASURE;
    if (strstr(gives, "|grad ") && strstr(gives, "|^2"))
        return SP_GRADIENT;
    if (strstr(gives, "- F*") || strstr(gives, "- f*"))
        return strchr(gives, '/') && strstr(gives, "(F(w_0)") ? SP_OTHER_MEASURE : SP_GAP;
    return strstr(gives, "- x*|^2") ? SP_DISTANCE : SP_OTHER_MEASURE;
}

const char *sp_measure_name(enum sp_measure measure)
{
    static const char *const names[] = {"gradient", "gap", "distance", "other"};
    return names[measure];
}

const char *sp_measure_text(enum sp_measure measure)
{
    static const char *const texts[] = {"mean squared gradient norm", "gap of the objective",
                                        "squared distance to the minimiser", "other"};
    return texts[measure];
}

/* Inputs of the theorem that are not given and have no default. */
static size_t count_missing(const struct sp_bound *b, const struct sp_case *c)
{
    size_t n = 0;
    for (size_t i = 0; i < b->n_parameters; i++)
        n += b->parameters[i].in_theorem && !b->parameters[i].fallback &&
             !sp_case_is_set(c, b->parameters[i].name);
    return n;
}

static void evaluate(struct sp_candidate *x, struct sp_case *c)
{
    struct sp_error why = {0};
    struct sp_result result;
    x->n_missing = count_missing(x->bound, c);
    sp_case_backing(c, &x->backing);
    x->status = sp_case_evaluate(c, SP_PRECISION_DEFAULT, &result, &why);
    if (x->status == SP_OK) {
        x->digits = strdup(result.numbers[0].digits);
        arf_set(x->middle, arb_midref(result.numbers[0].ball));
    } else {
        x->reason = strdup(why.text);
    }
    sp_result_clear(&result);
}

static enum sp_status try_one(struct sp_candidate *x, struct sp_contest *contest,
                              struct sp_error *err)
{
    struct sp_error why = {0};
    struct sp_contestant one = {x->bound, sp_case_new(contest->catalogue, x->bound)};
    arf_init(x->middle);
    if (!one.c)
        return sp_fail_memory(err);
    struct sp_contest alone = *contest;
    alone.contestants = &one;
    alone.n = 1;
    x->status = sp_contest_set(&alone, 0, NULL, &why);
    if (x->status == SP_OK)
        evaluate(x, one.c);
    else
        x->reason = strdup(why.text);
    sp_case_free(one.c);
    return SP_OK;
}

/* Applies, fails a condition, lacks inputs. */
static int rank(const struct sp_candidate *x)
{
    return x->status == SP_OK ? 0 : x->status == SP_USAGE ? 2 : 1;
}

static int by_tightness(const void *a, const void *b)
{
    const struct sp_candidate *x = a, *y = b;
    if (rank(x) != rank(y))
        return rank(x) - rank(y);
    if (x->status == SP_OK && x->measure != y->measure)
        return (int)x->measure - (int)y->measure;
    if (x->status == SP_OK && arf_cmp(x->middle, y->middle) != 0)
        return arf_cmp(x->middle, y->middle);
    if (x->n_missing != y->n_missing)
        return x->n_missing < y->n_missing ? -1 : 1;
    return strcmp(x->bound->name, y->bound->name);
}

enum sp_status sp_candidates(struct sp_candidate **list, size_t *n, struct sp_contest *contest,
                             int all, struct sp_error *err)
{
    size_t size = sp_catalogue_size(contest->catalogue);
    enum sp_status status = SP_OK;
    *n = 0;
    *list = calloc(size + 1, sizeof **list);
    if (!*list)
        return sp_fail_memory(err);
    for (size_t i = 0; status == SP_OK && i < size; i++) {
        const struct sp_bound *b =
            sp_catalogue_get(contest->catalogue, sp_catalogue_name(contest->catalogue, i));
        if (!b || (!all && (b->standing == SP_PUBLISHED || b->refuted[0])))
            continue;
        struct sp_candidate *x = &(*list)[*n];
        x->bound = b;
        x->backing = sp_bound_backing(b);
        x->measure = sp_measure_of(b);
        if (x->measure == SP_OTHER_MEASURE)
            continue;
        ++*n;
        status = try_one(x, contest, err);
    }
    qsort(*list, *n, sizeof **list, by_tightness);
    return status;
}

void sp_candidates_free(struct sp_candidate *list, size_t n)
{
    for (size_t i = 0; list && i < n; i++) {
        free(list[i].digits);
        free(list[i].reason);
        arf_clear(list[i].middle);
    }
    free(list);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* From a finished run to texts. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/formula/bind.h"
#include "bounds/formula/digits.h"
#include "bounds/formula/run.h"

/* Errors of a description must not overwrite those of the run. */
static char *short_value(struct sp_run *run, const struct sp_expr *tree)
{
    struct sp_value v;
    struct sp_error ignored, *saved = run->e.err;
    char *text = NULL;
    sp_value_init(&v);
    run->e.err = &ignored;
    if (sp_eval(&run->e, &run->frame, tree, &v) == SP_OK)
        text = sp_digits_short(&v, run->e.prec);
    run->e.err = saved;
    sp_value_clear(&v);
    return text ? text : strdup("?");
}

/* Names already written into "with ...". */
struct seen {
    const char *names[32];
    size_t n;
};

static int is_new(struct seen *seen, const char *name)
{
    for (size_t i = 0; i < seen->n; i++)
        if (strcmp(seen->names[i], name) == 0)
            return 0;
    if (seen->n == 32)
        return 0;
    seen->names[seen->n++] = name;
    return 1;
}

static void write_word(struct sp_run *run, FILE *out, const struct sp_expr *tree)
{
    const struct sp_parameter *p = &run->c->bound->parameters[tree->slot];
    const struct sp_given *given = &run->c->given[tree->slot];
    int is_known = given->what == SP_GIVEN_WORD && (size_t)given->word < p->n_words;
    fputs(is_known ? p->words[given->word] : "another", out);
}

static void write_names(struct sp_run *run, FILE *out, const struct sp_expr *tree,
                        struct seen *seen)
{
    const struct sp_bound *bound = run->c->bound;
    int own = tree->op == SP_NAME && tree->slot >= 0 && tree->slot < SP_SLOT_INDEX;
    int is_text = own && tree->slot < SP_SLOT_LET && bound->parameters[tree->slot].kind == SP_TEXT;
    if (own && is_new(seen, tree->name)) {
        fprintf(out, "%s%s = ", seen->n == 1 ? "" : ", ", tree->name);
        char *text = is_text ? NULL : short_value(run, tree);
        if (is_text)
            write_word(run, out, tree);
        else
            fputs(text ? text : "?", out);
        free(text);
    }
    for (size_t i = 0; i < tree->n_kids; i++)
        write_names(run, out, tree->kids[i], seen);
}

static int is_plain_comparison(const struct sp_run *run, const struct sp_expr *tree)
{
    if (tree->op < SP_LT || tree->op > SP_NE)
        return 0;
    for (int i = 0; i < 2; i++) {
        const struct sp_expr *kid = tree->kids[i];
        if (kid->op == SP_NAME && kid->slot >= SP_SLOT_TEXT_VALUE)
            return 0;
        if (kid->op == SP_NAME && kid->slot < SP_SLOT_LET &&
            run->c->bound->parameters[kid->slot].kind == SP_TEXT)
            return 0;
    }
    return 1;
}

char *sp_run_numbers(struct sp_run *run, size_t i)
{
    static const char *const signs[] = {"<", "<=", ">", ">=", "==", "!="};
    const struct sp_expr *tree = run->c->bound->conditions[i].tree;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    struct seen seen = {.n = 0};
    if (run->faults[i].status != SP_OK) {
        fputs(run->faults[i].text, out);
    } else if (is_plain_comparison(run, tree)) {
        char *a = short_value(run, tree->kids[0]), *b = short_value(run, tree->kids[1]);
        fprintf(out, "%s %s %s, with ", a ? a : "?", signs[tree->op - SP_LT], b ? b : "?");
        free(a);
        free(b);
        write_names(run, out, tree, &seen);
    } else {
        write_names(run, out, tree, &seen);
    }
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

/* As many digits as are wanted, or as many as are certain. */
static char *digits_of(const struct sp_value *v, int n, slong prec)
{
    int certain = 0;
    char *text = NULL;
    for (; text == NULL && n > 0; n--)
        text = sp_digits_rounded(v, n, prec, &certain);
    return text ? text : strdup("0 (to the first digit)");
}

static int describe_number(struct sp_run *run, struct sp_precision precision,
                           const struct sp_value *v, struct sp_number *number)
{
    int n = precision.digits + 5 > 40 ? precision.digits + 5 : 40;
    arb_init(number->ball);
    sp_value_ball(number->ball, v, run->e.prec);
    number->lower = sp_digits_outward(v, SP_DOWN, n, run->e.prec);
    number->upper = sp_digits_outward(v, SP_UP, n, run->e.prec);
    number->digits = digits_of(v, precision.digits, run->e.prec);
    number->exact = sp_digits_exact(v, 80);
    return number->lower != NULL && number->upper != NULL && number->digits != NULL;
}

static int describe_conditions(struct sp_run *run, struct sp_result *result)
{
    const struct sp_bound *bound = run->c->bound;
    result->conditions = calloc(bound->n_conditions + 1, sizeof *result->conditions);
    if (result->conditions == NULL)
        return 0;
    result->n_conditions = bound->n_conditions;
    for (size_t i = 0; i < bound->n_conditions; i++) {
        struct sp_condition *condition = &result->conditions[i];
        condition->text = bound->conditions[i].text;
        condition->is_check = bound->conditions[i].is_check;
        condition->truth = run->truths[i];
        if (condition->truth != SP_NOT_TESTED)
            condition->numbers = sp_run_numbers(run, i);
        if (condition->truth != SP_NOT_TESTED && condition->numbers == NULL)
            return 0;
    }
    return 1;
}

static int describe_lets(struct sp_run *run, struct sp_precision precision,
                         struct sp_result *result)
{
    const struct sp_bound *bound = run->c->bound;
    result->lets = calloc(bound->n_lets + 1, sizeof *result->lets);
    if (result->lets == NULL)
        return 0;
    for (size_t i = 0; i < bound->n_lets; i++) {
        struct sp_slot *slot = NULL;
        if (sp_eval_slot(&run->e, &run->frame, (int)(bound->n_parameters + i), &slot) != SP_OK)
            continue; /* the formula took a branch that does not use it */
        char *digits = digits_of(&slot->value, precision.digits, run->e.prec);
        if (digits == NULL)
            return 0;
        result->lets[result->n_lets++] = (struct sp_term){strdup(bound->lets[i].name), digits, NAN};
    }
    return 1;
}

/* Adds the summands of a tree, as they stand under + and -. */
static int describe_terms(struct sp_run *run, struct sp_precision precision,
                          const struct sp_expr *tree, int sign, double total,
                          struct sp_result *result)
{
    if (tree->op == SP_ADD || tree->op == SP_SUBTRACT)
        return describe_terms(run, precision, tree->kids[0], sign, total, result) &&
               describe_terms(run, precision, tree->kids[1], tree->op == SP_ADD ? sign : -sign,
                              total, result);
    struct sp_term *more = realloc(result->terms, (result->n_terms + 1) * sizeof *result->terms);
    if (more == NULL)
        return 0;
    result->terms = more;
    struct sp_value v;
    sp_value_init(&v);
    arb_t ball;
    arb_init(ball);
    if (sp_eval(&run->e, &run->frame, tree, &v) == SP_OK) {
        if (sign < 0)
            sp_value_negate(&v, &v);
        sp_value_ball(ball, &v, 64);
        more[result->n_terms++] =
            (struct sp_term){sp_expr_text(tree), digits_of(&v, precision.digits, run->e.prec),
                             arf_get_d(arb_midref(ball), ARF_RND_NEAR) / total};
    }
    arb_clear(ball);
    sp_value_clear(&v);
    return 1;
}

static int describe_numbers(struct sp_run *run, struct sp_precision precision,
                            struct sp_result *result)
{
    const struct sp_bound *bound = run->c->bound;
    result->is_truth = bound->is_truth;
    result->truth = run->truth;
    result->is_list = bound->is_list;
    result->columns = run->columns;
    if (bound->is_truth)
        return 1;
    result->numbers = calloc(run->n_values + 1, sizeof *result->numbers);
    if (result->numbers == NULL)
        return 0;
    for (size_t i = 0; i < run->n_values; i++) {
        result->n_numbers = i + 1;
        if (!describe_number(run, precision, &run->values[i], &result->numbers[i]))
            return 0;
    }
    if (!precision.explain || result->is_list)
        return 1;
    double total = arf_get_d(arb_midref(result->numbers[0].ball), ARF_RND_NEAR);
    return describe_lets(run, precision, result) &&
           describe_terms(run, precision, bound->values[0], 1, total, result);
}

enum sp_status sp_run_describe(struct sp_run *run, struct sp_precision precision,
                               struct sp_result *result, struct sp_error *err)
{
    struct sp_error why = run->why;
    int good = describe_conditions(run, result);
    if (good && result->status == SP_OK)
        good = describe_numbers(run, precision, result);
    run->why = why;
    return good ? SP_OK : sp_fail_memory(err);
}

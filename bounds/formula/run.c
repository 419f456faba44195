/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/formula/run.h"
#include "bounds/trace/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 10^-25 relative, the narrowness promised for every enclosure. */
#define LEAST_BITS 90

enum sp_status sp_run_start(struct sp_run *run, struct sp_case *c, struct sp_precision precision,
                            slong bits, struct sp_error *err)
{
    const struct sp_bound *bound = c->bound;
    memset(run, 0, sizeof *run);
    run->c = c;
    run->needs_bits = (int)(precision.digits * 3.3219280948874) + 8;
    run->needs_bits = run->needs_bits < LEAST_BITS ? LEAST_BITS : run->needs_bits;
    run->truths = calloc(bound->n_conditions + 1, sizeof *run->truths);
    run->faults = calloc(bound->n_conditions + 1, sizeof *run->faults);
    if (run->truths == NULL || run->faults == NULL) {
        sp_run_end(run);
        return sp_fail_memory(err);
    }
    run->e = (struct sp_eval){.catalogue = c->catalogue, .prec = bits, .err = &run->why};
    return sp_frame_init(&run->frame, bound, c->given, err);
}

void sp_run_end(struct sp_run *run)
{
    for (size_t i = 0; i < run->n_values; i++)
        sp_value_clear(&run->values[i]);
    free(run->values);
    free(run->truths);
    free(run->faults);
    run->values = NULL;
    run->n_values = 0;
    run->truths = NULL;
    run->faults = NULL;
    if (run->frame.bound != NULL)
        sp_frame_clear(&run->frame);
}

/* Every argument that was given must be a number of its kind, whether the formula uses it or
 * not. */
static enum sp_status arguments(struct sp_run *run)
{
    const struct sp_bound *bound = run->c->bound;
    for (size_t i = 0; i < bound->n_parameters; i++) {
        struct sp_slot *slot = NULL;
        if (run->c->given[i].what == SP_GIVEN_NOTHING)
            continue;
        enum sp_status status = sp_eval_slot(&run->e, &run->frame, (int)i, &slot);
        if (status == SP_USAGE && run->c->given[i].what == SP_GIVEN_NUMBER &&
            sp_eval_missing(&run->frame, run->c->given[i].tree) >= 0)
            continue; /* it needs another argument that is missing: said later */
        if (status != SP_OK) {
            struct sp_error why = run->why;
            if (strstr(why.text, bound->parameters[i].name) == NULL)
                return sp_fail(&run->why, status, "argument %s: %.900s", bound->parameters[i].name,
                               why.text);
            return status;
        }
    }
    return SP_OK;
}

static enum sp_status condition(struct sp_run *run, size_t i)
{
    const struct sp_condition_text *condition = &run->c->bound->conditions[i];
    int truth = 0;
    run->truths[i] = SP_NOT_TESTED;
    if (sp_eval_missing(&run->frame, condition->tree) >= 0)
        return SP_OK;
    enum sp_status status = sp_eval_truth(&run->e, &run->frame, condition->tree, &truth);
    run->truths[i] = status == SP_UNDECIDED ? SP_UNKNOWN : truth ? SP_HOLDS : SP_FAILS;
    if (status != SP_OK)
        run->faults[i] = run->why;
    return status == SP_FALSE || status == SP_UNDECIDED ? SP_OK : status;
}

static enum sp_status refusal(struct sp_run *run)
{
    size_t used = 0;
    char *text = run->why.text;
    for (size_t i = 0; i < run->c->bound->n_conditions; i++) {
        if (run->truths[i] != SP_FAILS || used >= sizeof run->why.text)
            continue;
        char *numbers = sp_run_numbers(run, i);
        used += (size_t)snprintf(text + used, sizeof run->why.text - used, "%s%s fails: %s",
                                 used ? "; " : "", run->c->bound->conditions[i].text,
                                 numbers ? numbers : "");
        free(numbers);
    }
    return run->why.status = SP_FALSE;
}

static enum sp_status conditions(struct sp_run *run)
{
    size_t n = run->c->bound->n_conditions, fail = 0;
    enum sp_status status = SP_OK;
    int unknown = 0;
    for (size_t i = 0; i < n && status == SP_OK; i++) {
        status = condition(run, i);
        fail += run->truths[i] == SP_FAILS;
        unknown |= run->truths[i] == SP_UNKNOWN;
    }
    if (status != SP_OK)
        return status;
    if (fail > 0)
        return refusal(run);
    for (size_t i = 0; unknown && i < n; i++)
        if (run->truths[i] == SP_UNKNOWN)
            return sp_fail(&run->why, SP_UNDECIDED, "%s: %.600s", run->c->bound->conditions[i].text,
                           run->faults[i].text);
    return SP_OK;
}

static void say_missing(struct sp_run *run, int i)
{
    const struct sp_parameter *p = &run->c->bound->parameters[i];
    char *text = run->why.text;
    size_t used = run->why.status == SP_USAGE ? strlen(text) : 0;
    int unit = *p->unit != '\0';
    snprintf(text + used, sizeof run->why.text - used, "%s%s (%s%s%s%s)",
             used ? ", " : "missing: ", p->name, *p->text ? p->text : sp_kind_text(p->kind),
             unit ? ", in [" : "", p->unit, unit ? "]" : "");
    run->why.status = SP_USAGE;
}

/* All missing arguments in one message: those of the value and of every condition that is a
 * hypothesis. To find the next one, the one found is taken as given. */
static enum sp_status missing_for(struct sp_run *run, const struct sp_expr *tree)
{
    for (int i; (i = sp_eval_missing(&run->frame, tree)) >= 0;) {
        say_missing(run, i);
        run->c->given[i].what = SP_GIVEN_UNSAID;
    }
    return run->why.status;
}

static enum sp_status missing(struct sp_run *run)
{
    const struct sp_bound *bound = run->c->bound;
    run->why.status = SP_OK;
    for (size_t i = 0; i < bound->n_values; i++)
        missing_for(run, bound->values[i]);
    for (size_t i = 0; i < bound->n_conditions; i++)
        if (!bound->conditions[i].is_check)
            missing_for(run, bound->conditions[i].tree);
    for (size_t i = 0; i < bound->n_parameters; i++)
        if (run->c->given[i].what == SP_GIVEN_UNSAID)
            run->c->given[i].what = SP_GIVEN_NOTHING;
    return run->why.status;
}

/* Decimal digits of a number with more than 2^40 binary places cannot be made in any useful time. */
static int is_beyond_print(const struct sp_value *value)
{
    if (!arb_is_finite(value->ball) || arf_is_zero(arb_midref(value->ball)))
        return 0;
    return labs(arf_abs_bound_lt_2exp_si(arb_midref(value->ball))) > (slong)1 << 40;
}

/* Whether the number is known well enough; a number that is zero becomes the exact zero. */
static enum sp_status settle(struct sp_run *run, struct sp_value *value)
{
    if (!value->is_exact && is_beyond_print(value)) {
        run->e.is_hopeless = 1;
        return sp_fail(&run->why, SP_UNDECIDED, "the value is too large or too small to print");
    }
    if (value->is_exact || arb_rel_accuracy_bits(value->ball) >= run->needs_bits)
        return SP_OK;
    slong wanted = 0;
    if (arb_is_finite(value->ball) && sp_value_sign(value, &wanted) == 0) {
        sp_value_set_si(value, 0);
        return SP_OK;
    }
    return sp_eval_undecided(&run->e, wanted, "the value");
}

/* Evaluates one more number of the result. */
static enum sp_status add_value(struct sp_run *run, const struct sp_expr *tree)
{
    struct sp_value *more = realloc(run->values, (run->n_values + 1) * sizeof *more);
    if (more == NULL)
        return sp_fail_memory(&run->why);
    run->values = more;
    struct sp_value *value = &more[run->n_values++];
    sp_value_init(value);
    enum sp_status status = sp_eval(&run->e, &run->frame, tree, value);
    return status == SP_OK ? settle(run, value) : status;
}

/* each(i, n, term): one number for every i. */
static enum sp_status add_each(struct sp_run *run, const struct sp_expr *tree)
{
    struct sp_value count;
    ulong n = 0;
    sp_value_init(&count);
    enum sp_status status = sp_eval(&run->e, &run->frame, tree->kids[0], &count);
    if (status == SP_OK)
        status = sp_eval_count(&run->e, &count, SP_EVAL_STEPS, "the length of a list", &n);
    sp_value_clear(&count);
    for (ulong i = 0; i < n && status == SP_OK; i++) {
        run->frame.index[0] = i;
        status = add_value(run, tree->kids[1]);
    }
    return status;
}

/* A trace: all numbers that its function gives. */
static enum sp_status add_trace(struct sp_run *run, const struct sp_expr *tree)
{
    struct sp_list numbers = {.n = 0};
    enum sp_status status = sp_eval_trace(&run->e, &run->frame, tree, &numbers);
    struct sp_value *more =
        status == SP_OK ? realloc(run->values, (run->n_values + numbers.n + 1) * sizeof *more)
                        : NULL;
    if (status == SP_OK && more == NULL)
        status = sp_fail_memory(&run->why);
    if (more != NULL)
        run->values = more;
    for (size_t i = 0; i < numbers.n && status == SP_OK; i++) {
        struct sp_value *value = &run->values[run->n_values++];
        sp_value_init(value);
        sp_value_set(value, &numbers.items[i]);
        status = settle(run, value);
    }
    run->columns = numbers.columns;
    sp_vector_clear(&numbers);
    return status;
}

/* One line `value`. */
static enum sp_status add_line(struct sp_run *run, const struct sp_expr *tree)
{
    if (tree->op == SP_EACH)
        return add_each(run, tree);
    if (tree->op == SP_CALL && sp_trace_find(tree->name) != NULL)
        return add_trace(run, tree);
    return add_value(run, tree);
}

static enum sp_status values(struct sp_run *run)
{
    const struct sp_bound *bound = run->c->bound;
    if (*bound->refusal != '\0')
        return sp_fail(&run->why, SP_FALSE, "%s", bound->refusal);
    if (bound->is_truth)
        return sp_eval_truth(&run->e, &run->frame, bound->values[0], &run->truth);
    enum sp_status status = SP_OK;
    for (size_t i = 0; i < bound->n_values && status == SP_OK; i++)
        status = add_line(run, bound->values[i]);
    return status;
}

enum sp_status sp_run_go(struct sp_run *run)
{
    enum sp_status status = arguments(run);
    if (status == SP_OK)
        status = conditions(run);
    if (status == SP_OK && *run->c->bound->refusal == '\0')
        status = missing(run);
    return status == SP_OK ? values(run) : status;
}

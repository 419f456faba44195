/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/formula/evaluate.h"

#include <stdlib.h>
#include <string.h>

#include "bounds/formula/run.h"

/* A separation bound may ask for more bits than the cap; up to this it is granted. */
#define MOST_WANTED 2000000L

/* Whether another run with more bits is worth while; sets *bits. */
static int more_bits(const struct sp_run *run, struct sp_precision precision, slong *bits)
{
    slong wanted = run->e.wanted;
    if (run->e.is_hopeless)
        return 0;
    if (wanted > MOST_WANTED || wanted <= *bits)
        wanted = 0;
    if (*bits >= precision.most_bits && wanted == 0)
        return 0;
    *bits = *bits * 2 > wanted ? *bits * 2 : wanted;
    return 1;
}

/* Runs with more and more bits. The last run stays open for whoever describes it. */
static enum sp_status run_until_decided(struct sp_run *run, struct sp_case *c,
                                        struct sp_precision precision, struct sp_error *err)
{
    slong bits = precision.bits;
    for (;;) {
        enum sp_status status = sp_run_start(run, c, precision, bits, err);
        if (status != SP_OK)
            return status;
        run->why.status = sp_run_go(run);
        if (run->why.status != SP_UNDECIDED || !more_bits(run, precision, &bits))
            return SP_OK;
        sp_run_end(run);
    }
}

enum sp_status sp_case_evaluate(struct sp_case *c, struct sp_precision precision,
                                struct sp_result *result, struct sp_error *err)
{
    struct sp_run run;
    memset(result, 0, sizeof *result);
    enum sp_status status = run_until_decided(&run, c, precision, err);
    if (status == SP_OK) {
        result->status = run.why.status;
        result->bits = run.e.prec;
        sp_case_backing(c, &result->backing);
        status = sp_run_describe(&run, precision, result, err);
    }
    if (status == SP_OK && result->status != SP_OK) {
        result->reason = strdup(run.why.text);
        status = result->reason ? SP_OK : sp_fail_memory(err);
    }
    sp_run_end(&run);
    if (status != SP_OK) {
        sp_result_clear(result);
        return status;
    }
    if (result->status != SP_OK)
        sp_fail(err, result->status, "%s", result->reason);
    return result->status;
}

enum sp_status sp_case_ball(struct sp_case *c, arb_t value, struct sp_precision precision,
                            struct sp_error *err)
{
    struct sp_run run;
    enum sp_status status = run_until_decided(&run, c, precision, err);
    if (status == SP_OK) {
        status = run.why.status;
        if (status != SP_OK)
            sp_fail(err, status, "%s", run.why.text);
        else if (c->bound->is_truth)
            arb_set_si(value, run.truth);
        else if (run.n_values > 0)
            sp_value_ball(value, &run.values[0], run.e.prec);
    }
    sp_run_end(&run);
    return status;
}

/* A refusal counts only when a condition was decided: other ones may be due to the range. */
static enum sp_truth truth_of(const struct sp_run *run)
{
    for (size_t i = 0; i < run->c->bound->n_conditions; i++)
        if (run->truths[i] == SP_FAILS && run->faults[i].status == SP_OK)
            return SP_FAILS;
    if (run->why.status != SP_OK)
        return SP_UNKNOWN;
    return run->truth ? SP_HOLDS : SP_FAILS;
}

enum sp_status sp_case_truth_over(struct sp_case *c, enum sp_truth *truth, struct sp_error *err)
{
    struct sp_run run;
    enum sp_status status = sp_run_start(&run, c, SP_PRECISION_DEFAULT, 128, err);
    if (status != SP_OK)
        return status;
    run.why.status = sp_run_go(&run);
    *truth = truth_of(&run);
    sp_run_end(&run);
    return SP_OK;
}

static void clear_terms(struct sp_term *terms, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        free((char *)terms[i].name);
        free(terms[i].digits);
    }
    free(terms);
}

void sp_result_clear(struct sp_result *result)
{
    for (size_t i = 0; i < result->n_numbers; i++) {
        struct sp_number *number = &result->numbers[i];
        free(number->lower);
        free(number->upper);
        free(number->digits);
        free(number->exact);
        arb_clear(number->ball);
    }
    for (size_t i = 0; i < result->n_conditions; i++)
        free(result->conditions[i].numbers);
    clear_terms(result->lets, result->n_lets);
    clear_terms(result->terms, result->n_terms);
    free(result->numbers);
    free(result->conditions);
    free(result->reason);
    memset(result, 0, sizeof *result);
}

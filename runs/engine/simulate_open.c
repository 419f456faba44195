/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "runs/engine/feedback.h"
#include "runs/engine/simulate.h"
#include "staleproof/code.h"

static double *vectors(size_t count, size_t dimension)
{
    return count <= SIZE_MAX / sizeof(double) / dimension
               ? calloc(count * dimension, sizeof(double))
               : NULL;
}

static int open_vectors(struct sp_simulation *run)
{
    size_t n = run->problem->dimension;
    uint32_t learners = run->setting->learners;
    if (n == 0)
        return 1;
    run->w = vectors(1, n);
    run->gradient = vectors(1, n);
    run->sum = vectors(1, n);
    /* On a virtual clock all learners of a sync variant work on w itself; threads that compute what
     * has just been cancelled may not. */
    int shares_w = sp_variant_cancels(run->setting->variant) && run->setting->engine == SP_SIMULATE;
    if (!shares_w)
        run->held = vectors(learners, n);
    /* Learners that are processes keep their residuals to themselves. */
    const int remembers = run->setting->top > 0 && run->setting->engine != SP_MPI;
    if (remembers)
        run->feedback = sp_feedback_new(learners, n);
    if (!sp_rule_open(&run->rule, run->setting->rule.rule, n))
        return 0;
    if (run->w == NULL || run->gradient == NULL || run->sum == NULL ||
        (run->held == NULL && !shares_w) || (run->feedback == NULL && remembers))
        return 0;
    if (run->problem->start != NULL)
        memcpy(run->w, run->problem->start, n * sizeof *run->w);
    return 1;
}

enum sp_status sp_simulation_open(struct sp_simulation *run, const struct sp_run_setting *setting,
                                  const struct sp_problem *problem, uint64_t seed,
                                  struct sp_error *err)
{
    *run = (struct sp_simulation){.setting = setting, .problem = problem, .seed = seed};
    /* calloc: the pages of learners that are not there cost nothing. */
    run->server = calloc(1, sizeof *run->server);
    run->queue = calloc(1, sizeof *run->queue);
    if (run->server == NULL || run->queue == NULL || !open_vectors(run)) {
        sp_simulation_close(run);
        return sp_fail_memory(err);
    }
    int code = sp_checked_server_start(run->server, setting->learners, setting->wanted,
                                       (uint32_t)sp_variant_cancels(setting->variant),
                                       (uint32_t)sp_variant_is_batch(setting->variant));
    if (code != SP_CODE_OK) {
        sp_simulation_close(run);
        return sp_fail(err, SP_USAGE, "P and K do not fit the variant: %s", sp_code_text(code));
    }
    sp_books_start(&run->books, run->server);
    return SP_OK;
}

void sp_simulation_close(struct sp_simulation *run)
{
    free(run->server);
    free(run->queue);
    free(run->w);
    free(run->gradient);
    free(run->sum);
    sp_rule_close(&run->rule);
    free(run->held);
    sp_feedback_free(run->feedback);
    memset(run, 0, sizeof *run);
}

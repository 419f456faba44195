/* SPDX-License-Identifier: Apache-2.0 */
/* Error feedback: learners compute at the model v; the theorems speak of x = v - eta (mean
 * residual), which moves as if nothing were compressed. */
#include <math.h>
#include <stdlib.h>

#include "runs/engine/feedback.h"
#include "runs/measure/measure.h"
#include "staleproof/code.h"
#include "staleproof/reduce_squared_norm.h"

/* Rounding drifts by some 1e-16 an update; a lost or doubled gradient shows at once. */
#define MOST_DRIFT 1e-8

int sp_measure_has_view(const struct sp_measure *m)
{
    return m->setting->top > 0 && m->setting->variant == SP_SYNC && m->problem->dimension > 0 &&
           m->setting->engine != SP_MPI; /* whose learners keep their residuals to themselves */
}

static enum sp_status look(struct sp_measure *m, const struct sp_moment *now, double *x,
                           double share, struct sp_error *err)
{
    struct sp_evaluation at;
    double eta = m->setting->rule.eta;
    sp_feedback_mean(now->feedback, x);
    m->distance = fmax(m->distance, sqrt(sp_reduce_squared_norm_f64(x, now->feedback->n)));
    for (size_t k = 0; k < now->feedback->n; k++)
        x[k] = now->w[k] - eta * x[k];
    int code = m->problem->kind->evaluate(m->problem, &at, x, m->scratch);
    if (code != SP_CODE_OK)
        return sp_fail(err, SP_FALSE, "the run diverges: update %llu, view: %s",
                       (unsigned long long)now->update, sp_code_text(code));
    m->view += share * at.gradient2;
    return SP_OK;
}

enum sp_status sp_measure_view(struct sp_measure *m, const struct sp_moment *now, double share,
                               struct sp_error *err)
{
    if (!sp_measure_has_view(m))
        return SP_OK;
    double drift = sp_feedback_drift(now->feedback, now->w, m->problem->start, m->setting->rule.eta,
                                     m->scratch);
    if (!(drift <= MOST_DRIFT))
        return sp_fail(err, SP_INTERNAL,
                       "update %llu, seed %llu: the view identity is broken: relative drift %g",
                       (unsigned long long)now->update, (unsigned long long)m->seed, drift);
    return look(m, now, m->scratch + m->problem->dimension, share, err);
}

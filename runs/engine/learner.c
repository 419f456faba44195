/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/engine/learner.h"

#include "runs/engine/feedback.h"
#include "staleproof/code.h"

int sp_learner_compute(struct sp_simulation *run, uint32_t i, const char **kernel)
{
    const struct sp_problem *problem = run->problem;
    const double *model = run->held != NULL ? run->held + i * problem->dimension : run->w;
    struct sp_stream stream;
    sp_stream_start(&stream, run->seed, SP_FOR_SAMPLE, i, run->server->jobs[i]);
    int code = problem->kind->gradient(problem, run->gradient, model, run->setting->batch, &stream);
    if (code != SP_CODE_OK) {
        *kernel = "of the gradient";
        return code;
    }
    return run->feedback == NULL
               ? SP_CODE_OK
               : sp_feedback_send(run->feedback, run->gradient, i, run->setting->top, kernel);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/measure/measure.h"
#include "staleproof/code.h"

/* Mean of |grad F|^2 over the points where the N = K J + P gradients issued were computed, of
 * which the first P are w_0 (theorem async_issue_nc). */
static double issue_average(const struct sp_measure *m)
{
    double P = m->setting->learners, K = m->setting->wanted, J = (double)m->setting->updates;
    /* K-batch-async: K-1 reads of w_j while the buffer fills, the K-th reads w_{j+1}. */
    double sum = sp_variant_is_batch(m->setting->variant)
                     ? (P + K - 1) * m->first + K * m->inner + m->last
                     : P * m->first + K * (m->inner + m->last);
    return sum / (K * J + P);
}

/* A compressed gradient in flight would change its learner's memory. */
static int has_drained(const struct sp_measure *m)
{
    return m->problem->dimension > 0 && !sp_variant_cancels(m->setting->variant) &&
           m->setting->top == 0 && m->setting->rule.rule == SP_RULE_SGD;
}

static enum sp_status drain(struct sp_measure *m, struct sp_simulation *run, struct sp_error *err)
{
    struct sp_evaluation at;
    double *z = m->scratch + m->problem->dimension;
    enum sp_status status = sp_simulation_drain(run, z, err);
    if (status != SP_OK)
        return status;
    int code = m->problem->kind->evaluate(m->problem, &at, z, m->scratch);
    if (code != SP_CODE_OK)
        return sp_fail(err, SP_FALSE, "the drained iterate cannot be evaluated: %s",
                       sp_code_text(code));
    m->drained = at.loss - m->problem->constants[SP_CONSTANT_LEAST].value;
    return SP_OK;
}

static void add_measurements(json_t *record, const struct sp_measure *m)
{
    double J = (double)m->setting->updates;
    json_object_set_new(record, "final_gap", json_real(m->gap));
    json_object_set_new(record, "mean_gradient2", json_real((m->first + m->inner) / J));
    json_object_set_new(record, "largest_variance", json_real(m->variance));
    json_object_set_new(record, "largest_second_moment", json_real(m->second));
    if (sp_measure_has_view(m)) {
        json_object_set_new(record, "view_mean_gradient2", json_real((m->first + m->view) / J));
        json_object_set_new(record, "largest_view_distance", json_real(m->distance));
    }
    if (sp_variant_cancels(m->setting->variant))
        return;
    json_object_set_new(record, "issue_mean_gradient2", json_real(issue_average(m)));
    if (has_drained(m))
        json_object_set_new(record, "drained_gap", json_real(m->drained));
}

/* Of the gradients delivered, and the ages of the versions still worked on: law 2.6. */
static uint64_t total_staleness(const struct sp_simulation *run)
{
    const struct sp_server *s = run->server;
    return s->staleness + s->running * s->version - run->books.held_sum;
}

enum sp_status sp_measure_end(struct sp_measure *m, struct sp_simulation *run, json_t **record,
                              struct sp_error *err)
{
    enum sp_status status = SP_OK;
    const struct sp_server *s = run->server;
    if (has_drained(m))
        status = drain(m, run, err);
    if (status != SP_OK)
        return status;
    *record =
        json_pack("{s:I, s:I, s:I, s:I, s:I, s:f, s:o}", "seed", (json_int_t)m->seed, "updates",
                  (json_int_t)s->version, "gradients", (json_int_t)s->applied, "cancelled",
                  (json_int_t)s->cancelled, "events", (json_int_t)run->books.events, "end_time",
                  run->time, "staleness", sp_staleness_json(&m->staleness));
    if (*record == NULL)
        return sp_fail_memory(err);
    json_object_set_new(json_object_get(*record, "staleness"), "total",
                        json_integer((json_int_t)total_staleness(run)));
    if (run->lost > 0)
        json_object_set_new(*record, "lost", json_integer(run->lost));
    if (m->problem->dimension > 0)
        add_measurements(*record, m);
    return SP_OK;
}

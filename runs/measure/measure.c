/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/measure/measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "staleproof/code.h"

/* Above this many updates the window load would need too much memory. */
#define WINDOW_UPDATES ((uint64_t)1 << 26)
#define NEVER UINT64_MAX

/* First update of part k of `parts` equal parts of first .. first+count-1. */
static uint64_t part_start(uint64_t k, uint64_t parts, uint64_t first, uint64_t count)
{
    return first + (uint64_t)((unsigned __int128)count * k / parts);
}

static uint64_t parts_of(uint64_t wanted, uint64_t count)
{
    return wanted < count ? wanted : count;
}

/* J (k/C)^2, and at least k: denser at the start, where the loss falls fastest. Strictly
 * increasing in k, and J for k = C. */
static uint64_t checkpoint_update(const struct sp_measure *m, uint64_t k)
{
    uint64_t updates = m->setting->updates, parts = parts_of(m->setting->checkpoints, updates);
    if (k > parts)
        return NEVER;
    uint64_t at = (uint64_t)((unsigned __int128)updates * k * k / (parts * parts));
    return at > k ? at : k;
}

/* The iterate drawn from part k, and how many it stands for. */
static uint64_t probe_update(const struct sp_measure *m, uint64_t k, uint64_t *share)
{
    uint64_t count = m->setting->updates - 1, parts = parts_of(m->setting->probes, count);
    if (k >= parts)
        return NEVER;
    uint64_t start = part_start(k, parts, 1, count);
    *share = part_start(k + 1, parts, 1, count) - start;
    struct sp_stream stream;
    sp_stream_start(&stream, m->seed, SP_FOR_MEASURE, 0, k);
    return start + (uint64_t)(sp_stream_uniform(&stream) * (double)*share);
}

static enum sp_status look(struct sp_measure *m, struct sp_evaluation *at, const double *w,
                           uint64_t update, struct sp_error *err)
{
    int code = m->problem->kind->evaluate(m->problem, at, w, m->scratch);
    if (code != SP_CODE_OK || !isfinite(at->loss))
        return sp_fail(err, SP_FALSE,
                       "the run diverges: update %llu, kernel reduce_squared_norm for the loss: "
                       "%s; seed %llu, eta = %g",
                       (unsigned long long)update,
                       code != SP_CODE_OK ? sp_code_text(code) : "it is not finite",
                       (unsigned long long)m->seed, m->setting->rule.eta);
    m->variance = fmax(m->variance, at->variance);
    m->second = fmax(m->second, at->variance + at->gradient2);
    return SP_OK;
}

static enum sp_status note_checkpoint(struct sp_measure *m, const struct sp_moment *now,
                                      const struct sp_evaluation *at, struct sp_error *err)
{
    double gap = at->loss - m->problem->constants[SP_CONSTANT_LEAST].value;
    json_t *record = json_pack("{s:I, s:f, s:I, s:f, s:f, s:f}", "update", (json_int_t)now->update,
                               "time", now->time, "gradients", (json_int_t)now->gradients, "gap",
                               gap, "gradient2", at->gradient2, "variance", at->variance);
    if (record == NULL || json_array_append(m->checkpoints, record) != 0)
        return sp_fail_memory(err);
    json_t *line = json_pack("{s:s}", "record", "checkpoint");
    json_object_update(line, record);
    json_decref(record);
    m->gap = gap;
    return sp_trace_write(m->trace, line, err);
}

/* The updates of checkpoints and probes, merged. */
static enum sp_status list_wanted(struct sp_measure *m, struct sp_error *err)
{
    uint64_t share, checkpoint = 1, probe = 0, updates = m->setting->updates;
    uint64_t most =
        parts_of(m->setting->checkpoints, updates) + parts_of(m->setting->probes, updates) + 1;
    m->wanted = malloc(most * sizeof *m->wanted);
    if (m->wanted == NULL)
        return sp_fail_memory(err);
    for (;;) {
        uint64_t a = checkpoint_update(m, checkpoint), b = probe_update(m, probe, &share);
        if (a == NEVER && b == NEVER)
            return SP_OK;
        m->wanted[m->n_wanted++] = a < b ? a : b;
        checkpoint += a <= b;
        probe += b <= a;
    }
}

static int wants(void *self, uint64_t update)
{
    struct sp_measure *m = self;
    int is_wanted = m->asked < m->n_wanted && m->wanted[m->asked] == update;
    m->asked += (size_t)is_wanted;
    return is_wanted;
}

static enum sp_status updated(void *self, const struct sp_moment *now, struct sp_error *err)
{
    struct sp_measure *m = self;
    uint64_t update = now->update, share = 0;
    struct sp_evaluation at;
    enum sp_status status = look(m, &at, now->w, update, err);
    if (status != SP_OK)
        return status;
    if (update == m->probe_at) {
        probe_update(m, m->probe, &share);
        m->inner += (double)share * at.gradient2;
        status = sp_measure_view(m, now, (double)share, err);
        m->probe_at = probe_update(m, ++m->probe, &share);
    }
    if (status != SP_OK)
        return status;
    if (update == m->setting->updates)
        m->last = at.gradient2;
    if (update != m->checkpoint_at)
        return SP_OK;
    m->checkpoint_at = checkpoint_update(m, ++m->checkpoint);
    return note_checkpoint(m, now, &at, err);
}

static enum sp_status delivered(void *self, const struct sp_delivery *at, struct sp_error *err)
{
    struct sp_measure *m = self;
    sp_staleness_add(&m->staleness, at->stale, at->version);
    if (!m->setting->deliveries)
        return SP_OK;
    return sp_trace_write(m->trace,
                          json_pack("{s:s, s:f, s:I, s:I, s:I}", "record", "delivery", "time",
                                    at->time, "learner", (json_int_t)at->learner, "job",
                                    (json_int_t)at->job, "stale", (json_int_t)at->stale),
                          err);
}

/* The start is checkpoint 0. */
static enum sp_status measure_start(struct sp_measure *m, const struct sp_simulation *run,
                                    struct sp_error *err)
{
    struct sp_evaluation at;
    uint64_t share;
    enum sp_status status = look(m, &at, run->w, 0, err);
    if (status != SP_OK)
        return status;
    m->first = at.gradient2;
    m->checkpoint_at = checkpoint_update(m, ++m->checkpoint);
    m->probe_at = probe_update(m, 0, &share);
    m->watch.wants = wants;
    m->watch.updated = updated;
    status = list_wanted(m, err);
    const struct sp_moment now = sp_simulation_moment(run);
    return status == SP_OK ? note_checkpoint(m, &now, &at, err) : status;
}

enum sp_status sp_measure_start(struct sp_measure *m, const struct sp_simulation *run,
                                struct sp_trace *trace, struct sp_error *err)
{
    size_t n = run->problem->dimension;
    *m = (struct sp_measure){.setting = run->setting,
                             .problem = run->problem,
                             .trace = trace,
                             .seed = run->seed,
                             .watch = {m, delivered, NULL, NULL}};
    int window = !sp_variant_cancels(m->setting->variant) && m->setting->wanted == 1 &&
                 m->setting->updates <= WINDOW_UPDATES;
    enum sp_status status = sp_staleness_start(&m->staleness, m->setting->updates, window, err);
    m->checkpoints = json_array();
    m->scratch = n > 0 ? malloc(2 * n * sizeof *m->scratch) : NULL;
    if (status == SP_OK && (m->checkpoints == NULL || (n > 0 && m->scratch == NULL)))
        status = sp_fail_memory(err);
    if (status == SP_OK && n > 0)
        status = measure_start(m, run, err);
    if (status != SP_OK)
        sp_measure_clear(m);
    return status;
}

void sp_measure_clear(struct sp_measure *m)
{
    sp_staleness_clear(&m->staleness);
    json_decref(m->checkpoints);
    free(m->scratch);
    free(m->wanted);
    memset(m, 0, sizeof *m);
}

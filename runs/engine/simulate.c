/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/engine/simulate.h"

#include <math.h>
#include <string.h>

#include "runs/engine/deliver.h"
#include "runs/engine/learner.h"
#include "staleproof/code.h"
#include "staleproof/compress_topk.h"
#include "staleproof/step_sgd.h"

/* Learner i begins its job. Returns when it will deliver, as a key of the queue: the bits of a
 * time, which is not negative, are in the order of times. */
static uint64_t start(struct sp_simulation *run, uint32_t i)
{
    sp_deliver_start(run, i);
    return (uint64_t)sp_compress_magnitude_key_f64(
        sp_run_setting_due(run->setting, run->seed, i, run->server->jobs[i], run->time));
}

static void start_all(struct sp_simulation *run)
{
    uint32_t learners = run->server->learners;
    for (uint32_t i = 0; i < learners; i++) {
        run->queue->key[i] = start(run, i);
        run->queue->id[i] = i;
    }
    run->queue->n = learners;
    sp_queue_build(run->queue);
}

static void start_waiting(struct sp_simulation *run)
{
    const struct sp_server *server = run->server;
    sp_queue_pop(run->queue);
    for (uint32_t q = 0; q < server->wanted; q++)
        sp_queue_push(run->queue, start(run, server->waiting[q]), server->waiting[q]);
}

static void schedule(struct sp_simulation *run, uint32_t i, enum sp_server_event event)
{
    switch (event) {
    case SP_SERVER_WAIT:
        sp_queue_pop(run->queue);
        break;
    case SP_SERVER_START_ONE:
    case SP_SERVER_UPDATE_ONE:
        sp_queue_replace(run->queue, start(run, i), i);
        break;
    case SP_SERVER_UPDATE_WAITING:
        start_waiting(run);
        break;
    case SP_SERVER_UPDATE_ALL:
        start_all(run);
        break;
    }
}

struct sp_moment sp_simulation_moment(const struct sp_simulation *run)
{
    return (struct sp_moment){run->server->version, run->server->applied, run->time, run->w,
                              run->feedback};
}

static enum sp_status show(const struct sp_simulation *run, const struct sp_watch *watch,
                           struct sp_error *err)
{
    if (watch->updated == NULL ||
        (watch->wants != NULL && !watch->wants(watch->self, run->server->version)))
        return SP_OK;
    const struct sp_moment now = sp_simulation_moment(run);
    return watch->updated(watch->self, &now, err);
}

static enum sp_status advance_clock(struct sp_simulation *run, double time, struct sp_error *err)
{
    if (!isfinite(time) && run->setting->crash.n > 0)
        return sp_fail(err, SP_FALSE,
                       "after update %llu nobody will deliver any more: %u learners crash, and %s "
                       "waits for K = %u",
                       (unsigned long long)run->server->version, run->setting->crash.n,
                       sp_variant_text(run->setting->variant), run->setting->wanted);
    if (!isfinite(time))
        return sp_fail(err, SP_FALSE, "event %llu: the clock is no longer finite under law %s",
                       (unsigned long long)run->books.events, run->setting->delay.text);
    if (time < run->time)
        return sp_fail(err, SP_INTERNAL, "event %llu, seed %llu: G4: time runs backwards",
                       (unsigned long long)run->books.events, (unsigned long long)run->seed);
    run->time = time;
    return SP_OK;
}

static enum sp_status compute(struct sp_simulation *run, uint32_t i, struct sp_error *err)
{
    const char *kernel = "";
    int code = sp_learner_compute(run, i, &kernel);
    return code == SP_CODE_OK ? SP_OK : sp_deliver_refuse(run, i, kernel, code, err);
}

/* One event. */
static enum sp_status step(struct sp_simulation *run, const struct sp_watch *watch,
                           struct sp_error *err)
{
    const uint64_t key = sp_queue_first(run->queue);
    const uint32_t learner = run->queue->id[0];
    double time;
    memcpy(&time, &key, sizeof time);
    enum sp_server_event event;
    enum sp_status status = advance_clock(run, time, err);
    if (status == SP_OK && run->gradient != NULL)
        status = compute(run, learner, err);
    if (status == SP_OK)
        status = sp_deliver(run, learner, run->gradient, watch, &event, err);
    if (status != SP_OK)
        return status;
    schedule(run, learner, event);
    return event >= SP_SERVER_UPDATE_ONE ? show(run, watch, err) : SP_OK;
}

enum sp_status sp_simulation_run(struct sp_simulation *run, const struct sp_watch *watch,
                                 struct sp_error *err)
{
    static const struct sp_watch nobody;
    enum sp_status status = SP_OK;
    start_all(run);
    while (status == SP_OK && run->server->version < run->setting->updates)
        status = step(run, watch ? watch : &nobody, err);
    return status;
}

enum sp_status sp_simulation_drain(struct sp_simulation *run, double *z, struct sp_error *err)
{
    size_t n = run->problem->dimension;
    double weight = run->setting->rule.eta / run->server->wanted;
    memcpy(z, run->w, n * sizeof *z);
    int code = sp_checked_step_sgd_f64(z, run->sum, n, weight);
    if (code != SP_CODE_OK)
        return sp_deliver_refuse(run, 0, "step_sgd", code, err);
    for (uint32_t i = 0; i < run->server->learners; i++) {
        const char *kernel = "step_sgd";
        if (run->server->state[i] != SP_SERVER_RUNNING)
            continue;
        code = sp_learner_compute(run, i, &kernel);
        if (code == SP_CODE_OK)
            code = sp_checked_step_sgd_f64(z, run->gradient, n, weight);
        if (code != SP_CODE_OK)
            return sp_deliver_refuse(run, i, kernel, code, err);
    }
    return SP_OK;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/engine/simulate.h"

#include <math.h>
#include <string.h>

#include "runs/engine/deliver.h"
#include "runs/engine/learner.h"
#include "staleproof/code.h"
#include "staleproof/step_sgd.h"

/* Learner i has just been started by the machine: its job number says which delay it meets. */
static double finish_time(const struct sp_simulation *run, uint32_t i)
{
    struct sp_stream stream;
    sp_stream_start(&stream, run->seed, SP_FOR_DELAY, i, run->server->jobs[i]);
    return run->time + sp_delay_draw(&run->setting->delay, &stream);
}

static struct sp_heap_entry start(struct sp_simulation *run, uint32_t i)
{
    sp_deliver_start(run, i);
    return (struct sp_heap_entry){finish_time(run, i), i};
}

static void start_all(struct sp_simulation *run)
{
    uint32_t learners = run->server->learners;
    for (uint32_t i = 0; i < learners; i++)
        run->heap.entries[i] = start(run, i);
    run->heap.n = learners;
    sp_heap_build(&run->heap);
}

static void start_waiting(struct sp_simulation *run)
{
    const struct sp_server *server = run->server;
    sp_heap_pop(&run->heap);
    for (uint32_t q = 0; q < server->wanted; q++)
        sp_heap_push(&run->heap, start(run, server->waiting[q]));
}

static void schedule(struct sp_simulation *run, uint32_t i, enum sp_server_event event)
{
    switch (event) {
    case SP_SERVER_WAIT:
        sp_heap_pop(&run->heap);
        break;
    case SP_SERVER_START_ONE:
    case SP_SERVER_UPDATE_ONE:
        sp_heap_replace(&run->heap, start(run, i));
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
    struct sp_heap_entry next = run->heap.entries[0];
    enum sp_server_event event;
    enum sp_status status = advance_clock(run, next.time, err);
    if (status == SP_OK && run->gradient != NULL)
        status = compute(run, next.learner, err);
    if (status == SP_OK)
        status = sp_deliver(run, next.learner, run->gradient, watch, &event, err);
    if (status != SP_OK)
        return status;
    schedule(run, next.learner, event);
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
    double weight = run->setting->eta / run->server->wanted;
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

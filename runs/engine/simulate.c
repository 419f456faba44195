/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/engine/simulate.h"

#include <math.h>
#include <string.h>

#include "runs/engine/learner.h"
#include "staleproof/code.h"
#include "staleproof/reduce_axpy.h"
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
    if (run->held != NULL)
        memcpy(run->held + i * run->problem->dimension, run->w,
               run->problem->dimension * sizeof *run->w);
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

static enum sp_status refuse(const struct sp_simulation *run, uint32_t i, const char *kernel,
                             int code, struct sp_error *err)
{
    return sp_fail(err, SP_FALSE,
                   "the run diverges: update %llu, learner %u, kernel %s: %s; seed %llu, eta = %g",
                   (unsigned long long)run->server->version + 1, i, kernel, sp_code_text(code),
                   (unsigned long long)run->seed, run->setting->eta);
}

static enum sp_status deliver(struct sp_simulation *run, uint32_t i, struct sp_error *err)
{
    const char *kernel = "";
    int code = sp_learner_compute(run, i, &kernel);
    if (code != SP_CODE_OK)
        return refuse(run, i, kernel, code, err);
    code = sp_checked_reduce_axpy_f64(run->sum, run->gradient, run->problem->dimension, 1);
    return code == SP_CODE_OK ? SP_OK : refuse(run, i, "reduce_axpy", code, err);
}

static enum sp_status update(struct sp_simulation *run, uint32_t i, struct sp_error *err)
{
    size_t n = run->problem->dimension;
    double weight = run->setting->eta / run->server->wanted;
    int code = sp_checked_step_sgd_f64(run->w, run->sum, n, weight);
    if (code != SP_CODE_OK)
        return refuse(run, i, "step_sgd", code, err);
    memset(run->sum, 0, n * sizeof *run->sum);
    return SP_OK;
}

static enum sp_status broken(const struct sp_simulation *run, const char *law,
                             struct sp_error *err)
{
    return sp_fail(err, SP_INTERNAL, "event %llu, update %llu, seed %llu: a law is broken: %s",
                   (unsigned long long)run->books.events, (unsigned long long)run->server->version,
                   (unsigned long long)run->seed, law);
}

static enum sp_status check(struct sp_simulation *run, double before, struct sp_error *err)
{
    const char *law = sp_books_check(&run->books, run->server);
    if (law == NULL && !(run->time >= before))
        law = "G4: time does not run backwards";
    return law == NULL ? SP_OK : broken(run, law, err);
}

/* One event. */
static enum sp_status step(struct sp_simulation *run, const struct sp_watch *watch,
                           struct sp_error *err)
{
    struct sp_heap_entry next = run->heap.entries[0];
    uint32_t i = next.learner;
    double before = run->time;
    uint64_t version = run->server->version, stale = version - run->server->held[i];
    enum sp_status status = SP_OK;
    run->time = next.time;
    if (!isfinite(next.time))
        return sp_fail(err, SP_FALSE, "event %llu: the clock is no longer finite under law %s",
                       (unsigned long long)run->books.events, run->setting->delay.text);
    if (run->sum != NULL)
        status = deliver(run, i, err);
    if (status != SP_OK)
        return status;
    sp_books_before(&run->books, run->server, i);
    int event = sp_checked_server_complete(run->server, i);
    if (event < 0)
        return broken(run, sp_code_text(event), err);
    sp_books_after(&run->books, run->server, i, (enum sp_server_event)event);
    if (watch->delivered != NULL)
        watch->delivered(watch->self, stale, version);
    int is_update = event >= SP_SERVER_UPDATE_ONE;
    if (is_update && run->sum != NULL)
        status = update(run, i, err);
    if (status == SP_OK) {
        schedule(run, i, (enum sp_server_event)event);
        status = check(run, before, err);
    }
    if (status == SP_OK && is_update && watch->updated != NULL)
        status = watch->updated(watch->self, run, err);
    return status;
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
        return refuse(run, 0, "step_sgd", code, err);
    for (uint32_t i = 0; i < run->server->learners; i++) {
        const char *kernel = "step_sgd";
        if (run->server->state[i] != SP_SERVER_RUNNING)
            continue;
        code = sp_learner_compute(run, i, &kernel);
        if (code == SP_CODE_OK)
            code = sp_checked_step_sgd_f64(z, run->gradient, n, weight);
        if (code != SP_CODE_OK)
            return refuse(run, i, kernel, code, err);
    }
    return SP_OK;
}

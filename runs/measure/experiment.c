/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/measure/experiment.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "bounds/base/progress.h"
#include "runs/engine/engine.h"
#include "runs/measure/measure.h"

/* What the workers share; the lock guards all that changes. */
struct experiment {
    const struct sp_run_setting *setting;
    const struct sp_problem *problem;
    const struct sp_output *out;
    json_t **records;
    const char *label;
    pthread_mutex_t lock;
    uint32_t next, done;
    struct sp_progress progress;
    enum sp_status status; /* of the first seed that failed */
    uint32_t failed;
    struct sp_error *err;
};

static json_t *header_of(const struct experiment *e, uint64_t seed)
{
    json_t *header = json_pack("{s:s, s:I}", "record", "header", "seed", (json_int_t)seed);
    json_t *head = sp_summary_head(e->setting, e->problem, e->label);
    json_object_update(header, head);
    json_decref(head);
    json_object_set_new(header, "format", json_string("staleproof-trace"));
    return header;
}

static enum sp_status write_last(struct sp_trace *trace, json_t *record, struct sp_error *err)
{
    json_t *line = json_pack("{s:s}", "record", "summary");
    json_object_update(line, record);
    return sp_trace_write(trace, line, err);
}

static enum sp_status run_measured(struct experiment *e, uint32_t k, struct sp_simulation *run,
                                   struct sp_trace *trace, struct sp_error *err)
{
    struct sp_measure measure;
    enum sp_status status = sp_measure_start(&measure, run, trace, err);
    if (status != SP_OK)
        return status;
    status = sp_engine_run(run, &measure.watch, err);
    if (status == SP_OK)
        status = sp_measure_end(&measure, run, &e->records[k], err);
    if (status == SP_OK)
        status = write_last(trace, e->records[k], err);
    if (status == SP_OK)
        json_object_set(e->records[k], "checkpoints", measure.checkpoints);
    sp_measure_clear(&measure);
    return status;
}

static enum sp_status run_traced(struct experiment *e, uint32_t k, struct sp_trace *trace,
                                 struct sp_error *err)
{
    struct sp_simulation run;
    enum sp_status status =
        sp_simulation_open(&run, e->setting, e->problem, e->setting->seed + k, err);
    if (status != SP_OK)
        return status;
    status = run_measured(e, k, &run, trace, err);
    sp_simulation_close(&run);
    return status;
}

static enum sp_status run_seed(struct experiment *e, uint32_t k, struct sp_error *err)
{
    struct sp_trace trace;
    const uint64_t seed = e->setting->seed + k;
    json_t *header = header_of(e, seed);
    enum sp_status status = sp_output_kept(&e->records[k], e->out, e->label, seed, header, err);
    if (status != SP_OK || e->records[k] != NULL) {
        json_decref(header);
        return status;
    }
    status = sp_output_trace(&trace, e->out, e->label, seed, err);
    if (status == SP_OK)
        status = sp_trace_write(&trace, header, err);
    else
        json_decref(header);
    if (status == SP_OK)
        status = run_traced(e, k, &trace, err);
    if (status == SP_OK)
        status = sp_trace_commit(&trace, err);
    sp_trace_abort(&trace);
    return status;
}

/* The seed that fails first in order of seeds is the one reported, whoever ran it. */
static void note_result(struct experiment *e, uint32_t k, enum sp_status status,
                        const struct sp_error *err)
{
    e->done++;
    sp_progress_update(&e->progress, e->done);
    if (status == SP_OK || (e->status != SP_OK && e->failed < k))
        return;
    e->status = status;
    e->failed = k;
    if (e->err != NULL)
        *e->err = *err;
}

static void *work(void *argument)
{
    struct experiment *e = argument;
    pthread_mutex_lock(&e->lock);
    while (e->next < e->setting->seeds && e->status == SP_OK) {
        uint32_t k = e->next++;
        struct sp_error err = {0};
        pthread_mutex_unlock(&e->lock);
        enum sp_status status = run_seed(e, k, &err);
        pthread_mutex_lock(&e->lock);
        note_result(e, k, status, &err);
    }
    pthread_mutex_unlock(&e->lock);
    return NULL;
}

#define MOST_WORKERS 64

static enum sp_status run_all(struct experiment *e)
{
    pthread_t workers[MOST_WORKERS];
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    long n = 0, wanted = processors < (long)e->setting->seeds ? processors : e->setting->seeds;
    /* Runs in real time would disturb each other. */
    if (e->setting->engine != SP_SIMULATE)
        wanted = 1;
    pthread_mutex_init(&e->lock, NULL);
    sp_progress_start(&e->progress, "runs", e->setting->seeds);
    while (n < wanted - 1 && n < MOST_WORKERS && pthread_create(&workers[n], NULL, work, e) == 0)
        n++;
    work(e);
    for (long k = 0; k < n; k++)
        pthread_join(workers[k], NULL);
    sp_progress_end(&e->progress);
    pthread_mutex_destroy(&e->lock);
    return e->status;
}

static enum sp_status finish(struct experiment *e, json_t **summary, struct sp_error *err)
{
    json_t *runs = json_array();
    for (uint32_t k = 0; k < e->setting->seeds; k++)
        json_array_append(runs, e->records[k]);
    *summary = sp_summary_head(e->setting, e->problem, e->label);
    json_object_set_new(*summary, "runs", runs);
    enum sp_status status = sp_output_summary(e->out, e->label, *summary, err);
    if (status != SP_OK)
        json_decref(*summary);
    return status;
}

enum sp_status sp_experiment_run(json_t **summary, const struct sp_run_setting *setting,
                                 const struct sp_problem *problem, const struct sp_output *out,
                                 struct sp_error *err)
{
    static const struct sp_output nowhere;
    uint32_t seeds = setting->seeds;
    char *label = sp_experiment_label(setting);
    struct experiment e = {.setting = setting,
                           .problem = problem,
                           .out = out != NULL ? out : &nowhere,
                           .label = label,
                           .err = err};
    e.records = calloc(seeds, sizeof *e.records);
    enum sp_status status = label && e.records ? sp_output_open(e.out, err) : sp_fail_memory(err);
    if (status == SP_OK)
        status = run_all(&e);
    if (status == SP_OK)
        status = finish(&e, summary, err);
    for (uint32_t k = 0; k < seeds && e.records; k++)
        json_decref(e.records[k]);
    free(e.records);
    free(label);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/engine/threads.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runs/engine/deliver.h"
#include "runs/engine/feedback.h"
#include "runs/engine/live.h"
#include "staleproof/code.h"

/* The lock guards everything here and in the run, the learners' own vectors apart. */
struct crew {
    struct sp_simulation *run;
    const struct sp_watch *watch;
    pthread_mutex_t lock;
    pthread_cond_t change; /* somebody was started, or all must stop */
    struct timespec began;
    struct sp_album album;
    int stop;
    enum sp_status status;
    struct sp_error *err;
};

struct learner {
    struct crew *crew;
    uint32_t i;
    double *model, *gradient; /* NULL without a model */
    pthread_t thread;
};

static double seconds_since(const struct timespec *began)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - began->tv_sec) + 1e-9 * (double)(now.tv_nsec - began->tv_nsec);
}

static int is_running(const struct crew *crew, uint32_t i)
{
    return crew->run->server->state[i] == SP_SERVER_RUNNING;
}

static int has_job(const struct crew *crew, uint32_t i, uint64_t job)
{
    return !crew->stop && is_running(crew, i) && crew->run->server->jobs[i] == job;
}

/* Sleeps through the job's delay, with the lock given away; wakes when the job is cancelled. */
static void sleep_through(struct crew *crew, uint32_t i, uint64_t job)
{
    const struct sp_run_setting *setting = crew->run->setting;
    struct timespec until;
    double delay = setting->sleep * sp_run_setting_delay(setting, crew->run->seed, i, job);
    if (!(delay > 0))
        return;
    delay = delay < 1e6 ? delay : 1e6;
    clock_gettime(CLOCK_MONOTONIC, &until);
    double end = 1e-9 * (double)until.tv_nsec + delay;
    until.tv_sec += (time_t)end;
    until.tv_nsec = (long)((end - (double)(time_t)end) * 1e9);
    while (has_job(crew, i, job) && pthread_cond_timedwait(&crew->change, &crew->lock, &until) == 0)
        continue;
}

/* Without the lock: only the learner's own vectors are touched. */
static int compute(const struct learner *me, uint64_t job)
{
    const struct sp_simulation *run = me->crew->run;
    const struct sp_problem *problem = run->problem;
    struct sp_stream stream;
    if (me->gradient == NULL)
        return SP_CODE_OK;
    sp_stream_start(&stream, run->seed, SP_FOR_SAMPLE, me->i, job);
    return problem->kind->gradient(problem, me->gradient, me->model, run->setting->batch, &stream);
}

static enum sp_status deliver(struct learner *me, int code, struct sp_error *err)
{
    struct crew *crew = me->crew;
    struct sp_simulation *run = crew->run;
    const char *kernel = "of the gradient";
    enum sp_server_event event;
    if (code == SP_CODE_OK && run->feedback != NULL)
        code = sp_feedback_send(run->feedback, me->gradient, me->i, run->setting->top, &kernel);
    if (code != SP_CODE_OK)
        return sp_deliver_refuse(run, me->i, kernel, code, err);
    run->time = seconds_since(&crew->began);
    enum sp_status status = sp_deliver(run, me->i, me->gradient, crew->watch, &event, err);
    if (status != SP_OK)
        return status;
    sp_live_restart(run, me->i, event);
    if (event >= SP_SERVER_UPDATE_WAITING)
        pthread_cond_broadcast(&crew->change);
    return event >= SP_SERVER_UPDATE_ONE ? sp_live_show(&crew->album, run, crew->watch, err)
                                         : SP_OK;
}

static void halt(struct crew *crew, enum sp_status status, const struct sp_error *err)
{
    crew->stop = 1;
    crew->status = status;
    if (status != SP_OK && crew->err != NULL)
        *crew->err = *err;
    pthread_cond_broadcast(&crew->change);
}

/* One job, with the lock held at both ends. */
static void work_once(struct learner *me)
{
    struct crew *crew = me->crew;
    struct sp_simulation *run = crew->run;
    struct sp_error err = {0};
    uint64_t job = run->server->jobs[me->i];
    size_t n = run->problem->dimension;
    if (n > 0)
        memcpy(me->model, run->held + me->i * n, n * sizeof *me->model);
    sleep_through(crew, me->i, job);
    if (!has_job(crew, me->i, job))
        return;
    pthread_mutex_unlock(&crew->lock);
    int code = compute(me, job);
    pthread_mutex_lock(&crew->lock);
    if (!has_job(crew, me->i, job))
        return;
    enum sp_status status = deliver(me, code, &err);
    if (status != SP_OK || run->server->version >= run->setting->updates)
        halt(crew, status, &err);
}

static void *work(void *argument)
{
    struct learner *me = argument;
    struct crew *crew = me->crew;
    pthread_mutex_lock(&crew->lock);
    while (!crew->stop) {
        if (is_running(crew, me->i))
            work_once(me);
        else
            pthread_cond_wait(&crew->change, &crew->lock);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

/* All wait for the lock until everybody is there, so that the clock begins once for all. */
static enum sp_status run_all(struct crew *crew, struct learner *learners, uint32_t count,
                              struct sp_error *err)
{
    uint32_t n = 0;
    pthread_mutex_lock(&crew->lock);
    while (n < count && pthread_create(&learners[n].thread, NULL, work, &learners[n]) == 0)
        n++;
    if (n < count)
        halt(crew, sp_fail(err, SP_INTERNAL, "only %u of %u threads can be had", n, count), err);
    clock_gettime(CLOCK_MONOTONIC, &crew->began);
    pthread_mutex_unlock(&crew->lock);
    for (uint32_t i = 0; i < n; i++)
        pthread_join(learners[i].thread, NULL);
    return crew->status;
}

static enum sp_status run_crew(struct crew *crew, struct learner *learners, double *vectors,
                               struct sp_error *err)
{
    uint32_t count = crew->run->server->learners;
    size_t n = crew->run->problem->dimension;
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->change, &monotonic);
    for (uint32_t i = 0; i < count; i++) {
        double *own = n > 0 ? vectors + 2 * n * i : NULL;
        learners[i] = (struct learner){
            .crew = crew, .i = i, .model = own, .gradient = own != NULL ? own + n : NULL};
        sp_deliver_start(crew->run, i);
    }
    enum sp_status status = run_all(crew, learners, count, err);
    pthread_cond_destroy(&crew->change);
    pthread_mutex_destroy(&crew->lock);
    pthread_condattr_destroy(&monotonic);
    return status;
}

enum sp_status sp_threads_run(struct sp_simulation *run, const struct sp_watch *watch,
                              struct sp_error *err)
{
    static const struct sp_watch nobody;
    uint32_t count = run->server->learners;
    struct crew crew = {.run = run, .watch = watch ? watch : &nobody, .err = err};
    struct learner *learners = calloc(count, sizeof *learners);
    double *vectors = calloc((size_t)count * 2 * run->problem->dimension + 1, sizeof *vectors);
    enum sp_status status = learners != NULL && vectors != NULL
                                ? run_crew(&crew, learners, vectors, err)
                                : sp_fail_memory(err);
    if (status == SP_OK)
        status = sp_album_show(&crew.album, crew.watch, err);
    sp_album_clear(&crew.album);
    free(learners);
    free(vectors);
    return status;
}

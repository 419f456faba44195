/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/mpi/server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runs/engine/deliver.h"
#include "runs/engine/live.h"
#include "runs/mpi/office.h"
#include "staleproof/code.h"

#define ROLLCALL 0.25 /* seconds between two looks at who is alive */

struct desk {
    struct sp_simulation *run;
    const struct sp_watch *watch;
    struct sp_album album;
    uint64_t *given; /* job number that a learner was last sent */
    double *dense;   /* a compressed gradient, spread out */
};

/* Jobs for all who were started by the machine since the last time. */
static enum sp_status give_jobs(struct desk *desk, struct sp_error *err)
{
    const struct sp_simulation *run = desk->run;
    const size_t n = run->problem->dimension;
    enum sp_status status = SP_OK;
    for (uint32_t i = 0; i < run->server->learners && status == SP_OK; i++) {
        const struct sp_mpi_head head = {SP_MPI_JOB, (uint32_t)(run->seed - run->setting->seed),
                                         sp_office.epoch, run->server->jobs[i]};
        if (run->server->state[i] != SP_SERVER_RUNNING || desk->given[i] == head.job ||
            sp_office.is_lost[i + 1])
            continue;
        desk->given[i] = head.job;
        status = sp_office_put((int)i + 1, &head, n > 0 ? run->held + i * n : NULL,
                               n * sizeof(double), err);
    }
    return status;
}

static enum sp_status announce(const struct desk *desk, struct sp_error *err)
{
    const struct sp_mpi_head head = {.kind = SP_MPI_SETTING, .epoch = ++sp_office.epoch};
    json_t *object = sp_run_setting_json(desk->run->setting);
    char *text = json_dumps(object, JSON_COMPACT);
    enum sp_status status = text != NULL ? SP_OK : sp_fail_memory(err);
    for (int rank = 1; rank <= (int)desk->run->setting->learners && status == SP_OK; rank++)
        if (!sp_office.is_lost[rank])
            status = sp_office_put(rank, &head, text, strlen(text), err);
    free(text);
    json_decref(object);
    return status;
}

static const double *spread(struct desk *desk)
{
    const size_t n = desk->run->problem->dimension, kept = sp_office.in.size / (2 * sizeof(double));
    const double *numbers = sp_mpi_numbers(&sp_office.in);
    if (sp_office.in.size % (2 * sizeof(double)) != 0)
        return NULL;
    memset(desk->dense, 0, n * sizeof *desk->dense);
    for (size_t k = 0; k < kept; k++) {
        if (!(0 <= numbers[kept + k] && numbers[kept + k] < (double)n))
            return NULL;
        desk->dense[(size_t)numbers[kept + k]] = numbers[k];
    }
    return desk->dense;
}

static enum sp_status gradient_of(struct desk *desk, const struct sp_mpi_head *head,
                                  const double **gradient, uint32_t i, struct sp_error *err)
{
    const size_t bytes = desk->run->problem->dimension * sizeof(double);
    *gradient = NULL;
    if (bytes == 0)
        return SP_OK;
    if (head->kind == SP_MPI_SPARSE)
        *gradient = spread(desk);
    else if (sp_office.in.size == bytes)
        *gradient = sp_mpi_numbers(&sp_office.in);
    return *gradient != NULL
               ? SP_OK
               : sp_fail(err, SP_INTERNAL, "learner %u sent %zu bytes, not a gradient", i,
                         sp_office.in.size);
}

static enum sp_status take(struct desk *desk, uint32_t i, const struct sp_mpi_head *head,
                           struct sp_error *err)
{
    struct sp_simulation *run = desk->run;
    const double *gradient;
    enum sp_server_event event;
    if (head->kind == SP_MPI_REFUSED)
        return sp_deliver_refuse(run, i, sp_mpi_text(&sp_office.in), (int32_t)head->word, err);
    enum sp_status status = gradient_of(desk, head, &gradient, i, err);
    run->time = MPI_Wtime() - sp_office.began;
    if (status == SP_OK)
        status = sp_deliver(run, i, gradient, desk->watch, &event, err);
    if (status != SP_OK)
        return status;
    sp_live_restart(run, i, event);
    status = give_jobs(desk, err);
    return status == SP_OK && event >= SP_SERVER_UPDATE_ONE
               ? sp_live_show(&desk->album, run, desk->watch, err)
               : status;
}

/* Words about a job that was cancelled meanwhile, or of an earlier run, are for nobody. */
static enum sp_status hear(struct desk *desk, const MPI_Status *seen, struct sp_error *err)
{
    const struct sp_server *server = desk->run->server;
    enum sp_status status = sp_mpi_receive(&sp_office.in, seen, err);
    if (status != SP_OK)
        return status;
    const struct sp_mpi_head head = sp_mpi_head(&sp_office.in);
    const uint32_t i = (uint32_t)seen->MPI_SOURCE - 1;
    sp_office.heard[i + 1] = MPI_Wtime();
    if (head.epoch != sp_office.epoch || i >= server->learners || sp_office.is_lost[i + 1])
        return SP_OK;
    if (head.kind == SP_MPI_FAILED)
        return sp_fail(err, (enum sp_status)head.word, "learner %u: %s", i,
                       sp_mpi_text(&sp_office.in));
    if (server->state[i] != SP_SERVER_RUNNING || server->jobs[i] != head.job)
        return SP_OK;
    return take(desk, i, &head, err);
}

static int is_gone(const struct desk *desk, int rank)
{
    const struct sp_run_setting *setting = desk->run->setting;
    if (sp_office.ranks->peers[rank].is_near)
        return sp_rollcall_is_dead(sp_office.ranks, rank);
    return desk->run->server->state[rank - 1] == SP_SERVER_RUNNING && setting->patience > 0 &&
           MPI_Wtime() - sp_office.heard[rank] > setting->patience;
}

static enum sp_status check_enough(const struct desk *desk, struct sp_error *err)
{
    const struct sp_run_setting *setting = desk->run->setting;
    uint32_t living = 0, needed = sp_variant_is_batch(setting->variant) ? 1 : setting->wanted;
    for (uint32_t i = 0; i < setting->learners; i++)
        living += !sp_office.is_lost[i + 1];
    if (living >= needed)
        return SP_OK;
    return sp_fail(err, SP_INPUT, "after update %llu: %u of %u learners are left, but %s needs %u",
                   (unsigned long long)desk->run->server->version, living, setting->learners,
                   sp_variant_text(setting->variant), needed);
}

static enum sp_status look_for_the_lost(const struct desk *desk, struct sp_error *err)
{
    for (int rank = 1; rank <= (int)desk->run->setting->learners; rank++)
        if (!sp_office.is_lost[rank] && is_gone(desk, rank)) {
            sp_office.is_lost[rank] = 1;
            sp_office.lost++;
            fprintf(stderr, "learner %d (rank %d, process %ld) was lost after update %llu\n",
                    rank - 1, rank, sp_office.ranks->peers[rank].pid,
                    (unsigned long long)desk->run->server->version);
        }
    return check_enough(desk, err);
}

static enum sp_status idle(struct desk *desk, unsigned looks, struct sp_error *err)
{
    int all_sent = 1;
    for (int rank = 1; rank <= (int)desk->run->setting->learners; rank++)
        if (!sp_office.is_lost[rank])
            all_sent &= sp_mpi_post_advance(&sp_office.posts[rank], rank);
    if (all_sent && desk->run->setting->patience == 0) {
        MPI_Status seen;
        sp_mpi_wait(MPI_ANY_SOURCE, &seen);
        return SP_OK;
    }
    /* Looks without sleeping at first: an answer is often near. */
    if (looks > 1000)
        sp_mpi_nap(1e-4);
    if (MPI_Wtime() - sp_office.looked < ROLLCALL)
        return SP_OK;
    sp_office.looked = MPI_Wtime();
    return look_for_the_lost(desk, err);
}

static enum sp_status serve(struct desk *desk, struct sp_error *err)
{
    struct sp_simulation *run = desk->run;
    unsigned looks = 0;
    MPI_Status seen;
    enum sp_status status = check_enough(desk, err);
    for (uint32_t i = 0; i < run->server->learners; i++)
        sp_deliver_start(run, i);
    sp_office.began = MPI_Wtime();
    if (status == SP_OK)
        status = give_jobs(desk, err);
    while (status == SP_OK && run->server->version < run->setting->updates) {
        if (sp_mpi_is_waiting(MPI_ANY_SOURCE, &seen)) {
            status = hear(desk, &seen, err);
            looks = 0;
        } else {
            status = idle(desk, ++looks, err);
        }
    }
    return status;
}

enum sp_status sp_mpi_run(struct sp_simulation *run, const struct sp_watch *watch,
                          struct sp_error *err)
{
    static const struct sp_watch nobody;
    const uint32_t learners = run->setting->learners;
    struct desk desk = {.run = run, .watch = watch != NULL ? watch : &nobody};
    if ((uint64_t)sp_office.ranks->ranks < (uint64_t)learners + 1)
        return sp_fail(err, SP_USAGE, "P = %u learners and the server need %u ranks; there are %d",
                       learners, learners + 1, sp_office.ranks->ranks);
    desk.given = calloc(learners, sizeof *desk.given);
    desk.dense = calloc(run->problem->dimension + 1, sizeof *desk.dense);
    enum sp_status status =
        desk.given != NULL && desk.dense != NULL ? announce(&desk, err) : sp_fail_memory(err);
    if (status == SP_OK)
        status = serve(&desk, err);
    for (uint32_t i = 0; i < learners; i++)
        run->lost += sp_office.is_lost[i + 1];
    if (status == SP_OK)
        status = sp_album_show(&desk.album, desk.watch, err);
    sp_album_clear(&desk.album);
    free(desk.given);
    free(desk.dense);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/mpi/server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runs/engine/deliver.h"
#include "runs/engine/live.h"
#include "runs/mpi/post.h"
#include "staleproof/code.h"

#define ROLLCALL 0.25 /* seconds between two looks at who is alive */
#define GOODBYE 10.0  /* seconds that a rank has to say its last word */

/* One for the process: the learners stay from run to run. */
static struct office {
    const struct sp_rollcall *ranks;
    struct sp_mpi_post *posts; /* one a rank */
    double *heard;             /* when a rank last spoke, or was given a job */
    unsigned char *is_lost;
    int lost;
    uint64_t epoch;
    struct sp_mpi_message in;
    double looked; /* for the dead */
    double began;
} office;

struct desk {
    struct sp_simulation *run;
    const struct sp_watch *watch;
    struct sp_album album;
    uint64_t *given; /* job number that a learner was last sent */
    double *dense;   /* a compressed gradient, spread out */
};

void sp_mpi_server_open(const struct sp_rollcall *ranks)
{
    office.ranks = ranks;
    office.posts = calloc((size_t)ranks->ranks, sizeof *office.posts);
    office.heard = calloc((size_t)ranks->ranks, sizeof *office.heard);
    office.is_lost = calloc((size_t)ranks->ranks, 1);
}

static enum sp_status put(int rank, const struct sp_mpi_head *head, const void *payload,
                          size_t size, struct sp_error *err)
{
    struct sp_mpi_post *post = &office.posts[rank];
    enum sp_mpi_slot slot = head->kind == SP_MPI_JOB ? SP_MPI_JOBS : SP_MPI_ORDERS;
    enum sp_status status = sp_mpi_compose(&post->next[slot], head, size, err);
    if (status != SP_OK)
        return status;
    if (size > 0)
        memcpy(sp_mpi_text(&post->next[slot]), payload, size);
    sp_mpi_post_put(post, slot, rank);
    office.heard[rank] = MPI_Wtime();
    return SP_OK;
}

/* Jobs for all who were started by the machine since the last time. */
static enum sp_status give_jobs(struct desk *desk, struct sp_error *err)
{
    const struct sp_simulation *run = desk->run;
    const size_t n = run->problem->dimension;
    enum sp_status status = SP_OK;
    for (uint32_t i = 0; i < run->server->learners && status == SP_OK; i++) {
        const struct sp_mpi_head head = {SP_MPI_JOB, (uint32_t)(run->seed - run->setting->seed),
                                         office.epoch, run->server->jobs[i]};
        if (run->server->state[i] != SP_SERVER_RUNNING || desk->given[i] == head.job ||
            office.is_lost[i + 1])
            continue;
        desk->given[i] = head.job;
        status = put((int)i + 1, &head, n > 0 ? run->held + i * n : NULL, n * sizeof(double), err);
    }
    return status;
}

static enum sp_status announce(const struct desk *desk, struct sp_error *err)
{
    const struct sp_mpi_head head = {.kind = SP_MPI_SETTING, .epoch = ++office.epoch};
    json_t *object = sp_run_setting_json(desk->run->setting);
    char *text = json_dumps(object, JSON_COMPACT);
    enum sp_status status = text != NULL ? SP_OK : sp_fail_memory(err);
    for (int rank = 1; rank <= (int)desk->run->setting->learners && status == SP_OK; rank++)
        if (!office.is_lost[rank])
            status = put(rank, &head, text, strlen(text), err);
    free(text);
    json_decref(object);
    return status;
}

static const double *spread(struct desk *desk)
{
    const size_t n = desk->run->problem->dimension, kept = office.in.size / (2 * sizeof(double));
    const double *numbers = sp_mpi_numbers(&office.in);
    if (office.in.size % (2 * sizeof(double)) != 0)
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
    else if (office.in.size == bytes)
        *gradient = sp_mpi_numbers(&office.in);
    return *gradient != NULL
               ? SP_OK
               : sp_fail(err, SP_INTERNAL, "learner %u sent %zu bytes, not a gradient", i,
                         office.in.size);
}

static enum sp_status take(struct desk *desk, uint32_t i, const struct sp_mpi_head *head,
                           struct sp_error *err)
{
    struct sp_simulation *run = desk->run;
    const double *gradient;
    enum sp_server_event event;
    if (head->kind == SP_MPI_REFUSED)
        return sp_deliver_refuse(run, i, sp_mpi_text(&office.in), (int32_t)head->word, err);
    enum sp_status status = gradient_of(desk, head, &gradient, i, err);
    run->time = MPI_Wtime() - office.began;
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
    enum sp_status status = sp_mpi_receive(&office.in, seen, err);
    if (status != SP_OK)
        return status;
    const struct sp_mpi_head head = sp_mpi_head(&office.in);
    const uint32_t i = (uint32_t)seen->MPI_SOURCE - 1;
    office.heard[i + 1] = MPI_Wtime();
    if (head.epoch != office.epoch || i >= server->learners || office.is_lost[i + 1])
        return SP_OK;
    if (head.kind == SP_MPI_FAILED)
        return sp_fail(err, (enum sp_status)head.word, "learner %u: %s", i,
                       sp_mpi_text(&office.in));
    if (server->state[i] != SP_SERVER_RUNNING || server->jobs[i] != head.job)
        return SP_OK;
    return take(desk, i, &head, err);
}

static int is_gone(const struct desk *desk, int rank)
{
    const struct sp_run_setting *setting = desk->run->setting;
    if (office.ranks->peers[rank].is_near)
        return sp_rollcall_is_dead(office.ranks, rank);
    return desk->run->server->state[rank - 1] == SP_SERVER_RUNNING && setting->patience > 0 &&
           MPI_Wtime() - office.heard[rank] > setting->patience;
}

static enum sp_status check_enough(const struct desk *desk, struct sp_error *err)
{
    const struct sp_run_setting *setting = desk->run->setting;
    uint32_t living = 0, needed = sp_variant_is_batch(setting->variant) ? 1 : setting->wanted;
    for (uint32_t i = 0; i < setting->learners; i++)
        living += !office.is_lost[i + 1];
    if (living >= needed)
        return SP_OK;
    return sp_fail(err, SP_INPUT, "after update %llu: %u of %u learners are left, but %s needs %u",
                   (unsigned long long)desk->run->server->version, living, setting->learners,
                   sp_variant_text(setting->variant), needed);
}

static enum sp_status look_for_the_lost(const struct desk *desk, struct sp_error *err)
{
    for (int rank = 1; rank <= (int)desk->run->setting->learners; rank++)
        if (!office.is_lost[rank] && is_gone(desk, rank)) {
            office.is_lost[rank] = 1;
            office.lost++;
            fprintf(stderr, "learner %d (rank %d, process %ld) was lost after update %llu\n",
                    rank - 1, rank, office.ranks->peers[rank].pid,
                    (unsigned long long)desk->run->server->version);
        }
    return check_enough(desk, err);
}

static enum sp_status idle(struct desk *desk, unsigned looks, struct sp_error *err)
{
    int all_sent = 1;
    for (int rank = 1; rank <= (int)desk->run->setting->learners; rank++)
        if (!office.is_lost[rank])
            all_sent &= sp_mpi_post_advance(&office.posts[rank], rank);
    if (all_sent && desk->run->setting->patience == 0) {
        MPI_Status seen;
        sp_mpi_wait(MPI_ANY_SOURCE, &seen);
        return SP_OK;
    }
    /* Looks without sleeping at first: an answer is often near. */
    if (looks > 1000)
        sp_mpi_nap(1e-4);
    if (MPI_Wtime() - office.looked < ROLLCALL)
        return SP_OK;
    office.looked = MPI_Wtime();
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
    office.began = MPI_Wtime();
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
    if ((uint64_t)office.ranks->ranks < (uint64_t)learners + 1)
        return sp_fail(err, SP_USAGE, "P = %u learners and the server need %u ranks; there are %d",
                       learners, learners + 1, office.ranks->ranks);
    desk.given = calloc(learners, sizeof *desk.given);
    desk.dense = calloc(run->problem->dimension + 1, sizeof *desk.dense);
    enum sp_status status =
        desk.given != NULL && desk.dense != NULL ? announce(&desk, err) : sp_fail_memory(err);
    if (status == SP_OK)
        status = serve(&desk, err);
    for (uint32_t i = 0; i < learners; i++)
        run->lost += office.is_lost[i + 1];
    if (status == SP_OK)
        status = sp_album_show(&desk.album, desk.watch, err);
    sp_album_clear(&desk.album);
    free(desk.given);
    free(desk.dense);
    return status;
}

/* Until the rank's last word is there. Gradients still under way are received before it. */
static int say_goodbye(int rank)
{
    const double until = MPI_Wtime() + GOODBYE;
    MPI_Status seen;
    while (!office.is_lost[rank] && MPI_Wtime() < until) {
        sp_mpi_post_advance(&office.posts[rank], rank);
        if (!sp_mpi_is_waiting(rank, &seen)) {
            sp_mpi_nap(1e-4);
            if (sp_rollcall_is_dead(office.ranks, rank))
                return 0;
        } else if (sp_mpi_receive(&office.in, &seen, NULL) == SP_OK &&
                   sp_mpi_head(&office.in).kind == SP_MPI_QUIT) {
            return sp_mpi_post_advance(&office.posts[rank], rank);
        }
    }
    return 0;
}

int sp_mpi_server_close(void)
{
    const struct sp_mpi_head head = {.kind = SP_MPI_QUIT, .word = office.lost > 0};
    int all = 1;
    for (int rank = 1; rank < office.ranks->ranks; rank++)
        if (!office.is_lost[rank])
            put(rank, &head, NULL, 0, NULL);
    for (int rank = 1; rank < office.ranks->ranks; rank++)
        all &= say_goodbye(rank);
    for (int rank = 1; rank < office.ranks->ranks; rank++)
        sp_mpi_post_clear(&office.posts[rank]);
    sp_mpi_message_clear(&office.in);
    free(office.posts);
    free(office.heard);
    free(office.is_lost);
    return all;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "server_started.h"

#include "staleproof/code.h"
#include "staleproof/server_machine.h"

/* The oracle replays the variant's rule (runtime notes, section 2) in the plainest way: every job
 * is a record of its own, and the books are counted anew from the records at each event. */
#define MOST_JOBS 200000
enum fate { RUNNING, BUFFERED, APPLIED, CANCELLED };
struct job {
    uint32_t learner;
    uint64_t version;
    enum fate fate;
};
static struct job jobs[MOST_JOBS];
static size_t n_jobs;
static uint64_t version, staleness;

static void issue(uint32_t learner)
{
    assert_true(n_jobs < MOST_JOBS);
    jobs[n_jobs++] = (struct job){learner, version, RUNNING};
}

static size_t count(enum fate fate)
{
    size_t total = 0;
    for (size_t i = 0; i < n_jobs; i++)
        total += jobs[i].fate == fate;
    return total;
}

static struct job *running_job(uint32_t learner)
{
    for (size_t i = n_jobs; i-- > 0;)
        if (jobs[i].learner == learner && jobs[i].fate == RUNNING)
            return &jobs[i];
    return NULL;
}

static void close_update(uint32_t learners, uint32_t cancels, uint32_t batch, uint32_t last)
{
    size_t before = n_jobs;
    version++;
    for (size_t i = 0; i < before; i++) {
        if (jobs[i].fate == RUNNING && cancels)
            jobs[i].fate = CANCELLED;
        if (jobs[i].fate != BUFFERED)
            continue;
        jobs[i].fate = APPLIED;
        if (!cancels && !batch)
            issue(jobs[i].learner);
    }
    for (uint32_t i = 0; cancels && i < learners; i++)
        issue(i);
    if (!cancels && batch)
        issue(last);
}

static void oracle_complete(const struct sp_server *s, uint32_t i)
{
    struct job *job = running_job(i);
    job->fate = BUFFERED;
    staleness += version - job->version;
    if (count(BUFFERED) == s->wanted)
        close_update(s->learners, s->cancels, s->batch, i);
    else if (s->batch)
        issue(i);
}

static void compare(const struct sp_server *s)
{
    uint64_t ages = 0;
    for (uint32_t i = 0; i < s->learners; i++) {
        const struct job *job = running_job(i);
        assert_int_equal(s->state[i], job != NULL);
        if (job == NULL)
            continue;
        assert_int_equal(s->held[i], job->version);
        ages += version - job->version;
    }
    assert_int_equal(s->version, version);
    assert_int_equal(s->staleness, staleness);
    assert_int_equal(s->issued, n_jobs);
    assert_int_equal(s->applied, count(APPLIED));
    assert_int_equal(s->cancelled, count(CANCELLED));
    assert_int_equal(s->running, count(RUNNING));
    assert_int_equal(s->buffered, count(BUFFERED));
    uint64_t drift = s->cancels ? 0 : s->batch ? s->learners - 1 : s->learners - s->wanted;
    assert_int_equal(staleness + ages, drift * version);
}

static void replay(uint32_t p, uint32_t k, uint32_t cancels, uint32_t batch, size_t events)
{
    uint64_t seed = 1000 * p + 10 * k + 2 * cancels + batch;
    struct sp_server *s = started(p, k, cancels, batch);
    n_jobs = 0;
    version = staleness = 0;
    for (uint32_t i = 0; i < p; i++)
        issue(i);
    compare(s);
    for (size_t e = 0; e < events; e++) {
        uint32_t i = pick(s, &seed);
        oracle_complete(s, i);
        uint64_t before = s->version;
        int event = sp_checked_server_complete(s, i);
        assert_true(event >= 0);
        assert_int_equal(s->version - before, event >= SP_SERVER_UPDATE_ONE);
        compare(s);
    }
    free(s);
}

static void agrees_with_records_of_every_job(void **state)
{
    (void)state;
    for (uint32_t p = 1; p <= 6; p++)
        for (uint32_t k = 1; k <= 9; k++)
            for (uint32_t kind = 0; kind < 4; kind++)
                if (k <= p || (kind & 1))
                    replay(p, k, kind >> 1, kind & 1, 120);
}

/* Two machines given the same deliveries hold the same state. */
static void same_run(struct sp_server *a, struct sp_server *b, uint32_t events)
{
    uint64_t seed = 7;
    for (uint32_t e = 0; e < events; e++) {
        uint32_t i = pick(a, &seed);
        assert_int_equal(sp_checked_server_complete(a, i) >= SP_SERVER_UPDATE_ONE,
                         sp_checked_server_complete(b, i) >= SP_SERVER_UPDATE_ONE);
        assert_int_equal(a->version, b->version);
        assert_int_equal(a->staleness, b->staleness);
        assert_memory_equal(a->state, b->state, a->learners);
        assert_memory_equal(a->held, b->held, a->learners * sizeof a->held[0]);
    }
    free(a);
    free(b);
}

static void variants_that_are_the_same(void **state)
{
    (void)state;
    same_run(started(8, 1, 0, 0), started(8, 1, 0, 1), 500); /* K = 1: async */
    same_run(started(8, 1, 1, 0), started(8, 1, 1, 1), 500); /* K = 1: sync family */
    same_run(started(8, 8, 0, 0), started(8, 8, 1, 0), 500); /* K = P: K-async is sync */
    same_run(started(1, 5, 1, 1), started(1, 5, 0, 1), 500); /* P = 1 */
}

static void refusals_change_nothing(void **state)
{
    (void)state;
    static const uint32_t bad[][4] = {{0, 1, 0, 0}, {SP_SERVER_MAX_LEARNERS + 1, 1, 0, 0},
                                      {4, 0, 0, 0}, {4, 5, 0, 0},
                                      {4, 5, 1, 0}, {4, 1, 2, 0},
                                      {4, 1, 0, 2}};
    struct sp_server *s = started(4, 2, 0, 0), *copy = malloc(sizeof *copy);
    assert_int_equal(sp_checked_server_complete(s, 3), SP_SERVER_WAIT);
    memcpy(copy, s, sizeof *s);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(
            sp_checked_server_start(s, bad[i][0], bad[i][1], bad[i][2], bad[i][3]),
            SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_server_start(NULL, 1, 1, 0, 0), SP_CODE_NULL);
    assert_int_equal(sp_checked_server_complete(NULL, 0), SP_CODE_NULL);
    assert_int_equal(sp_checked_server_complete(s, 4), SP_CODE_PARAMETER); /* unknown */
    assert_int_equal(sp_checked_server_complete(s, 3), SP_CODE_PARAMETER); /* twice */
    assert_memory_equal(copy, s, sizeof *s);
    s->staleness = SP_SERVER_CEILING;
    assert_int_equal(sp_checked_server_complete(s, 0), SP_CODE_TOO_LARGE);
    assert_int_equal(s->state[0], SP_SERVER_RUNNING);
    free(s);
    free(copy);
}

static void most_learners(void **state)
{
    (void)state;
    struct sp_server *s = started(SP_SERVER_MAX_LEARNERS, SP_SERVER_MAX_LEARNERS, 0, 0);
    for (uint32_t i = 0; i < SP_SERVER_MAX_LEARNERS; i++)
        assert_int_equal(sp_checked_server_complete(s, i),
                         i + 1 < SP_SERVER_MAX_LEARNERS ? SP_SERVER_WAIT
                                                        : SP_SERVER_UPDATE_WAITING);
    assert_int_equal(s->running, SP_SERVER_MAX_LEARNERS);
    free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_records_of_every_job),
        cmocka_unit_test(variants_that_are_the_same),
        cmocka_unit_test(refusals_change_nothing),
        cmocka_unit_test(most_learners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Lost messages against a record of every single one, with integer gradients: the view must be the
 * ideal iterate plus exactly the lacking terms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "staleproof/code.h"
#include "staleproof/elastic_loss.h"

enum { P = 6, STEPS = 300, RECORDS = P * STEPS };

struct run {
    struct sp_elastic_loss *s;
    int own; /* the own gradient stands in for a missing one */
    uint32_t random;
    int64_t view, ideal;          /* sums of gradients */
    int64_t lacking[P][STEPS];    /* gradient minus what stands in for it */
    uint64_t first[P], next[P];   /* of the lacking ones */
};

static uint32_t scramble(struct run *run)
{
    run->random = run->random * 1664525u + 1013904223u;
    return run->random >> 16;
}

static int64_t lacking(const struct run *run)
{
    int64_t sum = 0;
    for (uint32_t j = 0; j < P; j++)
        for (uint64_t k = run->first[j]; k < run->next[j]; k++)
            sum += run->lacking[j][k];
    return sum;
}

static void hear(struct run *run, uint32_t j, int64_t own)
{
    const int64_t gradient = (int64_t)scramble(run) - 30000;
    const int lost = run->s->lacking < run->s->limit && j != 0 && scramble(run) % 40 == 0;
    run->ideal += gradient;
    if (!lost) {
        assert_int_equal(sp_checked_elastic_loss_arrive(run->s, j), SP_CODE_OK);
        run->view += gradient;
        return;
    }
    assert_int_equal(sp_checked_elastic_loss_lose(run->s, j), SP_CODE_OK);
    run->view += run->own ? own : 0;
    run->lacking[j][run->next[j]++] = gradient - (run->own ? own : 0);
}

static void come_late(struct run *run)
{
    const uint32_t j = scramble(run) % P;
    const int due = !run->s->crash && run->first[j] < run->next[j];
    assert_int_equal(sp_checked_elastic_loss_late(run->s, j), due ? 0 : SP_CODE_PARAMETER);
    if (due)
        run->view += run->lacking[j][run->first[j]++];
}

static uint32_t play(uint32_t limit, uint32_t crash, int own)
{
    struct run *run = calloc(1, sizeof *run);
    uint32_t most = 0;
    run->s = calloc(1, sizeof *run->s);
    run->own = own;
    run->random = 77 * limit + 2 * crash + (uint32_t)own;
    assert_int_equal(sp_checked_elastic_loss_start(run->s, P, limit, crash), SP_CODE_OK);
    for (int step = 0; step < STEPS; step++) {
        const int64_t g = (int64_t)scramble(run);
        for (uint32_t k = 0, first = scramble(run); k < P; k++) {
            const uint32_t j = (first + k) % P;
            if (run->s->state[j] == SP_ELASTIC_AWAITED)
                hear(run, j, g);
            assert_true(run->view + lacking(run) == run->ideal);
        }
        most = run->s->lacking > most ? run->s->lacking : most;
        assert_true(run->s->lacking <= limit);
        assert_int_equal(sp_checked_elastic_loss_finish(run->s), SP_CODE_OK);
        come_late(run);
    }
    for (uint32_t j = 0; j < P; j++)
        assert_int_equal(run->s->sent[j], run->s->applied[j] + run->s->lacks[j]);
    free(run->s);
    free(run);
    return most;
}

static void the_view_lacks_what_the_account_says(void **state)
{
    (void)state;
    for (uint32_t limit = 0; limit < P; limit++)
        for (uint32_t kind = 0; kind < 4; kind++) {
            const uint32_t most = play(limit, kind & 1, (int)(kind >> 1));
            assert_true(limit > 3 ? most > 1 : most <= limit);
        }
}

static void who_has_stopped_is_awaited_no_more(void **state)
{
    struct sp_elastic_loss *s = calloc(1, sizeof *s);
    (void)state;
    assert_int_equal(sp_checked_elastic_loss_start(s, 3, 1, 1), SP_CODE_OK);
    assert_int_equal(sp_checked_elastic_loss_arrive(s, 0), SP_CODE_OK);
    assert_int_equal(sp_checked_elastic_loss_lose(s, 2), SP_CODE_OK);
    assert_int_equal(sp_checked_elastic_loss_finish(s), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_elastic_loss_arrive(s, 1), SP_CODE_OK);
    assert_int_equal(sp_checked_elastic_loss_finish(s), SP_CODE_OK);
    assert_int_equal(s->awaited, 2);
    assert_int_equal(sp_checked_elastic_loss_arrive(s, 2), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_elastic_loss_lose(s, 1), SP_CODE_PARAMETER); /* f = 1 */
    free(s);
}

static void refusals_change_nothing(void **state)
{
    struct sp_elastic_loss *s = calloc(1, sizeof *s), *copy = malloc(sizeof *copy);
    (void)state;
    assert_int_equal(sp_checked_elastic_loss_start(s, 3, 2, 0), SP_CODE_OK);
    assert_int_equal(sp_checked_elastic_loss_arrive(s, 0), SP_CODE_OK);
    memcpy(copy, s, sizeof *s);
    assert_int_equal(sp_checked_elastic_loss_start(NULL, 3, 1, 0), SP_CODE_NULL);
    assert_int_equal(sp_checked_elastic_loss_arrive(NULL, 0), SP_CODE_NULL);
    assert_int_equal(sp_checked_elastic_loss_lose(NULL, 0), SP_CODE_NULL);
    assert_int_equal(sp_checked_elastic_loss_late(NULL, 0), SP_CODE_NULL);
    assert_int_equal(sp_checked_elastic_loss_finish(NULL), SP_CODE_NULL);
    assert_int_equal(sp_checked_elastic_loss_start(s, 0, 0, 0), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_elastic_loss_start(s, 3, 3, 0), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_elastic_loss_start(s, 3, 0, 2), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_elastic_loss_start(s, SP_ELASTIC_MAX_PEERS + 1, 0, 0),
                     SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_elastic_loss_arrive(s, 3), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_elastic_loss_arrive(s, 0), SP_CODE_PARAMETER); /* twice */
    assert_int_equal(sp_checked_elastic_loss_lose(s, 0), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_elastic_loss_late(s, 0), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_elastic_loss_late(s, 3), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_elastic_loss_finish(s), SP_CODE_PARAMETER);
    assert_memory_equal(copy, s, sizeof *s);
    s->step = SP_ELASTIC_LOSS_CEILING;
    assert_int_equal(sp_checked_elastic_loss_arrive(s, 1), SP_CODE_TOO_LARGE);
    assert_int_equal(sp_checked_elastic_loss_lose(s, 1), SP_CODE_TOO_LARGE);
    assert_int_equal(s->state[1], SP_ELASTIC_AWAITED);
    free(s);
    free(copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_view_lacks_what_the_account_says),
        cmocka_unit_test(who_has_stopped_is_awaited_no_more),
        cmocka_unit_test(refusals_change_nothing),
    };
    return cmocka_run_group_tests_name("lost messages", tests, NULL, NULL);
}

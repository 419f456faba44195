/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "staleproof/code.h"
#include "staleproof/server_drop.h"

static struct sp_server_drop *started(uint32_t learners, uint64_t limit)
{
    struct sp_server_drop *s = calloc(1, sizeof *s);
    assert_non_null(s);
    assert_int_equal(sp_checked_server_drop_start(s, learners, limit), SP_CODE_OK);
    return s;
}

/* The oracle counts the updates since a learner's copy was sent, one by one, for each learner. */
static void run(uint32_t learners, uint64_t limit, uint64_t seed)
{
    struct sp_server_drop *s = started(learners, limit);
    uint64_t age[8] = {0}, applied = 0, dropped = 0, sum = 0, wasted = 0;
    for (unsigned event = 0; event < 2000; event++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        /* One learner in three is slow. */
        uint32_t i = (uint32_t)((seed >> 33) % learners);
        if (i % 3 == 1 && (seed >> 60) != 0)
            i = 0;
        const int timely = age[i] <= limit;
        assert_int_equal(sp_checked_server_drop_deliver(s, i), timely);
        *(timely ? &sum : &wasted) += age[i];
        *(timely ? &applied : &dropped) += 1;
        for (uint32_t j = 0; timely && j < learners; j++)
            age[j]++;
        age[i] = 0;
        assert_int_equal(s->version, applied);
        assert_int_equal(s->dropped, dropped);
        assert_int_equal(s->staleness, sum);
        assert_int_equal(s->wasted, wasted);
        uint64_t ages = 0;
        for (uint32_t j = 0; j < learners; j++) {
            assert_int_equal(s->version - s->held[j], age[j]);
            ages += age[j];
        }
        assert_int_equal(sum + wasted + ages, (learners - 1) * applied);
    }
    if (limit < 20 && learners > 2)
        assert_true(dropped > 0);
    free(s);
}

static void agrees_with_ages_counted_singly(void **state)
{
    (void)state;
    for (uint32_t learners = 1; learners <= 8; learners++)
        for (uint64_t limit = 0; limit < 12; limit += 3)
            run(learners, limit, 11 * learners + limit);
    run(5, UINT64_MAX, 1);
}

static void refusals_change_nothing(void **state)
{
    (void)state;
    struct sp_server_drop *s = started(2, 1), *copy = malloc(sizeof *copy);
    assert_int_equal(sp_checked_server_drop_deliver(s, 1), 1);
    memcpy(copy, s, sizeof *s);
    assert_int_equal(sp_checked_server_drop_start(NULL, 1, 1), SP_CODE_NULL);
    assert_int_equal(sp_checked_server_drop_start(s, 0, 1), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_server_drop_start(s, SP_SERVER_MAX_LEARNERS + 1, 1),
                     SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_server_drop_deliver(NULL, 0), SP_CODE_NULL);
    assert_int_equal(sp_checked_server_drop_deliver(s, 2), SP_CODE_PARAMETER);
    assert_memory_equal(copy, s, sizeof *s);
    s->delivered = SP_SERVER_CEILING;
    assert_int_equal(sp_checked_server_drop_deliver(s, 0), SP_CODE_TOO_LARGE);
    s->delivered = 1;
    s->wasted = SP_SERVER_CEILING;
    assert_int_equal(sp_checked_server_drop_deliver(s, 0), SP_CODE_TOO_LARGE);
    free(s);
    free(copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_ages_counted_singly),
        cmocka_unit_test(refusals_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

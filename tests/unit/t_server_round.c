/* SPDX-License-Identifier: Apache-2.0 */
/* Rounds of local SGD and EASGD against a plain count. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "staleproof/code.h"
#include "staleproof/server_round.h"

enum { MOST = 5 };

static uint32_t scramble(uint32_t *x)
{
    *x = *x * 1664525u + 1013904223u;
    return *x >> 16;
}

/* In any order of steps, a meeting comes exactly when all have made theirs. */
static void run(uint32_t learners, uint32_t period)
{
    struct sp_server_round *s = calloc(1, sizeof *s);
    uint32_t steps[MOST] = {0}, x = 3 * learners + period;
    uint64_t total = 0;
    assert_int_equal(sp_checked_server_round_start(s, learners, period), SP_CODE_OK);
    for (int e = 0; e < 2000; e++) {
        const uint32_t i = scramble(&x) % learners;
        const int due = steps[i] < (s->round + 1) * period;
        assert_int_equal(sp_checked_server_round_may(s, i), due);
        if (!due) {
            assert_int_equal(sp_checked_server_round_step(s, i), SP_CODE_PARAMETER);
            continue;
        }
        const uint64_t round = s->round;
        const int meets = sp_checked_server_round_step(s, i);
        steps[i]++;
        assert_int_equal(s->steps, ++total);
        int all = 1;
        for (uint32_t j = 0; j < learners; j++)
            all = all && steps[j] == (round + 1) * period;
        assert_int_equal(meets, all);
        assert_int_equal(s->round, round + (uint64_t)all);
    }
    assert_true(s->round > 10);
    free(s);
}

static void meetings_come_when_all_are_there(void **state)
{
    (void)state;
    for (uint32_t learners = 1; learners <= MOST; learners++)
        for (uint32_t period = 1; period <= 7; period += 2)
            run(learners, period);
}

static void refusals_change_nothing(void **state)
{
    struct sp_server_round *s = calloc(1, sizeof *s), *copy = malloc(sizeof *copy);
    (void)state;
    assert_int_equal(sp_checked_server_round_start(s, 2, 1), SP_CODE_OK);
    assert_int_equal(sp_checked_server_round_step(s, 0), 0);
    memcpy(copy, s, sizeof *s);
    assert_int_equal(sp_checked_server_round_start(NULL, 2, 1), SP_CODE_NULL);
    assert_int_equal(sp_checked_server_round_may(NULL, 0), SP_CODE_NULL);
    assert_int_equal(sp_checked_server_round_step(NULL, 0), SP_CODE_NULL);
    assert_int_equal(sp_checked_server_round_start(s, 0, 1), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_server_round_start(s, 1, 0), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_server_round_start(s, SP_SERVER_MAX_LEARNERS + 1, 1),
                     SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_server_round_may(s, 2), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_server_round_step(s, 2), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_server_round_step(s, 0), SP_CODE_PARAMETER); /* it waits */
    assert_memory_equal(copy, s, sizeof *s);
    s->steps = SP_SERVER_CEILING;
    assert_int_equal(sp_checked_server_round_step(s, 1), SP_CODE_TOO_LARGE);
    assert_int_equal(s->done[1], 0);
    free(s);
    free(copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meetings_come_when_all_are_there),
        cmocka_unit_test(refusals_change_nothing),
    };
    return cmocka_run_group_tests_name("rounds", tests, NULL, NULL);
}

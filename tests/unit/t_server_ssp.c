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
#include "staleproof/server_ssp.h"

static struct sp_server_ssp *started(uint32_t learners, uint32_t limit)
{
    struct sp_server_ssp *s = calloc(1, sizeof *s);
    assert_non_null(s);
    assert_int_equal(sp_checked_server_ssp_start(s, learners, limit), SP_CODE_OK);
    return s;
}

/* The definition: nobody is more than `limit` finished steps behind. */
static int may(const uint64_t *clock, uint32_t learners, uint32_t limit, uint32_t i)
{
    for (uint32_t j = 0; j < learners; j++)
        if (clock[i] > clock[j] + limit)
            return 0;
    return 1;
}

static void run(uint32_t learners, uint32_t limit, uint64_t seed)
{
    struct sp_server_ssp *s = started(learners, limit);
    uint64_t clock[7] = {0}, refused = 0;
    for (unsigned event = 0; event < 3000; event++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        const uint32_t i = (uint32_t)(seed >> 33) % learners;
        const int open = may(clock, learners, limit, i);
        assert_int_equal(sp_checked_server_ssp_may(s, i), open);
        assert_int_equal(sp_checked_server_ssp_tick(s, i), open ? SP_CODE_OK : SP_CODE_PARAMETER);
        clock[i] += (uint64_t)open;
        refused += !open;
        for (uint32_t j = 0; j < learners; j++)
            assert_int_equal(s->clock[j], clock[j]);
    }
    if (learners > 1 && limit < 3)
        assert_true(refused > 0);
    free(s);
}

static void agrees_with_the_definition(void **state)
{
    (void)state;
    for (uint32_t learners = 1; learners <= 7; learners++)
        for (uint32_t limit = 0; limit < 5; limit++)
            run(learners, limit, 5 * learners + limit);
    run(3, UINT32_MAX, 1);
}

static void refusals_change_nothing(void **state)
{
    (void)state;
    struct sp_server_ssp *s = started(2, 0), *copy = malloc(sizeof *copy);
    assert_int_equal(sp_checked_server_ssp_tick(s, 1), SP_CODE_OK);
    memcpy(copy, s, sizeof *s);
    assert_int_equal(sp_checked_server_ssp_start(NULL, 1, 1), SP_CODE_NULL);
    assert_int_equal(sp_checked_server_ssp_start(s, 0, 1), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_server_ssp_start(s, SP_SERVER_MAX_LEARNERS + 1, 1),
                     SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_server_ssp_may(NULL, 0), SP_CODE_NULL);
    assert_int_equal(sp_checked_server_ssp_may(s, 2), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_server_ssp_tick(s, 2), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_server_ssp_tick(s, 1), SP_CODE_PARAMETER);
    assert_memory_equal(copy, s, sizeof *s);
    s->slowest = SP_SERVER_CEILING;
    assert_int_equal(sp_checked_server_ssp_tick(s, 0), SP_CODE_TOO_LARGE);
    free(s);
    free(copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_definition),
        cmocka_unit_test(refusals_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

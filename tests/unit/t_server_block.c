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
#include "staleproof/server_block.h"

/* The oracle knows no ranks: it holds a version for each learner, and asks of a state whether the
 * work in hand can still be applied in SOME order without a delay above the limit. */
#define MOST 5
struct oracle {
    unsigned learners;
    uint64_t limit, version, staleness, held[MOST];
};

static int can_finish(const struct oracle *o, uint64_t version, unsigned done)
{
    if (done == (1u << o->learners) - 1)
        return 1;
    for (unsigned i = 0; i < o->learners; i++)
        if (!(done >> i & 1) && version - o->held[i] <= o->limit &&
            can_finish(o, version + 1, done | 1u << i))
            return 1;
    return 0;
}

/* Whether learner i's gradient may be applied now: afterwards the work can still be finished. */
static int may(const struct oracle *o, unsigned i)
{
    struct oracle after = *o;
    after.version++;
    after.held[i] = after.version;
    return o->version - o->held[i] <= o->limit && can_finish(&after, after.version, 0);
}

static uint64_t draw(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

static struct sp_server_block *started(uint32_t learners, uint32_t limit)
{
    struct sp_server_block *s = calloc(1, sizeof *s);
    assert_non_null(s);
    assert_int_equal(sp_checked_server_block_start(s, learners, limit), SP_CODE_OK);
    return s;
}

/* Each gradient that is here, against the oracle; the machine's choice is the oldest that may. */
static void compare(struct sp_server_block *s, const struct oracle *o)
{
    const int next = sp_checked_server_block_next(s);
    int first = (int)s->learners;
    for (uint32_t r = s->learners; r-- > 0;) {
        const uint32_t i = s->learner[r];
        assert_int_equal(s->held[r], o->held[i]);
        assert_int_equal(s->rank[i], r);
        if (s->ready[r] && may(o, i))
            first = (int)r;
    }
    assert_int_equal(next, first);
    for (uint32_t r = 0; r < s->learners; r++) {
        if (s->ready[r] && !may(o, s->learner[r]))
            assert_int_equal(sp_checked_server_block_apply(s, r), SP_CODE_PARAMETER);
    }
    assert_int_equal(s->version, o->version);
    assert_int_equal(s->staleness, o->staleness);
    assert_int_equal(s->received, s->version + s->waiting);
}

static void apply_one(struct sp_server_block *s, struct oracle *o, uint32_t r)
{
    const uint32_t i = s->learner[r];
    o->staleness += o->version - o->held[i];
    assert_true(o->version - o->held[i] <= o->limit);
    assert_int_equal(sp_checked_server_block_apply(s, r), i);
    o->version++;
    o->held[i] = o->version;
}

static void run(uint32_t learners, uint32_t limit, uint64_t seed, unsigned events)
{
    struct sp_server_block *s = started(learners, limit);
    struct oracle o = {learners, limit, 0, 0, {0}};
    for (unsigned e = 0; e < events; e++) {
        const uint32_t i = (uint32_t)(draw(&seed) % learners);
        const int busy = s->ready[s->rank[i]] == 0;
        assert_int_equal(sp_checked_server_block_deliver(s, i),
                         busy ? SP_CODE_OK : SP_CODE_PARAMETER);
        compare(s, &o);
        /* Sometimes several gradients gather first. */
        for (int r; draw(&seed) % 4 != 0 && (r = sp_checked_server_block_next(s)) < (int)learners;)
            apply_one(s, &o, (uint32_t)r);
        compare(s, &o);
    }
    assert_true(s->version > 0);
    uint64_t ages = 0;
    for (uint32_t r = 0; r < learners; r++)
        ages += s->version - s->held[r];
    assert_int_equal(s->staleness + ages, (learners - 1) * s->version);
    free(s);
}

static void agrees_with_search_over_all_orders(void **state)
{
    (void)state;
    for (uint32_t learners = 1; learners <= MOST; learners++)
        for (uint32_t slack = 0; slack < 4; slack++)
            run(learners, learners - 1 + slack, 7 * learners + slack, 300);
    run(4, 1000000, 3, 300);
}

/* The tightest limit with everybody at full speed is round robin. */
static void tightest_limit_is_round_robin(void **state)
{
    (void)state;
    struct sp_server_block *s = started(6, 5);
    for (uint32_t turn = 0; turn < 30; turn++) {
        for (uint32_t i = 6; i-- > 0;)
            if (s->ready[s->rank[i]] == 0)
                assert_int_equal(sp_checked_server_block_deliver(s, i), SP_CODE_OK);
        assert_int_equal(sp_checked_server_block_next(s), 0);
        assert_int_equal(sp_checked_server_block_apply(s, 0), turn % 6);
    }
    free(s);
}

static void one_learner_is_serial(void **state)
{
    (void)state;
    struct sp_server_block *s = started(1, 0);
    for (uint64_t j = 0; j < 100; j++) {
        assert_int_equal(sp_checked_server_block_deliver(s, 0), SP_CODE_OK);
        assert_int_equal(sp_checked_server_block_apply(s, 0), 0);
        assert_int_equal(s->version, j + 1);
    }
    assert_int_equal(s->staleness, 0);
    free(s);
}

static void refusals_change_nothing(void **state)
{
    (void)state;
    struct sp_server_block *s = started(3, 2), *copy = malloc(sizeof *copy);
    assert_int_equal(sp_checked_server_block_deliver(s, 1), SP_CODE_OK);
    memcpy(copy, s, sizeof *s);
    assert_int_equal(sp_checked_server_block_start(NULL, 1, 0), SP_CODE_NULL);
    assert_int_equal(sp_checked_server_block_start(s, 0, 9), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_server_block_start(s, 3, 1), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_server_block_start(s, SP_SERVER_MAX_LEARNERS + 1, UINT32_MAX),
                     SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_server_block_deliver(NULL, 0), SP_CODE_NULL);
    assert_int_equal(sp_checked_server_block_deliver(s, 3), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_server_block_deliver(s, 1), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_server_block_next(NULL), SP_CODE_NULL);
    assert_int_equal(sp_checked_server_block_apply(NULL, 0), SP_CODE_NULL);
    assert_int_equal(sp_checked_server_block_apply(s, 0), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_server_block_apply(s, 3), SP_CODE_PARAMETER);
    assert_memory_equal(copy, s, sizeof *s);
    s->version = SP_SERVER_CEILING;
    assert_int_equal(sp_checked_server_block_deliver(s, 0), SP_CODE_TOO_LARGE);
    assert_int_equal(sp_checked_server_block_next(s), SP_CODE_TOO_LARGE);
    assert_int_equal(sp_checked_server_block_apply(s, 1), SP_CODE_TOO_LARGE);
    free(s);
    free(copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_search_over_all_orders),
        cmocka_unit_test(tightest_limit_is_round_robin),
        cmocka_unit_test(one_learner_is_serial),
        cmocka_unit_test(refusals_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

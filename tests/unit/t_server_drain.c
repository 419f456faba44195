/* SPDX-License-Identifier: Apache-2.0 */
/* Changes of K, drains, and what comes after them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "server_started.h"

/* Delivers until the next update. */
static void one_update(struct sp_server *s, uint64_t *seed)
{
    const uint64_t before = s->version;
    while (s->version == before)
        assert_true(sp_checked_server_complete(s, pick(s, seed)) >= 0);
}

static uint64_t ages(const struct sp_server *s)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < s->learners; i++)
        sum += s->state[i] == SP_SERVER_RUNNING ? s->version - s->held[i] : 0;
    return sum;
}

/* K of update i is k[i]: applied = sum K_i, and the conserved sum grows by P - K_i (K-async),
 * P - 1 (K-batch-async), 0: correction C2 of the runtime notes. */
static void changing_k_keeps_the_books(void **state)
{
    static const uint32_t k[] = {1, 1, 2, 4, 4, 3, 7, 7, 1};
    (void)state;
    for (uint32_t kind = 0; kind < 4; kind++) {
        const uint32_t cancels = kind >> 1, batch = kind & 1;
        struct sp_server *s = started(7, 1, cancels, batch);
        uint64_t seed = 5 + kind, applied = 0, drift = 0;
        for (size_t u = 0; u < sizeof k / sizeof k[0]; u++) {
            assert_int_equal(sp_checked_server_change(s, k[u]), SP_CODE_OK);
            one_update(s, &seed);
            applied += k[u];
            drift += cancels ? 0 : batch ? 6 : 7 - k[u];
            assert_int_equal(s->applied, applied);
            assert_int_equal(s->drift, drift);
            assert_int_equal(s->staleness + ages(s), drift);
            assert_int_equal(s->issued, s->applied + s->cancelled + s->running);
        }
        free(s);
    }
}

/* Every gradient that was begun is applied exactly once or was cancelled; then any variant. */
static void drain(struct sp_server *s, uint64_t *seed)
{
    const uint64_t cancelled = s->cancelled;
    while (s->running > 0) {
        const uint32_t i = pick(s, seed);
        const uint64_t due = s->applied + s->buffered + 1;
        assert_int_equal(sp_checked_server_drain(s, i), SP_CODE_OK);
        assert_int_equal(s->applied, due);
        assert_int_equal(sp_checked_server_complete(s, i), SP_CODE_PARAMETER);
        assert_int_equal(sp_checked_server_drain(s, i), SP_CODE_PARAMETER);
    }
    uint64_t begun = 0, delivered = 0;
    for (uint32_t i = 0; i < s->learners; i++) {
        assert_int_equal(s->jobs[i], s->delivered[i] + s->lost[i]);
        begun += s->jobs[i];
        delivered += s->delivered[i];
    }
    assert_int_equal(begun, s->issued);
    assert_int_equal(delivered, s->applied);
    assert_int_equal(s->issued, s->applied + cancelled);
    assert_int_equal(s->staleness, s->drift);
}

static void after_a_drain_any_variant_goes_on(void **state)
{
    (void)state;
    for (uint32_t from = 0; from < 4; from++)
        for (uint32_t to = 0; to < 4; to++) {
            struct sp_server *s = started(6, 4, from >> 1, from & 1);
            uint64_t seed = 100 + 4 * from + to;
            for (int u = 0; u < 5; u++)
                one_update(s, &seed);
            assert_true(sp_checked_server_complete(s, pick(s, &seed)) >= 0); /* one buffered */
            const int code = sp_checked_server_resume(s, 3, to >> 1, to & 1);
            assert_int_equal(code, SP_CODE_PARAMETER); /* they still compute */
            drain(s, &seed);
            const uint64_t applied = s->applied, before = s->drift, version = s->version;
            assert_int_equal(sp_checked_server_resume(s, 3, to >> 1, to & 1), SP_CODE_OK);
            assert_int_equal(s->version, version + 1);
            for (int u = 1; u <= 4; u++) {
                one_update(s, &seed);
                assert_int_equal(s->applied, applied + 3 * (uint64_t)u);
                assert_int_equal(s->staleness + ages(s), s->drift);
                assert_int_equal(s->drift - before, (uint64_t)u * (to > 1 ? 0 : to == 1 ? 5 : 3));
            }
            free(s);
        }
}

static void changes_that_are_refused_change_nothing(void **state)
{
    (void)state;
    struct sp_server *s = started(4, 2, 0, 0), *copy = malloc(sizeof *copy);
    memcpy(copy, s, sizeof *s);
    assert_int_equal(sp_checked_server_change(NULL, 1), SP_CODE_NULL);
    assert_int_equal(sp_checked_server_drain(NULL, 1), SP_CODE_NULL);
    assert_int_equal(sp_checked_server_resume(NULL, 1, 0, 0), SP_CODE_NULL);
    assert_int_equal(sp_checked_server_change(s, 0), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_server_change(s, 5), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_server_drain(s, 4), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_server_resume(s, 5, 0, 0), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_server_resume(s, 1, 2, 0), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_server_resume(s, 1, 0, 0), SP_CODE_PARAMETER);
    assert_memory_equal(copy, s, sizeof *s);
    assert_int_equal(sp_checked_server_complete(s, 1), SP_SERVER_WAIT);
    memcpy(copy, s, sizeof *s);
    assert_int_equal(sp_checked_server_change(s, 1), SP_CODE_PARAMETER); /* one is buffered */
    assert_memory_equal(copy, s, sizeof *s);
    s->drift = SP_SERVER_CEILING;
    assert_int_equal(sp_checked_server_drain(s, 0), SP_CODE_TOO_LARGE);
    assert_int_equal(s->draining, 0);
    free(s);
    free(copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changing_k_keeps_the_books),
        cmocka_unit_test(after_a_drain_any_variant_goes_on),
        cmocka_unit_test(changes_that_are_refused_change_nothing),
    };
    return cmocka_run_group_tests_name("changes of K and drains", tests, NULL, NULL);
}

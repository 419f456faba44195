/* SPDX-License-Identifier: Apache-2.0 */
/* Shared memory under stress: nothing is lost, doubled or torn. The number of operations is
 * $SP_LITMUS (tests/nightly/litmus.sh: 10^8, and with ThreadSanitizer), else 10^6. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>
#include <pthread.h>
#include <sched.h>

#include "staleproof/code.h"
#include "staleproof/memory_mailbox.h"
#include "staleproof/memory_shared.h"

enum { THREADS = 4, D = 4 };

static uint64_t operations(void)
{
    const char *text = getenv("SP_LITMUS");
    return text != NULL ? strtoull(text, NULL, 10) : 1000000;
}

static struct sp_shared_component shared[D];

/* How a component is subtracted from; the second is wrong on purpose. */
typedef void subtraction(struct sp_shared_component *, size_t, double);

static void load_and_store(struct sp_shared_component *x, size_t i, double amount)
{
    struct sp_shared_component next;
    const double value = sp_shared_read(x, i, NULL) - amount;
    sp_shared_start(&next, &value, 1);
    atomic_store_explicit(&x[i].bits, atomic_load_explicit(&next.bits, memory_order_relaxed),
                          memory_order_relaxed);
}

struct worker {
    subtraction *subtract;
    uint64_t count;
    uint64_t wrong; /* reads that broke the promise */
    pthread_t thread;
};

/* Subtracts ones, so that the value tells how many subtractions it holds; a reader that is promised
 * `version` of them must find at least as many, and no version may run backwards. */
static void *hammer(void *self)
{
    struct worker *me = self;
    uint64_t last[D] = {0};
    for (uint64_t k = 0; k < me->count; k++) {
        const size_t i = k % D;
        uint64_t version;
        me->subtract(shared, i, 1);
        const double value = sp_shared_read(shared, i, &version);
        me->wrong += -value < (double)version || version < last[i];
        last[i] = version;
    }
    return NULL;
}

/* The number of updates that are missing at the end. */
static double lost(subtraction *subtract, uint64_t count)
{
    static const double zero[D];
    struct worker workers[THREADS];
    double view[D], sum = 0;
    sp_shared_start(shared, zero, D);
    for (int t = 0; t < THREADS; t++) {
        workers[t] = (struct worker){.subtract = subtract, .count = count / THREADS / D * D};
        assert_int_equal(pthread_create(&workers[t].thread, NULL, hammer, &workers[t]), 0);
    }
    for (int t = 0; t < THREADS; t++) {
        pthread_join(workers[t].thread, NULL);
        if (subtract == sp_shared_subtract)
            assert_int_equal(workers[t].wrong, 0);
    }
    sp_shared_view(shared, view, NULL, D);
    for (int i = 0; i < D; i++)
        sum -= view[i];
    return (double)(count / THREADS / D * D * THREADS) - sum;
}

static void no_update_is_lost(void **state)
{
    (void)state;
    assert_true(lost(sp_shared_subtract, operations()) == 0);
    for (size_t i = 0; i < D; i++) {
        uint64_t version;
        const double value = sp_shared_read(shared, i, &version);
        assert_true(-value == (double)version);
    }
}

/* The counting can see a loss: a load and a store in place of one atomic operation. */
static void the_count_sees_what_is_lost(void **state)
{
    (void)state;
    for (int k = 0; k < 100; k++)
        if (lost(load_and_store, 1000000) > 0)
            return;
    fail_msg("a hundred million unprotected updates and none is lost");
}

static void a_step_leaves_zeros_alone(void **state)
{
    const double start[D] = {1, 2, 3, 4}, g[D] = {2, 0, -4, 0};
    double value[D];
    uint64_t version[D];
    (void)state;
    sp_shared_start(shared, start, D);
    sp_shared_step(shared, g, D, 0.5);
    sp_shared_view(shared, value, version, D);
    const double expected[D] = {0, 2, 5, 4};
    const uint64_t seen[D] = {1, 0, 1, 0};
    assert_memory_equal(value, expected, sizeof value);
    assert_memory_equal(version, seen, sizeof version);
}

static void refusals_change_nothing(void **state)
{
    const double start[D] = {1, 2, 3, 4}, g[D] = {1, 1, 1, 1};
    double bad[D] = {1, 1, 1, NAN}, value[D];
    (void)state;
    sp_shared_start(shared, start, D);
    assert_int_equal(sp_checked_shared_step(NULL, g, D, 1), SP_CODE_NULL);
    assert_int_equal(sp_checked_shared_step(shared, NULL, D, 1), SP_CODE_NULL);
    assert_int_equal(sp_checked_shared_step(shared, g, SIZE_MAX, 1), SP_CODE_TOO_LONG);
    assert_int_equal(sp_checked_shared_step(shared, bad, D, 1), SP_CODE_NOT_FINITE);
    bad[3] = 0x1p501;
    assert_int_equal(sp_checked_shared_step(shared, bad, D, 1), SP_CODE_TOO_LARGE);
    assert_int_equal(sp_checked_shared_step(shared, g, D, NAN), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_shared_step(shared, g, D, -1), SP_CODE_PARAMETER);
    sp_shared_view(shared, value, NULL, D);
    assert_memory_equal(value, start, sizeof value);
    assert_int_equal(sp_checked_shared_step(shared, g, D, 1), SP_CODE_OK);
    assert_true(sp_shared_read(shared, 3, NULL) == 3);
}

/* One giver, one taker, a vector whose entries all say which hand-over it is. */
static struct {
    struct sp_mailbox box;
    uint64_t vector[8];
    uint64_t count, wrong;
} post;

static void *give(void *unused)
{
    (void)unused;
    for (uint64_t k = 1; k <= post.count;)
        if (sp_mailbox_empty(&post.box)) {
            for (int i = 0; i < 8; i++)
                post.vector[i] = k;
            k += (uint64_t)sp_mailbox_give(&post.box);
        } else {
            sched_yield();
        }
    return NULL;
}

static void *take(void *unused)
{
    (void)unused;
    for (uint64_t k = 1; k <= post.count;)
        if (sp_mailbox_full(&post.box)) {
            for (int i = 0; i < 8; i++)
                post.wrong += post.vector[i] != k;
            k += (uint64_t)sp_mailbox_taken(&post.box);
        } else {
            sched_yield();
        }
    return NULL;
}

static void each_is_taken_once_and_whole(void **state)
{
    pthread_t giver, taker;
    (void)state;
    sp_mailbox_start(&post.box);
    post.count = operations() / 10;
    post.wrong = 0;
    assert_int_equal(pthread_create(&giver, NULL, give, NULL), 0);
    assert_int_equal(pthread_create(&taker, NULL, take, NULL), 0);
    pthread_join(giver, NULL);
    pthread_join(taker, NULL);
    assert_int_equal(post.wrong, 0);
    assert_int_equal(sp_mailbox_given(&post.box), post.count);
    assert_int_equal(sp_mailbox_empty(&post.box), 1);
}

static void what_is_out_of_turn_is_refused(void **state)
{
    struct sp_mailbox box;
    (void)state;
    sp_mailbox_start(&box);
    assert_int_equal(sp_mailbox_taken(&box), 0);
    assert_int_equal(sp_mailbox_give(&box), 1);
    assert_int_equal(sp_mailbox_give(&box), 0); /* it would be lost */
    assert_int_equal(sp_mailbox_given(&box), 1);
    assert_int_equal(sp_mailbox_taken(&box), 1);
    assert_int_equal(sp_mailbox_taken(&box), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_update_is_lost),
        cmocka_unit_test(the_count_sees_what_is_lost),
        cmocka_unit_test(a_step_leaves_zeros_alone),
        cmocka_unit_test(refusals_change_nothing),
        cmocka_unit_test(each_is_taken_once_and_whole),
        cmocka_unit_test(what_is_out_of_turn_is_refused),
    };
    return cmocka_run_group_tests_name("shared memory", tests, NULL, NULL);
}

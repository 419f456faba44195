/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "runs/engine/heap.h"
#include "runs/engine/random.h"

/* Oracle: search through all. */
#define MOST 300
static struct sp_heap_entry entries[MOST], plain[MOST];
static struct sp_heap heap;
static uint32_t n;

static uint32_t find_next(void)
{
    uint32_t best = 0;
    for (uint32_t k = 1; k < n; k++)
        if (plain[k].time < plain[best].time ||
            (plain[k].time == plain[best].time && plain[k].learner < plain[best].learner))
            best = k;
    return best;
}

static void check_next(void)
{
    uint32_t k = find_next();
    assert_int_equal(heap.n, n);
    assert_true(heap.entries[0].time == plain[k].time);
    assert_int_equal(heap.entries[0].learner, plain[k].learner);
}

static struct sp_heap_entry fresh(struct sp_stream *stream, uint32_t learner)
{
    /* Few distinct times: ties are the rule. */
    return (struct sp_heap_entry){(double)sp_stream_below(stream, 20), learner};
}

static void pop_both(void)
{
    plain[find_next()] = plain[n - 1];
    n--;
    sp_heap_pop(&heap);
}

static void agrees_with_a_search(void **state)
{
    struct sp_stream stream;
    (void)state;
    heap = (struct sp_heap){0, entries};
    n = 0;
    sp_stream_start(&stream, 5, SP_FOR_MEASURE, 0, 0);
    for (uint32_t step = 0; step < 30000; step++) {
        uint32_t what = sp_stream_below(&stream, 3);
        struct sp_heap_entry entry = fresh(&stream, step);
        if (n == 0 || (what == 0 && n < MOST)) {
            plain[n++] = entry;
            sp_heap_push(&heap, entry);
        } else if (what == 1) {
            pop_both();
        } else {
            plain[find_next()] = entry;
            sp_heap_replace(&heap, entry);
        }
        if (n > 0)
            check_next();
    }
}

static void build_orders_every_size(void **state)
{
    struct sp_stream stream;
    (void)state;
    heap.entries = entries;
    sp_stream_start(&stream, 6, SP_FOR_MEASURE, 0, 0);
    for (uint32_t size = 0; size <= 100; size++) {
        for (uint32_t k = 0; k < size; k++)
            entries[k] = plain[k] = fresh(&stream, k);
        heap.n = n = size;
        sp_heap_build(&heap);
        while (n > 0) {
            check_next();
            pop_both();
        }
        assert_int_equal(heap.n, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_a_search),
        cmocka_unit_test(build_orders_every_size),
    };
    return cmocka_run_group_tests_name("event heap", tests, NULL, NULL);
}

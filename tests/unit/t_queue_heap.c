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
#include "staleproof/queue_heap.h"

struct event {
    uint64_t key;
    uint32_t id;
};

/* The oracle is a list, searched from end to end. */
static struct event list[5000];
static size_t n_list;

static size_t first_of_list(void)
{
    size_t first = 0;
    for (size_t k = 1; k < n_list; k++)
        if (list[k].key < list[first].key ||
            (list[k].key == list[first].key && list[k].id < list[first].id))
            first = k;
    return first;
}

static uint64_t draw(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

static struct event any_event(uint64_t *seed, uint64_t keys)
{
    const uint64_t key = draw(seed) % keys;
    return (struct event){key == 0 ? UINT64_MAX : key, (uint32_t)(draw(seed) % 50)};
}

static void same_first(const struct sp_queue *h)
{
    assert_int_equal(h->n, n_list);
    if (n_list == 0)
        return;
    assert_true(sp_queue_first(h) == list[first_of_list()].key);
    assert_int_equal(h->id[0], list[first_of_list()].id);
}

static void run(uint64_t keys, uint64_t seed)
{
    struct sp_queue *h = calloc(1, sizeof *h);
    assert_non_null(h);
    n_list = 0;
    for (size_t step = 0; step < 4000; step++) {
        const uint64_t kind = draw(&seed) % 8;
        const struct event e = any_event(&seed, keys);
        if (kind < (step < 2000 ? 4 : 2)) {
            assert_int_equal(sp_checked_queue_push(h, e.key, e.id), SP_CODE_OK);
            list[n_list++] = e;
        } else if (kind < 5) {
            assert_int_equal(sp_checked_queue_replace(h, e.key, e.id),
                             n_list > 0 ? SP_CODE_OK : SP_CODE_PARAMETER);
            if (n_list > 0)
                list[first_of_list()] = e;
        } else {
            assert_int_equal(sp_checked_queue_pop(h), n_list > 0 ? SP_CODE_OK : SP_CODE_PARAMETER);
            if (n_list > 0)
                list[first_of_list()] = list[n_list - 1];
            n_list -= n_list > 0;
        }
        same_first(h);
    }
    free(h);
}

static void agrees_with_a_list(void **state)
{
    (void)state;
    run(3, 1); /* many ties */
    run(1000, 2);
    run(UINT64_C(1) << 40, 3);
}

static void build_orders_what_is_there(void **state)
{
    (void)state;
    uint64_t seed = 4;
    struct sp_queue *h = calloc(1, sizeof *h);
    for (uint32_t n = 0; n < 300; n++) {
        for (uint32_t k = 0; k < n; k++) {
            list[k] = any_event(&seed, n % 2 == 0 ? 5 : 100000);
            h->key[k] = list[k].key;
            h->id[k] = list[k].id;
        }
        n_list = h->n = n;
        assert_int_equal(sp_checked_queue_build(h), SP_CODE_OK);
        while (n_list > 0) {
            same_first(h);
            sp_queue_pop(h);
            list[first_of_list()] = list[n_list - 1];
            n_list--;
        }
    }
    free(h);
}

static void ends_of_the_range(void **state)
{
    (void)state;
    struct sp_queue *h = calloc(1, sizeof *h);
    assert_int_equal(sp_checked_queue_build(NULL), SP_CODE_NULL);
    assert_int_equal(sp_checked_queue_push(NULL, 0, 0), SP_CODE_NULL);
    assert_int_equal(sp_checked_queue_pop(NULL), SP_CODE_NULL);
    assert_int_equal(sp_checked_queue_replace(NULL, 0, 0), SP_CODE_NULL);
    h->n = SP_QUEUE_MAX_EVENTS + 1;
    assert_int_equal(sp_checked_queue_build(h), SP_CODE_PARAMETER);
    h->n = SP_QUEUE_MAX_EVENTS;
    for (uint32_t k = 0; k < SP_QUEUE_MAX_EVENTS; k++)
        h->key[k] = SP_QUEUE_MAX_EVENTS - k;
    assert_int_equal(sp_checked_queue_build(h), SP_CODE_OK);
    assert_int_equal(sp_checked_queue_push(h, 0, 0), SP_CODE_PARAMETER);
    for (uint64_t k = 1; k <= 10; k++) {
        assert_true(sp_queue_first(h) == k);
        sp_queue_pop(h);
    }
    free(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_a_list),
        cmocka_unit_test(build_orders_what_is_there),
        cmocka_unit_test(ends_of_the_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

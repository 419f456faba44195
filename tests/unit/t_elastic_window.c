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
#include "staleproof/elastic_window.h"

/* Several workers on links of any speed. The oracle keeps, for each view, the set of gradients in
 * it, one flag a gradient, and looks at the sets. */
#define MOST 4
#define STEPS 400
static uint8_t view[MOST][MOST][STEPS]; /* view[i][j][t]: i has applied step t of j */
static struct sp_elastic_window *worker[MOST];

static uint32_t draw(uint64_t *seed, uint32_t n)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33) % n;
}

static uint64_t count(uint32_t i, uint32_t j, uint64_t from, uint64_t to)
{
    uint64_t total = 0;
    for (uint64_t t = from; t < to; t++)
        total += view[i][j][t];
    return total;
}

/* By the sets: nobody's gradient older than the window is missing. */
static int may_begin(uint32_t i, uint32_t workers, uint32_t limit)
{
    const uint64_t step = worker[i]->step, from = step > limit ? step - limit : 0;
    for (uint32_t j = 0; j < workers; j++)
        if (count(i, j, 0, from) < from)
            return 0;
    return 1;
}

static void receive(uint32_t i, uint32_t j)
{
    struct sp_elastic_window *s = worker[i];
    if (i == j || s->received[j] == worker[j]->step) /* nothing under way */
        return;
    assert_int_equal(sp_checked_elastic_window_receive(s, j), SP_CODE_OK);
}

static void apply(uint32_t i, uint32_t j)
{
    struct sp_elastic_window *s = worker[i];
    const uint64_t t = s->applied[j];
    const int may = i != j && t < s->received[j] && t < s->step;
    assert_int_equal(sp_checked_elastic_window_may_apply(s, j), may);
    assert_int_equal(sp_checked_elastic_window_apply(s, j), may ? SP_CODE_OK : SP_CODE_PARAMETER);
    if (!may)
        return;
    assert_true(t < worker[j]->step && !view[i][j][t]); /* it exists, and it is new */
    view[i][j][t] = 1;
}

static int step(uint32_t i, uint32_t workers, uint32_t limit)
{
    struct sp_elastic_window *s = worker[i];
    const int may = may_begin(i, workers, limit);
    uint64_t missing = 0;
    assert_int_equal(sp_checked_elastic_window_may_begin(s), may);
    assert_int_equal(sp_checked_elastic_window_finish(s), may ? SP_CODE_OK : SP_CODE_PARAMETER);
    if (!may)
        return 0;
    const uint64_t t = s->step - 1;
    for (uint32_t j = 0; j < workers; j++) {
        assert_int_equal(count(i, j, t, STEPS), 0); /* nothing of a step that had not begun */
        missing += t - count(i, j, 0, t);
    }
    assert_true(missing <= (uint64_t)(workers - 1) * limit);
    view[i][i][t] = 1;
    return 1;
}

static void run(uint32_t workers, uint32_t limit, uint64_t seed)
{
    unsigned waited = 0;
    memset(view, 0, sizeof view);
    for (uint32_t i = 0; i < workers; i++) {
        worker[i] = calloc(1, sizeof *worker[i]);
        assert_int_equal(sp_checked_elastic_window_start(worker[i], workers, i, limit), SP_CODE_OK);
    }
    while (worker[0]->step < STEPS - 20 - limit) {
        const uint32_t i = draw(&seed, workers), j = draw(&seed, workers);
        if (draw(&seed, 8) > j) /* links from later workers are slower */
            receive(i, j);
        apply(i, draw(&seed, workers));
        waited += !step(i, workers, limit);
    }
    assert_true(workers == 1 || waited > 0);
    for (uint32_t i = 0; i < workers; i++)
        free(worker[i]);
}

static void agrees_with_sets_of_gradients(void **state)
{
    (void)state;
    for (uint32_t workers = 1; workers <= MOST; workers++)
        for (uint32_t limit = 0; limit < 6; limit++)
            run(workers, limit, 7 * workers + limit);
}

static void refusals_change_nothing(void **state)
{
    (void)state;
    struct sp_elastic_window *s = calloc(1, sizeof *s), *copy = malloc(sizeof *copy);
    assert_int_equal(sp_checked_elastic_window_start(s, 2, 1, 0), SP_CODE_OK);
    assert_int_equal(sp_checked_elastic_window_finish(s), SP_CODE_OK);
    memcpy(copy, s, sizeof *s);
    assert_int_equal(sp_checked_elastic_window_start(NULL, 2, 1, 0), SP_CODE_NULL);
    assert_int_equal(sp_checked_elastic_window_start(s, 0, 0, 0), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_elastic_window_start(s, 2, 2, 0), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_elastic_window_start(s, SP_ELASTIC_MAX_WORKERS + 1, 0, 0),
                     SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_elastic_window_receive(NULL, 0), SP_CODE_NULL);
    assert_int_equal(sp_checked_elastic_window_receive(s, 1), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_elastic_window_receive(s, 2), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_elastic_window_may_apply(NULL, 0), SP_CODE_NULL);
    assert_int_equal(sp_checked_elastic_window_may_apply(s, 2), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_elastic_window_apply(NULL, 0), SP_CODE_NULL);
    assert_int_equal(sp_checked_elastic_window_apply(s, 0), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_elastic_window_may_begin(NULL), SP_CODE_NULL);
    assert_int_equal(sp_checked_elastic_window_finish(NULL), SP_CODE_NULL);
    assert_int_equal(sp_checked_elastic_window_finish(s), SP_CODE_PARAMETER);
    assert_memory_equal(copy, s, sizeof *s);
    s->received[0] = SP_ELASTIC_WINDOW_CEILING;
    assert_int_equal(sp_checked_elastic_window_receive(s, 0), SP_CODE_TOO_LARGE);
    s->step = SP_ELASTIC_WINDOW_CEILING;
    assert_int_equal(sp_checked_elastic_window_finish(s), SP_CODE_TOO_LARGE);
    free(s);
    free(copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_sets_of_gradients),
        cmocka_unit_test(refusals_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

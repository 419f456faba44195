/* SPDX-License-Identifier: Apache-2.0 */
/* The search against conditions whose answer is known: every end is exact. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bounds/solve/search.h"

/* Holds where low <= x <= high; no value above `domain`. */
struct window {
    fmpq_t low, high, domain;
    int asked;
};

static enum sp_status ask(void *context, const fmpq_t at, enum sp_answer *answer, char **reason,
                          struct sp_error *err)
{
    struct window *w = context;
    (void)err;
    w->asked++;
    if (fmpq_cmp(at, w->domain) > 0) {
        *answer = SP_INVALID;
        *reason = strdup("outside");
    } else {
        *answer = fmpq_cmp(at, w->low) >= 0 && fmpq_cmp(at, w->high) <= 0 ? SP_MEETS : SP_MISSES;
    }
    return SP_OK;
}

static void set_window(struct window *w, long low, long high, long denominator)
{
    fmpq_init(w->low);
    fmpq_init(w->high);
    fmpq_init(w->domain);
    fmpq_set_si(w->low, low, (ulong)denominator);
    fmpq_set_si(w->high, high, (ulong)denominator);
    fmpq_set_si(w->domain, 1, 1);
    fmpq_mul_2exp(w->domain, w->domain, 60);
    w->asked = 0;
}

static void clear_window(struct window *w)
{
    fmpq_clear(w->low);
    fmpq_clear(w->high);
    fmpq_clear(w->domain);
}

static void search(struct sp_solution *s, struct window *w, int whole, const char *within)
{
    struct sp_error err = {0};
    struct sp_search how = {
        .ask = ask, .context = w, .variable = "x", .whole = whole, .digits = 8, .within = within};
    if (sp_search_run(s, &how, &err) != SP_OK)
        fail_msg("%s", err.text);
}

/* Wide windows (they contain a point of the grid) of whole numbers: both ends to the unit. */
static void whole_ends(void **state)
{
    (void)state;
    static const long ends[][2] = {{1, 1},     {0, 7},       {5, 64},
                                   {13, 1000}, {77, 123456}, {1000001, 999999999999},
                                   {3, 4},     {64, 70}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct window w;
        struct sp_solution s;
        set_window(&w, ends[i][0], ends[i][1], 1);
        search(&s, &w, 1, NULL);
        assert_int_equal(s.n, 1);
        const struct sp_stretch *r = &s.stretches[0];
        assert_int_equal(fmpq_cmp_si(r->least.at, ends[i][0]), 0);
        assert_int_equal(fmpq_cmp_si(r->largest.at, ends[i][1]), 0);
        assert_int_equal(r->least.is_open, ends[i][0] == 0);
        if (!r->least.is_open)
            assert_int_equal(fmpq_cmp_si(r->least.beyond, ends[i][0] - 1), 0);
        assert_int_equal(fmpq_cmp_si(r->largest.beyond, ends[i][1] + 1), 0);
        assert_true(w.asked < 400);
        sp_solution_clear(&s);
        clear_window(&w);
    }
}

/* A real end: it holds at `at`, not at `beyond`, and these are 1e-8 of the size apart at most. */
static void check_end(const struct sp_end *end, const fmpq_t edge)
{
    fmpq_t gap, size;
    fmpq_init(gap);
    fmpq_init(size);
    fmpq_sub(gap, end->at, end->beyond);
    fmpq_abs(gap, gap);
    fmpq_set_si(size, 1, 10000000);
    fmpq_mul(size, size, edge);
    assert_true(fmpq_cmp(gap, size) <= 0);
    int at = fmpq_cmp(end->at, edge), beyond = fmpq_cmp(end->beyond, edge);
    assert_true(at * beyond <= 0 && beyond != 0);
    fmpq_clear(gap);
    fmpq_clear(size);
}

static void real_ends(void **state)
{
    (void)state;
    static const long ends[][3] = {{1, 22, 7}, {1, 1000, 3}, {123, 100000, 7919}, {1, 5, 1000003}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct window w;
        struct sp_solution s;
        set_window(&w, ends[i][0], ends[i][1], ends[i][2]);
        search(&s, &w, 0, NULL);
        assert_int_equal(s.n, 1);
        check_end(&s.stretches[0].least, w.low);
        check_end(&s.stretches[0].largest, w.high);
        sp_solution_clear(&s);
        clear_window(&w);
    }
}

/* Every whole number of a short range is tried: no window is missed. */
static void short_ranges_are_complete(void **state)
{
    (void)state;
    for (long low = 1; low <= 30; low++) {
        struct window w;
        struct sp_solution s;
        set_window(&w, 100 + 7 * low, 100 + 7 * low, 1);
        search(&s, &w, 1, "1..400");
        assert_true(s.is_complete);
        assert_int_equal(s.tried.n, 400);
        assert_int_equal(s.n, 1);
        assert_int_equal(fmpq_cmp_si(s.stretches[0].least.at, 100 + 7 * low), 0);
        sp_solution_clear(&s);
        clear_window(&w);
    }
}

static void where_there_is_no_value(void **state)
{
    (void)state;
    struct window w;
    struct sp_solution s;
    set_window(&w, 10, 1000, 1);
    fmpq_set_si(w.domain, 77, 1);
    search(&s, &w, 1, NULL);
    assert_int_equal(fmpq_cmp_si(s.stretches[0].largest.at, 77), 0);
    assert_int_equal(s.stretches[0].largest.answer, SP_INVALID);
    assert_string_equal(s.stretches[0].largest.reason, "outside");
    sp_solution_clear(&s);
    fmpq_set_si(w.domain, -1, 1);
    search(&s, &w, 1, NULL);
    assert_int_equal(s.n, 0);
    assert_string_equal(s.reason, "outside");
    sp_solution_clear(&s);
    clear_window(&w);
}

static void malformed_ranges(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "3", "9..1", "1..2:3..", "1/2..3", "a..b"};
    struct window w;
    set_window(&w, 1, 2, 1);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct sp_error err = {0};
        struct sp_solution s;
        struct sp_search how = {.ask = ask,
                                .context = &w,
                                .variable = "x",
                                .whole = 1,
                                .digits = 8,
                                .within = texts[i]};
        if (sp_search_run(&s, &how, &err) != SP_USAGE)
            fail_msg("'%s' was taken", texts[i]);
    }
    clear_window(&w);
}

/* Intervals of a formula, against all its points: what an interval says holds for each. */
static void intervals_speak_for_their_points(void **state)
{
    static const char *const values[] = {
        "(x - 3)^2 <= 2",         "(1/2)^x <= 1/5",          "x*(x - 7) <= -12",
        "harmonic(x) <= 5/2",     "sqrt(x) + 1/(x + 1) > 2", "floor(x/3) >= 2",
        "max(x, 5) - min(x, 6) <= 1/2", "sum(i, x, i) <= 20", "x/(10 - x) <= 1",
    };
    struct sp_error err = {0};
    struct sp_catalogue *catalogue = sp_catalogue_new();
    size_t decided = 0;
    (void)state;
    for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
        char text[256];
        struct sp_bound *b = NULL;
        snprintf(text, sizeof text, "bound q\nnat x input\nvalue %s\nneed x != 10\n", values[v]);
        assert_int_equal(sp_bound_read(&b, text, "q", &err), SP_OK);
        struct sp_case_question q = {sp_case_new(catalogue, b), "x", 4096};
        for (long low = 0; low < 20; low++)
            for (long high = low + 1; high <= 20; high++) {
                enum sp_truth truth = SP_UNKNOWN;
                arb_t range, end;
                arb_init(range);
                arb_init(end);
                arb_set_si(range, low);
                arb_set_si(end, high);
                arb_union(range, range, end, 128);
                assert_int_equal(sp_ask_case_range(&q, range, &truth, &err), SP_OK);
                arb_clear(range);
                arb_clear(end);
                decided += truth != SP_UNKNOWN;
                for (long x = low; truth != SP_UNKNOWN && x <= high; x++) {
                    enum sp_answer answer;
                    char *reason = NULL;
                    fmpq_t at;
                    fmpq_init(at);
                    fmpq_set_si(at, x, 1);
                    assert_int_equal(sp_ask_case(&q, at, &answer, &reason, &err), SP_OK);
                    assert_int_equal(answer == SP_MEETS, truth == SP_HOLDS);
                    free(reason);
                    fmpq_clear(at);
                }
            }
        sp_case_free(q.question);
        sp_bound_free(b);
    }
    sp_catalogue_free(catalogue);
    assert_true(decided > 400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_ends),
        cmocka_unit_test(real_ends),
        cmocka_unit_test(short_ranges_are_complete),
        cmocka_unit_test(where_there_is_no_value),
        cmocka_unit_test(intervals_speak_for_their_points),
        cmocka_unit_test(malformed_ranges),
    };
    return cmocka_run_group_tests_name("solve_search", tests, NULL, NULL);
}

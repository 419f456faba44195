/* SPDX-License-Identifier: Apache-2.0 */
/* Derived bounds: the question is asked with all conditions, and sees defaults and steps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bounds/solve/derive.h"
#include "bounds/solve/sensitivity.h"

static const char *const text = "bound demo\n"
                                "title t\n"
                                "real x an input [s]\n"
                                "nat n a count\n"
                                "real g a share\n"
                                "text w one two ... : a word\n"
                                "default g = 1/n\n"
                                "let y = x*n\n"
                                "value w == one ? y + g : 2*y\n"
                                "need 0 < x\n"
                                "check n <= 100\n";

struct fixture {
    struct sp_bound *bound;
    struct sp_catalogue *catalogue;
    struct sp_case *c;
};

static int set_up(void **state)
{
    static struct fixture f;
    f.catalogue = sp_catalogue_new();
    if (sp_bound_read(&f.bound, text, "demo", NULL) != SP_OK)
        return 1;
    f.c = sp_case_new(f.catalogue, f.bound);
    *state = &f;
    return sp_case_set(f.c, "x", "3", NULL) != SP_OK || sp_case_set(f.c, "n", "4", NULL) != SP_OK ||
           sp_case_set(f.c, "w", "one", NULL) != SP_OK;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    sp_case_free(f->c);
    sp_bound_free(f->bound);
    sp_catalogue_free(f->catalogue);
    return 0;
}

/* The derived bound's exact value at x, n, w = one. */
static enum sp_status answer(struct fixture *f, struct sp_question q, const char *x, const char *n,
                             char *out, size_t size)
{
    struct sp_bound *d = NULL;
    struct sp_result r;
    struct sp_error err = {0};
    if (sp_derive(&d, f->bound, q, "--target", &err) != SP_OK)
        fail_msg("%s", err.text);
    struct sp_case *c = sp_case_new(f->catalogue, d);
    assert_int_equal(sp_case_set(c, "x", x, NULL), SP_OK);
    assert_int_equal(sp_case_set(c, "n", n, NULL), SP_OK);
    assert_int_equal(sp_case_set(c, "w", "one", NULL), SP_OK);
    enum sp_status status = sp_case_evaluate(c, SP_PRECISION_DEFAULT, &r, &err);
    snprintf(out, size, "%.500s",
             status != SP_OK ? err.text
             : r.is_truth    ? (r.truth ? "true" : "false")
                             : r.numbers[0].digits);
    sp_result_clear(&r);
    sp_case_free(c);
    sp_bound_free(d);
    return status;
}

static void the_value_and_its_inputs(void **state)
{
    char out[512];
    answer(*state, (struct sp_question){.value = "value"}, "3", "4", out, sizeof out);
    assert_string_equal(out, "12.25");
    answer(*state, (struct sp_question){.value = "value/x + y"}, "2", "4", out, sizeof out);
    assert_string_equal(out, "12.125");
    answer(*state, (struct sp_question){.value = "value <= 12.25"}, "3", "4", out, sizeof out);
    assert_string_equal(out, "true");
    answer(*state, (struct sp_question){.value = "value < 12.25"}, "3", "4", out, sizeof out);
    assert_string_equal(out, "false");
}

static void conditions_stay(void **state)
{
    char out[512];
    struct sp_question q = {.value = "value <= 1"};
    assert_int_equal(answer(*state, q, "0", "4", out, sizeof out), SP_FALSE);
    assert_string_equal(out, "0 < x fails: 0 < 0, with x = 0");
    assert_int_equal(answer(*state, q, "1", "101", out, sizeof out), SP_FALSE);
    q.without_conditions = 1;
    assert_int_equal(answer(*state, q, "0", "4", out, sizeof out), SP_OK);
}

/* At the base n = 2: y = 6, and g by its default is 1/2. */
static void the_base_sees_steps_and_defaults(void **state)
{
    struct fixture *f = *state;
    char out[512];
    struct sp_question q = {.value = "base", .variable = "n", .base = "2", .given = f->c};
    answer(f, q, "3", "4", out, sizeof out);
    assert_string_equal(out, "6.5");
    q.base = "floor(x/2) + 1";
    answer(f, q, "3", "4", out, sizeof out);
    assert_string_equal(out, "6.5");
    /* A default that is not used stays out of it. */
    assert_int_equal(sp_case_set(f->c, "g", "1/8", NULL), SP_OK);
    struct sp_bound *d = NULL;
    assert_int_equal(sp_derive(&d, f->bound, q, "--target", NULL), SP_OK);
    struct sp_case *c = sp_case_new(f->catalogue, d);
    struct sp_result r;
    sp_case_set(c, "x", "3", NULL);
    sp_case_set(c, "n", "4", NULL);
    sp_case_set(c, "w", "one", NULL);
    sp_case_set(c, "g", "1/8", NULL);
    assert_int_equal(sp_case_evaluate(c, SP_PRECISION_DEFAULT, &r, NULL), SP_OK);
    assert_string_equal(r.numbers[0].digits, "6.125");
    sp_result_clear(&r);
    sp_case_free(c);
    sp_bound_free(d);
}

static void refused(void **state)
{
    struct fixture *f = *state;
    static const char *const texts[] = {"value <=", "valu <= 1", "value <= (1", "value == one", ""};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct sp_bound *d = NULL;
        struct sp_error err = {0};
        struct sp_question q = {.value = texts[i]};
        if (sp_derive(&d, f->bound, q, "--target", &err) != SP_USAGE)
            fail_msg("'%s' was taken", texts[i]);
        assert_non_null(strstr(err.text, "--target"));
        assert_null(d);
    }
}

/* y + g = x n + 1/n: d ln / d ln x = 12/12.25; from n = 4 to 5: ln(15.2/12.25)/ln(5/4). */
static void elasticities(void **state)
{
    struct fixture *f = *state;
    double e = 0;
    fmpq_t at;
    fmpq_init(at);
    fmpq_set_si(at, 3, 1);
    assert_int_equal(sp_elasticity(&e, f->c, "x", at, 0, NULL), SP_OK);
    assert_true(e > 12 / 12.25 - 1e-14 && e < 12 / 12.25 + 1e-14);
    fmpq_set_si(at, 4, 1);
    assert_int_equal(sp_elasticity(&e, f->c, "n", at, 1, NULL), SP_OK);
    assert_true(e > 0.9669537 && e < 0.9669538);
    fmpq_set_si(at, 0, 1);
    assert_int_equal(sp_elasticity(&e, f->c, "x", at, 0, NULL), SP_FALSE);
    fmpq_clear(at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_value_and_its_inputs, set_up, tear_down),
        cmocka_unit_test_setup_teardown(conditions_stay, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_base_sees_steps_and_defaults, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(elasticities, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("solve_derive", tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* When a computed enclosure agrees with a reference: to the last unit of the last digit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bounds/cli/vectors.h"

static int agrees(const char *value, const char *result, const char *lower, const char *upper)
{
    char why[256];
    json_error_t fault;
    json_t *record = json_pack("{s:o}", "value", json_loads(value, JSON_DECODE_ANY, &fault));
    json_t *outcome = json_pack("{s:s}", "result", result);
    if (lower)
        json_object_set_new(outcome, "lower", json_loads(lower, JSON_DECODE_ANY, &fault));
    if (upper)
        json_object_set_new(outcome, "upper", json_loads(upper, JSON_DECODE_ANY, &fault));
    int yes = sp_vector_agrees(record, outcome, why, sizeof why);
    assert_int_equal(yes, why[0] == '\0');
    json_decref(record);
    json_decref(outcome);
    return yes;
}

static int number(const char *value, const char *lower, const char *upper)
{
    char v[80], l[80], u[80];
    snprintf(v, sizeof v, "\"%s\"", value);
    snprintf(l, sizeof l, "\"%s\"", lower);
    snprintf(u, sizeof u, "\"%s\"", upper);
    return agrees(v, "value", l, u);
}

static void one_unit_and_no_more(void **state)
{
    (void)state;
    const char *third = "0.333333333333333333333333333333"; /* 30 digits; the unit is 1e-30 */
    assert_true(number(third, "3.33333333333333333333333333333333e-1",
                       "3.33333333333333333333333333333334e-1"));
    assert_true(
        number(third, "3.33333333333333333333333333334e-1", "3.33333333333333333333333333334e-1"));
    assert_false(number(third, "3.333333333333333333333333333341e-1",
                        "3.333333333333333333333333333342e-1"));
    assert_true(
        number(third, "3.33333333333333333333333333332e-1", "3.33333333333333333333333333332e-1"));
    assert_false(
        number(third, "3.33333333333333333333333333331e-1", "3.333333333333333333333333333319e-1"));
}

static void zeros_that_were_cut_off(void **state)
{
    (void)state;
    assert_true(number("0.25", "0.25", "0.25"));
    assert_false(number("0.25", "0.2500000000000000000001", "0.2500000000000000000001"));
    assert_true(number("5", "5", "5"));
    assert_true(number("-1.5e-3", "-0.0015", "-0.0015"));
    assert_false(number("1.5e-3", "-0.0015", "-0.0015"));
    assert_true(number("1000", "1000", "1000"));
    assert_true(number("999.999999999999999999999999999", "1000", "1000"));
}

static void rationals_and_zero_are_exact(void **state)
{
    (void)state;
    assert_true(number("1/4", "0.25", "0.25"));
    assert_true(number("1/3", "3.3333333333333333333333e-1", "3.3333333333333333333334e-1"));
    assert_false(
        number("1/4", "0.2500000000000000000000000000001", "0.2500000000000000000000000000001"));
    assert_true(number("0", "0", "0"));
    assert_true(number("0", "-1e-30", "1e-30"));
    assert_false(number("0", "1e-30", "1e-30"));
    assert_true(number("-2^-1073", "-9.881312916824930883531375857364427447302e-324",
                       "-9.881312916824930883531375857364427447301e-324"));
}

static void wide_enclosures_do_not_agree(void **state)
{
    (void)state;
    assert_false(number("0.25", "0.2499999999999999", "0.2500000000000001"));
    assert_false(number("0", "-1e-19", "1e-19"));
    assert_false(number("0.25", "", ""));
}

static void shapes(void **state)
{
    (void)state;
    assert_true(agrees("\"REFUSE\"", "refused", NULL, NULL));
    assert_false(agrees("\"REFUSE\"", "value", "\"1\"", "\"1\""));
    assert_false(agrees("\"REFUSE\"", "unknown", NULL, NULL));
    assert_false(agrees("\"1\"", "refused", NULL, NULL));
    assert_true(agrees("[\"1\", [\"2\"]]", "value", "[\"1\", [\"2\"]]", "[\"1\", [\"2\"]]"));
    assert_false(agrees("[\"1\", [\"2\"]]", "value", "[\"1\", \"2\"]", "[\"1\", \"2\"]"));
    assert_false(agrees("[\"1\"]", "value", "\"1\"", "\"1\""));
    assert_false(agrees("\"1\"", "value", "[\"1\"]", "[\"1\"]"));
    assert_false(agrees("[\"1\", \"2\"]", "value", "[\"1\"]", "[\"1\"]"));
    assert_true(agrees("7", "value", "\"7\"", "\"7\""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_unit_and_no_more),
        cmocka_unit_test(zeros_that_were_cut_off),
        cmocka_unit_test(rationals_and_zero_are_exact),
        cmocka_unit_test(wide_enclosures_do_not_agree),
        cmocka_unit_test(shapes),
    };
    return cmocka_run_group_tests_name("cli_vectors", tests, NULL, NULL);
}

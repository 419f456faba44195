/* SPDX-License-Identifier: Apache-2.0 */
/* updates_until at, just above and just below equality. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "bounds/formula/evaluate.h"

static void check(const char *formula, long expected)
{
    char text[512];
    struct sp_bound *bound = NULL;
    struct sp_error err = {SP_OK, ""};
    arb_t value;
    arb_init(value);
    snprintf(text, sizeof text, "bound test\nvalue %s\n", formula);
    assert_int_equal(sp_bound_read(&bound, text, "test", &err), SP_OK);
    struct sp_case *c = sp_case_new(NULL, bound);
    assert_non_null(c);
    enum sp_status status = sp_case_ball(c, value, SP_PRECISION_DEFAULT, &err);
    if (expected < 0)
        assert_int_equal(status, SP_FALSE);
    else if (status != SP_OK || !arb_equal_si(value, expected))
        fail_msg("%s: %s", formula, err.text);
    sp_case_free(c);
    sp_bound_free(bound);
    arb_clear(value);
}

static void equality_is_recognised(void **state)
{
    (void)state;
    check("updates_until(1/4, 1/16)", 2);
    check("updates_until(1/4, 1/16 + 1e-60)", 2);
    check("updates_until(1/4, 1/16 - 1e-60)", 3);
    check("updates_until(99/100, (99/100)^5000)", 5000); /* a power beyond the exact rationals */
    check("updates_until(1/4, 4^(-2000))", 2000);
    check("updates_until(1/2, 99/100)", 1);
    check("updates_until(1 - 1/10^12, 1/2)", 693147180560);
}

static void outside_is_refused(void **state)
{
    (void)state;
    check("updates_until(1, 1/2)", -1);
    check("updates_until(0, 1/2)", -1);
    check("updates_until(1/2, 1)", -1);
    check("updates_until(1/2, 0)", -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equality_is_recognised),
        cmocka_unit_test(outside_is_refused),
    };
    return cmocka_run_group_tests_name("law until", tests, NULL, NULL);
}

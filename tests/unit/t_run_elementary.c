/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include <arb.h>

#include "runs/engine/elementary.h"
#include "runs/engine/random.h"

/* Oracle: Arb at 200 bits. The error is counted in units of the last place of the true value. */
static double units(double value, const arb_t exact)
{
    arb_t difference;
    arb_init(difference);
    arb_set_d(difference, value);
    arb_sub(difference, difference, exact, 200);
    double error = fabs(arf_get_d(arb_midref(difference), ARF_RND_NEAR));
    double size = fabs(arf_get_d(arb_midref(exact), ARF_RND_NEAR));
    arb_clear(difference);
    return error / (nextafter(size, INFINITY) - size);
}

static void check(double (*f)(double), void (*oracle)(arb_t, const arb_t, slong), double x)
{
    arb_t exact;
    arb_init(exact);
    arb_set_d(exact, x);
    oracle(exact, exact, 200);
    double error = units(f(x), exact);
    arb_clear(exact);
    if (!(error <= 2))
        fail_msg("x = %a: %g units", x, error);
}

static void loss_oracle(arb_t y, const arb_t z, slong bits)
{
    arb_neg(y, z);
    arb_exp(y, y, bits);
    arb_log1p(y, y, bits);
}

static void slope_oracle(arb_t y, const arb_t z, slong bits)
{
    arb_exp(y, z, bits);
    arb_add_ui(y, y, 1, bits);
    arb_inv(y, y, bits);
}

#define SAMPLES 20000

static void over_random_points(void **state)
{
    struct sp_stream stream;
    (void)state;
    sp_stream_start(&stream, 7, SP_FOR_MEASURE, 0, 0);
    for (int k = 0; k < SAMPLES; k++) {
        double u = sp_stream_uniform(&stream), v = sp_stream_uniform(&stream);
        check(sp_exp, arb_exp, (u - 0.5) * (k % 2 ? 1390 : 4));
        check(sp_log, arb_log, 1.0 - u);
        check(sp_log, arb_log, ldexp(1 + u, (int)(v * 2000) - 1000));
        check(sp_log1p, arb_log1p, k % 2 ? u : ldexp(u, -(int)(v * 900)));
        check(sp_logistic_loss, loss_oracle, (u - 0.5) * 80);
        check(sp_logistic_slope, slope_oracle, (u - 0.5) * 80);
    }
}

static void near_one_and_at_the_joins(void **state)
{
    (void)state;
    double root = 1.4142135623730951;
    for (int k = 1; k <= 60; k++) {
        check(sp_log, arb_log, 1 + ldexp(1, -k < -52 ? -52 : -k));
        check(sp_log, arb_log, 1 - ldexp(1, -k < -53 ? -53 : -k));
        check(sp_log, arb_log, root + k * 0x1p-52);
        check(sp_log, arb_log, root - k * 0x1p-52);
        check(sp_exp, arb_exp, (k - 30) * 0.34657359027997264);
    }
    assert_true(sp_log(1) == 0 && !signbit(0.0 - sp_log(1)));
}

static void limits(void **state)
{
    (void)state;
    assert_true(sp_exp(0) == 1);
    assert_true(sp_exp(-701) == 0);
    assert_true(isinf(sp_exp(701)));
    assert_true(isnan(sp_exp(NAN)));
    assert_true(sp_log1p(0) == 0);
    assert_true(sp_logistic_loss(1000) == 0);
    assert_true(sp_logistic_loss(-1000) == 1000);
    assert_true(sp_logistic_slope(-1000) == 1);
    assert_true(sp_logistic_slope(1000) == 0);
    assert_true(sp_logistic_slope(0) == 0.5);
    check(sp_exp, arb_exp, 700);
    check(sp_exp, arb_exp, -700);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(over_random_points),
        cmocka_unit_test(near_one_and_at_the_joins),
        cmocka_unit_test(limits),
    };
    return cmocka_run_group_tests_name("exp and log", tests, NULL, NULL);
}

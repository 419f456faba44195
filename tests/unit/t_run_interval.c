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

#include "runs/engine/elementary.h"
#include "runs/engine/random.h"
#include "runs/measure/interval.h"

static struct sp_error err;

/* Student's own data on sleep [student1908]: differences of two drugs, ten patients; mean 1.58,
 * standard deviation 1.2300, 95 % limits 0.7001 and 2.4599. */
static const double sleep[] = {1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4};

static void student_of_students_data(void **state)
{
    (void)state;
    struct sp_interval m = sp_interval_student(sleep, 10, 0.95);
    assert_true(fabs(m.mean - 1.58) < 1e-12);
    assert_true(fabs(m.deviation - 1.2300) < 5e-5);
    assert_true(fabs(m.low - 0.7001) < 5e-5 && fabs(m.high - 2.4599) < 5e-5);
}

static void few_values(void **state)
{
    (void)state;
    struct sp_interval m = sp_interval_student(sleep, 1, 0.99);
    assert_true(m.mean == 1.2 && isinf(m.low) && isinf(m.high) && m.low < m.high);
    m = sp_interval_student(sleep + 2, 2, 0.99); /* two equal values */
    assert_true(m.low == m.mean && m.high == m.mean);
    m = sp_interval_ratio(sleep, 1, sleep, 1, 0, 0.99);
    assert_true(isinf(m.high));
}

/* How often limits of exponential samples hold the truth. */
static double coverage(int which, size_t n, int trials)
{
    int held = 0;
    for (int trial = 0; trial < trials; trial++) {
        double a[40], b[40];
        struct sp_stream stream;
        struct sp_interval m;
        double truth = which == 2 || which == 3 ? 2 : 1;
        sp_stream_start(&stream, 4, SP_FOR_MEASURE, (uint32_t)which, (uint64_t)trial);
        for (size_t i = 0; i < n; i++) {
            a[i] = -sp_log(1 - sp_stream_uniform(&stream));
            b[i] = which == 3 ? a[i] / 2 + 0.5 * (-sp_log(1 - sp_stream_uniform(&stream)))
                              : -sp_log(1 - sp_stream_uniform(&stream));
            a[i] = which == 2 ? 2 * a[i] : a[i];
            if (which == 3)
                a[i] += 1;
        }
        if (which == 0)
            m = sp_interval_student(a, n, 0.95);
        else if (which == 1)
            assert_int_equal(sp_interval_bootstrap(&m, a, n, 0.95, 1000, 1, &err), SP_OK);
        else
            m = sp_interval_ratio(a, n, b, n, which == 3, 0.95);
        held += m.low <= truth && truth <= m.high;
    }
    return (double)held / trials;
}

static void limits_hold_the_truth_as_often_as_they_say(void **state)
{
    (void)state;
    /* Exponential samples of 40 are skewed: a few per cent below the nominal 0.95. */
    double student = coverage(0, 40, 1000), bootstrap = coverage(1, 40, 500);
    double fieller = coverage(2, 40, 1000), paired = coverage(3, 40, 1000);
    if (!(student > 0.91 && student < 0.98 && bootstrap > 0.89 && bootstrap < 0.98 &&
          fieller > 0.92 && fieller < 0.985 && paired > 0.92 && paired < 0.98))
        fail_msg("coverage %g %g %g %g", student, bootstrap, fieller, paired);
}

static void bootstrap_repeats_and_stays_inside(void **state)
{
    struct sp_interval a, b;
    (void)state;
    assert_int_equal(sp_interval_bootstrap(&a, sleep, 10, 0.99, 999, 5, &err), SP_OK);
    assert_int_equal(sp_interval_bootstrap(&b, sleep, 10, 0.99, 999, 5, &err), SP_OK);
    assert_memory_equal(&a, &b, sizeof a);
    assert_true(0 <= a.low && a.low < a.mean && a.mean < a.high && a.high <= 4.6);
    /* The bootstrap's own law for two values: the mean of two draws is low, middle or high with
     * probabilities 1/4, 1/2, 1/4, so its 99 % limits are the two values. */
    const double two[] = {3, 5};
    assert_int_equal(sp_interval_bootstrap(&a, two, 2, 0.99, 999, 5, &err), SP_OK);
    assert_true(a.low == 3 && a.high == 5);
}

/* Paired values that are proportional have a ratio without spread. */
static void proportional_pairs_have_an_exact_ratio(void **state)
{
    double twice[10];
    (void)state;
    for (int i = 0; i < 10; i++)
        twice[i] = 3 * (5 + sleep[i]);
    double b[10];
    for (int i = 0; i < 10; i++)
        b[i] = 5 + sleep[i];
    struct sp_interval m = sp_interval_ratio(twice, 10, b, 10, 1, 0.99);
    assert_true(fabs(m.low - 3) < 1e-6 && fabs(m.high - 3) < 1e-6);
    /* The same numbers taken as independent have one. */
    m = sp_interval_ratio(twice, 10, b, 10, 0, 0.99);
    assert_true(m.low < 2.9 && m.high > 3.1);
}

static void denominators_near_zero_have_no_limits(void **state)
{
    const double around[] = {-1, 1, 0.5, -0.4};
    (void)state;
    struct sp_interval m = sp_interval_ratio(sleep, 4, around, 4, 0, 0.99);
    assert_true(isinf(m.low) && isinf(m.high));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(student_of_students_data),
        cmocka_unit_test(few_values),
        cmocka_unit_test(limits_hold_the_truth_as_often_as_they_say),
        cmocka_unit_test(bootstrap_repeats_and_stays_inside),
        cmocka_unit_test(proportional_pairs_have_an_exact_ratio),
        cmocka_unit_test(denominators_near_zero_have_no_limits),
    };
    return cmocka_run_group_tests_name("confidence limits", tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Order statistics against exact identities: no second implementation is needed as an oracle. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/formula_value.h"

/* Two formulas that are the same number: the enclosures meet and are narrow. */
static void check_same(const char *a, const char *b)
{
    arb_t x, y;
    arb_init(x);
    arb_init(y);
    evaluate(x, a);
    evaluate(y, b);
    if (!arb_overlaps(x, y))
        fail_msg("%s is not %s", a, b);
    assert_true(arb_rel_accuracy_bits(x) >= 120 && arb_rel_accuracy_bits(y) >= 120);
    arb_clear(x);
    arb_clear(y);
}

/* The sum over K of E X_(K:P) is P E X. */
static void sums_are_means(void **state)
{
    (void)state;
    check_same("sum(k, 8, order_stat_exp(8, k + 1, 3))", "8/3");
    check_same("sum(k, 5, order_stat_shifted_exp(5, k + 1, 2, 3))", "5*(2 + 1/3)");
    check_same("sum(k, 6, order_stat_pareto(6, k + 1, 3/2, 2))", "6*pareto_mean(3/2, 2)");
    check_same("sum(k, 7, order_stat_uniform(7, k + 1, 1, 4))", "7*5/2");
    check_same("sum(k, 6, order_stat_weibull(6, k + 1, 3/2, 2))", "6*2*gamma(5/3)");
    check_same("sum(k, 6, order_stat_hyperexp(6, k + 1, 1/3, 4, 2/5))", "6*(1/12 + 2/3*5/2)");
    check_same("sum(k, 4, order_stat_erlang(4, k + 1, 3, 2))", "4*3/2");
    check_same("sum(k, 5, order_stat_gamma(5, k + 1, 5/2, 2))", "5*5/4");
    check_same("sum(k, 4, order_stat_lognormal(4, k + 1, 1/2, 3/4))", "4*exp(1/2 + 9/32)");
}

/* E X_(K:P-1) = ((P - K) E X_(K:P) + K E X_(K+1:P))/P for every law. */
static void recurrence(void **state)
{
    (void)state;
    static const char *const laws[] = {
        "order_stat_pareto(%d, %d, 5/2, 1)",        "order_stat_weibull(%d, %d, 1/2, 1)",
        "order_stat_hyperexp(%d, %d, 1/2, 4, 2/5)", "order_stat_erlang(%d, %d, 4, 1)",
        "order_stat_gamma(%d, %d, 3/4, 1)",         "order_stat_lognormal(%d, %d, 0, 1)",
        "order_stat_shifted_exp(%d, %d, 1, 1)",
    };
    for (size_t i = 0; i < sizeof laws / sizeof laws[0]; i++) {
        char left[128], one[128], two[128], right[400];
        snprintf(left, sizeof left, laws[i], 6, 2);
        snprintf(one, sizeof one, laws[i], 7, 2);
        snprintf(two, sizeof two, laws[i], 7, 3);
        snprintf(right, sizeof right, "(5*%s + 2*%s)/7", one, two);
        check_same(left, right);
    }
}

/* One law written in two ways. */
static void special_cases(void **state)
{
    (void)state;
    check_same("order_stat_erlang(9, 4, 1, 5)", "order_stat_exp(9, 4, 5)");
    check_same("order_stat_gamma(9, 4, 1, 5)", "order_stat_exp(9, 4, 5)");
    check_same("order_stat_gamma(6, 5, 3, 2)", "order_stat_erlang(6, 5, 3, 2)");
    check_same("order_stat_weibull(9, 4, 1, 1/5)", "order_stat_exp(9, 4, 5)");
    check_same("order_stat_hyperexp(9, 4, 1/3, 5, 5)", "order_stat_exp(9, 4, 5)");
    check_same("order_stat_pareto(1000, 300, 3/2, 1)",
               "gamma(1001)/gamma(1001 - 2/3)*(gamma(701 - 2/3)/gamma(701))");
    check_same("order_stat_pareto(1000, 301, 3/2, 1)",
               "order_stat_pareto(1000, 300, 3/2, 1)*(700*3/2)/(700*3/2 - 1)");
    check_same("order_stat_exp(10^6, 10^6, 1)", "harmonic(10^6)");
    check_same("order_stat_exp_variance(10^6, 10^6, 2)", "harmonic2(10^6)/4");
    check_same("order_stat_exp_variance(5, 2, 1)", "1/16 + 1/25");
    check_same("order_stat_weibull(50, 49, 2, 1)",
               "50*order_stat_weibull(49, 49, 2, 1) - 49*order_stat_weibull(50, 50, 2, 1)");
}

/* The sum over K of E X_(K:P)^2 is P E X^2. */
static void sums_of_squares(void **state)
{
    (void)state;
    check_same("sum(k, 5, gamma_order_stat(5, k + 1, 5/2, 2))", "5*(5/2 + 25/4)");
    check_same("sum(k, 5, gamma_order_stat(5, k + 1, 3, 2))", "5*12");
    check_same("sum(k, 5, gamma_order_stat(5, k + 1, 1/3, 2))", "5*(1/3 + 1/9)");
    check_same("sum(k, 4, lognormal_order_stat(4, k + 1, 3/4, 2))", "4*exp(2*9/16)");
    check_same("sum(k, 4, weibull_order_stat(4, k + 1, 3/2, 2))", "4*gamma(7/3)");
    check_same("sum(k, 4, hyperexp_order_stat(4, k + 1, 1/3, 4, 2/5, 2))",
               "4*2*(1/3/16 + 2/3*25/4)");
}

/* Integration against the closed forms, on both sides of where the formulas change over, and the
 * recurrence for a million learners. */
static void large_counts(void **state)
{
    (void)state;
    check_same("weibull_order_stat(40, 30, 3/2)", "order_stat_weibull(40, 30, 3/2, 1)");
    check_same("hyperexp_order_stat(60, 50, 1/3, 4, 2/5)",
               "order_stat_hyperexp(60, 50, 1/3, 4, 2/5)");
    check_same("hyperexp_order_stat(1000000, 900000, 0, 4, 2)",
               "order_stat_exp(1000000, 900000, 2)");
    check_same("weibull_order_stat(1000000, 999999, 1)", "order_stat_exp(1000000, 999999, 1)");
    check_same("gamma_order_stat(1000000, 500000, 1)", "order_stat_exp(1000000, 500000, 1)");
    check_same("weibull_order_stat(1000000, 300000, 1, 2)",
               "order_stat_exp_variance(1000000, 300000, 1) + "
               "order_stat_exp(1000000, 300000, 1)^2");
    check_same("weibull_order_stat(1000000, 1, 5/2)", "1000000^(-2/5)*gamma(7/5)");
    check_same("1000000*lognormal_order_stat(999999, 500000, 3/4)",
               "500000*lognormal_order_stat(1000000, 500000, 3/4) + "
               "500000*lognormal_order_stat(1000000, 500001, 3/4)");
    check_same("1000000*gamma_order_stat(999999, 999999, 7/3)",
               "gamma_order_stat(1000000, 999999, 7/3) + "
               "999999*gamma_order_stat(1000000, 1000000, 7/3)");
}

/* K-batch-sync by renewal counts. */
static void kbatchsync(void **state)
{
    (void)state;
    check_same("kbatchsync_time_shifted_exp(5, 4, 0, 3)", "kbatchsync_time_exp(5, 4, 3)");
    check_same("kbatchsync_time_shifted_exp(1, 4, 2, 3)", "4*(2 + 1/3)"); /* one learner */
    check_same("kbatchsync_time_shifted_exp(7, 1, 2, 3)", "2 + 1/21");    /* the first of 7 */
    check_same("kbatchsync_time_erlang(6, 1, 3, 2)", "order_stat_erlang(6, 1, 3, 2)");
    check_same("kbatchsync_time_erlang(1, 5, 3, 2)", "15/2");
    check_same("kbatchsync_time_erlang(5, 4, 1, 3)", "kbatchsync_time_exp(5, 4, 3)");
    check_same("kbatchsync_time_erlang(2, 2, 2, 1)", "9/4");
    /* a long shift: nobody is second before all are first */
    check_same("kbatchsync_time_shifted_exp(3, 3, 1000, 1) - 1000", "order_stat_exp(3, 3, 1)");
}

/* Rates in time: put back into their equations. */
static void wall_clock(void **state)
{
    (void)state;
    check_same("prod(i, 4, (5 + i)/(5 + i - wallclock_rate_ksync_exp(8, 4, 99/100, 1)))", "100/99");
    check_same("wallclock_rate_ksync_exp(8, 1, 99/100, 2)", "16/100"); /* K = 1: P mu (1 - rho) */
    check_same("wallclock_rate_kbatchsync_exp(8, 1, 99/100, 2)", "16/100");
    check_same("1/10 + 9/10*exp(-crossover(1, 1/10, 1/5, 1/20, 1)/20)",
               "1/5 + 4/5*exp(-crossover(1, 1/10, 1/5, 1/20, 1))");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_means), cmocka_unit_test(recurrence),
        cmocka_unit_test(sums_of_squares), cmocka_unit_test(large_counts),
        cmocka_unit_test(special_cases),  cmocka_unit_test(kbatchsync),
        cmocka_unit_test(wall_clock),
    };
    return cmocka_run_group_tests_name("law order", tests, open_catalogue, close_catalogue);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Counterexamples to statements that look right: what is claimed instead must stand beside them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>

#include <arb_mat.h>
#include <cmocka.h>

#include "tests/unit/formula_value.h"

static void check(const char *condition)
{
    arb_t value;
    arb_init(value);
    evaluate(value, condition);
    if (!arb_is_one(value))
        fail_msg("false: %s", condition);
    arb_clear(value);
}

/* The printed step condition of Theorem 3 allows eta = K/(2L): too much by the factor K. */
static void step_condition(void **state)
{
    (void)state;
    /* P = K = 2, eta = 1/L, gap 0 after one update; the printed bound is negative */
    check("counterexample_step_one(2, 2, 1, 1, 1, 5, 1) < 0");
    /* P = K = 5, eta = 5/(2L): the steep coordinate grows, the printed bound falls */
    check("counterexample_step_diverges(5, 5, 5/2, 1, 1/10, 10) == (9/4)^10");
    check("(1 - 5/2*(1/10)*(3/2))^10 < 1");
}

/* "A shift changes nothing in the choice of K": not for K-async. u(K) = a E_K + b/K. */
static void shift_changes_k(void **state)
{
    (void)state;
    /* P = 2, mu = 1, shift 2, a = 1, b = 3: without the shift K = 2 is better, with it K = 1 */
    check("1/2 + 3 > order_stat_exp(2, 2, 1) + 3/2");
    check("(2 + 1)/2 + 3 < order_stat_shifted_exp(2, 2, 2, 1) + 3/2");
}

/* E_K = K E[X]/P for K-batch-sync holds for exponential times only. */
static void kbatchsync_is_not_proportional(void **state)
{
    (void)state;
    check("push_time_deterministic(2, 1, 1) == push_time_deterministic(2, 2, 1)");
    check("kbatchsync_time_exp(2, 1, 1) == 1/2 and kbatchsync_time_exp(2, 2, 1) == 1");
}

/* "speed-up <= P^2" is a limit: one update of hyperexponential times is 79.9 times faster. */
static void speedup_of_one_update(void **state)
{
    (void)state;
    check("order_stat_hyperexp(8, 8, 1/2, 4, 2/5)/order_stat_hyperexp(8, 1, 1/2, 4, 2/5) > 64");
    check("abs(order_stat_hyperexp(8, 8, 1/2, 4, 2/5)/order_stat_hyperexp(8, 1, 1/2, 4, 2/5) - "
          "7993/100) < 1/100");
}

/* rho^(t/E[T]) is no bound: above E rho^N(t) here, below it for exponential times. N counts the
 * renewals of hyperexponential times: E rho^N = start exp((D0 + rho D1) t) 1. */
static void plug_in_is_no_bound(void **state)
{
    (void)state;
    static const double rates[] = {4, 0.4};
    arb_mat_t generator;
    arb_t truth, plug_in;
    arb_mat_init(generator, 2, 2);
    arb_init(truth);
    arb_init(plug_in);
    for (slong i = 0; i < 2; i++)
        for (slong j = 0; j < 2; j++)
            arb_set_d(arb_mat_entry(generator, i, j),
                      2 * rates[i] * (0.99 * 0.5 - (i == j ? 1 : 0)));
    arb_mat_exp(generator, generator, 128);
    for (slong i = 0; i < 2; i++)
        for (slong j = 0; j < 2; j++)
            arb_add(truth, truth, arb_mat_entry(generator, i, j), 128);
    arb_mul_2exp_si(truth, truth, -1);
    evaluate(plug_in, "exp(2/(11/8)*ln(99/100))");
    assert_true(arb_lt(truth, plug_in));
    assert_true(fabs(arf_get_d(arb_midref(truth), ARF_RND_NEAR) - 0.97914) < 1e-5);
    check("exp(8*ln(99/100)) < wallclock_decay_async_exp(8, 1, 99/100, 1)");
    arb_mat_clear(generator);
    arb_clear(truth);
    arb_clear(plug_in);
}

/* Rate 0 (c = L, eta = 1/L): one update, not none. */
static void rate_zero(void **state)
{
    (void)state;
    check("updates_to_eps_sync(1, 1, 1/5, 0, 1, 1, 1, 5, 1) == 1");
}

/* tau missing writes that stay missing for ever are not "delay tau": f = x^2/2, alpha = 1/2, write
 * 0 missing from every later view. The mean squared gradient stays 1/4. */
static void missing_for_ever(void **state)
{
    (void)state;
    double x = 1, first = 1, sum = 0;
    for (int t = 0; t < 100000; t++) {
        double view = t == 0 ? x : x + first / 2;
        sum += x * x;
        x -= view / 2;
    }
    assert_true(sum / 100000 > 0.249);
    check("nonconvex_async_single_Mfree(1/2, 1, 0, 1, 1/2, 100000) == 1/50000");
}

/* One random mask for all workers: the step that independent masks allow makes E|x|^2 grow. */
static void common_masks(void **state)
{
    (void)state;
    check("nonconvex_unbiased_compression(1, 1, 0, 9, 4, 4/13, 100) > 0"); /* allowed */
    check("1 - 2*(4/13) + (4/13)^2*(1 + 9/4) < 1");
    check("1 - 2*(4/13) + (4/13)^2*10 > 1");
}

/* A bound evaluated in doubles "with a few rounding errors" can be off by 1e-4. */
static void doubles_do_not_do(void **state)
{
    (void)state;
    double b1 = 0.9, b2 = 0.8100000000001;
    double naive = (1 - b1) / sqrt((1 - b2) * (1 - b1 * b1 / b2));
    arb_t truth;
    arb_init(truth);
    evaluate(truth, "C_m(9/10, 0.8100000000001)");
    double difference = fabs(naive / arf_get_d(arb_midref(truth), ARF_RND_NEAR) - 1);
    assert_true(difference > 1e-4 && difference < 1e-3);
    arb_clear(truth);
}

/* Nothing to gain (Delta = 0), or no noise: still one update, and no step from a division by 0. */
static void degenerate_problems(void **state)
{
    (void)state;
    struct sp_error err;
    const struct sp_bound *bound = sp_catalogue_get(catalogue, "async_drop");
    struct sp_case *c = sp_case_new(catalogue, bound);
    struct sp_result result = {0};
    static const char *const given[][2] = {
        {"Delta", "0"}, {"L", "2"}, {"sigma2", "0"}, {"eps", "1/10"}, {"tau", "1,2,4"}};
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(sp_case_set(c, given[i][0], given[i][1], &err), SP_OK);
    assert_int_equal(sp_case_evaluate(c, SP_PRECISION_DEFAULT, &result, &err), SP_OK);
    assert_int_equal(result.n_numbers, 3);
    assert_string_equal(result.numbers[0].exact, "1/16"); /* 1/(4 L (n - 1)) */
    assert_string_equal(result.numbers[1].exact, "1");
    sp_result_clear(&result);
    sp_case_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(step_condition),
        cmocka_unit_test(shift_changes_k),
        cmocka_unit_test(kbatchsync_is_not_proportional),
        cmocka_unit_test(speedup_of_one_update),
        cmocka_unit_test(plug_in_is_no_bound),
        cmocka_unit_test(rate_zero),
        cmocka_unit_test(missing_for_ever),
        cmocka_unit_test(common_masks),
        cmocka_unit_test(doubles_do_not_do),
        cmocka_unit_test(degenerate_problems),
    };
    return cmocka_run_group_tests_name("corrections", tests, open_catalogue, close_catalogue);
}

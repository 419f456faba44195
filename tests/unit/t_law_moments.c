/* SPDX-License-Identifier: Apache-2.0 */
/* Means, variances, survival functions, quantiles and classes of the delay laws, against one
 * another and against the order statistics. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bounds/formula/evaluate.h"

static struct sp_catalogue *catalogue;

static int set_up(void **state)
{
    (void)state;
    catalogue = sp_catalogue_new();
    return catalogue == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    sp_catalogue_free(catalogue);
    flint_cleanup_master();
    mpfr_free_cache();
    return 0;
}

static const struct {
    const char *name, *arguments;
    int is_nlu, is_nsu;
} laws[] = {
    {"exponential", "mu=3", 1, 1},
    {"shifted", "mu=3 Delta=1/2", 1, 0},
    {"shifted", "mu=3 Delta=0", 1, 1},
    {"pareto", "alpha=5/2 xm=2", 0, 0},
    {"uniform", "a=1 b=4", 1, 0},
    {"weibull", "shape=2 scale=3", 1, 0},
    {"weibull", "shape=1/2 scale=3", 0, 1},
    {"gamma", "shape=5/2 rate=2", 1, 0},
    {"gamma", "shape=3/4 rate=2", 0, 1},
    {"hyperexponential", "p1=1/3 mu1=4 mu2=2/5", 0, 1},
    {"hyperexponential", "p1=1/3 mu1=4 mu2=4", 1, 1},
    {"lognormal", "location=1/2 spread=3/4", 0, 0},
    {"deterministic", "x=2", 1, 0},
};
#define N_LAWS (sizeof laws / sizeof laws[0])

/* Sets "name=text" words that the bound knows. */
static void set_words(struct sp_case *c, const struct sp_bound *bound, const char *words)
{
    char copy[256], *rest = copy, *word;
    struct sp_error err;
    snprintf(copy, sizeof copy, "%s", words);
    while ((word = strtok_r(rest, " ", &rest)) != NULL) {
        char *equals = strchr(word, '=');
        *equals = '\0';
        if (sp_bound_parameter(bound, word) >= 0 && sp_case_set(c, word, equals + 1, &err) != SP_OK)
            fail_msg("%s", err.text);
    }
}

static enum sp_status evaluate(arb_t value, const char *quantity, size_t law, const char *more)
{
    const struct sp_bound *bound = sp_catalogue_get(catalogue, quantity);
    struct sp_precision precision = SP_PRECISION_DEFAULT;
    struct sp_error err = {SP_OK, ""};
    precision.digits = 30;
    assert_non_null(bound);
    struct sp_case *c = sp_case_new(catalogue, bound);
    assert_non_null(c);
    enum sp_status status = sp_case_set(c, "law", laws[law].name, &err);
    set_words(c, bound, laws[law].arguments);
    set_words(c, bound, more);
    if (status == SP_OK)
        status = sp_case_ball(c, value, precision, &err);
    if (status != SP_OK && status != SP_USAGE)
        fail_msg("%s of %s: %s", quantity, laws[law].name, err.text);
    sp_case_free(c);
    return status;
}

static void classes(void **state)
{
    (void)state;
    arb_t truth;
    arb_init(truth);
    for (size_t i = 0; i < N_LAWS; i++) {
        assert_int_equal(evaluate(truth, "law_is_nlu", i, ""), SP_OK);
        assert_true(arb_equal_si(truth, laws[i].is_nlu));
        assert_int_equal(evaluate(truth, "law_is_nsu", i, ""), SP_OK);
        assert_true(arb_equal_si(truth, laws[i].is_nsu));
    }
    arb_clear(truth);
}

/* One learner waits for its own mean. */
static void mean_is_first_order_statistic(void **state)
{
    (void)state;
    arb_t mean, order;
    arb_init(mean);
    arb_init(order);
    for (size_t i = 0; i < N_LAWS; i++) {
        assert_int_equal(evaluate(mean, "law_mean", i, ""), SP_OK);
        assert_int_equal(evaluate(order, "order_stat", i, "P=1 K=1"), SP_OK);
        assert_true(arb_overlaps(mean, order));
    }
    arb_clear(mean);
    arb_clear(order);
}

/* P(X > t) at t = the u-quantile is 1 - u. */
static void quantile_inverts_survival(void **state)
{
    (void)state;
    static const char *const shares[] = {"1/10", "1/2", "99/100", "1e-6"};
    arb_t t, survival;
    arb_init(t);
    arb_init(survival);
    int checked = 0;
    for (size_t i = 0; i < N_LAWS; i++)
        for (size_t s = 0; s < 4; s++) {
            char more[600];
            snprintf(more, sizeof more, "u=%s", shares[s]);
            if (evaluate(t, "law_quantile", i, more) != SP_OK ||
                strcmp(laws[i].name, "deterministic") == 0)
                continue;
            char *low = arf_get_str(arb_midref(t), 45);
            snprintf(more, sizeof more, "t=%s", low);
            flint_free(low);
            assert_int_equal(evaluate(survival, "law_survival", i, more), SP_OK);
            fmpq_t share;
            struct sp_error err;
            enum sp_dimension dimension;
            fmpq_init(share);
            assert_int_equal(sp_number_read(share, &dimension, shares[s], &err), SP_OK);
            fmpz_sub(fmpq_numref(share), fmpq_denref(share), fmpq_numref(share));
            mag_t slack;
            mag_init(slack);
            mag_set_ui_2exp_si(slack, 1, -100); /* t was cut to 45 digits */
            arb_add_error_mag(survival, slack);
            assert_true(arb_contains_fmpq(survival, share));
            mag_clear(slack);
            fmpq_clear(share);
            checked++;
        }
    assert_int_equal(checked, 48); /* all but the deterministic one */
    arb_clear(t);
    arb_clear(survival);
}

/* For independent X and Y of the law, (E|X - Y|)^2 <= E(X - Y)^2 = 2 Var X. */
static void variance_bounds_the_mean_difference(void **state)
{
    (void)state;
    arb_t variance, low, high;
    arb_init(variance);
    arb_init(low);
    arb_init(high);
    for (size_t i = 0; i < N_LAWS; i++) {
        assert_int_equal(evaluate(variance, "law_variance", i, ""), SP_OK);
        assert_int_equal(evaluate(low, "order_stat", i, "P=2 K=1"), SP_OK);
        assert_int_equal(evaluate(high, "order_stat", i, "P=2 K=2"), SP_OK);
        arb_sub(high, high, low, 128);
        arb_mul(high, high, high, 128);
        arb_mul_2exp_si(variance, variance, 1);
        assert_true(arb_le(high, variance) || arb_overlaps(high, variance));
    }
    arb_clear(variance);
    arb_clear(low);
    arb_clear(high);
}

/* Of one learner it is the law's own; and Var X_(1:2) + Var X_(2:2) + (E X_(2:2) - E X_(1:2))^2/2
 * is 2 Var X. */
static void variance_of_order_statistics(void **state)
{
    (void)state;
    arb_t variance, sum, part;
    arb_init(variance);
    arb_init(sum);
    arb_init(part);
    for (size_t i = 0; i < N_LAWS; i++) {
        assert_int_equal(evaluate(variance, "law_variance", i, ""), SP_OK);
        assert_int_equal(evaluate(sum, "order_stat_variance", i, "P=1 K=1"), SP_OK);
        assert_true(arb_overlaps(variance, sum));
        assert_int_equal(evaluate(sum, "order_stat", i, "P=2 K=2"), SP_OK);
        assert_int_equal(evaluate(part, "order_stat", i, "P=2 K=1"), SP_OK);
        arb_sub(sum, sum, part, 128);
        arb_mul(sum, sum, sum, 128);
        arb_mul_2exp_si(sum, sum, -1);
        assert_int_equal(evaluate(part, "order_stat_variance", i, "P=2 K=1"), SP_OK);
        arb_add(sum, sum, part, 128);
        assert_int_equal(evaluate(part, "order_stat_variance", i, "P=2 K=2"), SP_OK);
        arb_add(sum, sum, part, 128);
        arb_mul_2exp_si(variance, variance, 1);
        assert_true(arb_overlaps(variance, sum));
    }
    arb_clear(variance);
    arb_clear(sum);
    arb_clear(part);
}

static void known_variances(void **state)
{
    (void)state;
    arb_t variance;
    fmpq_t expected;
    arb_init(variance);
    fmpq_init(expected);
    static const struct {
        size_t law;
        slong above;
        ulong below;
    } rows[] = {{0, 1, 9}, {3, 80, 9}, {4, 3, 4}, {7, 5, 8}, {12, 0, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(evaluate(variance, "law_variance", rows[i].law, ""), SP_OK);
        fmpq_set_si(expected, rows[i].above, rows[i].below);
        assert_true(arb_contains_fmpq(variance, expected));
    }
    fmpq_clear(expected);
    arb_clear(variance);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes),
        cmocka_unit_test(mean_is_first_order_statistic),
        cmocka_unit_test(quantile_inverts_survival),
        cmocka_unit_test(variance_bounds_the_mean_difference),
        cmocka_unit_test(variance_of_order_statistics),
        cmocka_unit_test(known_variances),
    };
    return cmocka_run_group_tests_name("law moments", tests, set_up, tear_down);
}

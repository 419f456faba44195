/* SPDX-License-Identifier: Apache-2.0 */
/* The step rules of runs: the kernels' own steps, bit for bit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "runs/engine/rule.h"
#include "staleproof/code.h"
#include "staleproof/step_amsgrad.h"
#include "staleproof/step_momentum.h"
#include "staleproof/step_sgd.h"

#define N 3

static const struct sp_rule_options options = {
    .eta = 0.25, .beta1 = 0.9, .beta2 = 0.5, .epsilon = 1e-8, .box = 2};
static const double sum[2][N] = {{4, -8, 0}, {1, 16, 0}};

static void sgd_is_one_kernel_call(void **state)
{
    (void)state;
    struct sp_rule_options o = options;
    struct sp_rule_state s;
    double w[N] = {1, 2, 3}, expected[N] = {1, 2, 3};
    const char *kernel;
    o.rule = SP_RULE_SGD;
    assert_true(sp_rule_open(&s, o.rule, N));
    assert_int_equal(sp_rule_step(&s, &o, w, sum[0], 4, &kernel), SP_CODE_OK);
    sp_step_sgd_f64(expected, sum[0], N, 0.25 / 4);
    assert_memory_equal(w, expected, sizeof w);
    sp_rule_close(&s);
}

static void amsgrad_remembers_its_moments(void **state)
{
    (void)state;
    struct sp_rule_options o = options;
    struct sp_rule_state s;
    double w[N] = {1, 2, 1.5}, x[N] = {1, 2, 1.5}, m[N] = {0}, v[N] = {0}, vhat[N] = {0};
    const char *kernel;
    o.rule = SP_RULE_AMSGRAD;
    assert_true(sp_rule_open(&s, o.rule, N));
    for (int k = 0; k < 2; k++) {
        double mean[N];
        for (int i = 0; i < N; i++)
            mean[i] = sum[k][i] / 4;
        const struct sp_amsgrad_f64 p = {
            .alpha = 0.25, .b1 = 0.9, .b2 = 0.5, .eps = 1e-8, .low = -2, .high = 2};
        assert_int_equal(sp_rule_step(&s, &o, w, sum[k], 4, &kernel), SP_CODE_OK);
        sp_step_amsgrad_f64(x, m, v, vhat, mean, N, p);
        assert_memory_equal(w, x, sizeof w);
    }
    assert_true(w[0] != 1 && w[2] == 1.5);
    sp_rule_close(&s);
}

static void heavy_ball_in_both_forms(void **state)
{
    (void)state;
    static const enum sp_rule form[2] = {SP_RULE_HEAVYBALL, SP_RULE_MOMENTUM};
    for (int f = 0; f < 2; f++) {
        struct sp_rule_options o = options;
        struct sp_rule_state s;
        double w[N] = {1, 2, 1.5}, x[N] = {1, 2, 1.5}, p[N] = {0};
        const char *kernel;
        o.rule = form[f];
        o.beta1 = 0.5;
        assert_true(sp_rule_open(&s, o.rule, N));
        for (int k = 0; k < 2; k++) {
            const double mean[N] = {sum[k][0] / 4, sum[k][1] / 4, sum[k][2] / 4};
            const struct sp_momentum_f64 of = {.alpha = 0.25, .mu = 0.5, .c = f == 0 ? 1 : 0.5};
            assert_int_equal(sp_rule_step(&s, &o, w, sum[k], 4, &kernel), SP_CODE_OK);
            sp_step_momentum_f64(x, p, mean, N, of);
            assert_memory_equal(w, x, sizeof w);
        }
        /* p = 1, then 1/2 + 1/4; the mean form moves half as far */
        assert_true(w[0] == (f == 0 ? 0.5625 : 0.78125) && w[2] == 1.5);
        sp_rule_close(&s);
    }
}

static void a_refusal_names_the_kernel_and_changes_nothing(void **state)
{
    (void)state;
    struct sp_rule_options o = options;
    struct sp_rule_state s;
    const double bad[N] = {1, 0x1p1000, 1}, start[N] = {1, 2, 1.5};
    double w[N] = {1, 2, 1.5};
    const char *kernel = NULL;
    o.rule = SP_RULE_AMSGRAD;
    assert_true(sp_rule_open(&s, o.rule, N));
    assert_int_equal(sp_rule_step(&s, &o, w, bad, 1, &kernel), SP_CODE_TOO_LARGE);
    assert_string_equal(kernel, "step_amsgrad");
    assert_memory_equal(w, start, sizeof w);
    sp_rule_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sgd_is_one_kernel_call),
        cmocka_unit_test(amsgrad_remembers_its_moments),
        cmocka_unit_test(heavy_ball_in_both_forms),
        cmocka_unit_test(a_refusal_names_the_kernel_and_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

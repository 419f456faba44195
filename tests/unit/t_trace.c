/* SPDX-License-Identifier: Apache-2.0 */
/* Traces against the identities that they must keep, in exact arithmetic. */
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

/* Evaluates a quantity at "name=text" words. */
static enum sp_status evaluate(const char *quantity, const char *words, struct sp_result *result)
{
    const struct sp_bound *bound = sp_catalogue_get(catalogue, quantity);
    struct sp_precision precision = SP_PRECISION_DEFAULT;
    struct sp_error err = {SP_OK, ""};
    char copy[512], *rest = copy, *word;
    assert_non_null(bound);
    struct sp_case *c = sp_case_new(catalogue, bound);
    assert_non_null(c);
    precision.digits = 30;
    snprintf(copy, sizeof copy, "%s", words);
    while ((word = strtok_r(rest, " ", &rest)) != NULL) {
        char *equals = strchr(word, '=');
        *equals = '\0';
        if (sp_case_set(c, word, equals + 1, &err) != SP_OK)
            fail_msg("%s", err.text);
    }
    enum sp_status status = sp_case_evaluate(c, precision, result, &err);
    sp_case_free(c);
    return status;
}

static void check_exact(const char *quantity, const char *words, const char *expected)
{
    struct sp_result result;
    char text[1024] = "";
    if (evaluate(quantity, words, &result) != SP_OK)
        fail_msg("%s: %s", quantity, result.reason);
    for (size_t i = 0; i < result.n_numbers; i++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s", i ? " " : "",
                 result.numbers[i].exact ? result.numbers[i].exact : "?");
    }
    if (strcmp(text, expected) != 0)
        fail_msg("%s %s: %s, expected %s", quantity, words, text, expected);
    sp_result_clear(&result);
}

/* All that was sent plus the residual is the sum of all gradients times alpha. */
static void error_feedback_conserves(void **state)
{
    (void)state;
    static const char words[] = "K=2 alpha=1/3 g=4,3,2,1;1,1,1,1;0,0,3,-2;-7,5,1/2,2";
    static const int sums[] = {-2, 9, 0, 2}; /* of the columns; the third is 13/2 */
    struct sp_result sent, residual;
    assert_int_equal(evaluate("ef_topk_trace", words, &sent), SP_OK);
    assert_int_equal(evaluate("ef_topk_residual", words, &residual), SP_OK);
    assert_int_equal(sent.columns, 4);
    assert_int_equal(sent.n_numbers, 16);
    assert_int_equal(residual.n_numbers, 4);
    for (int column = 0; column < 4; column++) {
        arb_t sum;
        fmpq_t expected;
        arb_init(sum);
        fmpq_init(expected);
        arb_set(sum, residual.numbers[column].ball);
        for (int row = 0; row < 4; row++)
            arb_add(sum, sum, sent.numbers[4 * row + column].ball, 128);
        fmpq_set_si(expected, column == 2 ? 13 : 2 * sums[column], 6);
        assert_true(arb_contains_fmpq(sum, expected));
        arb_clear(sum);
        fmpq_clear(expected);
    }
    sp_result_clear(&sent);
    sp_result_clear(&residual);
}

static void guard_bounds_the_residual(void **state)
{
    (void)state;
    /* without a cap in reach the guarded trace is the plain one; with cap 0 all is sent */
    check_exact("guarded_ef_trace", "compressor=topk K=1 alpha=1 B_cap=100 g=2,1;1,1;0,3",
                "2 0 0 2 0 3");
    check_exact("ef_topk_trace", "K=1 alpha=1 g=2,1;1,1;0,3", "2 0 0 2 0 3");
    check_exact("guarded_ef_trace", "compressor=topk K=1 alpha=1 B_cap=0 g=2,1;1,1;0,3",
                "2 1 1 1 0 3");
    check_exact("guarded_ef_trace", "compressor=topk K=1 alpha=1 B_cap=1 g=2,1;1,1;0,3",
                "2 0 0 2 0 3");
}

/* Without momentum DGC is error feedback; masked momentum is lost. */
static void dgc(void **state)
{
    (void)state;
    check_exact("dgc_trace", "K=1 m=0 masking=false g=4,2;0,2;0,0", "4 0 0 4 0 0");
    check_exact("dgc_trace", "K=1 m=0 masking=true g=4,2;0,2;0,0", "4 0 0 4 0 0");
    check_exact("ef_topk_trace", "K=1 alpha=1 g=4,2;0,2;0,0", "4 0 0 4 0 0");
}

static void methods(void **state)
{
    (void)state;
    /* b1 = b2 = 0: every method is a sign step */
    check_exact("amsgrad_steps", "x1=1,1 grads=2,-3 alpha=1/10 b1=0 b2=0", "9/10 11/10");
    check_exact("adam_steps", "x1=1,1 grads=2,-3 alpha=1/10 b1=0 b2=0", "9/10 11/10");
    check_exact("rmsprop_steps", "x1=1,1 grads=2,-3 alpha=1/10 b1=0 b2=0", "9/10 11/10");
    check_exact("adagrad_steps", "x1=1,1 grads=3,-3;4,-4 alpha=1/10", "41/50 59/50");
    check_exact("adagrad_acc3", "x1=1,1 grads=3,-3;4,-4 alpha=1/10", "25 25");
    check_exact("amsgrad_floor_steps", "x1=1,1 grads=2,-3 alpha=1/10 b1=0 b2=0 eps=6",
                "29/30 21/20");
    check_exact("amsgrad_box_steps", "x1=1,1 grads=2,-3 alpha=10 b1=0 b2=0 lo=0 hi=2", "0 2");
    /* the running maximum does not fall */
    check_exact("amsgrad_vhat3", "x1=0 grads=3;0;0 alpha=1 b1=0 b2=1/2", "9/2");
    check_exact("amsgrad_v3", "x1=0 grads=3;0;0 alpha=1 b1=0 b2=1/2", "9/8");
    check_exact("heavy_ball_ema_steps", "x1=1 grads=1;1 alpha=1/10 b1=1/2", "7/8");
    /* no delay: the delayed methods are the plain ones */
    check_exact("delayed_sgd_quadratic", "h=1,2 x1=1,1 delays=0,0 gamma=1/4", "9/16 1/4");
    check_exact("delayed_sgd_quadratic", "h=1,2 x1=1,1 delays=0,1 gamma=1/4", "1/2 0");
    check_exact("nesterov_quadratic", "h=1 x1=1 K=1 gamma=1/2", "1/2");
}

/* The center and the workers together change by the gradients alone. */
static void easgd(void **state)
{
    (void)state;
    check_exact("easgd_step", "center=0,1 workers=1,2;3,4 grads=0,0;0,0 eta=1 a=1/10",
                "2/5 7/5 9/10 19/10 27/10 37/10");
    struct sp_result result;
    assert_int_equal(evaluate("easgd_step", "center=0 workers=1;3 grads=0;0 eta=1 a=2/3", &result),
                     SP_FALSE); /* a < 2/(n+1) */
    sp_result_clear(&result);
}

static void dimensions_must_fit(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"amsgrad_steps", "x1=1,2 grads=1;2 alpha=1 b1=0 b2=0"},
        {"easgd_step", "center=0 workers=1;3 grads=0 eta=1 a=1/10"},
        {"easgd_step", "center=0,0 workers=1;3 grads=0;0 eta=1 a=1/10"},
        {"delayed_sgd_quadratic", "h=1 x1=1,1 delays=0 gamma=1"},
        {"delayed_sgd_quadratic", "h=1 x1=1 delays=1 gamma=1"}, /* no such old iterate */
        {"ef_topk_trace", "K=3 alpha=1 g=1,2"},
        {"powersgd_rank1", "M=1,2;3,4 q=1,0,0"},
        {"powersgd_rank1", "M=0,0;0,1 q=1,0"},
        {"topk", "x=1,2 K=3"},
        {"topk", "x= K=1"},
        {"terngrad", "x=1,2 u=0"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct sp_result result;
        if (evaluate(rows[i][0], rows[i][1], &result) != SP_FALSE)
            fail_msg("%s %s was taken", rows[i][0], rows[i][1]);
        assert_int_equal(result.n_numbers, 0);
        sp_result_clear(&result);
    }
}

static void compressors(void **state)
{
    (void)state;
    check_exact("powersgd_rank1", "M=1,2;2,4 q=1,0", "1 2 2 4"); /* rank one: exact */
    check_exact("powersgd_rank1_error_sq", "M=1,2;2,4 q=1,0", "0");
    check_exact("powersgd_rank1_error_sq", "M=3,0;0,1 q=1,0", "1");
    check_exact("topk", "x=1,-1,1 K=2", "1 -1 0"); /* ties to the lowest index */
    check_exact("scaled_sign", "x=3,-1,0", "4/3 -4/3 4/3");
    check_exact("scaled_sign_binary64", "x=1,-2", "3/2 -3/2");
    check_exact("scaled_sign_binary64", "x=2^53,1,1,0", /* both ones are lost in the sum */
                "2251799813685248 2251799813685248 2251799813685248 2251799813685248");
    check_exact("onebit_two_means", "x=-1,-3", "-2 -2");
    check_exact("int8_absmax", "x=127,1/2,3/2,-1/2 q=127", "127 0 2 0");
    check_exact("natural", "x=3,-3,4,0 u=1/4,3/4,0,0", "4 -2 4 0");
    check_exact("terngrad", "x=2,-1,0 u=0,3/4,0", "2 0 0");
    check_exact("qsgd_l2", "x=3,-4 s=5 u=0,0", "3 -4");
    check_exact("cast_fp16", "x=2049", "2048"); /* a tie, to even */
    check_exact("cast_fp16", "x=2^-24*3/2", "1/8388608");
    check_exact("count_sketch_estimate", "x=1,2,3 cols=2 h=0,1,0 s=1,1,-1", "-2 2 2");
    check_exact("window_W", "delays=0,1,2,0", "3");
    check_exact("collect_time_exact", "tau=3,1/2 S=7", "3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(error_feedback_conserves),
        cmocka_unit_test(guard_bounds_the_residual),
        cmocka_unit_test(dgc),
        cmocka_unit_test(methods),
        cmocka_unit_test(easgd),
        cmocka_unit_test(dimensions_must_fit),
        cmocka_unit_test(compressors),
    };
    return cmocka_run_group_tests_name("trace", tests, set_up, tear_down);
}

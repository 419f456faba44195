/* SPDX-License-Identifier: Apache-2.0 */
/* Evaluation: conditions met with equality, refusals with their numbers, digits and enclosures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bounds/formula/evaluate.h"
#include "bounds/formula/print.h"

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

/* Evaluates "name=text name=text" (no blanks in the texts) for a bound. */
static enum sp_status evaluate(const struct sp_bound *b, const char *arguments, int digits,
                               struct sp_result *result)
{
    struct sp_precision precision = SP_PRECISION_DEFAULT;
    struct sp_error err = {SP_OK, ""};
    char *copy = strdup(arguments), *rest = copy, *word;
    struct sp_case *c = sp_case_new(catalogue, b);
    assert_non_null(c);
    precision.digits = digits;
    precision.explain = 1;
    while ((word = strtok_r(rest, " ", &rest)) != NULL) {
        char *equals = strchr(word, '=');
        *equals = '\0';
        if (sp_case_set(c, word, equals + 1, &err) != SP_OK)
            fail_msg("%s", err.text);
    }
    enum sp_status status = sp_case_evaluate(c, precision, result, &err);
    sp_case_free(c);
    free(copy);
    return status;
}

/* The same for a formula written here. */
static enum sp_status evaluate_text(const char *body, const char *arguments, int digits,
                                    struct sp_result *result)
{
    char text[1024];
    struct sp_bound *b = NULL;
    struct sp_error err;
    snprintf(text, sizeof text, "bound test\n%s\n", body);
    if (sp_bound_read(&b, text, "test", &err) != SP_OK)
        fail_msg("%s", err.text);
    enum sp_status status = evaluate(b, arguments, digits, result);
    for (size_t i = 0; i < result->n_conditions; i++)
        result->conditions[i].text = NULL; /* it lives in the bound */
    sp_bound_free(b);
    return status;
}

static const struct sp_bound *shipped(const char *name)
{
    const struct sp_bound *b = sp_catalogue_get(catalogue, name);
    assert_non_null(b);
    return b;
}

/* Conditions on x: which are decided, and how. */
static void decides_equality(void **state)
{
    (void)state;
    static const struct {
        const char *condition, *x;
        enum sp_status status;
    } rows[] = {
        {"x <= 1/3", "1/3", SP_OK},
        {"x < 1/3", "1/3", SP_FALSE},
        {"x^2 <= 2", "sqrt(2)", SP_OK},
        {"x^2 < 2", "sqrt(2)", SP_FALSE},
        {"x^2 < 2", "sqrt(2)-1e-300", SP_OK},
        {"x^2 <= 2", "sqrt(2)+1e-300", SP_FALSE},
        {"x <= 1/sqrt(10000/8)", "sqrt(8/10000)", SP_OK},
        {"x < 1/sqrt(10000/8)", "sqrt(8/10000)", SP_FALSE},
        {"x == sqrt(5 + 2*sqrt(6))", "sqrt(2)+sqrt(3)", SP_OK},
        {"x == sqrt(5 + 2*sqrt(6))", "sqrt(2)+sqrt(3)+1e-40", SP_FALSE},
        {"x != sqrt(5 + 2*sqrt(6))", "sqrt(2)+sqrt(3)", SP_FALSE},
        {"sqrt(x) + 1/(sqrt(x) + 1) == sqrt(x) + (sqrt(x) - 1)/(x - 1)", "7", SP_OK},
        {"floor(x^2) == 2", "sqrt(2)", SP_OK},
        {"ceil(x) == 2", "sqrt(2)*sqrt(2)", SP_OK},
        {"(1 - x)^1000000 < (1 - x)^1000001", "1/3", SP_FALSE},
        {"(1 - x)^1000000 > (1 - x)^1000001", "1/3", SP_OK},
        {"exp(ln(x)) <= x", "3", SP_UNDECIDED}, /* equal, and no way to know it */
        {"exp(ln(x)) <= x + 2^-1000", "3", SP_OK},
        {"max(x, 1) == x", "sqrt(2)", SP_OK},
        {"abs(x) == -x", "-sqrt(2)", SP_OK},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char body[256], argument[64];
        struct sp_result result;
        snprintf(body, sizeof body, "real x x\nvalue x\nneed %s", rows[i].condition);
        snprintf(argument, sizeof argument, "x=%s", rows[i].x);
        enum sp_status status = evaluate_text(body, argument, 10, &result);
        if (status != rows[i].status)
            fail_msg("%s at x = %s: status %d, %s", rows[i].condition, rows[i].x, (int)status,
                     result.reason ? result.reason : "");
        sp_result_clear(&result);
    }
}

static void values(void **state)
{
    (void)state;
    static const struct {
        const char *formula, *digits;
    } rows[] = {
        {"1/3", "0.3333333333"},
        {"2/3", "0.6666666667"},
        {"1/8", "0.125"},
        {"10^15", "1000000000000000"},
        {"10^17/3", "3.333333333e+16"},
        {"-1/1000", "-0.001"},
        {"2^-20", "9.536743164e-07"},
        {"sqrt(2)", "1.414213562"},
        {"sqrt(16/9)", "1.333333333"},
        {"sqrt(2)*sqrt(2) - 2", "0"},
        {"sqrt(3 + 2*sqrt(2)) - sqrt(2)", "1.000000000"},
        {"exp(1)", "2.718281828"},
        {"exp(-1000)", "5.075958898e-435"},
        {"ln(2)", "0.6931471806"},
        {"8^(1/3)", "2.000000000"},
        {"0^0", "1"},
        {"(-2)^3", "-8"},
        {"2^-3", "0.125"},
        {"max(1, 5/2, 2)", "2.5"},
        {"min(3, sqrt(2), 2)", "1.414213562"},
        {"harmonic(4)", "2.083333333"},
        {"harmonic(10^12)", "28.20823678"},
        {"harmonic(10^6) - harmonic(10^6 - 1)", "1.000000000e-06"},
        {"harmonic2(3)", "1.361111111"},
        {"harmonic2(10^9)", "1.644934066"},
        {"binomial(50, 25)", "1.264106064e+14"},
        {"gamma(1/2)^2", "3.141592654"},
        {"gamma(6)", "120"},
        {"round_even(5/2) + 10*round_even(7/2)", "42"},
        {"log2_floor(1/3) + 10*log2_floor(8)", "28"},
        {"sum(i, 100, i + 1)", "5050"},
        {"prod(i, 5, i + 1)", "120"},
        {"sum(i, 0, 1/0)", "0"},
        {"sum(i, 3, sum(j, i + 1, 10^j))", "123"},
        {"largest(i, 5, (i - 2)^2) + smallest(i, 5, (i - 2)^2)", "4"},
        {"where_smallest(i, 5, (i - 2)^2)", "2"},
        {"1 < 2 ? 3 : 1/0", "3"},
        {"order_stat_exp(8, 4, 1)", "0.6345238095"},
        {"(1 - 1/10^6)^(10^6)", "0.3678792572"},
        {"(1 - 10^-300)^(10^6)", "1.000000000"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char body[256];
        struct sp_result result;
        snprintf(body, sizeof body, "value %s", rows[i].formula);
        if (evaluate_text(body, "", 10, &result) != SP_OK)
            fail_msg("%s: %s", rows[i].formula, result.reason);
        if (strcmp(result.numbers[0].digits, rows[i].digits) != 0)
            fail_msg("%s: %s, expected %s", rows[i].formula, result.numbers[0].digits,
                     rows[i].digits);
        sp_result_clear(&result);
    }
}

static void values_that_do_not_exist(void **state)
{
    (void)state;
    static const char *const formulas[] = {
        "1/0",
        "1/(sqrt(2)*sqrt(2) - 2)",
        "sqrt(-1)",
        "ln(0)",
        "ln(-1)",
        "0^-1",
        "(-8)^(1/3)",
        "gamma(0)",
        "harmonic(1/2)",
        "harmonic(-1)",
        "largest(i, 0, i)",
        "2^(2^70)",
        "order_stat_exp(3, 4, 1)",
    };
    for (size_t i = 0; i < sizeof formulas / sizeof formulas[0]; i++) {
        char body[256];
        struct sp_result result;
        snprintf(body, sizeof body, "value %s", formulas[i]);
        enum sp_status status = evaluate_text(body, "", 10, &result);
        if (status != SP_FALSE || result.n_numbers != 0 || *result.reason == '\0')
            fail_msg("%s: status %d", formulas[i], (int)status);
        sp_result_clear(&result);
    }
}

static void hopeless_values_end_soon(void **state)
{
    (void)state;
    static const char *const formulas[] = {"sum(i, 10^9, 1/(i + 1))", "exp(10^13)",
                                           "2^(10^18)*sqrt(2)"};
    for (size_t i = 0; i < sizeof formulas / sizeof formulas[0]; i++) {
        char body[256];
        struct sp_result result;
        snprintf(body, sizeof body, "value %s", formulas[i]);
        assert_int_equal(evaluate_text(body, "", 10, &result), SP_UNDECIDED);
        assert_int_equal(result.n_numbers, 0);
        sp_result_clear(&result);
    }
}

/* lower <= value <= upper as exact numbers, and all are read back by our own reader. */
static void ends_are_outward(void **state)
{
    (void)state;
    static const char *const formulas[] = {"1/3", "-1/3", "22/7*10^50", "-(2^-200)/3", "5/4", "0"};
    for (size_t i = 0; i < sizeof formulas / sizeof formulas[0]; i++) {
        char body[64];
        struct sp_result result;
        struct sp_error err;
        enum sp_dimension dimension;
        fmpq_t low, high, value;
        fmpq_init(low);
        fmpq_init(high);
        fmpq_init(value);
        snprintf(body, sizeof body, "value %s", formulas[i]);
        assert_int_equal(evaluate_text(body, "", 5, &result), SP_OK);
        assert_int_equal(sp_number_read(low, &dimension, result.numbers[0].lower, &err), SP_OK);
        assert_int_equal(sp_number_read(high, &dimension, result.numbers[0].upper, &err), SP_OK);
        assert_non_null(result.numbers[0].exact);
        assert_int_equal(sp_number_read(value, &dimension, result.numbers[0].exact, &err), SP_OK);
        assert_true(fmpq_cmp(low, value) <= 0 && fmpq_cmp(value, high) <= 0);
        fmpq_sub(high, high, low); /* and they are close */
        fmpq_abs(value, value);
        fmpz_mul_2exp(fmpq_numref(high), fmpq_numref(high), 120);
        fmpq_canonicalise(high);
        assert_true(fmpq_cmp(high, value) <= 0);
        fmpq_clear(low);
        fmpq_clear(high);
        fmpq_clear(value);
        sp_result_clear(&result);
    }
}

/* More digits agree with fewer: every digit printed is one of the value. */
static void digits_are_correct(void **state)
{
    (void)state;
    static const char pi[] = "3.14159265358979323846264338327950288419716939937510582097494459230"
                             "781640628620899862803482534211706798214808651";
    for (int digits = 1; digits <= 100; digits++) {
        struct sp_result result;
        fmpq_t shown, exact, gap;
        struct sp_error err;
        enum sp_dimension dimension;
        fmpq_init(shown);
        fmpq_init(exact);
        fmpq_init(gap);
        assert_int_equal(evaluate_text("value gamma(1/2)^2", "", digits, &result), SP_OK);
        assert_int_equal(sp_number_read(shown, &dimension, result.numbers[0].digits, &err), SP_OK);
        assert_int_equal(sp_number_read(exact, &dimension, pi, &err), SP_OK);
        fmpq_sub(shown, shown, exact);
        fmpq_abs(shown, shown);
        fmpq_set_si(gap, 10, 1);
        fmpq_pow_si(gap, gap, 1 - digits);
        fmpq_mul_2exp(shown, shown, 1);
        assert_true(fmpq_cmp(shown, gap) <= 0); /* within half a unit of the last digit */
        fmpq_clear(shown);
        fmpq_clear(exact);
        fmpq_clear(gap);
        sp_result_clear(&result);
    }
}

static void check_reason(const char *bound, const char *arguments, enum sp_status status,
                         const char *reason)
{
    struct sp_result result;
    assert_int_equal(evaluate(shipped(bound), arguments, 10, &result), status);
    assert_int_equal(result.n_numbers, 0);
    if (strcmp(result.reason, reason) != 0)
        fail_msg("'%s', expected '%s'", result.reason, reason);
    sp_result_clear(&result);
}

static void refusals(void **state)
{
    (void)state;
    check_reason("async_nc", "Delta=2 L=4 sigma2=9 gamma=1/40 K=100 W=64 dbar=8", SP_FALSE,
                 "L*gamma + 2*L^2*gamma^2*W <= 1 fails: 69/50 <= 1, with L = 4, gamma = 1/40, "
                 "W = 64");
    check_reason("order_stat_exp", "P=8 K=9", SP_FALSE, "K <= P fails: 9 <= 8, with K = 9, P = 8");
    check_reason("order_stat_exp", "P=8 K=4", SP_USAGE,
                 "missing: mu (rate of one learner: 1/(mean time of one gradient), in [1/s])");
    check_reason("order_stat_exp", "P=8 K=4 mu=nan", SP_FALSE,
                 "argument mu: nan is not a finite number");
    check_reason("order_stat_exp", "P=8 K=5/2 mu=1", SP_FALSE, "K must be a whole number, not 5/2");
    check_reason("order_stat_exp", "P=-8 K=1 mu=1", SP_FALSE, "P must not be negative");
    check_reason("sgd_nc", "Delta=K K=Delta L=1 sigma2=1 B=1 gamma=1", SP_USAGE,
                 "Delta is defined by itself");
    check_reason("sgd_nc", "Delta=1/gamma*0 gamma=0 K=1 L=1 sigma2=1 B=1", SP_FALSE,
                 "argument Delta: division by zero in 1/gamma");
    check_reason("wallclock_rate_ksync_pareto", "alpha=2 P=8 t=10", SP_FALSE,
                 "a Pareto time has no exponential moment: the decay is only polynomial, "
                 "t^(-alpha(P-K+1))");
}

static void arguments(void **state)
{
    (void)state;
    struct sp_error err;
    struct sp_case *c = sp_case_new(catalogue, shipped("B_ef"));
    assert_non_null(c);
    assert_int_equal(sp_case_set(c, "gama", "1", &err), SP_USAGE);
    assert_string_equal(err.text, "B_ef has no argument 'gama'; did you mean 'gamma'?");
    assert_int_equal(sp_case_set(c, "compressor", "topp", &err), SP_USAGE);
    assert_non_null(strstr(err.text, "did you mean 'topk'?"));
    assert_int_equal(sp_case_set(c, "M", "1 +", &err), SP_USAGE);
    assert_non_null(strstr(err.text, "argument M:1:4:"));
    assert_int_equal(sp_case_set(c, "M", "5ms", &err), SP_USAGE);
    assert_int_equal(sp_case_set(c, "M", "1 < 2", &err), SP_USAGE);
    assert_int_equal(sp_case_set(c, "M", "sqrt(1, 2)", &err), SP_USAGE);
    assert_false(sp_case_is_set(c, "M"));
    assert_int_equal(sp_case_set(c, "M", "1", &err), SP_OK);
    assert_true(sp_case_is_set(c, "M"));
    sp_case_unset(c, "M");
    assert_false(sp_case_is_set(c, "M"));
    sp_case_free(c);
    c = sp_case_new(catalogue, shipped("order_stat_exp"));
    assert_non_null(c);
    assert_int_equal(sp_case_set(c, "mu", "1/5ms", &err), SP_OK);
    assert_int_equal(sp_case_set(c, "mu", "5ms", &err), SP_USAGE);
    assert_int_equal(sp_case_set(c, "mu", "5KiB", &err), SP_USAGE);
    sp_case_free(c);
}

/* Defaults, references by name, and the terms of an explanation. */
/* A chain of lets, each using the one before twice: 2^60 nodes if it were written out. */
static void lets_are_shared(void **state)
{
    (void)state;
    char body[4096] = "real x x\nlet a0 = x";
    struct sp_result result;
    for (int i = 1; i <= 60; i++) {
        char line[64];
        snprintf(line, sizeof line, "\nlet a%d = (a%d + a%d)/2", i, i - 1, i - 1);
        strcat(body, line);
    }
    strcat(body, "\nvalue a60\nneed a60 < 10");
    char *text = malloc(strlen(body) + 16);
    struct sp_bound *b = NULL;
    struct sp_error err;
    assert_non_null(text);
    strcat(strcpy(text, "bound chain\n"), body);
    assert_int_equal(sp_bound_read(&b, text, "chain", &err), SP_OK);
    assert_int_equal(evaluate(b, "x=3", 10, &result), SP_OK);
    assert_string_equal(result.numbers[0].digits, "3");
    sp_result_clear(&result);
    assert_int_equal(evaluate(b, "", 10, &result), SP_USAGE);
    sp_result_clear(&result);
    assert_false(sp_coq_can_say(b));
    sp_bound_free(b);
    free(text);
}

/* Only what the chosen branch needs must be given. */
static void branches_need_their_own(void **state)
{
    (void)state;
    static const char body[] = "text v one two : which\nreal x x\nreal y y\n"
                               "value v == one ? x : y\nneed v == one ? 0 < x : 0 < y";
    struct sp_result result;
    assert_int_equal(evaluate_text(body, "v=one x=1", 10, &result), SP_OK);
    sp_result_clear(&result);
    assert_int_equal(evaluate_text(body, "v=two x=1", 10, &result), SP_USAGE);
    assert_string_equal(result.reason, "missing: y (y)");
    sp_result_clear(&result);
    assert_int_equal(evaluate_text(body, "x=1 y=1", 10, &result), SP_USAGE);
    assert_string_equal(result.reason, "missing: v (which)");
    sp_result_clear(&result);
    assert_int_equal(evaluate_text(body, "", 10, &result), SP_USAGE);
    assert_string_equal(result.reason, "missing: v (which), x (x), y (y)");
    sp_result_clear(&result);
    /* a hypothesis whose input is missing is never passed over */
    assert_int_equal(evaluate_text("real x x\nreal y y\nvalue x\nneed 0 < y", "x=1", 10, &result),
                     SP_USAGE);
    sp_result_clear(&result);
}

static void explains(void **state)
{
    (void)state;
    struct sp_result result;
    assert_int_equal(
        evaluate(shipped("sgd_nc"), "Delta=2 L=4 sigma2=9 B=3 gamma=1/100 K=10000", 10, &result),
        SP_OK);
    assert_int_equal(result.n_terms, 2);
    assert_string_equal(result.terms[0].name, "2*Delta/(gamma*K)");
    assert_string_equal(result.terms[0].digits, "0.04");
    assert_true(result.terms[0].share > 0.2499 && result.terms[0].share < 0.2501);
    assert_string_equal(result.numbers[0].exact, "4/25");
    assert_int_equal(result.n_conditions, 7);
    assert_int_equal(result.conditions[6].truth, SP_HOLDS);
    sp_result_clear(&result);
    assert_int_equal(evaluate(shipped("B_ef"), "compressor=topk d=4 K=3 M=1", 10, &result), SP_OK);
    assert_string_equal(result.numbers[0].exact, "1");
    sp_result_clear(&result);
    assert_int_equal(evaluate(shipped("apam_nc"),
                              "Delta=2 L=3 Ginf=2 d=4 smin=1/2 smax=2 b1=9/10 alpha=1/2000 "
                              "K=4000000 b2=99/100 d2=0 Q2=4*C_m^2",
                              10, &result),
                     SP_OK);
    assert_string_equal(result.numbers[0].digits, "23.84635800");
    sp_result_clear(&result);
}

static void quick_way_agrees(void **state)
{
    (void)state;
    struct sp_error err;
    struct sp_case *c = sp_case_new(catalogue, shipped("speedup_exp"));
    fmpq_t p;
    arb_t value;
    fmpq_init(p);
    arb_init(value);
    assert_non_null(c);
    fmpq_set_si(p, 8, 1);
    assert_int_equal(sp_case_ball(c, value, SP_PRECISION_DEFAULT, &err), SP_USAGE);
    assert_int_equal(sp_case_set_exact(c, "P", p, &err), SP_OK);
    assert_int_equal(sp_case_ball(c, value, SP_PRECISION_DEFAULT, &err), SP_OK);
    fmpq_set_si(p, 761, 35);
    assert_true(arb_contains_fmpq(value, p));
    fmpq_set_si(p, 0, 1);
    assert_int_equal(sp_case_set_exact(c, "P", p, &err), SP_OK);
    assert_int_equal(sp_case_ball(c, value, SP_PRECISION_DEFAULT, &err), SP_FALSE);
    fmpq_clear(p);
    arb_clear(value);
    sp_case_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decides_equality),
        cmocka_unit_test(values),
        cmocka_unit_test(values_that_do_not_exist),
        cmocka_unit_test(hopeless_values_end_soon),
        cmocka_unit_test(ends_are_outward),
        cmocka_unit_test(digits_are_correct),
        cmocka_unit_test(refusals),
        cmocka_unit_test(arguments),
        cmocka_unit_test(lets_are_shared),
        cmocka_unit_test(branches_need_their_own),
        cmocka_unit_test(explains),
        cmocka_unit_test(quick_way_agrees),
    };
    return cmocka_run_group_tests_name("formula evaluate", tests, set_up, tear_down);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of numbers beyond the school ones: counting, special functions, rounding. */
#include <arb_hypgeom.h>

#include "bounds/formula/function.h"

/* Exact factorials up to here; a ball from the gamma function beyond. */
#define EXACT_FACTORIAL 300
#define EXACT_BINOMIAL 1000
#define EXACT_HARMONIC 300

static enum sp_status f_gamma(struct sp_eval *e, struct sp_value *r, const struct sp_argument *a,
                              size_t n)
{
    (void)n;
    int sign = 0;
    fmpz_t integer;
    enum sp_status status = sp_eval_sign(e, a[0].value, &sign);
    if (status != SP_OK)
        return status;
    if (sign <= 0)
        return sp_fail(e->err, SP_FALSE, "gamma of a number that is not positive");
    fmpz_init(integer);
    if (sp_value_integer(integer, a[0].value) && fmpz_cmp_ui(integer, EXACT_FACTORIAL) <= 0) {
        fmpz_fac_ui(integer, fmpz_get_ui(integer) - 1);
        sp_value_set_integer(r, integer);
    } else {
        arb_t x;
        arb_init(x);
        sp_value_ball(x, a[0].value, e->prec);
        arb_gamma(x, x, e->prec);
        sp_value_take_ball(r, x);
        arb_clear(x);
    }
    fmpz_clear(integer);
    return SP_OK;
}

static enum sp_status f_binomial(struct sp_eval *e, struct sp_value *r, const struct sp_argument *a,
                                 size_t n)
{
    (void)n;
    ulong from = 0, choose = 0;
    enum sp_status status =
        sp_eval_count(e, a[0].value, WORD_MAX, "an argument of binomial", &from);
    if (status == SP_OK)
        status = sp_eval_count(e, a[1].value, WORD_MAX, "an argument of binomial", &choose);
    if (status != SP_OK)
        return status;
    if (from <= EXACT_BINOMIAL) {
        fmpz_t integer;
        fmpz_init(integer);
        fmpz_bin_uiui(integer, from, choose);
        sp_value_set_integer(r, integer);
        fmpz_clear(integer);
    } else {
        arb_t x;
        arb_init(x);
        arb_bin_uiui(x, from, choose, e->prec);
        sp_value_take_ball(r, x);
        arb_clear(x);
    }
    return SP_OK;
}

/* 1 + 1/4 + ... + 1/n^2, exactly. */
static void exact_harmonic2(fmpq_t sum, ulong n)
{
    fmpq_t term;
    fmpq_init(term);
    fmpq_zero(sum);
    for (ulong i = 1; i <= n; i++) {
        fmpq_set_si(term, 1, i * i);
        fmpq_add(sum, sum, term);
    }
    fmpq_clear(term);
}

/* zeta(2) - zeta(2, n + 1) */
static void harmonic2_ball(arb_t sum, ulong n, slong prec)
{
    arb_t two, from;
    arb_init(two);
    arb_init(from);
    arb_set_ui(two, 2);
    arb_set_ui(from, n);
    arb_add_ui(from, from, 1, prec);
    arb_hurwitz_zeta(from, two, from, prec);
    arb_zeta(sum, two, prec);
    arb_sub(sum, sum, from, prec);
    arb_clear(two);
    arb_clear(from);
}

static enum sp_status f_harmonic2(struct sp_eval *e, struct sp_value *r,
                                  const struct sp_argument *a, size_t n)
{
    (void)n;
    ulong count = 0;
    enum sp_status status =
        sp_eval_count(e, a[0].value, WORD_MAX, "the argument of harmonic2", &count);
    if (status != SP_OK)
        return status;
    if (count <= EXACT_HARMONIC) {
        fmpq_t q;
        fmpq_init(q);
        exact_harmonic2(q, count);
        sp_value_set_exact(r, q);
        fmpq_clear(q);
    } else {
        arb_t x;
        arb_init(x);
        harmonic2_ball(x, count, e->prec);
        sp_value_take_ball(r, x);
        arb_clear(x);
    }
    return SP_OK;
}

/* The nearest whole number, ties to the even one. */
static enum sp_status f_round_even(struct sp_eval *e, struct sp_value *r,
                                   const struct sp_argument *a, size_t n)
{
    (void)n;
    fmpz_t below;
    struct sp_value middle;
    int sign = 0;
    fmpz_init(below);
    sp_value_init(&middle);
    enum sp_status status = sp_eval_floor(e, a[0].value, 0, below);
    if (status == SP_OK) {
        fmpz_mul_ui(fmpq_numref(middle.exact), below, 2);
        fmpz_add_ui(fmpq_numref(middle.exact), fmpq_numref(middle.exact), 1);
        fmpz_set_ui(fmpq_denref(middle.exact), 2);
        sp_value_set_exact(r, middle.exact);
        sp_value_set(&middle, r);
        status = sp_eval_compare(e, a[0].value, &middle, &sign);
    }
    if (sign > 0 || (sign == 0 && fmpz_is_odd(below)))
        fmpz_add_ui(below, below, 1);
    if (status == SP_OK)
        sp_value_set_integer(r, below);
    sp_value_clear(&middle);
    fmpz_clear(below);
    return status;
}

/* Compares a with 2^exponent. */
static enum sp_status compare_power(struct sp_eval *e, const struct sp_value *a, slong exponent,
                                    int *sign)
{
    struct sp_value power;
    fmpz_t n;
    fmpz_init_set_si(n, exponent);
    sp_value_init(&power);
    sp_value_set_si(&power, 2);
    sp_value_power(&power, &power, n, e->prec);
    enum sp_status status = sp_eval_compare(e, a, &power, sign);
    sp_value_clear(&power);
    fmpz_clear(n);
    return status;
}

/* The largest whole e with 2^e <= a. */
static enum sp_status f_log2_floor(struct sp_eval *e, struct sp_value *r,
                                   const struct sp_argument *a, size_t n)
{
    (void)n;
    int sign = 0;
    enum sp_status status = sp_eval_sign(e, a[0].value, &sign);
    if (status == SP_OK && sign <= 0)
        return sp_fail(e->err, SP_FALSE, "logarithm of a number that is not positive");
    if (status != SP_OK)
        return status;
    arb_t x;
    arb_init(x);
    sp_value_ball(x, a[0].value, e->prec);
    slong guess = arf_abs_bound_lt_2exp_si(arb_midref(x)) - 1;
    arb_clear(x);
    status = compare_power(e, a[0].value, guess, &sign);
    if (status == SP_OK && sign < 0) {
        guess--; /* the middle of the ball may lie above the number */
    } else if (status == SP_OK) {
        status = compare_power(e, a[0].value, guess + 1, &sign);
        guess += sign >= 0;
    }
    if (status == SP_OK)
        sp_value_set_si(r, guess);
    return status;
}

/* By a function of one ball. */
static enum sp_status ball_function(struct sp_eval *e, struct sp_value *r, const struct sp_value *a,
                                    void (*f)(arb_t, const arb_t, slong))
{
    arb_t x;
    arb_init(x);
    sp_value_ball(x, a, e->prec);
    f(x, x, e->prec);
    sp_value_take_ball(r, x);
    arb_clear(x);
    return SP_OK;
}

static enum sp_status f_erfc(struct sp_eval *e, struct sp_value *r, const struct sp_argument *a,
                             size_t n)
{
    (void)n;
    return ball_function(e, r, a[0].value, arb_hypgeom_erfc);
}

/* The x with erfc(x) = a, for 0 < a < 2. */
static enum sp_status f_erfc_inverse(struct sp_eval *e, struct sp_value *r,
                                     const struct sp_argument *a, size_t n)
{
    (void)n;
    struct sp_value two;
    int below = 0, above = 0;
    sp_value_init(&two);
    sp_value_set_si(&two, 2);
    enum sp_status status = sp_eval_sign(e, a[0].value, &below);
    if (status == SP_OK)
        status = sp_eval_compare(e, a[0].value, &two, &above);
    sp_value_clear(&two);
    if (status == SP_OK && (below <= 0 || above >= 0))
        return sp_fail(e->err, SP_FALSE, "the inverse of erfc outside (0, 2)");
    return status == SP_OK ? ball_function(e, r, a[0].value, arb_hypgeom_erfcinv) : status;
}

/* gamma_upper(a, x): the regularised upper gamma function, a > 0, x >= 0. */
static enum sp_status f_gamma_upper(struct sp_eval *e, struct sp_value *r,
                                    const struct sp_argument *a, size_t n)
{
    (void)n;
    int sign_a = 0, sign_x = 0;
    enum sp_status status = sp_eval_sign(e, a[0].value, &sign_a);
    if (status == SP_OK)
        status = sp_eval_sign(e, a[1].value, &sign_x);
    if (status == SP_OK && (sign_a <= 0 || sign_x < 0))
        return sp_fail(e->err, SP_FALSE, "the gamma function outside its range");
    if (status != SP_OK)
        return status;
    if (sign_x == 0) {
        sp_value_set_si(r, 1);
        return SP_OK;
    }
    arb_t shape, x;
    arb_init(shape);
    arb_init(x);
    sp_value_ball(shape, a[0].value, e->prec);
    sp_value_ball(x, a[1].value, e->prec);
    arb_hypgeom_gamma_upper(x, shape, x, 1, e->prec);
    sp_value_take_ball(r, x);
    arb_clear(shape);
    arb_clear(x);
    return SP_OK;
}

const struct sp_function sp_number_functions[] = {
    {"erfc", 1, 1, 0, f_erfc, "\\mathrm{erfc}(@1)", NULL},
    {"erfc_inverse", 1, 1, 0, f_erfc_inverse, "\\mathrm{erfc}^{-1}(@1)", NULL},
    {"gamma_upper", 2, 2, 0, f_gamma_upper, "Q(@1, @2)", NULL},
    {"gamma", 1, 1, 0, f_gamma, "\\Gamma(@1)", NULL},
    {"binomial", 2, 2, 0, f_binomial, "\\binom{@1}{@2}", NULL},
    {"harmonic2", 1, 1, 0, f_harmonic2, "H^{(2)}_{@1}", NULL},
    {"round_even", 1, 1, 0, f_round_even, "\\mathrm{round}(@1)", NULL},
    {"log2_floor", 1, 1, 0, f_log2_floor, "\\lfloor\\log_2 @1\\rfloor", NULL},
    {0},
};

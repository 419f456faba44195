/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/formula/digits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mpfr.h>

#include <arb.h>

/* Digits and exponent: 0.d1d2d3... * 10^(exponent + 1), as in scientific notation. */
struct decimal {
    int negative;
    char *digits; /* n of them, no point; "0" for zero */
    long exponent;
    int is_exact; /* the decimal is the value */
};

/* Decimal exponent of |q|: 10^e <= |q| < 10^(e+1). */
static long decimal_exponent(const fmpq_t q)
{
    double bits = (double)fmpz_bits(fmpq_numref(q)) - (double)fmpz_bits(fmpq_denref(q));
    long e = (long)(bits * 0.30102999566398) - 2; /* at most 3 too small: corrected below */
    fmpz_t ten;
    fmpq_t power, size;
    fmpz_init_set_ui(ten, 10);
    fmpq_init(power);
    fmpq_init(size);
    fmpq_abs(size, q);
    for (;; e++) {
        fmpq_set_fmpz(power, ten);
        fmpq_pow_si(power, power, e + 1);
        if (fmpq_cmp(size, power) < 0)
            break;
    }
    fmpz_clear(ten);
    fmpq_clear(power);
    fmpq_clear(size);
    return e;
}

/* |q| * 10^shift, rounded to an integer. */
static int scaled(fmpz_t n, const fmpq_t q, long shift, enum sp_rounding rounding)
{
    fmpq_t x;
    fmpz_t rest;
    fmpq_init(x);
    fmpz_init(rest);
    fmpq_set_si(x, 10, 1);
    fmpq_pow_si(x, x, shift);
    fmpq_mul(x, x, q);
    fmpq_abs(x, x);
    fmpz_fdiv_qr(n, rest, fmpq_numref(x), fmpq_denref(x));
    int is_exact = fmpz_is_zero(rest);
    fmpz_mul_2exp(rest, rest, 1);
    int half = fmpz_cmp(rest, fmpq_denref(x));
    if (!is_exact && (rounding == SP_UP || (rounding == SP_NEAREST && half >= 0)))
        fmpz_add_ui(n, n, 1);
    fmpq_clear(x);
    fmpz_clear(rest);
    return is_exact;
}

static int decimal_of_exact(struct decimal *d, const fmpq_t q, int n, enum sp_rounding rounding)
{
    memset(d, 0, sizeof *d);
    d->is_exact = 1;
    if (fmpq_is_zero(q)) {
        d->digits = strdup("0");
        return d->digits != NULL;
    }
    fmpz_t integer;
    fmpz_init(integer);
    d->negative = fmpq_sgn(q) < 0;
    if (d->negative && rounding != SP_NEAREST)
        rounding = rounding == SP_UP ? SP_DOWN : SP_UP;
    d->exponent = decimal_exponent(q);
    d->is_exact = scaled(integer, q, n - 1 - d->exponent, rounding);
    char *text = fmpz_get_str(NULL, 10, integer);
    if (text != NULL && strlen(text) > (size_t)n) { /* 9.99 became 10.0 */
        text[n] = '\0';
        d->exponent++;
    }
    d->digits = text ? strdup(text) : NULL;
    flint_free(text);
    fmpz_clear(integer);
    return d->digits != NULL;
}

static int decimal_of_float(struct decimal *d, const mpfr_t x, int n, mpfr_rnd_t rounding)
{
    memset(d, 0, sizeof *d);
    if (mpfr_zero_p(x)) {
        d->digits = strdup("0");
        return d->digits != NULL;
    }
    mpfr_exp_t exponent = 0;
    char *text = mpfr_get_str(NULL, &exponent, 10, (size_t)n, x, rounding);
    if (text == NULL)
        return 0;
    d->negative = text[0] == '-';
    d->digits = strdup(text + d->negative);
    d->exponent = (long)exponent - 1;
    mpfr_free_str(text);
    return d->digits != NULL;
}

/* Zeros at the end say nothing when the decimal is the value itself. */
static void strip_zeros(struct decimal *d)
{
    size_t n = strlen(d->digits);
    while (d->is_exact && n > 1 && d->digits[n - 1] == '0')
        d->digits[--n] = '\0';
}

static char *scientific(const struct decimal *d)
{
    size_t n = strlen(d->digits), room = n + 40;
    char *text = malloc(room);
    if (text == NULL)
        return NULL;
    if (strcmp(d->digits, "0") == 0)
        return strcpy(text, "0");
    snprintf(text, room, "%s%c%s%se%+03ld", d->negative ? "-" : "", d->digits[0], n > 1 ? "." : "",
             d->digits + 1, d->exponent);
    return text;
}

static char *plain(const struct decimal *d)
{
    long n = (long)strlen(d->digits), e = d->exponent;
    char *text = malloc((size_t)(n + labs(e)) + 8), *out = text;
    if (text == NULL)
        return NULL;
    if (d->negative)
        *out++ = '-';
    if (e < 0) {
        *out++ = '0';
        *out++ = '.';
    }
    for (long i = -1; i > e; i--)
        *out++ = '0';
    for (long i = 0; i < n || i <= e; i++) {
        if (e >= 0 && i == e + 1)
            *out++ = '.';
        *out++ = i < n ? d->digits[i] : '0';
    }
    *out = '\0';
    return text;
}

/* Plain while that needs no filling zeros to speak of. */
static char *readable(const struct decimal *d)
{
    long n = (long)strlen(d->digits);
    int fits = d->exponent >= -5 && (d->exponent < n || (d->is_exact && d->exponent < 16));
    return fits ? plain(d) : scientific(d);
}

char *sp_digits_outward(const struct sp_value *v, enum sp_rounding direction, int n, slong prec)
{
    struct decimal d;
    int good;
    if (v->is_exact) {
        good = decimal_of_exact(&d, v->exact, n, direction);
    } else {
        mpfr_t low, high;
        mpfr_init2(low, prec + 64);
        mpfr_init2(high, prec + 64);
        arb_get_interval_mpfr(low, high, v->ball);
        good = direction == SP_DOWN ? decimal_of_float(&d, low, n, MPFR_RNDD)
                                    : decimal_of_float(&d, high, n, MPFR_RNDU);
        mpfr_clear(low);
        mpfr_clear(high);
    }
    if (good)
        strip_zeros(&d);
    char *text = good ? scientific(&d) : NULL;
    free(d.digits);
    return text;
}

static int same(const struct decimal *a, const struct decimal *b)
{
    return a->negative == b->negative && a->exponent == b->exponent &&
           strcmp(a->digits, b->digits) == 0;
}

static char *rounded_ball(const struct sp_value *v, int n, slong prec, int *certain)
{
    struct decimal a = {0}, b = {0};
    char *text = NULL;
    mpfr_t low, high;
    mpfr_init2(low, prec + 64);
    mpfr_init2(high, prec + 64);
    arb_get_interval_mpfr(low, high, v->ball);
    if (mpfr_number_p(low) && mpfr_number_p(high) && decimal_of_float(&a, low, n, MPFR_RNDN) &&
        decimal_of_float(&b, high, n, MPFR_RNDN)) {
        *certain = same(&a, &b);
        text = *certain ? readable(&a) : NULL;
    }
    mpfr_clear(low);
    mpfr_clear(high);
    free(a.digits);
    free(b.digits);
    return text;
}

char *sp_digits_rounded(const struct sp_value *v, int n, slong prec, int *certain)
{
    *certain = 0;
    if (!v->is_exact)
        return rounded_ball(v, n, prec, certain);
    struct decimal d;
    *certain = 1;
    char *text = NULL;
    if (decimal_of_exact(&d, v->exact, n, SP_NEAREST)) {
        strip_zeros(&d);
        text = readable(&d);
    }
    free(d.digits);
    return text;
}

char *sp_digits_exact(const struct sp_value *v, size_t longest)
{
    if (!v->is_exact || v->above + v->below > 4 * (slong)longest + 8)
        return NULL;
    char *text = fmpq_get_str(NULL, 10, v->exact);
    char *copy = strlen(text) <= longest ? strdup(text) : NULL;
    flint_free(text);
    return copy;
}

/* A decimal that ends within 14 digits: "100.00000001 <= 100" fails for a reason one can see. */
static char *short_decimal(const struct sp_value *v, slong prec)
{
    int certain = 0;
    char *text = v->is_exact ? sp_digits_rounded(v, 14, prec, &certain) : NULL;
    char *longer = v->is_exact ? sp_digits_rounded(v, 15, prec, &certain) : NULL;
    if (text != NULL && longer != NULL && strcmp(text, longer) != 0) {
        free(text);
        text = NULL;
    }
    free(longer);
    return text;
}

char *sp_digits_short(const struct sp_value *v, slong prec)
{
    char *text = sp_digits_exact(v, 9);
    int certain = 0;
    if (text == NULL)
        text = short_decimal(v, prec);
    for (int n = 6; text == NULL && n > 0; n--)
        text = sp_digits_rounded(v, n, prec, &certain);
    return text ? text : strdup("?");
}

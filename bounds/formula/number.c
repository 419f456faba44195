/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/formula/number.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/formula/ascii.h"
#include "bounds/formula/unit.h"

/* What a literal is made of: digits (without the point), their base, and a power of 10 or 2. */
struct literal {
    int base;
    char *digits;
    size_t n_digits;
    long fraction; /* digits behind the point */
    long exponent;
};

static enum sp_status scan_mantissa(struct literal *lit, const char **at, struct sp_error *err)
{
    const char *s = *at;
    int seen_point = 0;
    for (; sp_is_digit(*s, lit->base) || (*s == '.' && !seen_point); s++) {
        if (*s == '.') {
            seen_point = 1;
            continue;
        }
        if (lit->n_digits == SP_NUMBER_DIGITS)
            return sp_fail(err, SP_USAGE, "number longer than %u digits", SP_NUMBER_DIGITS);
        lit->digits[lit->n_digits++] = *s;
        lit->fraction += seen_point;
    }
    lit->digits[lit->n_digits] = '\0';
    if (lit->n_digits == 0)
        return sp_fail(err, SP_USAGE, "expected a digit");
    *at = s;
    return SP_OK;
}

static enum sp_status scan_exponent(struct literal *lit, const char **at, struct sp_error *err)
{
    const char *s = *at;
    char mark = lit->base == 16 ? 'p' : 'e';
    if ((*s | 0x20) != mark)
        return SP_OK;
    int negative = s[1] == '-';
    s += 1 + (s[1] == '-' || s[1] == '+');
    if (!sp_is_digit(*s, 10)) /* "2e" is the number 2 and something else */
        return lit->base == 16 ? sp_fail(err, SP_USAGE, "expected an exponent after 'p'") : SP_OK;
    long e = 0;
    for (; sp_is_digit(*s, 10); s++) {
        e = e * 10 + (*s - '0');
        if (e > SP_NUMBER_EXPONENT)
            return sp_fail(err, SP_USAGE, "exponent beyond %ld in a number", SP_NUMBER_EXPONENT);
    }
    lit->exponent = negative ? -e : e;
    *at = s;
    return SP_OK;
}

static void literal_value(fmpq_t value, const struct literal *lit)
{
    long shift = lit->exponent - lit->fraction * (lit->base == 16 ? 4 : 1);
    fmpz_t scale;
    fmpz_init(scale);
    fmpz_set_ui(scale, lit->base == 16 ? 2 : 10);
    fmpz_pow_ui(scale, scale, (ulong)labs(shift));
    fmpz_set_str(fmpq_numref(value), lit->digits, lit->base);
    fmpz_one(fmpq_denref(value));
    if (shift >= 0)
        fmpq_mul_fmpz(value, value, scale);
    else
        fmpq_div_fmpz(value, value, scale);
    fmpz_clear(scale);
}

static enum sp_status scan_literal(fmpq_t value, const char **at, struct sp_error *err)
{
    struct literal lit = {.base = 10};
    const char *s = *at;
    if (s[0] == '0' && (s[1] | 0x20) == 'x') {
        lit.base = 16;
        s += 2;
    }
    lit.digits = malloc(SP_NUMBER_DIGITS + 1);
    if (lit.digits == NULL)
        return sp_fail_memory(err);
    enum sp_status status = scan_mantissa(&lit, &s, err);
    if (status == SP_OK)
        status = scan_exponent(&lit, &s, err);
    if (status == SP_OK) {
        literal_value(value, &lit);
        *at = s;
    }
    free(lit.digits);
    return status;
}

enum sp_status sp_number_scan(fmpq_t value, enum sp_dimension *dimension, size_t *used,
                              const char *text, struct sp_error *err)
{
    const char *s = text;
    fmpq_t number;
    fmpq_init(number);
    enum sp_status status = scan_literal(number, &s, err);
    enum sp_dimension found = SP_PLAIN;
    if (status == SP_OK && sp_is_letter(*s))
        status = sp_unit_scan(number, &found, &s, err);
    if (status == SP_OK) {
        fmpq_swap(value, number);
        *dimension = found;
        *used = (size_t)(s - text);
    }
    fmpq_clear(number);
    return status;
}

/* number [ "/" number ], without sign. */
static enum sp_status scan_ratio(fmpq_t value, enum sp_dimension *dimension, const char **at,
                                 struct sp_error *err)
{
    size_t used = 0;
    enum sp_status status = sp_number_scan(value, dimension, &used, *at, err);
    *at += used;
    if (status != SP_OK || **at != '/')
        return status;
    fmpq_t below;
    fmpq_init(below);
    enum sp_dimension other = SP_PLAIN;
    ++*at;
    status = sp_number_scan(below, &other, &used, *at, err);
    *at += used;
    if (status == SP_OK && fmpq_is_zero(below))
        status = sp_fail(err, SP_USAGE, "division by zero in a number");
    if (status == SP_OK && other != SP_PLAIN)
        status = sp_fail(err, SP_USAGE, "a unit after '/' in a number");
    if (status == SP_OK)
        fmpq_div(value, value, below);
    fmpq_clear(below);
    return status;
}

enum sp_status sp_number_read(fmpq_t value, enum sp_dimension *dimension, const char *text,
                              struct sp_error *err)
{
    const char *s = text;
    while (sp_is_blank(*s))
        s++;
    int negative = *s == '-';
    s += *s == '-' || *s == '+';
    fmpq_t number;
    fmpq_init(number);
    enum sp_status status = scan_ratio(number, dimension, &s, err);
    while (status == SP_OK && sp_is_blank(*s))
        s++;
    if (status == SP_OK && *s != '\0')
        status = sp_fail(err, SP_USAGE, "'%.40s' is not part of a number", s);
    if (status == SP_OK) {
        if (negative)
            fmpq_neg(number, number);
        fmpq_swap(value, number);
    }
    fmpq_clear(number);
    return status;
}

enum sp_status sp_number_count(long *value, long least, const char *text, struct sp_error *err)
{
    fmpq_t number;
    fmpq_init(number);
    enum sp_dimension dimension = SP_PLAIN;
    enum sp_status status = sp_number_read(number, &dimension, text, err);
    if (status == SP_OK && (!fmpz_is_one(fmpq_denref(number)) || dimension == SP_TIME))
        status = sp_fail(err, SP_USAGE, "'%.40s' is not a whole number", text);
    if (status == SP_OK && (fmpz_cmp_si(fmpq_numref(number), least) < 0 ||
                            fmpz_cmp_si(fmpq_numref(number), LONG_MAX) > 0))
        status =
            sp_fail(err, SP_USAGE, "'%.40s' is not in the range %ld to %ld", text, least, LONG_MAX);
    if (status == SP_OK)
        *value = fmpz_get_si(fmpq_numref(number));
    fmpq_clear(number);
    return status;
}

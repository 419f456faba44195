/* SPDX-License-Identifier: Apache-2.0 */
#include <flint/fmpq.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/cli/vectors.h"
#include "bounds/formula/evaluate.h"
#include "bounds/formula/number.h"

/* Digits that a reference is printed with; one that has fewer has had its zeros cut off. */
#define REFERENCE_DIGITS 30

static void set_power_of_ten(fmpq_t q, slong exponent)
{
    fmpq_set_si(q, 10, 1);
    fmpq_pow_si(q, q, exponent);
}

/* One unit of the last digit of a decimal with REFERENCE_DIGITS digits; 0 for "p/q" and 0. */
static void last_unit(fmpq_t unit, const char *text, const fmpq_t value)
{
    fmpq_zero(unit);
    if (strchr(text, '/') || fmpq_is_zero(value))
        return;
    /* 10^e <= |value| < 10^(e+1), e from the sizes of numerator and denominator. */
    slong e = (slong)fmpz_sizeinbase(fmpq_numref(value), 10) -
              (slong)fmpz_sizeinbase(fmpq_denref(value), 10);
    fmpq_t size, power;
    fmpq_init(size);
    fmpq_init(power);
    fmpq_abs(size, value);
    set_power_of_ten(power, e);
    /* The sizes in base 10 are exact or one too large, each of them. */
    while (fmpq_cmp(size, power) < 0)
        set_power_of_ten(power, --e);
    for (;; e++) {
        set_power_of_ten(power, e + 1);
        if (fmpq_cmp(size, power) < 0)
            break;
    }
    set_power_of_ten(unit, e - (REFERENCE_DIGITS - 1));
    fmpq_clear(size);
    fmpq_clear(power);
}

/* upper - lower < 1e-20 |value| (1e-20 for value 0). */
static int is_narrow(const fmpq_t lower, const fmpq_t upper, const fmpq_t value)
{
    fmpq_t width, most;
    fmpq_init(width);
    fmpq_init(most);
    fmpq_sub(width, upper, lower);
    set_power_of_ten(most, -20);
    if (!fmpq_is_zero(value)) {
        fmpq_mul(most, most, value);
        fmpq_abs(most, most);
    }
    int narrow = fmpq_cmp(width, most) < 0;
    fmpq_clear(width);
    fmpq_clear(most);
    return narrow;
}

static int read_number(fmpq_t q, const char *text)
{
    enum sp_dimension dimension;
    return text && sp_number_read(q, &dimension, text, NULL) == SP_OK;
}

/* "2^-1073": a value written as a formula, between the outward decimals of its enclosure. */
static int read_formula(fmpq_t low, fmpq_t high, const char *text)
{
    char *file = malloc(strlen(text) + 64);
    struct sp_bound *bound = NULL;
    struct sp_case *c = NULL;
    struct sp_result result = {0};
    if (file)
        sprintf(file, "bound reference\ntitle reference\nvalue %s\n", text);
    if (file && sp_bound_read(&bound, file, "reference", NULL) == SP_OK)
        c = sp_case_new(NULL, bound);
    int read = c && sp_case_evaluate(c, SP_PRECISION_DEFAULT, &result, NULL) == SP_OK &&
               read_number(low, result.numbers[0].lower) &&
               read_number(high, result.numbers[0].upper);
    sp_result_clear(&result);
    sp_case_free(c);
    sp_bound_free(bound);
    free(file);
    return read;
}

/* The interval that an enclosure has to meet. */
static int read_expected(fmpq_t low, fmpq_t high, const char *text)
{
    if (!read_number(low, text))
        return read_formula(low, high, text);
    last_unit(high, text, low);
    fmpq_t unit;
    fmpq_init(unit);
    fmpq_swap(unit, high);
    fmpq_add(high, low, unit);
    fmpq_sub(low, low, unit);
    fmpq_clear(unit);
    return 1;
}

static int number_agrees(const char *expected, const char *lower, const char *upper)
{
    fmpq_t q[4]; /* expected from .. to, computed from .. to */
    for (size_t i = 0; i < 4; i++)
        fmpq_init(q[i]);
    int agrees = read_expected(q[0], q[1], expected) && read_number(q[2], lower) &&
                 read_number(q[3], upper) && is_narrow(q[2], q[3], q[0]) &&
                 fmpq_cmp(q[2], q[1]) <= 0 && fmpq_cmp(q[0], q[3]) <= 0;
    for (size_t i = 0; i < 4; i++)
        fmpq_clear(q[i]);
    return agrees;
}

static int tree_agrees(const json_t *expected, const json_t *lower, const json_t *upper, char *why,
                       size_t size)
{
    if (json_is_array(expected)) {
        size_t n = json_array_size(expected);
        if (!json_is_array(lower) || json_array_size(lower) != n) {
            snprintf(why, size, "expected a list of %zu entries", n);
            return 0;
        }
        for (size_t i = 0; i < n; i++)
            if (!tree_agrees(json_array_get(expected, i), json_array_get(lower, i),
                             json_array_get(upper, i), why, size))
                return 0;
        return 1;
    }
    char whole[32] = "";
    if (json_is_integer(expected))
        snprintf(whole, sizeof whole, "%lld/1", (long long)json_integer_value(expected));
    const char *text = whole[0] ? whole : json_string_value(expected);
    if (!text || !json_is_string(lower) || !json_is_string(upper) ||
        !number_agrees(text, json_string_value(lower), json_string_value(upper))) {
        snprintf(why, size, "expected %s, computed %s", text ? text : "another type",
                 json_is_string(lower) ? json_string_value(lower) : "another type");
        return 0;
    }
    return 1;
}

/* 1 or 0 for a truth value, also one written as a text; else -1. */
static int truth_value(const json_t *value)
{
    const char *text = json_string_value(value);
    if (json_is_boolean(value))
        return json_is_true(value);
    return !text ? -1 : strcmp(text, "true") == 0 ? 1 : strcmp(text, "false") == 0 ? 0 : -1;
}

int sp_vector_agrees(const json_t *record, const json_t *outcome, char *why, size_t why_size)
{
    const json_t *expected = json_object_get(record, "value");
    const char *result = json_string_value(json_object_get(outcome, "result"));
    const char *reason = json_string_value(json_object_get(outcome, "reason"));
    const char *text = json_string_value(expected);
    int refuse = text && strcmp(text, "REFUSE") == 0;
    why[0] = '\0';
    if (strcmp(result, refuse ? "refused" : "value") != 0) {
        snprintf(why, why_size, "expected %s, found: %s%s%s", refuse ? "a refusal" : "a value",
                 result, reason ? ": " : "", reason ? reason : "");
        return 0;
    }
    if (refuse)
        return 1;
    int truth = truth_value(expected);
    if (truth >= 0) {
        int same = truth_value(json_object_get(outcome, "value")) == truth;
        if (!same)
            snprintf(why, why_size, "expected %s", truth ? "true" : "false");
        return same;
    }
    return tree_agrees(expected, json_object_get(outcome, "lower"),
                       json_object_get(outcome, "upper"), why, why_size);
}

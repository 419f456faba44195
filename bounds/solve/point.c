/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/solve/point.h"

#include <stdlib.h>
#include <string.h>

void sp_points_clear(struct sp_points *points)
{
    for (size_t i = 0; i < points->n; i++)
        fmpq_clear(points->items + i);
    free(points->items);
    *points = (struct sp_points){0};
}

enum sp_status sp_points_add(struct sp_points *points, const fmpq_t value, struct sp_error *err)
{
    if (points->n >= SP_POINTS_MOST)
        return sp_fail(err, SP_USAGE, "more than %d values to try", SP_POINTS_MOST);
    if ((points->n & (points->n - 1)) == 0) { /* room doubles at powers of two */
        size_t room = points->n ? 2 * points->n : 1;
        fmpq *more = realloc(points->items, room * sizeof *more);
        if (!more)
            return sp_fail_memory(err);
        points->items = more;
    }
    fmpq_init(points->items + points->n);
    fmpq_set(points->items + points->n++, value);
    return SP_OK;
}

enum sp_status sp_points_add_decimal(struct sp_points *points, long m, long e, struct sp_error *err)
{
    fmpq_t value, power;
    fmpq_init(value);
    fmpq_init(power);
    fmpq_set_si(power, 10, 1);
    fmpq_pow_si(power, power, e);
    fmpq_set_si(value, m, 1);
    fmpq_mul(value, value, power);
    enum sp_status status = sp_points_add(points, value, err);
    fmpq_clear(value);
    fmpq_clear(power);
    return status;
}

static int by_size(const void *a, const void *b)
{
    return fmpq_cmp(a, b);
}

void sp_points_sort(struct sp_points *points)
{
    size_t kept = 0;
    if (points->n)
        qsort(points->items, points->n, sizeof *points->items, by_size);
    for (size_t i = 0; i < points->n; i++) {
        if (kept && fmpq_equal(points->items + kept - 1, points->items + i))
            fmpq_clear(points->items + i);
        else
            points->items[kept++] = points->items[i];
    }
    points->n = kept;
}

/* q = m/10^e exactly with the least e >= 0; -1 if there is none. */
static slong decimal_places(const fmpq_t q)
{
    fmpz_t rest, two, five;
    fmpz_init_set(rest, fmpq_denref(q));
    fmpz_init_set_si(two, 2);
    fmpz_init_set_si(five, 5);
    slong twos = fmpz_remove(rest, rest, two), fives = fmpz_remove(rest, rest, five);
    int ends = fmpz_is_one(rest);
    fmpz_clear(rest);
    fmpz_clear(two);
    fmpz_clear(five);
    return !ends ? -1 : twos > fives ? twos : fives;
}

/* Decimal text of m/10^places, m >= 0, with an exponent if it is very small or large. */
static char *decimal_text(const fmpz_t m, slong places, int negative)
{
    char *digits = fmpz_get_str(NULL, 10, m), *text;
    slong n = (slong)strlen(digits);
    size_t room = strlen(digits) + 40 + (places > n && places < n + 8 ? (size_t)places : 0);
    const char *sign = negative ? "-" : "";
    text = malloc(room);
    if (!text)
        ;
    else if (places == 0 && n > 15 && strspn(digits + 1, "0") == (size_t)(n - 1))
        snprintf(text, room, "%s%ce%ld", sign, digits[0], (long)(n - 1));
    else if (places == 0)
        snprintf(text, room, "%s%s", sign, digits);
    else if (places < n)
        snprintf(text, room, "%s%.*s.%s", sign, (int)(n - places), digits, digits + n - places);
    else if (places < n + 4)
        snprintf(text, room, "%s0.%0*d%s", sign, (int)(places - n), 0, digits);
    else
        snprintf(text, room, "%s%c%s%se-%ld", sign, digits[0], n > 1 ? "." : "", digits + 1,
                 (long)(places - n + 1));
    if (text && places == n) /* "%0*d" prints one 0 even for width 0 */
        snprintf(text, room, "%s0.%s", sign, digits);
    flint_free(digits);
    return text;
}

char *sp_point_text(const fmpq_t value)
{
    slong places = decimal_places(value);
    if (places < 0 || places > 400) {
        char *flint = fmpq_get_str(NULL, 10, value), *copy = strdup(flint);
        flint_free(flint);
        return copy;
    }
    fmpq_t scale;
    fmpq_init(scale);
    fmpq_set_si(scale, 10, 1);
    fmpq_pow_si(scale, scale, places);
    fmpq_mul(scale, scale, value);
    int negative = fmpq_sgn(scale) < 0;
    fmpq_abs(scale, scale);
    char *text = decimal_text(fmpq_numref(scale), places, negative);
    fmpq_clear(scale);
    return text;
}

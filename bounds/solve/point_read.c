/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/formula/number.h"
#include "bounds/solve/point.h"

struct range {
    struct sp_points *points;
    fmpq_t low, high;
    int whole;
    const char *what;
    struct sp_error *err;
};

static enum sp_status read_one(fmpq_t value, const char *text, const char *what,
                               struct sp_error *err)
{
    enum sp_dimension dimension;
    struct sp_error why = {0};
    if (sp_number_read(value, &dimension, text, &why) != SP_OK)
        return sp_fail(err, SP_USAGE, "%s: '%.60s' is not a number", what, text);
    return SP_OK;
}

enum sp_status sp_points_read_ends(fmpq_t low, fmpq_t high, const char *text, const char *what,
                                   struct sp_error *err)
{
    const char *dots = strstr(text, "..");
    if (!dots)
        return sp_fail(err, SP_USAGE, "%s: expected LO..HI, found '%.60s'", what, text);
    char *left = strndup(text, (size_t)(dots - text));
    enum sp_status status = left ? read_one(low, left, what, err) : sp_fail_memory(err);
    free(left);
    if (status == SP_OK)
        status = read_one(high, dots + 2, what, err);
    if (status == SP_OK && fmpq_cmp(low, high) > 0)
        return sp_fail(err, SP_USAGE, "%s: the range %.60s is empty", what, text);
    return status;
}

static void round_down(fmpq_t value)
{
    fmpz_fdiv_q(fmpq_numref(value), fmpq_numref(value), fmpq_denref(value));
    fmpz_one(fmpq_denref(value));
}

static enum sp_status add(struct range *r, const fmpq_t value)
{
    fmpq_t kept;
    fmpq_init(kept);
    fmpq_set(kept, value);
    if (r->whole) {
        fmpq_t half;
        fmpq_init(half);
        fmpq_set_si(half, 1, 2);
        fmpq_add(kept, kept, half);
        round_down(kept);
        fmpq_clear(half);
    }
    enum sp_status status = SP_OK;
    if (fmpq_cmp(kept, r->low) >= 0 && fmpq_cmp(kept, r->high) <= 0)
        status = sp_points_add(r->points, kept, r->err);
    fmpq_clear(kept);
    return status;
}

/* low, low + step, ... */
static enum sp_status by_step(struct range *r, const fmpq_t step)
{
    fmpq_t at, count;
    fmpq_init(at);
    fmpq_init(count);
    fmpq_sub(count, r->high, r->low);
    fmpq_div(count, count, step);
    enum sp_status status = SP_OK;
    if (fmpq_cmp_si(count, SP_POINTS_MOST) >= 0)
        status = sp_fail(r->err, SP_USAGE, "%s: more than %d values", r->what, SP_POINTS_MOST);
    for (fmpq_set(at, r->low); status == SP_OK && fmpq_cmp(at, r->high) <= 0;
         fmpq_add(at, at, step))
        status = add(r, at);
    fmpq_clear(at);
    fmpq_clear(count);
    return status;
}

static enum sp_status evenly(struct range *r, long n)
{
    fmpq_t step, parts;
    if (n == 1 || fmpq_equal(r->low, r->high))
        return add(r, r->low);
    fmpq_init(step);
    fmpq_init(parts);
    fmpq_sub(step, r->high, r->low);
    fmpq_set_si(parts, n - 1, 1);
    fmpq_div(step, step, parts);
    enum sp_status status = by_step(r, step);
    fmpq_clear(step);
    fmpq_clear(parts);
    return status;
}

/* Points between the ends in even ratios, each rounded to 6 digits: exact, and readable. */
static enum sp_status geometric(struct range *r, long n)
{
    double low = fmpq_get_d(r->low), high = fmpq_get_d(r->high);
    enum sp_status status = add(r, r->low);
    for (long i = 1; status == SP_OK && i < n - 1; i++) {
        char text[40];
        fmpq_t at;
        fmpq_init(at);
        snprintf(text, sizeof text, "%.5e", low * pow(high / low, (double)i / (double)(n - 1)));
        status = read_one(at, text, r->what, r->err);
        if (status == SP_OK)
            status = add(r, at);
        fmpq_clear(at);
    }
    return status == SP_OK && n > 1 ? add(r, r->high) : status;
}

static enum sp_status powers_of_two(struct range *r)
{
    fmpq_t at;
    enum sp_status status = SP_OK;
    fmpq_init(at);
    for (fmpq_set(at, r->low); status == SP_OK && fmpq_cmp(at, r->high) <= 0; fmpq_add(at, at, at))
        status = add(r, at);
    fmpq_clear(at);
    return status == SP_OK ? add(r, r->high) : status;
}

static enum sp_status logarithmic(struct range *r, const char *form)
{
    long n;
    if (fmpq_sgn(r->low) <= 0)
        return sp_fail(r->err, SP_USAGE, "%s: a logarithmic range starts above 0", r->what);
    if (strcmp(form, "log") == 0 && r->whole)
        return powers_of_two(r);
    if (strcmp(form, "log") == 0) {
        double decades = log10(fmpq_get_d(r->high) / fmpq_get_d(r->low));
        return geometric(r, 1 + (long)ceil(10 * decades));
    }
    if (sp_number_count(&n, 1, form + strlen("log:"), NULL) != SP_OK || n > SP_POINTS_MOST)
        return sp_fail(r->err, SP_USAGE, "%s: log:N needs a count, found '%s'", r->what, form);
    return geometric(r, n);
}

static enum sp_status read_form(struct range *r, const char *form)
{
    fmpq_t step;
    long n;
    enum sp_status status;
    if (form && (strcmp(form, "log") == 0 || strncmp(form, "log:", 4) == 0))
        return logarithmic(r, form);
    if (form && strncmp(form, "by:", 3) != 0) {
        if (sp_number_count(&n, 1, form, NULL) != SP_OK || n > SP_POINTS_MOST)
            return sp_fail(r->err, SP_USAGE,
                           "%s: after LO..HI: expected a count, log, log:N or by:STEP, found '%s'",
                           r->what, form);
        return evenly(r, n);
    }
    if (!form && !r->whole)
        return evenly(r, 11);
    fmpq_init(step);
    fmpq_set_si(step, 1, 1);
    status = form ? read_one(step, form + 3, r->what, r->err) : SP_OK;
    if (status == SP_OK && fmpq_sgn(step) <= 0)
        status = sp_fail(r->err, SP_USAGE, "%s: the step must be positive", r->what);
    if (status == SP_OK)
        status = by_step(r, step);
    fmpq_clear(step);
    return status;
}

static enum sp_status read_range(struct sp_points *points, char *text, int whole, const char *what,
                                 struct sp_error *err)
{
    struct range r = {.points = points, .whole = whole, .what = what, .err = err};
    char *form = strchr(text, ':');
    if (form)
        *form++ = '\0';
    fmpq_init(r.low);
    fmpq_init(r.high);
    enum sp_status status = sp_points_read_ends(r.low, r.high, text, what, err);
    if (status == SP_OK)
        status = read_form(&r, form);
    fmpq_clear(r.low);
    fmpq_clear(r.high);
    return status;
}

static enum sp_status read_list(struct sp_points *points, char *text, const char *what,
                                struct sp_error *err)
{
    enum sp_status status = SP_OK;
    fmpq_t value;
    fmpq_init(value);
    for (char *rest = NULL, *item = strtok_r(text, ",", &rest); status == SP_OK && item;
         item = strtok_r(NULL, ",", &rest)) {
        status = read_one(value, item, what, err);
        if (status == SP_OK)
            status = sp_points_add(points, value, err);
    }
    fmpq_clear(value);
    return status;
}

enum sp_status sp_points_read(struct sp_points *points, const char *text, int whole,
                              const char *what, struct sp_error *err)
{
    char *copy = strdup(text);
    *points = (struct sp_points){0};
    enum sp_status status = !copy                ? sp_fail_memory(err)
                            : strstr(copy, "..") ? read_range(points, copy, whole, what, err)
                                                 : read_list(points, copy, what, err);
    free(copy);
    sp_points_sort(points);
    if (status == SP_OK && points->n == 0)
        status = sp_fail(err, SP_USAGE, "%s: no value in '%.60s'", what, text);
    if (status != SP_OK)
        sp_points_clear(points);
    return status;
}

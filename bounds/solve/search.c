/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/solve/search.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* All whole numbers of a range are tried if there are no more than this. */
#define ALL_WHOLE 4096
/* A point that takes longer than this ends the climb: larger values would take longer still. */
#define SLOW_SECONDS 0.5

enum sp_status sp_ask_case(void *context, const fmpq_t at, enum sp_answer *answer, char **reason,
                           struct sp_error *err)
{
    const struct sp_case_question *q = context;
    struct sp_error why = {0};
    struct sp_precision precision = {1, 128, q->most_bits, 0};
    arb_t truth;
    enum sp_status status = sp_case_set_exact(q->question, q->variable, at, err);
    if (status != SP_OK)
        return status;
    arb_init(truth);
    status = sp_case_ball(q->question, truth, precision, &why);
    *answer = status == SP_FALSE       ? SP_INVALID
              : status == SP_UNDECIDED ? SP_UNSURE
              : arb_is_zero(truth)     ? SP_MISSES
                                       : SP_MEETS;
    arb_clear(truth);
    if (status == SP_FALSE || status == SP_UNDECIDED) {
        *reason = strdup(why.text);
        return SP_OK;
    }
    return status == SP_OK ? SP_OK : sp_fail(err, status, "%s", why.text);
}

enum sp_status sp_ask_case_range(void *context, const arb_t range, enum sp_truth *truth,
                                 struct sp_error *err)
{
    const struct sp_case_question *q = context;
    enum sp_status status = sp_case_set_range(q->question, q->variable, range, err);
    return status == SP_OK ? sp_case_truth_over(q->question, truth, err) : status;
}

static enum sp_status ask(const struct sp_search *s, const fmpq_t at, enum sp_answer *answer,
                          char **reason, struct sp_error *err)
{
    char *why = NULL;
    enum sp_status status = s->ask(s->context, at, answer, &why, err);
    if (reason) {
        free(*reason);
        *reason = why;
    } else {
        free(why);
    }
    return status;
}

/* 0, 1, 1.5, 2, 3, 5, 7, 10, ... up to 10^12; down to 10^-12 for a real. */
static enum sp_status usual_points(struct sp_points *points, int whole, struct sp_error *err)
{
    static const long steps[] = {10, 15, 20, 30, 50, 70};
    enum sp_status status = SP_OK;
    for (long n = 0; status == SP_OK && n <= (whole ? 64 : 0); n++)
        status = sp_points_add_decimal(points, n, 0, err);
    for (long e = whole ? 1 : -12; status == SP_OK && e < 12; e++)
        for (size_t i = 0; status == SP_OK && i < sizeof steps / sizeof *steps; i++)
            status = sp_points_add_decimal(points, steps[i], e - 1, err);
    if (status == SP_OK)
        status = sp_points_add_decimal(points, 1, 12, err);
    sp_points_sort(points);
    return status;
}

/* The usual points that are inside, and the ends. */
static enum sp_status points_inside(struct sp_points *points, const fmpq_t low, const fmpq_t high,
                                    int whole, struct sp_error *err)
{
    struct sp_points usual = {0};
    enum sp_status status = usual_points(&usual, whole, err);
    for (size_t i = 0; status == SP_OK && i < usual.n; i++)
        if (fmpq_cmp(usual.items + i, low) > 0 && fmpq_cmp(usual.items + i, high) < 0)
            status = sp_points_add(points, usual.items + i, err);
    if (status == SP_OK)
        status = sp_points_add(points, low, err);
    if (status == SP_OK)
        status = sp_points_add(points, high, err);
    sp_points_clear(&usual);
    return status;
}

static enum sp_status make_points(struct sp_solution *out, const struct sp_search *s,
                                  struct sp_error *err)
{
    fmpq_t low, high, count;
    if (!s->within)
        return usual_points(&out->tried, s->whole, err);
    fmpq_init(low);
    fmpq_init(high);
    fmpq_init(count);
    enum sp_status status = sp_points_read_ends(low, high, s->within, "--within", err);
    fmpq_sub(count, high, low);
    out->is_complete = s->whole && fmpq_cmp_si(count, ALL_WHOLE) < 0;
    if (status == SP_OK &&
        (s->whole && (!fmpz_is_one(fmpq_denref(low)) || !fmpz_is_one(fmpq_denref(high)))))
        status =
            sp_fail(err, SP_USAGE, "--within %s: %s is a whole number", s->within, s->variable);
    char form[128];
    snprintf(form, sizeof form, "%.100s:101", s->within);
    if (status == SP_OK && out->is_complete)
        status = sp_points_read(&out->tried, s->within, 1, "--within", err);
    else if (status == SP_OK)
        status = sp_points_read(&out->tried, form, s->whole, "--within", err);
    if (status == SP_OK && !out->is_complete)
        status = points_inside(&out->tried, low, high, s->whole, err);
    sp_points_sort(&out->tried);
    fmpq_clear(low);
    fmpq_clear(high);
    fmpq_clear(count);
    return status;
}

static enum sp_status ask_all(struct sp_solution *out, const struct sp_search *s,
                              struct sp_error *err)
{
    enum sp_status status = SP_OK;
    out->answers = calloc(out->tried.n, sizeof *out->answers);
    if (!out->answers)
        return sp_fail_memory(err);
    for (size_t i = 0; status == SP_OK && i < out->tried.n; i++) {
        char *reason = NULL;
        clock_t start = clock();
        status = ask(s, out->tried.items + i, &out->answers[i], &reason, err);
        if (reason && (!out->reason || strlen(reason) < strlen(out->reason))) {
            free(out->reason);
            out->reason = reason;
            reason = NULL;
        }
        free(reason);
        if ((double)(clock() - start) > SLOW_SECONDS * CLOCKS_PER_SEC && i + 1 < out->tried.n) {
            out->is_cut = 1;
            out->is_complete = 0;
            for (size_t j = i + 1; j < out->tried.n; j++)
                fmpq_clear(out->tried.items + j);
            out->tried.n = i + 1;
        }
    }
    return status;
}

/* The point between that is tried next: the middle, rounded to the grid. 0 if there is none. */
static int between(fmpq_t middle, const fmpq_t a, const fmpq_t b, const fmpq_t unit)
{
    fmpq_t half;
    fmpq_init(half);
    fmpq_set_si(half, 1, 2);
    fmpq_add(middle, a, b);
    fmpq_mul(middle, middle, half);
    fmpq_div(middle, middle, unit);
    fmpz_fdiv_q(fmpq_numref(middle), fmpq_numref(middle), fmpq_denref(middle));
    fmpz_one(fmpq_denref(middle));
    fmpq_mul(middle, middle, unit);
    const fmpq *low = fmpq_cmp(a, b) < 0 ? a : b, *high = low == a ? b : a;
    /* Rounded onto the lower end: the next grid point may still be inside. */
    if (fmpq_cmp(middle, low) <= 0)
        fmpq_add(middle, middle, unit);
    int inside = fmpq_cmp(middle, low) > 0 && fmpq_cmp(middle, high) < 0;
    fmpq_clear(half);
    return inside;
}

void sp_search_unit(fmpq_t unit, const struct sp_search *s, const fmpq_t a, const fmpq_t b)
{
    fmpq_set_si(unit, 1, 1);
    if (s->whole)
        return;
    const fmpq *size = fmpq_cmp(a, b) > 0 ? a : b;
    slong e = (slong)fmpz_sizeinbase(fmpq_numref(size), 10) -
              (slong)fmpz_sizeinbase(fmpq_denref(size), 10);
    fmpq_set_si(unit, 10, 1);
    fmpq_pow_si(unit, unit, e - s->digits);
}

/* end->at holds, end->beyond does not: brings them together. (Inlined, GCC 12 takes the rationals
 * for their numerators and warns.) */
__attribute__((noinline)) static enum sp_status
narrow(struct sp_end *end, const struct sp_search *s, struct sp_error *err)
{
    fmpq_t unit, middle;
    enum sp_status status = SP_OK;
    enum sp_answer answer;
    fmpq_init(unit);
    fmpq_init(middle);
    sp_search_unit(unit, s, end->at, end->beyond);
    while (status == SP_OK && between(middle, end->at, end->beyond, unit)) {
        status = ask(s, middle, &answer, NULL, err);
        fmpq_set(answer == SP_MEETS ? end->at : end->beyond, middle);
    }
    if (status == SP_OK)
        status = ask(s, end->beyond, &end->answer, &end->reason, err);
    fmpq_clear(unit);
    fmpq_clear(middle);
    return status;
}

static void init_end(struct sp_end *end)
{
    memset(end, 0, sizeof *end);
    fmpq_init(end->at);
    fmpq_init(end->beyond);
}

static enum sp_status set_end(struct sp_end *end, const struct sp_solution *out, size_t at,
                              size_t beyond, const struct sp_search *s, struct sp_error *err)
{
    fmpq_set(end->at, out->tried.items + at);
    /* No point beyond; or only 0, which no unit of a last digit leads to. */
    end->is_open = beyond >= out->tried.n || (!s->whole && fmpq_is_zero(out->tried.items + beyond));
    if (end->is_open)
        return SP_OK;
    fmpq_set(end->beyond, out->tried.items + beyond);
    return narrow(end, s, err);
}

static enum sp_status collect(struct sp_solution *out, const struct sp_search *s,
                              struct sp_error *err)
{
    enum sp_status status = SP_OK;
    for (size_t i = 0; status == SP_OK && i < out->tried.n; i++) {
        if (out->answers[i] != SP_MEETS)
            continue;
        struct sp_stretch *more = realloc(out->stretches, (out->n + 1) * sizeof *more);
        if (!more)
            return sp_fail_memory(err);
        out->stretches = more;
        struct sp_stretch *stretch = &more[out->n++];
        init_end(&stretch->least);
        init_end(&stretch->largest);
        status = set_end(&stretch->least, out, i, i - 1, s, err);
        while (i + 1 < out->tried.n && out->answers[i + 1] == SP_MEETS)
            i++;
        if (status == SP_OK)
            status = set_end(&stretch->largest, out, i, i + 1, s, err);
    }
    return status;
}

enum sp_status sp_search_run(struct sp_solution *solution, const struct sp_search *search,
                             struct sp_error *err)
{
    *solution = (struct sp_solution){0};
    fmpq_init(solution->cover.low);
    fmpq_init(solution->cover.high);
    enum sp_status status = make_points(solution, search, err);
    if (status == SP_OK)
        status = ask_all(solution, search, err);
    if (status == SP_OK)
        status = collect(solution, search, err);
    if (status == SP_OK)
        status = sp_search_cover(solution, search, err);
    if (status != SP_OK)
        sp_solution_clear(solution);
    return status;
}

static void clear_end(struct sp_end *end)
{
    fmpq_clear(end->at);
    fmpq_clear(end->beyond);
    free(end->reason);
}

void sp_solution_clear(struct sp_solution *solution)
{
    for (size_t i = 0; i < solution->n; i++) {
        clear_end(&solution->stretches[i].least);
        clear_end(&solution->stretches[i].largest);
    }
    sp_points_clear(&solution->tried);
    free(solution->stretches);
    free(solution->answers);
    free(solution->reason);
    fmpq_clear(solution->cover.low);
    fmpq_clear(solution->cover.high);
    *solution = (struct sp_solution){0};
}

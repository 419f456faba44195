/* SPDX-License-Identifier: Apache-2.0 */
/* That nothing happens between the points tried: intervals are decided as a whole, and halved where
 * their enclosure is too wide. */
#include <stdlib.h>

#include "bounds/solve/search.h"

/* Intervals asked before we give up; and halvings of one (a range of 10^24 to 10 digits). */
#define MOST_INTERVALS 20000
#define MOST_DEPTH 256

struct cover {
    struct sp_solution *out;
    const struct sp_search *s;
    size_t asked, depth;
    fmpq *ends; /* of the halves that wait: low, high, low, high, ... */
    struct sp_error *err;
};

static void give_up(struct cover *c, const fmpq_t low, const fmpq_t high)
{
    c->out->cover.is_full = 0;
    fmpq_set(c->out->cover.low, low);
    fmpq_set(c->out->cover.high, high);
}

/* The middle; of a long positive range the geometric one, to a power of 2. */
static void split(fmpq_t middle, const struct cover *c, const fmpq_t low, const fmpq_t high)
{
    fmpq_t ratio;
    fmpq_init(ratio);
    slong bits = 0;
    if (fmpq_sgn(low) > 0) {
        fmpq_div(ratio, high, low);
        bits = (slong)fmpz_bits(fmpq_numref(ratio)) - (slong)fmpz_bits(fmpq_denref(ratio));
    }
    if (bits > 3) {
        fmpq_mul_2exp(middle, low, (mp_bitcnt_t)(bits / 2));
    } else {
        fmpq_add(middle, low, high);
        fmpq_div_2exp(middle, middle, 1);
    }
    if (c->s->whole) {
        fmpz_fdiv_q(fmpq_numref(middle), fmpq_numref(middle), fmpq_denref(middle));
        fmpz_one(fmpq_denref(middle));
    }
    fmpq_clear(ratio);
}

static enum sp_status ask(struct cover *c, const fmpq_t low, const fmpq_t high,
                          enum sp_truth *truth)
{
    arb_t range, end;
    arb_init(range);
    arb_init(end);
    arb_set_fmpq(range, low, 128);
    arb_set_fmpq(end, high, 128);
    arb_union(range, range, end, 128);
    c->asked++;
    enum sp_status status = c->s->ask_range(c->s->context, range, truth, c->err);
    arb_clear(range);
    arb_clear(end);
    return status;
}

static int is_narrow(const struct cover *c, const fmpq_t low, const fmpq_t high)
{
    fmpq_t unit, width;
    fmpq_init(unit);
    fmpq_init(width);
    sp_search_unit(unit, c->s, low, high);
    fmpq_sub(width, high, low);
    int narrow = fmpq_cmp(width, unit) <= 0;
    fmpq_clear(unit);
    fmpq_clear(width);
    return narrow;
}

/* One whole number, exactly. */
static enum sp_status confirm(struct cover *c, const fmpq_t at, enum sp_truth expected)
{
    enum sp_answer answer;
    char *reason = NULL;
    enum sp_status status = c->s->ask(c->s->context, at, &answer, &reason, c->err);
    free(reason);
    c->asked++;
    if (status == SP_OK && (answer == SP_UNSURE || (answer == SP_MEETS) != (expected == SP_HOLDS)))
        give_up(c, at, at);
    return status;
}

/* Neighbours that no interval decides: whole numbers are asked, others stay a gap of one unit. */
static enum sp_status settle(struct cover *c, const fmpq_t low, const fmpq_t high,
                             enum sp_truth expected)
{
    if (!c->s->whole) {
        c->out->cover.n_units++;
        return SP_OK;
    }
    enum sp_status status = confirm(c, low, expected);
    return status == SP_OK && c->out->cover.is_full ? confirm(c, high, expected) : status;
}

static void push(struct cover *c, const fmpq_t low, const fmpq_t high)
{
    fmpq_set(c->ends + 2 * c->depth, low);
    fmpq_set(c->ends + 2 * c->depth + 1, high);
    c->depth++;
}

static enum sp_status one(struct cover *c, enum sp_truth expected)
{
    fmpq_t low, high, middle;
    enum sp_truth truth = SP_UNKNOWN;
    fmpq_init(low);
    fmpq_init(high);
    fmpq_init(middle);
    c->depth--;
    fmpq_set(low, c->ends + 2 * c->depth);
    fmpq_set(high, c->ends + 2 * c->depth + 1);
    enum sp_status status = ask(c, low, high, &truth);
    if (status == SP_OK && truth == expected) {
        c->out->cover.n++;
    } else if (status == SP_OK && truth != SP_UNKNOWN) {
        give_up(c, low, high);
    } else if (status == SP_OK && is_narrow(c, low, high)) {
        status = settle(c, low, high, expected);
    } else if (c->asked >= MOST_INTERVALS || c->depth + 2 > MOST_DEPTH) {
        give_up(c, low, high);
    } else if (status == SP_OK) {
        split(middle, c, low, high);
        push(c, middle, high);
        push(c, low, middle);
    }
    fmpq_clear(low);
    fmpq_clear(high);
    fmpq_clear(middle);
    return status;
}

static enum sp_status prove(struct cover *c, const fmpq_t low, const fmpq_t high,
                            enum sp_truth expected)
{
    enum sp_status status = SP_OK;
    c->depth = 0;
    if (fmpq_cmp(low, high) < 0)
        push(c, low, high);
    while (status == SP_OK && c->depth > 0 && c->out->cover.is_full)
        status = one(c, expected);
    return status;
}

/* The end between two points that answer differently. */
static const struct sp_end *end_between(const struct sp_solution *out, const fmpq_t low,
                                        const fmpq_t high)
{
    for (size_t i = 0; i < out->n; i++) {
        const struct sp_end *ends[] = {&out->stretches[i].least, &out->stretches[i].largest};
        for (int k = 0; k < 2; k++)
            if (!ends[k]->is_open && fmpq_cmp(ends[k]->at, low) >= 0 &&
                fmpq_cmp(ends[k]->at, high) <= 0 && fmpq_cmp(ends[k]->beyond, low) >= 0 &&
                fmpq_cmp(ends[k]->beyond, high) <= 0)
                return ends[k];
    }
    return NULL;
}

static enum sp_truth expected_at(const struct sp_solution *out, size_t i)
{
    return out->answers[i] == SP_MEETS ? SP_HOLDS : SP_FAILS;
}

static enum sp_status between_points(struct cover *c, size_t i)
{
    const fmpq *low = c->out->tried.items + i, *high = low + 1;
    enum sp_truth first = expected_at(c->out, i), second = expected_at(c->out, i + 1);
    if (!c->s->whole && fmpq_is_zero(low))
        return SP_OK; /* no number of so many digits leads to 0 */
    if (first == second)
        return prove(c, low, high, first);
    const struct sp_end *end = end_between(c->out, low, high);
    if (end == NULL) {
        give_up(c, low, high);
        return SP_OK;
    }
    const fmpq *left = fmpq_cmp(end->at, end->beyond) < 0 ? end->at : end->beyond;
    const fmpq *right = left == end->at ? end->beyond : end->at;
    enum sp_status status = prove(c, low, left, first);
    return status == SP_OK ? prove(c, right, high, second) : status;
}

enum sp_status sp_search_cover(struct sp_solution *solution, const struct sp_search *search,
                               struct sp_error *err)
{
    struct cover c = {.out = solution, .s = search, .err = err};
    enum sp_status status = SP_OK;
    solution->cover.is_full = 1;
    if (solution->is_complete || solution->tried.n < 2)
        return SP_OK;
    if (search->ask_range == NULL) {
        give_up(&c, solution->tried.items, solution->tried.items + solution->tried.n - 1);
        return SP_OK;
    }
    c.ends = flint_calloc(2 * (MOST_DEPTH + 2), sizeof *c.ends);
    for (size_t i = 0; i < 2 * (MOST_DEPTH + 2); i++)
        fmpq_init(c.ends + i);
    for (size_t i = 0; status == SP_OK && solution->cover.is_full && i + 1 < solution->tried.n; i++)
        status = between_points(&c, i);
    for (size_t i = 0; i < 2 * (MOST_DEPTH + 2); i++)
        fmpq_clear(c.ends + i);
    flint_free(c.ends);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Where an order statistic lies, and how little is beyond. */
#include <math.h>
#include <stdlib.h>

#include "bounds/law/order.h"

#define SEARCH_BITS 64
#define LARGEST_LOGARITHM 1e9

double sp_order_middle(ulong p, ulong k, const struct sp_delay_law *law)
{
    double low = -LARGEST_LOGARITHM, high = LARGEST_LOGARITHM;
    double wanted = 1 - (double)k / ((double)p + 1);
    arb_t t, s;
    arb_init(t);
    arb_init(s);
    while (high - low > 1e-3 * (1 + fabs(low))) {
        double middle = low + (high - low) / 2;
        arb_set_d(t, middle);
        arb_exp(t, t, SEARCH_BITS);
        sp_delay_law_survival(s, law, t, 1, SEARCH_BITS);
        if (arf_get_d(arb_midref(s), ARF_RND_NEAR) > wanted)
            low = middle;
        else
            high = middle;
    }
    arb_clear(t);
    arb_clear(s);
    return high;
}

/* A lower bound on the hazard of ln X where S(t) is too small for a number: of a gamma law
 * S <= t f/(rate t - (shape - 1)), and S <= f/rate for a shape below 1. */
static void hazard_beyond(arb_t hazard, const struct sp_law_part *part, const arb_t t, slong prec)
{
    arb_t least;
    arb_init(least);
    if (part->kind == SP_LAW_EXP) {
        arb_mul(hazard, part->a, t, prec);
    } else if (part->kind == SP_LAW_SHIFTED) {
        arb_mul(hazard, part->b, t, prec);
    } else if (part->kind == SP_LAW_WEIBULL) {
        arb_div(hazard, t, part->b, prec);
        arb_pow(hazard, hazard, part->a, prec);
        arb_mul(hazard, hazard, part->a, prec);
    } else if (part->kind == SP_LAW_GAMMA) {
        arb_sub_ui(least, part->a, 1, prec);
        arb_nonnegative_part(least, least);
        arb_mul(hazard, part->b, t, prec);
        arb_sub(hazard, hazard, least, prec);
    }
    arb_clear(least);
}

/* The hazard of ln X does not fall for any of these laws (their densities in ln t are log-concave;
 * for Pareto it is constant): with h = r (hazard at u) > power,
 *   S(t)^r <= S(T)^r (T/t)^h for t >= T,  so that
 *   E[X^power; X > T] <= choose T^power S(T)^r h/(h - power). */
static void part_rest(arb_t rest, const struct sp_law_part *part, ulong r, int power, const arb_t u,
                      slong prec)
{
    acb_t point, survival, weight;
    arb_t t, hazard;
    acb_init(point);
    acb_init(survival);
    acb_init(weight);
    arb_init(t);
    arb_init(hazard);
    acb_set_arb(point, u);
    arb_exp(t, u, prec);
    sp_part_at(survival, weight, part, point, t, prec);
    arb_div(hazard, acb_realref(weight), acb_realref(survival), prec);
    if (!arb_is_finite(hazard))
        hazard_beyond(hazard, part, t, prec);
    arb_mul_ui(hazard, hazard, r, prec);
    arb_sub_si(t, hazard, power, prec);
    arb_zero(rest);
    if (!acb_is_zero(survival)) {
        arb_pow_ui(rest, acb_realref(survival), r, prec);
        arb_mul(rest, rest, hazard, prec);
        arb_div(rest, rest, t, prec);
        if (!arb_is_positive(t))
            arb_pos_inf(rest);
    }
    acb_clear(point);
    acb_clear(survival);
    acb_clear(weight);
    arb_clear(t);
    arb_clear(hazard);
}

void sp_order_rest(arb_t rest, const struct sp_delay_law *law, const arb_t choose, ulong r,
                   int power, const arb_t u, slong prec)
{
    arb_t part;
    arb_init(part);
    arb_zero(rest);
    for (size_t i = 0; i < law->n; i++) {
        part_rest(part, &law->parts[i], r, power, u, prec);
        arb_add(rest, rest, part, prec);
    }
    arb_mul_si(part, u, power, prec);
    arb_exp(part, part, prec);
    arb_mul(rest, rest, part, prec);
    arb_mul(rest, rest, choose, prec);
    arb_clear(part);
}

static int is_small(arb_t rest, const struct sp_delay_law *law, const arb_t choose, ulong r,
                    int power, double u, const arb_t most)
{
    arb_t point;
    arb_init(point);
    arb_set_d(point, u);
    sp_order_rest(rest, law, choose, r, power, point, SEARCH_BITS);
    arb_clear(point);
    return arb_lt(rest, most);
}

void sp_order_end(arb_t to, arb_t rest, const struct sp_delay_law *law, const arb_t choose, ulong r,
                  int power, double middle, slong prec)
{
    arb_t most;
    double step = 1e-2, low = middle, high;
    arb_init(most);
    arb_set_d(most, middle * power);
    arb_exp(most, most, SEARCH_BITS);
    arb_mul_2exp_si(most, most, -prec);
    for (high = middle + step; !is_small(rest, law, choose, r, power, high, most); high += step) {
        low = high;
        step *= 2;
        if (high > LARGEST_LOGARITHM)
            break; /* the rest is what it is: the enclosure will be wide */
    }
    for (int i = 0; i < 8; i++) { /* not much further than needed */
        double between = low + (high - low) / 2;
        if (is_small(rest, law, choose, r, power, between, most))
            high = between;
        else
            low = between;
    }
    is_small(rest, law, choose, r, power, high, most);
    arb_set_d(to, high);
    arb_clear(most);
}

static int by_size(const void *a, const void *b)
{
    return arf_cmp(arb_midref((arb_srcptr)a), arb_midref((arb_srcptr)b));
}

arb_ptr sp_order_pieces(size_t *n, slong *room, const struct sp_delay_law *const *laws,
                        size_t n_laws, const arb_t from, const arb_t to, slong prec)
{
    size_t size = 2, kept = 0, found = 0;
    for (size_t i = 0; i < n_laws; i++)
        size += 3 * laws[i]->n;
    arb_ptr points = _arb_vec_init((slong)size);
    *room = (slong)size;
    for (size_t i = 0; i < n_laws; i++)
        found = sp_delay_law_kinks(points, found, laws[i]);
    for (size_t i = 0; i < found; i++) {
        arb_log(points + i, points + i, prec);
        if (arb_gt(points + i, from) && arb_lt(points + i, to))
            arb_swap(points + kept++, points + i);
    }
    arb_set(points + kept++, from);
    arb_set(points + kept++, to);
    qsort(points, kept, sizeof *points, by_size);
    *n = kept - 1;
    return points;
}

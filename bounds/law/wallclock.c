/* SPDX-License-Identifier: Apache-2.0 */
/* Times that are roots: when two curves cross, how fast a linear rate decays in time. */
#include "bounds/law/law.h"
#include "bounds/law/root.h"

/* Curves f + (D0 - f) exp(-r t) of synchronous (s) and asynchronous (a) SGD. */
struct curves {
    arb_t gap_s, rate_s, gap_a, rate_a, floors; /* gaps D0 - f; floors f_s - f_a */
};

/* B_s - B_a: positive before the crossing, negative behind it. */
static void difference(arb_t value, const arb_t t, void *context, slong prec)
{
    struct curves *c = context;
    arb_t x;
    arb_init(x);
    arb_mul(x, c->rate_s, t, prec);
    arb_neg(x, x);
    arb_exp(x, x, prec);
    arb_mul(value, x, c->gap_s, prec);
    arb_mul(x, c->rate_a, t, prec);
    arb_neg(x, x);
    arb_exp(x, x, prec);
    arb_submul(value, x, c->gap_a, prec);
    arb_add(value, value, c->floors, prec);
    arb_clear(x);
}

/* t_m: where the difference is largest; t_h: where B_s has fallen to the floor of B_a. */
static void bracket(arb_t low, arb_t high, const struct curves *c, slong prec)
{
    arb_t x;
    arb_init(x);
    arb_mul(low, c->rate_a, c->gap_a, prec);
    arb_mul(x, c->rate_s, c->gap_s, prec);
    arb_div(low, low, x, prec);
    arb_log(low, low, prec);
    arb_sub(x, c->rate_a, c->rate_s, prec);
    arb_div(low, low, x, prec);
    arb_neg(x, c->floors);
    arb_div(high, c->gap_s, x, prec);
    arb_log(high, high, prec);
    arb_div(high, high, c->rate_s, prec);
    arb_clear(x);
}

static void curves_init(struct curves *c)
{
    arb_init(c->gap_s);
    arb_init(c->rate_s);
    arb_init(c->gap_a);
    arb_init(c->rate_a);
    arb_init(c->floors);
}

static void curves_clear(struct curves *c)
{
    arb_clear(c->gap_s);
    arb_clear(c->rate_s);
    arb_clear(c->gap_a);
    arb_clear(c->rate_a);
    arb_clear(c->floors);
}

static void curves_set(struct curves *c, const struct sp_argument *a, slong prec)
{
    arb_t start, floor_s, floor_a;
    arb_init(start);
    arb_init(floor_s);
    arb_init(floor_a);
    sp_value_ball(start, a[0].value, prec);
    sp_value_ball(floor_s, a[1].value, prec);
    sp_value_ball(floor_a, a[3].value, prec);
    arb_sub(c->gap_s, start, floor_s, prec);
    arb_sub(c->gap_a, start, floor_a, prec);
    arb_sub(c->floors, floor_s, floor_a, prec);
    sp_value_ball(c->rate_s, a[2].value, prec);
    sp_value_ball(c->rate_a, a[4].value, prec);
    arb_clear(start);
    arb_clear(floor_s);
    arb_clear(floor_a);
}

enum sp_status sp_law_crossing(struct sp_eval *e, struct sp_value *r, const struct sp_argument *a,
                               size_t n)
{
    (void)n;
    struct curves c;
    arb_t low, high;
    arb_init(low);
    arb_init(high);
    curves_init(&c);
    curves_set(&c, a, e->prec);
    bracket(low, high, &c, e->prec);
    int good = arb_is_finite(low) && arb_is_finite(high) &&
               sp_root_enclose(low, difference, &c, low, high, e->prec);
    if (good)
        sp_value_take_ball(r, low);
    curves_clear(&c);
    arb_clear(low);
    arb_clear(high);
    return good ? SP_OK : sp_eval_undecided(e, 0, "the time of the crossing");
}

struct decay {
    ulong p, k;
    arb_t log_rho;
};

/* ln of the product over i = low .. high of (1 - s/i), factor by factor. */
static void log_product(arb_t value, const arb_t s, ulong low, ulong high, slong prec)
{
    arb_t x, product;
    arb_init(x);
    arb_init(product);
    arb_one(product);
    for (ulong i = low; i <= high; i++) {
        arb_div_ui(x, s, i, prec);
        arb_sub_ui(x, x, 1, prec);
        arb_neg(x, x);
        arb_mul(product, product, x, prec);
    }
    arb_log(value, product, prec);
    arb_clear(x);
    arb_clear(product);
}

/* ln Gamma(n - s) - ln Gamma(n) */
static void log_gamma_step(arb_t value, const arb_t s, ulong n, slong prec)
{
    arb_t whole;
    arb_init(whole);
    arb_set_ui(whole, n);
    arb_sub(value, whole, s, prec);
    arb_lgamma(value, value, prec);
    arb_lgamma(whole, whole, prec);
    arb_sub(value, value, whole, prec);
    arb_clear(whole);
}

#define MOST_FACTORS 1000

/* sum over i = P-K+1 .. P of ln(1 - s/i), minus ln rho: falls from -ln rho > 0 to -infinity.
 * The product is Gamma(P+1-s) Gamma(P-K+1)/(Gamma(P+1) Gamma(P-K+1-s)). */
static void log_moment(arb_t value, const arb_t s, void *context, slong prec)
{
    struct decay *d = context;
    slong more = prec + 64; /* the logarithms are large, their difference is not */
    arb_t x;
    if (d->k <= MOST_FACTORS) {
        log_product(value, s, d->p - d->k + 1, d->p, prec);
    } else {
        arb_init(x);
        log_gamma_step(value, s, d->p + 1, more);
        log_gamma_step(x, s, d->p - d->k + 1, more);
        arb_sub(value, value, x, more);
        arb_clear(x);
    }
    arb_sub(value, value, d->log_rho, prec);
}

enum sp_status sp_law_ksync_decay(struct sp_eval *e, struct sp_value *r,
                                  const struct sp_argument *a, size_t n)
{
    (void)n;
    struct decay d;
    d.p = d.k = 0;
    enum sp_status status =
        sp_eval_count(e, a[0].value, 1000000000000, "the number of learners", &d.p);
    if (status == SP_OK)
        status = sp_eval_count(e, a[1].value, d.p, "the number of learners waited for", &d.k);
    if (status != SP_OK || d.k == 0)
        return status != SP_OK ? status : sp_fail(e->err, SP_FALSE, "nobody is waited for");
    arb_t low, high;
    arb_init(low);
    arb_init(high);
    arb_init(d.log_rho);
    sp_value_ball(d.log_rho, a[2].value, e->prec);
    arb_log(d.log_rho, d.log_rho, e->prec);
    /* 1/i >= 1/P: s <= P (1 - rho^(1/K)); and s < P - K + 1. The guess needs no more. */
    arb_set_ui(high, d.p - d.k + 1);
    arb_mul_2exp_si(low, high, -4 * e->prec);
    arb_sub(high, high, low, 8 * e->prec);
    arb_get_mid_arb(high, high);
    int good = sp_root_enclose(low, log_moment, &d, low, high, e->prec);
    if (good)
        sp_value_take_ball(r, low);
    arb_clear(low);
    arb_clear(high);
    arb_clear(d.log_rho);
    return good ? SP_OK : sp_eval_undecided(e, 0, "the decay rate");
}

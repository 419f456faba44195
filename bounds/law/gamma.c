/* SPDX-License-Identifier: Apache-2.0 */
/* Gamma (and Erlang) compute times of rate 1 and any shape a > 0. Up to t = 1 in the variable
 * ln t, so that the point 0, where t^a need not be smooth, is out of reach; then in t itself. */
#include <acb_hypgeom.h>
#include <arb_hypgeom.h>

#include "bounds/law/integral.h"
#include "bounds/law/law.h"
#include "bounds/law/order.h"

struct gamma_law {
    arb_t shape;
    ulong stages; /* the shape, if it is a whole number (Erlang); else 0 */
};

/* u = ln t: 1 - t^a gamma*(a, t), where gamma* is entire. */
static void at_small(acb_t survival, acb_t slope, const acb_t u, const struct gamma_law *g,
                     slong prec)
{
    acb_t shape, power;
    acb_init(shape);
    acb_init(power);
    acb_set_arb(shape, g->shape);
    acb_exp(slope, u, prec);
    acb_hypgeom_gamma_lower(survival, shape, slope, 2, prec);
    acb_mul_arb(power, u, g->shape, prec);
    acb_exp(power, power, prec);
    acb_mul(survival, survival, power, prec);
    acb_sub_ui(survival, survival, 1, prec);
    acb_neg(survival, survival);
    acb_clear(shape);
    acb_clear(power);
}

/* u = t: the regularised upper gamma function, holomorphic for Re t > 0. */
static void at_large(acb_t survival, acb_t slope, const acb_t u, const struct gamma_law *g,
                     slong prec)
{
    acb_t shape;
    acb_init(shape);
    acb_set_arb(shape, g->shape);
    if (g->stages > 0)
        sp_erlang_survival(survival, u, g->stages, prec);
    else if (arb_is_positive(acb_realref(u)))
        acb_hypgeom_gamma_upper(survival, shape, u, 1, prec);
    else
        acb_indeterminate(survival);
    acb_one(slope);
    acb_clear(shape);
}

static void at(acb_t survival, acb_t slope, const acb_t u, int piece, void *law, slong prec)
{
    const struct gamma_law *g = law;
    if (piece == 0 && g->stages == 0)
        at_small(survival, slope, u, g, prec);
    else
        at_large(survival, slope, u, g, prec);
}

/* E exp(X/2) = 2^a gives P(X > t) <= 2^a exp(-t/2), so beyond T the integral is at most
 * size exp(-r T/2) with size = choose 2^(a r) (2/r). T makes that less than 2^-prec. */
static void cut_tail(arb_t end, arb_t rest, const arb_t shape, const arb_t choose, ulong r,
                     slong prec)
{
    arb_t size;
    arb_init(size);
    arb_mul_ui(rest, shape, r, prec);
    arb_set_ui(size, 2);
    arb_pow(size, size, rest, prec);
    arb_mul(size, size, choose, prec);
    arb_mul_2exp_si(size, size, 1);
    arb_div_ui(size, size, r, prec);
    arb_mul_2exp_si(end, size, prec + 8);
    arb_log(end, end, prec);
    arb_mul_2exp_si(end, end, 1);
    arb_div_ui(end, end, r, prec);
    arb_add_ui(end, end, 2, prec); /* at least 1, whatever the size */
    arb_get_mid_arb(end, end);
    arb_mul_ui(rest, end, r, prec);
    arb_mul_2exp_si(rest, rest, -1);
    arb_neg(rest, rest);
    arb_exp(rest, rest, prec);
    arb_mul(rest, rest, size, prec);
    arb_clear(size);
}

static void cut(struct sp_order_range *range, const arb_t choose, ulong r, void *law, slong prec)
{
    const struct gamma_law *g = law;
    int last = g->stages == 0;
    cut_tail(range->to[last], range->rest, g->shape, choose, r, prec);
    range->n_pieces = last + 1;
    if (g->stages > 0)
        return; /* in t from 0 */
    arb_t start;
    arb_init(start);
    arb_one(range->from[1]);
    arb_set_si(range->from[0], -(prec + 8)); /* to ln 1 = 0; below: less than e^from */
    arb_exp(start, range->from[0], prec);
    arb_add(range->rest, range->rest, start, prec);
    arb_clear(start);
}

/* Shapes for which the sum of Erlang stages is quicker than the special function. */
#define MOST_STAGES 10000

enum sp_status sp_law_gamma_order_stat(struct sp_eval *e, struct sp_value *r,
                                       const struct sp_argument *a, size_t n)
{
    (void)n;
    struct gamma_law g = {.stages = 0};
    fmpz_t whole;
    const struct sp_order_law law = {at, cut, &g};
    ulong p = 0, k = 0;
    int sign = 0;
    enum sp_status status = sp_law_p_and_k(e, a, &p, &k);
    if (status == SP_OK)
        status = sp_eval_sign(e, a[2].value, &sign);
    if (status != SP_OK || sign <= 0)
        return status != SP_OK ? status : sp_fail(e->err, SP_FALSE, "the shape must be positive");
    arb_t mean;
    arb_init(mean);
    arb_init(g.shape);
    sp_value_ball(g.shape, a[2].value, e->prec + 32);
    fmpz_init(whole);
    if (sp_value_integer(whole, a[2].value) && fmpz_cmp_ui(whole, MOST_STAGES) <= 0)
        g.stages = fmpz_get_ui(whole);
    fmpz_clear(whole);
    sp_order_mean(mean, p, k, &law, e->prec + 32);
    status = sp_integral_settle(e, r, mean);
    arb_clear(mean);
    arb_clear(g.shape);
    return status;
}

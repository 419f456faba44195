/* SPDX-License-Identifier: Apache-2.0 */
/* Order statistics of Erlang times by rigorous integration of their survival function. */
#include "bounds/law/integral.h"
#include "bounds/law/law.h"

struct order {
    ulong p, k, shape;
    arb_ptr choose; /* binomial(p, i) for i < terms */
    ulong terms;    /* fewer of the two sums */
    int complement; /* the sum is that of P(X_(K:P) <= t) */
};

/* P(X_(K:P) > t) = sum over i < K of binomial(P, i) (1-S)^i S^(P-i), or one minus the rest. */
static int survival(acb_ptr out, const acb_t t, void *context, slong order, slong prec)
{
    struct order *o = context;
    (void)order;
    acb_t high, low, power, sum;
    acb_init(high);
    acb_init(low);
    acb_init(power);
    acb_init(sum);
    sp_erlang_survival(high, t, o->shape, prec);
    acb_sub_ui(low, high, 1, prec);
    acb_neg(low, low);
    if (o->complement)
        acb_swap(low, high);
    /* Horner in the few: sum of choose[i] few^i many^(P-i) */
    for (ulong i = 0; i < o->terms; i++) {
        acb_pow_ui(power, low, i, prec);
        acb_mul_arb(power, power, o->choose + i, prec);
        acb_pow_ui(out, high, o->p - i, prec);
        acb_addmul(sum, power, out, prec);
    }
    if (o->complement) {
        acb_sub_ui(sum, sum, 1, prec);
        acb_neg(sum, sum);
    }
    acb_set(out, sum);
    acb_clear(high);
    acb_clear(low);
    acb_clear(power);
    acb_clear(sum);
    return 0;
}

/* E exp(X/2) = 2^shape, so S(t) <= 2^shape exp(-t/2), and with r = P-K+1
 * P(X_(K:P) > t) <= binomial(P, r) S(t)^r. The end is where the rest of the integral,
 * binomial(P, r) 2^(shape r) (2/r) exp(-r t/2), is below 2^-prec; it is added as an error. */
static void cut_tail(arb_t end, arb_t rest, const struct order *o, slong prec)
{
    ulong r = o->p - o->k + 1;
    arb_t two;
    arb_init(two);
    arb_set_ui(two, 2);
    arb_bin_uiui(rest, o->p, r, prec);
    arb_mul_2exp_si(rest, rest, (slong)(o->shape * r) + 1);
    arb_div_ui(rest, rest, r, prec);
    arb_mul_2exp_si(end, rest, prec + 8);
    arb_log(end, end, prec);
    arb_mul_2exp_si(end, end, 1);
    arb_div_ui(end, end, r, prec);
    arb_get_mid_arb(end, end);
    arb_mul_ui(two, end, r, prec);
    arb_mul_2exp_si(two, two, -1);
    arb_neg(two, two);
    arb_exp(two, two, prec);
    arb_mul(rest, rest, two, prec);
    arb_clear(two);
}

static void integrate(arb_t mean, struct order *o, slong prec)
{
    arb_t from, end, rest;
    arb_init(from);
    arb_init(end);
    arb_init(rest);
    o->complement = o->k > o->p / 2;
    o->terms = o->complement ? o->p - o->k + 1 : o->k;
    o->choose = _arb_vec_init((slong)o->terms);
    for (ulong i = 0; i < o->terms; i++)
        arb_bin_uiui(o->choose + i, o->p, i, prec);
    cut_tail(end, rest, o, prec);
    arb_zero(mean);
    sp_integral_add(mean, survival, o, from, end, prec);
    arb_mul_2exp_si(rest, rest, -1); /* the rest lies between 0 and its bound */
    arb_add(mean, mean, rest, prec);
    arb_add_error(mean, rest);
    _arb_vec_clear(o->choose, (slong)o->terms);
    arb_clear(from);
    arb_clear(end);
    arb_clear(rest);
}

enum sp_status sp_law_erlang_order_stat(struct sp_eval *e, struct sp_value *r,
                                        const struct sp_argument *a, size_t n)
{
    (void)n;
    struct order o = {.terms = 0};
    enum sp_status status = sp_eval_count(e, a[0].value, 100000, "the number of learners", &o.p);
    if (status == SP_OK)
        status = sp_eval_count(e, a[1].value, o.p, "the number of learners waited for", &o.k);
    if (status == SP_OK)
        status = sp_eval_count(e, a[2].value, 10000, "the shape", &o.shape);
    if (status != SP_OK || o.k == 0 || o.shape == 0)
        return status != SP_OK ? status : sp_fail(e->err, SP_FALSE, "K and shape start at 1");
    arb_t mean;
    arb_init(mean);
    integrate(mean, &o, e->prec + 16);
    sp_value_take_ball(r, mean);
    arb_clear(mean);
    return SP_OK;
}

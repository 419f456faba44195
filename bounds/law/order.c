/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/law/order.h"

#include "bounds/law/integral.h"

struct integrand {
    ulong p, k;
    arb_ptr choose; /* binomial(P, i) for i < terms */
    ulong terms;    /* the shorter of the two sums below */
    int complement;
    int piece;
    const struct sp_order_law *law;
};

/* few^i many^(P-i) binomial(P, i) summed over i < terms, by Horner in the homogeneous form. */
static void binomial_sum(acb_t sum, const struct integrand *f, const acb_t few, const acb_t many,
                         slong prec)
{
    acb_t power;
    acb_init(power);
    acb_one(power);
    acb_one(sum);
    for (ulong i = 1; i < f->terms; i++) {
        acb_mul(power, power, few, prec);
        acb_mul(sum, sum, many, prec);
        acb_addmul_arb(sum, power, f->choose + i, prec);
    }
    acb_pow_ui(power, many, f->p - f->terms + 1, prec);
    acb_mul(sum, sum, power, prec);
    acb_clear(power);
}

/* P(X_(K:P) > t) = sum over i < K of binomial(P, i) (1-S)^i S^(P-i), or one minus the rest. */
static int integrand(acb_ptr out, const acb_t u, void *context, slong order, slong prec)
{
    (void)order;
    struct integrand *f = context;
    acb_t high, low, slope;
    acb_init(high);
    acb_init(low);
    acb_init(slope);
    f->law->at(high, slope, u, f->piece, f->law->law, prec);
    acb_sub_ui(low, high, 1, prec);
    acb_neg(low, low);
    if (f->complement) {
        binomial_sum(out, f, high, low, prec);
        acb_sub_ui(out, out, 1, prec);
        acb_neg(out, out);
    } else {
        binomial_sum(out, f, low, high, prec);
    }
    acb_mul(out, out, slope, prec);
    acb_clear(high);
    acb_clear(low);
    acb_clear(slope);
    return 0;
}

static void set_coefficients(struct integrand *f, slong prec)
{
    f->complement = f->k > f->p / 2;
    f->terms = f->complement ? f->p - f->k + 1 : f->k;
    f->choose = _arb_vec_init((slong)f->terms);
    for (ulong i = 0; i < f->terms; i++)
        arb_bin_uiui(f->choose + i, f->p, i, prec);
}

static void range_init(struct sp_order_range *range)
{
    range->n_pieces = 1;
    for (int i = 0; i < 2; i++) {
        arb_init(range->from[i]);
        arb_init(range->to[i]);
    }
    arb_init(range->rest);
}

static void range_clear(struct sp_order_range *range)
{
    for (int i = 0; i < 2; i++) {
        arb_clear(range->from[i]);
        arb_clear(range->to[i]);
    }
    arb_clear(range->rest);
}

void sp_order_mean(arb_t mean, ulong p, ulong k, const struct sp_order_law *law, slong prec)
{
    struct integrand f = {.p = p, .k = k, .law = law};
    struct sp_order_range range;
    arb_t choose;
    range_init(&range);
    arb_init(choose);
    arb_bin_uiui(choose, p, p - k + 1, prec);
    law->cut(&range, choose, p - k + 1, law->law, prec);
    set_coefficients(&f, prec);
    arb_zero(mean);
    for (; f.piece < range.n_pieces; f.piece++)
        sp_integral_add(mean, integrand, &f, range.from[f.piece], range.to[f.piece], prec);
    arb_mul_2exp_si(range.rest, range.rest, -1); /* the rest lies between 0 and its bound */
    arb_add(mean, mean, range.rest, prec);
    arb_add_error(mean, range.rest);
    _arb_vec_clear(f.choose, (slong)f.terms);
    arb_clear(choose);
    range_clear(&range);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Lognormal compute times exp(sigma Z) of median 1, Z standard normal. u = ln t. */
#include <acb_hypgeom.h>

#include "bounds/law/integral.h"
#include "bounds/law/law.h"
#include "bounds/law/order.h"

struct lognormal {
    arb_t sigma;
};

/* erfc(u/(sigma sqrt 2))/2 */
static void at(acb_t survival, acb_t slope, const acb_t u, int piece, void *law, slong prec)
{
    (void)piece;
    const struct lognormal *l = law;
    arb_t scale;
    arb_init(scale);
    arb_sqrt_ui(scale, 2, prec);
    arb_mul(scale, scale, l->sigma, prec);
    acb_div_arb(survival, u, scale, prec);
    acb_hypgeom_erfc(survival, survival, prec);
    acb_mul_2exp_si(survival, survival, -1);
    acb_exp(slope, u, prec);
    arb_clear(scale);
}

/* With v = u/sigma >= 0: P(X > e^u) <= exp(-v^2/2). Beyond V >= 4 sigma/r, where
 * sigma v <= r v^2/4, the integrand is at most choose sigma exp(-r v^2/4), and with V >= 1 the
 * integral at most choose sigma (2/r) exp(-r V^2/4). Below e^from everything is at most e^from. */
static void cut(struct sp_order_range *range, const arb_t choose, ulong r, void *law, slong prec)
{
    const struct lognormal *l = law;
    arb_t size, v, square;
    arb_init(size);
    arb_init(v);
    arb_init(square);
    arb_mul(size, choose, l->sigma, prec);
    arb_mul_2exp_si(size, size, 1);
    arb_div_ui(size, size, r, prec);
    arb_mul_2exp_si(v, size, prec + 8);
    arb_add_ui(v, v, 1, prec);
    arb_log(v, v, prec);
    arb_mul_2exp_si(v, v, 2);
    arb_div_ui(v, v, r, prec);
    arb_sqrt(v, v, prec);
    arb_add(v, v, l->sigma, prec); /* v + 4 sigma + 1 >= 4 sigma/r, >= 1 */
    arb_addmul_ui(v, l->sigma, 3, prec);
    arb_add_ui(v, v, 1, prec);
    arb_mul(range->to[0], v, l->sigma, prec);
    arb_get_mid_arb(range->to[0], range->to[0]);
    arb_div(v, range->to[0], l->sigma, prec);
    arb_mul(square, v, v, prec);
    arb_mul_ui(square, square, r, prec);
    arb_mul_2exp_si(square, square, -2);
    arb_neg(square, square);
    arb_exp(square, square, prec);
    arb_mul(range->rest, size, square, prec);
    arb_set_si(range->from[0], -(prec + 8));
    arb_exp(v, range->from[0], prec);
    arb_add(range->rest, range->rest, v, prec);
    arb_clear(size);
    arb_clear(v);
    arb_clear(square);
}

enum sp_status sp_law_lognormal_order_stat(struct sp_eval *e, struct sp_value *r,
                                           const struct sp_argument *a, size_t n)
{
    (void)n;
    struct lognormal l;
    const struct sp_order_law law = {at, cut, &l};
    ulong p = 0, k = 0;
    int sign = 0;
    enum sp_status status = sp_law_p_and_k(e, a, &p, &k);
    if (status == SP_OK)
        status = sp_eval_sign(e, a[2].value, &sign);
    if (status != SP_OK || sign <= 0)
        return status != SP_OK ? status : sp_fail(e->err, SP_FALSE, "sigma must be positive");
    arb_t mean;
    arb_init(mean);
    arb_init(l.sigma);
    sp_value_ball(l.sigma, a[2].value, e->prec + 32);
    sp_order_mean(mean, p, k, &law, e->prec + 32);
    status = sp_integral_settle(e, r, mean);
    arb_clear(mean);
    arb_clear(l.sigma);
    return status;
}

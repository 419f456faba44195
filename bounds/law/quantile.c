/* SPDX-License-Identifier: Apache-2.0 */
/* gamma_quantile(shape, u) and hyperexp_quantile(p1, mu1, mu2, u): the t with P(X <= t) = u, by
 * a certified root in ln t. */
#include <math.h>

#include "bounds/law/law.h"
#include "bounds/law/order.h"
#include "bounds/law/root.h"

struct search {
    const struct sp_delay_law *law;
    arb_t share; /* 1 - u */
};

/* Falls from u to u - 1. */
static void excess(arb_t value, const arb_t x, void *context, slong prec)
{
    struct search *s = context;
    arb_t t;
    arb_init(t);
    arb_exp(t, x, prec);
    sp_delay_law_survival(value, s->law, t, 1, prec);
    arb_sub(value, value, s->share, prec);
    arb_clear(t);
}

/* Whole powers of 2 on both sides of it. */
static int bracket(arb_t low, arb_t high, struct search *s, slong prec)
{
    arb_t value;
    arb_init(value);
    int found = 0;
    for (double reach = 1; reach < 1e9 && !found; reach *= 2) {
        arb_set_d(high, reach);
        arb_neg(low, high);
        excess(value, low, s, prec);
        found = arb_is_positive(value);
        excess(value, high, s, prec);
        found = found && arb_is_negative(value);
    }
    arb_clear(value);
    return found;
}

int sp_delay_law_quantile(arb_t t, const struct sp_delay_law *law, const arb_t share, slong prec)
{
    struct search s = {.law = law};
    arb_t low, high;
    arb_init(low);
    arb_init(high);
    arb_init(s.share);
    arb_sub_ui(s.share, share, 1, prec);
    arb_neg(s.share, s.share);
    int good = bracket(low, high, &s, prec) && sp_root_enclose(t, excess, &s, low, high, prec);
    if (good)
        arb_exp(t, t, prec);
    arb_clear(low);
    arb_clear(high);
    arb_clear(s.share);
    return good;
}

static enum sp_status settle(struct sp_eval *e, struct sp_value *r, const struct sp_value *u,
                             const struct sp_delay_law *law)
{
    arb_t share, t;
    arb_init(share);
    arb_init(t);
    sp_value_ball(share, u, e->prec + 32);
    int good = sp_delay_law_quantile(t, law, share, e->prec + 32);
    if (good)
        sp_value_take_ball(r, t);
    arb_clear(share);
    arb_clear(t);
    return good ? SP_OK : sp_eval_undecided(e, 0, "a quantile");
}

enum sp_status sp_law_gamma_quantile(struct sp_eval *e, struct sp_value *r,
                                     const struct sp_argument *a, size_t n)
{
    (void)n;
    struct sp_delay_law law;
    enum sp_status status = sp_law_gamma(e, &law, &a[0]);
    if (status == SP_OK)
        status = settle(e, r, a[1].value, &law);
    sp_delay_law_clear(&law);
    return status;
}

enum sp_status sp_law_hyperexp_quantile(struct sp_eval *e, struct sp_value *r,
                                        const struct sp_argument *a, size_t n)
{
    (void)n;
    struct sp_delay_law law;
    enum sp_status status = sp_law_hyperexp(e, &law, a);
    if (status == SP_OK)
        status = settle(e, r, a[3].value, &law);
    sp_delay_law_clear(&law);
    return status;
}

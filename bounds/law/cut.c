/* SPDX-License-Identifier: Apache-2.0 */
/* Where a thin tail beside a thick one ends. */
#include "bounds/law/order.h"

static int is_thick(enum sp_law_kind kind)
{
    return kind == SP_LAW_PARETO || kind == SP_LAW_LOGNORMAL;
}

static int is_thin(enum sp_law_kind kind)
{
    return kind == SP_LAW_EXP || kind == SP_LAW_SHIFTED || kind == SP_LAW_WEIBULL ||
           kind == SP_LAW_GAMMA;
}

int sp_delay_law_is_thick(const struct sp_delay_law *law)
{
    for (size_t i = 0; i < law->n; i++)
        if (is_thick(law->parts[i].kind))
            return 1;
    return 0;
}

static int copy(struct sp_delay_law *to, const struct sp_delay_law *from)
{
    sp_delay_law_init(to);
    for (size_t i = 0; i < from->n; i++) {
        struct sp_law_part *part = sp_delay_law_add(to, from->parts[i].kind);
        if (part == NULL)
            return 0;
        arb_set(part->weight, from->parts[i].weight);
        arb_set(part->a, from->parts[i].a);
        arb_set(part->b, from->parts[i].b);
        part->stages = from->parts[i].stages;
    }
    return 1;
}

/* Of each part alone: P(X > t) = S(t), weights are at most 1. */
int sp_order_cut(struct sp_delay_law *cut, arb_t rest, const struct sp_delay_law *law,
                 const arb_t scale, int power, double middle, slong prec)
{
    arb_t end, beyond;
    if (!copy(cut, law))
        return 0;
    arb_init(end);
    arb_init(beyond);
    for (size_t i = 0; i < cut->n; i++) {
        const struct sp_delay_law alone = {1, &cut->parts[i]};
        if (!is_thin(cut->parts[i].kind))
            continue;
        sp_order_end(end, beyond, &alone, scale, 1, power, middle, prec);
        arb_exp(cut->parts[i].end, end, prec);
        arb_add(rest, rest, beyond, prec);
    }
    arb_clear(end);
    arb_clear(beyond);
    return 1;
}

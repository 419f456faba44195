/* SPDX-License-Identifier: Apache-2.0 */
/* Survival functions and densities of the standard laws, in u = ln t. */
#include <acb_hypgeom.h>

#include "bounds/law/delay.h"
#include "bounds/law/integral.h"

/* exp(-rate (t - shift)), and its density times t. */
static void exponential(acb_t survival, acb_t weight, const acb_t t, const arb_t shift,
                        const arb_t rate, slong prec)
{
    acb_sub_arb(survival, t, shift, prec);
    acb_mul_arb(survival, survival, rate, prec);
    acb_neg(survival, survival);
    acb_exp(survival, survival, prec);
    acb_mul(weight, survival, t, prec);
    acb_mul_arb(weight, weight, rate, prec);
}

/* (xm/t)^alpha */
static void pareto(acb_t survival, acb_t weight, const struct sp_law_part *part, const acb_t u,
                   slong prec)
{
    arb_t start;
    arb_init(start);
    arb_log(start, part->b, prec);
    acb_sub_arb(survival, u, start, prec);
    acb_mul_arb(survival, survival, part->a, prec);
    acb_neg(survival, survival);
    acb_exp(survival, survival, prec);
    acb_mul_arb(weight, survival, part->a, prec);
    arb_clear(start);
}

static void uniform(acb_t survival, acb_t weight, const struct sp_law_part *part, const acb_t t,
                    slong prec)
{
    arb_t width;
    arb_init(width);
    arb_sub(width, part->b, part->a, prec);
    acb_sub_arb(survival, t, part->b, prec);
    acb_neg(survival, survival);
    acb_div_arb(survival, survival, width, prec);
    acb_div_arb(weight, t, width, prec);
    arb_clear(width);
}

/* exp(-(t/scale)^shape) */
static void weibull(acb_t survival, acb_t weight, const struct sp_law_part *part, const acb_t u,
                    slong prec)
{
    arb_t start;
    arb_init(start);
    arb_log(start, part->b, prec);
    acb_sub_arb(weight, u, start, prec);
    acb_mul_arb(weight, weight, part->a, prec);
    acb_exp(weight, weight, prec);
    acb_neg(survival, weight);
    acb_exp(survival, survival, prec);
    acb_mul(weight, weight, survival, prec);
    acb_mul_arb(weight, weight, part->a, prec);
    arb_clear(start);
}

/* At a point t: near 0 as 1 - t^a gamma*(a, t), where gamma* is entire, power = t^a. */
static void gamma_survival(acb_t survival, const acb_t t, const acb_t power, const arb_t a,
                           slong prec)
{
    acb_t shape;
    arb_t one;
    acb_init(shape);
    arb_init(one);
    acb_set_arb(shape, a);
    arb_one(one);
    if (arb_gt(acb_realref(t), one)) {
        acb_hypgeom_gamma_upper(survival, shape, t, 1, prec);
    } else {
        acb_hypgeom_gamma_lower(survival, shape, t, 2, prec);
        acb_mul(survival, survival, power, prec);
        acb_sub_ui(survival, survival, 1, prec);
        acb_neg(survival, survival);
    }
    acb_clear(shape);
    arb_clear(one);
}

/* t = rate e^u and power = t^shape */
static void gamma_power(acb_t t, acb_t power, const struct sp_law_part *part, const acb_t u,
                        slong prec)
{
    arb_t start;
    arb_init(start);
    arb_log(start, part->b, prec);
    acb_add_arb(power, u, start, prec);
    acb_exp(t, power, prec);
    acb_mul_arb(power, power, part->a, prec);
    acb_exp(power, power, prec);
    arb_clear(start);
}

/* On a disc around m: |S(u) - S(m)| <= |u - m| sup |weight|, since dS/du = -weight. The special
 * function is asked for points alone; for sets it gives wide enclosures. */
static void gamma_around(acb_t survival, const struct sp_law_part *part, const acb_t u,
                         const acb_t weight, slong prec)
{
    acb_t middle, t, power;
    mag_t radius, size;
    acb_init(middle);
    acb_init(t);
    acb_init(power);
    mag_init(radius);
    mag_init(size);
    acb_get_mid(middle, u);
    gamma_power(t, power, part, middle, prec);
    gamma_survival(survival, t, power, part->a, prec);
    mag_hypot(radius, arb_radref(acb_realref(u)), arb_radref(acb_imagref(u)));
    acb_get_mag(size, weight);
    mag_mul(radius, radius, size);
    acb_add_error_mag(survival, radius);
    acb_clear(middle);
    acb_clear(t);
    acb_clear(power);
    mag_clear(radius);
    mag_clear(size);
}

static void gamma_law(acb_t survival, acb_t weight, const struct sp_law_part *part, const acb_t u,
                      slong prec)
{
    acb_t t, power;
    arb_t factor;
    acb_init(t);
    acb_init(power);
    arb_init(factor);
    gamma_power(t, power, part, u, prec);
    acb_neg(weight, t);
    acb_exp(weight, weight, prec);
    acb_mul(weight, weight, power, prec);
    arb_rgamma(factor, part->a, prec);
    acb_mul_arb(weight, weight, factor, prec);
    if (part->stages > 0)
        sp_erlang_survival(survival, t, part->stages, prec);
    else if (acb_is_finite(weight))
        gamma_around(survival, part, u, weight, prec);
    else
        acb_indeterminate(survival);
    acb_clear(t);
    acb_clear(power);
    arb_clear(factor);
}

/* erfc(z)/2 with z = (u - location)/(spread sqrt 2); density of u: exp(-z^2)/(spread sqrt(2 pi)) */
static void lognormal(acb_t survival, acb_t weight, const struct sp_law_part *part, const acb_t u,
                      slong prec)
{
    arb_t x;
    acb_t z;
    arb_init(x);
    acb_init(z);
    arb_sqrt_ui(x, 2, prec);
    arb_mul(x, x, part->b, prec);
    acb_sub_arb(z, u, part->a, prec);
    acb_div_arb(z, z, x, prec);
    acb_hypgeom_erfc(survival, z, prec);
    acb_mul_2exp_si(survival, survival, -1);
    acb_mul(z, z, z, prec);
    acb_neg(z, z);
    acb_exp(weight, z, prec);
    acb_div_arb(weight, weight, x, prec);
    arb_const_sqrt_pi(x, prec);
    acb_div_arb(weight, weight, x, prec);
    arb_clear(x);
    acb_clear(z);
}

/* Before its least value every law has the survival 1, behind its largest or its end 0. */
static int is_outside(acb_t survival, const struct sp_law_part *part, const arb_t at)
{
    const arb_struct *least = part->kind == SP_LAW_PARETO ? part->b : part->a;
    int starts = part->kind != SP_LAW_EXP && part->kind != SP_LAW_WEIBULL &&
                 part->kind != SP_LAW_GAMMA && part->kind != SP_LAW_LOGNORMAL;
    acb_zero(survival);
    if (starts && arb_lt(at, least)) {
        acb_one(survival);
        return 1;
    }
    return part->kind == SP_LAW_ATOM || arb_ge(at, part->end) ||
           (part->kind == SP_LAW_UNIFORM && arb_ge(at, part->b));
}

void sp_part_at(acb_t survival, acb_t weight, const struct sp_law_part *part, const acb_t u,
                const arb_t at, slong prec)
{
    acb_t t;
    arb_t zero;
    acb_zero(weight);
    if (is_outside(survival, part, at))
        return;
    acb_init(t);
    arb_init(zero);
    acb_exp(t, u, prec);
    if (part->kind == SP_LAW_EXP)
        exponential(survival, weight, t, zero, part->a, prec);
    else if (part->kind == SP_LAW_SHIFTED)
        exponential(survival, weight, t, part->a, part->b, prec);
    else if (part->kind == SP_LAW_PARETO)
        pareto(survival, weight, part, u, prec);
    else if (part->kind == SP_LAW_UNIFORM)
        uniform(survival, weight, part, t, prec);
    else if (part->kind == SP_LAW_WEIBULL)
        weibull(survival, weight, part, u, prec);
    else if (part->kind == SP_LAW_GAMMA)
        gamma_law(survival, weight, part, u, prec);
    else
        lognormal(survival, weight, part, u, prec);
    acb_clear(t);
    arb_clear(zero);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/law/crowd.h"

#include <acb_poly.h>
#include <stdlib.h>

#include "bounds/law/integral.h"

#define EXISTS_BITS 512

struct integrand {
    const struct sp_crowd *crowd;
    ulong k;
    int power;
    arb_t at;
};

/* (S + F x)^count, cut after x^(k-1) */
static void factor(acb_poly_t product, const struct integrand *f, const acb_t survival, ulong count,
                   slong prec)
{
    acb_poly_t one;
    acb_t done;
    acb_poly_init(one);
    acb_init(done);
    acb_sub_ui(done, survival, 1, prec);
    acb_neg(done, done);
    acb_poly_set_coeff_acb(one, 0, survival);
    acb_poly_set_coeff_acb(one, 1, done);
    acb_poly_pow_ui_trunc_binexp(one, one, count, (slong)f->k, prec);
    acb_poly_mullow(product, product, one, (slong)f->k, prec);
    acb_poly_clear(one);
    acb_clear(done);
}

static int integrand(acb_ptr out, const acb_t u, void *context, slong order, slong prec)
{
    (void)order;
    struct integrand *f = context;
    acb_poly_t product;
    acb_t survival, weight;
    acb_poly_init(product);
    acb_init(survival);
    acb_init(weight);
    acb_poly_one(product);
    for (size_t i = 0; i < f->crowd->n; i++) {
        sp_delay_law_at(survival, weight, f->crowd->laws[i], u, f->at, prec);
        factor(product, f, survival, f->crowd->counts[i], prec);
    }
    acb_zero(survival);
    for (slong i = 0; i < acb_poly_length(product); i++)
        acb_add(survival, survival, acb_poly_get_coeff_ptr(product, i), prec);
    acb_exp(weight, u, prec);
    acb_pow_ui(weight, weight, (ulong)f->power, prec);
    acb_mul(out, survival, weight, prec);
    acb_mul_ui(out, out, (ulong)f->power, prec);
    acb_poly_clear(product);
    acb_clear(survival);
    acb_clear(weight);
    return 0;
}

/* All parts of all laws as one law, for the bound of what is left out: X_(K) > t needs r = P-K+1
 * learners beyond t, of whatever law; P(X_(K) > t) <= binomial(P, r) max over the parts S(t)^r. */
static int everything(struct sp_delay_law *all, const struct sp_crowd *crowd)
{
    sp_delay_law_init(all);
    for (size_t i = 0; i < crowd->n; i++)
        for (size_t j = 0; j < crowd->laws[i]->n; j++) {
            const struct sp_law_part *from = &crowd->laws[i]->parts[j];
            struct sp_law_part *part = sp_delay_law_add(all, from->kind);
            if (part == NULL)
                return 0;
            arb_set(part->a, from->a);
            arb_set(part->b, from->b);
            part->stages = from->stages;
            arb_mul_ui(part->weight, from->weight, crowd->counts[i], 64);
        }
    return 1;
}

static void weigh(struct sp_delay_law *all, ulong p)
{
    for (size_t i = 0; i < all->n; i++)
        arb_div_ui(all->parts[i].weight, all->parts[i].weight, p, 64);
}

static void integrate(arb_t moment, struct integrand *f, const arb_t from, const arb_t to,
                      double middle, slong prec)
{
    size_t n;
    slong room;
    arb_ptr points =
        sp_order_pieces(&n, &room, f->crowd->laws, f->crowd->n, from, to, prec);
    slong wanted = prec - 32 - (slong)(middle * f->power * 1.4426950408889634);
    for (size_t i = 0; i < n; i++) {
        arb_add(f->at, points + i, points + i + 1, prec);
        arb_mul_2exp_si(f->at, f->at, -1);
        arb_exp(f->at, f->at, prec);
        sp_integral_add(moment, integrand, f, points + i, points + i + 1, prec, wanted);
    }
    _arb_vec_clear(points, room);
}

/* The crowd with ends for its thin tails. */
struct ended {
    struct sp_crowd crowd;
    struct sp_delay_law *laws;
    const struct sp_delay_law **list;
};

static void clear(struct ended *thin)
{
    for (size_t i = 0; thin->laws && i < thin->crowd.n; i++)
        sp_delay_law_clear(&thin->laws[i]);
    free(thin->laws);
    free(thin->list);
}

static int is_thick(const struct sp_crowd *crowd)
{
    for (size_t i = 0; i < crowd->n; i++)
        if (sp_delay_law_is_thick(crowd->laws[i]))
            return 1;
    return 0;
}

/* P(X_(K) > t) is affine in the S of each learner, with a slope between 0 and 1. */
static int end_thin(struct ended *thin, arb_t rest, struct integrand *f, double middle, slong prec)
{
    const struct sp_crowd *crowd = f->crowd;
    if (!is_thick(crowd))
        return 1;
    thin->laws = calloc(crowd->n, sizeof *thin->laws);
    thin->list = calloc(crowd->n, sizeof *thin->list);
    int good = thin->laws && thin->list;
    arb_t scale;
    arb_init(scale);
    for (size_t i = 0; good && i < crowd->n; i++) {
        arb_set_ui(scale, crowd->counts[i]);
        good = sp_order_cut(&thin->laws[i], rest, crowd->laws[i], scale, f->power, middle, prec);
        thin->list[i] = &thin->laws[i];
    }
    arb_clear(scale);
    thin->crowd = (struct sp_crowd){crowd->n, thin->list, crowd->counts};
    if (good)
        f->crowd = &thin->crowd;
    return good;
}

/* Below e^from: t^power at most that. Above e^to: at most the rest. */
static void enclose(arb_t moment, struct integrand *f, const struct sp_delay_law *all, ulong p,
                    slong prec)
{
    arb_t from, to, rest, below, choose;
    struct ended thin = {0};
    arb_init(from);
    arb_init(to);
    arb_init(rest);
    arb_init(below);
    arb_init(choose);
    ulong r = p - f->k + 1;
    double middle = sp_order_middle(p, f->k, all);
    arb_bin_uiui(choose, p, r, prec);
    sp_order_end(to, rest, all, choose, r, f->power, middle, prec);
    arb_set_d(from, middle - (double)prec / f->power);
    arb_mul_si(below, from, f->power, prec);
    arb_exp(below, below, prec);
    arb_add(rest, rest, below, prec);
    arb_zero(moment);
    if (!end_thin(&thin, rest, f, middle, prec))
        arb_indeterminate(moment);
    integrate(moment, f, from, to, middle, prec);
    arb_mul_2exp_si(rest, rest, -1);
    arb_add(moment, moment, rest, prec);
    arb_add_error(moment, rest);
    clear(&thin);
    arb_clear(from);
    arb_clear(to);
    arb_clear(rest);
    arb_clear(below);
    arb_clear(choose);
}

struct tail {
    arb_t alpha;
    ulong count;
};

/* The least alpha of a Pareto part; infinite without one. */
static void thickest(arb_t alpha, const struct sp_delay_law *law)
{
    arb_pos_inf(alpha);
    for (size_t i = 0; i < law->n; i++)
        if (law->parts[i].kind == SP_LAW_PARETO)
            arb_min(alpha, alpha, law->parts[i].a, EXISTS_BITS);
}

static int by_alpha(const void *a, const void *b)
{
    const struct tail *left = a, *right = b;
    return arf_cmp(arb_midref(left->alpha), arb_midref(right->alpha));
}

int sp_crowd_exists(const struct sp_crowd *crowd, ulong k, int power)
{
    ulong p = 0, slow;
    arb_t sum;
    struct tail *tails = calloc(crowd->n, sizeof *tails);
    if (tails == NULL)
        return -1;
    arb_init(sum);
    for (size_t i = 0; i < crowd->n; i++) {
        arb_init(tails[i].alpha);
        thickest(tails[i].alpha, crowd->laws[i]);
        tails[i].count = crowd->counts[i];
        p += crowd->counts[i];
    }
    qsort(tails, crowd->n, sizeof *tails, by_alpha);
    slow = p - k + 1;
    for (size_t i = 0; i < crowd->n && slow > 0; i++) {
        ulong count = tails[i].count < slow ? tails[i].count : slow;
        arb_addmul_ui(sum, tails[i].alpha, count, EXISTS_BITS);
        slow -= count;
    }
    arb_sub_si(sum, sum, power, EXISTS_BITS);
    int exists = arb_is_positive(sum) ? 1 : arb_is_nonpositive(sum) ? 0 : -1;
    for (size_t i = 0; i < crowd->n; i++)
        arb_clear(tails[i].alpha);
    free(tails);
    arb_clear(sum);
    return exists;
}

void sp_crowd_moment(arb_t moment, const struct sp_crowd *crowd, ulong k, int power, slong prec)
{
    struct integrand f = {.crowd = crowd, .k = k, .power = power};
    struct sp_delay_law all;
    ulong p = 0;
    for (size_t i = 0; i < crowd->n; i++)
        p += crowd->counts[i];
    arb_init(f.at);
    arb_indeterminate(moment);
    if (everything(&all, crowd)) {
        weigh(&all, p);
        enclose(moment, &f, &all, p, prec + 32);
    }
    sp_delay_law_clear(&all);
    arb_clear(f.at);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* K-batch-sync with times of a shift and Erlang stages of rate 1: renewal counts, convolved and
 * integrated. */
#include <acb_poly.h>

#include "bounds/law/integral.h"
#include "bounds/law/law.h"

struct renewal {
    ulong p, k;
    ulong stages;
    ulong piece; /* gradients that a learner can have finished by now, at most k - 1 */
    arb_t shift;
};

/* P(N(t) >= n) = P(Erlang(n stages, 1) <= t - n shift) */
static void at_least(acb_t probability, const struct renewal *r, ulong n, const acb_t t, slong prec)
{
    if (n == 0) {
        acb_one(probability);
        return;
    }
    acb_t left;
    acb_init(left);
    acb_set_arb(left, r->shift);
    acb_mul_ui(left, left, n, prec);
    acb_sub(left, t, left, prec);
    sp_erlang_survival(probability, left, n * r->stages, prec);
    acb_sub_ui(probability, probability, 1, prec);
    acb_neg(probability, probability);
    acb_clear(left);
}

/* The probability that fewer than K gradients are there: the first K coefficients of the P-th
 * power of the generating polynomial of one learner's count. */
static int unfinished(acb_ptr out, const acb_t t, void *context, slong order, slong prec)
{
    struct renewal *r = context;
    (void)order;
    acb_poly_t count;
    acb_t now, next;
    acb_poly_init(count);
    acb_init(now);
    acb_init(next);
    acb_one(now);
    for (ulong n = 0; n <= r->piece && n < r->k; n++) {
        if (n < r->piece)
            at_least(next, r, n + 1, t, prec);
        else
            acb_zero(next); /* n + 1 shifts have not passed yet */
        acb_sub(now, now, next, prec);
        acb_poly_set_coeff_acb(count, (slong)n, now);
        acb_set(now, next);
    }
    acb_poly_pow_ui_trunc_binexp(count, count, r->p, (slong)r->k, prec);
    acb_zero(out);
    for (slong i = 0; i < acb_poly_length(count); i++)
        acb_add(out, out, acb_poly_get_coeff_ptr(count, i), prec);
    acb_poly_clear(count);
    acb_clear(now);
    acb_clear(next);
    return 0;
}

/* Behind the last kink at K shifts, with s stages: P(not done) <= P(Erlang(K s) > t - K shift)
 * <= 2^(K s) exp(-(t - K shift)/2). */
static void cut_tail(arb_t end, arb_t rest, const struct renewal *r, slong prec)
{
    arb_t length;
    arb_init(length);
    arb_set_ui(length, 2);
    arb_log(length, length, prec);
    arb_mul_ui(length, length, r->k * r->stages + (ulong)prec + 8, prec);
    arb_mul_2exp_si(length, length, 1);
    arb_get_mid_arb(length, length);
    arb_mul_ui(end, r->shift, r->k, prec);
    arb_add(end, end, length, prec);
    arb_mul_2exp_si(length, length, -1);
    arb_neg(length, length);
    arb_exp(rest, length, prec);
    arb_mul_2exp_si(rest, rest, (slong)(r->k * r->stages) + 1);
    arb_clear(length);
}

static void integrate(arb_t mean, struct renewal *r, slong prec)
{
    arb_t from, to, rest;
    arb_init(from);
    arb_init(to);
    arb_init(rest);
    arb_set(mean, r->shift); /* nothing is done before one shift */
    for (r->piece = 1; r->piece < r->k; r->piece++) {
        arb_mul_ui(from, r->shift, r->piece, prec);
        arb_mul_ui(to, r->shift, r->piece + 1, prec);
        sp_integral_add(mean, unfinished, r, from, to, prec, prec);
    }
    arb_mul_ui(from, r->shift, r->k, prec);
    cut_tail(to, rest, r, prec);
    sp_integral_add(mean, unfinished, r, from, to, prec, prec);
    arb_mul_2exp_si(rest, rest, -1);
    arb_add(mean, mean, rest, prec);
    arb_add_error(mean, rest);
    arb_clear(from);
    arb_clear(to);
    arb_clear(rest);
}

#define MOST_GRADIENTS 2000
#define MOST_STAGES 1000

enum sp_status sp_law_kbatchsync_shifted(struct sp_eval *e, struct sp_value *r,
                                         const struct sp_argument *a, size_t n)
{
    struct renewal renewal = {.stages = 1};
    int sign = 0;
    enum sp_status status =
        sp_eval_count(e, a[0].value, WORD_MAX, "the number of learners", &renewal.p);
    if (status == SP_OK)
        status =
            sp_eval_count(e, a[1].value, MOST_GRADIENTS, "the number of gradients", &renewal.k);
    if (status == SP_OK)
        status = sp_eval_sign(e, a[2].value, &sign);
    if (status == SP_OK && n > 3)
        status = sp_eval_count(e, a[3].value, MOST_STAGES, "the number of stages", &renewal.stages);
    if (status != SP_OK)
        return status;
    if (renewal.p == 0 || renewal.k == 0 || renewal.stages == 0 || sign < 0)
        return sp_fail(e->err, SP_FALSE, "learners, gradients and the shift must be positive");
    arb_t mean;
    arb_init(mean);
    arb_init(renewal.shift);
    sp_value_ball(renewal.shift, a[2].value, e->prec + 16);
    integrate(mean, &renewal, e->prec + 16);
    status = sp_integral_settle(e, r, mean);
    arb_clear(renewal.shift);
    arb_clear(mean);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/law/integral.h"

/* A smooth law takes 10 to 100. When this is used up, the enclosure is wide, and right. */
#define EVALUATIONS_PER_BIT 250

void sp_integral_add(arb_t sum, acb_calc_func_t f, void *context, const arb_t from, const arb_t to,
                     slong prec, slong wanted)
{
    acb_t a, b, part;
    mag_t tolerance;
    acb_calc_integrate_opt_t options;
    acb_init(a);
    acb_init(b);
    acb_init(part);
    mag_init(tolerance);
    acb_set_arb(a, from);
    acb_set_arb(b, to);
    mag_set_ui_2exp_si(tolerance, 1, -wanted);
    acb_calc_integrate_opt_init(options);
    options->eval_limit = EVALUATIONS_PER_BIT * prec;
    acb_calc_integrate(part, f, context, a, b, prec, tolerance, options, prec);
    arb_add(sum, sum, acb_realref(part), prec);
    acb_clear(a);
    acb_clear(b);
    acb_clear(part);
    mag_clear(tolerance);
}

enum sp_status sp_integral_settle(struct sp_eval *e, struct sp_value *r, arb_t mean)
{
    if (!arb_is_finite(mean) || arb_rel_accuracy_bits(mean) < e->prec / 2) {
        e->is_hopeless = 1;
        return sp_fail(e->err, SP_UNDECIDED, "an integral takes too many evaluations");
    }
    sp_value_take_ball(r, mean);
    return SP_OK;
}

void sp_erlang_survival(acb_t survival, const acb_t z, ulong n, slong prec)
{
    acb_t term, sum;
    acb_init(term);
    acb_init(sum);
    acb_one(term);
    acb_one(sum);
    for (ulong j = 1; j < n; j++) {
        acb_mul(term, term, z, prec);
        acb_div_ui(term, term, j, prec);
        acb_add(sum, sum, term, prec);
    }
    acb_neg(term, z);
    acb_exp(term, term, prec);
    acb_mul(survival, term, sum, prec);
    acb_clear(term);
    acb_clear(sum);
}

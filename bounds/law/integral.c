/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/law/integral.h"

void sp_integral_add(arb_t sum, acb_calc_func_t f, void *context, const arb_t from, const arb_t to,
                     slong prec)
{
    acb_t a, b, part;
    mag_t tolerance;
    acb_init(a);
    acb_init(b);
    acb_init(part);
    mag_init(tolerance);
    acb_set_arb(a, from);
    acb_set_arb(b, to);
    mag_set_ui_2exp_si(tolerance, 1, -prec);
    acb_calc_integrate(part, f, context, a, b, prec, tolerance, NULL, prec);
    arb_add(sum, sum, acb_realref(part), prec);
    acb_clear(a);
    acb_clear(b);
    acb_clear(part);
    mag_clear(tolerance);
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

/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/law/order.h"

/* term := binomial(p, i) s^(p-i) (1-s)^i */
static void set_term(arb_t term, ulong p, ulong i, const arb_t s, const arb_t rest, slong prec)
{
    arb_t power;
    arb_init(power);
    arb_bin_uiui(term, p, i, prec);
    arb_pow_ui(power, s, p - i, prec);
    arb_mul(term, term, power, prec);
    arb_pow_ui(power, rest, i, prec);
    arb_mul(term, term, power, prec);
    arb_clear(power);
}

/* Adds the terms from i on away from the mode, where the ratio of neighbours falls below 1 and
 * goes on falling; the rest after a term is at most that of a geometric series. */
static void add_tail(arb_t sum, ulong p, ulong i, int up, const arb_t s, const arb_t rest,
                     slong prec)
{
    arb_t term, odds, ratio, left;
    arb_init(term);
    arb_init(odds);
    arb_init(ratio);
    arb_init(left);
    set_term(term, p, i, s, rest, prec);
    arb_div(odds, up ? rest : s, up ? s : rest, prec);
    for (;; i += up ? 1UL : -1UL) {
        arb_add(sum, sum, term, prec);
        if (up ? i == p : i == 0)
            break;
        arb_mul_ui(ratio, odds, up ? p - i : i, prec);
        arb_div_ui(ratio, ratio, up ? i + 1 : p - i + 1, prec);
        arb_mul(term, term, ratio, prec);
        arb_sub_ui(left, ratio, 1, 30);
        arb_neg(left, left);
        if (!arb_is_positive(left))
            continue; /* still before the mode */
        arb_div(left, term, left, 30);
        if (arf_cmpabs_2exp_si(arb_midref(left), -prec - 8) < 0 &&
            mag_cmp_2exp_si(arb_radref(left), -prec - 8) < 0) {
            arb_get_abs_ubound_arf(arb_midref(left), left, 30);
            mag_zero(arb_radref(left));
            arb_add_error(sum, left);
            break;
        }
    }
    arb_clear(term);
    arb_clear(odds);
    arb_clear(ratio);
    arb_clear(left);
}

void sp_order_survival(arb_t above, ulong p, ulong k, const arb_t s, slong prec)
{
    arb_t rest, mean;
    if (arb_is_zero(s) || arb_is_one(s)) {
        arb_set(above, s);
        return;
    }
    arb_init(rest);
    arb_init(mean);
    arb_sub_ui(rest, s, 1, prec);
    arb_neg(rest, rest);
    arb_mul_ui(mean, rest, p, prec);
    arb_sub_ui(mean, mean, k, prec);
    arb_zero(above);
    if (arf_sgn(arb_midref(mean)) > 0) {
        add_tail(above, p, k - 1, 0, s, rest, prec);
    } else {
        add_tail(above, p, k, 1, s, rest, prec);
        arb_sub_ui(above, above, 1, prec);
        arb_neg(above, above);
    }
    arb_clear(rest);
    arb_clear(mean);
}

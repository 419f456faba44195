/* SPDX-License-Identifier: Apache-2.0 */
/* updates_until(rate, ratio): the least whole n with rate^n <= ratio, also where they are equal. */
#include "bounds/law/law.h"

/* Candidate: ln(ratio)/ln(rate) rounded to the nearest whole number. */
static enum sp_status guess(struct sp_eval *e, fmpz_t n, const struct sp_value *rate,
                            const struct sp_value *ratio)
{
    arb_t x, y;
    arb_init(x);
    arb_init(y);
    sp_value_ball(x, ratio, e->prec);
    sp_value_ball(y, rate, e->prec);
    arb_log(x, x, e->prec);
    arb_log(y, y, e->prec);
    arb_div(x, x, y, e->prec);
    int known = sp_near_integer(n, x, e->prec);
    arb_clear(x);
    arb_clear(y);
    return known ? SP_OK : sp_eval_undecided(e, 0, "a number of updates");
}

/* rate^n against ratio. Where balls do not tell, and both are rationals of which the power has a
 * size that can be held, exactly. */
#define MOST_POWER_BITS 20000000

static enum sp_status compare_power(struct sp_eval *e, const struct sp_value *rate, const fmpz_t n,
                                    const struct sp_value *ratio, int *sign)
{
    struct sp_value power;
    sp_value_init(&power);
    sp_value_power(&power, rate, n, e->prec);
    enum sp_status status = sp_eval_compare(e, &power, ratio, sign);
    sp_value_clear(&power);
    if (status != SP_UNDECIDED || !rate->is_exact || !ratio->is_exact ||
        fmpz_cmp_ui(n, MOST_POWER_BITS / fmpz_bits(fmpq_denref(rate->exact))) > 0)
        return status;
    fmpq_t exact;
    fmpq_init(exact);
    fmpq_pow_si(exact, rate->exact, fmpz_get_si(n));
    *sign = fmpq_cmp(exact, ratio->exact);
    fmpq_clear(exact);
    return SP_OK;
}

static enum sp_status in_range(struct sp_eval *e, const struct sp_value *a, const char *what)
{
    struct sp_value one;
    int low = 0, high = 0;
    sp_value_init(&one);
    sp_value_set_si(&one, 1);
    enum sp_status status = sp_eval_sign(e, a, &low);
    if (status == SP_OK)
        status = sp_eval_compare(e, a, &one, &high);
    sp_value_clear(&one);
    if (status == SP_OK && (low <= 0 || high >= 0))
        return sp_fail(e->err, SP_FALSE, "%s must lie between 0 and 1", what);
    return status;
}

enum sp_status sp_law_updates_until(struct sp_eval *e, struct sp_value *r,
                                    const struct sp_argument *a, size_t n)
{
    (void)n;
    fmpz_t least;
    int sign = 0;
    enum sp_status status = in_range(e, a[0].value, "the rate");
    if (status == SP_OK)
        status = in_range(e, a[1].value, "the ratio to be reached");
    if (status != SP_OK)
        return status;
    fmpz_init(least);
    status = guess(e, least, a[0].value, a[1].value);
    if (status == SP_OK)
        status = compare_power(e, a[0].value, least, a[1].value, &sign);
    if (sign > 0)
        fmpz_add_ui(least, least, 1); /* the guess is within 3/4 of the true quotient */
    if (status == SP_OK)
        sp_value_set_integer(r, least);
    fmpz_clear(least);
    return status;
}

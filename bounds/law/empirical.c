/* SPDX-License-Identifier: Apache-2.0 */
/* empirical_order_stat(times, P, K, m): E X_(K:P)^m (m = 1 unless given) when every time of the
 * list is as likely as the others. */
#include "bounds/law/integral.h"
#include "bounds/law/law.h"
#include "bounds/law/order.h"

#define MOST_TIMES 100000

static enum sp_status add_times(struct sp_eval *e, struct sp_delay_law *law,
                                const struct sp_list *times, slong prec)
{
    if (times->n == 0 || times->n > MOST_TIMES)
        return sp_fail(e->err, SP_FALSE, "expected 1 to %d times, found %zu", MOST_TIMES, times->n);
    for (size_t i = 0; i < times->n; i++) {
        int sign = 0;
        enum sp_status status = sp_eval_sign(e, &times->items[i], &sign);
        if (status == SP_OK && sign <= 0)
            status = sp_fail(e->err, SP_FALSE, "time %zu of the list is not positive", i + 1);
        if (status != SP_OK)
            return status;
        struct sp_law_part *part = sp_delay_law_add(law, SP_LAW_ATOM);
        if (part == NULL)
            return sp_fail_memory(e->err);
        sp_value_ball(part->a, &times->items[i], prec);
        arb_div_ui(part->weight, part->weight, times->n, prec);
    }
    return SP_OK;
}

enum sp_status sp_law_empirical_order_stat(struct sp_eval *e, struct sp_value *r,
                                           const struct sp_argument *a, size_t n)
{
    struct sp_delay_law law;
    arb_t moment;
    ulong p = 0, k = 0, power = 1;
    sp_delay_law_init(&law);
    arb_init(moment);
    enum sp_status status = sp_law_p_and_k(e, a + 1, &p, &k);
    if (status == SP_OK && n > 3)
        status = sp_eval_count(e, a[3].value, 2, "the power", &power);
    if (status == SP_OK && power == 0)
        status = sp_fail(e->err, SP_FALSE, "the power must be 1 or 2");
    if (status == SP_OK)
        status = add_times(e, &law, a[0].list, e->prec + 128);
    if (status == SP_OK) {
        sp_order_moment(moment, p, k, (int)power, &law, e->prec + 32);
        status = sp_integral_settle(e, r, moment);
    }
    arb_clear(moment);
    sp_delay_law_clear(&law);
    return status;
}

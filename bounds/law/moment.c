/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the formula language: moments of order statistics of the laws without a closed
 * form. The last argument, if there, is the power (1 or 2). */
#include "bounds/law/integral.h"
#include "bounds/law/law.h"
#include "bounds/law/order.h"

/* Shapes for which the sum of Erlang stages is quicker than the special function. */
#define MOST_STAGES 10000

static enum sp_status positive(struct sp_eval *e, arb_t ball, const struct sp_argument *a,
                               const char *what)
{
    int sign = 0;
    enum sp_status status = sp_eval_sign(e, a->value, &sign);
    if (status == SP_OK && sign <= 0)
        return sp_fail(e->err, SP_FALSE, "%s must be positive", what);
    sp_value_ball(ball, a->value, e->prec + 128);
    return status;
}

static enum sp_status settle(struct sp_eval *e, struct sp_value *r, const struct sp_argument *a,
                             size_t n, size_t wanted, const struct sp_delay_law *law)
{
    ulong p = 0, k = 0, power = 1;
    enum sp_status status = sp_law_p_and_k(e, a, &p, &k);
    if (status == SP_OK && n > wanted)
        status = sp_eval_count(e, a[wanted].value, 2, "the power", &power);
    if (status == SP_OK && power == 0)
        status = sp_fail(e->err, SP_FALSE, "the power must be 1 or 2");
    if (status != SP_OK)
        return status;
    arb_t moment;
    arb_init(moment);
    sp_order_moment(moment, p, k, (int)power, law, e->prec + 32);
    status = sp_integral_settle(e, r, moment);
    arb_clear(moment);
    return status;
}

/* The same once a law has been made, with this status; releases it. */
static enum sp_status settle_law(struct sp_eval *e, struct sp_value *r, const struct sp_argument *a,
                                 size_t n, size_t wanted, struct sp_delay_law *law,
                                 enum sp_status status)
{
    if (status == SP_OK)
        status = settle(e, r, a, n, wanted, law);
    sp_delay_law_clear(law);
    return status;
}

enum sp_status sp_law_gamma(struct sp_eval *e, struct sp_delay_law *law,
                            const struct sp_argument *shape)
{
    fmpz_t whole;
    sp_delay_law_init(law);
    struct sp_law_part *part = sp_delay_law_add(law, SP_LAW_GAMMA);
    if (part == NULL)
        return sp_fail_memory(e->err);
    enum sp_status status = positive(e, part->a, shape, "the shape");
    arb_one(part->b);
    fmpz_init(whole);
    if (sp_value_integer(whole, shape->value) && fmpz_cmp_ui(whole, MOST_STAGES) <= 0)
        part->stages = fmpz_get_ui(whole);
    fmpz_clear(whole);
    return status;
}

enum sp_status sp_law_hyperexp(struct sp_eval *e, struct sp_delay_law *law,
                               const struct sp_argument *a)
{
    enum sp_status status = SP_OK;
    sp_delay_law_init(law);
    for (size_t i = 0; i < 2 && status == SP_OK; i++) {
        struct sp_law_part *part = sp_delay_law_add(law, SP_LAW_EXP);
        status = part ? positive(e, part->a, &a[1 + i], "a rate") : sp_fail_memory(e->err);
        if (part)
            sp_value_ball(part->weight, a[0].value, e->prec + 128);
    }
    if (status == SP_OK) {
        arb_sub_ui(law->parts[1].weight, law->parts[1].weight, 1, e->prec + 128);
        arb_neg(law->parts[1].weight, law->parts[1].weight);
    }
    return status;
}

enum sp_status sp_law_gamma_order_stat(struct sp_eval *e, struct sp_value *r,
                                       const struct sp_argument *a, size_t n)
{
    struct sp_delay_law law;
    enum sp_status status = sp_law_gamma(e, &law, &a[2]);
    return settle_law(e, r, a, n, 3, &law, status);
}

enum sp_status sp_law_weibull_order_stat(struct sp_eval *e, struct sp_value *r,
                                         const struct sp_argument *a, size_t n)
{
    struct sp_delay_law law;
    sp_delay_law_init(&law);
    struct sp_law_part *part = sp_delay_law_add(&law, SP_LAW_WEIBULL);
    if (part == NULL)
        return sp_fail_memory(e->err);
    enum sp_status status = positive(e, part->a, &a[2], "the shape");
    arb_one(part->b);
    return settle_law(e, r, a, n, 3, &law, status);
}

enum sp_status sp_law_lognormal_order_stat(struct sp_eval *e, struct sp_value *r,
                                           const struct sp_argument *a, size_t n)
{
    struct sp_delay_law law;
    sp_delay_law_init(&law);
    struct sp_law_part *part = sp_delay_law_add(&law, SP_LAW_LOGNORMAL);
    if (part == NULL)
        return sp_fail_memory(e->err);
    enum sp_status status = positive(e, part->b, &a[2], "sigma");
    return settle_law(e, r, a, n, 3, &law, status);
}

enum sp_status sp_law_hyperexp_order_stat(struct sp_eval *e, struct sp_value *r,
                                          const struct sp_argument *a, size_t n)
{
    struct sp_delay_law law;
    enum sp_status status = sp_law_hyperexp(e, &law, &a[2]);
    return settle_law(e, r, a, n, 5, &law, status);
}

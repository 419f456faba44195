/* SPDX-License-Identifier: Apache-2.0 */
/* The scaled sign compressor as binary64 computes it, operation by operation, from left to right. */
#include <math.h>

#include "bounds/trace/trace.h"

/* The nearest double; a refusal when that is infinite. */
static enum sp_status nearest_double(struct sp_eval *e, const struct sp_value *v, double *d)
{
    arb_t ball;
    arb_init(ball);
    sp_value_ball(ball, v, e->prec);
    *d = arf_get_d(arb_midref(ball), ARF_RND_NEAR);
    arb_clear(ball);
    if (!isfinite(*d))
        return sp_fail(e->err, SP_FALSE, "an entry is beyond the range of binary64");
    return SP_OK;
}

static void set_double(struct sp_value *v, double d)
{
    arf_t exact;
    fmpq_t q;
    arf_init(exact);
    fmpq_init(q);
    arf_set_d(exact, d);
    arf_get_fmpq(q, exact);
    sp_value_set_exact(v, q);
    fmpq_clear(q);
    arf_clear(exact);
}

/* (x): s sign(x), s = (|x_0| + |x_1| + ...)/d, sign(0) = 1 */
SP_TRACE(sp_trace_scaled_sign_binary64)
{
    (void)n;
    const struct sp_list *x = a[0].list;
    double scale = 0.0, entry = 0.0;
    enum sp_status status = sp_vector_new(e, result, x->n);
    for (size_t i = 0; i < x->n && status == SP_OK; i++) {
        status = nearest_double(e, &x->items[i], &entry);
        scale += fabs(entry);
    }
    scale /= (double)x->n;
    if (status == SP_OK && !isfinite(scale))
        status = sp_fail(e->err, SP_FALSE, "the sum is beyond the range of binary64");
    for (size_t i = 0; i < x->n && status == SP_OK; i++) {
        status = nearest_double(e, &x->items[i], &entry);
        set_double(&result->items[i], entry >= 0.0 ? scale : -scale);
    }
    return status;
}

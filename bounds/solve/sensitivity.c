/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/solve/sensitivity.h"

#include <flint/fmpz.h>

static const struct sp_precision precision = {60, 512, 65536, 0};
#define BITS 512

struct side {
    arb_t log_input, log_value;
    int exists;
};

static void init_side(struct side *s)
{
    arb_init(s->log_input);
    arb_init(s->log_value);
    s->exists = 0;
}

static void clear_side(struct side *s)
{
    arb_clear(s->log_input);
    arb_clear(s->log_value);
}

/* ln |input| and ln |value| at the input. */
static enum sp_status look(struct side *s, struct sp_case *c, const char *name, const fmpq_t at,
                           struct sp_error *err)
{
    struct sp_error ignored;
    enum sp_status status = sp_case_set_exact(c, name, at, err);
    if (status != SP_OK)
        return status;
    if (sp_case_ball(c, s->log_value, precision, &ignored) != SP_OK)
        return SP_OK;
    arb_abs(s->log_value, s->log_value);
    arb_set_fmpq(s->log_input, at, BITS);
    arb_abs(s->log_input, s->log_input);
    s->exists = arb_is_positive(s->log_value) && arb_is_positive(s->log_input);
    arb_log(s->log_value, s->log_value, BITS);
    arb_log(s->log_input, s->log_input, BITS);
    return SP_OK;
}

/* at*(1 + sign*2^-40), or at + sign for a count. */
static void shifted(fmpq_t to, const fmpq_t at, int whole, long sign)
{
    fmpq_t step;
    fmpq_init(step);
    fmpq_set_si(step, sign, 1);
    if (!whole) {
        fmpq_div_2exp(step, step, 40);
        fmpq_mul(step, step, at);
    }
    fmpq_add(to, at, step);
    fmpq_clear(step);
}

static int quotient(double *elasticity, struct side *a, struct side *b)
{
    if (!a->exists || !b->exists)
        return 0;
    arb_sub(a->log_value, a->log_value, b->log_value, BITS);
    arb_sub(a->log_input, a->log_input, b->log_input, BITS);
    arb_div(a->log_value, a->log_value, a->log_input, BITS);
    *elasticity = arf_get_d(arb_midref(a->log_value), ARF_RND_NEAR);
    return arb_is_finite(a->log_value);
}

enum sp_status sp_elasticity(double *elasticity, struct sp_case *c, const char *name,
                             const fmpq_t at, int whole, struct sp_error *err)
{
    struct side above, here, below;
    fmpq_t to;
    init_side(&above);
    init_side(&here);
    init_side(&below);
    fmpq_init(to);
    shifted(to, at, whole, 1);
    enum sp_status status = look(&above, c, name, to, err);
    shifted(to, at, whole, -1);
    if (status == SP_OK)
        status = look(&below, c, name, to, err);
    if (status == SP_OK)
        status = look(&here, c, name, at, err);
    int both = above.exists && below.exists && !whole;
    if (status == SP_OK && !quotient(elasticity, above.exists ? &above : &here,
                                     both || !above.exists ? &below : &here))
        status = sp_fail(err, SP_FALSE, "%s: no elasticity here", name);
    clear_side(&above);
    clear_side(&here);
    clear_side(&below);
    fmpq_clear(to);
    return status;
}

void sp_middle(fmpq_t value, const arb_t ball)
{
    arf_get_fmpq(value, arb_midref(ball));
}

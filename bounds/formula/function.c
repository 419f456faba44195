/* SPDX-License-Identifier: Apache-2.0 */
/* The general functions of the formula language. Delay laws have their own table. */
#include "bounds/formula/function.h"

#include <string.h>

#include <acb.h>
#include <arb_hypgeom.h>
#include <flint/arith.h>

#include "bounds/trace/trace.h"

typedef void ball_function(arb_t, const arb_t, slong);

/* A function of one ball, with nothing exact about it. */
static void by_ball(struct sp_eval *e, struct sp_value *r, const struct sp_value *a,
                    ball_function *f)
{
    arb_t x;
    arb_init(x);
    sp_value_ball(x, a, e->prec);
    f(x, x, e->prec);
    sp_value_take_ball(r, x);
    arb_clear(x);
}

static enum sp_status f_sqrt(struct sp_eval *e, struct sp_value *r, const struct sp_argument *a,
                             size_t n)
{
    (void)n;
    int sign = 0;
    enum sp_status status = sp_eval_sign(e, a[0].value, &sign);
    if (status == SP_OK && sign < 0)
        return sp_fail(e->err, SP_FALSE, "square root of a negative number");
    if (status == SP_OK)
        sp_value_sqrt(r, a[0].value, sp_eval_new_root(e), e->prec);
    return status;
}

static enum sp_status f_exp(struct sp_eval *e, struct sp_value *r, const struct sp_argument *a,
                            size_t n)
{
    (void)n;
    if (a[0].value->is_exact && fmpq_is_zero(a[0].value->exact))
        sp_value_set_si(r, 1);
    else
        by_ball(e, r, a[0].value, arb_exp);
    return SP_OK;
}

static enum sp_status f_ln(struct sp_eval *e, struct sp_value *r, const struct sp_argument *a,
                           size_t n)
{
    (void)n;
    int sign = 0;
    enum sp_status status = sp_eval_sign(e, a[0].value, &sign);
    if (status == SP_OK && sign <= 0)
        return sp_fail(e->err, SP_FALSE, "logarithm of a number that is not positive");
    if (status == SP_OK && a[0].value->is_exact && fmpq_is_one(a[0].value->exact))
        sp_value_set_si(r, 0);
    else if (status == SP_OK)
        by_ball(e, r, a[0].value, arb_log);
    return status;
}

static enum sp_status f_abs(struct sp_eval *e, struct sp_value *r, const struct sp_argument *a,
                            size_t n)
{
    (void)e, (void)n;
    sp_value_abs(r, a[0].value);
    return SP_OK;
}

static enum sp_status to_integer(struct sp_eval *e, struct sp_value *r, const struct sp_value *a,
                                 int ceiling)
{
    fmpq_t q;
    fmpq_init(q);
    enum sp_status status = sp_eval_floor(e, a, ceiling, fmpq_numref(q));
    if (status == SP_OK)
        sp_value_set_exact(r, q);
    fmpq_clear(q);
    return status;
}

static enum sp_status f_floor(struct sp_eval *e, struct sp_value *r, const struct sp_argument *a,
                              size_t n)
{
    (void)n;
    return to_integer(e, r, a[0].value, 0);
}

static enum sp_status f_ceil(struct sp_eval *e, struct sp_value *r, const struct sp_argument *a,
                             size_t n)
{
    (void)n;
    return to_integer(e, r, a[0].value, 1);
}

/* a - floor(a) */
static enum sp_status f_frac(struct sp_eval *e, struct sp_value *r, const struct sp_argument *a,
                             size_t n)
{
    (void)n;
    enum sp_status status = to_integer(e, r, a[0].value, 0);
    if (status == SP_OK)
        sp_value_subtract(r, a[0].value, r, e->prec);
    return status;
}

/* -1, 0, 1 */
static enum sp_status f_sign(struct sp_eval *e, struct sp_value *r, const struct sp_argument *a,
                             size_t n)
{
    (void)n;
    int sign = 0;
    enum sp_status status = sp_eval_sign(e, a[0].value, &sign);
    if (status == SP_OK)
        sp_value_set_si(r, sign);
    return status;
}

/* The larger (smaller) of two. When balls overlap it is one of the two whichever it is: the
 * enclosure of both and the looser separation bound are right. */
static void either(struct sp_eval *e, struct sp_value *r, const struct sp_value *a,
                   const struct sp_value *b, int want_larger)
{
    struct sp_value difference;
    slong wanted = 0;
    sp_value_init(&difference);
    sp_value_subtract(&difference, a, b, e->prec);
    int sign = sp_value_sign(&difference, &wanted);
    sp_value_clear(&difference);
    if (sign != SP_SIGN_UNKNOWN) {
        sp_value_set(r, (sign >= 0) == want_larger ? a : b);
        return;
    }
    arb_t x, y;
    arb_init(x);
    arb_init(y);
    sp_value_ball(x, a, e->prec);
    sp_value_ball(y, b, e->prec);
    (want_larger ? arb_max : arb_min)(x, x, y, e->prec);
    sp_value_take_ball(r, x);
    r->is_algebraic = a->is_algebraic && b->is_algebraic;
    r->above = a->above > b->above ? a->above : b->above;
    r->below = a->below > b->below ? a->below : b->below;
    r->roots = a->roots | b->roots;
    arb_clear(x);
    arb_clear(y);
}

static enum sp_status fold(struct sp_eval *e, struct sp_value *r, const struct sp_argument *a,
                           size_t n, int want_larger)
{
    struct sp_value best;
    sp_value_init(&best);
    sp_value_set(&best, a[0].value);
    for (size_t i = 1; i < n; i++) {
        either(e, r, &best, a[i].value, want_larger);
        sp_value_set(&best, r);
    }
    sp_value_set(r, &best);
    sp_value_clear(&best);
    return SP_OK;
}

static enum sp_status f_max(struct sp_eval *e, struct sp_value *r, const struct sp_argument *a,
                            size_t n)
{
    return fold(e, r, a, n, 1);
}

static enum sp_status f_min(struct sp_eval *e, struct sp_value *r, const struct sp_argument *a,
                            size_t n)
{
    return fold(e, r, a, n, 0);
}

/* H_n: exact while it is short, then psi(n + 1) + the Euler constant. */
/* digamma(x + 1) + gamma */
static void harmonic_of(arb_t h, const arb_t x, slong prec)
{
    arb_t gamma;
    arb_init(gamma);
    arb_add_ui(h, x, 1, prec);
    arb_digamma(h, h, prec);
    arb_const_euler(gamma, prec);
    arb_add(h, h, gamma, prec);
    arb_clear(gamma);
}

/* Of a range: it increases. */
static void harmonic_range(struct sp_value *r, const arb_t range, slong prec)
{
    arb_t low, high;
    arb_init(low);
    arb_init(high);
    arb_get_lbound_arf(arb_midref(low), range, prec);
    arb_get_ubound_arf(arb_midref(high), range, prec);
    harmonic_of(low, low, prec);
    harmonic_of(high, high, prec);
    arb_union(low, low, high, prec);
    sp_value_take_ball(r, low);
    arb_clear(low);
    arb_clear(high);
}

static enum sp_status f_harmonic(struct sp_eval *e, struct sp_value *r, const struct sp_argument *a,
                                 size_t n)
{
    (void)n;
    ulong count = 0;
    const struct sp_value *v = a[0].value;
    if (!v->is_exact && mag_cmp_2exp_si(arb_radref(v->ball), -2) > 0 &&
        arb_is_nonnegative(v->ball)) {
        harmonic_range(r, v->ball, e->prec);
        return SP_OK;
    }
    enum sp_status status = sp_eval_count(e, v, WORD_MAX, "the argument of harmonic", &count);
    if (status != SP_OK)
        return status;
    if (count <= 1000) {
        fmpq_t q;
        fmpq_init(q);
        fmpq_harmonic_ui(q, count);
        sp_value_set_exact(r, q);
        fmpq_clear(q);
    } else {
        arb_t x;
        arb_init(x);
        arb_set_ui(x, count);
        harmonic_of(x, x, e->prec);
        sp_value_take_ball(r, x);
        arb_clear(x);
    }
    return SP_OK;
}

static const struct sp_function functions[] = {
    {"sqrt", 1, 1, 0, f_sqrt, "\\sqrt{@1}", "sqrt"},
    {"exp", 1, 1, 0, f_exp, "e^{@1}", "exp"},
    {"ln", 1, 1, 0, f_ln, "\\ln(@1)", "ln"},
    {"abs", 1, 1, 0, f_abs, "\\left|@1\\right|", "Rabs"},
    {"floor", 1, 1, 0, f_floor, "\\lfloor @1\\rfloor", NULL},
    {"ceil", 1, 1, 0, f_ceil, "\\lceil @1\\rceil", NULL},
    {"frac", 1, 1, 0, f_frac, "\\{@1\\}", NULL},
    {"sign", 1, 1, 0, f_sign, "\\mathrm{sign}(@1)", NULL},
    {"max", 1, 16, 0, f_max, "\\max(@*)", "Rmax"},
    {"min", 1, 16, 0, f_min, "\\min(@*)", "Rmin"},
    {"harmonic", 1, 1, 0, f_harmonic, "H_{@1}", NULL},
    {0},
};

static const struct sp_function *const tables[] = {
    functions, sp_number_functions, sp_list_functions, sp_law_functions, sp_table_functions,
    sp_instance_functions};

const struct sp_function *sp_function_at(size_t index)
{
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        for (const struct sp_function *f = tables[i]; f->name != NULL; f++)
            if (index-- == 0)
                return f;
    return NULL;
}

const struct sp_function *sp_function_find(const char *name)
{
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        for (const struct sp_function *f = tables[i]; f->name != NULL; f++)
            if (strcmp(f->name, name) == 0)
                return f;
    return NULL;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Decisions about numbers: never a guess, and exact where a condition is met with equality. */
#include <stdlib.h>

#include "bounds/formula/digits.h"
#include "bounds/formula/eval.h"

uint64_t sp_eval_new_root(struct sp_eval *e)
{
    return e->n_roots < 64 ? UINT64_C(1) << e->n_roots++ : 0;
}

enum sp_status sp_eval_undecided(struct sp_eval *e, slong wanted, const char *what)
{
    if (wanted > e->wanted)
        e->wanted = wanted;
    return sp_fail(e->err, SP_UNDECIDED, "%s could not be decided with %ld bits", what, e->prec);
}

enum sp_status sp_eval_sign(struct sp_eval *e, const struct sp_value *a, int *sign)
{
    slong wanted = 0;
    *sign = sp_value_sign(a, &wanted);
    if (*sign != SP_SIGN_UNKNOWN)
        return SP_OK;
    return sp_eval_undecided(e, wanted, "the sign of a number");
}

enum sp_status sp_eval_compare(struct sp_eval *e, const struct sp_value *a,
                               const struct sp_value *b, int *sign)
{
    struct sp_value difference;
    sp_value_init(&difference);
    sp_value_subtract(&difference, a, b, e->prec);
    slong wanted = 0;
    *sign = sp_value_sign(&difference, &wanted);
    sp_value_clear(&difference);
    if (*sign != SP_SIGN_UNKNOWN)
        return SP_OK;
    return sp_eval_undecided(e, wanted, "a comparison");
}

/* For a ball that contains one integer at most: floor by a comparison with it. */
static enum sp_status floor_near(struct sp_eval *e, const struct sp_value *a, int ceiling, fmpz_t n)
{
    struct sp_value candidate;
    int sign = 0;
    sp_value_init(&candidate);
    fmpz_set(fmpq_numref(candidate.exact), n);
    enum sp_status status = sp_eval_compare(e, a, &candidate, &sign);
    sp_value_clear(&candidate);
    if (!ceiling && sign < 0)
        fmpz_sub_ui(n, n, 1);
    if (ceiling && sign > 0)
        fmpz_add_ui(n, n, 1);
    return status;
}

int sp_near_integer(fmpz_t n, const arb_t x, slong prec)
{
    if (!arb_is_finite(x) || mag_cmp_2exp_si(arb_radref(x), -2) > 0 ||
        arf_cmpabs_2exp_si(arb_midref(x), SP_LONGEST_INTEGER) > 0)
        return 0;
    /* Far below 1 the sum is rounded: exactly it would have as many bits as the exponent says. */
    arf_t middle;
    arf_init(middle);
    arf_set_d(middle, 0.5);
    arf_add(middle, arb_midref(x), middle, prec + SP_LONGEST_INTEGER, ARF_RND_DOWN);
    arf_get_fmpz(n, middle, ARF_RND_FLOOR);
    arf_clear(middle);
    return 1;
}

enum sp_status sp_eval_floor(struct sp_eval *e, const struct sp_value *a, int ceiling, fmpz_t n)
{
    if (a->is_exact) {
        if (ceiling)
            fmpz_cdiv_q(n, fmpq_numref(a->exact), fmpq_denref(a->exact));
        else
            fmpz_fdiv_q(n, fmpq_numref(a->exact), fmpq_denref(a->exact));
        return SP_OK;
    }
    if (!sp_near_integer(n, a->ball, e->prec))
        return sp_eval_undecided(e, 0, "a floor");
    return floor_near(e, a, ceiling, n);
}

enum sp_status sp_eval_integer(struct sp_eval *e, const struct sp_value *a, const char *what,
                               fmpz_t n)
{
    if (sp_value_integer(n, a))
        return SP_OK;
    fmpz_t above;
    fmpz_init(above);
    enum sp_status status = a->is_exact ? SP_FALSE : sp_eval_floor(e, a, 0, n);
    if (status == SP_OK)
        status = sp_eval_floor(e, a, 1, above);
    if (status == SP_OK && !fmpz_equal(n, above))
        status = SP_FALSE;
    fmpz_clear(above);
    if (status != SP_FALSE)
        return status;
    char *text = sp_digits_short(a, e->prec);
    sp_fail(e->err, SP_FALSE, "%s must be a whole number, not %s", what, text ? text : "this");
    free(text);
    return SP_FALSE;
}

enum sp_status sp_eval_count(struct sp_eval *e, const struct sp_value *a, ulong most,
                             const char *what, ulong *n)
{
    fmpz_t integer;
    fmpz_init(integer);
    enum sp_status status = sp_eval_integer(e, a, what, integer);
    if (status == SP_OK && fmpz_sgn(integer) < 0)
        status = sp_fail(e->err, SP_FALSE, "%s must not be negative", what);
    if (status == SP_OK && fmpz_cmp_ui(integer, most) > 0)
        status = sp_fail(e->err, SP_FALSE, "%s is larger than %lu", what, most);
    if (status == SP_OK)
        *n = fmpz_get_ui(integer);
    fmpz_clear(integer);
    return status;
}

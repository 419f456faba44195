/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/formula/value.h"

#include <stdlib.h>

/* Sizes beyond this say nothing any more (and could overflow). */
#define HUGE_SIZE ((slong)1 << 40)

void sp_value_init(struct sp_value *v)
{
    fmpq_init(v->exact);
    arb_init(v->ball);
    v->is_exact = 1;
    v->is_algebraic = 1;
    v->above = v->below = 1;
    v->roots = 0;
}

void sp_value_clear(struct sp_value *v)
{
    fmpq_clear(v->exact);
    arb_clear(v->ball);
}

void sp_value_set(struct sp_value *v, const struct sp_value *a)
{
    if (v == a)
        return;
    v->is_exact = a->is_exact;
    if (a->is_exact)
        fmpq_set(v->exact, a->exact);
    else
        arb_set(v->ball, a->ball);
    v->is_algebraic = a->is_algebraic;
    v->above = a->above;
    v->below = a->below;
    v->roots = a->roots;
}

static void size_up(struct sp_value *v)
{
    v->is_algebraic = 1;
    v->roots = 0;
    v->above = (slong)fmpz_bits(fmpq_numref(v->exact));
    v->below = (slong)fmpz_bits(fmpq_denref(v->exact));
    v->above += v->above == 0;
}

void sp_value_set_si(struct sp_value *v, slong n)
{
    fmpq_set_si(v->exact, n, 1);
    v->is_exact = 1;
    size_up(v);
}

void sp_value_set_exact(struct sp_value *v, const fmpq_t q)
{
    fmpq_set(v->exact, q);
    v->is_exact = 1;
    size_up(v);
}

void sp_value_set_integer(struct sp_value *v, const fmpz_t n)
{
    fmpz_set(fmpq_numref(v->exact), n);
    fmpz_one(fmpq_denref(v->exact));
    v->is_exact = 1;
    size_up(v);
}

void sp_value_take_ball(struct sp_value *v, arb_t ball)
{
    arb_swap(v->ball, ball);
    v->is_exact = 0;
    v->is_algebraic = 0;
}

void sp_value_ball(arb_t ball, const struct sp_value *v, slong prec)
{
    if (v->is_exact)
        arb_set_fmpq(ball, v->exact, prec);
    else
        arb_set_round(ball, v->ball, prec);
}

/* After an exact operation: keep it, or make it a ball when it has grown too long. */
static void settle_exact(struct sp_value *v, slong prec)
{
    v->is_exact = 1;
    size_up(v);
    if (v->above + v->below <= SP_EXACT_BITS)
        return;
    arb_set_fmpq(v->ball, v->exact, prec);
    v->is_exact = 0;
}

static slong larger(slong a, slong b)
{
    return a > b ? a : b;
}

static void settle_ball(struct sp_value *v, int is_algebraic, slong above, slong below,
                        uint64_t roots)
{
    v->is_exact = 0;
    v->is_algebraic = is_algebraic && above < HUGE_SIZE && below < HUGE_SIZE;
    v->above = above;
    v->below = below;
    v->roots = roots;
}

void sp_value_negate(struct sp_value *v, const struct sp_value *a)
{
    sp_value_set(v, a);
    if (v->is_exact)
        fmpq_neg(v->exact, v->exact);
    else
        arb_neg(v->ball, v->ball);
}

void sp_value_abs(struct sp_value *v, const struct sp_value *a)
{
    sp_value_set(v, a);
    if (v->is_exact)
        fmpq_abs(v->exact, v->exact);
    else
        arb_abs(v->ball, v->ball);
}

typedef void exact_operation(fmpq_t, const fmpq_t, const fmpq_t);
typedef void ball_operation(arb_t, const arb_t, const arb_t, slong);

/* Both operands as balls, then the operation. */
static void by_balls(struct sp_value *v, const struct sp_value *a, const struct sp_value *b,
                     ball_operation *operation, slong prec)
{
    arb_t x, y;
    arb_init(x);
    arb_init(y);
    sp_value_ball(x, a, prec);
    sp_value_ball(y, b, prec);
    operation(v->ball, x, y, prec);
    arb_clear(x);
    arb_clear(y);
}

static void combine(struct sp_value *v, const struct sp_value *a, const struct sp_value *b,
                    exact_operation *exact, ball_operation *ball, slong above, slong below,
                    slong prec)
{
    if (a->is_exact && b->is_exact) {
        exact(v->exact, a->exact, b->exact);
        settle_exact(v, prec);
        return;
    }
    int algebraic = a->is_algebraic && b->is_algebraic;
    uint64_t roots = a->roots | b->roots;
    by_balls(v, a, b, ball, prec);
    settle_ball(v, algebraic, above, below, roots);
}

/* U1/L1 + U2/L2 = (U1 L2 + U2 L1)/(L1 L2) */
void sp_value_add(struct sp_value *v, const struct sp_value *a, const struct sp_value *b,
                  slong prec)
{
    combine(v, a, b, fmpq_add, arb_add, larger(a->above + b->below, b->above + a->below) + 1,
            a->below + b->below, prec);
}

void sp_value_subtract(struct sp_value *v, const struct sp_value *a, const struct sp_value *b,
                       slong prec)
{
    combine(v, a, b, fmpq_sub, arb_sub, larger(a->above + b->below, b->above + a->below) + 1,
            a->below + b->below, prec);
}

void sp_value_multiply(struct sp_value *v, const struct sp_value *a, const struct sp_value *b,
                       slong prec)
{
    combine(v, a, b, fmpq_mul, arb_mul, a->above + b->above, a->below + b->below, prec);
}

void sp_value_divide(struct sp_value *v, const struct sp_value *a, const struct sp_value *b,
                     slong prec)
{
    combine(v, a, b, fmpq_div, arb_div, a->above + b->below, a->below + b->above, prec);
}

/* sqrt of p/q in lowest terms is rational only if p and q are squares. */
static int exact_sqrt(struct sp_value *v, const struct sp_value *a)
{
    if (!a->is_exact || !fmpz_is_square(fmpq_numref(a->exact)) ||
        !fmpz_is_square(fmpq_denref(a->exact)))
        return 0;
    fmpz_sqrt(fmpq_numref(v->exact), fmpq_numref(a->exact));
    fmpz_sqrt(fmpq_denref(v->exact), fmpq_denref(a->exact));
    v->is_exact = 1;
    size_up(v);
    return 1;
}

void sp_value_sqrt(struct sp_value *v, const struct sp_value *a, uint64_t root, slong prec)
{
    if (exact_sqrt(v, a))
        return;
    int algebraic = a->is_algebraic && root != 0;
    slong above = (a->above + 1) / 2, below = (a->below + 1) / 2;
    uint64_t roots = a->roots | root;
    arb_t x;
    arb_init(x);
    sp_value_ball(x, a, prec);
    arb_sqrtpos(v->ball, x, prec); /* a >= 0 is known, so the part below 0 may be cut off */
    arb_clear(x);
    settle_ball(v, algebraic, above, below, roots);
}

/* Whether a^n stays short enough to be worth having exactly. */
static int power_is_short(const struct sp_value *a, const fmpz_t n)
{
    return fmpz_bits(n) < 13 && (a->above + a->below) * labs(fmpz_get_si(n)) <= SP_EXACT_BITS;
}

/* 0 and 1 have all powers; the others as long as they are short. */
static int exact_power(struct sp_value *v, const struct sp_value *a, const fmpz_t n)
{
    if (!a->is_exact)
        return 0;
    if (fmpz_is_zero(n) || fmpq_is_one(a->exact)) {
        sp_value_set_si(v, 1);
        return 1;
    }
    if (fmpq_is_zero(a->exact)) {
        sp_value_set_si(v, 0);
        return 1;
    }
    if (!power_is_short(a, n))
        return 0;
    fmpq_pow_si(v->exact, a->exact, fmpz_get_si(n));
    v->is_exact = 1;
    size_up(v);
    return 1;
}

void sp_value_power(struct sp_value *v, const struct sp_value *a, const fmpz_t n, slong prec)
{
    if (exact_power(v, a, n))
        return;
    int small = fmpz_bits(n) < 30;
    slong times = small ? labs(fmpz_get_si(n)) : 0;
    int algebraic =
        a->is_algebraic && small && a->above < HUGE_SIZE >> 31 && a->below < HUGE_SIZE >> 31;
    slong above = a->above * (algebraic ? times : 0), below = a->below * (algebraic ? times : 0);
    uint64_t roots = a->roots;
    arb_t x;
    arb_init(x);
    sp_value_ball(x, a, prec);
    arb_pow_fmpz(v->ball, x, n, prec);
    arb_clear(x);
    if (fmpz_sgn(n) < 0)
        settle_ball(v, algebraic, below, above, roots);
    else
        settle_ball(v, algebraic, above, below, roots);
}

/* -log2 of the least size of a non-zero value, or 0 when that is not known or useless. */
static slong separation(const struct sp_value *v)
{
    int roots = __builtin_popcountll(v->roots);
    if (!v->is_algebraic || roots > 6)
        return 0;
    slong degree = (slong)1 << (2 * roots);
    slong bits = (v->above + 1) * (degree - 1) + v->below + 1;
    return bits < HUGE_SIZE ? bits : 0;
}

int sp_value_sign(const struct sp_value *v, slong *wanted)
{
    *wanted = 0;
    if (v->is_exact)
        return fmpq_sgn(v->exact);
    if (arb_is_positive(v->ball))
        return 1;
    if (arb_is_negative(v->ball))
        return -1;
    if (arb_is_zero(v->ball))
        return 0;
    slong bits = separation(v);
    if (bits == 0)
        return SP_SIGN_UNKNOWN;
    mag_t size;
    mag_init(size);
    arb_get_mag(size, v->ball);
    int is_zero = mag_cmp_2exp_si(size, -bits) < 0;
    mag_clear(size);
    if (is_zero)
        return 0;
    *wanted = bits + v->above + 64;
    return SP_SIGN_UNKNOWN;
}

int sp_value_integer(fmpz_t n, const struct sp_value *v)
{
    if (!v->is_exact || !fmpz_is_one(fmpq_denref(v->exact)))
        return 0;
    fmpz_set(n, fmpq_numref(v->exact));
    return 1;
}

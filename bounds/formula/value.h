/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_FORMULA_VALUE_H
#define SP_FORMULA_VALUE_H

#include <stdint.h>

#include <arb.h>
#include <flint/fmpq.h>

/* A number while it is computed: exact as long as it is a rational of moderate size, else a ball.
 *
 * A ball that came from rationals by + - * / and square roots also carries a separation bound, so
 * that "is it zero?" can be answered: it is U/L where U and L are algebraic integers in a field
 * of degree at most 4^r (r = number of square roots used, each counted for U and for L) and all
 * conjugates of U (of L) are at most 2^above (2^below) in size. A non-zero U has a norm of at
 * least 1, hence |U| >= 2^-(above (4^r - 1)), and
 *     |U/L| >= 2^-(above (4^r - 1) + below).          [Burnikel, Fleischer, Mehlhorn, Schirra] */
struct sp_value {
    int is_exact;
    fmpq_t exact;
    arb_t ball; /* set also when exact only by sp_value_ball */
    int is_algebraic;
    slong above, below;
    uint64_t roots; /* one bit a square root */
};

/* Numbers in a row; with `columns` a table, row after row. */
struct sp_list {
    size_t n;
    size_t columns; /* 0: not a table */
    struct sp_value *items;
    size_t *order; /* indices by size; NULL until somebody asks */
};

/* Beyond this many bits of numerator and denominator a rational becomes a ball. */
#define SP_EXACT_BITS 4096

void sp_value_init(struct sp_value *v);
void sp_value_clear(struct sp_value *v);
void sp_value_set(struct sp_value *v, const struct sp_value *a);
void sp_value_set_si(struct sp_value *v, slong n);
void sp_value_set_exact(struct sp_value *v, const fmpq_t q);
void sp_value_set_integer(struct sp_value *v, const fmpz_t n);
/* Takes the ball over (swap); nothing is known about it but its enclosure. */
void sp_value_take_ball(struct sp_value *v, arb_t ball);

/* The value as a ball of `prec` bits. */
void sp_value_ball(arb_t ball, const struct sp_value *v, slong prec);

void sp_value_negate(struct sp_value *v, const struct sp_value *a);
void sp_value_abs(struct sp_value *v, const struct sp_value *a);
void sp_value_add(struct sp_value *v, const struct sp_value *a, const struct sp_value *b,
                  slong prec);
void sp_value_subtract(struct sp_value *v, const struct sp_value *a, const struct sp_value *b,
                       slong prec);
void sp_value_multiply(struct sp_value *v, const struct sp_value *a, const struct sp_value *b,
                       slong prec);
/* b must be known to be non-zero. */
void sp_value_divide(struct sp_value *v, const struct sp_value *a, const struct sp_value *b,
                     slong prec);
/* a must be known to be >= 0. `root` is the bit of this square root. */
void sp_value_sqrt(struct sp_value *v, const struct sp_value *a, uint64_t root, slong prec);
/* a^n; for n < 0 a must be known to be non-zero. */
void sp_value_power(struct sp_value *v, const struct sp_value *a, const fmpz_t n, slong prec);

/* -1, 0, 1 when the sign is certain, SP_SIGN_UNKNOWN when it needs more bits; *wanted is then the
 * precision at which it would be certain (0: not known, try more). */
#define SP_SIGN_UNKNOWN 2
int sp_value_sign(const struct sp_value *v, slong *wanted);

/* Whether v is exact and an integer; copies it. */
int sp_value_integer(fmpz_t n, const struct sp_value *v);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_REAL
#ifndef STALEPROOF_REDUCE_AXPY_H
#define STALEPROOF_REDUCE_AXPY_H

/* Adds a multiple of one vector to another, y := y + a*x, element by element. With a = 1 it adds
 * a gradient to an accumulator; the product is then exact and the sum rounded once.
 *
 *   y  n entries, read and written
 *   x  n entries, read
 *   a  factor of either sign, in (unit of y)/(unit of x)
 *
 * Aliasing: y and x must not overlap. Any n, 0 included.
 * Value: each product and each sum is rounded once, to nearest: no fused multiply-add.
 * Errors: none in the kernel; sp_checked_reduce_axpy_* returns a negative enum sp_code (NULL,
 * NOT_FINITE, TOO_LARGE, PARAMETER, OVERLAP, ROUNDING) with y untouched.
 * Source: [lawson1979] for the operation; the rounding bound is proved here. */

#include <stddef.h>
#ifdef __FRAMAC__
#include "specs/acsl/round.h"
#endif

/* Largest magnitude of an entry, and of the factor. */
#define SP_REDUCE_AXPY_LIMIT_F64 0x1p1000
#define SP_REDUCE_AXPY_LIMIT_F32 0x1p100f
#define SP_REDUCE_AXPY_FACTOR_LIMIT_F64 0x1p20
#define SP_REDUCE_AXPY_FACTOR_LIMIT_F32 0x1p20f

#include "staleproof/real_f64.h"
#include "staleproof/reduce_axpy.h"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#include "staleproof/reduce_axpy.h"
#include "staleproof/real_end.h"

#endif
#else /* the text for one type */

/*@ predicate SP_NAME(axpy_in)(SP_REAL x) =
      \is_finite(x) && -SP_CONST(SP_REDUCE_AXPY_LIMIT) <= x <= SP_CONST(SP_REDUCE_AXPY_LIMIT);
    predicate SP_NAME(axpy_factor)(SP_REAL a) = \is_finite(a)
      && -SP_CONST(SP_REDUCE_AXPY_FACTOR_LIMIT) <= a <= SP_CONST(SP_REDUCE_AXPY_FACTOR_LIMIT);
    predicate SP_NAME(axpy_value)(real r, real y, real x, real a) =
      r == SP_RND(y + SP_RND(a * x));
    // u|y| + (2u + u^2)|a x| + underflow, rounded up
    predicate SP_NAME(axpy_bound)(real r, real y, real x, real a) =
      dist(r, y + a * x) <= SP_U * \abs(y) + 3 * SP_U * \abs(a * x) + 2 * SP_TINY; */

/*@ requires room: \valid(y + (0 .. n - 1)) && \valid_read(x + (0 .. n - 1));
    requires apart: \separated(y + (0 .. n - 1), x + (0 .. n - 1));
    requires factor: SP_NAME(axpy_factor)(a);
    requires target: \forall integer i; 0 <= i < n ==> SP_NAME(axpy_in)(y[i]);
    requires source: \forall integer i; 0 <= i < n ==> SP_NAME(axpy_in)(x[i]);
    terminates \true;
    exits \false;
    assigns y[0 .. n - 1];
    ensures finite: \forall integer i; 0 <= i < n ==> \is_finite(y[i]);
    ensures value: \forall integer i; 0 <= i < n ==>
      SP_NAME(axpy_value)(y[i], \old(y[i]), x[i], a);
    ensures bound: \forall integer i; 0 <= i < n ==>
      SP_NAME(axpy_bound)(y[i], \old(y[i]), x[i], a); */
void SP_NAME(sp_reduce_axpy)(SP_REAL *y, const SP_REAL *x, size_t n, SP_REAL a);

int SP_NAME(sp_checked_reduce_axpy)(SP_REAL *y, const SP_REAL *x, size_t n, SP_REAL a);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_REAL
#ifndef STALEPROOF_REDUCE_DOT_H
#define STALEPROOF_REDUCE_DOT_H

/* The inner product of two vectors, sum_i x[i]*y[i], added up in index order in double.
 *
 *   x, y  n entries each, read; they may be the same array or overlap
 *   returns the sum, in (unit of x)*(unit of y); 0 for n = 0
 *
 * The float version also adds up in double, where the product of two floats is exact.
 * The result is finite for every n. The error bound is stated for n up to SP_REDUCE_DOT_LENGTH
 * (2^46; no machine holds more): with u = 2^-53,
 *   |result - exact| <= 1.0625 u (n+1) sum |x[i] y[i]| + 3 (n+1) 2^-1074.
 * With y = x the result is not negative.
 * Errors: none in the kernel; sp_checked_reduce_dot_* returns a negative enum sp_code (NULL,
 * NOT_FINITE, TOO_LARGE, ROUNDING) with *result untouched.
 * Source: [higham2002, section 3.1], with an explicit constant in place of gamma_n. */

#include <stddef.h>
#ifdef __FRAMAC__
#include "specs/acsl/round.h"
#endif

/* Largest magnitude of an entry. Every finite float is small enough. */
#define SP_REDUCE_DOT_LIMIT_F64 0x1p400
#define SP_REDUCE_DOT_LIMIT_F32 0x1.fffffep127f
#define SP_REDUCE_DOT_LENGTH 0x400000000000

/*@ // r computed and s exact sum of k - 1 products, a the sum of their magnitudes
    predicate dot_bound(real r, real s, real a, real k) =
      \abs(r - s) <= 1.0625 * 0x1p-53 * k * a + 3 * k * 0x1p-1074; */

#include "staleproof/real_f64.h"
#include "staleproof/reduce_dot.h"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#include "staleproof/reduce_dot.h"
#include "staleproof/real_end.h"

#endif
#else /* the text for one type */

/*@ predicate SP_NAME(dot_in)(SP_REAL x) =
      \is_finite(x) && -SP_CONST(SP_REDUCE_DOT_LIMIT) <= x <= SP_CONST(SP_REDUCE_DOT_LIMIT);
    logic real SP_NAME(dot_sum){L}(SP_REAL *x, SP_REAL *y, integer n) =
      n <= 0 ? 0.0 : SP_NAME(dot_sum)(x, y, n - 1) + x[n - 1] * y[n - 1];
    logic real SP_NAME(dot_abs){L}(SP_REAL *x, SP_REAL *y, integer n) =
      n <= 0 ? 0.0 : SP_NAME(dot_abs)(x, y, n - 1) + \abs(x[n - 1] * y[n - 1]); */

/*@ requires room: \valid_read(x + (0 .. n - 1)) && \valid_read(y + (0 .. n - 1));
    requires left: \forall integer i; 0 <= i < n ==> SP_NAME(dot_in)(x[i]);
    requires right: \forall integer i; 0 <= i < n ==> SP_NAME(dot_in)(y[i]);
    terminates \true;
    exits \false;
    assigns \nothing;
    ensures finite: \is_finite(\result);
    ensures square: x == y ==> \result >= 0
      && SP_NAME(dot_abs)(x, y, n) == SP_NAME(dot_sum)(x, y, n);
    ensures bound: n <= SP_REDUCE_DOT_LENGTH ==>
      dot_bound(\result, SP_NAME(dot_sum)(x, y, n), SP_NAME(dot_abs)(x, y, n), n + 1); */
double SP_NAME(sp_reduce_dot)(const SP_REAL *x, const SP_REAL *y, size_t n);

int SP_NAME(sp_checked_reduce_dot)(double *result, const SP_REAL *x, const SP_REAL *y, size_t n);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_REAL
#ifndef STALEPROOF_REDUCE_SQUARED_NORM_H
#define STALEPROOF_REDUCE_SQUARED_NORM_H

/* The squared Euclidean norm, sum_i x[i]^2: the dot product of x with itself.
 *
 *   x  n entries, read
 *   returns the sum, in (unit of x)^2, never negative; 0 for n = 0
 *
 * With u = 2^-53, for n up to SP_REDUCE_DOT_LENGTH:
 *   |result - exact| <= 1.0625 u (n+1) exact + 3 (n+1) 2^-1074.
 * A square below 2^-1074 is lost in that last term: scale such vectors first.
 * Errors: none in the kernel; sp_checked_reduce_squared_norm_* returns a negative enum sp_code
 * (NULL, NOT_FINITE, TOO_LARGE, ROUNDING) with *result untouched.
 * Source: [higham2002, section 3.1], with an explicit constant in place of gamma_n. */

#include "staleproof/reduce_dot.h"

#include "staleproof/real_f64.h"
#include "staleproof/reduce_squared_norm.h"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#include "staleproof/reduce_squared_norm.h"
#include "staleproof/real_end.h"

#endif
#else /* the text for one type */

/*@ requires room: \valid_read(x + (0 .. n - 1));
    requires entries: \forall integer i; 0 <= i < n ==> SP_NAME(dot_in)(x[i]);
    terminates \true;
    exits \false;
    assigns \nothing;
    ensures finite: \is_finite(\result);
    ensures positive: \result >= 0;
    ensures bound: n <= SP_REDUCE_DOT_LENGTH ==>
      dot_bound(\result, SP_NAME(dot_sum)(x, x, n), SP_NAME(dot_sum)(x, x, n), n + 1); */
double SP_NAME(sp_reduce_squared_norm)(const SP_REAL *x, size_t n);

int SP_NAME(sp_checked_reduce_squared_norm)(double *result, const SP_REAL *x, size_t n);

#endif

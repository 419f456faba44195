/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_REAL
#ifndef STALEPROOF_REDUCE_MEAN_H
#define STALEPROOF_REDUCE_MEAN_H

/* The mean of `count` vectors, held as the rows of one array:
 *   mean[j] = (rows[j] + rows[n + j] + ... + rows[(count-1)*n + j]) / count.
 *
 *   mean   n entries, written
 *   rows   count*n entries, read: row k is the gradient of learner k
 *   count  number of rows, 1 to SP_REDUCE_MEAN_COUNT
 *
 * Each column is added up in row order in the type itself, then divided once. With S the exact
 * column sum, A the sum of its magnitudes, u the unit roundoff and h the smallest positive number:
 *   |count*mean[j] - S| <= 1.0625 u (count+1) A + 4 count h.
 * Aliasing: mean must not overlap rows. Any n, 0 included, with count*n <= SIZE_MAX.
 * Errors: none in the kernel; sp_checked_reduce_mean_* returns a negative enum sp_code (NULL,
 * NOT_FINITE, TOO_LARGE, PARAMETER, TOO_LONG, OVERLAP, ROUNDING) with mean untouched.
 * A server that need not keep the gradients adds them up by sp_reduce_axpy with a = 1 and takes
 * sp_step_sgd with eta/count.
 * Source: [higham2002, section 4.2], with an explicit constant in place of gamma_n. */

#include <stddef.h>
#include <stdint.h>
#ifdef __FRAMAC__
#include "specs/acsl/round.h"
#endif

/* Most rows, and the largest magnitude of an entry. */
#define SP_REDUCE_MEAN_COUNT 0x10000
#define SP_REDUCE_MEAN_LIMIT_F64 0x1p1000
#define SP_REDUCE_MEAN_LIMIT_F32 0x1p100f

#include "staleproof/real_f64.h"
#include "staleproof/reduce_mean.h"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#include "staleproof/reduce_mean.h"
#include "staleproof/real_end.h"

#endif
#else /* the text for one type */

/*@ predicate SP_NAME(mean_in)(SP_REAL x) =
      \is_finite(x) && -SP_CONST(SP_REDUCE_MEAN_LIMIT) <= x <= SP_CONST(SP_REDUCE_MEAN_LIMIT);
    // column j over the first k rows of length n
    logic real SP_NAME(mean_sum){L}(SP_REAL *rows, integer n, integer j, integer k) =
      k <= 0 ? 0.0 : SP_NAME(mean_sum)(rows, n, j, k - 1) + rows[(k - 1) * n + j];
    logic real SP_NAME(mean_abs){L}(SP_REAL *rows, integer n, integer j, integer k) =
      k <= 0 ? 0.0 : SP_NAME(mean_abs)(rows, n, j, k - 1) + \abs(rows[(k - 1) * n + j]);
    predicate SP_NAME(mean_bound)(real r, real s, real a, real k) =
      \abs(k * r - s) <= 1.0625 * SP_U * (k + 1) * a + 4 * k * SP_TINY; */

/*@ requires count: 1 <= count <= SP_REDUCE_MEAN_COUNT && count * n <= SIZE_MAX;
    requires room: \valid(mean + (0 .. n - 1)) && \valid_read(rows + (0 .. count * n - 1));
    requires apart: \separated(mean + (0 .. n - 1), rows + (0 .. count * n - 1));
    requires entries: \forall integer i; 0 <= i < count * n ==> SP_NAME(mean_in)(rows[i]);
    terminates \true;
    exits \false;
    assigns mean[0 .. n - 1];
    ensures finite: \forall integer j; 0 <= j < n ==> \is_finite(mean[j]);
    ensures bound: \forall integer j; 0 <= j < n ==>
      SP_NAME(mean_bound)(mean[j], \old(SP_NAME(mean_sum)(rows, n, j, count)),
                          \old(SP_NAME(mean_abs)(rows, n, j, count)), count); */
void SP_NAME(sp_reduce_mean)(SP_REAL *mean, const SP_REAL *rows, size_t count, size_t n);

int SP_NAME(sp_checked_reduce_mean)(SP_REAL *mean, const SP_REAL *rows, size_t count, size_t n);

#endif

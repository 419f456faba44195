/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_REAL
#ifndef STALEPROOF_REDUCE_MAX_MAGNITUDE_H
#define STALEPROOF_REDUCE_MAX_MAGNITUDE_H

/* The largest magnitude of a vector, max_i |x[i]|: its l-infinity norm, exactly.
 *
 *   x  n entries, read
 *   returns the maximum, in the unit of x, never negative; 0 for n = 0
 *
 * Errors: none in the kernel; sp_checked_reduce_max_magnitude_* returns a negative enum sp_code
 * (NULL, NOT_FINITE, TOO_LONG, OVERLAP, ROUNDING) with *result untouched. A NaN is refused, not skipped.
 * Source: [higham2002, section 6.1]. */

#include <stddef.h>

#include "staleproof/real_f64.h"
#include "staleproof/reduce_max_magnitude.h"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#include "staleproof/reduce_max_magnitude.h"
#include "staleproof/real_end.h"

#endif
#else /* the text for one type */

/*@ requires room: \valid_read(x + (0 .. n - 1));
    requires entries: \forall integer i; 0 <= i < n ==> \is_finite(x[i]);
    terminates \true;
    exits \false;
    assigns \nothing;
    ensures finite: \is_finite(\result) && 0 <= \result;
    ensures above: \forall integer i; 0 <= i < n ==> -\result <= x[i] <= \result;
    ensures attained: n > 0 ==>
      \exists integer i; 0 <= i < n && (\result == x[i] || \result == -x[i]);
    ensures empty: n == 0 ==> \result == 0; */
SP_REAL SP_NAME(sp_reduce_max_magnitude)(const SP_REAL *x, size_t n);

int SP_NAME(sp_checked_reduce_max_magnitude)(SP_REAL *result, const SP_REAL *x, size_t n);

#endif

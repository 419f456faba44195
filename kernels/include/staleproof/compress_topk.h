/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_REAL
#ifndef STALEPROOF_COMPRESS_TOPK_H
#define STALEPROOF_COMPRESS_TOPK_H

/* TopK: keeps the k entries of largest magnitude and sets the others to 0. Among entries of equal
 * magnitude the lowest index is kept first. O(n), whatever the values.
 *
 *   q      n entries, written: x[i] where kept, 0 elsewhere
 *   index  k places, written: where, in increasing order
 *   key    n words of work space, written
 *   x      n entries, read, finite
 *   k      1 .. n; k = n keeps all
 *
 * Contraction: |x - q|^2 <= (1 - k/n) |x|^2, attained when all magnitudes are equal.
 * Aliasing: none of the four arrays may overlap.
 * Errors: none in the kernel; sp_checked_compress_topk_* returns a negative enum sp_code (NULL,
 * TOO_LONG, PARAMETER for k = 0 or k > n, OVERLAP, NOT_FINITE) with the outputs untouched. Not even
 * ranking is tried on a NaN: *bad, if given, tells the first index that is not finite.
 * Source: [stich2018, Definition 2.1]. */

#include <stddef.h>
#include <stdint.h>

#include "staleproof/compress_rank.h"

#include "staleproof/real_f64.h"
#include "staleproof/key_u64.h"
#include "staleproof/compress_topk.h"
#include "staleproof/key_end.h"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#include "staleproof/key_u32.h"
#include "staleproof/compress_topk.h"
#include "staleproof/key_end.h"
#include "staleproof/real_end.h"

#endif
#else /* the text for one type */

/*@ // The bits of |x| as an integer. That it orders as the magnitudes do is the one thing taken for
    // granted: tests/unit/t_compress_topk.c compares all neighbours of float.
    axiomatic SP_NAME(MagnitudeKey) {
      logic integer SP_NAME(magnitude_key)(SP_REAL x);
      axiom SP_NAME(magnitude_order): \forall SP_REAL x, y;
        \is_finite(x) ==> \is_finite(y) ==>
        (SP_NAME(magnitude_key)(x) <= SP_NAME(magnitude_key)(y) <==> \abs(x) <= \abs(y));
    }
    // x[i] is kept before x[j]
    predicate SP_NAME(ranks)(real a, integer i, real b, integer j) =
      \abs(a) > \abs(b) || (\abs(a) == \abs(b) && i < j); */

/*@ terminates \true;
    exits \false;
    assigns \nothing;
    ensures key: \result == SP_NAME(magnitude_key)(x) && \result >= 0; */
SP_STORED SP_NAME(sp_compress_magnitude_key)(SP_REAL x);

/*@ requires room: \valid(q + (0 .. n - 1)) && \valid(index + (0 .. k - 1)) &&
                   \valid(key + (0 .. n - 1)) && \valid_read(x + (0 .. n - 1));
    requires apart: \separated(q + (0 .. n - 1), index + (0 .. k - 1), key + (0 .. n - 1),
                               x + (0 .. n - 1));
    requires count: 1 <= k <= n;
    requires finite: \forall integer i; 0 <= i < n ==> \is_finite(x[i]);
    terminates \true;
    exits \false;
    assigns q[0 .. n - 1], index[0 .. k - 1], key[0 .. n - 1];
    ensures range: \forall integer s; 0 <= s < k ==> 0 <= index[s] < n;
    ensures sorted: SP_KEY_NAME(increasing)(index, k);
    ensures best: \forall integer s, j; 0 <= s < k ==> 0 <= j < n ==>
      !SP_KEY_NAME(member)(index, k, j) ==> SP_NAME(ranks)(x[index[s]], index[s], x[j], j);
    ensures kept: \forall integer s; 0 <= s < k ==> q[index[s]] == x[index[s]];
    ensures dropped: \forall integer j; 0 <= j < n ==>
      !SP_KEY_NAME(member)(index, k, j) ==> q[j] == 0; */
void SP_NAME(sp_compress_topk)(SP_REAL *q, size_t *index, SP_STORED *key, const SP_REAL *x, size_t n,
                               size_t k);

int SP_NAME(sp_checked_compress_topk)(SP_REAL *q, size_t *index, SP_STORED *key, const SP_REAL *x,
                                      size_t n, size_t k, size_t *bad);

#endif

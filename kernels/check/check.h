/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_REAL
#ifndef SP_KERNELS_CHECK_H
#define SP_KERNELS_CHECK_H

/* What the checked entry points test before they call a kernel. Every function returns SP_CODE_OK
 * or the code that a checked entry point then returns as it is. Not installed. */

#include <stddef.h>
#include <stdint.h>
#include "staleproof/code.h"

/* Returns the code of a failed test from the function that uses it. */
#define SP_CHECK(test)                                                                             \
    do {                                                                                           \
        const int code_ = (test);                                                                  \
        if (code_ != SP_CODE_OK)                                                                   \
            return code_;                                                                          \
    } while (0)

/* SP_CODE_NULL for no address although n > 0; SP_CODE_TOO_LONG if n elements of `size` bytes (at
 * least one) cannot be one object. */
/*@ requires size: size >= 1;
    terminates \true;
    exits \false;
    assigns \nothing;
    ensures known: \result == SP_CODE_OK || \result == SP_CODE_NULL || \result == SP_CODE_TOO_LONG;
    ensures there: \result == SP_CODE_NULL <==> n > 0 && address == \null;
    ensures fits: \result == SP_CODE_OK ==> n * size <= SIZE_MAX;
    ensures large: \result == SP_CODE_TOO_LONG ==> n * size > SIZE_MAX; */
int sp_check_array(const void *address, size_t n, size_t size);

/* SP_CODE_OVERLAP if the two ranges, lengths in bytes, share a byte. */
int sp_check_apart(const void *a, size_t a_bytes, const void *b, size_t b_bytes);

/* SP_CODE_ROUNDING unless arithmetic rounds to nearest and keeps subnormal numbers: what is proved
 * of a kernel is proved of that arithmetic. */
int sp_check_rounding(void);

#include "staleproof/real_f64.h"
#include "kernels/check/check.h"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#include "kernels/check/check.h"
#include "staleproof/real_end.h"

#endif
#else /* the text for one type */

/* SP_CODE_NOT_FINITE if x holds a NaN or an infinity, else SP_CODE_TOO_LARGE if it holds a
 * magnitude above `limit` (finite, not negative). */
/*@ requires room: \valid_read(x + (0 .. n - 1));
    requires limit: \is_finite(limit) && limit >= 0;
    terminates \true;
    exits \false;
    assigns \nothing;
    ensures known: \result == SP_CODE_OK || \result == SP_CODE_NOT_FINITE
      || \result == SP_CODE_TOO_LARGE;
    ensures good: \result == SP_CODE_OK <==> (\forall integer i; 0 <= i < n ==>
      \is_finite(x[i]) && -limit <= x[i] <= limit);
    ensures finite: \result != SP_CODE_NOT_FINITE <==>
      (\forall integer i; 0 <= i < n ==> \is_finite(x[i])); */
int SP_NAME(sp_check_entries)(const SP_REAL *x, size_t n, SP_REAL limit);

/* SP_CODE_PARAMETER unless low <= x <= high; a NaN is refused. */
/*@ requires ends: \is_finite(low) && \is_finite(high);
    terminates \true;
    exits \false;
    assigns \nothing;
    ensures known: \result == SP_CODE_OK || \result == SP_CODE_PARAMETER;
    ensures good: \result == SP_CODE_OK <==> (\is_finite(x) && low <= x <= high); */
int SP_NAME(sp_check_range)(SP_REAL x, SP_REAL low, SP_REAL high);

#endif

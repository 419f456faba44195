/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_REAL
#ifndef STALEPROOF_GRADIENT_CLIP_VALUE_H
#define STALEPROOF_GRADIENT_CLIP_VALUE_H

/* Clips a gradient by value: each entry is brought into [-limit, limit], exactly.
 *
 *   g      n gradient entries, read and written
 *   limit  largest magnitude that is left as it is, in the unit of g; 0 makes g zero
 *
 * Clipping by value turns the gradient; clipping by norm does not. Any n, 0 included.
 * Decided: a limit of +infinity clips nothing; a NaN or a negative limit is refused; an entry that
 * is infinite or a NaN is refused and not clipped, because it is no gradient.
 * Errors: none in the kernel; sp_checked_gradient_clip_value_* returns a negative enum sp_code
 * (NULL, NOT_FINITE, TOO_LONG, PARAMETER, ROUNDING) with g untouched.
 * Source: [pascanu2013, section 3.2], entry by entry. */

#include <stddef.h>

#include "staleproof/real_f64.h"
#include "staleproof/gradient_clip_value.h"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#include "staleproof/gradient_clip_value.h"
#include "staleproof/real_end.h"

#endif
#else /* the text for one type */

/*@ predicate SP_NAME(clip_value)(real r, real x, real limit) =
      -limit <= r <= limit && (x < -limit ==> r == -limit) && (x > limit ==> r == limit) &&
      (-limit <= x <= limit ==> r == x); */

/*@ requires room: \valid(g + (0 .. n - 1));
    requires limit: \is_finite(limit) && 0 <= limit;
    requires entries: \forall integer i; 0 <= i < n ==> \is_finite(g[i]);
    terminates \true;
    exits \false;
    assigns g[0 .. n - 1];
    ensures finite: \forall integer i; 0 <= i < n ==> \is_finite(g[i]);
    ensures value: \forall integer i; 0 <= i < n ==>
      SP_NAME(clip_value)(g[i], \old(g[i]), limit); */
void SP_NAME(sp_gradient_clip_value)(SP_REAL *g, size_t n, SP_REAL limit);

int SP_NAME(sp_checked_gradient_clip_value)(SP_REAL *g, size_t n, SP_REAL limit);

#endif

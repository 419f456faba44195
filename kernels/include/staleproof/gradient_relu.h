/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_REAL
#ifndef STALEPROOF_GRADIENT_RELU_H
#define STALEPROOF_GRADIENT_RELU_H

/* The rectifier y = max(x, 0), entry by entry, and its gradient, both exact.
 *
 *   forward:  y   n entries, written            backward:  dx  n entries, written
 *             x   n entries, read                          dy  n entries, read: dloss/dy
 *                                                          x   n entries, read: what went forward
 *
 * dx[i] = dy[i] where x[i] > 0, else 0: at 0, where there is no derivative, the subgradient 0.
 * Aliasing: the written array overlaps no other. Any n, 0 included.
 * Errors: none in the kernels; sp_checked_gradient_relu_* returns a negative enum sp_code (NULL,
 * NOT_FINITE, TOO_LONG, OVERLAP, ROUNDING) with the written array untouched.
 * Source: [goodfellow2016, section 6.3.1]. */

#include <stddef.h>

#include "staleproof/real_f64.h"
#include "staleproof/gradient_relu.h"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#include "staleproof/gradient_relu.h"
#include "staleproof/real_end.h"

#endif
#else /* the text for one type */

/*@ predicate SP_NAME(relu_value)(real r, real x, real y) =
      (x > 0 ==> r == y) && (x <= 0 ==> r == 0); */

/*@ requires room: \valid(y + (0 .. n - 1)) && \valid_read(x + (0 .. n - 1));
    requires apart: \separated(y + (0 .. n - 1), x + (0 .. n - 1));
    requires entries: \forall integer i; 0 <= i < n ==> \is_finite(x[i]);
    terminates \true;
    exits \false;
    assigns y[0 .. n - 1];
    ensures finite: \forall integer i; 0 <= i < n ==> \is_finite(y[i]);
    ensures value: \forall integer i; 0 <= i < n ==> SP_NAME(relu_value)(y[i], x[i], x[i]); */
void SP_NAME(sp_gradient_relu_forward)(SP_REAL *y, const SP_REAL *x, size_t n);

/*@ requires room: \valid(dx + (0 .. n - 1)) && \valid_read(dy + (0 .. n - 1)) &&
      \valid_read(x + (0 .. n - 1));
    requires apart: \separated(dx + (0 .. n - 1), dy + (0 .. n - 1)) &&
      \separated(dx + (0 .. n - 1), x + (0 .. n - 1));
    requires entries: \forall integer i; 0 <= i < n ==> \is_finite(x[i]) && \is_finite(dy[i]);
    terminates \true;
    exits \false;
    assigns dx[0 .. n - 1];
    ensures finite: \forall integer i; 0 <= i < n ==> \is_finite(dx[i]);
    ensures value: \forall integer i; 0 <= i < n ==> SP_NAME(relu_value)(dx[i], x[i], dy[i]); */
void SP_NAME(sp_gradient_relu_backward)(SP_REAL *dx, const SP_REAL *dy, const SP_REAL *x,
                                        size_t n);

int SP_NAME(sp_checked_gradient_relu_forward)(SP_REAL *y, const SP_REAL *x, size_t n);
int SP_NAME(sp_checked_gradient_relu_backward)(SP_REAL *dx, const SP_REAL *dy, const SP_REAL *x,
                                               size_t n);

#endif

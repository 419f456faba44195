/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_REAL
#ifndef STALEPROOF_STEP_SGD_H
#define STALEPROOF_STEP_SGD_H

/* The step of stochastic gradient descent, w := w - eta*g, element by element.
 *
 *   w    n weights, read and written
 *   g    n gradient entries, read
 *   eta  learning rate, in (unit of w)/(unit of g); 0 leaves w as it is
 *
 * A parameter server that has added up K gradients calls it with eta/K.
 * Aliasing: w and g must not overlap. Any n, 0 included.
 * Value: each product and each difference is rounded once, to nearest: no fused multiply-add.
 * Errors: the kernel has no error path; sp_checked_step_sgd_* tests what it needs and returns a
 * negative enum sp_code (NULL, NOT_FINITE, TOO_LARGE, PARAMETER, OVERLAP, ROUNDING) with w untouched.
 * Source: [robbins1951]; the rounding bound is proved here. */

#include <stddef.h>
#ifdef __FRAMAC__
#include "specs/acsl/round.h"
#endif

/* Largest magnitude of a weight or gradient entry, and of the learning rate. */
#define SP_STEP_SGD_LIMIT_F64 0x1p1000
#define SP_STEP_SGD_LIMIT_F32 0x1p100f
#define SP_STEP_SGD_ETA_LIMIT_F64 0x1p20
#define SP_STEP_SGD_ETA_LIMIT_F32 0x1p20f

#include "staleproof/real_f64.h"
#include "staleproof/step_sgd.h"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#include "staleproof/step_sgd.h"
#include "staleproof/real_end.h"

#endif
#else /* the text for one type */

/*@ predicate SP_NAME(sgd_in)(SP_REAL x) =
      \is_finite(x) && -SP_CONST(SP_STEP_SGD_LIMIT) <= x <= SP_CONST(SP_STEP_SGD_LIMIT);
    predicate SP_NAME(sgd_rate)(SP_REAL eta) =
      \is_finite(eta) && 0 <= eta <= SP_CONST(SP_STEP_SGD_ETA_LIMIT);
    predicate SP_NAME(sgd_value)(real r, real w, real g, real eta) =
      r == SP_RND(w - SP_RND(eta * g));
    // u|w| + (2u + u^2)|eta g| + underflow, rounded up
    predicate SP_NAME(sgd_bound)(real r, real w, real g, real eta) =
      dist(r, rsub(w, eta * g)) <= SP_U * \abs(w) + 3 * SP_U * \abs(eta * g) + 2 * SP_TINY; */

/*@ requires room: \valid(w + (0 .. n - 1)) && \valid_read(g + (0 .. n - 1));
    requires apart: \separated(w + (0 .. n - 1), g + (0 .. n - 1));
    requires rate: SP_NAME(sgd_rate)(eta);
    requires weights: \forall integer i; 0 <= i < n ==> SP_NAME(sgd_in)(w[i]);
    requires gradient: \forall integer i; 0 <= i < n ==> SP_NAME(sgd_in)(g[i]);
    terminates \true;
    exits \false;
    assigns w[0 .. n - 1];
    ensures finite: \forall integer i; 0 <= i < n ==> \is_finite(w[i]);
    ensures value: \forall integer i; 0 <= i < n ==>
      SP_NAME(sgd_value)(w[i], \old(w[i]), g[i], eta);
    ensures bound: \forall integer i; 0 <= i < n ==>
      SP_NAME(sgd_bound)(w[i], \old(w[i]), g[i], eta); */
void SP_NAME(sp_step_sgd)(SP_REAL *w, const SP_REAL *g, size_t n, SP_REAL eta);

int SP_NAME(sp_checked_step_sgd)(SP_REAL *w, const SP_REAL *g, size_t n, SP_REAL eta);

#endif

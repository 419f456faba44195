/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_REAL
#ifndef STALEPROOF_STEP_MOMENTUM_H
#define STALEPROOF_STEP_MOMENTUM_H

/* The heavy-ball step, element by element, in both of its forms:
 *
 *   p := mu p + c g      w := w - alpha p
 *
 *   classic        c = 1
 *   moving mean    c = 1 - mu; the same walk as the classic form with alpha (1 - mu) in place of alpha
 *
 *   w, p    n entries each, read and written; p starts at 0
 *   g       n gradient entries, read
 *
 * Decided: the new p moves w; mu and c are what they are as numbers, c is not computed here.
 * Coupled weight decay is sp_reduce_axpy on g beforehand.
 * Aliasing: no two of the three arrays may overlap. Any n, 0 included.
 * Value: every operation rounded once, to nearest.
 * Errors: none in the kernel; sp_checked_step_momentum_* returns a negative enum sp_code (NULL,
 * NOT_FINITE, TOO_LARGE, PARAMETER, OVERLAP, ROUNDING) with both arrays untouched.
 * Source: [polyak1964]; the rounding bounds are proved here. With |g| <= G and |p| <= M a step leaves
 * |p| <= (1 + 2.25u)(mu M + c G) + 4*tiny: |p| <= G itself does not survive rounding. */

#include "staleproof/step_sgd.h"

/* Largest magnitude of p and g; of w and alpha: as for step_sgd. */
#define SP_STEP_MOMENTUM_LIMIT_F64 0x1p990
#define SP_STEP_MOMENTUM_LIMIT_F32 0x1p90f

#include "staleproof/real_f64.h"
#include "staleproof/step_momentum.h"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#include "staleproof/step_momentum.h"
#include "staleproof/real_end.h"

#endif
#else /* the text for one type */

struct SP_NAME(sp_momentum) {
    SP_REAL alpha; /* learning rate, 0 to SP_STEP_SGD_ETA_LIMIT */
    SP_REAL mu;    /* what is kept of p, 0 to 1 */
    SP_REAL c;     /* weight of the gradient, 0 to 1 */
};

/*@ predicate SP_NAME(momentum_in)(SP_REAL x) = \is_finite(x)
      && -SP_CONST(SP_STEP_MOMENTUM_LIMIT) <= x <= SP_CONST(SP_STEP_MOMENTUM_LIMIT);
    predicate SP_NAME(momentum_share)(SP_REAL x) = \is_finite(x) && 0 <= x <= 1;
    predicate SP_NAME(momentum_options)(struct SP_NAME(sp_momentum) o) =
      SP_NAME(sgd_rate)(o.alpha) && SP_NAME(momentum_share)(o.mu) && SP_NAME(momentum_share)(o.c);
    predicate SP_NAME(momentum_value)(real r, real b, real x, real c, real y) =
      r == SP_RND(SP_RND(b * x) + SP_RND(c * y));
    // (2u + u^2)(|b x| + |c y|) + underflow, rounded up
    predicate SP_NAME(momentum_bound)(real r, real b, real x, real c, real y) =
      dist(r, b * x + c * y) <= 2.25 * SP_U * (\abs(b * x) + \abs(c * y)) + 4 * SP_TINY; */

/*@ requires room: \valid(w + (0 .. n - 1)) && \valid(p + (0 .. n - 1))
      && \valid_read(g + (0 .. n - 1));
    requires apart: \separated(w + (0 .. n - 1), p + (0 .. n - 1), g + (0 .. n - 1));
    requires options: SP_NAME(momentum_options)(o);
    requires weights: \forall integer i; 0 <= i < n ==> SP_NAME(sgd_in)(w[i]);
    requires moments: \forall integer i; 0 <= i < n ==> SP_NAME(momentum_in)(p[i]);
    requires gradient: \forall integer i; 0 <= i < n ==> SP_NAME(momentum_in)(g[i]);
    terminates \true;
    exits \false;
    assigns w[0 .. n - 1], p[0 .. n - 1];
    ensures finite: \forall integer i; 0 <= i < n ==> \is_finite(w[i]) && \is_finite(p[i]);
    ensures moment: \forall integer i; 0 <= i < n ==>
      SP_NAME(momentum_value)(p[i], o.mu, \old(p[i]), o.c, g[i]);
    ensures moment_bound: \forall integer i; 0 <= i < n ==>
      SP_NAME(momentum_bound)(p[i], o.mu, \old(p[i]), o.c, g[i]);
    ensures value: \forall integer i; 0 <= i < n ==>
      SP_NAME(sgd_value)(w[i], \old(w[i]), p[i], o.alpha);
    ensures bound: \forall integer i; 0 <= i < n ==>
      SP_NAME(sgd_bound)(w[i], \old(w[i]), p[i], o.alpha); */
void SP_NAME(sp_step_momentum)(SP_REAL *w, SP_REAL *p, const SP_REAL *g, size_t n,
                               struct SP_NAME(sp_momentum) o);

int SP_NAME(sp_checked_step_momentum)(SP_REAL *w, SP_REAL *p, const SP_REAL *g, size_t n,
                                      struct SP_NAME(sp_momentum) o);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_REAL
#ifndef STALEPROOF_STEP_AMSGRAD_H
#define STALEPROOF_STEP_AMSGRAD_H

/* The AMSGrad step with a box, element by element:
 *
 *   m := b1 m + (1-b1) g      v := b2 v + (1-b2) g^2      vhat := max(vhat, v)
 *   s := sqrt(vhat) + eps, or max(sqrt(vhat), eps) if `floor` is not 0
 *   w := clamp(w - alpha m / s, low, high),     where s = 0 takes no step
 *
 *   w, m, v, vhat  n entries each, read and written; m, v and vhat start at 0
 *   g              n gradient entries, read
 *
 * Decided: vhat is the maximum of v as it is, not bias-corrected; eps stands outside the root;
 * eps = 0 is the plain scale with 0/0 := 0. A zero gradient with zero moments leaves w as it is.
 * A box that does not bind is low = -LIMIT, high = LIMIT: with it a weight never leaves the range
 * that the next step needs.
 * Aliasing: no two of the five arrays may overlap. Any n, 0 included.
 * Value: every operation rounded once, to nearest. 1 - b is exact for b in [1/2, 1].
 * A gradient whose square is subnormal (|g| < 2^-511, float 2^-63) makes v lose what m keeps, and
 * |m|/s is then not bounded by C_m of [adaptive, L1]; scale the problem if that matters.
 * Errors: none in the kernel; sp_checked_step_amsgrad_* returns a negative enum sp_code (NULL,
 * NOT_FINITE, TOO_LARGE, PARAMETER, OVERLAP, ROUNDING) with all arrays untouched.
 * Source: [reddi2018], without bias correction; the box as in [xu2020]. */

#include <stddef.h>
#ifdef __FRAMAC__
#include "specs/acsl/round.h"
#endif

/* Largest magnitudes: of m and g; of v and vhat; of w, low and high; of alpha and eps. */
#define SP_STEP_AMSGRAD_MOMENT_F64 0x1p400
#define SP_STEP_AMSGRAD_MOMENT_F32 0x1p27f
#define SP_STEP_AMSGRAD_SQUARE_F64 0x1p802
#define SP_STEP_AMSGRAD_SQUARE_F32 0x1p56f
#define SP_STEP_AMSGRAD_LIMIT_F64 0x1p1000
#define SP_STEP_AMSGRAD_LIMIT_F32 0x1p100f
#define SP_STEP_AMSGRAD_RATE_F64 0x1p20
#define SP_STEP_AMSGRAD_RATE_F32 0x1p20f
/* Below it a scale is 0: the root of the smallest positive number is not smaller. */
#define SP_STEP_AMSGRAD_LEAST_F64 0x1p-537
#define SP_STEP_AMSGRAD_LEAST_F32 0x1p-75f

#include "staleproof/real_f64.h"
#include "staleproof/step_amsgrad.h"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#include "staleproof/step_amsgrad.h"
#include "staleproof/real_end.h"

#endif
#else /* the text for one type */

struct SP_NAME(sp_amsgrad) {
    SP_REAL alpha; /* learning rate, 0 to RATE */
    SP_REAL b1;    /* decay of m, 0 to 1 */
    SP_REAL b2;    /* decay of v, 0 to 1 */
    SP_REAL eps;   /* added to the root, or its floor; 0 to RATE */
    SP_REAL low;   /* box: low <= high, both within LIMIT */
    SP_REAL high;
    int floor;     /* 0: eps is added to the root; else the root is at least eps */
};

/*@ predicate SP_NAME(amsgrad_moment)(SP_REAL x) = \is_finite(x)
      && -SP_CONST(SP_STEP_AMSGRAD_MOMENT) <= x <= SP_CONST(SP_STEP_AMSGRAD_MOMENT);
    predicate SP_NAME(amsgrad_square)(SP_REAL x) =
      \is_finite(x) && 0 <= x <= SP_CONST(SP_STEP_AMSGRAD_SQUARE);
    predicate SP_NAME(amsgrad_weight)(SP_REAL x) = \is_finite(x)
      && -SP_CONST(SP_STEP_AMSGRAD_LIMIT) <= x <= SP_CONST(SP_STEP_AMSGRAD_LIMIT);
    predicate SP_NAME(amsgrad_rate)(SP_REAL x) =
      \is_finite(x) && 0 <= x <= SP_CONST(SP_STEP_AMSGRAD_RATE);
    predicate SP_NAME(amsgrad_decay)(SP_REAL x) = \is_finite(x) && 0 <= x <= 1;
    predicate SP_NAME(amsgrad_options)(struct SP_NAME(sp_amsgrad) p) =
      SP_NAME(amsgrad_rate)(p.alpha) && SP_NAME(amsgrad_rate)(p.eps)
      && SP_NAME(amsgrad_decay)(p.b1) && SP_NAME(amsgrad_decay)(p.b2)
      && SP_NAME(amsgrad_weight)(p.low) && SP_NAME(amsgrad_weight)(p.high) && p.low <= p.high;

    // r is b*x + (1-b)*y as computed
    predicate SP_NAME(amsgrad_average)(real r, real b, real x, real y) =
      r == SP_RND(SP_RND(b * x) + SP_RND(SP_RND(1 - b) * y));
    predicate SP_NAME(amsgrad_greatest)(real r, real x, real y) =
      r >= x && r >= y && (r == x || r == y);
    predicate SP_NAME(amsgrad_scale)(real s, real vhat, real eps, integer floor) =
      floor == 0 ? s == SP_RND(SP_RND(\sqrt(vhat)) + eps)
                 : SP_NAME(amsgrad_greatest)(s, SP_RND(\sqrt(vhat)), eps);
    predicate SP_NAME(amsgrad_move)(real d, real alpha, real m, real s) =
      s < SP_CONST(SP_STEP_AMSGRAD_LEAST) ? d == 0 : d == SP_RND(SP_RND(alpha * m) / s);
    predicate SP_NAME(amsgrad_clamp)(real r, real x, real low, real high) =
      (x < low ==> r == low) && (x > high ==> r == high) && (low <= x <= high ==> r == x); */

/* One element: what w, m, v and vhat become. Declared and not defined in place, so that the loop
 * carries it whole; the axiom is its definition. */
/*@ axiomatic SP_NAME(AmsgradElement) {
      predicate SP_NAME(amsgrad_element)(real w1, real m1, real v1, real h1,
        real w, real m, real v, real h, real g, struct SP_NAME(sp_amsgrad) p);
      axiom SP_NAME(amsgrad_element_definition): \forall real w1, m1, v1, h1, w, m, v, h, g,
        struct SP_NAME(sp_amsgrad) p;
        SP_NAME(amsgrad_element)(w1, m1, v1, h1, w, m, v, h, g, p) <==>
          SP_NAME(amsgrad_average)(m1, p.b1, m, g)
          && SP_NAME(amsgrad_average)(v1, p.b2, v, SP_RND(g * g))
          && SP_NAME(amsgrad_greatest)(h1, h, v1)
          && (\exists real s, d; SP_NAME(amsgrad_scale)(s, h1, p.eps, p.floor)
              && SP_NAME(amsgrad_move)(d, p.alpha, m1, s)
              && SP_NAME(amsgrad_clamp)(w1, SP_RND(w - d), p.low, p.high));
    } */

/*@ requires room: \valid(w + (0 .. n - 1)) && \valid(m + (0 .. n - 1))
      && \valid(v + (0 .. n - 1)) && \valid(vhat + (0 .. n - 1)) && \valid_read(g + (0 .. n - 1));
    requires apart: \separated(w + (0 .. n - 1), m + (0 .. n - 1), v + (0 .. n - 1),
                               vhat + (0 .. n - 1), g + (0 .. n - 1));
    requires options: SP_NAME(amsgrad_options)(p);
    requires weights: \forall integer i; 0 <= i < n ==> SP_NAME(amsgrad_weight)(w[i]);
    requires moments: \forall integer i; 0 <= i < n ==> SP_NAME(amsgrad_moment)(m[i]);
    requires squares: \forall integer i; 0 <= i < n ==> SP_NAME(amsgrad_square)(v[i]);
    requires greatest: \forall integer i; 0 <= i < n ==> SP_NAME(amsgrad_square)(vhat[i]);
    requires gradient: \forall integer i; 0 <= i < n ==> SP_NAME(amsgrad_moment)(g[i]);
    terminates \true;
    exits \false;
    assigns w[0 .. n - 1], m[0 .. n - 1], v[0 .. n - 1], vhat[0 .. n - 1];
    ensures finite: \forall integer i; 0 <= i < n ==>
      \is_finite(w[i]) && \is_finite(m[i]) && \is_finite(v[i]) && \is_finite(vhat[i]);
    ensures box: \forall integer i; 0 <= i < n ==> p.low <= w[i] <= p.high;
    ensures monotone: \forall integer i; 0 <= i < n ==> \old(vhat[i]) <= vhat[i];
    ensures above: \forall integer i; 0 <= i < n ==> 0 <= v[i] <= vhat[i];
    ensures value: \forall integer i; 0 <= i < n ==>
      SP_NAME(amsgrad_element)(w[i], m[i], v[i], vhat[i], \old(w[i]), \old(m[i]), \old(v[i]),
                               \old(vhat[i]), g[i], p); */
void SP_NAME(sp_step_amsgrad)(SP_REAL *w, SP_REAL *m, SP_REAL *v, SP_REAL *vhat, const SP_REAL *g,
                              size_t n, struct SP_NAME(sp_amsgrad) p);

int SP_NAME(sp_checked_step_amsgrad)(SP_REAL *w, SP_REAL *m, SP_REAL *v, SP_REAL *vhat,
                                     const SP_REAL *g, size_t n, struct SP_NAME(sp_amsgrad) p);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_ACSL_ROUND_H
#define SP_ACSL_ROUND_H
/* The logic symbols that the proof driver maps to its Why3 theory of IEEE numbers: rounding to
 * nearest, ties to even, as a function on the reals, and |x - y|, x - y in a form that WP's own
 * simplifier leaves alone. They have definitions there; nothing is assumed here. */
/*@ axiomatic Round {
      logic real rnd64(real x);
      logic real rnd32(real x);
      logic real dist(real x, real y);
      logic real rsub(real x, real y);
    } */
#endif

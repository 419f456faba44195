/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_ACSL_DOT_LEMMAS_H
#define SP_ACSL_DOT_LEMMAS_H
#include "staleproof/real_f64.h"
#include "specs/acsl/rounds.inc"
#include "staleproof/real_end.h"

/* One step of a dot product in the reals: how the error bound grows by a term. Declared and not
 * defined in place for the reason in rounds.inc; each axiom is a definition. */
/*@ axiomatic DotOpaque {
      // q is a computed r + t, both the product t and the sum rounded
      predicate dot_step(real q, real r, real t);
      axiom dot_step_definition: \forall real q, r, t;
        dot_step(q, r, t) <==> (\exists real p; rounds_f64(p, t) && rounds_f64(q, r + p));
      predicate dot_after(real r, real s, real a, real k);
      axiom dot_after_definition: \forall real r, s, a, k;
        dot_after(r, s, a, k) <==> \abs(r - s) <= 1.0625 * 0x1p-53 * k * a + 3 * k * 0x1p-1074;
    } */
/*@ lemma dot_next: \forall real r, s, a, t, q, k;
      1 <= k <= 0x1p47 ==> 0 <= a ==> -a <= s <= a ==>
      dot_after(r, s, a, k) ==> dot_step(q, r, t) ==> dot_after(q, s + t, a + \abs(t), k + 1); */
#endif

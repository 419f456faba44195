/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_SOLVE_SENSITIVITY_H
#define SP_SOLVE_SENSITIVITY_H

#include "bounds/formula/evaluate.h"

/* d ln value / d ln input where the input `name` is `at`; the other arguments are those of the
 * case, and `name` is left changed. From a quotient of values at input*(1 +- 2^-40) (of a count:
 * at n and n + 1), computed with 60 digits: an approximation, good to some 20 digits for a smooth
 * formula. Where a condition forbids one side, the other is used alone. SP_FALSE: there is none
 * (the input or the value is 0, or both sides are forbidden). */
enum sp_status sp_elasticity(double *elasticity, struct sp_case *c, const char *name,
                             const fmpq_t at, int whole, struct sp_error *err);

/* A rational that is the ball's number if that is exact, else its middle. */
void sp_middle(fmpq_t value, const arb_t ball);

#endif

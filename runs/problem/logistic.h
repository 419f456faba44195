/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_PROBLEM_LOGISTIC_H
#define SP_PROBLEM_LOGISTIC_H

#include "runs/problem/dataset.h"
#include "runs/problem/problem.h"

struct sp_logistic {
    struct sp_dataset data;
    double *norms2; /* |x_i|^2, each rounded up */
    double l2;
};

/* gradient := grad F(w), *loss := F(w) if not NULL; a kernel's negative code if it refuses w. */
int sp_logistic_full(const struct sp_logistic *model, double *gradient, double *loss,
                     const double *w);

/* An upper bound of the largest eigenvalue of X'X/n. For every positive vector v and every matrix
 * A without negative entries, it is at most max_i (A v)_i/v_i [collatz1942]; A = |X|'|X|/n bounds
 * X'X/n. Equality in the limit where the features have one sign, as pixels have. */
enum sp_status sp_logistic_largest_eigenvalue(double *bound, const struct sp_dataset *data,
                                              struct sp_error *err);

/* Finds a near-minimiser w and encloses, in ball arithmetic, F(w) - |grad F(w)|^2/(2 l2), which is
 * at most F* (strong convexity). Needs l2 > 0 and L, an upper bound of the smoothness. */
enum sp_status sp_logistic_minimum(double *lower, const struct sp_logistic *model, double L,
                                   struct sp_error *err);

#endif

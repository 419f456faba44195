/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_PROBLEM_REGRESSION_H
#define SP_PROBLEM_REGRESSION_H

#include "runs/problem/dataset.h"
#include "runs/problem/loss.h"
#include "runs/problem/problem.h"

/* Mean loss over a data set of linear scores, plus (l2/2)|w|^2. The weights of class c are
 * w[c*width .. (c+1)*width - 1]. */
struct sp_regression {
    struct sp_dataset data;
    const struct sp_loss *loss;
    unsigned classes; /* scores: 1 for the logistic loss */
    double l2;
    double *norms2; /* |x_i|^2, each rounded up */
};

extern const struct sp_problem_kind sp_regression_kind;

/* gradient := grad F(w), *value := F(w) if not NULL; a kernel's negative code if it refuses w. */
int sp_regression_full(const struct sp_regression *model, double *gradient, double *value,
                       const double *w);

/* An upper bound of the largest eigenvalue of X'X/n. For every positive vector v and every matrix
 * A without negative entries, it is at most max_i (A v)_i/v_i [collatz1942]; A = |X|'|X|/n bounds
 * X'X/n. Equality in the limit where the features have one sign, as pixels have. */
enum sp_status sp_regression_largest_eigenvalue(double *bound, const struct sp_dataset *data,
                                                struct sp_error *err);

/* Finds a near-minimiser w and encloses, in ball arithmetic, F(w) - |grad F(w)|^2/(2 l2), which is
 * at most F* (strong convexity). Needs l2 > 0 and L, an upper bound of the smoothness. */
enum sp_status sp_regression_minimum(double *lower, const struct sp_regression *model, double L,
                                     struct sp_error *err);

#endif

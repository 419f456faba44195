/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_PROBLEM_LOSS_H
#define SP_PROBLEM_LOSS_H

#include <arb.h>

#define SP_LOSS_CLASSES 10

/* A convex loss l(z, y) of the scores z_1 .. z_C of one sample, z_c = <w_c, x>. */
struct sp_loss {
    const char *text;
    double curvature; /* the Hessian in z is at most this times the identity */
    double slope2;    /* |dl/dz|^2 is at most this */
    double at_zero;   /* l(0, y), rounded up: the same for every y */
    /* The value; slopes[c] := dl/dz_c. */
    double (*value)(double *slopes, const double *z, unsigned classes, unsigned label);
    /* The same in balls. */
    void (*enclose)(arb_t value, arb_ptr slopes, arb_srcptr z, unsigned classes, unsigned label,
                    slong precision);
};

/* log(1 + e^-z): one score, y folded into the features. */
extern const struct sp_loss sp_loss_logistic;

/* log(sum_c e^z_c) - z_y, ten classes. */
extern const struct sp_loss sp_loss_softmax;

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_PROBLEM_PROBLEM_H
#define SP_PROBLEM_PROBLEM_H

#include <stddef.h>

#include "bounds/base/error.h"
#include "runs/engine/random.h"

/* A constant of a problem, rounded so that theorems stay true: up for upper bounds, down for
 * lower ones. */
enum sp_constant_name {
    SP_CONSTANT_L,      /* grad F is Lipschitz with it; upper */
    SP_CONSTANT_C,      /* 2 c (F - F*) <= |grad F|^2; lower; 0: not known */
    SP_CONSTANT_SIGMA2, /* variance of one sample's gradient at every w, with MG = 0; upper */
    SP_CONSTANT_D0,     /* F(start) - F*; upper */
    SP_CONSTANT_LEAST,  /* F*; lower */
    SP_CONSTANTS
};

struct sp_constant {
    double value;
    const char *how; /* how it is known, one sentence */
};

/* What one look at F tells, at one point. Rounded to double, not enclosed: a measurement. */
struct sp_evaluation {
    double loss;      /* F(w) */
    double gradient2; /* |grad F(w)|^2 */
    double variance;  /* E|gradient of one sample - grad F(w)|^2 */
};

struct sp_problem;

struct sp_problem_kind {
    const char *name;
    /* g := mean gradient of `batch` samples drawn with replacement. 0, or the negative code of the
     * kernel that refused w. */
    int (*gradient)(const struct sp_problem *problem, double *g, const double *w, unsigned batch,
                    struct sp_stream *stream);
    /* `scratch` has the problem's dimension. */
    int (*evaluate)(const struct sp_problem *problem, struct sp_evaluation *at, const double *w,
                    double *scratch);
    void (*clear)(struct sp_problem *problem);
};

/* Immutable once made: threads share it. */
struct sp_problem {
    const struct sp_problem_kind *kind;
    char text[256]; /* what it is, one sentence */
    size_t dimension;
    size_t samples; /* 0: drawn from a law, not from a list */
    struct sp_constant constants[SP_CONSTANTS];
    double *start; /* w_0; NULL: zeros */
    void *data;
};

/* Symbol of a constant: "L", "c", "sigma2", "D0", "F*". */
const char *sp_constant_symbol(enum sp_constant_name name);

void sp_problem_clear(struct sp_problem *problem);

#define SP_ANY_CLASS (-1) /* as `minus`: all the others */

struct sp_logistic_options {
    const char *folder; /* NULL: Fashion-MNIST as installed */
    int plus, minus;    /* classes; minus may be SP_ANY_CLASS */
    size_t samples;     /* 0: all */
    double l2;          /* F has (l2/2)|w|^2; > 0 makes F strongly convex, c = l2 */
};

/* Logistic regression: mean of log(1 + exp(-y <w, x>)) plus (l2/2)|w|^2. */
enum sp_status sp_problem_logistic(struct sp_problem *problem,
                                   const struct sp_logistic_options *options, struct sp_error *err);

/* Softmax regression over ten classes; `plus` and `minus` do not count. */
enum sp_status sp_problem_softmax(struct sp_problem *problem,
                                  const struct sp_logistic_options *options, struct sp_error *err);

struct sp_quadratic_options {
    size_t dimension;
    double largest, least; /* eigenvalues, spread evenly between; L and c */
    double noise;          /* variance of one sample's gradient, exactly, at every w */
    double gap;            /* F(w_0) - F* */
};

/* F(w) = 1/2 sum lambda_i w_i^2, every coordinate of the gradient with its own +-noise. */
enum sp_status sp_problem_quadratic(struct sp_problem *problem,
                                    const struct sp_quadratic_options *options,
                                    struct sp_error *err);

/* No model at all: only the schedule runs. */
void sp_problem_none(struct sp_problem *problem);

#endif

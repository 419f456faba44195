/* SPDX-License-Identifier: Apache-2.0 */
/* Makes a logistic regression and proves its constants. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runs/problem/logistic.h"
#include "staleproof/reduce_squared_norm.h"

extern const struct sp_problem_kind sp_logistic_kind;

/* A sum of at most `terms` non-negative products, made larger by more than it can have lost. */
static double raise(double sum, size_t terms)
{
    return sum * (1 + (double)(terms + 8) * 0x1p-52);
}

/* Mean of |x_i|^2. One sample's gradient is -s_i y_i x_i + l2 w with s_i in (0, 1), so its
 * variance is at most the mean of s_i^2 |x_i|^2, at every w. */
static enum sp_status fill_norms(struct sp_logistic *model, double *mean, struct sp_error *err)
{
    size_t n = model->data.n, width = model->data.width;
    double sum = 0;
    model->norms2 = malloc(n * sizeof *model->norms2);
    if (model->norms2 == NULL)
        return sp_fail_memory(err);
    for (size_t i = 0; i < n; i++) {
        double norm2 = sp_reduce_squared_norm_f64(model->data.rows + i * width, width);
        sum += model->norms2[i] = raise(norm2, width);
    }
    *mean = raise(sum / (double)n, n);
    return SP_OK;
}

static enum sp_status set_smoothness(struct sp_problem *problem, struct sp_error *err)
{
    const struct sp_logistic *model = problem->data;
    double largest;
    enum sp_status status = sp_logistic_largest_eigenvalue(&largest, &model->data, err);
    if (status == SP_OK)
        problem->constants[SP_CONSTANT_L] = (struct sp_constant){
            raise(largest / 4 + model->l2, 0),
            "lambda_max(X'X/n)/4 + l2, the eigenvalue bounded by Collatz's quotient, rounded up"};
    return status;
}

static enum sp_status set_minimum(struct sp_problem *problem, struct sp_error *err)
{
    const struct sp_logistic *model = problem->data;
    double lower = 0, log2_up = nextafter(0x1.62e42fefa39efp-1, 1);
    const char *how = "F* >= 0: the logistic loss is not negative";
    if (model->l2 > 0) {
        enum sp_status status =
            sp_logistic_minimum(&lower, model, problem->constants[SP_CONSTANT_L].value, err);
        if (status != SP_OK)
            return status;
        how = "F(w) - |grad F(w)|^2/(2 l2) at a near-minimiser, in ball arithmetic, rounded down";
    }
    problem->constants[SP_CONSTANT_LEAST] = (struct sp_constant){lower, how};
    problem->constants[SP_CONSTANT_D0] =
        (struct sp_constant){nextafter(log2_up - lower, INFINITY),
                             "F(0) = ln 2, less the lower bound of F*, rounded up"};
    return SP_OK;
}

static enum sp_status set_constants(struct sp_problem *problem, struct sp_error *err)
{
    struct sp_logistic *model = problem->data;
    double mean = 0;
    enum sp_status status = fill_norms(model, &mean, err);
    if (status != SP_OK)
        return status;
    problem->constants[SP_CONSTANT_SIGMA2] = (struct sp_constant){
        mean, "mean of |x_i|^2: bounds the variance of one sample's gradient at every w"};
    problem->constants[SP_CONSTANT_C] = (struct sp_constant){
        model->l2, model->l2 > 0 ? "l2: F is l2-strongly convex" : "not known (l2 = 0)"};
    status = set_smoothness(problem, err);
    return status == SP_OK ? set_minimum(problem, err) : status;
}

static void describe(struct sp_problem *problem, const struct sp_logistic_options *o)
{
    const struct sp_logistic *model = problem->data;
    char against[32] = "all others";
    if (o->minus != SP_ANY_CLASS)
        snprintf(against, sizeof against, "class %d", o->minus);
    snprintf(problem->text, sizeof problem->text,
             "logistic regression on %s, class %d against %s: %zu samples, %zu weights, l2 = %g",
             o->folder == NULL ? "Fashion-MNIST" : "the user's IDX data", o->plus, against,
             model->data.n, problem->dimension, o->l2);
}

enum sp_status sp_problem_logistic(struct sp_problem *problem,
                                   const struct sp_logistic_options *options, struct sp_error *err)
{
    struct sp_logistic *model = calloc(1, sizeof *model);
    *problem = (struct sp_problem){.kind = &sp_logistic_kind, .data = model};
    if (model == NULL)
        return sp_fail_memory(err);
    const char *folder = options->folder ? options->folder : SP_FASHION_FOLDER;
    model->l2 = options->l2;
    enum sp_status status = sp_dataset_fashion(&model->data, folder, options->plus, options->minus,
                                               options->samples, err);
    if (status == SP_OK) {
        problem->dimension = model->data.width;
        problem->samples = model->data.n;
        describe(problem, options);
        status = set_constants(problem, err);
    }
    if (status != SP_OK)
        sp_problem_clear(problem);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Makes a regression and proves its constants. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "runs/problem/regression.h"
#include "runs/problem/table.h"
#include "staleproof/reduce_squared_norm.h"

/* A sum of at most `terms` non-negative products, made larger by more than it can have lost. */
static double round_up(double sum, size_t terms)
{
    return sum * (1 + (double)(terms + 8) * 0x1p-52);
}

/* Mean of |x_i|^2. One sample's gradient is, but for l2 w, the product of the slopes of the loss and
 * x_i, so its variance is at most the mean of |slopes|^2 |x_i|^2, at every w. */
static enum sp_status fill_norms(struct sp_regression *model, double *mean, struct sp_error *err)
{
    size_t n = model->data.n, width = model->data.width;
    double sum = 0;
    model->norms2 = malloc(n * sizeof *model->norms2);
    if (model->norms2 == NULL)
        return sp_fail_memory(err);
    for (size_t i = 0; i < n; i++) {
        double norm2 = sp_reduce_squared_norm_f64(model->data.rows + i * width, width);
        sum += model->norms2[i] = round_up(norm2, width);
    }
    *mean = round_up(sum / (double)n, n);
    return SP_OK;
}

static enum sp_status set_smoothness(struct sp_problem *problem, struct sp_error *err)
{
    const struct sp_regression *model = problem->data;
    double largest;
    enum sp_status status = sp_regression_largest_eigenvalue(&largest, &model->data, err);
    if (status == SP_OK)
        problem->constants[SP_CONSTANT_L] = (struct sp_constant){
            round_up(model->loss->curvature * largest + model->l2, 0),
            model->classes == 1
                ? "lambda_max(X'X/n)/4 + l2, the eigenvalue bounded by Collatz's quotient"
                : "lambda_max(X'X/n)/2 + l2, the eigenvalue bounded by Collatz's quotient"};
    return status;
}

static enum sp_status set_minimum(struct sp_problem *problem, struct sp_error *err)
{
    const struct sp_regression *model = problem->data;
    double lower = 0;
    const char *how = "F* >= 0: the loss is not negative";
    if (model->l2 > 0) {
        enum sp_status status =
            sp_regression_minimum(&lower, model, problem->constants[SP_CONSTANT_L].value, err);
        if (status != SP_OK)
            return status;
        how = "F(w) - |grad F(w)|^2/(2 l2) at a near-minimiser, in ball arithmetic, rounded down";
    }
    problem->constants[SP_CONSTANT_LEAST] = (struct sp_constant){lower, how};
    problem->constants[SP_CONSTANT_D0] = (struct sp_constant){
        nextafter(model->loss->at_zero - lower, INFINITY),
        model->classes == 1 ? "F(0) = ln 2, less the lower bound of F*, rounded up"
                            : "F(0) = ln 10, less the lower bound of F*, rounded up"};
    return SP_OK;
}

static enum sp_status set_constants(struct sp_problem *problem, struct sp_error *err)
{
    struct sp_regression *model = problem->data;
    double mean = 0;
    enum sp_status status = fill_norms(model, &mean, err);
    if (status != SP_OK)
        return status;
    problem->constants[SP_CONSTANT_SIGMA2] = (struct sp_constant){
        round_up(model->loss->slope2 * mean, 0),
        model->classes == 1
            ? "mean of |x_i|^2: bounds the variance of one sample's gradient at every w"
            : "2 mean of |x_i|^2: bounds the variance of one sample's gradient at every w"};
    problem->constants[SP_CONSTANT_C] = (struct sp_constant){
        model->l2, model->l2 > 0 ? "l2: F is l2-strongly convex" : "not known (l2 = 0)"};
    status = set_smoothness(problem, err);
    return status == SP_OK ? set_minimum(problem, err) : status;
}

static void describe(struct sp_problem *problem, const struct sp_logistic_options *o)
{
    const struct sp_regression *model = problem->data;
    char classes[64] = "ten classes";
    if (model->classes == 1 && o->minus == SP_ANY_CLASS)
        snprintf(classes, sizeof classes, "class %d against all others", o->plus);
    else if (model->classes == 1)
        snprintf(classes, sizeof classes, "class %d against class %d", o->plus, o->minus);
    snprintf(problem->text, sizeof problem->text, "%s on %s, %s: %zu samples, %zu weights, l2 = %g",
             model->loss->text, o->folder == NULL ? "Fashion-MNIST" : "the user's data", classes,
             model->data.n, problem->dimension, o->l2);
}

static enum sp_status load(struct sp_regression *model, const struct sp_logistic_options *o,
                           struct sp_error *err)
{
    const char *folder = o->folder ? o->folder : SP_FASHION_FOLDER;
    struct stat what;
    int is_file = stat(folder, &what) == 0 && !S_ISDIR(what.st_mode);
    if (is_file && model->classes > 1)
        return sp_fail(err, SP_USAGE, "data: softmax regression takes IDX folders; '%s' is a file",
                       folder);
    if (is_file)
        return sp_dataset_table(&model->data, folder, o->plus, o->minus, o->samples, err);
    if (model->classes == 1)
        return sp_dataset_fashion(&model->data, folder, o->plus, o->minus, o->samples, err);
    return sp_dataset_fashion_all(&model->data, folder, o->samples, err);
}

static enum sp_status make(struct sp_problem *problem, const struct sp_loss *loss, unsigned classes,
                           const struct sp_logistic_options *options, struct sp_error *err)
{
    struct sp_regression *model = calloc(1, sizeof *model);
    *problem = (struct sp_problem){.kind = &sp_regression_kind, .data = model};
    if (model == NULL)
        return sp_fail_memory(err);
    *model = (struct sp_regression){.loss = loss, .classes = classes, .l2 = options->l2};
    enum sp_status status = load(model, options, err);
    if (status == SP_OK) {
        problem->dimension = classes * model->data.width;
        problem->samples = model->data.n;
        describe(problem, options);
        status = set_constants(problem, err);
    }
    if (status != SP_OK)
        sp_problem_clear(problem);
    return status;
}

enum sp_status sp_problem_logistic(struct sp_problem *problem,
                                   const struct sp_logistic_options *options, struct sp_error *err)
{
    return make(problem, &sp_loss_logistic, 1, options, err);
}

enum sp_status sp_problem_softmax(struct sp_problem *problem,
                                  const struct sp_logistic_options *options, struct sp_error *err)
{
    return make(problem, &sp_loss_softmax, SP_LOSS_CLASSES, options, err);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/problem/regression.h"

#include <stdlib.h>
#include <string.h>

#include "staleproof/code.h"
#include "staleproof/reduce_axpy.h"
#include "staleproof/reduce_dot.h"
#include "staleproof/reduce_squared_norm.h"

/* The kernels below take w once this has let it pass: rows are within [-1, 1]. */
static int check(const double *w, size_t n)
{
    double ignored;
    return sp_checked_reduce_squared_norm_f64(&ignored, w, n);
}

static size_t dimension_of(const struct sp_regression *model)
{
    return model->classes * model->data.width;
}

/* g += weight * gradient of sample i; returns its loss, and |slopes|^2 in *slope2. */
static double add_sample(const struct sp_regression *model, double *g, const double *w, size_t i,
                         double weight, double *slope2)
{
    size_t n = model->data.width;
    const double *row = model->data.rows + i * n;
    unsigned label = model->data.labels != NULL ? model->data.labels[i] : 0;
    double z[SP_LOSS_CLASSES], slopes[SP_LOSS_CLASSES];
    for (unsigned c = 0; c < model->classes; c++)
        z[c] = sp_reduce_dot_f64(row, w + c * n, n);
    double value = model->loss->value(slopes, z, model->classes, label);
    *slope2 = 0;
    for (unsigned c = 0; c < model->classes; c++) {
        *slope2 += slopes[c] * slopes[c];
        sp_reduce_axpy_f64(g + c * n, row, n, slopes[c] * weight);
    }
    return value;
}

static int gradient(const struct sp_problem *problem, double *g, const double *w, unsigned batch,
                    struct sp_stream *stream)
{
    const struct sp_regression *model = problem->data;
    double ignored;
    int code = check(w, problem->dimension);
    if (code != SP_CODE_OK)
        return code;
    memset(g, 0, problem->dimension * sizeof *g);
    for (unsigned k = 0; k < batch; k++)
        add_sample(model, g, w, sp_stream_below(stream, (uint32_t)model->data.n), 1.0 / batch,
                   &ignored);
    if (model->l2 > 0)
        sp_reduce_axpy_f64(g, w, problem->dimension, model->l2);
    return SP_CODE_OK;
}

/* The data's part of the gradient; returns the data's part of the loss, and in *square the mean
 * squared norm of one sample's part. */
static double data_part(const struct sp_regression *model, double *g, const double *w,
                        double *square)
{
    double samples = (double)model->data.n, value = 0, sum = 0, slope2;
    memset(g, 0, dimension_of(model) * sizeof *g);
    for (size_t i = 0; i < model->data.n; i++) {
        value += add_sample(model, g, w, i, 1 / samples, &slope2);
        sum += slope2 * model->norms2[i];
    }
    *square = sum / samples;
    return value / samples;
}

int sp_regression_full(const struct sp_regression *model, double *g, double *value, const double *w)
{
    double square;
    size_t n = dimension_of(model);
    int code = check(w, n);
    if (code != SP_CODE_OK)
        return code;
    double data = data_part(model, g, w, &square);
    if (model->l2 > 0)
        sp_reduce_axpy_f64(g, w, n, model->l2);
    if (value != NULL)
        *value = data + model->l2 / 2 * sp_reduce_squared_norm_f64(w, n);
    return SP_CODE_OK;
}

static int evaluate(const struct sp_problem *problem, struct sp_evaluation *at, const double *w,
                    double *scratch)
{
    const struct sp_regression *model = problem->data;
    size_t n = problem->dimension;
    double square, norm2;
    int code = sp_checked_reduce_squared_norm_f64(&norm2, w, n);
    if (code != SP_CODE_OK)
        return code;
    at->loss = data_part(model, scratch, w, &square) + model->l2 / 2 * norm2;
    at->variance = square - sp_reduce_squared_norm_f64(scratch, n);
    if (model->l2 > 0)
        sp_reduce_axpy_f64(scratch, w, n, model->l2);
    at->gradient2 = sp_reduce_squared_norm_f64(scratch, n);
    return SP_CODE_OK;
}

static void clear(struct sp_problem *problem)
{
    struct sp_regression *model = problem->data;
    if (model == NULL)
        return;
    sp_dataset_clear(&model->data);
    free(model->norms2);
    free(model);
}

const struct sp_problem_kind sp_regression_kind = {"regression", gradient, evaluate, clear};

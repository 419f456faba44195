/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/problem/logistic.h"

#include <stdlib.h>
#include <string.h>

#include "runs/engine/elementary.h"
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

static int gradient(const struct sp_problem *problem, double *g, const double *w, unsigned batch,
                    struct sp_stream *stream)
{
    const struct sp_logistic *model = problem->data;
    size_t n = problem->dimension;
    int code = check(w, n);
    if (code != SP_CODE_OK)
        return code;
    memset(g, 0, n * sizeof *g);
    for (unsigned k = 0; k < batch; k++) {
        const double *row = model->data.rows + n * sp_stream_below(stream, (uint32_t)model->data.n);
        double slope = sp_logistic_slope(sp_reduce_dot_f64(row, w, n));
        sp_reduce_axpy_f64(g, row, n, -slope / batch);
    }
    if (model->l2 > 0)
        sp_reduce_axpy_f64(g, w, n, model->l2);
    return SP_CODE_OK;
}

/* Adds the data's part of the gradient; returns the data's part of the loss, and in *square the
 * mean squared norm of one sample's part. */
static double data_part(const struct sp_logistic *model, double *g, const double *w, double *square)
{
    size_t n = model->data.width, samples = model->data.n;
    double loss = 0, sum = 0;
    memset(g, 0, n * sizeof *g);
    for (size_t i = 0; i < samples; i++) {
        const double *row = model->data.rows + i * n;
        double z = sp_reduce_dot_f64(row, w, n), slope = sp_logistic_slope(z);
        loss += sp_logistic_loss(z);
        sum += slope * slope * model->norms2[i];
        sp_reduce_axpy_f64(g, row, n, -slope / (double)samples);
    }
    *square = sum / (double)samples;
    return loss / (double)samples;
}

int sp_logistic_full(const struct sp_logistic *model, double *g, double *loss, const double *w)
{
    double square;
    int code = check(w, model->data.width);
    if (code != SP_CODE_OK)
        return code;
    double value = data_part(model, g, w, &square);
    if (model->l2 > 0)
        sp_reduce_axpy_f64(g, w, model->data.width, model->l2);
    if (loss != NULL)
        *loss = value + model->l2 / 2 * sp_reduce_squared_norm_f64(w, model->data.width);
    return SP_CODE_OK;
}

static int evaluate(const struct sp_problem *problem, struct sp_evaluation *at, const double *w,
                    double *scratch)
{
    const struct sp_logistic *model = problem->data;
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
    struct sp_logistic *model = problem->data;
    if (model == NULL)
        return;
    sp_dataset_clear(&model->data);
    free(model->norms2);
    free(model);
}

const struct sp_problem_kind sp_logistic_kind = {"logistic", gradient, evaluate, clear};

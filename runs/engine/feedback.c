/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/engine/feedback.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "staleproof/code.h"
#include "staleproof/compress_topk.h"
#include "staleproof/memory_error_feedback.h"
#include "staleproof/reduce_axpy.h"

struct sp_feedback *sp_feedback_new(size_t learners, size_t n)
{
    struct sp_feedback *f = calloc(1, sizeof *f);
    if (f == NULL || learners > SIZE_MAX / sizeof(double) / n) {
        free(f);
        return NULL;
    }
    *f = (struct sp_feedback){
        .learners = learners,
        .n = n,
        .residuals = calloc(learners * n, sizeof(double)),
        .total = calloc(n, sizeof(double)),
        .sent = calloc(n, sizeof(double)),
        .index = calloc(n, sizeof(size_t)),
        .key = calloc(n, sizeof(int64_t)),
    };
    if (f->residuals && f->total && f->sent && f->index && f->key)
        return f;
    sp_feedback_free(f);
    return NULL;
}

void sp_feedback_free(struct sp_feedback *f)
{
    if (f == NULL)
        return;
    free(f->residuals);
    free(f->total);
    free(f->sent);
    free(f->index);
    free(f->key);
    free(f);
}

int sp_feedback_send(struct sp_feedback *f, double *gradient, uint32_t i, size_t top,
                     const char **kernel)
{
    double *residual = f->residuals + i * f->n;
    *kernel = "reduce_axpy";
    int code = sp_checked_reduce_axpy_f64(residual, gradient, f->n, 1);
    if (code == SP_CODE_OK)
        code = sp_checked_reduce_axpy_f64(f->total, gradient, f->n, 1);
    if (code != SP_CODE_OK)
        return code;
    *kernel = "compress_topk";
    code = sp_checked_compress_topk_f64(f->sent, f->index, f->key, residual, f->n,
                                        top < f->n ? top : f->n, NULL);
    if (code != SP_CODE_OK)
        return code;
    *kernel = "memory_error_feedback";
    code = sp_checked_memory_error_feedback_f64(residual, f->sent, f->n);
    if (code == SP_CODE_OK)
        memcpy(gradient, f->sent, f->n * sizeof *gradient);
    return code;
}

void sp_feedback_mean(const struct sp_feedback *f, double *mean)
{
    memset(mean, 0, f->n * sizeof *mean);
    for (size_t i = 0; i < f->learners; i++)
        for (size_t k = 0; k < f->n; k++)
            mean[k] += f->residuals[i * f->n + k] / (double)f->learners;
}

double sp_feedback_drift(const struct sp_feedback *f, const double *w, const double *start,
                         double eta, double *scratch)
{
    double error = 0, size = 0;
    sp_feedback_mean(f, scratch);
    for (size_t k = 0; k < f->n; k++) {
        double begin = start ? start[k] : 0, moved = eta / (double)f->learners * f->total[k];
        double view = w[k] - eta * scratch[k];
        error = fmax(error, fabs(view - (begin - moved)));
        size = fmax(size, fmax(fabs(w[k]), fmax(fabs(begin), fabs(moved))));
    }
    return size > 0 ? error / size : 0;
}

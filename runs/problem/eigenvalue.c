/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runs/problem/regression.h"

#define MOST_ROUNDS 200

/* image := |X|'(|X| v)/n: sums of non-negative terms only. */
static void apply(double *image, const struct sp_dataset *data, const double *v)
{
    memset(image, 0, data->width * sizeof *image);
    for (size_t i = 0; i < data->n; i++) {
        const double *row = data->rows + i * data->width;
        double sum = 0;
        for (size_t k = 0; k < data->width; k++)
            sum += fabs(row[k]) * v[k];
        for (size_t k = 0; k < data->width; k++)
            image[k] += fabs(row[k]) * sum;
    }
    for (size_t k = 0; k < data->width; k++)
        image[k] /= (double)data->n;
}

/* Collatz's quotients of v; v := image, scaled to at most 1 and kept positive. */
static void next(double *v, const double *image, size_t n, double *least, double *most)
{
    double largest = 0;
    *least = INFINITY;
    *most = 0;
    for (size_t k = 0; k < n; k++) {
        double quotient = image[k] / v[k];
        largest = fmax(largest, image[k]);
        *most = fmax(*most, quotient);
        if (image[k] > 0)
            *least = fmin(*least, quotient);
    }
    for (size_t k = 0; k < n; k++)
        v[k] = fmax(image[k] / largest, 0x1p-300);
}

enum sp_status sp_regression_largest_eigenvalue(double *bound, const struct sp_dataset *data,
                                                struct sp_error *err)
{
    size_t n = data->width;
    double *v = malloc(2 * n * sizeof *v);
    if (v == NULL)
        return sp_fail_memory(err);
    for (size_t k = 0; k < n; k++)
        v[k] = 1;
    double best = INFINITY, least = 0, most = INFINITY;
    /* The quotients close in on the eigenvalue from both sides. */
    for (int round = 0; round < MOST_ROUNDS && most > least * (1 + 1e-9); round++) {
        apply(v + n, data, v);
        next(v, v + n, n, &least, &most);
        best = fmin(best, most);
    }
    free(v);
    /* Each entry went through n + samples additions and a few products and quotients. */
    *bound = best * (1 + (double)(n + data->n + 16) * 0x1p-52);
    return SP_OK;
}

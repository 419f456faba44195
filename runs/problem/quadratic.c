/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "runs/problem/problem.h"
#include "staleproof/code.h"
#include "staleproof/reduce_squared_norm.h"

struct quadratic {
    double *eigenvalues;
    double deviation; /* of one coordinate of one sample's gradient */
    double noise;
};

/* The sum of `batch` independent signs: bits of the stream, so variance 1 each, exactly. */
static int sum_of_signs(unsigned batch, struct sp_stream *stream)
{
    int sum = 0;
    unsigned left = batch;
    for (; left >= 32; left -= 32)
        sum += 2 * __builtin_popcount(sp_stream_word(stream)) - 32;
    if (left > 0)
        sum += 2 * __builtin_popcount(sp_stream_word(stream) >> (32 - left)) - (int)left;
    return sum;
}

static int gradient(const struct sp_problem *problem, double *g, const double *w, unsigned batch,
                    struct sp_stream *stream)
{
    const struct quadratic *q = problem->data;
    double scale = q->deviation / batch;
    for (size_t i = 0; i < problem->dimension; i++) {
        g[i] = q->eigenvalues[i] * w[i];
        if (q->deviation > 0)
            g[i] += scale * sum_of_signs(batch, stream);
    }
    return SP_CODE_OK;
}

static int evaluate(const struct sp_problem *problem, struct sp_evaluation *at, const double *w,
                    double *scratch)
{
    const struct quadratic *q = problem->data;
    double loss = 0;
    for (size_t i = 0; i < problem->dimension; i++) {
        scratch[i] = q->eigenvalues[i] * w[i];
        loss += scratch[i] * w[i];
    }
    at->loss = loss / 2;
    at->variance = q->noise;
    return sp_checked_reduce_squared_norm_f64(&at->gradient2, scratch, problem->dimension);
}

static void clear(struct sp_problem *problem)
{
    struct quadratic *q = problem->data;
    if (q != NULL)
        free(q->eigenvalues);
    free(q);
}

static const struct sp_problem_kind kind = {"quadratic", gradient, evaluate, clear};

/* Every coordinate has the same share of the gap. */
static void fill(struct sp_problem *problem, const struct sp_quadratic_options *o)
{
    struct quadratic *q = problem->data;
    size_t n = problem->dimension;
    q->noise = o->noise;
    q->deviation = sqrt(o->noise / (double)n);
    for (size_t i = 0; i < n; i++) {
        double share = n > 1 ? (double)i / (double)(n - 1) : 0;
        q->eigenvalues[i] = o->largest - (o->largest - o->least) * share;
        problem->start[i] = sqrt(2 * o->gap / ((double)n * q->eigenvalues[i]));
    }
}

/* Square roots and products round; one part in 10^12 covers them many times over. */
#define UP(x) ((x) * (1 + 1e-12))

static void set_constants(struct sp_problem *problem, const struct sp_quadratic_options *o)
{
    problem->constants[SP_CONSTANT_L] =
        (struct sp_constant){o->largest, "largest eigenvalue, as the problem was made"};
    problem->constants[SP_CONSTANT_C] =
        (struct sp_constant){o->least * (1 - 1e-12), "smallest eigenvalue, rounded down"};
    problem->constants[SP_CONSTANT_SIGMA2] = (struct sp_constant){
        UP(o->noise), "variance of the noise added to one gradient, rounded up"};
    problem->constants[SP_CONSTANT_D0] =
        (struct sp_constant){UP(o->gap), "gap of the starting point chosen, rounded up"};
    problem->constants[SP_CONSTANT_LEAST] = (struct sp_constant){0, "F* = 0, at w = 0"};
}

enum sp_status sp_problem_quadratic(struct sp_problem *problem,
                                    const struct sp_quadratic_options *options,
                                    struct sp_error *err)
{
    *problem = (struct sp_problem){.kind = &kind, .dimension = options->dimension};
    snprintf(problem->text, sizeof problem->text,
             "quadratic in %zu variables, eigenvalues from %g to %g, gradient noise of variance %g",
             options->dimension, options->least, options->largest, options->noise);
    struct quadratic *q = problem->data = calloc(1, sizeof *q);
    problem->start = malloc(options->dimension * sizeof *problem->start);
    if (q != NULL)
        q->eigenvalues = malloc(options->dimension * sizeof *q->eigenvalues);
    if (q == NULL || problem->start == NULL || q->eigenvalues == NULL) {
        sp_problem_clear(problem);
        return sp_fail_memory(err);
    }
    fill(problem, options);
    set_constants(problem, options);
    return SP_OK;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <arb.h>

#include "runs/problem/regression.h"
#include "staleproof/code.h"
#include "staleproof/reduce_squared_norm.h"

#define PRECISION 80
#define MOST_STEPS 20000

/* Nesterov's method for strongly convex functions, until the duality gap |grad|^2/(2 l2) is small
 * or rounding stops it. `w` starts at zero. Only speed depends on it: the result is certified. */
static int descend(double *w, double *y, double *g, const struct sp_regression *model, double L)
{
    size_t n = model->classes * model->data.width;
    double root = sqrt(L / model->l2), momentum = (root - 1) / (root + 1);
    for (int step = 0; step < MOST_STEPS; step++) {
        int code = sp_regression_full(model, g, NULL, y);
        if (code != SP_CODE_OK)
            return code;
        if (sp_reduce_squared_norm_f64(g, n) / (2 * model->l2) < 1e-12)
            break;
        for (size_t k = 0; k < n; k++) {
            double next = y[k] - g[k] / L;
            y[k] = next + momentum * (next - w[k]);
            w[k] = next;
        }
    }
    memcpy(w, y, n * sizeof *w);
    return SP_CODE_OK;
}

/* Balls for one sample: value += its loss, gradient += its gradient. `z` and `slopes` are room for a
 * number a class. */
static void add_sample(arb_t value, arb_ptr gradient, const struct sp_regression *model, size_t i,
                       arb_srcptr w, arb_ptr z, arb_ptr slopes)
{
    size_t n = model->data.width;
    const double *row = model->data.rows + i * n;
    unsigned label = model->data.labels != NULL ? model->data.labels[i] : 0;
    arb_t x;
    arb_init(x);
    _arb_vec_zero(z, model->classes);
    for (size_t k = 0; k < n; k++) {
        arb_set_d(x, row[k]);
        for (unsigned c = 0; c < model->classes && row[k] != 0; c++)
            arb_addmul(z + c, x, w + c * n + k, PRECISION);
    }
    model->loss->enclose(x, slopes, z, model->classes, label, PRECISION);
    arb_add(value, value, x, PRECISION);
    for (size_t k = 0; k < n; k++) {
        arb_set_d(x, row[k]);
        for (unsigned c = 0; c < model->classes && row[k] != 0; c++)
            arb_addmul(gradient + c * n + k, x, slopes + c, PRECISION);
    }
    arb_clear(x);
}

/* result := loss/N + (l2/2)|w|^2 - |gradient/N + l2 w|^2/(2 l2). */
static void assemble(arb_t result, arb_t loss, arb_ptr gradient, arb_srcptr w,
                     const struct sp_regression *model)
{
    arb_t l2, x, norm2, slope2;
    arb_init(l2), arb_init(x), arb_init(norm2), arb_init(slope2);
    arb_set_d(l2, model->l2);
    for (size_t k = 0; k < model->classes * model->data.width; k++) {
        arb_addmul(norm2, w + k, w + k, PRECISION);
        arb_div_ui(x, gradient + k, model->data.n, PRECISION);
        arb_addmul(x, l2, w + k, PRECISION);
        arb_addmul(slope2, x, x, PRECISION);
    }
    arb_div_ui(result, loss, model->data.n, PRECISION);
    arb_mul(norm2, norm2, l2, PRECISION);
    arb_div(slope2, slope2, l2, PRECISION);
    arb_sub(norm2, norm2, slope2, PRECISION);
    arb_mul_2exp_si(norm2, norm2, -1);
    arb_add(result, result, norm2, PRECISION);
    arb_clear(l2), arb_clear(x), arb_clear(norm2), arb_clear(slope2);
}

static double enclose(const struct sp_regression *model, const double *point)
{
    size_t n = model->classes * model->data.width;
    arb_ptr w = _arb_vec_init((slong)n), gradient = _arb_vec_init((slong)n);
    arb_ptr scores = _arb_vec_init(2 * SP_LOSS_CLASSES);
    arb_t loss, result;
    arf_t low;
    arb_init(loss), arb_init(result), arf_init(low);
    for (size_t k = 0; k < n; k++)
        arb_set_d(w + k, point[k]);
    for (size_t i = 0; i < model->data.n; i++)
        add_sample(loss, gradient, model, i, w, scores, scores + SP_LOSS_CLASSES);
    assemble(result, loss, gradient, w, model);
    arb_get_lbound_arf(low, result, PRECISION);
    double lower = arf_get_d(low, ARF_RND_FLOOR);
    arb_clear(loss), arb_clear(result), arf_clear(low);
    _arb_vec_clear(w, (slong)n);
    _arb_vec_clear(gradient, (slong)n);
    _arb_vec_clear(scores, 2 * SP_LOSS_CLASSES);
    return lower;
}

enum sp_status sp_regression_minimum(double *lower, const struct sp_regression *model, double L,
                                     struct sp_error *err)
{
    size_t n = model->classes * model->data.width;
    double *w = calloc(3 * n, sizeof *w);
    if (w == NULL)
        return sp_fail_memory(err);
    int code = descend(w, w + n, w + 2 * n, model, L);
    if (code == SP_CODE_OK)
        *lower = fmax(0, enclose(model, w));
    free(w);
    return code == SP_CODE_OK ? SP_OK : sp_fail(err, SP_INTERNAL, "F*: %s", sp_code_text(code));
}

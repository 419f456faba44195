/* SPDX-License-Identifier: Apache-2.0 */
/* The Hessian diag(p) - p p' of log-sum-exp is at most 1/2, and |p - e_y|^2 at most 2. */
#include "runs/engine/elementary.h"
#include "runs/problem/loss.h"

static double value(double *slopes, const double *z, unsigned classes, unsigned label)
{
    double most = z[0], sum = 0;
    for (unsigned c = 1; c < classes; c++)
        most = z[c] > most ? z[c] : most;
    for (unsigned c = 0; c < classes; c++)
        sum += slopes[c] = sp_exp(z[c] - most);
    for (unsigned c = 0; c < classes; c++)
        slopes[c] /= sum;
    slopes[label] -= 1;
    return sp_log(sum) + (most - z[label]);
}

static void enclose(arb_t value, arb_ptr slopes, arb_srcptr z, unsigned classes, unsigned label,
                    slong precision)
{
    arb_zero(value);
    for (unsigned c = 0; c < classes; c++) {
        arb_exp(slopes + c, z + c, precision);
        arb_add(value, value, slopes + c, precision);
    }
    for (unsigned c = 0; c < classes; c++)
        arb_div(slopes + c, slopes + c, value, precision);
    arb_sub_ui(slopes + label, slopes + label, 1, precision);
    arb_log(value, value, precision);
    arb_sub(value, value, z + label, precision);
}

const struct sp_loss sp_loss_softmax = {
    .text = "softmax regression",
    .curvature = 0.5,
    .slope2 = 2,
    .at_zero = 0x1.26bb1bbb55516p+1, /* ln 10 = 0x1.26bb1bbb555158..p+1 */
    .value = value,
    .enclose = enclose,
};

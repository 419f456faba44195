/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/engine/elementary.h"
#include "runs/problem/loss.h"

static double value(double *slopes, const double *z, unsigned classes, unsigned label)
{
    (void)classes, (void)label;
    slopes[0] = -sp_logistic_slope(z[0]);
    return sp_logistic_loss(z[0]);
}

static void enclose(arb_t value, arb_ptr slopes, arb_srcptr z, unsigned classes, unsigned label,
                    slong precision)
{
    (void)classes, (void)label;
    arb_neg(value, z);
    arb_exp(value, value, precision);
    arb_log1p(value, value, precision);
    arb_exp(slopes, z, precision);
    arb_add_ui(slopes, slopes, 1, precision);
    arb_inv(slopes, slopes, precision);
    arb_neg(slopes, slopes);
}

const struct sp_loss sp_loss_logistic = {
    .text = "logistic regression",
    .curvature = 0.25,
    .slope2 = 1,
    .at_zero = 0x1.62e42fefa39f0p-1, /* ln 2 = 0x1.62e42fefa39ef3..p-1 */
    .value = value,
    .enclose = enclose,
};

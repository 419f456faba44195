/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/engine/delay.h"

#include <math.h>

#include "runs/engine/elementary.h"

/* Inverse distribution functions at 1 - v: v is uniform in (0, 1], so that log v is finite. */
static double draw_exp(double rate, double v)
{
    return (0.0 - sp_log(v)) / rate;
}

static double draw_hyperexp(const double *p, double u, double v)
{
    return draw_exp(u < p[0] ? p[1] : p[2], v);
}

double sp_delay_draw(const struct sp_delay *delay, struct sp_stream *stream)
{
    const double *p = delay->parameter;
    double v = 1.0 - sp_stream_uniform(stream);
    switch (delay->kind) {
    case SP_DELAY_EXP:
        return draw_exp(p[0], v);
    case SP_DELAY_SHIFTED:
        return p[0] + draw_exp(p[1], v);
    case SP_DELAY_PARETO:
        return p[1] * sp_exp((0.0 - sp_log(v)) / p[0]);
    case SP_DELAY_UNIFORM:
        return p[1] - (p[1] - p[0]) * v;
    case SP_DELAY_HYPEREXP:
        return draw_hyperexp(p, sp_stream_uniform(stream), v);
    default:
        return p[0];
    }
}

double sp_delay_mean(const struct sp_delay *delay)
{
    const double *p = delay->parameter;
    switch (delay->kind) {
    case SP_DELAY_EXP:
        return 1.0 / p[0];
    case SP_DELAY_SHIFTED:
        return p[0] + 1.0 / p[1];
    case SP_DELAY_PARETO:
        return p[0] > 1 ? p[0] * p[1] / (p[0] - 1) : INFINITY;
    case SP_DELAY_UNIFORM:
        return p[0] + (p[1] - p[0]) / 2;
    case SP_DELAY_HYPEREXP:
        return p[0] / p[1] + (1 - p[0]) / p[2];
    default:
        return p[0];
    }
}

enum sp_delay_class sp_delay_class(const struct sp_delay *delay)
{
    switch (delay->kind) {
    case SP_DELAY_EXP:
        return SP_AGES_NOT;
    case SP_DELAY_PARETO:
        return SP_AGES_BOTH_WAYS;
    case SP_DELAY_HYPEREXP:
        return SP_AGES_NSU;
    default:
        return SP_AGES_NLU;
    }
}

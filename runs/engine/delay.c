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

/* Standard normal, by the polar method: no function is needed that a processor may round its own
 * way. */
static double draw_normal(struct sp_stream *stream)
{
    for (;;) {
        double x = 2 * sp_stream_uniform(stream) - 1, y = 2 * sp_stream_uniform(stream) - 1;
        double s = x * x + y * y;
        if (0x1p-1000 < s && s < 1)
            return x * sqrt(-2 * sp_log(s) / s);
    }
}

/* Shape at least 1, rate 1: the squeeze of Marsaglia and Tsang. */
static double draw_large_gamma(double shape, struct sp_stream *stream)
{
    const double d = shape - 1.0 / 3, c = 1 / sqrt(9 * d);
    for (;;) {
        double x = draw_normal(stream), t = 1 + c * x, v = t * t * t;
        double u = 1.0 - sp_stream_uniform(stream);
        if (v > 0x1p-1000 && sp_log(u) < x * x / 2 + d * (1 - v + sp_log(v)))
            return d * v;
    }
}

/* A gamma variable of shape below 1 is one of shape + 1 times U^(1/shape). */
static double draw_gamma(double shape, double v, struct sp_stream *stream)
{
    return shape >= 1 ? draw_large_gamma(shape, stream)
                      : draw_large_gamma(shape + 1, stream) * sp_exp(sp_log(v) / shape);
}

/* scale (-log v)^(1/shape); v = 1 gives 0. */
static double draw_weibull(double shape, double scale, double v)
{
    double x = 0.0 - sp_log(v);
    return x > 0x1p-1000 ? scale * sp_exp(sp_log(x) / shape) : 0;
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
    case SP_DELAY_WEIBULL:
        return draw_weibull(p[0], p[1], v);
    case SP_DELAY_GAMMA:
    case SP_DELAY_ERLANG:
        return draw_gamma(p[0], v, stream) / p[1];
    case SP_DELAY_LOGNORMAL:
        return sp_exp(p[0] + p[1] * draw_normal(stream));
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
    case SP_DELAY_WEIBULL:
        return p[1] * tgamma(1 + 1 / p[0]);
    case SP_DELAY_GAMMA:
    case SP_DELAY_ERLANG:
        return p[0] / p[1];
    case SP_DELAY_LOGNORMAL:
        return exp(p[0] + p[1] * p[1] / 2);
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
    case SP_DELAY_LOGNORMAL:
        return SP_AGES_BOTH_WAYS;
    case SP_DELAY_WEIBULL:
    case SP_DELAY_GAMMA:
        return delay->parameter[0] >= 1 ? SP_AGES_NLU : SP_AGES_NSU;
    case SP_DELAY_HYPEREXP:
        return SP_AGES_NSU;
    default:
        return SP_AGES_NLU;
    }
}

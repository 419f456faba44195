/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/measure/missed.h"

#include <stdio.h>

static void exponential(char *text, size_t size, const struct sp_run_setting *s)
{
    snprintf(text, size, "%s",
             s->variant == SP_KASYNC ? "missed_kasync_exp(P, K)" : "missed_kbatchasync_exp(P, K)");
}

/* While one job runs, each other learner delivers at most twice on average. */
static void new_longer_than_used(char *text, size_t size)
{
    snprintf(text, size, "2*(P - 1) + K - 1");
}

/* Lorden's bound on the renewals during one job, by the squared coefficient of variation. */
static void by_variation(char *text, size_t size, const double *p)
{
    snprintf(text, size,
             "(P - 1)*(1 + 2*(%a/%a^2 + (1 - %a)/%a^2)/(%a/%a + (1 - %a)/%a)^2) + K - 1", p[0],
             p[1], p[0], p[2], p[0], p[1], p[0], p[2]);
}

/* The same from E[X^2]/E[X]^2 as text. */
static void by_moments(char *text, size_t size, const char *ratio, double parameter)
{
    char number[64];
    snprintf(number, sizeof number, ratio, parameter, parameter);
    snprintf(text, size, "(P - 1)*(1 + %s) + K - 1", number);
}

/* No job is shorter than the scale, so at most E[X]/scale renewals in a mean job. */
static void by_least_time(char *text, size_t size, double alpha)
{
    snprintf(text, size, "(P - 1)*(1 + %a/(%a - 1)) + K - 1", alpha, alpha);
}

enum sp_status sp_missed_mean(char *text, size_t size, const struct sp_run_setting *setting,
                              struct sp_error *err)
{
    const double *p = setting->delay.parameter;
    if (setting->engine != SP_SIMULATE)
        return sp_fail(err, SP_FALSE,
                       "Sbar follows from the law of the compute times, which is "
                       "not known of real ones");
    if (!sp_run_setting_is_even(setting))
        return sp_fail(err, SP_FALSE,
                       "Sbar is known for learners with one law; some are slow or "
                       "crash here");
    switch (setting->delay.kind) {
    case SP_DELAY_EXP:
        exponential(text, size, setting);
        return SP_OK;
    case SP_DELAY_HYPEREXP:
        by_variation(text, size, p);
        return SP_OK;
    case SP_DELAY_PARETO:
        if (!(p[0] > 1))
            return sp_fail(err, SP_FALSE, "the Pareto law has no mean: ALPHA = %g <= 1", p[0]);
        by_least_time(text, size, p[0]);
        return SP_OK;
    case SP_DELAY_LOGNORMAL:
        by_moments(text, size, "exp(%a*%a)", p[1]);
        return SP_OK;
    case SP_DELAY_WEIBULL:
        if (p[0] < 1) {
            by_moments(text, size, "gamma(1 + 2/%a)/gamma(1 + 1/%a)^2", p[0]);
            return SP_OK;
        }
        new_longer_than_used(text, size);
        return SP_OK;
    case SP_DELAY_GAMMA:
        if (p[0] < 1) {
            by_moments(text, size, "(1 + 1/%a)", p[0]);
            return SP_OK;
        }
        new_longer_than_used(text, size);
        return SP_OK;
    default:
        new_longer_than_used(text, size);
        return SP_OK;
    }
}

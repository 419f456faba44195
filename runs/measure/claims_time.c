/* SPDX-License-Identifier: Apache-2.0 */
/* Which run-time formulas speak of which variant and law. */
#include <stdio.h>

#include "runs/measure/claim.h"

#define LAW(name, kind_wanted)                                                                     \
    static int name(const struct sp_run_setting *s)                                                \
    {                                                                                              \
        return s->engine == SP_SIMULATE && s->delay.kind == kind_wanted &&                         \
               sp_run_setting_is_even(s);                                                          \
    }
LAW(is_exp, SP_DELAY_EXP)
LAW(is_shifted, SP_DELAY_SHIFTED)
LAW(is_pareto, SP_DELAY_PARETO)
LAW(is_uniform, SP_DELAY_UNIFORM)
LAW(is_hyperexp, SP_DELAY_HYPEREXP)
LAW(is_weibull, SP_DELAY_WEIBULL)
LAW(is_gamma, SP_DELAY_GAMMA)
LAW(is_erlang, SP_DELAY_ERLANG)
LAW(is_lognormal, SP_DELAY_LOGNORMAL)

/* Waits for K different learners, all started together. */
static int waits(const struct sp_run_setting *s)
{
    return s->variant == SP_SYNC || s->variant == SP_KSYNC;
}

/* async is K-async with K = 1, and K-batch-async too. */
static int is_kasync(const struct sp_run_setting *s)
{
    return s->variant == SP_KASYNC || s->variant == SP_ASYNC;
}

static int never_idle(const struct sp_run_setting *s)
{
    return s->variant == SP_KBASYNC || s->variant == SP_ASYNC;
}

#define FITS(name, condition)                                                                      \
    static int name(const struct sp_run_setting *s)                                                \
    {                                                                                              \
        return (condition);                                                                        \
    }
FITS(exp_waits, is_exp(s) && (waits(s) || s->variant == SP_KASYNC))
FITS(exp_kbsync, is_exp(s) && s->variant == SP_KBSYNC)
FITS(exp_never_idle, is_exp(s) && never_idle(s))
FITS(shifted_waits, is_shifted(s) && waits(s))
FITS(shifted_kasync, is_shifted(s) && is_kasync(s))
FITS(shifted_kbsync, is_shifted(s) && s->variant == SP_KBSYNC)
FITS(pareto_waits, is_pareto(s) && waits(s))
FITS(uniform_waits, is_uniform(s) && waits(s))
FITS(uniform_kasync, is_uniform(s) && is_kasync(s))
FITS(hyperexp_waits, is_hyperexp(s) && waits(s))
FITS(hyperexp_kasync, is_hyperexp(s) && s->variant == SP_KASYNC)
FITS(weibull_waits, is_weibull(s) && waits(s))
FITS(gamma_waits, is_gamma(s) && waits(s))
FITS(erlang_waits, is_erlang(s) && waits(s))
FITS(lognormal_waits, is_lognormal(s) && waits(s))
FITS(pushes, s->engine == SP_SIMULATE && sp_run_setting_is_even(s) && never_idle(s) && !is_exp(s))
FITS(pushes_nlu, pushes(s) && sp_delay_class(&s->delay) == SP_AGES_NLU)
FITS(counts, 1 || s)

static enum sp_status fill_learners(struct sp_case *c, const struct sp_facts *f,
                                    struct sp_error *err)
{
    enum sp_status status = sp_facts_set_count(c, "P", f->setting.learners, err);
    return status == SP_OK ? sp_facts_set_count(c, "K", f->setting.wanted, err) : status;
}

/* P, K and the law's parameters under these names. */
static enum sp_status fill_law(struct sp_case *c, const struct sp_facts *f,
                               const char *const *names, struct sp_error *err)
{
    enum sp_status status = fill_learners(c, f, err);
    for (int k = 0; names[k] != NULL && status == SP_OK; k++)
        status = sp_facts_set(c, names[k], f->setting.delay.parameter[k], err);
    return status;
}

#define FILL_LAW(name, ...)                                                                        \
    static enum sp_status name(struct sp_case *c, const struct sp_facts *f, struct sp_error *err)  \
    {                                                                                              \
        static const char *const names[] = {__VA_ARGS__, NULL};                                    \
        return fill_law(c, f, names, err);                                                         \
    }
FILL_LAW(fill_exp, "mu")
FILL_LAW(fill_shifted, "Delta", "mu")
FILL_LAW(fill_uniform, "a", "b")
FILL_LAW(fill_hyperexp, "p1", "mu1", "mu2")
FILL_LAW(fill_weibull, "shape", "scale")
FILL_LAW(fill_gamma, "shape", "rate")
FILL_LAW(fill_lognormal, "location", "scale")

static enum sp_status fill_pareto(struct sp_case *c, const struct sp_facts *f, struct sp_error *err)
{
    static const char *const names[] = {"alpha", "xm", NULL};
    double tail = f->setting.delay.parameter[0] * (f->setting.learners - f->setting.wanted + 1);
    if (!(tail > 2))
        return sp_fail(err, SP_FALSE,
                       "the time of an update has no finite variance (ALPHA*(P - K + 1) = %g <= "
                       "2): a mean over runs has no confidence limits",
                       tail);
    return fill_law(c, f, names, err);
}

static enum sp_status set_mean(struct sp_case *c, const struct sp_facts *f, struct sp_error *err)
{
    const double *p = f->setting.delay.parameter;
    char text[256];
    switch (f->setting.delay.kind) {
    case SP_DELAY_EXP:
        snprintf(text, sizeof text, "1/%a", p[0]);
        break;
    case SP_DELAY_SHIFTED:
        snprintf(text, sizeof text, "%a + 1/%a", p[0], p[1]);
        break;
    case SP_DELAY_UNIFORM:
        snprintf(text, sizeof text, "(%a + %a)/2", p[0], p[1]);
        break;
    case SP_DELAY_HYPEREXP:
        snprintf(text, sizeof text, "%a/%a + (1 - %a)/%a", p[0], p[1], p[0], p[2]);
        break;
    case SP_DELAY_WEIBULL:
        snprintf(text, sizeof text, "%a*gamma(1 + 1/%a)", p[1], p[0]);
        break;
    case SP_DELAY_GAMMA:
    case SP_DELAY_ERLANG:
        snprintf(text, sizeof text, "%a/%a", p[0], p[1]);
        break;
    case SP_DELAY_LOGNORMAL:
        snprintf(text, sizeof text, "exp(%a + %a^2/2)", p[0], p[1]);
        break;
    case SP_DELAY_PARETO:
        if (!(p[0] > 2))
            return sp_fail(err, SP_FALSE, "the law has no finite variance: ALPHA = %g <= 2", p[0]);
        snprintf(text, sizeof text, "%a*%a/(%a - 1)", p[0], p[1], p[0]);
        break;
    default:
        snprintf(text, sizeof text, "%a", p[0]);
    }
    return sp_case_set(c, "EX", text, err);
}

static enum sp_status fill_mean(struct sp_case *c, const struct sp_facts *f, struct sp_error *err)
{
    enum sp_status status = fill_learners(c, f, err);
    return status == SP_OK ? set_mean(c, f, err) : status;
}

static enum sp_status fill_pushes(struct sp_case *c, const struct sp_facts *f, struct sp_error *err)
{
    uint64_t n = f->setting.wanted * f->setting.updates;
    enum sp_status status = sp_facts_set_count(c, "P", f->setting.learners, err);
    if (status == SP_OK)
        status = sp_facts_set_count(c, "n_pushes", n, err);
    return status == SP_OK ? set_mean(c, f, err) : status;
}

static enum sp_status fill_total(struct sp_case *c, const struct sp_facts *f, struct sp_error *err)
{
    enum sp_status status = fill_learners(c, f, err);
    if (status == SP_OK)
        status = sp_case_set(c, "variant", sp_variant_word(f->setting.variant), err);
    return status == SP_OK ? sp_facts_set_count(c, "J", f->setting.updates, err) : status;
}

#define UPDATE_TIME "time of an update", "time_per_update"
#define PUSH_TIME "time of the last update", "end_time"

const struct sp_claim sp_time_claims[] = {
    {"order_stat_exp", UPDATE_TIME, SP_EQUAL, 0, exp_waits, fill_exp},
    {"kbatchsync_time_exp", UPDATE_TIME, SP_EQUAL, 0, exp_kbsync, fill_exp},
    {"kbatchasync_time", UPDATE_TIME, SP_EQUAL, 0, exp_never_idle, fill_mean},
    {"order_stat_shifted_exp", UPDATE_TIME, SP_EQUAL, 0, shifted_waits, fill_shifted},
    {"order_stat_shifted_exp", UPDATE_TIME, SP_AT_MOST, 0, shifted_kasync, fill_shifted},
    {"kbatchsync_time_shifted_exp", UPDATE_TIME, SP_EQUAL, 0, shifted_kbsync, fill_shifted},
    {"order_stat_pareto", UPDATE_TIME, SP_EQUAL, 0, pareto_waits, fill_pareto},
    {"order_stat_uniform", UPDATE_TIME, SP_EQUAL, 0, uniform_waits, fill_uniform},
    {"order_stat_uniform", UPDATE_TIME, SP_AT_MOST, 0, uniform_kasync, fill_uniform},
    {"order_stat_hyperexp", UPDATE_TIME, SP_EQUAL, 0, hyperexp_waits, fill_hyperexp},
    {"order_stat_hyperexp", UPDATE_TIME, SP_AT_LEAST, 0, hyperexp_kasync, fill_hyperexp},
    {"order_stat_weibull", UPDATE_TIME, SP_EQUAL, 0, weibull_waits, fill_weibull},
    {"order_stat_gamma", UPDATE_TIME, SP_EQUAL, 0, gamma_waits, fill_gamma},
    {"order_stat_erlang", UPDATE_TIME, SP_EQUAL, 0, erlang_waits, fill_gamma},
    {"order_stat_lognormal", UPDATE_TIME, SP_EQUAL, 0, lognormal_waits, fill_lognormal},
    {"push_time_upper", PUSH_TIME, SP_AT_MOST, 0, pushes, fill_pushes},
    {"push_time_lower_nlu", PUSH_TIME, SP_AT_LEAST, 0, pushes_nlu, fill_pushes},
    {"staleness_total", "staleness of all gradients and ages at the end, conserved",
     "staleness.total", SP_EQUAL, 0, counts, fill_total},
    {0},
};

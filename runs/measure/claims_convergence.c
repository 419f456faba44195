/* SPDX-License-Identifier: Apache-2.0 */
/* Which convergence bounds speak of which variant, and what they are given. */
#include <stdio.h>

#include "runs/measure/claim.h"
#include "runs/measure/missed.h"

static int is_sync(const struct sp_run_setting *s)
{
    return sp_variant_cancels(s->variant);
}

static int is_async(const struct sp_run_setting *s)
{
    return !sp_variant_cancels(s->variant);
}

static int is_sync_by_learner(const struct sp_run_setting *s)
{
    return s->variant == SP_SYNC || s->variant == SP_KSYNC;
}

/* L, sigma2 and the gap under their names, and what else every convergence bound refuses. */
static enum sp_status fill_common(struct sp_case *c, const struct sp_facts *f, const char *gap,
                                  struct sp_error *err)
{
    if (f->setting.top > 0)
        return sp_fail(err, SP_FALSE, "the gradients are compressed; the bound is for whole ones");
    if (f->setting.rule.rule != SP_RULE_SGD)
        return sp_fail(err, SP_FALSE, "the steps are those of %s; the bound is for sgd",
                       sp_rule_word(f->setting.rule.rule));
    enum sp_status status = sp_facts_set(c, "L", f->constant[SP_CONSTANT_L], err);
    if (status == SP_OK)
        status = sp_facts_set(c, gap, f->constant[SP_CONSTANT_D0], err);
    return status;
}

/* The variance of one mini-batch gradient, exactly. */
static enum sp_status set_batch_variance(struct sp_case *c, const struct sp_facts *f,
                                         const char *name, const char *format, struct sp_error *err)
{
    char text[96];
    snprintf(text, sizeof text, format, f->constant[SP_CONSTANT_SIGMA2], f->setting.batch);
    return sp_case_set(c, name, text, err);
}

static enum sp_status fill_sync_pl(struct sp_case *c, const struct sp_facts *f,
                                   struct sp_error *err)
{
    const struct sp_run_setting *s = &f->setting;
    enum sp_status status = fill_common(c, f, "D0", err);
    if (status == SP_OK)
        status = sp_facts_set(c, "c", f->constant[SP_CONSTANT_C], err);
    if (status == SP_OK)
        status = sp_facts_set(c, "sigma2", f->constant[SP_CONSTANT_SIGMA2], err);
    if (status == SP_OK)
        status = sp_case_set(c, "MG", "0", err);
    if (status == SP_OK)
        status = sp_facts_set_count(c, "m", s->batch, err);
    if (status == SP_OK)
        status = sp_facts_set(c, "eta", s->rule.eta, err);
    if (status == SP_OK)
        status = sp_facts_set_count(c, "K", s->wanted, err);
    return status == SP_OK ? sp_facts_set_count(c, "J", s->updates, err) : status;
}

static enum sp_status fill_sgd_nc(struct sp_case *c, const struct sp_facts *f, struct sp_error *err)
{
    const struct sp_run_setting *s = &f->setting;
    enum sp_status status = fill_common(c, f, "Delta", err);
    if (status == SP_OK)
        status = sp_facts_set(c, "sigma2", f->constant[SP_CONSTANT_SIGMA2], err);
    if (status == SP_OK)
        status = sp_facts_set_count(c, "B", (uint64_t)s->batch * s->wanted, err);
    if (status == SP_OK)
        status = sp_facts_set(c, "gamma", s->rule.eta, err);
    return status == SP_OK ? sp_facts_set_count(c, "K", s->updates, err) : status;
}

/* Nothing is stale: the view is the model, B = 0, and every worker that counts is heard. */
static enum sp_status fill_parallel(struct sp_case *c, const struct sp_facts *f,
                                    struct sp_error *err)
{
    const struct sp_run_setting *s = &f->setting;
    enum sp_status status = fill_common(c, f, "Delta", err);
    if (status == SP_OK)
        status = set_batch_variance(c, f, "sigma", "sqrt(%a/%u)", err);
    if (status == SP_OK)
        status = sp_case_set(c, "B", "0", err);
    if (status == SP_OK)
        status = sp_facts_set_count(c, "p", s->wanted, err);
    if (status == SP_OK)
        status = sp_facts_set_count(c, "T", s->updates, err);
    if (status == SP_OK)
        status = sp_case_set(c, "R", "T", err);
    return status == SP_OK ? sp_facts_set(c, "alpha", s->rule.eta, err) : status;
}

/* variant, P, K and h = eta/K. */
static enum sp_status set_issue_shape(struct sp_case *c, const struct sp_facts *f,
                                      struct sp_error *err)
{
    const struct sp_run_setting *s = &f->setting;
    char step[64];
    snprintf(step, sizeof step, "%a/%u", s->rule.eta, s->wanted);
    enum sp_status status = sp_case_set(c, "variant", sp_variant_word(s->variant), err);
    if (status == SP_OK)
        status = sp_facts_set_count(c, "P", s->learners, err);
    if (status == SP_OK)
        status = sp_facts_set_count(c, "K", s->wanted, err);
    return status == SP_OK ? sp_case_set(c, "h", step, err) : status;
}

static int is_feedback(const struct sp_run_setting *s)
{
    return s->top > 0;
}

/* The gap, L and the step of the theorems on elastic consistency; gamma = 1 - k/d of TopK. */
static enum sp_status fill_feedback(struct sp_case *c, const struct sp_facts *f,
                                    struct sp_error *err)
{
    const struct sp_run_setting *s = &f->setting;
    char gamma[64];
    uint64_t d = (uint64_t)json_integer_value(
        json_object_get(json_object_get(f->summary, "problem"), "dimension"));
    if (s->variant != SP_SYNC)
        return sp_fail(err, SP_FALSE, "the theorem is for the synchronous variant");
    if (s->engine == SP_MPI)
        return sp_fail(err, SP_FALSE, "the residuals stay with the learners' processes, so the "
                                      "points x cannot be looked at");
    snprintf(gamma, sizeof gamma, "1 - %llu/%llu", (unsigned long long)(s->top < d ? s->top : d),
             (unsigned long long)d);
    enum sp_status status = sp_facts_set(c, "L", f->constant[SP_CONSTANT_L], err);
    if (status == SP_OK)
        status = sp_facts_set(c, "Delta", f->constant[SP_CONSTANT_D0], err);
    if (status == SP_OK)
        status = set_batch_variance(c, f, "sigma", "sqrt(%a/%u)", err);
    if (status == SP_OK)
        status = sp_case_set(c, "gamma", gamma, err);
    if (status == SP_OK)
        status = sp_facts_set_count(c, "p", s->learners, err);
    if (status == SP_OK)
        status = sp_facts_set_count(c, "T", s->updates, err);
    return status == SP_OK ? sp_facts_set(c, "alpha", s->rule.eta, err) : status;
}

/* What the two theorems in issue order have in common. */
static enum sp_status fill_issue(struct sp_case *c, const struct sp_facts *f, struct sp_error *err)
{
    const struct sp_run_setting *s = &f->setting;
    enum sp_status status = fill_common(c, f, "D0", err);
    if (status == SP_OK)
        status = sp_facts_set(c, "sigma2", f->constant[SP_CONSTANT_SIGMA2], err);
    if (status == SP_OK)
        status = sp_case_set(c, "MG", "0", err);
    if (status == SP_OK)
        status = sp_facts_set_count(c, "m", s->batch, err);
    if (status == SP_OK)
        status = set_issue_shape(c, f, err);
    return status == SP_OK ? sp_facts_set_count(c, "N", s->wanted * s->updates + s->learners, err)
                           : status;
}

static enum sp_status fill_issue_nc(struct sp_case *c, const struct sp_facts *f,
                                    struct sp_error *err)
{
    char missed[512];
    enum sp_status status = fill_issue(c, f, err);
    if (status == SP_OK)
        status = sp_missed_mean(missed, sizeof missed, &f->setting, err);
    if (status == SP_OK)
        status = sp_case_set(c, "Sbar", missed, err);
    if (f->setting.delay.kind != SP_DELAY_EXP)
        sp_case_assume(c, "Sbar");
    return status;
}

/* psi is left to its default. */
static enum sp_status fill_issue_pl(struct sp_case *c, const struct sp_facts *f,
                                    struct sp_error *err)
{
    enum sp_status status = fill_issue(c, f, err);
    if (status == SP_OK &&
        (f->setting.delay.kind != SP_DELAY_EXP || f->setting.engine != SP_SIMULATE ||
         !sp_run_setting_is_even(&f->setting)))
        status = sp_fail(err, SP_FALSE, "psi is known for exponential compute times only");
    if (status == SP_OK)
        status = sp_facts_set(c, "c", f->constant[SP_CONSTANT_C], err);
    return status;
}

/* Bounds in the order of application take one gradient an update. */
static enum sp_status fill_applied(struct sp_case *c, const struct sp_facts *f,
                                   struct sp_error *err)
{
    const struct sp_run_setting *s = &f->setting;
    if (s->wanted != 1)
        return sp_fail(err, SP_FALSE, "the theorem takes one gradient an update; here K = %u",
                       s->wanted);
    enum sp_status status = fill_common(c, f, "Delta", err);
    if (status == SP_OK)
        status = set_batch_variance(c, f, "sigma2", "%a/%u", err);
    if (status == SP_OK)
        status = sp_facts_set(c, "gamma", s->rule.eta, err);
    return status == SP_OK ? sp_facts_set_count(c, "K", s->updates, err) : status;
}

/* The schedule is drawn without looking at the data, so the theorem holds for each seed's own
 * delays, and the bound with the largest of them holds for all. */
static enum sp_status fill_async_nc(struct sp_case *c, const struct sp_facts *f,
                                    struct sp_error *err)
{
    double window = 0, mean = 0;
    enum sp_status status = fill_applied(c, f, err);
    if (status == SP_OK)
        status = sp_facts_largest(&window, f, "staleness.W", err);
    if (status == SP_OK)
        status = sp_facts_set(c, "W", window, err);
    if (status == SP_OK)
        status = sp_facts_largest(&mean, f, "staleness.mean", err);
    return status == SP_OK ? sp_facts_set(c, "dbar", mean, err) : status;
}

static enum sp_status fill_concurrency(struct sp_case *c, const struct sp_facts *f,
                                       struct sp_error *err)
{
    double most = 0;
    enum sp_status status = fill_applied(c, f, err);
    if (status == SP_OK)
        status = sp_facts_largest(&most, f, "staleness.most", err);
    if (status == SP_OK)
        status = sp_facts_set_count(c, "tau", (uint64_t)most, err);
    return status == SP_OK ? sp_facts_set_count(c, "c", f->setting.learners - 1, err) : status;
}

static const char final_gap[] = "F(w_J) - F*, mean over seeds";
static const char over_updates[] = "mean of |grad F|^2 over the iterates before each update";

const struct sp_claim sp_convergence_claims[] = {
    {"sync_pl", final_gap, "final_gap", SP_AT_MOST, 1, is_sync, fill_sync_pl},
    {"sgd_nc", over_updates, "mean_gradient2", SP_AT_MOST, 1, is_sync, fill_sgd_nc},
    {"nonconvex_parallel_full", over_updates, "mean_gradient2", SP_AT_MOST, 1, is_sync_by_learner,
     fill_parallel},
    {"nonconvex_ef_Mfree", "mean of |grad F|^2 over the points x = w - eta (mean residual)",
     "view_mean_gradient2", SP_AT_MOST, 1, is_feedback, fill_feedback},
    {"async_issue_nc", "mean of |grad F|^2 over the points where gradients were computed",
     "issue_mean_gradient2", SP_AT_MOST, 1, is_async, fill_issue_nc},
    {"async_issue_pl", "F(z_N) - F* of the drained iterate, mean over seeds", "drained_gap",
     SP_AT_MOST, 1, is_async, fill_issue_pl},
    {"async_nc", over_updates, "mean_gradient2", SP_AT_MOST, 1, is_async, fill_async_nc},
    {"async_concurrency", over_updates, "mean_gradient2", SP_AT_MOST, 1, is_async,
     fill_concurrency},
    {0},
};

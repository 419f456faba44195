/* SPDX-License-Identifier: Apache-2.0 */
/* What the keys of a setting must fulfil together. */
#include "runs/engine/setting.h"
#include "runs/engine/threads.h"
#include "staleproof/step_amsgrad.h"

static const struct {
    const char *word, *text;
    int cancels, batch;
} variants[SP_VARIANTS] = {
    [SP_SYNC] = {"sync", "sync", 1, 0},
    [SP_KSYNC] = {"ksync", "K-sync", 1, 0},
    [SP_KBSYNC] = {"kbsync", "K-batch-sync", 1, 1},
    [SP_ASYNC] = {"async", "async", 0, 0},
    [SP_KASYNC] = {"kasync", "K-async", 0, 0},
    [SP_KBASYNC] = {"kbasync", "K-batch-async", 0, 1},
};

const char *sp_variant_word(enum sp_variant variant)
{
    return variants[variant].word;
}

const char *sp_variant_text(enum sp_variant variant)
{
    return variants[variant].text;
}

int sp_variant_cancels(enum sp_variant variant)
{
    return variants[variant].cancels;
}

int sp_variant_is_batch(enum sp_variant variant)
{
    return variants[variant].batch;
}

static enum sp_status check_wanted(struct sp_run_setting *s, struct sp_error *err)
{
    uint32_t only = s->variant == SP_SYNC ? s->learners : s->variant == SP_ASYNC ? 1 : 0;
    const char *name = sp_variant_text(s->variant);
    if (only != 0 && s->wanted == 0)
        s->wanted = only;
    if (s->wanted == 0)
        return sp_fail(err, SP_USAGE, "K: not given (gradients per update of %s)", name);
    if (only != 0 && s->wanted != only)
        return sp_fail(err, SP_USAGE, "K = %u, but %s has K = %u; take %s", s->wanted, name, only,
                       s->variant == SP_SYNC ? "ksync or kbsync" : "kasync or kbasync");
    if (!sp_variant_is_batch(s->variant) && s->wanted > s->learners)
        return sp_fail(err, SP_USAGE,
                       "K <= P is needed by %s: it waits for K different learners; K = %u, P = %u",
                       name, s->wanted, s->learners);
    return SP_OK;
}

static enum sp_status check_step(const struct sp_run_setting *s, struct sp_error *err)
{
    if (s->problem == 0)
        return SP_OK;
    const struct sp_rule_options *o = &s->rule;
    if (!(o->eta > 0))
        return sp_fail(err, SP_USAGE,
                       o->eta == 0 ? "eta: not given (learning rate)"
                                   : "eta: the learning rate must be positive");
    if (o->eta > 0x1p20)
        return sp_fail(err, SP_USAGE, "eta: above 2^20");
    if (!(0 <= o->beta1 && o->beta1 < 1 && 0 <= o->beta2 && o->beta2 < 1))
        return sp_fail(err, SP_USAGE, "beta1 and beta2 must be at least 0 and below 1");
    if (!(0 <= o->epsilon && o->epsilon <= SP_STEP_AMSGRAD_RATE_F64))
        return sp_fail(err, SP_USAGE, "epsilon: outside 0 to 2^20");
    if (!(0 < o->box && o->box <= SP_STEP_AMSGRAD_LIMIT_F64))
        return sp_fail(err, SP_USAGE, "box: must be above 0 and at most 2^1000");
    if (s->top > 0 && o->rule != SP_RULE_SGD)
        return sp_fail(err, SP_USAGE,
                       "top: error feedback keeps what was left out in the unit of gradients, "
                       "which is that of steps only for step=sgd");
    return SP_OK;
}

int sp_run_setting_is_even(const struct sp_run_setting *setting)
{
    return setting->slow.n == 0 && setting->crash.n == 0;
}

static enum sp_status check_listed(const struct sp_run_setting *s, struct sp_error *err)
{
    for (unsigned k = 0; k < s->slow.n; k++)
        if (s->slow.at[k].learner >= s->learners || !(s->slow.at[k].value > 0))
            return sp_fail(err, SP_USAGE,
                           "slow: learner %u of %u with factor %g; 0 to P - 1, above 0",
                           s->slow.at[k].learner, s->learners, s->slow.at[k].value);
    for (unsigned k = 0; k < s->crash.n; k++)
        if (s->crash.at[k].learner >= s->learners || !(s->crash.at[k].value >= 0))
            return sp_fail(err, SP_USAGE,
                           "crash: learner %u of %u at time %g; 0 to P - 1, at least 0",
                           s->crash.at[k].learner, s->learners, s->crash.at[k].value);
    if (s->crash.n > 0 && s->engine != SP_SIMULATE)
        return sp_fail(err, SP_USAGE, "crash: learners of engine=%s do not die on a virtual clock",
                       s->engine == SP_MPI ? "mpi" : "threads");
    return SP_OK;
}

static enum sp_status check_engine(const struct sp_run_setting *s, struct sp_error *err)
{
    if (!(0 <= s->sleep && s->sleep <= 1e6))
        return sp_fail(err, SP_USAGE, "sleep: outside 0 to 1e6");
    if (s->engine == SP_THREADS && s->learners > SP_THREADS_MOST)
        return sp_fail(err, SP_USAGE, "P = %u: the threads engine takes up to %d learners",
                       s->learners, SP_THREADS_MOST);
    if (!(0 <= s->patience && s->patience <= 1e9))
        return sp_fail(err, SP_USAGE, "patience: outside 0 to 1e9");
    if (s->engine == SP_MPI && s->top > 0 && sp_variant_cancels(s->variant) &&
        (sp_variant_is_batch(s->variant) || s->wanted < s->learners))
        return sp_fail(err, SP_USAGE,
                       "top: with engine=mpi a learner compresses before it knows whether its job "
                       "was cancelled, and %s cancels: what was sent would be lost",
                       sp_variant_text(s->variant));
    return SP_OK;
}

static enum sp_status check_problem(const struct sp_run_setting *s, struct sp_error *err)
{
    const struct sp_quadratic_options *q = &s->quadratic;
    if (!(s->logistic.l2 >= 0 && s->logistic.l2 <= 1e6))
        return sp_fail(err, SP_USAGE, "l2: outside 0 to 1e6");
    if (s->logistic.plus == s->logistic.minus)
        return sp_fail(err, SP_USAGE, "plus and minus are the same class, %d", s->logistic.plus);
    if (!(0 < q->least && q->least <= q->largest && q->largest <= 1e100))
        return sp_fail(err, SP_USAGE, "0 < least <= largest <= 1e100 is needed");
    if (!(0 <= q->noise && q->noise <= 1e100 && 0 <= q->gap && q->gap <= 1e100))
        return sp_fail(err, SP_USAGE, "noise and gap: outside 0 to 1e100");
    return SP_OK;
}

enum sp_status sp_run_setting_check(struct sp_run_setting *setting, struct sp_error *err)
{
    enum sp_status status = check_wanted(setting, err);
    if (status == SP_OK)
        status = check_step(setting, err);
    if (status == SP_OK)
        status = check_engine(setting, err);
    if (status == SP_OK)
        status = check_listed(setting, err);
    if (status == SP_OK)
        status = check_problem(setting, err);
    /* P*J and K*J are counted in 64 bits, far below the machine's ceiling. */
    if (status == SP_OK &&
        setting->updates > ((uint64_t)1 << 61) / (setting->learners + (uint64_t)setting->wanted))
        status = sp_fail(err, SP_USAGE, "(P + K)*J is too large");
    return status;
}

enum sp_status sp_run_setting_problem(struct sp_problem *problem,
                                      const struct sp_run_setting *setting, struct sp_error *err)
{
    switch (setting->problem) {
    case 1:
        return sp_problem_quadratic(problem, &setting->quadratic, err);
    case 2:
        return sp_problem_logistic(problem, &setting->logistic, err);
    case 3:
        return sp_problem_softmax(problem, &setting->logistic, err);
    default:
        sp_problem_none(problem);
        return SP_OK;
    }
}

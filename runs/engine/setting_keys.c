/* SPDX-License-Identifier: Apache-2.0 */
/* The keys of a run: what each is called, means, and how it is read. */
#include "runs/engine/setting_keys.h"

#include <string.h>

#include "bounds/formula/nearest.h"
#include "runs/engine/number.h"
#include "staleproof/server_machine.h"

#define READER(name)                                                                               \
    static enum sp_status name(struct sp_run_setting *s, const char *key, const char *text,        \
                               struct sp_error *err)
#define COUNT_READER(name, field, type, least, most)                                               \
    READER(name)                                                                                   \
    {                                                                                              \
        uint64_t value = 0;                                                                        \
        enum sp_status status = sp_count_read(&value, key, text, least, most, err);                \
        if (status == SP_OK)                                                                       \
            s->field = (type)value;                                                                \
        return status;                                                                             \
    }
#define DOUBLE_READER(name, field)                                                                 \
    READER(name)                                                                                   \
    {                                                                                              \
        return sp_double_read(&s->field, key, text, err);                                          \
    }

enum sp_status sp_word_read(int *index, const char *key, const char *word, const char *const *names,
                            size_t n, struct sp_error *err)
{
    for (size_t k = 0; k < n; k++)
        if (strcmp(word, names[k]) == 0) {
            *index = (int)k;
            return SP_OK;
        }
    const char *near = sp_nearest(word, names, n);
    return sp_fail(err, SP_USAGE, "%s: there is no '%s'%s%s%s", key, word,
                   near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

READER(read_problem)
{
    static const char *const names[] = {"none", "quadratic", "logistic", "softmax"};
    return sp_word_read(&s->problem, key, text, names, 4, err);
}

READER(read_variant)
{
    const char *names[SP_VARIANTS];
    int index = 0;
    for (int k = 0; k < SP_VARIANTS; k++)
        names[k] = sp_variant_word((enum sp_variant)k);
    enum sp_status status = sp_word_read(&index, key, text, names, SP_VARIANTS, err);
    if (status == SP_OK)
        s->variant = (enum sp_variant)index;
    return status;
}

READER(read_step)
{
    const char *names[SP_RULES];
    int index = 0;
    for (int k = 0; k < SP_RULES; k++)
        names[k] = sp_rule_word((enum sp_rule)k);
    enum sp_status status = sp_word_read(&index, key, text, names, SP_RULES, err);
    if (status == SP_OK)
        s->rule.rule = (enum sp_rule)index;
    return status;
}

READER(read_engine)
{
    static const char *const names[SP_ENGINES] = {"simulate", "threads", "mpi"};
    int index = 0;
    enum sp_status status = sp_word_read(&index, key, text, names, SP_ENGINES, err);
    if (status == SP_OK)
        s->engine = (enum sp_engine)index;
    return status;
}

READER(read_deliveries)
{
    static const char *const names[] = {"no", "yes"};
    return sp_word_read(&s->deliveries, key, text, names, 2, err);
}

READER(read_delay)
{
    (void)key;
    return sp_delay_read(&s->delay, text, err);
}

READER(read_data)
{
    (void)key, (void)err;
    s->logistic.folder = strcmp(text, "fashion-mnist") == 0 ? NULL : text;
    return SP_OK;
}

static enum sp_status read_class(int *class, const char *key, const char *text,
                                 struct sp_error *err)
{
    uint64_t value = 0;
    enum sp_status status = sp_count_read(&value, key, text, 0, 9, err);
    if (status == SP_OK)
        *class = (int)value;
    return status;
}

READER(read_plus)
{
    return read_class(&s->logistic.plus, key, text, err);
}

READER(read_minus)
{
    if (strcmp(text, "rest") == 0) {
        s->logistic.minus = SP_ANY_CLASS;
        return SP_OK;
    }
    return read_class(&s->logistic.minus, key, text, err);
}

READER(read_name)
{
    (void)s;
    size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.");
    if (text[n] != '\0' || n > 64 || text[0] == '.')
        return sp_fail(err, SP_USAGE, "%s: '%s' is not letters, digits, '-', '_', '.'", key, text);
    return SP_OK;
}

READER(read_slow)
{
    return sp_listed_read(&s->slow, key, text, err);
}

READER(read_crash)
{
    return sp_listed_read(&s->crash, key, text, err);
}

COUNT_READER(read_learners, learners, uint32_t, 1, SP_SERVER_MAX_LEARNERS)
COUNT_READER(read_wanted, wanted, uint32_t, 0, 1u << 30)
COUNT_READER(read_batch, batch, uint32_t, 1, 1u << 20)
COUNT_READER(read_updates, updates, uint64_t, 1, (uint64_t)1 << 40)
COUNT_READER(read_seed, seed, uint64_t, 0, INT64_MAX)
COUNT_READER(read_seeds, seeds, uint32_t, 1, 10000)
COUNT_READER(read_checkpoints, checkpoints, uint32_t, 1, 100000)
COUNT_READER(read_probes, probes, uint32_t, 1, 1000000)
COUNT_READER(read_top, top, uint64_t, 0, 1u << 30)
COUNT_READER(read_samples, logistic.samples, size_t, 0, 1u << 30)
COUNT_READER(read_dimension, quadratic.dimension, size_t, 1, 1u << 24)
DOUBLE_READER(read_eta, rule.eta)
DOUBLE_READER(read_beta1, rule.beta1)
DOUBLE_READER(read_beta2, rule.beta2)
DOUBLE_READER(read_epsilon, rule.epsilon)
DOUBLE_READER(read_box, rule.box)
DOUBLE_READER(read_sleep, sleep)
DOUBLE_READER(read_patience, patience)
DOUBLE_READER(read_l2, logistic.l2)
DOUBLE_READER(read_largest, quadratic.largest)
DOUBLE_READER(read_least, quadratic.least)
DOUBLE_READER(read_noise, quadratic.noise)
DOUBLE_READER(read_gap, quadratic.gap)

const struct sp_setting_key sp_setting_keys[SP_SETTING_KEYS] = {
    {"name", "what the run is called, in files and tables; none: the variant", "", read_name},
    {"problem", "logistic, softmax, quadratic or none", "logistic", read_problem},
    {"variant", "sync, ksync, kbsync, async, kasync or kbasync", "sync", read_variant},
    {"P", "learners", "8", read_learners},
    {"K", "gradients per update; 0: P for sync, 1 for async", "0", read_wanted},
    {"step",
     "rule by which the server takes a step: sgd, amsgrad, heavyball (p := beta1 p + g) or "
     "momentum (m := beta1 m + (1 - beta1) g)",
     "sgd", read_step},
    {"eta", "learning rate", NULL, read_eta},
    {"beta1", "amsgrad, heavyball, momentum: decay of the past gradients", "9/10", read_beta1},
    {"beta2", "amsgrad: decay of the squares' moving mean", "999/1000", read_beta2},
    {"epsilon", "amsgrad: added to the root of the scale", "1/100000000", read_epsilon},
    {"box", "amsgrad: each weight stays between -box and box", "0x1p1000", read_box},
    {"m", "mini-batch size", "1", read_batch},
    {"J", "updates", "1000", read_updates},
    {"law",
     "time of one gradient: exp:RATE, shifted:SHIFT,RATE, pareto:ALPHA,SCALE, "
     "uniform:LOW,HIGH, deterministic:X, hyperexp:P1,RATE1,RATE2, weibull:SHAPE,SCALE, "
     "gamma:SHAPE,RATE, erlang:STAGES,RATE or lognormal:LOCATION,SPREAD",
     "exp:1", read_delay},
    {"slow", "LEARNER:FACTOR,...: learners, from 0 on, whose times are longer by that factor", "",
     read_slow},
    {"crash", "LEARNER:TIME,...: learners that deliver nothing after that virtual time", "",
     read_crash},
    {"engine",
     "simulate (virtual clock), threads (one a learner, real time) or mpi (one process a learner "
     "and one the server, real time)",
     "simulate", read_engine},
    {"sleep", "threads, mpi: seconds slept for each second of the law", "0", read_sleep},
    {"patience",
     "mpi: seconds of silence after which a learner on another machine counts as lost; 0: never, "
     "and nobody looks for the dead",
     "60", read_patience},
    {"seed", "first seed", "1", read_seed},
    {"seeds", "independent runs, from the first seed on", "10", read_seeds},
    {"checkpoints", "times at which the loss is measured after the start, denser early", "40",
     read_checkpoints},
    {"probes",
     "updates, one drawn from each equal part of the run, at which the gradient's norm "
     "is measured",
     "100", read_probes},
    {"deliveries", "yes: the trace also holds every delivery, for `staleproof check`", "no",
     read_deliveries},
    {"top", "entries of a gradient that a learner sends (TopK with error feedback); 0: all", "0",
     read_top},
    {"data",
     "regressions: fashion-mnist, a folder with files of that format, or a file: CSV with the "
     "label last, LIBSVM; gzip or not",
     "fashion-mnist", read_data},
    {"plus", "logistic: class of label +1", "1", read_plus},
    {"minus", "logistic: class of label -1, or rest", "3", read_minus},
    {"samples", "regressions: the first so many samples of the classes; 0: all", "2000",
     read_samples},
    {"l2", "regressions: weight of |w|^2/2", "1", read_l2},
    {"dimension", "quadratic: variables", "100", read_dimension},
    {"largest", "quadratic: largest eigenvalue", "1", read_largest},
    {"least", "quadratic: smallest eigenvalue", "1/10", read_least},
    {"noise", "quadratic: variance of one sample's gradient", "1", read_noise},
    {"gap", "quadratic: F(w_0) - F*", "1", read_gap},
};

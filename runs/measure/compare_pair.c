/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/measure/compare_pair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runs/measure/claim.h"

/* E[time of an update of `slow`]/E[.. of `fast`], exponential compute times. */
static const struct {
    const char *bound;
    enum sp_variant slow, fast;
    int needs_same_k;
} pairs[] = {
    {"speedup_exp", SP_SYNC, SP_ASYNC, 0},
    {"speedup_kbatch_exp", SP_KSYNC, SP_KBSYNC, 1},
    {"speedup_kbatch_exp", SP_KASYNC, SP_KBASYNC, 1},
};

static int is_pair(size_t k, const struct sp_run_setting *slow, const struct sp_run_setting *fast)
{
    return slow->variant == pairs[k].slow && fast->variant == pairs[k].fast &&
           slow->learners == fast->learners && slow->engine == SP_SIMULATE &&
           fast->engine == SP_SIMULATE && slow->delay.kind == SP_DELAY_EXP &&
           strcmp(slow->delay.text, fast->delay.text) == 0 && sp_run_setting_is_even(slow) &&
           sp_run_setting_is_even(fast) && (!pairs[k].needs_same_k || slow->wanted == fast->wanted);
}

/* Delays depend on seed, learner and job alone: runs of the same seed are not independent. */
static int same_seeds(const struct sp_facts *a, const struct sp_facts *b)
{
    return a->setting.seed == b->setting.seed && a->seeds == b->seeds;
}

static int share_seeds(const struct sp_facts *a, const struct sp_facts *b)
{
    return a->setting.seed < b->setting.seed + b->seeds &&
           b->setting.seed < a->setting.seed + a->seeds;
}

static enum sp_status judge_ratio(json_t *rows, size_t k, const struct sp_facts *slow,
                                  const struct sp_facts *fast, const struct sp_bound *bound,
                                  struct sp_case *c, struct sp_error *err)
{
    double *a, *b = NULL;
    char label[256];
    snprintf(label, sizeof label, "%s / %s", slow->label, fast->label);
    struct sp_subject subject = {pairs[k].bound, label,
                                 "pair",         "ratio of the times of an update",
                                 SP_EQUAL,       sp_relation_confidence(SP_EQUAL, slow)};
    if (share_seeds(slow, fast) && !same_seeds(slow, fast))
        return sp_judge_not(rows, &subject, bound,
                            "the runs have some seeds in common: give them the same, or others",
                            err);
    enum sp_status status = sp_facts_values(&a, slow, "time_per_update", err);
    if (status != SP_OK)
        return status;
    status = sp_facts_values(&b, fast, "time_per_update", err);
    if (status == SP_OK) {
        struct sp_interval ratio = sp_interval_ratio(a, slow->seeds, b, fast->seeds,
                                                     same_seeds(slow, fast), subject.confidence);
        status = sp_judge(rows, &subject, bound, c, &ratio, err);
    }
    free(a);
    free(b);
    return status;
}

static enum sp_status judge_pair(json_t *rows, size_t k, const struct sp_facts *slow,
                                 const struct sp_facts *fast, struct sp_catalogue *catalogue,
                                 struct sp_error *err)
{
    const struct sp_bound *bound;
    enum sp_status status = sp_catalogue_find(catalogue, &bound, pairs[k].bound, err);
    if (status != SP_OK)
        return status;
    struct sp_case *c = sp_case_new(catalogue, bound);
    if (c == NULL)
        return sp_fail_memory(err);
    status = sp_facts_set_count(c, "P", slow->setting.learners, err);
    if (status == SP_OK && pairs[k].needs_same_k)
        status = sp_facts_set_count(c, "K", slow->setting.wanted, err);
    if (status == SP_OK)
        status = judge_ratio(rows, k, slow, fast, bound, c, err);
    sp_case_free(c);
    return status;
}

static enum sp_status judge_two(json_t *rows, const json_t *first, const json_t *second,
                                struct sp_catalogue *catalogue, double confidence,
                                struct sp_error *err)
{
    struct sp_facts slow, fast;
    enum sp_status status = sp_facts_read(&slow, first, err);
    if (status != SP_OK)
        return status;
    slow.confidence = confidence;
    status = sp_facts_read(&fast, second, err);
    if (status == SP_OK) {
        for (size_t k = 0; k < sizeof pairs / sizeof pairs[0] && status == SP_OK; k++)
            if (is_pair(k, &slow.setting, &fast.setting))
                status = judge_pair(rows, k, &slow, &fast, catalogue, err);
        sp_facts_clear(&fast);
    }
    sp_facts_clear(&slow);
    return status;
}

enum sp_status sp_compare_pairs(json_t *rows, const json_t *summaries,
                                struct sp_catalogue *catalogue, double confidence,
                                struct sp_error *err)
{
    size_t i, j;
    const json_t *first, *second;
    enum sp_status status = SP_OK;
    json_array_foreach(summaries, i, first)
        json_array_foreach(summaries, j, second) if (i != j && status == SP_OK) status =
            judge_two(rows, first, second, catalogue, confidence, err);
    return status;
}

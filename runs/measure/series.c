/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "runs/measure/experiment.h"

/* keys: KEY, VALUE, KEY, VALUE, ..., NULL */
static enum sp_status read_keys(struct sp_run_setting *setting, const char *const *keys,
                                struct sp_error *err)
{
    enum sp_status status = sp_run_setting_start(setting, err);
    if (status != SP_OK)
        return status;
    for (size_t k = 0; keys[k] != NULL && status == SP_OK; k += 2)
        status = sp_run_setting_put(setting, keys[k], keys[k + 1], err);
    if (status == SP_OK)
        status = sp_run_setting_check(setting, err);
    if (status != SP_OK)
        sp_run_setting_clear(setting);
    return status;
}

/* Runs one setting; the problem is made by the first. */
static enum sp_status run_one(json_t *summaries, const char *const *keys,
                              struct sp_problem *problem, const char *folder, struct sp_error *err)
{
    struct sp_run_setting setting;
    json_t *summary = NULL;
    enum sp_status status = read_keys(&setting, keys, err);
    if (status != SP_OK)
        return status;
    if (problem->kind == NULL)
        status = sp_run_setting_problem(problem, &setting, err);
    if (status == SP_OK)
        status = sp_experiment_run(&summary, &setting, problem, folder, err);
    if (status == SP_OK)
        json_array_append_new(summaries, summary);
    sp_run_setting_clear(&setting);
    return status;
}

enum sp_status sp_experiment_series(json_t **summaries, const char *const *const *settings,
                                    const char *folder, struct sp_error *err)
{
    struct sp_problem problem = {0};
    enum sp_status status = SP_OK;
    *summaries = json_array();
    for (size_t k = 0; settings[k] != NULL && status == SP_OK; k++)
        status = run_one(*summaries, settings[k], &problem, folder, err);
    sp_problem_clear(&problem);
    if (status != SP_OK)
        json_decref(*summaries);
    return status;
}

/* One step size in all four: what differs is only who waits for whom. Each goes on until it has
 * reached its floor, so their virtual times differ. */
#define COMMON                                                                                     \
    "problem", "logistic", "P", "8", "law", "exp:1", "m", "16", "eta", "1/1000", "l2", "1",        \
        "probes", "60"

enum sp_status sp_experiment_default(json_t **summaries, const char *folder, unsigned seeds,
                                     struct sp_error *err)
{
    char count[16];
    snprintf(count, sizeof count, "%u", seeds > 0 ? seeds : 20);
    const char *const sync[] = {COMMON, "variant", "sync", "J", "4000", "seeds", count, NULL};
    const char *const kbsync[] = {COMMON, "variant", "kbsync", "K",   "4",
                                  "J",    "8000",    "seeds",  count, NULL};
    const char *const kbasync[] = {COMMON, "variant", "kbasync", "K",   "4",
                                   "J",    "8000",    "seeds",   count, NULL};
    const char *const async[] = {COMMON, "variant", "async", "J", "20000", "seeds", count, NULL};
    const char *const *const all[] = {sync, kbsync, kbasync, async, NULL};
    return sp_experiment_series(summaries, all, folder, err);
}

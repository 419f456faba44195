/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "runs/measure/experiment.h"
#include "runs/measure/preset.h"

/* keys: KEY, VALUE, KEY, VALUE, ..., NULL */
static enum sp_status put_keys(struct sp_run_setting *setting, const char *const *keys,
                               struct sp_error *err)
{
    enum sp_status status = SP_OK;
    for (size_t k = 0; keys != NULL && keys[k] != NULL && status == SP_OK; k += 2)
        status = sp_run_setting_put(setting, keys[k], keys[k + 1], err);
    return status;
}

static enum sp_status read_keys(struct sp_run_setting *setting, const char *const *keys,
                                const char *const *extra, struct sp_error *err)
{
    enum sp_status status = sp_run_setting_start(setting, err);
    if (status != SP_OK)
        return status;
    status = put_keys(setting, keys, err);
    if (status == SP_OK)
        status = put_keys(setting, extra, err);
    if (status == SP_OK)
        status = sp_run_setting_check(setting, err);
    if (status != SP_OK)
        sp_run_setting_clear(setting);
    return status;
}

/* Runs one setting; the problem is made by the first. */
static enum sp_status run_one(json_t *summaries, const char *const *keys, const char *const *extra,
                              struct sp_problem *problem, const char *folder, struct sp_error *err)
{
    struct sp_run_setting setting;
    json_t *summary = NULL;
    enum sp_status status = read_keys(&setting, keys, extra, err);
    if (status != SP_OK)
        return status;
    if (problem->kind == NULL)
        status = sp_run_setting_problem(problem, &setting, err);
    if (status == SP_OK)
        status = sp_experiment_run(&summary, &setting, problem,
                                   &(struct sp_output){.folder = folder}, err);
    if (status == SP_OK)
        json_array_append_new(summaries, summary);
    sp_run_setting_clear(&setting);
    return status;
}

/* `extra`: keys that every run gets on top. */
static enum sp_status run_series(json_t **summaries, const char *const *const *settings,
                                 const char *const *extra, const char *folder, struct sp_error *err)
{
    struct sp_problem problem = {0};
    enum sp_status status = SP_OK;
    *summaries = json_array();
    for (size_t k = 0; settings[k] != NULL && status == SP_OK; k++)
        status = run_one(*summaries, settings[k], extra, &problem, folder, err);
    sp_problem_clear(&problem);
    if (status != SP_OK)
        json_decref(*summaries);
    return status;
}

enum sp_status sp_experiment_series(json_t **summaries, const char *const *const *settings,
                                    const char *folder, struct sp_error *err)
{
    return run_series(summaries, settings, NULL, folder, err);
}

enum sp_status sp_experiment_default(json_t **summaries, const char *folder, unsigned seeds,
                                     struct sp_error *err)
{
    char count[16];
    const sp_preset_keys *runs;
    const char *extra[] = {"seeds", count, NULL};
    enum sp_status status = sp_preset_find(&runs, "dutta-fig5", err);
    if (status != SP_OK)
        return status;
    snprintf(count, sizeof count, "%u", seeds);
    return run_series(summaries, runs, seeds > 0 ? extra : NULL, folder, err);
}

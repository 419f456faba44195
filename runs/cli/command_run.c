/* SPDX-License-Identifier: Apache-2.0 */
/* `run`: SGD on a virtual clock, measured. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/cli/json.h"
#include "bounds/cli/setting.h"
#include "runs/cli/commands.h"
#include "runs/cli/launch.h"
#include "runs/cli/show_run.h"
#include "runs/engine/engine.h"
#include "runs/measure/experiment.h"
#include "runs/measure/preset.h"

static enum sp_status put_entries(struct sp_run_setting *setting, const struct sp_setting *given,
                                  struct sp_error *err)
{
    enum sp_status status = SP_OK;
    for (size_t k = 0; k < given->n && status == SP_OK; k++) {
        const struct sp_entry *e = &given->entries[k];
        struct sp_error why = {0};
        status = sp_run_setting_put(setting, e->key, e->value, &why);
        if (status != SP_OK)
            status = sp_fail(err, e->place ? SP_INPUT : status, "%s%s%s", e->place ? e->place : "",
                             e->place ? ": " : "", why.text);
    }
    return status;
}

static enum sp_status put_preset(struct sp_run_setting *setting, sp_preset_keys keys,
                                 struct sp_error *err)
{
    enum sp_status status = SP_OK;
    for (; keys != NULL && *keys != NULL && status == SP_OK; keys += 2)
        status = sp_run_setting_put(setting, keys[0], keys[1], err);
    return status;
}

/* Preset, then files, then words: the last wins. */
static enum sp_status read_setting(struct sp_run_setting *setting, sp_preset_keys preset,
                                   const struct sp_setting *given, struct sp_error *err)
{
    enum sp_status status = sp_run_setting_start(setting, err);
    if (status != SP_OK)
        return status;
    status = put_preset(setting, preset, err);
    if (status == SP_OK)
        status = put_entries(setting, given, err);
    if (status == SP_OK)
        status = sp_run_setting_check(setting, err);
    if (status != SP_OK)
        sp_run_setting_clear(setting);
    return status;
}

static enum sp_status run_setting(json_t *summaries, const struct sp_run_setting *setting,
                                  const struct sp_args *args, struct sp_error *err)
{
    struct sp_problem problem;
    json_t *summary;
    enum sp_status status = sp_run_setting_problem(&problem, setting, err);
    if (status != SP_OK)
        return status;
    const struct sp_output out = {.folder = sp_arg(args, "out"),
                                  .gzip = sp_arg(args, "gzip") != NULL,
                                  .resume = sp_arg(args, "resume") != NULL};
    status = sp_experiment_run(&summary, setting, &problem, &out, err);
    sp_problem_clear(&problem);
    if (status != SP_OK)
        return status;
    if (sp_arg(args, "json") == NULL)
        status = sp_show_run(stdout, summary, err);
    json_array_append_new(summaries, summary);
    return status;
}

/* All settings are read before the first runs: a wrong key is told at once. */
static enum sp_status run_all(json_t *summaries, const sp_preset_keys *presets,
                              const struct sp_setting *given, const struct sp_args *args,
                              struct sp_error *err)
{
    enum sp_status status = SP_OK;
    for (int is_run = 0; is_run < 2; is_run++)
        for (size_t k = 0; status == SP_OK && (k == 0 || presets[k] != NULL); k++) {
            struct sp_run_setting setting;
            status = read_setting(&setting, presets[k], given, err);
            if (status != SP_OK)
                break;
            if (is_run)
                status = run_setting(summaries, &setting, args, err);
            sp_run_setting_clear(&setting);
        }
    return status;
}

/* Learners of the largest run that needs processes which this program cannot make; 0: none does. */
static enum sp_status needs_processes(unsigned *learners, const sp_preset_keys *presets,
                                      const struct sp_setting *given, struct sp_error *err)
{
    *learners = 0;
    for (size_t k = 0; sp_engine_mpi == NULL && (k == 0 || presets[k] != NULL); k++) {
        struct sp_run_setting setting;
        enum sp_status status = read_setting(&setting, presets[k], given, err);
        if (status != SP_OK)
            return status;
        if (setting.engine == SP_MPI && setting.learners > *learners)
            *learners = setting.learners;
        sp_run_setting_clear(&setting);
    }
    return SP_OK;
}

static enum sp_status print_json(const json_t *summaries, struct sp_error *err)
{
    const json_t *one = json_array_get(summaries, 0);
    return sp_json_print(stdout, json_array_size(summaries) == 1 ? one : summaries, err);
}

static enum sp_status run(const struct sp_args *args, struct sp_error *err)
{
    static const sp_preset_keys none[] = {NULL, NULL};
    const sp_preset_keys *presets = none;
    struct sp_setting given;
    if (sp_arg(args, "keys") != NULL || sp_arg(args, "presets") != NULL) {
        (sp_arg(args, "keys") != NULL ? sp_run_setting_help : sp_preset_list)(stdout);
        return SP_OK;
    }
    const char *name = sp_arg(args, "preset");
    enum sp_status status = name != NULL ? sp_preset_find(&presets, name, err) : SP_OK;
    if (status == SP_OK)
        status = sp_setting_read(&given, args, 0, err);
    if (status != SP_OK)
        return status;
    unsigned learners;
    status = needs_processes(&learners, presets, &given, err);
    if (status != SP_OK || learners > 0) {
        sp_setting_clear(&given);
        return status != SP_OK ? status : sp_launch_mpi(args, learners, err);
    }
    json_t *summaries = json_array();
    status = run_all(summaries, presets, &given, args, err);
    if (status == SP_OK && sp_arg(args, "json") != NULL)
        status = print_json(summaries, err);
    json_decref(summaries);
    sp_setting_clear(&given);
    return status;
}

static int is_given(const struct sp_args *args, const char *key)
{
    size_t n = strlen(key);
    for (size_t k = 0; k < args->n_words; k++)
        if (strncmp(args->words[k], key, n) == 0 && args->words[k][n] == '=')
            return 1;
    return 0;
}

static void complete(const struct sp_args *args, FILE *out)
{
    for (const char *const *name = sp_run_setting_names(); *name != NULL; name++)
        if (!is_given(args, *name))
            fprintf(out, "%s=\n", *name);
}

static const struct sp_option options[] = {
    {"set", 0, "FILE", sp_set_help},
    {"preset", 'p', "NAME", "run a prepared experiment; keys given here change all of its runs"},
    {"presets", 0, NULL, "list the prepared experiments"},
    {"out", 'o', "FOLDER", "write the summary and the trace of each seed there"},
    {"gzip", 0, NULL, "compress the traces"},
    {"resume", 0, NULL, "do not run again the seeds whose traces are in the folder"},
    {"json", 0, NULL, "print the summary as JSON; an array if there are several runs"},
    {"keys", 0, NULL, "list the keys with their defaults"},
    {"oversubscribe", 0, NULL, "engine=mpi: more processes than this machine has processors"},
    {"hostfile", 0, "FILE", "engine=mpi: the machines to use, as mpirun reads them"},
    {0},
};

static const char *const examples[] = {
    "staleproof run --keys",
    "staleproof run problem=quadratic variant=kasync P=8 K=4 eta=1/50 J=500 seeds=4 --out runs",
    "staleproof run problem=none variant=async P=1000 J=100000 seeds=2",
    NULL,
};

const struct sp_command sp_command_run = {
    .name = "run",
    .operands = "[KEY=VALUE ...]",
    .summary = "run distributed SGD on a virtual clock, and measure it",
    .options = options,
    .run = run,
    .details =
        "Learners take random times to compute; a server machine, proved to keep its books, "
        "decides what is applied and what is cancelled; the proved kernels compute. The result is "
        "a function of the settings and the seed, to the bit.\n\n"
        "A run that meets a value that is not finite stops there and names update, learner and "
        "kernel (exit code 1). A broken conservation law stops it with exit code 5.",
    .examples = examples,
    .complete = complete,
};

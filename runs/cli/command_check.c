/* SPDX-License-Identifier: Apache-2.0 */
/* `check`: is this trace a run? */
#include <jansson.h>
#include <stdio.h>

#include "bounds/cli/json.h"
#include "runs/cli/commands.h"
#include "runs/log/replay.h"

static void show(const json_t *report)
{
    const char *clock = json_string_value(json_object_get(report, "clock"));
    printf("%s: %" JSON_INTEGER_FORMAT " deliveries, %" JSON_INTEGER_FORMAT
           " updates: each is a step of the proved machine%s\n",
           json_string_value(json_object_get(report, "trace")),
           json_integer_value(json_object_get(report, "deliveries")),
           json_integer_value(json_object_get(report, "updates")),
           clock[0] == 'v' ? ", at the moment that seed and law give" : "");
}

static enum sp_status run(const struct sp_args *args, struct sp_error *err)
{
    json_t *reports = json_array();
    enum sp_status status = SP_OK;
    for (size_t k = 0; k < args->n_words && status == SP_OK; k++) {
        json_t *report = NULL;
        status = sp_replay_trace(&report, args->words[k], err);
        if (status == SP_OK && sp_arg(args, "json") == NULL)
            show(report);
        if (status == SP_OK)
            json_array_append_new(reports, report);
    }
    if (status == SP_OK && sp_arg(args, "json") != NULL)
        status = sp_json_print(stdout, reports, err);
    json_decref(reports);
    return status;
}

static const struct sp_option options[] = {
    {"json", 0, NULL, "print the reports as a JSON array"},
    {0},
};

static const char *const examples[] = {
    "staleproof run problem=none variant=kasync P=8 K=4 J=100 seeds=1 deliveries=yes name=checked "
    "--out checked",
    "staleproof check checked/checked-seed-1.jsonl",
    NULL,
};

const struct sp_command sp_command_check = {
    .name = "check",
    .operands = "TRACE ...",
    .summary = "replay traces through the proved server machine",
    .options = options,
    .run = run,
    .details =
        "Reads traces that `staleproof run deliveries=yes --out FOLDER` has written, and gives "
        "every delivery to the proved server machine: learner, job and staleness must be those "
        "that the machine allows, and the counts at the end must be the machine's. On a virtual "
        "clock every delivery must also come at the moment that seed and law give, and none may "
        "be missing, so that a trace with a gradient dropped, doubled, moved or altered is "
        "refused.\n\n"
        "The first trace that is not a run ends with exit code 1 and names line and reason; a "
        "file that cannot be read ends with 3.",
    .examples = examples,
    .least_words = 1,
};

/* SPDX-License-Identifier: Apache-2.0 */
/* `compare`: runs held against the bounds. */
#include <jansson.h>

#include "bounds/cli/json.h"
#include "runs/cli/commands.h"
#include "runs/engine/number.h"
#include "runs/measure/compare.h"
#include "runs/measure/experiment.h"

static void print_row(const json_t *row)
{
    const char *reason = json_string_value(json_object_get(row, "reason"));
    const json_t *limit = json_object_get(row, "limit");
    printf("%-20s %-28s %-11s %-14s", json_string_value(json_object_get(row, "variant")),
           json_string_value(json_object_get(row, "bound")),
           json_string_value(json_object_get(row, "status")),
           json_string_value(json_object_get(row, "verdict")));
    if (limit != NULL)
        printf(" %s %s %s", json_string_value(json_object_get(row, "quantity")),
               json_string_value(json_object_get(row, "relation")),
               json_string_value(json_object_get(row, "limit_digits")));
    if (json_is_real(json_object_get(row, "high")))
        printf("; measured %.4g, limits %.4g to %.4g",
               json_number_value(json_object_get(row, "measured")),
               json_number_value(json_object_get(row, "low")),
               json_number_value(json_object_get(row, "high")));
    if (json_is_real(json_object_get(row, "ratio")))
        printf(", ratio %.4g", json_number_value(json_object_get(row, "ratio")));
    const char *unchecked = json_string_value(json_object_get(row, "not_machine_checked"));
    printf("%s%s", limit != NULL && reason[0] ? "; " : limit == NULL ? " " : "", reason);
    if (unchecked != NULL && unchecked[0])
        printf("; proved for given %s, whose values are not machine-checked", unchecked);
    putchar('\n');
}

static enum sp_status verdict(const json_t *rows, struct sp_error *err)
{
    size_t violated = sp_compare_count(rows, "violated");
    if (violated > 0)
        return sp_fail(err, SP_FALSE, "%zu of %zu bounds violated", violated,
                       json_array_size(rows));
    if (sp_compare_count(rows, "holds") == 0)
        return sp_fail(err, SP_UNDECIDED,
                       "nothing decided: take more seeds, or a setting that "
                       "meets the conditions");
    return SP_OK;
}

static enum sp_status show(const json_t *rows, int as_json, struct sp_error *err)
{
    size_t i;
    const json_t *row;
    if (as_json) {
        enum sp_status status = sp_json_print(stdout, rows, err);
        return status == SP_OK ? verdict(rows, err) : status;
    }
    json_array_foreach(rows, i, row) print_row(row);
    printf("%zu hold, %zu violated, %zu undecided, %zu not applicable\n",
           sp_compare_count(rows, "holds"), sp_compare_count(rows, "violated"),
           sp_compare_count(rows, "undecided"), sp_compare_count(rows, "not applicable"));
    return verdict(rows, err);
}

static enum sp_status read_confidence(double *confidence, const struct sp_args *args,
                                      struct sp_error *err)
{
    const char *text = sp_arg(args, "confidence");
    *confidence = 0;
    if (text == NULL)
        return SP_OK;
    enum sp_status status = sp_double_read(confidence, "confidence", text, err);
    if (status == SP_OK && !(0 < *confidence && *confidence < 1))
        status = sp_fail(err, SP_USAGE, "confidence: '%s' is not between 0 and 1", text);
    return status;
}

static enum sp_status run(const struct sp_args *args, struct sp_error *err)
{
    double confidence;
    json_t *rows, *summaries = json_array();
    enum sp_status status = read_confidence(&confidence, args, err);
    for (size_t k = 0; k < args->n_words && status == SP_OK; k++)
        status = sp_summary_read(summaries, args->words[k], err);
    struct sp_catalogue *catalogue = sp_catalogue_new();
    if (status == SP_OK && catalogue == NULL)
        status = sp_fail_memory(err);
    if (status == SP_OK)
        status = sp_compare_at(&rows, summaries, catalogue, confidence, err);
    if (status == SP_OK) {
        status = show(rows, sp_arg(args, "json") != NULL, err);
        json_decref(rows);
    }
    json_decref(summaries);
    sp_catalogue_free(catalogue);
    return status;
}

static const struct sp_option options[] = {
    {"json", 0, NULL, "print an array of objects, one a verdict"},
    {"confidence", 'c', "C", "of all limits, between 0 and 1; more runs judged at once need more"},
    {0},
};

static const char *const examples[] = {
    "staleproof compare runs/K-asyncK4.json",
    "staleproof compare runs/K-asyncK4-seed-*.jsonl",
    NULL,
};

const struct sp_command sp_command_compare = {
    .name = "compare",
    .operands = "FILE ...",
    .summary = "hold runs against every bound that speaks of them",
    .options = options,
    .run = run,
    .details =
        "FILE is a summary that `run` wrote, or a trace (.jsonl); the traces of the seeds of one "
        "run are put together.\n\n"
        "holds: the confidence limits of the mean over seeds are on the right side of the bound; "
        "for an equation they contain its value and are narrow. violated: on the wrong side. "
        "undecided: the bound lies between the limits. not applicable: a condition of the bound "
        "fails; it is printed with its numbers. Limits are at 99 %, for equations 99.9 %, the "
        "wider ones of Student's and the bootstrap's. The ratio is bound over upper limit (for "
        "equations measured over bound).\n\n"
        "Exit code 1: a bound is violated; 4: nothing is decided.",
    .examples = examples,
    .least_words = 1,
};

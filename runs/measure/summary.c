/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runs/log/trace.h"
#include "runs/measure/experiment.h"

char *sp_experiment_label(const struct sp_run_setting *setting)
{
    char text[96];
    if (setting->text[0] != NULL && setting->text[0][0] != '\0')
        return strdup(setting->text[0]);
    const char *name = sp_variant_text(setting->variant);
    if (setting->variant == SP_SYNC || setting->variant == SP_ASYNC)
        snprintf(text, sizeof text, "%s", name);
    else
        snprintf(text, sizeof text, "%s, K = %u", name, setting->wanted);
    return strdup(text);
}

static json_t *constants_of(const struct sp_problem *problem)
{
    json_t *list = json_array();
    for (int k = 0; k < SP_CONSTANTS && problem->dimension > 0; k++)
        json_array_append_new(list, json_pack("{s:s, s:f, s:s}", "name",
                                              sp_constant_symbol((enum sp_constant_name)k), "value",
                                              problem->constants[k].value, "how",
                                              problem->constants[k].how));
    return list;
}

json_t *sp_summary_head(const struct sp_run_setting *setting, const struct sp_problem *problem,
                        const char *label)
{
    json_t *what =
        json_pack("{s:s, s:I, s:I}", "text", problem->text, "dimension",
                  (json_int_t)problem->dimension, "samples", (json_int_t)problem->samples);
    return json_pack("{s:s, s:i, s:s, s:s, s:o, s:o, s:o}", "format", "staleproof-run", "version",
                     1, "program", SP_VERSION, "label", label, "setting",
                     sp_run_setting_json(setting), "problem", what, "constants",
                     constants_of(problem));
}

static int is_summary(const json_t *document)
{
    const char *format = json_string_value(json_object_get(document, "format"));
    return format != NULL && strcmp(format, "staleproof-run") == 0 &&
           json_integer_value(json_object_get(document, "version")) == 1 &&
           json_is_array(json_object_get(document, "runs"));
}

/* The summary in the list whose head is that of a trace, or NULL. */
static json_t *find(json_t *summaries, const json_t *header)
{
    size_t i;
    json_t *summary;
    json_array_foreach(summaries, i, summary)
    {
        if (json_object_get(summary, "from_traces") != NULL &&
            json_equal(json_object_get(summary, "setting"), json_object_get(header, "setting")))
            return summary;
    }
    return NULL;
}

/* A trace's header is a summary's head with a few keys more. */
static json_t *summary_of(const json_t *header)
{
    json_t *summary = json_copy((json_t *)header);
    json_object_del(summary, "record");
    json_object_del(summary, "seed");
    json_object_set_new(summary, "format", json_string("staleproof-run"));
    json_object_set_new(summary, "runs", json_array());
    json_object_set_new(summary, "from_traces", json_true());
    return summary;
}

static enum sp_status add_trace(json_t *summaries, const char *path, struct sp_error *err)
{
    json_t *content;
    enum sp_status status = sp_trace_read(&content, path, err);
    if (status != SP_OK)
        return status;
    const json_t *header = json_object_get(content, "header");
    json_t *summary = find(summaries, header);
    if (summary == NULL) {
        summary = summary_of(header);
        json_array_append_new(summaries, summary);
    }
    json_array_append(json_object_get(summary, "runs"), json_object_get(content, "run"));
    json_decref(content);
    return SP_OK;
}

static int is_trace(const char *path)
{
    static const char *const ends[] = {".jsonl", ".jsonl.gz", ".jsonl.part", ".jsonl.gz.part"};
    for (size_t k = 0; k < sizeof ends / sizeof ends[0]; k++) {
        size_t n = strlen(path), length = strlen(ends[k]);
        if (n > length && strcmp(path + n - length, ends[k]) == 0)
            return 1;
    }
    return 0;
}

enum sp_status sp_summary_read(json_t *summaries, const char *path, struct sp_error *err)
{
    json_error_t at;
    if (is_trace(path))
        return add_trace(summaries, path, err);
    json_t *document = json_load_file(path, 0, &at);
    if (document == NULL)
        return at.line < 0
                   ? sp_fail(err, SP_INPUT, "%s: %s", path, at.text)
                   : sp_fail(err, SP_INPUT, "%s:%d:%d: %s", path, at.line, at.column, at.text);
    if (!is_summary(document)) {
        json_decref(document);
        return sp_fail(err, SP_INPUT,
                       "%s: not a run of staleproof (format staleproof-run, "
                       "version 1)",
                       path);
    }
    json_array_append_new(summaries, document);
    return SP_OK;
}

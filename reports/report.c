/* SPDX-License-Identifier: Apache-2.0 */
#include "reports/report.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "bounds/base/outfile.h"
#include "reports/collect/collect.h"
#include "reports/render/document.h"
#include "runs/measure/compare.h"
#include "runs/measure/experiment.h"
#include "runs/measure/present.h"

#define PATH_LENGTH 4096

static enum sp_status make_folder(const char *folder, struct sp_error *err)
{
    if (mkdir(folder, 0777) == 0 || errno == EEXIST)
        return SP_OK;
    return sp_fail(err, SP_INPUT, "%s: cannot make this folder: %s", folder, strerror(errno));
}

/* Each bound once, with the inputs of the first verdict that it gave a number for. */
static enum sp_status collect_bounds(json_t *list, const json_t *verdicts,
                                     struct sp_catalogue *catalogue, struct sp_error *err)
{
    size_t i;
    const json_t *row;
    json_t *seen = json_object();
    enum sp_status status = SP_OK;
    json_array_foreach(verdicts, i, row)
    {
        const char *name = json_string_value(json_object_get(row, "bound"));
        if (status != SP_OK || json_object_get(row, "inputs") == NULL ||
            json_object_get(seen, name) != NULL)
            continue;
        json_object_set_new(seen, name, json_true());
        status = sp_collect_bound(list, catalogue, row, err);
    }
    json_decref(seen);
    return status;
}

static void add_line(json_t *lines, const char *what, const char *text)
{
    json_array_append_new(lines, json_pack("{s:s, s:s}", "what", what, "text", text));
}

static void collect_commands(json_t *lines, const json_t *summaries)
{
    size_t i;
    const json_t *summary;
    add_line(lines, "program", "staleproof " SP_VERSION);
    add_line(lines, "all of it", "make report");
    json_array_foreach(summaries, i, summary)
    {
        const char *key;
        json_t *value;
        char text[2048] = "staleproof run";
        json_object_foreach(json_object_get(summary, "setting"), key, value)
        {
            size_t length = strlen(text);
            if (*json_string_value(value) != '\0')
                snprintf(text + length, sizeof text - length, " %s=%s", key,
                         json_string_value(value));
        }
        add_line(lines, json_string_value(json_object_get(summary, "label")), text);
    }
}

static enum sp_status collect_runs(json_t *document, const char *folder, unsigned seeds,
                                   struct sp_catalogue *catalogue, struct sp_error *err)
{
    char runs[PATH_LENGTH];
    snprintf(runs, sizeof runs, "%s/runs", folder);
    json_t *summaries, *verdicts = NULL;
    enum sp_status status = sp_experiment_default(&summaries, runs, seeds, err);
    if (status != SP_OK)
        return status;
    status = sp_compare(&verdicts, summaries, catalogue, err);
    if (status == SP_OK) {
        json_object_set_new(document, "verdicts", verdicts);
        status = sp_present_runs(document, summaries, catalogue, err);
    }
    if (status == SP_OK)
        status = collect_bounds(json_object_get(document, "bounds"), verdicts, catalogue, err);
    if (status == SP_OK)
        collect_commands(json_object_get(document, "reproduce"), summaries);
    json_decref(summaries);
    return status;
}

/* The sum of one count, "goals" or "proved", over the targets. */
static json_int_t goals_of(const json_t *document, const char *count)
{
    size_t i;
    const json_t *row;
    json_int_t sum = 0;
    json_array_foreach(json_object_get(document, "kernels"), i, row) sum +=
        json_integer_value(json_object_get(row, count));
    return sum;
}

static void set_summary(json_t *document)
{
    char text[512];
    const json_t *verdicts = json_object_get(document, "verdicts");
    const size_t all = json_array_size(verdicts);
    const size_t none = sp_compare_count(verdicts, "not applicable");
    snprintf(text, sizeof text,
             "Kernels: %" JSON_INTEGER_FORMAT " of %" JSON_INTEGER_FORMAT " goals proved, in %zu "
             "targets. %zu comparisons of runs with bounds: %zu hold, %zu are violated, "
             "%zu undecided; for %zu a condition of the bound fails.",
             goals_of(document, "proved"), goals_of(document, "goals"),
             json_array_size(json_object_get(document, "kernels")), all,
             sp_compare_count(verdicts, "holds"), sp_compare_count(verdicts, "violated"),
             sp_compare_count(verdicts, "undecided"), none);
    json_object_set_new(document, "summary", json_string(text));
}

static json_t *empty_document(void)
{
    return json_pack("{s:s, s:i, s:s, s:[], s:[], s:[], s:[], s:{s:[], s:[]}}", "format",
                     "staleproof-report", "version", 1, "title",
                     "Eight learners, four variants of SGD, real data", "kernels", "bounds",
                     "speedup", "reproduce", "figures", "speedup", "convergence");
}

static enum sp_status write_json(const json_t *document, const char *folder, struct sp_error *err)
{
    char path[PATH_LENGTH];
    snprintf(path, sizeof path, "%s/report.json", folder);
    struct sp_outfile file;
    enum sp_status status = sp_outfile_open(&file, path, err);
    if (status != SP_OK)
        return status;
    if (json_dumpf(document, file.stream, JSON_INDENT(1)) != 0) {
        sp_outfile_abort(&file);
        return sp_fail(err, SP_INPUT, "%s: cannot write", path);
    }
    return sp_outfile_commit(&file, err);
}

static enum sp_status collect(json_t *document, const struct sp_report_options *options,
                              struct sp_error *err)
{
    struct sp_catalogue *catalogue = sp_catalogue_new();
    if (catalogue == NULL)
        return sp_fail_memory(err);
    json_t *figures = json_object_get(document, "figures");
    enum sp_status status =
        sp_collect_kernels(json_object_get(document, "kernels"), options->ledger, err);
    if (status == SP_OK)
        status = collect_runs(document, options->folder, options->seeds, catalogue, err);
    if (status == SP_OK)
        status = sp_collect_speedup(json_object_get(document, "speedup"),
                                    json_object_get(figures, "speedup"), catalogue, err);
    if (status == SP_OK) {
        json_object_set(figures, "convergence", json_object_get(document, "curves"));
        json_object_del(document, "curves");
        set_summary(document);
    }
    sp_catalogue_free(catalogue);
    return status;
}

enum sp_status sp_report_make(const struct sp_report_options *options, struct sp_error *err)
{
    if (strlen(options->folder) > PATH_LENGTH - 64)
        return sp_fail(err, SP_USAGE, "the folder's name is too long");
    json_t *document = empty_document();
    if (document == NULL)
        return sp_fail_memory(err);
    enum sp_status status = make_folder(options->folder, err);
    if (status == SP_OK)
        status = collect(document, options, err);
    if (status == SP_OK)
        status = write_json(document, options->folder, err);
    if (status == SP_OK)
        status = sp_document_render(document, options->folder, err);
    json_decref(document);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "runs/log/trace.h"
#include "runs/problem/lines.h"

#define FORMAT "staleproof-trace"
#define VERSION 1

int sp_trace_is(const json_t *record, const char *kind)
{
    const char *found = json_string_value(json_object_get(record, "record"));
    return found != NULL && strcmp(found, kind) == 0;
}

static enum sp_status check_header(const json_t *header, const char *path, struct sp_error *err)
{
    const char *format = json_string_value(json_object_get(header, "format"));
    if (!sp_trace_is(header, "header") || format == NULL || strcmp(format, FORMAT) != 0)
        return sp_fail(err, SP_INPUT, "%s:1: not a trace of staleproof", path);
    if (json_integer_value(json_object_get(header, "version")) != VERSION)
        return sp_fail(err, SP_INPUT, "%s:1: trace format of another version, expected %d", path,
                       VERSION);
    return SP_OK;
}

/* The record in the line just read. A last line that is no record was being written when the run
 * was killed: *record = NULL. */
static enum sp_status parse(struct sp_lines *lines, json_t **record, struct sp_error *err)
{
    json_error_t at;
    int more = 0;
    const size_t number = lines->number;
    *record = json_loads(lines->text, 0, &at);
    if (*record != NULL)
        return SP_OK;
    struct sp_error ignored;
    if (number > 1 && (sp_lines_next(lines, &more, &ignored) != SP_OK || !more))
        return SP_OK;
    return sp_fail(err, SP_INPUT, "%s:%zu:%d: %s", lines->path, number, at.column, at.text);
}

static enum sp_status read_record(const struct sp_trace_reader *reader, struct sp_lines *lines,
                                  int is_first, int *more, struct sp_error *err)
{
    json_t *record;
    const size_t number = lines->number;
    enum sp_status status = parse(lines, &record, err);
    if (status == SP_OK && record == NULL)
        *more = 0;
    if (status != SP_OK || record == NULL)
        return status;
    if (is_first)
        status = check_header(record, lines->path, err);
    if (status == SP_OK)
        status = reader->take(reader->self, record, number, err);
    json_decref(record);
    return status;
}

static enum sp_status read_lines(const struct sp_trace_reader *reader, struct sp_lines *lines,
                                 struct sp_error *err)
{
    int more = 1;
    for (size_t records = 0;; records++) {
        enum sp_status status = sp_lines_next(lines, &more, err);
        if (status != SP_OK)
            return lines->is_cut && records > 0 ? SP_OK : status;
        if (!more)
            return records > 0 ? SP_OK : sp_fail(err, SP_INPUT, "%s: empty", lines->path);
        status = read_record(reader, lines, records == 0, &more, err);
        if (status != SP_OK || !more)
            return status;
    }
}

enum sp_status sp_trace_each(const char *path, const struct sp_trace_reader *reader,
                             struct sp_error *err)
{
    struct sp_lines lines;
    enum sp_status status = sp_lines_open(&lines, path, err);
    if (status != SP_OK)
        return status;
    status = read_lines(reader, &lines, err);
    sp_lines_close(&lines);
    return status;
}

struct reading {
    const char *path;
    json_t *header, *checkpoints, *last;
};

static enum sp_status take(void *self, json_t *record, size_t line, struct sp_error *err)
{
    struct reading *r = self;
    if (r->header == NULL) {
        r->header = json_incref(record);
    } else if (sp_trace_is(record, "checkpoint")) {
        json_object_del(record, "record");
        json_array_append(r->checkpoints, record);
    } else if (sp_trace_is(record, "summary") && r->last == NULL) {
        r->last = json_incref(record);
    } else if (!sp_trace_is(record, "delivery")) {
        return sp_fail(err, SP_INPUT, "%s:%zu: unknown record", r->path, line);
    }
    return SP_OK;
}

static enum sp_status finish(struct reading *r, json_t **content, struct sp_error *err)
{
    if (r->last == NULL)
        return sp_fail(err, SP_INPUT,
                       "%s: no summary record: the run did not end (%zu checkpoints)", r->path,
                       json_array_size(r->checkpoints));
    json_object_del(r->last, "record");
    json_object_set(r->last, "checkpoints", r->checkpoints);
    *content = json_pack("{s:O, s:O}", "header", r->header, "run", r->last);
    return *content ? SP_OK : sp_fail_memory(err);
}

enum sp_status sp_trace_read(json_t **content, const char *path, struct sp_error *err)
{
    struct reading r = {.path = path, .checkpoints = json_array()};
    const struct sp_trace_reader reader = {&r, take};
    enum sp_status status = sp_trace_each(path, &reader, err);
    if (status == SP_OK)
        status = finish(&r, content, err);
    json_decref(r.header);
    json_decref(r.checkpoints);
    json_decref(r.last);
    return status;
}

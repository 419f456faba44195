/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <string.h>

#include "runs/log/trace.h"

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

static enum sp_status read_lines(const struct sp_trace_reader *reader, const char *path, FILE *in,
                                 struct sp_error *err)
{
    json_error_t at;
    enum sp_status status = SP_OK;
    for (size_t line = 1; status == SP_OK; line++) {
        int next = getc(in);
        while (next == '\n' || next == ' ' || next == '\r')
            next = getc(in);
        if (next == EOF)
            return line > 1 ? SP_OK : sp_fail(err, SP_INPUT, "%s: empty", path);
        ungetc(next, in);
        json_t *record = json_loadf(in, JSON_DISABLE_EOF_CHECK, &at);
        if (record == NULL && feof(in) && line > 1)
            break; /* the line that was being written when the run was killed */
        if (record == NULL)
            return sp_fail(err, SP_INPUT, "%s:%zu:%d: %s", path, line, at.column, at.text);
        if (line == 1)
            status = check_header(record, path, err);
        if (status == SP_OK)
            status = reader->take(reader->self, record, line, err);
        json_decref(record);
    }
    return status;
}

enum sp_status sp_trace_each(const char *path, const struct sp_trace_reader *reader,
                             struct sp_error *err)
{
    FILE *in = fopen(path, "r");
    if (in == NULL)
        return sp_fail(err, SP_INPUT, "%s: %s", path, strerror(errno));
    enum sp_status status = read_lines(reader, path, in, err);
    fclose(in);
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

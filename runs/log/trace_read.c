/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <string.h>

#include "runs/log/trace.h"

#define FORMAT "staleproof-trace"
#define VERSION 1

static int is_kind(const json_t *record, const char *kind)
{
    const char *found = json_string_value(json_object_get(record, "record"));
    return found != NULL && strcmp(found, kind) == 0;
}

static enum sp_status check_header(const json_t *header, const char *path, struct sp_error *err)
{
    const char *format = json_string_value(json_object_get(header, "format"));
    if (!is_kind(header, "header") || format == NULL || strcmp(format, FORMAT) != 0)
        return sp_fail(err, SP_INPUT, "%s:1: not a trace of staleproof", path);
    if (json_integer_value(json_object_get(header, "version")) != VERSION)
        return sp_fail(err, SP_INPUT, "%s:1: trace format of another version, expected %d", path,
                       VERSION);
    return SP_OK;
}

struct reading {
    const char *path;
    json_t *header, *checkpoints, *last;
    struct sp_error *err;
};

/* Takes a record over. */
static enum sp_status take(struct reading *r, json_t *record, size_t line)
{
    if (r->header == NULL) {
        r->header = record;
        return check_header(record, r->path, r->err);
    }
    if (is_kind(record, "checkpoint")) {
        json_object_del(record, "record");
        json_array_append_new(r->checkpoints, record);
        return SP_OK;
    }
    int is_last = is_kind(record, "summary") && r->last == NULL;
    if (is_last)
        r->last = record;
    else
        json_decref(record);
    return is_last ? SP_OK : sp_fail(r->err, SP_INPUT, "%s:%zu: unknown record", r->path, line);
}

static enum sp_status read_lines(struct reading *r, FILE *in)
{
    json_error_t at;
    enum sp_status status = SP_OK;
    for (size_t line = 1; status == SP_OK; line++) {
        int next = getc(in);
        while (next == '\n' || next == ' ' || next == '\r')
            next = getc(in);
        if (next == EOF)
            break;
        ungetc(next, in);
        json_t *record = json_loadf(in, JSON_DISABLE_EOF_CHECK, &at);
        if (record == NULL && feof(in) && r->header != NULL)
            break; /* the line that was being written when the run was killed */
        status =
            record ? take(r, record, line)
                   : sp_fail(r->err, SP_INPUT, "%s:%zu:%d: %s", r->path, line, at.column, at.text);
    }
    return status;
}

static enum sp_status finish(struct reading *r, json_t **content)
{
    if (r->header == NULL)
        return sp_fail(r->err, SP_INPUT, "%s: empty", r->path);
    if (r->last == NULL)
        return sp_fail(r->err, SP_INPUT,
                       "%s: no summary record: the run did not end (%zu checkpoints)", r->path,
                       json_array_size(r->checkpoints));
    json_object_del(r->last, "record");
    json_object_set(r->last, "checkpoints", r->checkpoints);
    *content = json_pack("{s:O, s:O}", "header", r->header, "run", r->last);
    return *content ? SP_OK : sp_fail_memory(r->err);
}

enum sp_status sp_trace_read(json_t **content, const char *path, struct sp_error *err)
{
    FILE *in = fopen(path, "r");
    if (in == NULL)
        return sp_fail(err, SP_INPUT, "%s: %s", path, strerror(errno));
    struct reading r = {.path = path, .checkpoints = json_array(), .err = err};
    enum sp_status status = read_lines(&r, in);
    fclose(in);
    if (status == SP_OK)
        status = finish(&r, content);
    json_decref(r.header);
    json_decref(r.checkpoints);
    json_decref(r.last);
    return status;
}

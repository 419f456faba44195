/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/log/trace.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void release(struct sp_trace *trace)
{
    free(trace->path);
    free(trace->part);
    memset(trace, 0, sizeof *trace);
}

static int ends_in_gz(const char *path)
{
    size_t n = strlen(path);
    return n >= 3 && strcmp(path + n - 3, ".gz") == 0;
}

enum sp_status sp_trace_open(struct sp_trace *trace, const char *path, struct sp_error *err)
{
    size_t length = strlen(path) + sizeof ".part";
    memset(trace, 0, sizeof *trace);
    trace->path = strdup(path);
    trace->part = malloc(length);
    if (trace->path == NULL || trace->part == NULL) {
        release(trace);
        return sp_fail_memory(err);
    }
    snprintf(trace->part, length, "%s.part", path);
    trace->stream = gzopen(trace->part, ends_in_gz(path) ? "wb" : "wbT");
    if (trace->stream != NULL)
        return SP_OK;
    enum sp_status status =
        sp_fail(err, SP_INPUT, "%s: cannot write: %s", trace->part, strerror(errno));
    release(trace);
    return status;
}

static enum sp_status full(struct sp_trace *trace, struct sp_error *err)
{
    trace->is_full = 1;
    return sp_fail(err, SP_INPUT, "%s: cannot write: %s", trace->part, strerror(errno));
}

static enum sp_status flush_if_due(struct sp_trace *trace, struct sp_error *err)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec == trace->flushed.tv_sec)
        return SP_OK;
    trace->flushed = now;
    return gzflush(trace->stream, Z_SYNC_FLUSH) == Z_OK ? SP_OK : full(trace, err);
}

enum sp_status sp_trace_write(struct sp_trace *trace, json_t *record, struct sp_error *err)
{
    if (record == NULL)
        return sp_fail_memory(err);
    char *text =
        trace->stream != NULL ? json_dumps(record, JSON_COMPACT | JSON_REAL_PRECISION(17)) : NULL;
    json_decref(record);
    if (trace->stream == NULL)
        return SP_OK;
    if (text == NULL)
        return sp_fail_memory(err);
    int failed = gzputs(trace->stream, text) < 0 || gzputc(trace->stream, '\n') < 0;
    free(text);
    return failed ? full(trace, err) : flush_if_due(trace, err);
}

enum sp_status sp_trace_commit(struct sp_trace *trace, struct sp_error *err)
{
    if (trace->stream == NULL)
        return SP_OK;
    if (gzflush(trace->stream, Z_FINISH) != Z_OK)
        return full(trace, err);
    int failed = gzclose_w(trace->stream) != Z_OK;
    enum sp_status status = SP_OK;
    if (failed || rename(trace->part, trace->path) != 0)
        status = sp_fail(err, SP_INPUT, "%s: cannot write: %s", trace->path, strerror(errno));
    release(trace);
    return status;
}

void sp_trace_abort(struct sp_trace *trace)
{
    if (trace->stream == NULL)
        return;
    gzclose_w(trace->stream);
    if (!trace->is_full)
        unlink(trace->part);
    release(trace);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/log/trace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void release(struct sp_trace *trace)
{
    free(trace->path);
    free(trace->part);
    memset(trace, 0, sizeof *trace);
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
    trace->stream = fopen(trace->part, "w");
    if (trace->stream != NULL)
        return SP_OK;
    enum sp_status status =
        sp_fail(err, SP_INPUT, "%s: cannot write: %s", trace->part, strerror(errno));
    release(trace);
    return status;
}

static enum sp_status flush_if_due(struct sp_trace *trace, struct sp_error *err)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec == trace->flushed.tv_sec)
        return SP_OK;
    trace->flushed = now;
    if (fflush(trace->stream) == 0)
        return SP_OK;
    return sp_fail(err, SP_INPUT, "%s: cannot write: %s", trace->part, strerror(errno));
}

enum sp_status sp_trace_write(struct sp_trace *trace, json_t *record, struct sp_error *err)
{
    if (record == NULL)
        return sp_fail_memory(err);
    if (trace->stream == NULL) {
        json_decref(record);
        return SP_OK;
    }
    int failed = json_dumpf(record, trace->stream, JSON_COMPACT | JSON_REAL_PRECISION(17)) != 0;
    json_decref(record);
    if (failed || putc('\n', trace->stream) == EOF)
        return sp_fail(err, SP_INPUT, "%s: cannot write: %s", trace->part, strerror(errno));
    return flush_if_due(trace, err);
}

enum sp_status sp_trace_commit(struct sp_trace *trace, struct sp_error *err)
{
    enum sp_status status = SP_OK;
    if (trace->stream == NULL)
        return SP_OK;
    int failed = fflush(trace->stream) != 0 || ferror(trace->stream);
    failed = fclose(trace->stream) != 0 || failed;
    if (failed || rename(trace->part, trace->path) != 0) {
        status = sp_fail(err, SP_INPUT, "%s: cannot write: %s", trace->path, strerror(errno));
        unlink(trace->part);
    }
    release(trace);
    return status;
}

void sp_trace_abort(struct sp_trace *trace)
{
    if (trace->stream == NULL)
        return;
    fclose(trace->stream);
    unlink(trace->part);
    release(trace);
}

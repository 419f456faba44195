/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_LOG_TRACE_H
#define SP_LOG_TRACE_H

#include <jansson.h>
#include <time.h>
#include <zlib.h>

#include "bounds/base/error.h"

/* A trace: one JSON object a line (docs/trace-format.md), compressed if PATH ends in .gz. While the run goes the lines are in
 * PATH.part, at most a second late, so that a run that is killed can still be read up to there;
 * PATH appears, whole, when the run has ended well. */
struct sp_trace {
    gzFile stream; /* NULL: writes nothing */
    int is_full;   /* a write failed: what is there is kept */
    char *path, *part;
    struct timespec flushed;
};

enum sp_status sp_trace_open(struct sp_trace *trace, const char *path, struct sp_error *err);

/* Writes `record` and releases it. SP_INPUT when the disk is full; what was written stays. */
enum sp_status sp_trace_write(struct sp_trace *trace, json_t *record, struct sp_error *err);

enum sp_status sp_trace_commit(struct sp_trace *trace, struct sp_error *err);

/* Removes what was written, unless it ends where the disk was full. Harmless on a trace that is not open. */
void sp_trace_abort(struct sp_trace *trace);

/* Is this record of that kind? */
int sp_trace_is(const json_t *record, const char *kind);

/* Takes the records of a trace in turn, the header first; a status other than SP_OK ends it. */
struct sp_trace_reader {
    void *self;
    enum sp_status (*take)(void *self, json_t *record, size_t line, struct sp_error *err);
};

/* A last line that was cut is dropped. SP_INPUT: no such file, not a trace, malformed. */
enum sp_status sp_trace_each(const char *path, const struct sp_trace_reader *reader,
                             struct sp_error *err);

/* Reads a trace and gives back what the summary of its run holds: {"header": .., "run": ..}, where
 * `run` is the last record with the checkpoints put in. A last line that was cut is dropped; a
 * trace without its last record is SP_INPUT: the run did not end. */
enum sp_status sp_trace_read(json_t **content, const char *path, struct sp_error *err);

#endif

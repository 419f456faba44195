/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_MEASURE_OUTPUT_H
#define SP_MEASURE_OUTPUT_H

#include <jansson.h>
#include <stdint.h>

#include "runs/log/trace.h"

/* Where the files of a run go; no folder: nowhere. */
struct sp_output {
    const char *folder;
    int gzip;   /* traces are compressed: .jsonl.gz */
    int resume; /* seeds whose trace is there already are not run again */
};

/* Makes the folder if it is not there. */
enum sp_status sp_output_open(const struct sp_output *out, struct sp_error *err);

/* Opens the trace of a seed, FOLDER/LABEL-seed-N.jsonl. */
enum sp_status sp_output_trace(struct sp_trace *trace, const struct sp_output *out,
                               const char *label, uint64_t seed, struct sp_error *err);

/* When resuming: *record becomes what an earlier run left of this seed, NULL if nothing whole.
 * SP_USAGE: a trace of that name has another header, so it is of another run. */
enum sp_status sp_output_kept(json_t **record, const struct sp_output *out, const char *label,
                              uint64_t seed, const json_t *header, struct sp_error *err);

/* Writes FOLDER/LABEL.json. */
enum sp_status sp_output_summary(const struct sp_output *out, const char *label,
                                 const json_t *summary, struct sp_error *err);

#endif

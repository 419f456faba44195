/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_MEASURE_EXPERIMENT_H
#define SP_MEASURE_EXPERIMENT_H

#include <jansson.h>

#include "bounds/base/error.h"
#include "runs/engine/setting.h"
#include "runs/measure/output.h"

/* Runs the seeds of a setting, as many at a time as there are processors. *summary becomes
 *
 *   {"format": "staleproof-run", "version": 1, "program", "label", "setting": {key: text},
 *    "problem": {"text", "dimension", "samples"}, "constants": [{"name", "value", "how"}],
 *    "runs": [a seed's last trace record, with "checkpoints"]}
 *
 * With an output (NULL: none) whose folder is made if it is not there, FOLDER/LABEL-seed-N.jsonl
 * holds the trace of each seed and appears by rename when that seed is done; FOLDER/LABEL.json, the
 * summary, when all are. A seed that fails removes its trace, unless the disk was full. The
 * result does not depend on the number of processors. `problem` may be shared by several calls. */
enum sp_status sp_experiment_run(json_t **summary, const struct sp_run_setting *setting,
                                 const struct sp_problem *problem, const struct sp_output *out,
                                 struct sp_error *err);

/* Runs several settings that name the same problem; *summaries: their summaries, in order. */
enum sp_status sp_experiment_series(json_t **summaries, const char *const *const *settings,
                                    const char *folder, struct sp_error *err);

/* The experiment of `make report`, preset dutta-fig5: logistic regression on Fashion-MNIST, eight
 * exponential learners, four variants. `seeds` 0: its own number. */
enum sp_status sp_experiment_default(json_t **summaries, const char *folder, unsigned seeds,
                                     struct sp_error *err);

/* "async", "K-batch-async, K = 4", or the setting's own name. The caller frees. */
char *sp_experiment_label(const struct sp_run_setting *setting);

/* Reads a summary, or the traces of a run of several seeds, and appends to `summaries`; traces of
 * one setting are put together. SP_INPUT for anything else. */
enum sp_status sp_summary_read(json_t *summaries, const char *path, struct sp_error *err);

/* The head of a summary or of a trace. */
json_t *sp_summary_head(const struct sp_run_setting *setting, const struct sp_problem *problem,
                        const char *label);

#endif

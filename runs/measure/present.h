/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_MEASURE_PRESENT_H
#define SP_MEASURE_PRESENT_H

#include <jansson.h>

#include "bounds/formula/catalogue.h"

/* Adds to `document` what a report shows of runs (an array of summaries of one problem):
 *
 *   "problem": text    "constants": [{"name", "value", "how"}]
 *   "runs": [{"label", "updates", "gradients", "end_time", "final_gap", "mean_staleness", "seeds",
 *             "setting"}]
 *   "curves": [{"label", "kind": "measured", "colour", "points": [[time, low, gap, high]]},
 *              {"label", "kind": "bound", "colour", "bound": name, "points": [[time, value]]}]
 *
 * Measured: mean over the seeds of F(w_j) - F* at each checkpoint, with Student's 99 % limits.
 * Bound: on F(w_j) - F* (for asynchronous variants on the drained iterate), at the expected time
 * of update j where a formula knows it, else at the mean measured one. A bound that does not apply
 * has no curve. */
enum sp_status sp_present_runs(json_t *document, const json_t *summaries,
                               struct sp_catalogue *catalogue, struct sp_error *err);

/* The curve of bound values of one summary appended to `curves`, for colour number `colour`. */
struct sp_facts;
enum sp_status sp_present_bound_curve(json_t *curves, const struct sp_facts *facts, int colour,
                                      struct sp_error *err);

#endif

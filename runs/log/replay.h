/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_LOG_REPLAY_H
#define SP_LOG_REPLAY_H

#include <jansson.h>

#include "bounds/base/error.h"

/* Replays the deliveries of a trace through the proved server machine: each must be a step that
 * the machine allows, of the learner, the job and the staleness that the trace says, and the
 * counts of the last record must be the machine's. Where the clock is virtual, each delivery must also
 * come at the very moment that seed and law give, and none may be left out: the trace is then the
 * run, and any change of a delivery (dropped, doubled, moved, altered) is found.
 *
 * *report := {trace, deliveries, updates, clock}. SP_FALSE: not a run; names line and reason.
 * SP_INPUT: no such file, malformed, or a trace without deliveries. */
enum sp_status sp_replay_trace(json_t **report, const char *path, struct sp_error *err);

#endif

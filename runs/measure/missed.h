/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_MEASURE_MISSED_H
#define SP_MEASURE_MISSED_H

#include <stddef.h>

#include "runs/engine/setting.h"

/* The constant Sbar of async_issue_nc, as an expression in P and K: a bound on the mean number of
 * reads that miss a gradient, for the setting's law (runtime notes 5.6 with I1 to I4). SP_FALSE:
 * none is known (a Pareto law without a mean). */
enum sp_status sp_missed_mean(char *text, size_t size, const struct sp_run_setting *setting,
                              struct sp_error *err);

#endif

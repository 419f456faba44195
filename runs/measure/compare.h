/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_MEASURE_COMPARE_H
#define SP_MEASURE_COMPARE_H

#include <jansson.h>

#include "bounds/formula/catalogue.h"

/* Holds runs against every bound that speaks of their variant and law. `summaries`: an array of
 * summaries (experiment.h). *verdicts becomes an array of
 *
 *   {"variant": label of the run, "kind": variant, "bound", "status", "title", "gives",
 *    "quantity", "relation": "<=" | "=" | ">=", "verdict", "reason",
 *    "measured", "low", "high", "confidence", "limit", "limit_digits", "ratio", "seeds"}
 *
 * verdict: "holds": the confidence limits of the mean are on the right side of the bound (for "=":
 * they contain it, and are narrower than a tenth); "violated": on the wrong side; "undecided";
 * "not applicable": `reason` is the condition that fails, with its numbers, and there are no
 * numbers. Limits are the wider ones of Student's and the bootstrap's. Ratio: bound/high for "<=",
 * measured/bound for "=", low/bound for ">=". */
enum sp_status sp_compare(json_t **verdicts, const json_t *summaries,
                          struct sp_catalogue *catalogue, struct sp_error *err);

/* The same with limits of this confidence (0: 0.99 for bounds, 0.999 for equations, which either
 * side refutes). Whoever judges many runs at once needs more: N verdicts at 0.999 are wrong N/1000
 * times. */
enum sp_status sp_compare_at(json_t **verdicts, const json_t *summaries,
                             struct sp_catalogue *catalogue, double confidence,
                             struct sp_error *err);

/* How many rows have this verdict. */
size_t sp_compare_count(const json_t *verdicts, const char *verdict);

#endif

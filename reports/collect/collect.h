/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_REPORT_COLLECT_H
#define SP_REPORT_COLLECT_H

#include <jansson.h>

#include "bounds/base/error.h"
#include "bounds/formula/catalogue.h"

/* Evaluates the bound of a verdict (runs/measure/compare.h) with its inputs and appends to `list`
 * {name, title, status, status_text, not_machine_checked, cite, gives, latex, conditions, inputs,
 * digits, lower, upper}. A refusal is the failure SP_FALSE: the report shows only what applies. */
enum sp_status sp_collect_bound(json_t *list, struct sp_catalogue *catalogue, const json_t *verdict,
                                struct sp_error *err);

/* Appends one object a proof target to `list` from the proof ledger at `path`:
 * {name, claim, goals, proved, assumptions}. */
enum sp_status sp_collect_kernels(json_t *list, const char *path, struct sp_error *err);

/* The speed-up table: rows [{P, exact, published, measured}] and its three curves. */
enum sp_status sp_collect_speedup(json_t *rows, json_t *curves, struct sp_catalogue *catalogue,
                                  struct sp_error *err);

#endif

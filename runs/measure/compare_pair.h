/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_MEASURE_COMPARE_PAIR_H
#define SP_MEASURE_COMPARE_PAIR_H

#include <jansson.h>

#include "bounds/formula/catalogue.h"

/* Speed-ups: appends a verdict for each pair of runs whose ratio of times a formula knows. */
enum sp_status sp_compare_pairs(json_t *rows, const json_t *summaries,
                                struct sp_catalogue *catalogue, double confidence,
                                struct sp_error *err);

#endif

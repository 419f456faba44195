/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_MEASURE_FACTS_H
#define SP_MEASURE_FACTS_H

#include <jansson.h>

#include "bounds/formula/evaluate.h"
#include "runs/engine/setting.h"
#include "runs/measure/interval.h"

/* What a summary says: the setting, the constants, and numbers measured in each seed. */
struct sp_facts {
    const json_t *summary;          /* borrowed */
    struct sp_catalogue *catalogue; /* borrowed; NULL where no bound is asked for */
    double confidence;              /* asked for; 0: each relation's own */
    const char *label;
    struct sp_run_setting setting;
    size_t seeds;
    int has_model;
    double constant[SP_CONSTANTS];
};

/* SP_INPUT when the summary lacks what it must have. */
enum sp_status sp_facts_read(struct sp_facts *facts, const json_t *summary, struct sp_error *err);
void sp_facts_clear(struct sp_facts *facts);

/* values[k] := a number of seed k: a key of its record ("final_gap"), "staleness.KEY", or
 * "time_per_update". SP_INPUT when a record lacks it. The caller frees. */
enum sp_status sp_facts_values(double **values, const struct sp_facts *facts, const char *key,
                               struct sp_error *err);

/* The largest of them. */
enum sp_status sp_facts_largest(double *largest, const struct sp_facts *facts, const char *key,
                                struct sp_error *err);

/* Arguments of a bound: a double goes in exactly. */
enum sp_status sp_facts_set(struct sp_case *c, const char *name, double value,
                            struct sp_error *err);
enum sp_status sp_facts_set_count(struct sp_case *c, const char *name, uint64_t value,
                                  struct sp_error *err);

#endif

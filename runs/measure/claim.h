/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_MEASURE_CLAIM_H
#define SP_MEASURE_CLAIM_H

#include <jansson.h>

#include "bounds/formula/evaluate.h"
#include "runs/measure/facts.h"

/* How a measured mean stands to a bound when the bound is right. */
enum sp_relation { SP_AT_MOST, SP_EQUAL, SP_AT_LEAST };

/* A bound that runs can be held against. */
struct sp_claim {
    const char *bound;    /* of the catalogue */
    const char *quantity; /* what is measured, for the reader */
    const char *metric;   /* key of sp_facts_values */
    enum sp_relation relation;
    int needs_model;
    /* Does it speak of this variant and law? If not there is no verdict at all. */
    int (*fits)(const struct sp_run_setting *setting);
    /* Gives the bound its arguments. SP_FALSE: it cannot, and why (verdict "not applicable"). */
    enum sp_status (*fill)(struct sp_case *c, const struct sp_facts *facts, struct sp_error *err);
};

extern const struct sp_claim sp_convergence_claims[]; /* ended by a NULL bound */
extern const struct sp_claim sp_time_claims[];

/* Limits of a mean at the confidence that a relation is judged at: an equation is refuted by either
 * side and there are many of them, so it takes the wider limits. */
double sp_relation_confidence(enum sp_relation relation, const struct sp_facts *facts);

/* What a verdict is about. */
struct sp_subject {
    const char *bound, *label, *variant, *quantity;
    enum sp_relation relation;
    double confidence; /* of the interval */
};

/* Evaluates the case, judges the interval, appends the row (see compare.h). */
enum sp_status sp_judge(json_t *rows, const struct sp_subject *subject,
                        const struct sp_bound *bound, struct sp_case *c,
                        const struct sp_interval *measured, struct sp_error *err);

/* Appends a row that says why the bound cannot be applied. */
enum sp_status sp_judge_not(json_t *rows, const struct sp_subject *subject,
                            const struct sp_bound *bound, const char *reason, struct sp_error *err);

#endif

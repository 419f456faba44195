/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/measure/compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runs/measure/claim.h"
#include "runs/measure/compare_pair.h"

#define RESAMPLES 4000
/* A measured variance is a rounded number. */
#define ROUNDING 1e-9

/* Student's limits, or the bootstrap's where they are wider. */
static enum sp_status limits(struct sp_interval *result, const double *values, size_t n,
                             double confidence, struct sp_error *err)
{
    struct sp_interval other;
    *result = sp_interval_student(values, n, confidence);
    enum sp_status status = sp_interval_bootstrap(&other, values, n, confidence, RESAMPLES, 1, err);
    if (status == SP_OK) {
        result->low = fmin(result->low, other.low);
        result->high = fmax(result->high, other.high);
    }
    return status;
}

static enum sp_status measure(struct sp_interval *interval, const struct sp_claim *claim,
                              const struct sp_facts *facts, struct sp_error *err)
{
    double *values;
    enum sp_status status = sp_facts_values(&values, facts, claim->metric, err);
    if (status != SP_OK)
        return status;
    status =
        limits(interval, values, facts->seeds, sp_relation_confidence(claim->relation, facts), err);
    /* A conserved number is the same in every run, one run included. */
    if (strcmp(claim->metric, "staleness.total") == 0 && facts->seeds == 1)
        interval->low = interval->high = values[0];
    free(values);
    return status;
}

static enum sp_status judge_claim(json_t *rows, const struct sp_claim *claim,
                                  const struct sp_facts *facts, struct sp_catalogue *catalogue,
                                  struct sp_error *err)
{
    const struct sp_bound *bound;
    struct sp_interval interval;
    struct sp_error why = {0};
    struct sp_subject subject = {
        claim->bound,    facts->label,    sp_variant_text(facts->setting.variant),
        claim->quantity, claim->relation, sp_relation_confidence(claim->relation, facts)};
    enum sp_status status = sp_catalogue_find(catalogue, &bound, claim->bound, err);
    if (status != SP_OK)
        return status;
    struct sp_case *c = sp_case_new(catalogue, bound);
    if (c == NULL)
        return sp_fail_memory(err);
    status = claim->fill(c, facts, &why);
    if (status == SP_FALSE) {
        status = sp_judge_not(rows, &subject, bound, why.text, err);
    } else if (status != SP_OK) {
        sp_fail(err, status, "%s, %s: %s", facts->label, claim->bound, why.text);
    } else {
        status = measure(&interval, claim, facts, err);
        if (status == SP_OK)
            status = sp_judge(rows, &subject, bound, c, &interval, err);
    }
    sp_case_free(c);
    return status;
}

static enum sp_status judge_all(json_t *rows, const struct sp_claim *claims,
                                const struct sp_facts *facts, struct sp_catalogue *catalogue,
                                struct sp_error *err)
{
    enum sp_status status = SP_OK;
    for (; claims->bound != NULL && status == SP_OK; claims++)
        if (claims->fits(&facts->setting) && (facts->has_model || !claims->needs_model))
            status = judge_claim(rows, claims, facts, catalogue, err);
    return status;
}

/* A declared constant that the run contradicts: every verdict that rests on it is void. Shown only
 * when it happens. */
static enum sp_status judge_variance(json_t *rows, const struct sp_facts *facts,
                                     struct sp_error *err)
{
    double most = 0, declared = facts->constant[SP_CONSTANT_SIGMA2];
    char reason[256];
    if (!facts->has_model)
        return SP_OK;
    enum sp_status status = sp_facts_largest(&most, facts, "largest_variance", err);
    if (status != SP_OK || most <= declared * (1 + ROUNDING))
        return status;
    snprintf(reason, sizeof reason,
             "declared sigma2 = %.10g, but the run met a variance of %.10g: no verdict that rests "
             "on sigma2 is valid",
             declared, most);
    json_t *row =
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s}", "variant", facts->label, "bound", "sigma2",
                  "status", "assumption", "quantity", "variance of one sample's gradient",
                  "relation", "<=", "verdict", "violated", "reason", reason);
    return row && json_array_append_new(rows, row) == 0 ? SP_OK : sp_fail_memory(err);
}

static enum sp_status judge_summary(json_t *rows, const json_t *summary,
                                    struct sp_catalogue *catalogue, double confidence,
                                    struct sp_error *err)
{
    struct sp_facts facts;
    enum sp_status status = sp_facts_read(&facts, summary, err);
    if (status != SP_OK)
        return status;
    facts.catalogue = catalogue;
    facts.confidence = confidence;
    status = judge_variance(rows, &facts, err);
    if (status == SP_OK)
        status = judge_all(rows, sp_convergence_claims, &facts, catalogue, err);
    if (status == SP_OK)
        status = judge_all(rows, sp_time_claims, &facts, catalogue, err);
    sp_facts_clear(&facts);
    return status;
}

enum sp_status sp_compare(json_t **verdicts, const json_t *summaries,
                          struct sp_catalogue *catalogue, struct sp_error *err)
{
    return sp_compare_at(verdicts, summaries, catalogue, 0, err);
}

enum sp_status sp_compare_at(json_t **verdicts, const json_t *summaries,
                             struct sp_catalogue *catalogue, double confidence,
                             struct sp_error *err)
{
    size_t i;
    const json_t *summary;
    enum sp_status status = SP_OK;
    *verdicts = json_array();
    json_array_foreach(summaries, i, summary) if (status == SP_OK) status =
        judge_summary(*verdicts, summary, catalogue, confidence, err);
    if (status == SP_OK)
        status = sp_compare_pairs(*verdicts, summaries, catalogue, confidence, err);
    if (status != SP_OK)
        json_decref(*verdicts);
    return status;
}

size_t sp_compare_count(const json_t *verdicts, const char *verdict)
{
    size_t i, n = 0;
    const json_t *row;
    json_array_foreach(verdicts, i, row) n +=
        strcmp(json_string_value(json_object_get(row, "verdict")), verdict) == 0;
    return n;
}

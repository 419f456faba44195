/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/measure/present.h"

#include <math.h>
#include <stdlib.h>

#include "runs/measure/facts.h"

static double number_at(const json_t *runs, size_t seed, size_t checkpoint, const char *key)
{
    const json_t *points = json_object_get(json_array_get(runs, seed), "checkpoints");
    return json_number_value(json_object_get(json_array_get(points, checkpoint), key));
}

/* [mean time, low, mean gap, high]; without limits (one seed) [time, gap]. */
static json_t *point(const json_t *runs, size_t seeds, size_t checkpoint, double *values)
{
    double time = 0;
    for (size_t k = 0; k < seeds; k++) {
        time += number_at(runs, k, checkpoint, "time") / (double)seeds;
        values[k] = number_at(runs, k, checkpoint, "gap");
    }
    struct sp_interval gap = sp_interval_student(values, seeds, 0.99);
    return isfinite(gap.high) ? json_pack("[f, f, f, f]", time, gap.low, gap.mean, gap.high)
                              : json_pack("[f, f]", time, gap.mean);
}

static enum sp_status add_measured_curve(json_t *curves, const struct sp_facts *facts, int colour,
                                         struct sp_error *err)
{
    const json_t *runs = json_object_get(facts->summary, "runs");
    size_t n = json_array_size(json_object_get(json_array_get(runs, 0), "checkpoints"));
    json_t *points = json_array();
    double *values = malloc(facts->seeds * sizeof *values);
    for (size_t k = 0; k < n && values != NULL; k++)
        json_array_append_new(points, point(runs, facts->seeds, k, values));
    int is_short = values == NULL;
    free(values);
    json_t *curve = json_pack("{s:s, s:s, s:i, s:o}", "label", facts->label, "kind", "measured",
                              "colour", colour, "points", points);
    if (is_short || json_array_append_new(curves, curve) != 0)
        return sp_fail_memory(err);
    return SP_OK;
}

static double mean_of(const struct sp_facts *facts, const char *key)
{
    double *values, mean = NAN;
    struct sp_error ignored;
    if (sp_facts_values(&values, facts, key, &ignored) == SP_OK) {
        mean = sp_interval_student(values, facts->seeds, 0.99).mean;
        free(values);
    }
    return mean;
}

static enum sp_status add_run(json_t *runs, const struct sp_facts *facts, struct sp_error *err)
{
    json_t *row =
        json_pack("{s:s, s:I, s:I, s:f, s:f, s:f, s:I, s:O}", "label", facts->label, "updates",
                  (json_int_t)facts->setting.updates, "gradients",
                  (json_int_t)(facts->setting.updates * facts->setting.wanted), "end_time",
                  mean_of(facts, "end_time"), "final_gap", mean_of(facts, "final_gap"),
                  "mean_staleness", mean_of(facts, "staleness.mean"), "seeds",
                  (json_int_t)facts->seeds, "setting", json_object_get(facts->summary, "setting"));
    return json_array_append_new(runs, row) == 0 ? SP_OK : sp_fail_memory(err);
}

static enum sp_status add_summary(json_t *runs, json_t *curves, const json_t *summary, int colour,
                                  struct sp_catalogue *catalogue, struct sp_error *err)
{
    struct sp_facts facts;
    enum sp_status status = sp_facts_read(&facts, summary, err);
    if (status != SP_OK)
        return status;
    facts.catalogue = catalogue;
    status = facts.has_model ? add_run(runs, &facts, err)
                             : sp_fail(err, SP_INPUT, "%s: the run has no model", facts.label);
    if (status == SP_OK)
        status = add_measured_curve(curves, &facts, colour, err);
    if (status == SP_OK)
        status = sp_present_bound_curve(curves, &facts, colour, err);
    sp_facts_clear(&facts);
    return status;
}

enum sp_status sp_present_runs(json_t *document, const json_t *summaries,
                               struct sp_catalogue *catalogue, struct sp_error *err)
{
    size_t i;
    const json_t *summary, *first = json_array_get(summaries, 0);
    json_t *runs = json_array(), *curves = json_array();
    enum sp_status status = SP_OK;
    json_object_set_new(document, "runs", runs);
    json_object_set_new(document, "curves", curves);
    json_object_set(document, "constants", json_object_get(first, "constants"));
    json_object_set(document, "problem",
                    json_object_get(json_object_get(first, "problem"), "text"));
    json_array_foreach(summaries, i, summary) if (status == SP_OK) status =
        add_summary(runs, curves, summary, (int)i, catalogue, err);
    return status;
}

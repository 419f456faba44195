/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/formula/evaluate.h"
#include "reports/collect/collect.h"
#include "runs/measure/experiment.h"

static const unsigned learners[] = {1, 2, 4, 8, 16, 32, 64, 128, 256};
#define LEARNERS (sizeof learners / sizeof learners[0])

static enum sp_status bound_at(double *value, struct sp_catalogue *catalogue, const char *name,
                               unsigned p, struct sp_error *err)
{
    const struct sp_bound *bound;
    enum sp_status status = sp_catalogue_find(catalogue, &bound, name, err);
    if (status != SP_OK)
        return status;
    struct sp_case *c = sp_case_new(catalogue, bound);
    if (c == NULL)
        return sp_fail_memory(err);
    char text[16];
    struct sp_result result = {0};
    snprintf(text, sizeof text, "%u", p);
    status = sp_case_set(c, "P", text, err);
    if (status == SP_OK)
        status = sp_case_evaluate(c, SP_PRECISION_DEFAULT, &result, err);
    if (status == SP_OK)
        *value = strtod(result.numbers[0].digits, NULL);
    sp_result_clear(&result);
    sp_case_free(c);
    return status;
}

static double mean_end_time(const json_t *summary)
{
    size_t i, n = 0;
    const json_t *run;
    double sum = 0;
    json_array_foreach(json_object_get(summary, "runs"), i, run)
    {
        sum += json_number_value(json_object_get(run, "end_time"));
        n++;
    }
    return n == 0 ? NAN : sum / (double)n;
}

/* Time of `updates` synchronous updates over that of as many asynchronous ones, simulated
 * without a problem: the delays are all that matters. */
static enum sp_status simulate(double *ratio, unsigned p, struct sp_error *err)
{
    char count[16];
    snprintf(count, sizeof count, "%u", p);
    const char *const sync[] = {"problem", "none", "P", count, "variant", "sync", "eta", "1",
                                "J", "4000", NULL};
    const char *const async[] = {"problem", "none", "P", count, "variant", "async", "eta", "1",
                                 "J", "40000", NULL};
    const char *const *const all[] = {sync, async, NULL};
    json_t *summaries;
    enum sp_status status = sp_experiment_series(&summaries, all, NULL, err);
    if (status != SP_OK)
        return status;
    *ratio = 10 * mean_end_time(json_array_get(summaries, 0)) /
             mean_end_time(json_array_get(summaries, 1));
    json_decref(summaries);
    return SP_OK;
}

static json_t *curve(const char *label, const char *kind, int colour)
{
    return json_pack("{s:s, s:s, s:i, s:[]}", "label", label, "kind", kind, "colour", colour,
                     "points");
}

static void add_point(json_t *curves, size_t number, double x, double y)
{
    json_array_append_new(json_object_get(json_array_get(curves, number), "points"),
                          json_pack("[f, f]", x, y));
}

enum sp_status sp_collect_speedup(json_t *rows, json_t *curves, struct sp_catalogue *catalogue,
                                  struct sp_error *err)
{
    json_array_append_new(curves, curve("P H_P (proved)", "bound", 0));
    json_array_append_new(curves, curve("P ln P (published)", "bound", 1));
    json_array_append_new(curves, curve("simulated", "measured", 2));
    for (size_t i = 0; i < LEARNERS; i++) {
        double exact, published, measured, p = learners[i];
        enum sp_status status = bound_at(&exact, catalogue, "speedup_exp", learners[i], err);
        if (status == SP_OK)
            status = bound_at(&published, catalogue, "speedup_exp_published", learners[i], err);
        if (status == SP_OK)
            status = simulate(&measured, learners[i], err);
        if (status != SP_OK)
            return status;
        json_array_append_new(rows, json_pack("{s:i, s:f, s:f, s:f}", "P", (int)learners[i],
                                              "exact", exact, "published", published, "measured",
                                              measured));
        add_point(curves, 0, p, exact);
        if (published > 0) /* ln 1 = 0 has no place on a logarithmic axis */
            add_point(curves, 1, p, published);
        add_point(curves, 2, p, measured);
    }
    return SP_OK;
}

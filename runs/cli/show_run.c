/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/cli/show_run.h"

#include <math.h>
#include <stdlib.h>

#include "runs/measure/facts.h"

/* What is shown when every seed has it. */
static const struct {
    const char *key, *text;
} lines[] = {
    {"final_gap", "F(w_J) - F*"},
    {"drained_gap", "F - F*, drained iterate"},
    {"mean_gradient2", "mean |grad F|^2"},
    {"largest_variance", "largest gradient variance"},
    {"largest_second_moment", "largest E|g|^2"},
    {"view_mean_gradient2", "mean |grad F|^2, view"},
    {"largest_view_distance", "largest |x - v|/eta"},
    {"end_time", "end time [s]"},
    {"time_per_update", "time of an update [s]"},
    {"staleness.mean", "mean staleness"},
    {"staleness.most", "largest staleness"},
    {"staleness.W", "window load W"},
};

static void show_constants(FILE *out, const json_t *summary)
{
    size_t i;
    const json_t *constant;
    json_array_foreach(json_object_get(summary, "constants"), i, constant)
        fprintf(out, "  %-7s %-13.6g %s\n", json_string_value(json_object_get(constant, "name")),
                json_number_value(json_object_get(constant, "value")),
                json_string_value(json_object_get(constant, "how")));
}

static void show_line(FILE *out, const struct sp_facts *facts, const char *key, const char *text)
{
    double *values;
    struct sp_error ignored;
    if (sp_facts_values(&values, facts, key, &ignored) != SP_OK)
        return;
    struct sp_interval m = sp_interval_student(values, facts->seeds, 0.99);
    fprintf(out, "  %-26s %-12.6g", text, m.mean);
    if (isfinite(m.high))
        fprintf(out, " %.6g to %.6g", m.low, m.high);
    fputc('\n', out);
    free(values);
}

enum sp_status sp_show_run(FILE *out, const json_t *summary, struct sp_error *err)
{
    struct sp_facts facts;
    enum sp_status status = sp_facts_read(&facts, summary, err);
    if (status != SP_OK)
        return status;
    const struct sp_run_setting *s = &facts.setting;
    fprintf(out, "%s\n%s: P = %u, K = %u, m = %u, %s%seta = %g, J = %llu, law %s, %zu seed%s\n",
            json_string_value(json_object_get(json_object_get(summary, "problem"), "text")),
            facts.label, s->learners, s->wanted, s->batch,
            s->rule.rule == SP_RULE_SGD ? "" : sp_rule_word(s->rule.rule),
            s->rule.rule == SP_RULE_SGD ? "" : ", ", s->rule.eta, (unsigned long long)s->updates,
            s->delay.text, facts.seeds, facts.seeds == 1 ? "" : "s");
    show_constants(out, summary);
    fprintf(out, "measured: mean over seeds, 99 %% limits\n");
    for (size_t k = 0; k < sizeof lines / sizeof lines[0]; k++)
        show_line(out, &facts, lines[k].key, lines[k].text);
    sp_facts_clear(&facts);
    return SP_OK;
}

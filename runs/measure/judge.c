/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>

#include "runs/measure/claim.h"

double sp_relation_confidence(enum sp_relation relation, const struct sp_facts *facts)
{
    if (facts->confidence > 0)
        return facts->confidence;
    return relation == SP_EQUAL ? 0.999 : 0.99;
}

static const char *relation_text(enum sp_relation relation)
{
    return relation == SP_AT_MOST ? "<=" : relation == SP_EQUAL ? "=" : ">=";
}

/* An equation is only confirmed by a measurement that could have refuted it. */
#define EQUATION_PRECISION 0.1

static const char *verdict_of(enum sp_relation relation, const struct sp_interval *m, double lower,
                              double upper)
{
    switch (relation) {
    case SP_AT_MOST:
        return m->high <= lower ? "holds" : m->low > upper ? "violated" : "undecided";
    case SP_AT_LEAST:
        return m->low >= upper ? "holds" : m->high < lower ? "violated" : "undecided";
    default:
        if (m->low > upper || m->high < lower)
            return "violated";
        return m->high - m->low <= 2 * EQUATION_PRECISION * fabs(lower) ? "holds" : "undecided";
    }
}

static double ratio_of(enum sp_relation relation, const struct sp_interval *m, double limit)
{
    return relation == SP_AT_MOST ? limit / m->high
           : relation == SP_EQUAL ? m->mean / limit
                                  : m->low / limit;
}

/* JSON has no infinity: null. */
static json_t *number(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

static json_t *row_of(const struct sp_subject *s, const struct sp_bound *bound,
                      const struct sp_backing *backing, const char *verdict, const char *reason)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s}", "variant", s->label,
                     "kind", s->variant, "bound", s->bound, "status",
                     sp_standing_text(backing->standing), "title", bound->title, "gives",
                     bound->gives, "quantity", s->quantity, "relation", relation_text(s->relation),
                     "verdict", verdict, "reason", reason, "not_machine_checked", backing->inputs);
}

static enum sp_status append(json_t *rows, json_t *row, struct sp_error *err)
{
    return row != NULL && json_array_append_new(rows, row) == 0 ? SP_OK : sp_fail_memory(err);
}

enum sp_status sp_judge_not(json_t *rows, const struct sp_subject *subject,
                            const struct sp_bound *bound, const char *reason, struct sp_error *err)
{
    struct sp_backing backing = sp_bound_backing(bound);
    return append(rows, row_of(subject, bound, &backing, "not applicable", reason), err);
}

/* What the bound was evaluated with, so that a reader can evaluate it again. */
static json_t *inputs_of(const struct sp_bound *bound, const struct sp_case *c)
{
    json_t *inputs = json_object();
    for (size_t i = 0; i < bound->n_parameters; i++) {
        char *text = sp_case_argument(c, i);
        if (text != NULL)
            json_object_set_new(inputs, bound->parameters[i].name, json_string(text));
        free(text);
    }
    return inputs;
}

static enum sp_status judge_value(json_t *rows, const struct sp_subject *s,
                                  const struct sp_bound *bound, const struct sp_case *c,
                                  const struct sp_result *result, const struct sp_interval *m,
                                  struct sp_error *err)
{
    /* The enclosure's ends go into a double outward. */
    double lower = nextafter(strtod(result->numbers[0].lower, NULL), -INFINITY);
    double upper = nextafter(strtod(result->numbers[0].upper, NULL), INFINITY);
    double limit = strtod(result->numbers[0].digits, NULL);
    const char *verdict = verdict_of(s->relation, m, lower, upper);
    json_t *row = row_of(s, bound, &result->backing, verdict,
                         m->n < 2 ? "one run has no confidence limits: take more seeds" : "");
    if (row == NULL)
        return sp_fail_memory(err);
    json_object_set_new(row, "measured", json_real(m->mean));
    json_object_set_new(row, "low", number(m->low));
    json_object_set_new(row, "high", number(m->high));
    json_object_set_new(row, "confidence", json_real(s->confidence));
    json_object_set_new(row, "limit", json_real(limit));
    json_object_set_new(row, "limit_digits", json_string(result->numbers[0].digits));
    json_object_set_new(row, "ratio", number(ratio_of(s->relation, m, limit)));
    json_object_set_new(row, "seeds", json_integer((json_int_t)m->n));
    json_object_set_new(row, "inputs", inputs_of(bound, c));
    return append(rows, row, err);
}

enum sp_status sp_judge(json_t *rows, const struct sp_subject *subject,
                        const struct sp_bound *bound, struct sp_case *c,
                        const struct sp_interval *measured, struct sp_error *err)
{
    struct sp_result result = {0};
    struct sp_error why = {0};
    enum sp_status status = sp_case_evaluate(c, SP_PRECISION_DEFAULT, &result, &why);
    if (status == SP_OK)
        status = judge_value(rows, subject, bound, c, &result, measured, err);
    else if (status == SP_FALSE || status == SP_UNDECIDED)
        status = sp_judge_not(rows, subject, bound, result.reason, err);
    else
        sp_fail(err, status, "%s: %s", subject->bound, result.reason ? result.reason : why.text);
    sp_result_clear(&result);
    return status;
}

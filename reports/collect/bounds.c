/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/formula/evaluate.h"
#include "bounds/formula/print.h"
#include "reports/collect/collect.h"

/* What a printer of formulas writes, as a JSON string. */
static json_t *latex_of(const struct sp_bound *bound, const struct sp_expr *tree)
{
    char *text = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&text, &length);
    if (stream == NULL)
        return NULL;
    if (tree == NULL)
        sp_print_latex(stream, bound);
    else
        sp_print_latex_expr(stream, bound, tree);
    json_t *string = fclose(stream) == 0 ? json_string(text) : NULL;
    free(text);
    return string;
}

static const char *truth_text(enum sp_truth truth)
{
    switch (truth) {
    case SP_HOLDS:
        return "holds";
    case SP_FAILS:
        return "fails";
    case SP_NOT_TESTED:
        return "not tested";
    default:
        return "unknown";
    }
}

static json_t *conditions_of(const struct sp_bound *bound, const struct sp_result *result)
{
    json_t *list = json_array();
    for (size_t i = 0; i < result->n_conditions && i < bound->n_conditions; i++) {
        const struct sp_condition *condition = &result->conditions[i];
        if (condition->truth == SP_NOT_TESTED)
            continue;
        json_array_append_new(list, json_pack("{s:s, s:o, s:s, s:s}", "text", condition->text,
                                              "latex", latex_of(bound, bound->conditions[i].tree),
                                              "truth", truth_text(condition->truth), "numbers",
                                              condition->numbers ? condition->numbers : ""));
    }
    return list;
}

static enum sp_status set_inputs(struct sp_case *c, const json_t *inputs, struct sp_error *err)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)inputs, name, value)
    {
        char number[64];
        const char *text = json_string_value(value);
        if (json_is_integer(value)) {
            snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
            text = number;
        } else if (json_is_real(value)) {
            /* Hexadecimal: the very double, not a rounded decimal of it. */
            snprintf(number, sizeof number, "%a", json_real_value(value));
            text = number;
        }
        enum sp_status status = sp_case_set(c, name, text, err);
        if (status != SP_OK)
            return status;
    }
    return SP_OK;
}

static const char *status_text(enum sp_standing standing)
{
    switch (standing) {
    case SP_PROVED:
        return "proved: a theorem that Coq has checked";
    case SP_CONDITIONAL:
        return "proved for given inputs; the values used here of some are not machine-checked";
    case SP_PUBLISHED:
        return "published, for comparison only: not a guarantee";
    default:
        return "model: not machine-checked";
    }
}

static enum sp_status append(json_t *list, const struct sp_bound *bound, const json_t *inputs,
                             const struct sp_result *result, struct sp_error *err)
{
    const struct sp_backing *backing = &result->backing;
    json_t *entry = json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:O, s:s, s:s, s:s}", "name", bound->name,
        "title", bound->title, "status", sp_standing_text(backing->standing),
        "status_text", status_text(backing->standing), "not_machine_checked", backing->inputs, "cite", bound->cite, "gives", bound->gives, "latex",
        latex_of(bound, NULL), "conditions", conditions_of(bound, result), "inputs", inputs,
        "digits", result->numbers[0].digits, "lower", result->numbers[0].lower, "upper",
        result->numbers[0].upper);
    if (entry == NULL || json_array_append_new(list, entry) != 0)
        return sp_fail_memory(err);
    return SP_OK;
}

/* The inputs that `compare` worked out from no theorem. */
static void assume(struct sp_case *c, const struct sp_bound *bound, const json_t *verdict)
{
    const char *names = json_string_value(json_object_get(verdict, "not_machine_checked"));
    char list[256];
    snprintf(list, sizeof list, ", %s,", names ? names : "");
    for (size_t i = 0; i < bound->n_parameters; i++) {
        char name[80];
        snprintf(name, sizeof name, ", %.60s,", bound->parameters[i].name);
        if (strstr(list, name) != NULL)
            sp_case_assume(c, bound->parameters[i].name);
    }
}

enum sp_status sp_collect_bound(json_t *list, struct sp_catalogue *catalogue, const json_t *verdict,
                                struct sp_error *err)
{
    const char *name = json_string_value(json_object_get(verdict, "bound"));
    const json_t *inputs = json_object_get(verdict, "inputs");
    const struct sp_bound *bound;
    enum sp_status status = sp_catalogue_find(catalogue, &bound, name, err);
    if (status != SP_OK)
        return status;
    struct sp_case *c = sp_case_new(catalogue, bound);
    if (c == NULL)
        return sp_fail_memory(err);
    status = set_inputs(c, inputs, err);
    assume(c, bound, verdict);
    struct sp_result result = {0};
    if (status == SP_OK)
        status = sp_case_evaluate(c, SP_PRECISION_DEFAULT, &result, err);
    if (status != SP_OK && result.reason != NULL)
        sp_fail(err, status, "%s: %s", name, result.reason);
    if (status == SP_OK)
        status = append(list, bound, inputs, &result, err);
    sp_result_clear(&result);
    sp_case_free(c);
    return status;
}

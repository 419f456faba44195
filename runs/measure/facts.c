/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/measure/facts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const json_t *find_constant(const json_t *summary, const char *name)
{
    size_t i;
    const json_t *entry;
    json_array_foreach(json_object_get(summary, "constants"), i, entry)
    {
        const char *found = json_string_value(json_object_get(entry, "name"));
        if (found != NULL && strcmp(found, name) == 0)
            return json_object_get(entry, "value");
    }
    return NULL;
}

static enum sp_status read_constants(struct sp_facts *facts, struct sp_error *err)
{
    facts->has_model = facts->setting.problem != 0;
    for (int k = 0; k < SP_CONSTANTS && facts->has_model; k++) {
        const char *name = sp_constant_symbol((enum sp_constant_name)k);
        const json_t *value = find_constant(facts->summary, name);
        if (!json_is_number(value))
            return sp_fail(err, SP_INPUT, "%s: the run does not tell the constant %s", facts->label,
                           name);
        facts->constant[k] = json_number_value(value);
    }
    return SP_OK;
}

enum sp_status sp_facts_read(struct sp_facts *facts, const json_t *summary, struct sp_error *err)
{
    const char *label = json_string_value(json_object_get(summary, "label"));
    *facts = (struct sp_facts){.summary = summary, .label = label ? label : "run"};
    facts->seeds = json_array_size(json_object_get(summary, "runs"));
    if (facts->seeds == 0)
        return sp_fail(err, SP_INPUT, "%s: no run in the summary", facts->label);
    enum sp_status status =
        sp_run_setting_from_json(&facts->setting, json_object_get(summary, "setting"), err);
    if (status == SP_OK) {
        status = read_constants(facts, err);
        if (status != SP_OK)
            sp_facts_clear(facts);
    }
    return status;
}

void sp_facts_clear(struct sp_facts *facts)
{
    sp_run_setting_clear(&facts->setting);
}

static const json_t *look_up(const json_t *run, const char *key)
{
    static const char inner[] = "staleness.";
    if (strncmp(key, inner, sizeof inner - 1) == 0)
        return json_object_get(json_object_get(run, "staleness"), key + sizeof inner - 1);
    return json_object_get(run, strcmp(key, "time_per_update") == 0 ? "end_time" : key);
}

enum sp_status sp_facts_values(double **values, const struct sp_facts *facts, const char *key,
                               struct sp_error *err)
{
    size_t k;
    const json_t *run;
    double *list = malloc(facts->seeds * sizeof *list);
    if (list == NULL)
        return sp_fail_memory(err);
    json_array_foreach(json_object_get(facts->summary, "runs"), k, run)
    {
        const json_t *value = look_up(run, key);
        if (!json_is_number(value)) {
            free(list);
            return sp_fail(err, SP_INPUT, "%s: seed number %zu has no %s", facts->label, k + 1,
                           key);
        }
        list[k] = json_number_value(value);
        if (strcmp(key, "time_per_update") == 0)
            list[k] /= (double)facts->setting.updates;
    }
    *values = list;
    return SP_OK;
}

enum sp_status sp_facts_largest(double *largest, const struct sp_facts *facts, const char *key,
                                struct sp_error *err)
{
    double *values;
    enum sp_status status = sp_facts_values(&values, facts, key, err);
    if (status != SP_OK)
        return status;
    *largest = values[0];
    for (size_t k = 1; k < facts->seeds; k++)
        *largest = fmax(*largest, values[k]);
    free(values);
    return SP_OK;
}

enum sp_status sp_facts_set(struct sp_case *c, const char *name, double value, struct sp_error *err)
{
    char text[64];
    snprintf(text, sizeof text, "%a", value);
    return sp_case_set(c, name, text, err);
}

enum sp_status sp_facts_set_count(struct sp_case *c, const char *name, uint64_t value,
                                  struct sp_error *err)
{
    char text[64];
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    return sp_case_set(c, name, text, err);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "bounds/cli/json.h"
#include "bounds/cli/show.h"
#include "bounds/cli/vectors.h"
#include "bounds/formula/evaluate.h"

/* 30 digits, as the references have. */
static const struct sp_precision precision = {30, 160, 65536, 0};

/* The shortest decimal that is this double: what the file's author wrote. */
static char *real_text(double value)
{
    char text[40];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    return strdup(text);
}

/* An input as the command line would have it; malloc'ed, NULL if it cannot be one. */
static char *input_text(const json_t *value)
{
    if (json_is_string(value))
        return strdup(json_string_value(value));
    if (json_is_boolean(value))
        return strdup(json_is_true(value) ? "true" : "false");
    if (json_is_real(value))
        return real_text(json_real_value(value));
    return json_is_integer(value) ? json_dumps(value, JSON_ENCODE_ANY) : NULL;
}

/* The entries of a list, or of a list of rows, one after another. */
struct entries {
    size_t n;
    char **texts;
};

static enum sp_status collect(struct entries *e, const char *name, const json_t *list,
                              struct sp_error *err)
{
    size_t n = json_array_size(list);
    char **more = realloc(e->texts, (e->n + n + 1) * sizeof *more);
    if (!more)
        return sp_fail_memory(err);
    e->texts = more;
    for (size_t i = 0; i < n; i++) {
        char *text = input_text(json_array_get(list, i));
        if (!text)
            return sp_fail(err, SP_USAGE, "%s: entry %zu is not a number", name, i);
        more[e->n++] = text;
    }
    return SP_OK;
}

static enum sp_status set_table(struct sp_case *c, const char *name, const json_t *rows,
                                struct entries *e, struct sp_error *err)
{
    size_t columns = json_array_size(json_array_get(rows, 0));
    enum sp_status status = SP_OK;
    for (size_t i = 0; status == SP_OK && i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        if (json_array_size(row) != columns)
            return sp_fail(err, SP_USAGE, "%s: its rows differ in length", name);
        status = collect(e, name, row, err);
    }
    if (status != SP_OK)
        return status;
    return sp_case_set_table(c, name, e->n, columns, (const char *const *)e->texts, err);
}

static enum sp_status set_list(struct sp_case *c, const char *name, const json_t *list,
                               struct sp_error *err)
{
    struct entries e = {0};
    enum sp_status status;
    if (json_is_array(json_array_get(list, 0))) {
        status = set_table(c, name, list, &e, err);
    } else {
        status = collect(&e, name, list, err);
        if (status == SP_OK)
            status = sp_case_set_list(c, name, e.n, (const char *const *)e.texts, err);
    }
    for (size_t i = 0; i < e.n; i++)
        free(e.texts[i]);
    free(e.texts);
    return status;
}

/* An argument of another shape or a text that is no value of it is a refusal, like a number out of
 * range; only of an argument that the quantity does not have nothing can be said. */
static enum sp_status set_inputs(struct sp_case *c, const struct sp_bound *bound, json_t *inputs,
                                 struct sp_error *err)
{
    const char *name;
    json_t *value;
    json_object_foreach(inputs, name, value)
    {
        enum sp_status status;
        char *text = input_text(value);
        if (text)
            status = sp_case_set(c, name, text, err);
        else if (json_is_array(value))
            status = set_list(c, name, value, err);
        else
            status = sp_fail(err, SP_USAGE, "%s: expected a number, a text or a list", name);
        free(text);
        if (status == SP_USAGE)
            return sp_bound_parameter(bound, name) < 0 ? SP_UNDECIDED : SP_FALSE;
        if (status != SP_OK)
            return status;
    }
    return SP_OK;
}

static void put_outcome(json_t *outcome, const struct sp_result *result, enum sp_status status,
                        const char *reason)
{
    /* A missing argument is a refusal: the request is clear, and there is no number. */
    int refused = status == SP_FALSE || status == SP_USAGE;
    sp_json_text(outcome, "result", status == SP_OK ? "value" : refused ? "refused" : "unknown");
    if (status != SP_OK)
        sp_json_text(outcome, "reason", reason);
    else
        sp_show_json_numbers(outcome, result);
    json_object_del(outcome, "digits");
    json_object_del(outcome, "exact");
}

static enum sp_status evaluate(json_t *outcome, struct sp_catalogue *catalogue,
                               const struct sp_bound *bound, json_t *inputs, struct sp_error *err)
{
    struct sp_result result = {0};
    struct sp_error why = {0};
    struct sp_case *c = sp_case_new(catalogue, bound);
    if (!c)
        return sp_fail_memory(err);
    enum sp_status status = set_inputs(c, bound, inputs, &why);
    if (status == SP_OK)
        status = sp_case_evaluate(c, precision, &result, &why);
    put_outcome(outcome, &result, status, why.text);
    sp_result_clear(&result);
    sp_case_free(c);
    return SP_OK;
}

enum sp_status sp_vector_evaluate(json_t **outcome, struct sp_catalogue *catalogue,
                                  const json_t *record, struct sp_error *err)
{
    json_t *object = json_object();
    if (!object)
        return sp_fail_memory(err);
    const char *quantity = json_string_value(json_object_get(record, "quantity"));
    const struct sp_bound *bound = sp_catalogue_get(catalogue, quantity);
    enum sp_status status = SP_OK;
    json_object_set(object, "id", json_object_get(record, "id"));
    if (bound) {
        status = evaluate(object, catalogue, bound, json_object_get(record, "inputs"), err);
    } else {
        sp_json_text(object, "result", "unknown");
        sp_json_text(object, "reason", "no such quantity");
    }
    if (status == SP_OK)
        *outcome = object;
    else
        json_decref(object);
    return status;
}

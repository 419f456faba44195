/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/cli/json.h"
#include "bounds/cli/show.h"

/* One number's text, a list of them, or a list of rows. */
static json_t *texts(const struct sp_result *result, size_t which)
{
    json_t *list = json_array(), *row = list;
    for (size_t i = 0; i < result->n_numbers; i++) {
        const struct sp_number *n = &result->numbers[i];
        const char *all[] = {n->lower, n->upper, n->digits};
        if (result->columns > 0 && i % result->columns == 0) {
            row = json_array();
            json_array_append_new(list, row);
        }
        json_array_append_new(row, json_string(all[which]));
    }
    json_t *first = result->is_list ? list : json_incref(json_array_get(list, 0));
    if (first != list)
        json_decref(list);
    return first;
}

void sp_show_json_numbers(json_t *object, const struct sp_result *result)
{
    static const char *const keys[] = {"lower", "upper", "digits"};
    if (result->is_truth) {
        json_object_set_new(object, "value", json_boolean(result->truth));
        return;
    }
    for (size_t which = 0; which < 3; which++)
        json_object_set_new(object, keys[which], texts(result, which));
    if (!result->is_list && result->n_numbers && result->numbers[0].exact)
        sp_json_text(object, "exact", result->numbers[0].exact);
}

static json_t *inputs(const struct sp_bound *b, const struct sp_setting *setting)
{
    json_t *object = json_object();
    for (size_t i = 0; i < b->n_parameters; i++) {
        const char *value = sp_setting_get(setting, b->parameters[i].name);
        if (value)
            sp_json_text(object, b->parameters[i].name, value);
    }
    return object;
}

static json_t *conditions(const struct sp_result *result)
{
    json_t *list = json_array();
    for (size_t i = 0; i < result->n_conditions; i++) {
        const struct sp_condition *c = &result->conditions[i];
        json_t *object = json_object();
        sp_json_text(object, "condition", c->text);
        json_object_set_new(object, "holds",
                            c->truth == SP_HOLDS || c->truth == SP_FAILS
                                ? json_boolean(c->truth == SP_HOLDS)
                                : json_null());
        sp_json_text(object, "numbers", c->numbers);
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *terms(const struct sp_term *rows, size_t n)
{
    json_t *list = json_array();
    for (size_t i = 0; i < n; i++) {
        json_t *object = json_object();
        sp_json_text(object, "name", rows[i].name);
        sp_json_text(object, "digits", rows[i].digits);
        if (!isnan(rows[i].share))
            json_object_set_new(object, "share", json_real(rows[i].share));
        json_array_append_new(list, object);
    }
    return list;
}

void sp_show_json_standing(json_t *object, const struct sp_bound *bound,
                           const struct sp_backing *backing)
{
    sp_json_text(object, "status", sp_standing_text(backing->standing));
    json_object_set_new(object, "guarantee",
                        json_boolean(backing->standing == SP_PROVED && !bound->refuted[0]));
    if (backing->standing == SP_CONDITIONAL)
        sp_json_text(object, "not_machine_checked", backing->inputs);
    if (bound->standing != SP_PROVED)
        return;
    char *theorem = sp_bound_theorem(bound);
    sp_json_text(object, "theorem", theorem);
    free(theorem);
}

json_t *sp_show_json(const struct sp_bound *bound, const struct sp_setting *setting,
                     const struct sp_result *result, const struct sp_args *args)
{
    json_t *object = json_object();
    sp_json_text(object, "bound", bound->name);
    sp_show_json_standing(object, bound, &result->backing);
    sp_json_text(object, "gives", bound->gives);
    sp_json_text(object, "cite", bound->cite);
    sp_show_json_numbers(object, result);
    json_object_set_new(object, "bits", json_integer(result->bits));
    json_object_set_new(object, "inputs", inputs(bound, setting));
    json_object_set_new(object, "conditions", conditions(result));
    if (result->n_lets)
        json_object_set_new(object, "steps", terms(result->lets, result->n_lets));
    if (result->n_terms)
        json_object_set_new(object, "terms", terms(result->terms, result->n_terms));
    char *command = sp_show_command(args);
    sp_json_text(object, "command", command);
    sp_json_text(object, "version", SP_VERSION);
    free(command);
    return object;
}

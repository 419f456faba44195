/* SPDX-License-Identifier: Apache-2.0 */
/* `bounds`: the catalogue. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/cli/commands.h"
#include "bounds/cli/json.h"
#include "bounds/formula/catalogue.h"

static int is_wanted(const struct sp_bound *b, const struct sp_args *args)
{
    const char *status = sp_arg(args, "status");
    if (status && strcmp(status, sp_standing_text(b->standing)) != 0)
        return 0;
    for (size_t i = 0; i < args->n_words; i++)
        if (strstr(b->name, args->words[i]) || strstr(b->title, args->words[i]))
            return 1;
    return args->n_words == 0;
}

static void add_text(json_t *object, const char *key, const char *text)
{
    if (text[0])
        sp_json_text(object, key, text);
}

static json_t *parameter(const struct sp_parameter *p)
{
    json_t *object = json_object();
    sp_json_text(object, "name", p->name);
    sp_json_text(object, "kind", sp_kind_text(p->kind));
    add_text(object, "text", p->text);
    add_text(object, "unit", p->unit);
    if (p->n_words) {
        json_t *words = json_array();
        for (size_t i = 0; i < p->n_words; i++)
            json_array_append_new(words, json_string(p->words[i]));
        json_object_set_new(object, "values", words);
    }
    if (p->fallback) {
        char *text = sp_expr_text(p->fallback);
        sp_json_text(object, "default", text);
        free(text);
    }
    add_text(object, "unproved_default", p->unproved ? p->unproved : "");
    return object;
}

static json_t *describe(const struct sp_bound *b)
{
    json_t *object = json_object(), *parameters = json_array(), *conditions = json_array();
    sp_json_text(object, "name", b->name);
    sp_json_text(object, "status", sp_standing_text(b->standing));
    add_text(object, "title", b->title);
    add_text(object, "gives", b->gives);
    add_text(object, "cite", b->cite);
    add_text(object, "refuted", b->refuted);
    add_text(object, "kernel", b->kernel);
    if (b->standing == SP_PROVED) {
        char *theorem = sp_bound_theorem(b);
        sp_json_text(object, "theorem", theorem);
        free(theorem);
    }
    for (size_t i = 0; i < b->n_parameters; i++)
        json_array_append_new(parameters, parameter(&b->parameters[i]));
    for (size_t i = 0; i < b->n_conditions; i++)
        json_array_append_new(conditions, json_string(b->conditions[i].text));
    json_object_set_new(object, "parameters", parameters);
    json_object_set_new(object, "conditions", conditions);
    return object;
}

/* Calls `show` for every bound that is wanted; returns how many. */
static enum sp_status each(struct sp_catalogue *catalogue, const struct sp_args *args, json_t *list,
                           size_t *count, struct sp_error *err)
{
    *count = 0;
    for (size_t i = 0; i < sp_catalogue_size(catalogue); i++) {
        const struct sp_bound *b;
        enum sp_status status =
            sp_catalogue_find(catalogue, &b, sp_catalogue_name(catalogue, i), err);
        if (status != SP_OK)
            return status;
        if (!is_wanted(b, args))
            continue;
        ++*count;
        if (list)
            json_array_append_new(list, describe(b));
        else
            printf("%-36s %-9s  %s%s\n", b->name, sp_standing_text(b->standing), b->title,
                   b->refuted[0] ? " (refuted)" : "");
    }
    return SP_OK;
}

static enum sp_status check_status_option(const struct sp_args *args, struct sp_error *err)
{
    const char *text = sp_arg(args, "status");
    for (int s = SP_MODEL; text && s <= SP_PROVED; s++)
        if (strcmp(text, sp_standing_text((enum sp_standing)s)) == 0)
            return SP_OK;
    return !text ? SP_OK
                 : sp_fail(err, SP_USAGE, "--status %s: expected proved, published or model", text);
}

static enum sp_status run(const struct sp_args *args, struct sp_error *err)
{
    enum sp_status status = check_status_option(args, err);
    if (status != SP_OK)
        return status;
    struct sp_catalogue *catalogue = sp_catalogue_new();
    if (!catalogue)
        return sp_fail_memory(err);
    json_t *list = sp_arg(args, "json") ? json_array() : NULL;
    size_t count;
    status = each(catalogue, args, list, &count, err);
    if (status == SP_OK && list)
        status = sp_json_print(stdout, list, err);
    if (status == SP_OK && count == 0)
        status = sp_fail(err, SP_FALSE, "no bound fits; `staleproof bounds` lists all");
    json_decref(list);
    sp_catalogue_free(catalogue);
    return status;
}

static const struct sp_option options[] = {
    {"json", 0, NULL, "print an array of objects, with parameters and conditions"},
    {"status", 0, "STATUS", "only those that are proved, published or model"},
    {0},
};

static const char *const examples[] = {
    "staleproof bounds",
    "staleproof bounds order_stat",
    "staleproof bounds --json --status model",
    NULL,
};

const struct sp_command sp_command_bounds = {
    .name = "bounds",
    .operands = "[WORD ...]",
    .summary = "list the catalogue of bounds, with the status of each",
    .options = options,
    .run = run,
    .details =
        "With words: those whose name or title contains one of them.\n\n"
        "proved: a theorem that Coq has checked states it; only these are called guarantees. "
        "published: the literature's number, for comparison. "
        "model: a formula that no machine has checked.",
    .examples = examples,
};

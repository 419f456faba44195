/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/formula/bound.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void free_parameter(struct sp_parameter *parameter)
{
    for (size_t i = 0; i < parameter->n_words; i++)
        free(parameter->words[i]);
    free(parameter->words);
    free(parameter->name);
    free(parameter->text);
    free(parameter->unit);
    free(parameter->unproved);
    sp_expr_free(parameter->fallback);
}

void sp_bound_free(struct sp_bound *bound)
{
    if (bound == NULL)
        return;
    char *texts[] = {bound->name,    bound->title,   bound->cite,   bound->gives,
                     bound->theorem, bound->refuted, bound->refusal, bound->kernel};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        free(texts[i]);
    for (size_t i = 0; i < bound->n_parameters; i++)
        free_parameter(&bound->parameters[i]);
    for (size_t i = 0; i < bound->n_lets; i++) {
        free(bound->lets[i].name);
        sp_expr_free(bound->lets[i].tree);
    }
    for (size_t i = 0; i < bound->n_values; i++)
        sp_expr_free(bound->values[i]);
    for (size_t i = 0; i < bound->n_conditions; i++) {
        free(bound->conditions[i].text);
        sp_expr_free(bound->conditions[i].tree);
    }
    free(bound->parameters);
    free(bound->lets);
    free(bound->values);
    free(bound->conditions);
    free(bound);
}

int sp_bound_parameter(const struct sp_bound *bound, const char *name)
{
    for (size_t i = 0; i < bound->n_parameters; i++)
        if (strcmp(bound->parameters[i].name, name) == 0)
            return (int)i;
    return -1;
}

int sp_bound_let(const struct sp_bound *bound, const char *name)
{
    for (size_t i = 0; i < bound->n_lets; i++)
        if (strcmp(bound->lets[i].name, name) == 0)
            return (int)i;
    return -1;
}

const char *sp_standing_text(enum sp_standing standing)
{
    static const char *const texts[] = {"model", "published", "proved", "conditional"};
    return texts[standing];
}

const char *sp_kind_text(enum sp_kind kind)
{
    static const char *const texts[] = {"real", "nat", "text", "list", "table"};
    return texts[kind];
}

char *sp_bound_theorem(const struct sp_bound *bound)
{
    static const char suffix[] = "_guarantee";
    if (*bound->theorem != '\0')
        return strdup(bound->theorem);
    char *name = malloc(strlen(bound->name) + sizeof suffix);
    if (name != NULL)
        strcat(strcpy(name, bound->name), suffix);
    return name;
}

enum sp_status sp_bound_text(char **result, const char *path, struct sp_error *err)
{
    FILE *in = fopen(path, "rb");
    if (in == NULL)
        return sp_fail(err, SP_INPUT, "%.300s: cannot be opened", path);
    char *text = malloc(SP_BOUND_BYTES + 1);
    enum sp_status status = text ? SP_OK : sp_fail_memory(err);
    if (status == SP_OK) {
        size_t length = fread(text, 1, SP_BOUND_BYTES + 1, in);
        if (ferror(in))
            status = sp_fail(err, SP_INPUT, "%.300s: cannot be read", path);
        else if (length > SP_BOUND_BYTES)
            status = sp_fail(err, SP_INPUT, "%.300s: longer than %d bytes", path, SP_BOUND_BYTES);
        else if (memchr(text, '\0', length) != NULL)
            status = sp_fail(err, SP_INPUT, "%.300s: not a text file", path);
        else
            text[length] = '\0';
    }
    fclose(in);
    if (status == SP_OK)
        *result = text;
    else
        free(text);
    return status;
}

enum sp_status sp_bound_open(struct sp_bound **bound, const char *path, struct sp_error *err)
{
    char *text = NULL;
    enum sp_status status = sp_bound_text(&text, path, err);
    if (status == SP_OK)
        status = sp_bound_read(bound, text, path, err);
    free(text);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/formula/kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/formula/nearest.h"

#define MOST_KERNELS 128
#define MOST_INPUTS 16

/* "topk,K=100,d=10000" cut up. */
struct request {
    char *copy;
    const char *name;
    size_t n;
    const char *keys[MOST_INPUTS], *values[MOST_INPUTS];
};

/* Commas within parentheses belong to a value. */
static char *next_comma(char *s)
{
    int level = 0;
    for (; *s != '\0'; s++) {
        level += (*s == '(') - (*s == ')');
        if (*s == ',' && level == 0)
            return s;
    }
    return NULL;
}

static enum sp_status cut(struct request *r, const char *text, struct sp_error *err)
{
    char *rest = r->copy = strdup(text);
    if (rest == NULL)
        return sp_fail_memory(err);
    r->name = rest;
    while ((rest = next_comma(rest)) != NULL) {
        *rest++ = '\0';
        char *equals = strpbrk(rest, "=,");
        if (equals == NULL || *equals != '=' || equals == rest || r->n == MOST_INPUTS)
            return sp_fail(err, SP_USAGE, "%s%s: expected NAME,KEY=VALUE,...", SP_KERNEL_PREFIX,
                           text);
        r->keys[r->n] = rest;
        r->values[r->n++] = equals + 1;
        *equals = '\0';
        rest = equals + 1;
    }
    return SP_OK;
}

/* The bound of that kernel and meaning; else *other is one of the kernel with another meaning. */
static const struct sp_bound *find(struct sp_catalogue *catalogue, const char *name,
                                   const char *meaning, const struct sp_bound **other,
                                   const char **names, size_t *n)
{
    const struct sp_bound *found = NULL;
    for (size_t i = 0; i < sp_catalogue_size(catalogue); i++) {
        const struct sp_bound *b = sp_catalogue_get(catalogue, sp_catalogue_name(catalogue, i));
        if (b == NULL || b->kernel[0] == '\0')
            continue;
        if (*n < MOST_KERNELS)
            names[(*n)++] = b->kernel;
        if (strcmp(b->kernel, name) != 0)
            continue;
        if (strcmp(b->gives, meaning) == 0)
            found = b;
        else
            *other = b;
    }
    return found;
}

static enum sp_status not_found(const struct sp_parameter *p, const char *name,
                                const struct sp_bound *other, const char *const *names, size_t n,
                                struct sp_error *err)
{
    if (other != NULL)
        return sp_fail(err, SP_USAGE, "%s: it means '%s', and kernel %s gives '%s'", p->name,
                       p->text, name, other->gives);
    const char *near = sp_nearest(name, names, n);
    return sp_fail(err, SP_USAGE, "%s: no kernel '%.60s' with a constant%s%s%s", p->name, name,
                   near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static const char *value_of(const struct request *r, const char *key)
{
    for (size_t i = r->n; i-- > 0;)
        if (strcmp(r->keys[i], key) == 0)
            return r->values[i];
    return NULL;
}

static enum sp_status check_keys(const struct request *r, const struct sp_bound *b,
                                 struct sp_error *err)
{
    for (size_t i = 0; i < r->n; i++)
        if (sp_bound_parameter(b, r->keys[i]) < 0)
            return sp_fail(err, SP_USAGE, "kernel %s has no input '%.60s'", r->name, r->keys[i]);
    for (size_t i = 0; i < b->n_parameters; i++)
        if (value_of(r, b->parameters[i].name) == NULL)
            return sp_fail(err, SP_USAGE, "kernel %s: %s is missing: %s", r->name,
                           b->parameters[i].name, b->parameters[i].text);
    return SP_OK;
}

static char *spell(const struct request *r, const struct sp_bound *b)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    fputs(b->name, out);
    for (size_t i = 0; i < b->n_parameters; i++)
        fprintf(out, "%c%s", i == 0 ? '(' : ',', value_of(r, b->parameters[i].name));
    if (b->n_parameters > 0)
        fputc(')', out);
    return fclose(out) == 0 ? text : NULL;
}

enum sp_status sp_kernel_expression(char **expression, struct sp_catalogue *catalogue,
                                    const struct sp_parameter *parameter, const char *text,
                                    struct sp_error *err)
{
    struct request r = {0};
    const struct sp_bound *other = NULL, *bound = NULL;
    const char *names[MOST_KERNELS];
    size_t n = 0;
    enum sp_status status = cut(&r, text + strlen(SP_KERNEL_PREFIX), err);
    if (status == SP_OK) {
        bound = find(catalogue, r.name, parameter->text, &other, names, &n);
        status = bound ? check_keys(&r, bound, err)
                       : not_found(parameter, r.name, other, names, n, err);
    }
    if (status == SP_OK && (*expression = spell(&r, bound)) == NULL)
        status = sp_fail_memory(err);
    free(r.copy);
    return status;
}

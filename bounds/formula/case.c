/* SPDX-License-Identifier: Apache-2.0 */
/* The arguments of one evaluation. */
#include "bounds/formula/case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/formula/bind.h"
#include "bounds/formula/nearest.h"

struct sp_case *sp_case_new(struct sp_catalogue *catalogue, const struct sp_bound *bound)
{
    struct sp_case *c = calloc(1, sizeof *c);
    struct sp_given *given = calloc(bound->n_parameters + 1, sizeof *given);
    if (c == NULL || given == NULL) {
        free(c);
        free(given);
        return NULL;
    }
    *c = (struct sp_case){catalogue, bound, given};
    return c;
}

static void clear_given(struct sp_given *given)
{
    sp_expr_free(given->tree);
    for (size_t i = 0; i < given->n; i++)
        sp_expr_free(given->trees[i]);
    free(given->trees);
    *given = (struct sp_given){.what = SP_GIVEN_NOTHING};
}

void sp_case_free(struct sp_case *c)
{
    if (c == NULL)
        return;
    for (size_t i = 0; i < c->bound->n_parameters; i++)
        clear_given(&c->given[i]);
    free(c->given);
    free(c);
}

static enum sp_status find(const struct sp_case *c, const char *name, int *i, struct sp_error *err)
{
    *i = sp_bound_parameter(c->bound, name);
    if (*i >= 0)
        return SP_OK;
    const char *names[128], *near;
    size_t n = 0;
    for (; n < c->bound->n_parameters && n < 128; n++)
        names[n] = c->bound->parameters[n].name;
    near = sp_nearest(name, names, n);
    return sp_fail(err, SP_USAGE, "%s has no argument '%.60s'%s%s%s", c->bound->name, name,
                   near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static enum sp_status wrong_kind(const struct sp_parameter *p, struct sp_error *err)
{
    return sp_fail(err, SP_USAGE, "%s is a %s, and not given as one", p->name,
                   sp_kind_text(p->kind));
}

static enum sp_status set_word(struct sp_given *given, const struct sp_parameter *p,
                               const char *text, struct sp_error *err)
{
    for (size_t i = 0; i < p->n_words; i++)
        if (strcmp(p->words[i], text) == 0) {
            clear_given(given);
            given->what = SP_GIVEN_WORD;
            given->word = (int)i;
            return SP_OK;
        }
    const char *near = sp_nearest(text, (const char *const *)p->words, p->n_words);
    return sp_fail(err, SP_USAGE, "%s: '%.60s' is not one of its %zu values%s%s%s", p->name, text,
                   p->n_words, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static enum sp_status parse_argument(const struct sp_case *c, const struct sp_parameter *p,
                                     const char *text, struct sp_expr **tree,
                                     struct sp_error *err)
{
    char what[96];
    snprintf(what, sizeof what, "argument %s", p->name);
    struct sp_place place = {what, 1, 1};
    struct sp_expr *parsed = NULL;
    enum sp_status status = sp_expr_parse(&parsed, text, place, err);
    if (status == SP_OK)
        status = sp_bind_argument(parsed, c->bound, what, err);
    if (status == SP_OK)
        status = sp_check_units(parsed, p, err);
    if (status == SP_OK)
        *tree = parsed;
    else
        sp_expr_free(parsed);
    return status;
}

/* "1,2,3": entries are separated by commas outside parentheses. */
static enum sp_status set_list_text(struct sp_case *c, const char *name, const char *text,
                                    struct sp_error *err)
{
    char *copy = strdup(text), **entries = calloc(strlen(text) + 1, sizeof *entries);
    size_t n = 0;
    int level = 0;
    enum sp_status status = copy && entries ? SP_OK : sp_fail_memory(err);
    if (status == SP_OK && *text != '\0')
        entries[n++] = copy;
    for (char *s = copy; status == SP_OK && *s != '\0'; s++) {
        level += (*s == '(') - (*s == ')');
        if (*s == ',' && level <= 0) {
            *s = '\0';
            entries[n++] = s + 1;
        }
    }
    if (status == SP_OK)
        status = sp_case_set_list(c, name, n, (const char *const *)entries, err);
    free(entries);
    free(copy);
    return status;
}

enum sp_status sp_case_set(struct sp_case *c, const char *name, const char *text,
                           struct sp_error *err)
{
    int i = -1;
    enum sp_status status = find(c, name, &i, err);
    if (status != SP_OK)
        return status;
    const struct sp_parameter *p = &c->bound->parameters[i];
    if (p->kind == SP_LIST)
        return set_list_text(c, name, text, err);
    if (p->kind == SP_TEXT)
        return set_word(&c->given[i], p, text, err);
    struct sp_expr *tree = NULL;
    status = parse_argument(c, p, text, &tree, err);
    if (status != SP_OK)
        return status;
    clear_given(&c->given[i]);
    c->given[i].what = SP_GIVEN_NUMBER;
    c->given[i].tree = tree;
    return SP_OK;
}

enum sp_status sp_case_set_list(struct sp_case *c, const char *name, size_t n,
                                const char *const *entries, struct sp_error *err)
{
    int i = -1;
    enum sp_status status = find(c, name, &i, err);
    if (status != SP_OK)
        return status;
    const struct sp_parameter *p = &c->bound->parameters[i];
    if (p->kind != SP_LIST)
        return wrong_kind(p, err);
    struct sp_given given = {.what = SP_GIVEN_LIST, .trees = calloc(n + 1, sizeof *given.trees)};
    if (given.trees == NULL)
        return sp_fail_memory(err);
    for (; given.n < n && status == SP_OK; given.n += status == SP_OK)
        status = parse_argument(c, p, entries[given.n], &given.trees[given.n], err);
    struct sp_given *old = &c->given[i];
    if (status == SP_OK) {
        clear_given(old);
        *old = given;
    } else {
        clear_given(&given);
    }
    return status;
}

enum sp_status sp_case_set_exact(struct sp_case *c, const char *name, const fmpq_t value,
                                 struct sp_error *err)
{
    int i = -1;
    enum sp_status status = find(c, name, &i, err);
    if (status != SP_OK)
        return status;
    struct sp_given *given = &c->given[i];
    if (c->bound->parameters[i].kind > SP_NAT)
        return wrong_kind(&c->bound->parameters[i], err);
    if (given->what != SP_GIVEN_NUMBER || given->tree->op != SP_NUMBER) {
        struct sp_expr *tree = sp_expr_new(SP_NUMBER, NULL, 0, NULL);
        if (tree == NULL)
            return sp_fail_memory(err);
        clear_given(given);
        given->what = SP_GIVEN_NUMBER;
        given->tree = tree;
    }
    fmpq_set(given->tree->number, value);
    return SP_OK;
}

void sp_case_unset(struct sp_case *c, const char *name)
{
    int i = sp_bound_parameter(c->bound, name);
    if (i >= 0)
        clear_given(&c->given[i]);
}

int sp_case_is_set(const struct sp_case *c, const char *name)
{
    int i = sp_bound_parameter(c->bound, name);
    return i >= 0 && c->given[i].what != SP_GIVEN_NOTHING;
}

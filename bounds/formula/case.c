/* SPDX-License-Identifier: Apache-2.0 */
/* The arguments of one evaluation. */
#include "bounds/formula/case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/formula/bind.h"
#include "bounds/formula/kernel.h"
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
    c->catalogue = catalogue;
    c->bound = bound;
    c->given = given;
    return c;
}

static void clear_given(struct sp_given *given)
{
    sp_expr_free(given->tree);
    for (size_t i = 0; i < given->n; i++)
        sp_expr_free(given->trees[i]);
    free(given->trees);
    if (given->range != NULL)
        _arb_vec_clear(given->range, 1);
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
    if (p->is_open) {
        clear_given(given);
        given->what = SP_GIVEN_WORD;
        given->word = (int)p->n_words;
        return SP_OK;
    }
    const char *near = sp_nearest(text, (const char *const *)p->words, p->n_words);
    return sp_fail(err, SP_USAGE, "%s: '%.60s' is not one of its %zu values%s%s%s", p->name, text,
                   p->n_words, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static enum sp_status parse_argument(const struct sp_case *c, const struct sp_parameter *p,
                                     const char *text, struct sp_expr **tree, struct sp_error *err)
{
    char what[96], *constant = NULL;
    snprintf(what, sizeof what, "argument %s", p->name);
    struct sp_place place = {what, 1, 1};
    struct sp_expr *parsed = NULL;
    enum sp_status status = SP_OK;
    if (strncmp(text, SP_KERNEL_PREFIX, strlen(SP_KERNEL_PREFIX)) == 0)
        status = sp_kernel_expression(&constant, c->catalogue, p, text, err);
    if (status == SP_OK)
        status = sp_expr_parse(&parsed, constant ? constant : text, place, err);
    free(constant);
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

/* Cuts "1,2;3,4" into entries at commas and semicolons outside parentheses. A comma ends an entry,
 * a semicolon a row. */
static enum sp_status cut(char *text, const char **entries, size_t *n, size_t *columns)
{
    int level = 0;
    size_t in_row = *text != '\0';
    *columns = 0;
    *n = 0;
    if (*text != '\0')
        entries[(*n)++] = text;
    for (char *s = text; *s != '\0'; s++) {
        level += (*s == '(') - (*s == ')');
        if ((*s != ',' && *s != ';') || level > 0)
            continue;
        if (*s == ';') {
            if (*columns != 0 && *columns != in_row)
                return SP_USAGE;
            *columns = in_row;
            in_row = 0;
        }
        *s = '\0';
        entries[(*n)++] = s + 1;
        in_row++;
    }
    if (*columns != 0 && *columns != in_row)
        return SP_USAGE;
    *columns = in_row;
    return SP_OK;
}

static enum sp_status set_list_text(struct sp_case *c, const struct sp_parameter *p,
                                    const char *text, struct sp_error *err)
{
    char *copy = strdup(text);
    const char **entries = calloc(strlen(text) + 2, sizeof *entries);
    size_t n = 0, columns = 0;
    enum sp_status status = copy && entries ? SP_OK : sp_fail_memory(err);
    if (status == SP_OK && cut(copy, entries, &n, &columns) != SP_OK)
        status = sp_fail(err, SP_USAGE, "%s: the rows differ in length", p->name);
    if (status == SP_OK && p->kind == SP_TABLE)
        status = sp_case_set_table(c, p->name, n, columns, entries, err);
    else if (status == SP_OK)
        status = n == columns || n == 0
                     ? sp_case_set_list(c, p->name, n, entries, err)
                     : sp_fail(err, SP_USAGE, "%s is a list, not a table", p->name);
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
    if (p->kind == SP_LIST || p->kind == SP_TABLE)
        return set_list_text(c, p, text, err);
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

static enum sp_status set_entries(struct sp_case *c, int i, size_t n, size_t columns,
                                  const char *const *entries, struct sp_error *err)
{
    struct sp_given given = {.what = SP_GIVEN_LIST, .columns = columns};
    enum sp_status status = SP_OK;
    given.trees = calloc(n + 1, sizeof *given.trees);
    if (given.trees == NULL)
        return sp_fail_memory(err);
    for (; given.n < n && status == SP_OK; given.n += status == SP_OK)
        status = parse_argument(c, &c->bound->parameters[i], entries[given.n],
                                &given.trees[given.n], err);
    if (status == SP_OK) {
        clear_given(&c->given[i]);
        c->given[i] = given;
    } else {
        clear_given(&given);
    }
    return status;
}

enum sp_status sp_case_set_list(struct sp_case *c, const char *name, size_t n,
                                const char *const *entries, struct sp_error *err)
{
    int i = -1;
    enum sp_status status = find(c, name, &i, err);
    if (status == SP_OK && c->bound->parameters[i].kind != SP_LIST)
        return wrong_kind(&c->bound->parameters[i], err);
    return status == SP_OK ? set_entries(c, i, n, 0, entries, err) : status;
}

enum sp_status sp_case_set_table(struct sp_case *c, const char *name, size_t n, size_t columns,
                                 const char *const *entries, struct sp_error *err)
{
    int i = -1;
    enum sp_status status = find(c, name, &i, err);
    if (status == SP_OK && c->bound->parameters[i].kind != SP_TABLE)
        return wrong_kind(&c->bound->parameters[i], err);
    if (status == SP_OK && (columns == 0 ? n != 0 : n % columns != 0))
        return sp_fail(err, SP_USAGE, "%s: the rows differ in length", name);
    return status == SP_OK ? set_entries(c, i, n, columns, entries, err) : status;
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

enum sp_status sp_case_set_range(struct sp_case *c, const char *name, const arb_t range,
                                 struct sp_error *err)
{
    int i = -1;
    enum sp_status status = find(c, name, &i, err);
    if (status != SP_OK)
        return status;
    struct sp_given *given = &c->given[i];
    if (c->bound->parameters[i].kind > SP_NAT)
        return wrong_kind(&c->bound->parameters[i], err);
    if (given->what != SP_GIVEN_RANGE) {
        clear_given(given);
        given->what = SP_GIVEN_RANGE;
        given->range = _arb_vec_init(1);
    }
    arb_set(given->range, range);
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

char *sp_case_argument(const struct sp_case *c, size_t parameter)
{
    const struct sp_given *given = &c->given[parameter];
    if (given->what == SP_GIVEN_NUMBER)
        return sp_expr_text(given->tree);
    if (given->what == SP_GIVEN_WORD)
        return strdup(c->bound->parameters[parameter].words[given->word]);
    return NULL;
}

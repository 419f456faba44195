/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/solve/derive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/formula/coq.h"

/* Names that no formula file uses. */
#define VALUE_NAME "the_value_itself"
#define BASE_NAME "the_value_at_the_base"

/* Puts a copy of `with` in the place of every name `name`. NULL `tree`: memory is short. */
static struct sp_expr *replace(struct sp_expr *tree, const char *name, const struct sp_expr *with)
{
    if (!tree)
        return NULL;
    if (tree->op == SP_NAME && strcmp(tree->name, name) == 0) {
        sp_expr_free(tree);
        return sp_expr_copy(with);
    }
    for (size_t i = 0; i < tree->n_kids; i++) {
        tree->kids[i] = replace(tree->kids[i], name, with);
        if (!tree->kids[i]) {
            sp_expr_free(tree);
            return NULL;
        }
    }
    return tree;
}

static struct sp_expr *name_node(const char *name)
{
    return sp_expr_new(SP_NAME, name, 0, NULL);
}

static void put_tree(FILE *out, const char *head, struct sp_expr *tree)
{
    char *text = tree ? sp_expr_text(tree) : NULL;
    if (text)
        fprintf(out, "%s%s\n", head, text);
    free(text);
    sp_expr_free(tree);
}

static void put_parameters(FILE *out, const struct sp_bound *b)
{
    for (size_t i = 0; i < b->n_parameters; i++) {
        const struct sp_parameter *p = &b->parameters[i];
        fprintf(out, "%s %s", sp_kind_text(p->kind), p->name);
        for (size_t j = 0; j < p->n_words; j++)
            fprintf(out, " %s", p->words[j]);
        fprintf(out, "%s%s %s", p->is_open ? " ..." : "", p->kind == SP_TEXT ? " :" : "", p->text);
        if (p->unit[0])
            fprintf(out, " [%s]", p->unit);
        fputc('\n', out);
    }
    for (size_t i = 0; i < b->n_parameters; i++)
        if (b->parameters[i].fallback) {
            fprintf(out, "default %s = ", b->parameters[i].name);
            put_tree(out, "", sp_expr_copy(b->parameters[i].fallback));
        }
}

/* Defaults in the place of inputs that are not given: they may depend on the variable. As often
 * as there are inputs, since a default may use another. */
static struct sp_expr *put_defaults(struct sp_expr *tree, const struct sp_bound *b,
                                    const struct sp_case *given)
{
    for (size_t round = 0; round < b->n_parameters; round++)
        for (size_t i = 0; tree && i < b->n_parameters; i++) {
            const struct sp_parameter *p = &b->parameters[i];
            if (p->fallback && !sp_case_is_set(given, p->name))
                tree = replace(tree, p->name, p->fallback);
        }
    return tree;
}

/* The value with the variable replaced and every step put in its place. */
static enum sp_status put_base(FILE *out, const struct sp_bound *b, struct sp_question q,
                               const char *what, struct sp_error *err)
{
    struct sp_expr *base = NULL;
    struct sp_place place = {what, 1, 1};
    enum sp_status status = sp_expr_parse(&base, q.base, place, err);
    if (status != SP_OK)
        return status;
    struct sp_expr *tree = sp_coq_without_lets(b, b->values[0]);
    if (tree && q.given)
        tree = put_defaults(tree, b, q.given);
    tree = replace(tree, q.variable, base);
    sp_expr_free(base);
    if (!tree)
        return sp_fail_memory(err);
    put_tree(out, "let " BASE_NAME " = ", tree);
    return SP_OK;
}

static enum sp_status put_value(FILE *out, struct sp_question q, const char *what,
                                struct sp_error *err)
{
    struct sp_expr *tree = NULL, *value = name_node(VALUE_NAME), *base = name_node(BASE_NAME);
    struct sp_place place = {what, 1, 1};
    enum sp_status status = value && base ? SP_OK : sp_fail_memory(err);
    if (status == SP_OK)
        status = sp_expr_parse(&tree, q.value, place, err);
    if (status == SP_OK) {
        tree = replace(replace(tree, "value", value), "base", q.base ? base : value);
        if (tree)
            put_tree(out, "value ", tree);
        else
            status = sp_fail_memory(err);
    }
    sp_expr_free(value);
    sp_expr_free(base);
    return status;
}

static enum sp_status put_all(FILE *out, const struct sp_bound *b, struct sp_question q,
                              const char *what, struct sp_error *err)
{
    enum sp_status status = SP_OK;
    fprintf(out, "bound %s\ntitle derived\n", b->name);
    put_parameters(out, b);
    for (size_t i = 0; i < b->n_lets; i++) {
        fprintf(out, "let %s = ", b->lets[i].name);
        put_tree(out, "", sp_expr_copy(b->lets[i].tree));
    }
    if (!b->is_truth)
        put_tree(out, "let " VALUE_NAME " = ", sp_expr_copy(b->values[0]));
    if (q.base)
        status = put_base(out, b, q, what, err);
    if (status == SP_OK)
        status = put_value(out, q, what, err);
    for (size_t i = 0; !q.without_conditions && i < b->n_conditions; i++)
        fprintf(out, "%s %s\n", b->conditions[i].is_check ? "check" : "need",
                b->conditions[i].text);
    return status;
}

enum sp_status sp_derive(struct sp_bound **derived, const struct sp_bound *bound,
                         struct sp_question question, const char *what, struct sp_error *err)
{
    if (bound->is_truth || bound->is_list || bound->n_values != 1)
        return sp_fail(err, SP_USAGE, "%s: %s is not a single number", what, bound->name);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return sp_fail_memory(err);
    enum sp_status status = put_all(out, bound, question, what, err);
    if (fclose(out) != 0 && status == SP_OK)
        status = sp_fail_memory(err);
    if (status == SP_OK)
        status = sp_bound_read(derived, text, what, err);
    if (status == SP_INPUT)
        status = SP_USAGE; /* the text is ours; what does not fit is the question */
    if (status == SP_USAGE && err)
        err->status = SP_USAGE;
    free(text);
    return status;
}

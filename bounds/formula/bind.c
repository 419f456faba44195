/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/formula/bind.h"

#include <string.h>

#include "bounds/formula/eval.h"
#include "bounds/formula/function.h"
#include "bounds/formula/nearest.h"
#include "bounds/trace/trace.h"

/* What stands for what in the tree that is being bound. */
struct binder {
    const struct sp_bound *bound;
    size_t lets_seen;
    const char *file;
    int allow_other; /* bare names may be other bounds (in arguments) */
    const char *index[SP_INDEX_LEVELS];
    int n_index;
    struct sp_error *err;
};

static enum sp_status bind(struct binder *b, struct sp_expr *tree, int want_truth);

static enum sp_status fault(const struct binder *b, const struct sp_expr *tree, const char *what)
{
    return sp_fail(b->err, SP_INPUT, "%s:%d:%d: %s%s%s", b->file, tree->line, tree->column,
                   tree->name ? tree->name : "", tree->name ? ": " : "", what);
}

static enum sp_status undeclared(const struct binder *b, const struct sp_expr *tree)
{
    const char *names[128];
    size_t n = 0;
    for (size_t i = 0; i < b->bound->n_parameters && n < 128; i++)
        names[n++] = b->bound->parameters[i].name;
    for (size_t i = 0; i < b->lets_seen && n < 128; i++)
        names[n++] = b->bound->lets[i].name;
    const char *near = sp_nearest(tree->name, names, n);
    return sp_fail(b->err, SP_INPUT, "%s:%d:%d: '%s' is not declared%s%s%s", b->file, tree->line,
                   tree->column, tree->name, near ? "; did you mean '" : "", near ? near : "",
                   near ? "'?" : "");
}

static enum sp_status bind_name(struct binder *b, struct sp_expr *tree)
{
    for (int i = b->n_index - 1; i >= 0; i--)
        if (strcmp(b->index[i], tree->name) == 0) {
            tree->slot = SP_SLOT_INDEX + i;
            return SP_OK;
        }
    int i = sp_bound_parameter(b->bound, tree->name);
    if (i >= 0) {
        enum sp_kind kind = b->bound->parameters[i].kind;
        tree->slot = i;
        if (kind > SP_NAT)
            return fault(b, tree, "a text, list or table cannot stand here");
        return SP_OK;
    }
    i = sp_bound_let(b->bound, tree->name);
    if (i >= 0 && (size_t)i < b->lets_seen) {
        tree->slot = SP_SLOT_LET + i;
        return SP_OK;
    }
    tree->slot = SP_SLOT_OTHER;
    return b->allow_other ? SP_OK : undeclared(b, tree);
}

static enum sp_status bind_list(struct binder *b, struct sp_expr *tree)
{
    int i = tree->name ? sp_bound_parameter(b->bound, tree->name) : -1;
    if (i < 0 || b->bound->parameters[i].kind < SP_LIST)
        return fault(b, tree, "expected a list or table parameter");
    tree->slot = i;
    return SP_OK;
}

static enum sp_status bind_kids(struct binder *b, struct sp_expr *tree, unsigned lists)
{
    enum sp_status status = SP_OK;
    for (size_t i = 0; i < tree->n_kids && status == SP_OK; i++)
        status = lists >> i & 1 ? bind_list(b, tree->kids[i]) : bind(b, tree->kids[i], 0);
    return status;
}

static enum sp_status bind_call(struct binder *b, struct sp_expr *tree)
{
    const struct sp_function *f = sp_function_find(tree->name);
    if (f != NULL && (tree->n_kids < f->least || tree->n_kids > f->most))
        return fault(b, tree, "wrong number of arguments");
    return bind_kids(b, tree, f ? f->lists : 0);
}

static enum sp_status bind_reduction(struct binder *b, struct sp_expr *tree)
{
    enum sp_status status = bind(b, tree->kids[0], 0);
    if (status != SP_OK)
        return status;
    if (b->n_index == SP_INDEX_LEVELS)
        return fault(b, tree, "too many sums within each other");
    tree->slot = SP_SLOT_INDEX + b->n_index;
    b->index[b->n_index++] = tree->name;
    status = bind(b, tree->kids[1], 0);
    b->n_index--;
    return status;
}

/* The text parameter that a kid names, or -1. */
static int text_parameter(const struct binder *b, const struct sp_expr *tree)
{
    int i = tree->op == SP_NAME ? sp_bound_parameter(b->bound, tree->name) : -1;
    return i >= 0 && b->bound->parameters[i].kind == SP_TEXT ? i : -1;
}

/* variant == kasync */
static enum sp_status bind_text(struct binder *b, struct sp_expr *parameter, int i,
                                struct sp_expr *value, enum sp_op op)
{
    const struct sp_parameter *p = &b->bound->parameters[i];
    parameter->slot = i;
    if ((op != SP_EQ && op != SP_NE) || value->op != SP_NAME)
        return fault(b, parameter, "a text is compared by == or != with one of its values");
    for (size_t w = 0; w < p->n_words; w++)
        if (strcmp(p->words[w], value->name) == 0) {
            value->slot = SP_SLOT_TEXT_VALUE + (int)w;
            return SP_OK;
        }
    return fault(b, value, "not a value of that text parameter");
}

static enum sp_status bind_comparison(struct binder *b, struct sp_expr *tree)
{
    int i = text_parameter(b, tree->kids[0]);
    if (i >= 0)
        return bind_text(b, tree->kids[0], i, tree->kids[1], tree->op);
    i = text_parameter(b, tree->kids[1]);
    if (i >= 0)
        return bind_text(b, tree->kids[1], i, tree->kids[0], tree->op);
    return bind_kids(b, tree, 0);
}

static enum sp_status bind_truth(struct binder *b, struct sp_expr *tree)
{
    if (tree->op != SP_AND && tree->op != SP_OR)
        return bind_comparison(b, tree);
    enum sp_status status = bind(b, tree->kids[0], 1);
    return status == SP_OK ? bind(b, tree->kids[1], 1) : status;
}

static enum sp_status bind_choice(struct binder *b, struct sp_expr *tree, int want_truth)
{
    enum sp_status status = bind(b, tree->kids[0], 1);
    if (status == SP_OK)
        status = bind(b, tree->kids[1], want_truth);
    return status == SP_OK ? bind(b, tree->kids[2], want_truth) : status;
}

static enum sp_status bind(struct binder *b, struct sp_expr *tree, int want_truth)
{
    if (tree->op == SP_CHOOSE)
        return bind_choice(b, tree, want_truth);
    if (sp_op_is_truth(tree->op) != want_truth)
        return fault(b, tree,
                     want_truth ? "expected a condition, found a number"
                                : "expected a number, found a condition");
    switch (tree->op) {
    case SP_NAME:
        return bind_name(b, tree);
    case SP_CALL:
        return bind_call(b, tree);
    case SP_ITEM: {
        enum sp_status status = bind_list(b, tree);
        return status == SP_OK ? bind_kids(b, tree, 0) : status;
    }
    case SP_SUM:
    case SP_PRODUCT:
    case SP_LARGEST:
    case SP_LEAST:
    case SP_WHERE:
        return bind_reduction(b, tree);
    case SP_EACH:
        return fault(b, tree, "'each' can only be a whole value");
    default:
        return want_truth ? bind_truth(b, tree) : bind_kids(b, tree, 0);
    }
}

static enum sp_status bind_trace(struct binder *b, struct sp_expr *tree)
{
    const struct sp_trace_function *f = sp_trace_find(tree->name);
    if (tree->n_kids < f->least || tree->n_kids > f->most)
        return fault(b, tree, "wrong number of arguments");
    return bind_kids(b, tree, f->lists);
}

/* A whole value may be a list. */
static enum sp_status bind_value(struct sp_bound *bound, struct sp_expr *tree, const char *file,
                                 struct sp_error *err)
{
    struct binder b = {.bound = bound, .lets_seen = bound->n_lets, .file = file, .err = err};
    int is_trace = tree->op == SP_CALL && sp_trace_find(tree->name) != NULL;
    bound->is_list |= tree->op == SP_EACH || is_trace || bound->n_values > 1;
    if (is_trace)
        return bind_trace(&b, tree);
    return tree->op == SP_EACH ? bind_reduction(&b, tree) : bind(&b, tree, bound->is_truth);
}

enum sp_status sp_bind(struct sp_expr *tree, const struct sp_bound *bound, size_t lets_seen,
                       int want_truth, const char *file, struct sp_error *err)
{
    struct binder b = {.bound = bound, .lets_seen = lets_seen, .file = file, .err = err};
    return bind(&b, tree, want_truth);
}

enum sp_status sp_bind_argument(struct sp_expr *tree, const struct sp_bound *bound,
                                const char *what, struct sp_error *err)
{
    struct binder b = {.bound = bound, .allow_other = 1, .file = what, .err = err};
    enum sp_status status = bind(&b, tree, 0);
    if (status == SP_INPUT && err != NULL)
        err->status = SP_USAGE;
    return status == SP_INPUT ? SP_USAGE : status;
}

/* A value may be a condition: then the result is true or false. */
static int is_condition(const struct sp_expr *tree)
{
    return tree->op == SP_CHOOSE ? is_condition(tree->kids[1]) : sp_op_is_truth(tree->op);
}

static void mark_used(struct sp_bound *bound, const struct sp_expr *tree)
{
    if ((tree->op == SP_NAME || tree->op == SP_ITEM) && tree->slot >= 0 && tree->slot < SP_SLOT_LET)
        bound->parameters[tree->slot].in_theorem = 1;
    for (size_t i = 0; i < tree->n_kids; i++)
        mark_used(bound, tree->kids[i]);
}

static enum sp_status bind_values(struct sp_bound *bound, const char *file, struct sp_error *err)
{
    enum sp_status status = SP_OK;
    bound->is_truth = bound->n_values > 0 && is_condition(bound->values[0]);
    for (size_t i = 0; i < bound->n_lets && status == SP_OK; i++)
        status = sp_bind(bound->lets[i].tree, bound, i, 0, file, err);
    for (size_t i = 0; i < bound->n_values && status == SP_OK; i++)
        status = bind_value(bound, bound->values[i], file, err);
    return status;
}

enum sp_status sp_bind_all(struct sp_bound *bound, const char *file, struct sp_error *err)
{
    enum sp_status status = bind_values(bound, file, err);
    for (size_t i = 0; i < bound->n_parameters && status == SP_OK; i++)
        if (bound->parameters[i].fallback != NULL)
            status = sp_bind(bound->parameters[i].fallback, bound, 0, 0, file, err);
    for (size_t i = 0; i < bound->n_conditions && status == SP_OK; i++)
        status = sp_bind(bound->conditions[i].tree, bound, bound->n_lets, 1, file, err);
    if (status != SP_OK)
        return status;
    for (size_t i = 0; i < bound->n_lets; i++)
        mark_used(bound, bound->lets[i].tree);
    for (size_t i = 0; i < bound->n_values; i++)
        mark_used(bound, bound->values[i]);
    for (size_t i = 0; i < bound->n_conditions; i++)
        if (!bound->conditions[i].is_check)
            mark_used(bound, bound->conditions[i].tree);
    return SP_OK;
}

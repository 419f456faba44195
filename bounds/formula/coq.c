/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/formula/coq.h"

#include <stdlib.h>
#include <string.h>

#include "bounds/formula/bind.h"
#include "bounds/formula/print.h"

/* Coq's naturals are unary: larger literals are left to the reals. */
#define MOST_UNARY 1000

/* Words of Coq, and names that Bounds.v uses with their own meaning. */
static const char *const reserved[] = {
    "R",        "as",      "at",     "cofix",  "else",  "end",   "exists", "exists2", "exp",
    "fix",      "for",     "forall", "fun",    "harmonic", "if", "if_eq",  "if_le",   "if_lt",
    "in",       "INR",     "is",     "let",    "ln",    "match", "mod",    "pow",     "Prop",
    "return",   "rfloor",  "rlargest", "Rmax", "Rmin",  "rpower", "rprod", "rsum",    "Set",
    "sqrt",     "then",    "Type",   "using",  "where", "with",  "SProp",  "nat",     "pi",
    "PI",
};

void sp_coq_name(FILE *out, const char *name)
{
    fputs(name, out);
    for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++)
        if (strcmp(reserved[i], name) == 0)
            fputc('_', out);
}

void sp_coq_comment(FILE *out, const char *text)
{
    for (const char *s = text; *s != '\0'; s++) {
        fputc(*s == '"' ? '\'' : *s, out);
        if ((s[0] == '(' && s[1] == '*') || (s[0] == '*' && s[1] == ')'))
            fputc(' ', out);
    }
}

int sp_coq_is_quotient(const struct sp_bound *bound, const struct sp_expr *tree)
{
    return tree->op == SP_CALL &&
           (strcmp(tree->name, "floor") == 0 || strcmp(tree->name, "ceil") == 0) &&
           tree->kids[0]->op == SP_DIVIDE && sp_coq_is_nat(bound, tree->kids[0]->kids[0]) &&
           sp_coq_is_nat(bound, tree->kids[0]->kids[1]);
}

int sp_coq_is_nat(const struct sp_bound *bound, const struct sp_expr *tree)
{
    switch (tree->op) {
    case SP_NUMBER:
        return fmpz_is_one(fmpq_denref(tree->number)) && fmpq_sgn(tree->number) >= 0 &&
               fmpz_cmp_ui(fmpq_numref(tree->number), MOST_UNARY) <= 0;
    case SP_NAME:
        if (tree->slot >= SP_SLOT_LET)
            return tree->slot >= SP_SLOT_INDEX && tree->slot < SP_SLOT_TEXT_VALUE;
        return tree->slot >= 0 && bound->parameters[tree->slot].kind == SP_NAT;
    case SP_ADD:
    case SP_SUBTRACT:
    case SP_MULTIPLY:
        return sp_coq_is_nat(bound, tree->kids[0]) && sp_coq_is_nat(bound, tree->kids[1]);
    case SP_CALL:
        return sp_coq_is_quotient(bound, tree);
    default:
        return 0;
    }
}

int sp_coq_compares_nats(const struct sp_bound *bound, const struct sp_expr *tree)
{
    const struct sp_expr *a = tree->kids[0], *b = tree->kids[1];
    return sp_coq_is_nat(bound, a) && sp_coq_is_nat(bound, b) &&
           !(a->op == SP_NUMBER && b->op == SP_NUMBER);
}

static const char *call_obstacle(const struct sp_bound *bound, const struct sp_expr *tree)
{
    static const char *const known[] = {"sqrt", "exp",   "ln",   "max",
                                        "min",  "floor", "ceil", "harmonic"};
    size_t i = 0, n = sizeof known / sizeof *known;
    while (i < n && strcmp(known[i], tree->name) != 0)
        i++;
    if (i == n)
        return tree->name;
    return i + 1 == n && !sp_coq_is_nat(bound, tree->kids[0]) ? "harmonic of a real" : NULL;
}

static const char *own_obstacle(const struct sp_bound *bound, const struct sp_expr *tree)
{
    switch (tree->op) {
    case SP_CALL:
        return call_obstacle(bound, tree);
    case SP_SUM:
    case SP_PRODUCT:
    case SP_LARGEST:
        return sp_coq_is_nat(bound, tree->kids[0]) ? NULL : "a sum up to a real";
    case SP_NAME:
        return tree->slot >= SP_SLOT_TEXT_VALUE ? "a text" : NULL;
    case SP_ITEM:
        return "a list";
    case SP_LEAST:
    case SP_WHERE:
    case SP_EACH:
        return "a smallest term";
    default:
        return NULL;
    }
}

/* Of a choice, the condition may also be an inequation: its branches change places. */
static const char *obstacle(const struct sp_bound *bound, const struct sp_expr *tree)
{
    const char *found = tree->op == SP_NE ? NULL : own_obstacle(bound, tree);
    for (size_t i = 0; found == NULL && i < tree->n_kids; i++)
        found = obstacle(bound, tree->kids[i]);
    return found;
}

static const char *condition_obstacle(const struct sp_bound *bound, const struct sp_expr *tree)
{
    if (tree->op != SP_AND && tree->op != SP_OR)
        return tree->op == SP_NE ? "an inequation" : obstacle(bound, tree);
    const char *found = condition_obstacle(bound, tree->kids[0]);
    return found != NULL ? found : condition_obstacle(bound, tree->kids[1]);
}

/* Conditions are written without lets: beyond this many nodes that is of no use. */
#define MOST_NODES 20000

/* Nodes of the tree when every let is put in its place; `sizes` are those of the lets before. */
static size_t expanded_size(const struct sp_expr *tree, const size_t *sizes)
{
    size_t size = 1;
    if (tree->op == SP_NAME && tree->slot >= SP_SLOT_LET && tree->slot < SP_SLOT_INDEX)
        return sizes[tree->slot - SP_SLOT_LET];
    for (size_t i = 0; i < tree->n_kids && size <= MOST_NODES; i++)
        size += expanded_size(tree->kids[i], sizes);
    return size;
}

static int conditions_grow_too_long(const struct sp_bound *bound)
{
    size_t *sizes = calloc(bound->n_lets + 1, sizeof *sizes), most = 0;
    for (size_t i = 0; sizes != NULL && i < bound->n_lets; i++)
        sizes[i] = expanded_size(bound->lets[i].tree, sizes);
    for (size_t i = 0; sizes != NULL && i < bound->n_conditions; i++) {
        size_t size = expanded_size(bound->conditions[i].tree, sizes);
        most = size > most ? size : most;
    }
    int too_long = sizes == NULL || most > MOST_NODES;
    free(sizes);
    return too_long;
}

const char *sp_coq_obstacle(const struct sp_bound *bound)
{
    const char *found = NULL;
    if (conditions_grow_too_long(bound))
        return "conditions that grow too long";
    if (bound->is_truth)
        return "a truth value";
    if (bound->n_values != 1 || bound->is_list)
        return "several values";
    for (size_t i = 0; i < bound->n_parameters; i++)
        if (bound->parameters[i].in_theorem && bound->parameters[i].kind > SP_NAT)
            return sp_kind_text(bound->parameters[i].kind);
    for (size_t i = 0; i < bound->n_lets && found == NULL; i++)
        found = obstacle(bound, bound->lets[i].tree);
    if (found == NULL)
        found = obstacle(bound, bound->values[0]);
    for (size_t i = 0; i < bound->n_conditions && found == NULL; i++)
        if (!bound->conditions[i].is_check)
            found = condition_obstacle(bound, bound->conditions[i].tree);
    return found;
}

int sp_coq_can_say(const struct sp_bound *bound)
{
    return sp_coq_obstacle(bound) == NULL;
}

struct sp_expr *sp_coq_without_lets(const struct sp_bound *bound, const struct sp_expr *tree)
{
    if (tree->op == SP_NAME && tree->slot >= SP_SLOT_LET && tree->slot < SP_SLOT_INDEX)
        return sp_coq_without_lets(bound, bound->lets[tree->slot - SP_SLOT_LET].tree);
    struct sp_expr *copy = sp_expr_copy(tree);
    for (size_t i = 0; copy != NULL && i < copy->n_kids; i++) {
        struct sp_expr *kid = sp_coq_without_lets(bound, tree->kids[i]);
        if (kid == NULL) {
            sp_expr_free(copy);
            return NULL;
        }
        sp_expr_free(copy->kids[i]);
        copy->kids[i] = kid;
    }
    return copy;
}

/* What is chosen: a tree, or a choice by one more condition. */
struct branch {
    const struct sp_expr *leaf, *condition;
    const struct branch *yes, *no;
};

static void choose(const struct sp_coq_chooser *by, const struct branch *b)
{
    if (b->condition == NULL) {
        by->leaf(by->context, b->leaf);
        return;
    }
    const struct sp_expr *c = b->condition, *left = c->kids[0], *right = c->kids[1];
    if (c->op == SP_AND || c->op == SP_OR) {
        struct branch then = {.condition = right, .yes = b->yes, .no = b->no};
        struct branch first = {.condition = left, .yes = b->yes, .no = b->no};
        *(c->op == SP_AND ? &first.yes : &first.no) = &then;
        choose(by, &first);
        return;
    }
    int swap = c->op == SP_GT || c->op == SP_GE, equal = c->op == SP_EQ || c->op == SP_NE;
    enum sp_op relation = equal ? SP_EQ : c->op == SP_LT || c->op == SP_GT ? SP_LT : SP_LE;
    by->open(by->context, relation, swap ? right : left, swap ? left : right);
    choose(by, c->op == SP_NE ? b->no : b->yes);
    choose(by, c->op == SP_NE ? b->yes : b->no);
    by->close(by->context);
}

void sp_coq_choose(const struct sp_coq_chooser *by, const struct sp_expr *tree)
{
    struct branch yes = {.leaf = tree->kids[1]}, no = {.leaf = tree->kids[2]};
    struct branch all = {.condition = tree->kids[0], .yes = &yes, .no = &no};
    choose(by, &all);
}

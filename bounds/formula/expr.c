/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/formula/expr.h"

#include <stdlib.h>
#include <string.h>

void sp_expr_free(struct sp_expr *tree)
{
    if (tree == NULL)
        return;
    for (size_t i = 0; i < tree->n_kids; i++)
        sp_expr_free(tree->kids[i]);
    fmpq_clear(tree->number);
    free(tree->kids);
    free(tree->name);
    free(tree);
}

static void free_kids(size_t n_kids, struct sp_expr *const *kids)
{
    for (size_t i = 0; i < n_kids; i++)
        sp_expr_free(kids[i]);
}

static unsigned depth_above(size_t n_kids, struct sp_expr *const *kids)
{
    unsigned depth = 0;
    for (size_t i = 0; i < n_kids; i++)
        depth = kids[i]->depth > depth ? kids[i]->depth : depth;
    return depth + 1;
}

struct sp_expr *sp_expr_new(enum sp_op op, const char *name, size_t n_kids,
                            struct sp_expr *const *kids)
{
    struct sp_expr *tree = calloc(1, sizeof *tree);
    char *own_name = name ? strdup(name) : NULL;
    struct sp_expr **own_kids = n_kids ? calloc(n_kids, sizeof *own_kids) : NULL;
    if (tree == NULL || (name && own_name == NULL) || (n_kids && own_kids == NULL)) {
        free(tree);
        free(own_name);
        free(own_kids);
        free_kids(n_kids, kids);
        return NULL;
    }
    fmpq_init(tree->number);
    tree->op = op;
    tree->slot = -1;
    tree->name = own_name;
    tree->n_kids = n_kids;
    tree->kids = own_kids;
    tree->depth = depth_above(n_kids, kids);
    for (size_t i = 0; i < n_kids; i++)
        own_kids[i] = kids[i];
    return tree;
}

struct sp_expr *sp_expr_copy(const struct sp_expr *tree)
{
    struct sp_expr *kids[8], **many = NULL, **list = kids;
    if (tree->n_kids > 8 && (list = many = calloc(tree->n_kids, sizeof *many)) == NULL)
        return NULL;
    for (size_t i = 0; i < tree->n_kids; i++) {
        list[i] = sp_expr_copy(tree->kids[i]);
        if (list[i] == NULL) {
            free_kids(i, list);
            free(many);
            return NULL;
        }
    }
    struct sp_expr *copy = sp_expr_new(tree->op, tree->name, tree->n_kids, list);
    free(many);
    if (copy == NULL)
        return NULL;
    copy->dimension = tree->dimension;
    copy->slot = tree->slot;
    copy->line = tree->line;
    copy->column = tree->column;
    fmpq_set(copy->number, tree->number);
    return copy;
}

int sp_op_is_truth(enum sp_op op)
{
    return op >= SP_LT && op <= SP_OR;
}

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_FORMULA_EXPR_H
#define SP_FORMULA_EXPR_H

#include <stddef.h>

#include <flint/fmpq.h>

#include "bounds/base/error.h"
#include "bounds/formula/number.h"

enum sp_op {
    SP_NUMBER, /* number */
    SP_NAME,   /* parameter, let, index variable, other bound, or a text value */
    SP_NEGATE,
    SP_ADD,
    SP_SUBTRACT,
    SP_MULTIPLY,
    SP_DIVIDE,
    SP_POWER,
    SP_CALL,    /* name(kids): function, named primitive, or another bound */
    SP_ITEM,    /* name[kid]: entry of a list, from 0 */
    SP_SUM,     /* sum(name, kid 0, kid 1): kid 1 over name = 0 .. kid 0 - 1 */
    SP_PRODUCT, /* prod(...), the same */
    SP_LARGEST, /* largest(...), the same with max */
    SP_LEAST,   /* smallest(...), the same with min */
    SP_WHERE,   /* where_smallest(...): the first index at which it is smallest */
    SP_EACH,    /* each(...): the list of all; only as a whole value */
    SP_LT,
    SP_LE,
    SP_GT,
    SP_GE,
    SP_EQ,
    SP_NE,
    SP_AND,
    SP_OR,
    SP_CHOOSE /* kid 0 ? kid 1 : kid 2 */
};

/* A tree. Owned by its root: sp_expr_free frees all of it. */
struct sp_expr {
    enum sp_op op;
    enum sp_dimension dimension; /* of a number */
    int slot;                    /* of a name: filled in by the binder, -1 before */
    int line, column;            /* where it was read, from 1 */
    unsigned depth;              /* of the tree below, at most SP_EXPR_DEPTH */
    char *name;
    fmpq_t number;
    size_t n_kids;
    struct sp_expr **kids;
};

#define SP_EXPR_DEPTH 300U
#define SP_EXPR_LENGTH 65536U

/* Where a text comes from, for messages: "file:line:column". */
struct sp_place {
    const char *file; /* or what the text is: "argument eta" */
    int line, column;
};

/* Parses the whole of `text`. Errors are SP_USAGE: place, what was found, what was expected. */
enum sp_status sp_expr_parse(struct sp_expr **tree, const char *text, struct sp_place place,
                             struct sp_error *err);

void sp_expr_free(struct sp_expr *tree);

/* A new node, or NULL when memory is short. `name` is copied; the kids become its own. On
 * failure the kids are freed, so that callers need no clean-up. */
struct sp_expr *sp_expr_new(enum sp_op op, const char *name, size_t n_kids,
                            struct sp_expr *const *kids);
struct sp_expr *sp_expr_copy(const struct sp_expr *tree);

/* The tree as text of the same grammar, with the least parentheses. Free with free(); NULL when
 * memory is short. */
char *sp_expr_text(const struct sp_expr *tree);

/* Whether `op` yields a truth value. */
int sp_op_is_truth(enum sp_op op);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_FORMULA_COQ_H
#define SP_FORMULA_COQ_H

#include <stdio.h>

#include "bounds/formula/bound.h"

/* What the two Coq printers share. */

/* Why Coq cannot say this bound ("a floor", "several values", ...), or NULL if it can. */
const char *sp_coq_obstacle(const struct sp_bound *bound);

/* Whether the tree is a natural number in Coq: a count, an index, a whole literal, or + - * of
 * such. */
int sp_coq_is_nat(const struct sp_bound *bound, const struct sp_expr *tree);

/* A comparison of naturals (of reals otherwise): both sides are, and one is not a literal. */
int sp_coq_compares_nats(const struct sp_bound *bound, const struct sp_expr *tree);

/* The name of a parameter, let or index; one that Coq uses itself gets a '_' behind. */
void sp_coq_name(FILE *out, const char *name);

/* A comment's text, made harmless. */
void sp_coq_comment(FILE *out, const char *text);

/* The tree with every let put in its place; NULL when memory is short. */
struct sp_expr *sp_coq_without_lets(const struct sp_bound *bound, const struct sp_expr *tree);

/* Names of the indices of the enclosing sums, innermost last. */
struct sp_coq_scope {
    const struct sp_bound *bound;
    const char *index[16];
    int n_index;
    size_t n_lets; /* lets that enclose the tree */
};

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_FORMULA_COQ_H
#define SP_FORMULA_COQ_H

#include <stdio.h>

#include "bounds/formula/bound.h"

/* What the two Coq printers share. */

/* Why Coq cannot say this bound ("a floor", "several values", ...), or NULL if it can. */
const char *sp_coq_obstacle(const struct sp_bound *bound);

/* Whether the tree is a natural number in Coq: a count, an index, a whole literal, + - * of
 * such, or a quotient rounded to a whole. */
int sp_coq_is_nat(const struct sp_bound *bound, const struct sp_expr *tree);

/* floor(a/b) or ceil(a/b) of naturals, which Coq divides as such. */
int sp_coq_is_quotient(const struct sp_bound *bound, const struct sp_expr *tree);

/* A comparison of naturals (of reals otherwise): both sides are, and one is not a literal. */
int sp_coq_compares_nats(const struct sp_bound *bound, const struct sp_expr *tree);

/* SP_INPUT, with line and column, if a difference of counts could be negative, which Coq would take
 * for 0: every a - b that stands where Coq reads a natural needs a line `need b <= a`. */
enum sp_status sp_coq_check_counts(const struct sp_bound *bound, struct sp_error *err);

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

/* How a choice is written, as choices by one comparison each: `open` begins one by a < b, a <= b
 * or a = b (SP_LT, SP_LE, SP_EQ), then come what it chooses if so and if not, then `close`. */
struct sp_coq_chooser {
    void *context;
    void (*open)(void *context, enum sp_op relation, const struct sp_expr *a,
                 const struct sp_expr *b);
    void (*leaf)(void *context, const struct sp_expr *tree);
    void (*close)(void *context);
};
void sp_coq_choose(const struct sp_coq_chooser *by, const struct sp_expr *tree);

#endif

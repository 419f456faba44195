/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_FORMULA_PRINT_H
#define SP_FORMULA_PRINT_H

#include <stdio.h>

#include "bounds/base/error.h"
#include "bounds/formula/catalogue.h"
#include "bounds/formula/evaluate.h"

/* All printers work from the tree that the evaluator uses. */

/* The formula and its conditions as LaTeX: an unnumbered display and a list. */
void sp_print_latex(FILE *out, const struct sp_bound *bound);
/* One tree, without the surrounding display. */
void sp_print_latex_expr(FILE *out, const struct sp_bound *bound, const struct sp_expr *tree);
/* A name as the reader expects it: eta -> \eta, sigma2 -> \sigma^2, p0 -> p_0. */
void sp_print_latex_name(FILE *out, const char *name);

/* Whether the Coq printers can say this bound (no lists, texts, truth values or primitives that
 * have no Coq definition). */
int sp_coq_can_say(const struct sp_bound *bound);

/* Bounds.v: NAME_bound and NAME_valid of every bound given that Coq can say. */
enum sp_status sp_print_coq(FILE *out, const struct sp_bound *const *bounds, size_t n,
                            struct sp_error *err);
/* BoundsAst.v: NAME_ast, NAME_needs and the two lemmas that tie them to NAME_bound, NAME_valid. */
enum sp_status sp_print_coq_trees(FILE *out, const struct sp_bound *const *bounds, size_t n,
                                  struct sp_error *err);

/* The file that `--certify` writes: NAME_valid args /\ lower <= NAME_bound args <= upper, as a
 * lemma that coqc checks. Arguments must be rational: SP_USAGE otherwise, with the reason. */
enum sp_status sp_print_certificate(FILE *out, struct sp_case *c, const struct sp_result *result,
                                    struct sp_error *err);

#endif

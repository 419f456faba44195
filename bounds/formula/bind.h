/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_FORMULA_BIND_H
#define SP_FORMULA_BIND_H

#include "bounds/base/error.h"
#include "bounds/formula/bound.h"

/* Slots of names: parameters from 0, then lets, then index variables of the enclosing sums; a
 * value of a text parameter; a name that some other bound may have. */
#define SP_SLOT_LET 1000
#define SP_SLOT_INDEX 2000
#define SP_SLOT_TEXT_VALUE 3000 /* + its place among the parameter's values */
#define SP_SLOT_OTHER 4000

/* Fills in the slots of `tree` and checks that names are declared and that numbers, texts and
 * truth values stand where they may. `lets_seen` is the count of lets that may be used;
 * `want_truth` whether the tree must be a condition. SP_INPUT with place. `file` for messages. */
enum sp_status sp_bind(struct sp_expr *tree, const struct sp_bound *bound, size_t lets_seen,
                       int want_truth, const char *file, struct sp_error *err);

/* Binds every tree of a bound, and finds which parameters belong to the theorem. */
enum sp_status sp_bind_all(struct sp_bound *bound, const char *file, struct sp_error *err);

/* The same for an argument: bare names may be other bounds, nan and inf too (refused when
 * evaluated). Errors are SP_USAGE. `what` is its place in messages. */
enum sp_status sp_bind_argument(struct sp_expr *tree, const struct sp_bound *bound,
                                const char *what, struct sp_error *err);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_FORMULA_BACKING_H
#define SP_FORMULA_BACKING_H

#include "bounds/formula/bound.h"

struct sp_case;

/* What stands behind the number of one case. A theorem is about given inputs: when an input's value
 * comes from something that is not a theorem itself, the number is only SP_CONDITIONAL. Such inputs
 * are a default with an `unproved` line, an argument that refers to a bound without a theorem, and
 * one marked by sp_case_assume. */
struct sp_backing {
    enum sp_standing standing;
    char inputs[192]; /* of SP_CONDITIONAL: their names, "Q, Sbar" */
};

void sp_case_backing(const struct sp_case *c, struct sp_backing *backing);

/* Of the bound alone: what its defaults do to it is not known yet. */
struct sp_backing sp_bound_backing(const struct sp_bound *bound);

/* The caller has worked out the argument `name` by something that is not a theorem. */
void sp_case_assume(struct sp_case *c, const char *name);

#endif

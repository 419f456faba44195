/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_FORMULA_CASE_H
#define SP_FORMULA_CASE_H

#include "bounds/formula/eval.h"
#include "bounds/formula/evaluate.h"

/* What evaluate.h keeps to itself. */
struct sp_case {
    struct sp_catalogue *catalogue;
    const struct sp_bound *bound;
    struct sp_given *given; /* per parameter */
};

/* Refuses an argument whose units do not fit those of its parameter (no names, some unit). */
enum sp_status sp_check_units(const struct sp_expr *tree, const struct sp_parameter *p,
                              struct sp_error *err);

#endif

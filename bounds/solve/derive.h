/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_SOLVE_DERIVE_H
#define SP_SOLVE_DERIVE_H

#include "bounds/base/error.h"
#include "bounds/formula/evaluate.h"

/* A question about a bound is asked of a derived bound: the same parameters, steps and conditions,
 * another value. So the evaluator that decides conditions exactly decides the question too. */
struct sp_question {
    const char *value;    /* expression or condition; the name `value` is the bound's value */
    const char *variable; /* with `base`: the name `base` is the bound's value with this  */
    const char *base;     /* parameter replaced by that expression; else NULL */
    const struct sp_case *given; /* with `base`: inputs that it lacks take their defaults */
    int without_conditions;      /* leave `need` and `check` out */
};

/* SP_USAGE: the question is not a formula in the bound's names, or the bound has several values.
 * `what` is the question's place in messages ("--target"). The caller frees with sp_bound_free. */
enum sp_status sp_derive(struct sp_bound **derived, const struct sp_bound *bound,
                         struct sp_question question, const char *what, struct sp_error *err);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/problem/problem.h"

#include <stdlib.h>
#include <string.h>

const char *sp_constant_symbol(enum sp_constant_name name)
{
    static const char *const symbols[SP_CONSTANTS] = {
        [SP_CONSTANT_L] = "L",   [SP_CONSTANT_C] = "c",      [SP_CONSTANT_SIGMA2] = "sigma2",
        [SP_CONSTANT_D0] = "D0", [SP_CONSTANT_LEAST] = "F*",
    };
    return symbols[name];
}

void sp_problem_clear(struct sp_problem *problem)
{
    if (problem->kind != NULL && problem->kind->clear != NULL)
        problem->kind->clear(problem);
    free(problem->start);
    memset(problem, 0, sizeof *problem);
}

static const struct sp_problem_kind none = {.name = "none"};

void sp_problem_none(struct sp_problem *problem)
{
    *problem = (struct sp_problem){.kind = &none, .text = "no model: the schedule alone"};
}

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_CLI_SHOW_H
#define SP_CLI_SHOW_H

#include <jansson.h>
#include <stdio.h>

#include "bounds/cli/command.h"
#include "bounds/cli/setting.h"
#include "bounds/formula/evaluate.h"

/* What stands behind a number, for printing next to it: "guarantee (theorem X_guarantee)",
 * "model: not machine-checked", ... Only a proved bound whose inputs follow from no unproved law is
 * ever called a guarantee. */
void sp_show_standing(FILE *out, const struct sp_bound *bound, const struct sp_backing *backing);

/* Adds status, guarantee, theorem and the inputs that are not machine-checked to an object. */
void sp_show_json_standing(json_t *object, const struct sp_bound *bound,
                           const struct sp_backing *backing);

/* The numbers, one (of a table: a row) a line, each with its standing. `as_ball`: [mid +/- rad]. */
void sp_show_value(FILE *out, const struct sp_bound *bound, const struct sp_result *result,
                   int as_ball, int digits);

/* Value, theorem, source, inputs, steps, terms with their shares, conditions with numbers, and the
 * line that reproduces it. */
void sp_show_explanation(FILE *out, const struct sp_bound *bound, const struct sp_setting *setting,
                         const struct sp_result *result, const struct sp_args *args);

/* The same as an object; NULL when memory is short. */
json_t *sp_show_json(const struct sp_bound *bound, const struct sp_setting *setting,
                     const struct sp_result *result, const struct sp_args *args);

/* Adds lower, upper, digits (and exact) of a number, or of a list of them, to an object. */
void sp_show_json_numbers(json_t *object, const struct sp_result *result);

/* The command line as a shell would take it again. */
char *sp_show_command(const struct sp_args *args);

#endif

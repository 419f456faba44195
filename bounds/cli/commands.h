/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_CLI_COMMANDS_H
#define SP_CLI_COMMANDS_H

#include "bounds/cli/command.h"

/* The commands that need nothing above the bounds. */
extern const struct sp_command sp_command_bounds;
extern const struct sp_command sp_command_bound;
extern const struct sp_command sp_command_vectors;
extern const struct sp_command sp_command_budget;
extern const struct sp_command sp_command_crossover;
extern const struct sp_command sp_command_best;
extern const struct sp_command sp_command_plan;
extern const struct sp_command sp_command_falsify;
extern const struct sp_command sp_command_law;
extern const struct sp_command sp_command_shell;
extern const struct sp_command sp_command_version;

/* The man page of the catalogue. */
void sp_man_bounds(FILE *out, const struct sp_program *program);

#endif

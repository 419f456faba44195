/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_RUNS_COMMANDS_H
#define SP_RUNS_COMMANDS_H

#include "bounds/cli/command.h"

extern const struct sp_command sp_command_run;
extern const struct sp_command sp_command_compare;
extern const struct sp_command sp_command_check;

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_REPORTS_CLI_COMMANDS_H
#define SP_REPORTS_CLI_COMMANDS_H

#include "bounds/cli/command.h"

/* The commands that show what is proved. */
extern const struct sp_command sp_command_kernels;
extern const struct sp_command sp_command_kernel;
extern const struct sp_command sp_command_audit;
extern const struct sp_command sp_command_report;

#endif

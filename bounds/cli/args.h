/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_CLI_ARGS_H
#define SP_CLI_ARGS_H

#include "bounds/cli/command.h"

struct sp_given_option {
    const struct sp_option *option;
    const char *value; /* "" for a flag */
};

/* Options that every command has. NULL-name terminated. */
extern const struct sp_option sp_common_options[];

/* Reads argv[1..] (argv[0] is the command's name) by the command's tables; may reorder argv, which
 * must outlive `args`. SP_USAGE: unknown option (with the nearest), missing argument, too few or
 * too many operands. sp_args_clear frees. */
enum sp_status sp_args_read(struct sp_args *args, const struct sp_command *command, int argc,
                            char **argv, struct sp_error *err);
void sp_args_clear(struct sp_args *args);

size_t sp_option_count(const struct sp_option *options);

#endif

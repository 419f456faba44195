/* SPDX-License-Identifier: Apache-2.0 */
/* The program: the table of all commands. */
#include "bounds/cli/commands.h"
#include "reports/cli/commands.h"
#include "runs/cli/commands.h"

static const struct sp_command *const commands[] = {
    &sp_command_bounds,    &sp_command_bound,
    &sp_command_best,      &sp_command_budget,
    &sp_command_crossover, &sp_command_plan,
    &sp_command_law,       &sp_command_falsify,
    &sp_command_vectors,   &sp_command_run,
    &sp_command_compare,   &sp_command_check,
    &sp_command_kernels,   &sp_command_kernel,
    &sp_command_audit,     &sp_command_report,
    &sp_command_shell,     &sp_command_version,
    NULL,
};

static const struct sp_page pages[] = {{"bounds", sp_man_bounds}, {0}};

static const struct sp_program program = {
    .name = "staleproof",
    .version = SP_VERSION,
    .summary = "guaranteed bounds for distributed SGD, and runs judged by them",
    .details =
        "Staleproof evaluates convergence, speed-up and staleness bounds of distributed SGD as "
        "enclosures whose printed digits are all correct, checks their conditions exactly, and "
        "says which of them a machine-checked theorem stands behind. Its kernels are proved C; "
        "runs of them, and logs of other systems, are judged against the bounds.\n\n"
        "Data goes to standard output, messages to standard error. Files that it writes appear "
        "whole or not at all.",
    .commands = commands,
    .pages = pages,
};

int main(int argc, char **argv)
{
    return sp_program_main(&program, argc, argv);
}

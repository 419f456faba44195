/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_CLI_LINE_INPUT_H
#define SP_CLI_LINE_INPUT_H

#include "bounds/cli/command.h"

/* The lines of a shell: at a terminal with a prompt, and with editing, history and completion of
 * names when the build found readline; else plainly from standard input. */

/* NULL at the end of the input; the caller frees. */
char *sp_line_input(const struct sp_program *program);

/* Prints the candidates for the word behind `line` (a beginning, up to a blank), one a line:
 * commands; options behind "-"; names of bounds, kernels, parameters, as the command offers. */
void sp_line_candidates(FILE *out, const struct sp_program *program, const char *line,
                        int is_option);

#endif

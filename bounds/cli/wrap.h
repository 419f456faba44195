/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_CLI_WRAP_H
#define SP_CLI_WRAP_H

#include <stdio.h>

/* Prints `text`, breaking lines at blanks before column 80. The first line starts at `column`,
 * the others are indented by `indent`. An empty line in the text stays one. */
void sp_wrap(FILE *out, const char *text, int column, int indent);

#endif

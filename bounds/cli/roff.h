/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_CLI_ROFF_H
#define SP_CLI_ROFF_H

#include <stdio.h>

/* Text as roff shows it literally: a minus that can be copied, no line taken for a request, an
 * empty line as a new paragraph. */
void sp_roff(FILE *out, const char *text);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/cli/roff.h"

void sp_roff(FILE *out, const char *text)
{
    int line_start = 1;
    for (; *text; text++) {
        if (line_start && (*text == '.' || *text == '\''))
            fputs("\\&", out);
        line_start = *text == '\n';
        if (*text == '-')
            fputs("\\-", out);
        else if (*text == '\\')
            fputs("\\e", out);
        else if (*text == '\n' && text[1] == '\n')
            fputs("\n.PP", out);
        else
            fputc(*text, out);
    }
}

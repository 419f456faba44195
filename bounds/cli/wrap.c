/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/cli/wrap.h"

#include <string.h>

#define WIDTH 80

static void new_line(FILE *out, int indent)
{
    fprintf(out, "\n%*s", indent, "");
}

void sp_wrap(FILE *out, const char *text, int column, int indent)
{
    int at = column, fresh = 1;
    while (*text) {
        if (*text == '\n') {
            fputs("\n", out);
            new_line(out, indent);
            at = indent;
            fresh = 1;
            text += strspn(text, "\n");
        }
        int length = (int)strcspn(text, " \n");
        if (!fresh && at + 1 + length >= WIDTH) {
            new_line(out, indent);
            at = indent;
            fresh = 1;
        }
        at += fprintf(out, "%s%.*s", fresh ? "" : " ", length, text);
        fresh = 0;
        text += length;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}

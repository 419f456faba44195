/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/cli/words.h"

#include <string.h>

/* Copies one word to `to`, without its quotes; returns what follows it, or NULL. */
static char *take_word(char *s, char **to)
{
    char quote = '\0', *out = *to;
    for (; *s && (quote || !strchr(" \t\r\n", *s)); s++) {
        if (quote ? *s == quote : *s == '\'' || *s == '"')
            quote = quote ? '\0' : *s;
        else if (!quote && *s == '\\' && s[1])
            *out++ = *++s;
        else
            *out++ = *s;
    }
    if (quote)
        return NULL;
    /* The end of the word may be where the rest of the line begins. */
    char *rest = *s ? s + 1 : s;
    *out = '\0';
    *to = out;
    return rest;
}

int sp_words(char *line, char **words, int most)
{
    int n = 0;
    for (char *s = line; s;) {
        s += strspn(s, " \t\r\n");
        if (*s == '\0' || *s == '#')
            return n;
        if (n == most)
            return -1;
        char *end = s;
        words[n++] = s;
        s = take_word(s, &end);
    }
    return -1;
}

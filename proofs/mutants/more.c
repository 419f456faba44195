/* SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <string.h>

#include "proofs/mutants/mutant.h"

/* Further faults for a kernel that is too short for the usual ones to be many. */

static int in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static size_t name_length(const char *code)
{
    size_t length = 0;
    while (in_name(code[length]))
        length++;
    return length;
}

/* The parameters: the last identifier before each comma, and before the closing bracket. */
static struct words parameters(const struct source *s, const struct region *r)
{
    struct words list = {0};
    size_t close = r->start;
    while (close > 0 && s->code[close] != ')')
        close--;
    for (size_t i = close; i > 0 && s->code[i] != '('; i--) {
        if (s->code[i] != ',' && s->code[i] != ')')
            continue;
        size_t end = i, start;
        while (end > 0 && !in_name(s->code[end - 1]))
            end--;
        for (start = end; start > 0 && in_name(s->code[start - 1]);)
            start--;
        words_add_new(&list, text_copy(s->code + start, end - start));
    }
    return list;
}

/* A parameter read for another one. */
static void mistake_name(struct mutants *list, const struct source *s, const struct region *r,
                         const struct words *names, size_t at)
{
    const size_t length = name_length(s->code + at);
    const char *name = text_copy(s->code + at, length);
    if (!words_has(names, name))
        return;
    for (size_t i = 0; i < names->n; i++)
        if (strcmp(names->word[i], name) != 0)
            mutants_add(list, s, r, "variable", at, length, names->word[i]);
    mutants_add(list, s, r, "variable", at, length, text_format("(%s + 1)", name));
    mutants_add(list, s, r, "variable", at, length, text_format("(%s - 1)", name));
}

static void mistake_number(struct mutants *list, const struct source *s, const struct region *r,
                           size_t at, size_t length)
{
    const char *number = text_copy(s->code + at, length);
    mutants_add(list, s, r, "constant", at, length, "0");
    mutants_add(list, s, r, "constant", at, length, text_format("(2 * %s)", number));
    mutants_add(list, s, r, "constant", at, length, text_format("(%s / 2)", number));
}

/* return e; becomes return (e) + 1; and return 0; */
static void mistake_result(struct mutants *list, const struct source *s, const struct region *r,
                           size_t at)
{
    const size_t start = at + strlen("return");
    const size_t length = strcspn(s->code + start, ";");
    const char *value = text_copy(s->code + start, length);
    if (length == 0)
        return;
    mutants_add(list, s, r, "result", start, length, text_format(" (%s) + 1", value + 1));
    mutants_add(list, s, r, "result", start, length, " 0");
}

void mutants_of_short_code(struct mutants *list, const struct source *s)
{
    for (size_t k = 0; k < s->n_bodies; k++) {
        const struct region *r = &s->bodies[k];
        const struct words names = parameters(s, r);
        for (size_t i = r->start; i < r->end;) {
            const size_t length = name_length(s->code + i);
            if (length == 0) {
                i++;
                continue;
            }
            if (strncmp(s->code + i, "return", length) == 0 && length == 6)
                mistake_result(list, s, r, i);
            else if (isdigit((unsigned char)s->code[i]))
                mistake_number(list, s, r, i, length);
            else
                mistake_name(list, s, r, &names, i);
            i += length;
        }
    }
}

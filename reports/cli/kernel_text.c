/* SPDX-License-Identifier: Apache-2.0 */
#include "reports/cli/kernel_text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where a declaration and its contract are in a header. */
struct place {
    const char *contract, *contract_end; /* between the comment's marks; NULL if none */
    const char *prototype, *prototype_end;
};

static const char *find_declaration(const struct sp_kernel *kernel)
{
    const char *text = kernel->header->text;
    char spelled[128];
    snprintf(spelled, sizeof spelled, "SP_NAME(%.*s)(", (int)strlen(kernel->name) - 4,
             kernel->name);
    const char *at = strstr(text, spelled);
    if (at)
        return at;
    snprintf(spelled, sizeof spelled, " %s(", kernel->name);
    at = strstr(text, spelled);
    return at ? at + 1 : NULL;
}

/* The last "*" "/" before `at`, where the declaration starts. */
static int find(const struct sp_kernel *kernel, struct place *place)
{
    const char *at = kernel->header ? find_declaration(kernel) : NULL, *end = NULL;
    if (!at)
        return 0;
    const char *text = kernel->header->text;
    for (const char *s = text; s < at; s++)
        if (s[0] == '*' && s[1] == '/')
            end = s;
    *place = (struct place){NULL, end, end ? end + 2 : text, strchr(at, ';')};
    for (const char *s = text; end && s < end; s++)
        if (strncmp(s, "/*", 2) == 0)
            place->contract = s[2] == '@' ? s + 3 : NULL;
    return place->prototype_end != NULL;
}

/* The words that stand for a type in a text that serves two. */
static const char *const words[][3] = {
    {"SP_REAL", "double", "float"},    {"SP_RND", "rnd64", "rnd32"},
    {"SP_U", "0x1p-53", "0x1p-24"},    {"SP_TINY", "0x1p-1074", "0x1p-149"},
    {"SP_FAR", "0x1p1023", "0x1p127"},
};

/* Writes the word at `s`, replaced if need be; returns what follows it. */
static const char *put_word(FILE *out, const char *s, size_t length, int type)
{
    static const char *const suffix[][3] = {{"SP_NAME", "_f64", "_f32"},
                                            {"SP_CONST", "_F64", "_F32"}};
    for (size_t i = 0; i < sizeof suffix / sizeof *suffix; i++) {
        const char *close = strchr(s, ')');
        if (length == strlen(suffix[i][0]) && strncmp(s, suffix[i][0], length) == 0 &&
            s[length] == '(' && close) {
            fprintf(out, "%.*s%s", (int)(close - s - (long)length - 1), s + length + 1,
                    suffix[i][type]);
            return close + 1;
        }
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (length == strlen(words[i][0]) && strncmp(s, words[i][0], length) == 0) {
            fputs(words[i][type], out);
            return s + length;
        }
    fprintf(out, "%.*s", (int)length, s);
    return s + length;
}

/* The text from `s` to `end` for the type of the kernel. */
static char *specialise(const struct sp_kernel *kernel, const char *s, const char *end)
{
    size_t length = strlen(kernel->name), size = 0;
    int type = length > 4 && strcmp(kernel->name + length - 4, "_f32") == 0 ? 2 : 1;
    char *text = NULL;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    while (s < end) {
        size_t word = 0;
        while (isalnum((unsigned char)s[word]) || s[word] == '_')
            word++;
        if (word)
            s = put_word(out, s, word, type);
        else
            fputc(*s++, out);
    }
    fclose(out);
    return text;
}

/* An ACSL comment as it is read alone: its first line indented like the others. */
static char *block(const struct sp_kernel *kernel, const char *start, const char *end)
{
    start += strspn(start, " \n");
    while (end > start && isspace((unsigned char)end[-1]))
        end--;
    char *text = specialise(kernel, start, end);
    char *indented = text ? malloc(strlen(text) + 5) : NULL;
    if (indented)
        sprintf(indented, "    %s", text);
    free(text);
    return indented;
}

char *sp_kernel_contract(const struct sp_kernel *kernel)
{
    struct place place;
    if (!find(kernel, &place) || !place.contract)
        return NULL;
    return block(kernel, place.contract, place.contract_end);
}

char *sp_kernel_definitions(const struct sp_kernel *kernel)
{
    const char *s = kernel->header ? kernel->header->text : "", *end;
    char *all = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&all, &size);
    for (; out && (s = strstr(s, "/*@")) && (end = strstr(s, "*/")); s = end) {
        char *text = block(kernel, s + 3, end);
        if (text && !strstr(text, "assigns "))
            fprintf(out, "%s\n", text);
        free(text);
    }
    if (out)
        fclose(out);
    if (all && !all[0]) {
        free(all);
        all = NULL;
    }
    return all;
}

char *sp_kernel_prototype(const struct sp_kernel *kernel)
{
    struct place place;
    if (!find(kernel, &place))
        return NULL;
    const char *start = place.prototype + strspn(place.prototype, " \n");
    char *text = specialise(kernel, start, place.prototype_end), *to = text;
    for (const char *from = text; text && *from; from++) {
        int blank = isspace((unsigned char)*from);
        if (!blank || (to > text && to[-1] != ' '))
            *to++ = blank ? ' ' : *from;
    }
    if (text)
        *to = '\0';
    return text;
}

/* A comment without its marks: " * " and the like at the head of each line. */
static char *plain_comment(const char *s, const char *end)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    while (s < end) {
        size_t length = strcspn(s, "\n");
        const char *line_end = s + length < end ? s + length : end;
        if (strncmp(s, " *", 2) == 0 && s + 2 <= line_end)
            s += 2;
        if (*s == ' ')
            s++;
        while (line_end > s && line_end[-1] == ' ')
            line_end--;
        fprintf(out, "%.*s\n", (int)(line_end > s ? line_end - s : 0), s);
        s += strcspn(s, "\n");
        s += *s == '\n';
    }
    fclose(out);
    return text;
}

char *sp_kernel_manual(const struct sp_kernel *kernel)
{
    const char *text = kernel->header ? kernel->header->text : "";
    const char *s = strstr(text, "*/"); /* of the licence line */
    s = s ? strstr(s, "\n/* ") : NULL;
    const char *end = s ? strstr(s, "*/") : NULL;
    return end ? plain_comment(s + 3, end) : NULL;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "proofs/gate/source.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static int in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static void blank(char *code, size_t start, size_t end)
{
    for (size_t i = start; i < end; i++)
        if (code[i] != '\n')
            code[i] = ' ';
}

/* Where the comment, literal or preprocessor line that starts at i ends; i when none does. */
static size_t skip(const char *text, size_t i, int line_start)
{
    const char *end = NULL;
    if (strncmp(text + i, "/*", 2) == 0) {
        end = strstr(text + i + 2, "*/");
        return end == NULL ? strlen(text) : (size_t)(end - text) + 2;
    }
    if (strncmp(text + i, "//", 2) == 0)
        return i + strcspn(text + i, "\n");
    if (line_start && text[i] == '#') {
        size_t j = i + strcspn(text + i, "\n");
        while (text[j] == '\n' && text[j - 1] == '\\')
            j += 1 + strcspn(text + j + 1, "\n");
        return j;
    }
    if (text[i] == '"' || text[i] == '\'') {
        size_t j = i + 1;
        while (text[j] != '\0' && text[j] != text[i])
            j += text[j] == '\\' && text[j + 1] != '\0' ? 2 : 1;
        return text[j] == '\0' ? j : j + 1;
    }
    return i;
}

static char *only_code(const char *text)
{
    char *code = text_copy(text, strlen(text));
    int line_start = 1;
    for (size_t i = 0; text[i] != '\0';) {
        size_t end = skip(text, i, line_start);
        if (end > i) {
            blank(code, i, end);
            i = end;
        } else {
            line_start = text[i] == '\n' || (line_start && isspace((unsigned char)text[i]));
            i++;
        }
    }
    return code;
}

static size_t before_blanks(const char *code, size_t end)
{
    while (end > 0 && isspace((unsigned char)code[end - 1]))
        end--;
    return end;
}

/* The place of the bracket that closes before `end`, matched; 0 when there is none. */
static size_t opening(const char *code, size_t end)
{
    int depth = 0;
    for (size_t i = end; i-- > 0;) {
        depth += code[i] == ')';
        depth -= code[i] == '(';
        if (depth == 0)
            return i;
    }
    return 0;
}

/* `name` itself, or the instance NAME_f64 (else another) of a text that serves several types. */
static const char *resolve(const char *name, const struct words *symbols)
{
    const char *found = NULL;
    const char *stem = text_format("%s_", name);
    if (words_has(symbols, name))
        return name;
    for (size_t i = 0; i < symbols->n; i++)
        if (strncmp(symbols->word[i], stem, strlen(stem)) == 0 &&
            (found == NULL || strcmp(symbols->word[i] + strlen(stem), "f64") == 0))
            found = symbols->word[i];
    return found;
}

/* The function whose parameter list closes just before `end`: NAME(...) or MACRO(NAME)(...). */
static const char *function_before(const char *code, size_t end, const struct words *symbols)
{
    size_t close = before_blanks(code, end);
    if (close == 0 || code[close - 1] != ')')
        return NULL;
    size_t name_end = before_blanks(code, opening(code, close));
    if (name_end > 0 && code[name_end - 1] == ')') /* the macro's argument */
        name_end = before_blanks(code, name_end - 1);
    size_t start = name_end;
    while (start > 0 && in_name(code[start - 1]))
        start--;
    return start == name_end ? NULL
                             : resolve(text_copy(code + start, name_end - start), symbols);
}

static void add(struct region **list, size_t *n, struct region r)
{
    *list = realloc(*list, (*n + 1) * sizeof **list);
    if (*list == NULL)
        text_die(5, "out of memory");
    (*list)[(*n)++] = r;
}

static void find_bodies(struct source *s, const struct words *symbols)
{
    int depth = 0;
    struct region r = {0};
    for (size_t i = 0; s->code[i] != '\0'; i++) {
        if (s->code[i] == '{' && depth++ == 0)
            r = (struct region){function_before(s->code, i, symbols), i + 1, 0};
        if (s->code[i] == '}' && depth > 0 && --depth == 0 && r.function != NULL) {
            r.end = i;
            add(&s->bodies, &s->n_bodies, r);
        }
    }
}

/* A contract is a comment with `requires`, at depth 0, before a declaration or definition. */
static void find_contracts(struct source *s, const struct words *symbols)
{
    for (const char *c = s->text; (c = strstr(c, "/*@ requires")) != NULL; c++) {
        const char *end = strstr(c, "*/");
        if (end == NULL)
            return;
        size_t after = (size_t)(end - s->text) + 2;
        size_t stop = after + strcspn(s->code + after, "{;");
        const char *f = function_before(s->code, stop, symbols);
        if (f != NULL)
            add(&s->contracts, &s->n_contracts,
                (struct region){f, (size_t)(c - s->text), (size_t)(end - s->text)});
    }
}

struct source source_load(const char *path, const struct words *symbols)
{
    struct source s = {.path = path, .text = text_read(path)};
    if (s.text == NULL)
        text_die(3, "cannot read %s", path);
    s.code = only_code(s.text);
    find_bodies(&s, symbols);
    find_contracts(&s, symbols);
    return s;
}

long source_line(const struct source *s, size_t place)
{
    long line = 1;
    for (size_t i = 0; i < place; i++)
        line += s->text[i] == '\n';
    return line;
}

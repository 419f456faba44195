/* SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "proofs/mutants/mutant.h"

/* Longest first, so that `<=` is not read as `<`. `->` and the assignments are only skipped or
 * changed as wholes. A wrong tie-break is `<` for `<=` or the reverse. */
static const struct {
    const char *token, *by[3];
} tokens[] = {
    {"<<=", {"<<="}}, {">>=", {">>="}}, {"->", {"->"}},
    {"<=", {"<", "=="}}, {">=", {">", "=="}}, {"==", {"!=", "<="}}, {"!=", {"=="}},
    {"&&", {"||"}}, {"||", {"&&"}}, {"++", {"--"}}, {"--", {"++"}},
    {"+=", {"-=", "="}}, {"-=", {"+=", "="}}, {"*=", {"+="}}, {"/=", {"*="}}, {"%=", {"/="}},
    {"<<", {">>"}}, {">>", {"<<"}},
    {"<", {"<=", ">"}}, {">", {">=", "<"}},
    {"+", {"-", "*"}}, {"-", {"+"}}, {"*", {"+"}}, {"/", {"*"}}, {"%", {"/"}},
    {"^", {"|"}}, {"&", {"|"}}, {"|", {"&"}}, {"=", {"="}},
};

static int in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* An operator between two operands, by what stands before it: `*p` and `-x` are none. */
static int is_binary(const char *code, size_t at)
{
    while (at > 0 && isspace((unsigned char)code[at - 1]))
        at--;
    if (at == 0 || !(in_name(code[at - 1]) || code[at - 1] == ')' || code[at - 1] == ']'))
        return 0;
    size_t start = at;
    while (start > 0 && in_name(code[start - 1]))
        start--;
    static const char *const not_operand[] = {"return", "const", "double", "float", "struct",
                                              "SP_REAL", "case"};
    for (size_t i = 0; i < sizeof not_operand / sizeof not_operand[0]; i++)
        if (strlen(not_operand[i]) == at - start &&
            memcmp(code + start, not_operand[i], at - start) == 0)
            return 0;
    return 1;
}

/* A bound that takes one more or one less: among them, which of two equals wins. */
static const char *kind_of(const char *token, const char *by)
{
    const int order = strchr("<>", token[0]) != NULL && token[0] == by[0];
    return order && strlen(token) + strlen(by) == 3 ? "tie-break" : "operator";
}

/* Returns the length of the token at `at`, after adding what it may become. */
static size_t mutate_token(struct mutants *list, const struct source *s, const struct region *r,
                           size_t at)
{
    for (size_t i = 0; i < sizeof tokens / sizeof tokens[0]; i++) {
        const char *token = tokens[i].token;
        const size_t length = strlen(token);
        if (strncmp(s->code + at, token, length) != 0)
            continue;
        const int step = strcmp(token, "++") == 0 || strcmp(token, "--") == 0;
        if (!step && !is_binary(s->code, at))
            return length;
        for (size_t k = 0; k < 3 && tokens[i].by[k] != NULL; k++)
            if (strcmp(tokens[i].by[k], token) != 0)
                mutants_add(list, s, r, kind_of(token, tokens[i].by[k]), at, length,
                            tokens[i].by[k]);
        return length;
    }
    return 1;
}

static size_t mutate_number(struct mutants *list, const struct source *s, const struct region *r,
                            size_t at)
{
    size_t length = 0;
    while (in_name(s->code[at + length]) || s->code[at + length] == '.')
        length++;
    const char *number = text_copy(s->code + at, length);
    if (strpbrk(number, ".pP") != NULL) {
        mutants_add(list, s, r, "constant", at, length, text_format("(%s + 1)", number));
        return length;
    }
    mutants_add(list, s, r, "constant", at, length, text_format("(%s + 1)", number));
    if (strtoull(number, NULL, 0) > 0)
        mutants_add(list, s, r, "constant", at, length, text_format("(%s - 1)", number));
    return length;
}

/* a[i] becomes a[i + 1]. */
static void mutate_index(struct mutants *list, const struct source *s, const struct region *r,
                         size_t at)
{
    const size_t length = strcspn(s->code + at + 1, "[]");
    if (s->code[at + 1 + length] == ']' && length > 0)
        mutants_add(list, s, r, "index", at + 1, length,
                    text_format("%s + 1", text_copy(s->code + at + 1, length)));
}

/* f(a, b, ...) becomes f(b, a, ...), when both are simple enough to be seen as wholes. */
static void mutate_call(struct mutants *list, const struct source *s, const struct region *r,
                        size_t at)
{
    const char *code = s->code;
    if (at == 0 || !(in_name(code[at - 1]) || code[at - 1] == ')'))
        return;
    const size_t first = strcspn(code + at + 1, ",();");
    if (code[at + 1 + first] != ',')
        return;
    const size_t second = at + 1 + first + 1;
    const size_t length = strcspn(code + second, ",();");
    if (code[second + length] != ',' && code[second + length] != ')')
        return;
    mutants_add(list, s, r, "arguments", at + 1, first + 1 + length,
                text_format("%s,%s", text_copy(code + second, length),
                            text_copy(code + at + 1, first)));
}

/* Drops `...;` when it is an assignment or a call and stands as a statement of its own. */
static void mutate_statement(struct mutants *list, const struct source *s, const struct region *r,
                             size_t at)
{
    const char *code = s->code;
    size_t start = at + 1 + strspn(code + at + 1, " \t\n");
    const size_t length = strcspn(code + start, ";{}");
    if (code[start + length] != ';' || start + length >= r->end || length == 0)
        return;
    static const char *const keep[] = {"return", "for", "while", "if", "else", "do", "const",
                                       "double", "float", "uint", "int", "size_t", "SP_REAL",
                                       "struct", "enum", "switch", "case", "default", "break",
                                       "continue", "goto"};
    for (size_t i = 0; i < sizeof keep / sizeof keep[0]; i++)
        if (strncmp(code + start, keep[i], strlen(keep[i])) == 0)
            return;
    const char *statement = text_copy(code + start, length);
    if (strstr(statement, "fence") != NULL || strstr(statement, "barrier") != NULL)
        mutants_add(list, s, r, "fence", start, length, "");
    else if (strpbrk(statement, "=(") != NULL || strstr(statement, "++") || strstr(statement, "--"))
        mutants_add(list, s, r, "dropped", start, length, "");
}

/* An atomic access that orders nothing else. */
static void mutate_order(struct mutants *list, const struct source *s, const struct region *r,
                         size_t at, size_t length)
{
    static const char prefix[] = "memory_order_";
    const char *name = text_copy(s->code + at, length);
    if (strncmp(name, prefix, sizeof prefix - 1) == 0 && strcmp(name, "memory_order_relaxed") != 0)
        mutants_add(list, s, r, "fence", at, length, "memory_order_relaxed");
}

static void mutate_body(struct mutants *list, const struct source *s, const struct region *r)
{
    const char *code = s->code;
    mutate_statement(list, s, r, r->start - 1);
    for (size_t i = r->start; i < r->end;) {
        if (in_name(code[i]) && !isdigit((unsigned char)code[i])) {
            const size_t start = i;
            while (in_name(code[i]))
                i++;
            mutate_order(list, s, r, start, i - start);
            continue;
        }
        if (isdigit((unsigned char)code[i])) {
            i += mutate_number(list, s, r, i);
            continue;
        }
        if (code[i] == '[')
            mutate_index(list, s, r, i);
        if (code[i] == '(')
            mutate_call(list, s, r, i);
        if (code[i] == ';' || code[i] == '{' || code[i] == '}' || code[i] == ')')
            mutate_statement(list, s, r, i);
        i += mutate_token(list, s, r, i);
    }
}

void mutants_of_code(struct mutants *list, const struct source *s)
{
    for (size_t i = 0; i < s->n_bodies; i++)
        mutate_body(list, s, &s->bodies[i]);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <string.h>

#include "proofs/gate/suite.h"

static int in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The next place where `name` stands as a whole identifier. */
static const char *find_name(const char *text, const char *name)
{
    const size_t length = strlen(name);
    for (const char *c = text; (c = strstr(c, name)) != NULL; c++)
        if ((c == text || !in_name(c[-1])) && !in_name(c[length]))
            return c;
    return NULL;
}

/* The statement of `axiom NAME: ...;` without its quantifiers, up to the closing semicolon. */
static char *statement(const char *printed, const char *name)
{
    for (const char *c = printed; (c = find_name(c, "axiom")) != NULL; c++) {
        const char *after = c + strlen("axiom");
        after += strspn(after, " \n");
        if (strncmp(after, name, strlen(name)) != 0 || in_name(after[strlen(name)]))
            continue;
        const char *colon = strchr(after, ':');
        if (colon == NULL)
            return NULL;
        const char *body = colon + 1 + strspn(colon + 1, " \n");
        while (strncmp(body, "\\forall", 7) == 0) {
            body = strchr(body, ';');
            if (body == NULL)
                return NULL;
            body += 1 + strspn(body + 1, " \n");
        }
        size_t length = 0, depth = 0;
        while (body[length] != '\0' && (depth > 0 || body[length] != ';')) {
            /* A quantifier inside brackets has a semicolon of its own. */
            depth += body[length] == '(';
            depth -= body[length] == ')' && depth > 0;
            length++;
        }
        return text_copy(body, length);
    }
    return NULL;
}

/* Distinct plain variables between the brackets at `open`; the place after them, or NULL. */
static const char *plain_arguments(const char *open)
{
    const char *close = strchr(open, ')');
    if (*open != '(' || close == NULL)
        return NULL;
    struct words seen = {0};
    for (const char *c = open + 1; c < close;) {
        c += strspn(c, " \n");
        size_t length = 0;
        while (in_name(c[length]))
            length++;
        const char *variable = text_copy(c, length);
        if (length == 0 || words_has(&seen, variable))
            return NULL;
        words_add(&seen, variable);
        c += length + strspn(c + length, " \n");
        if (*c != ',' && *c != ')')
            return NULL;
        c++;
    }
    return close + 1;
}

/* Does an axiom above this one mention the symbol? Then the two could define in a circle. */
static int mentioned_before(const char *printed, const char *axiom, const char *symbol)
{
    for (const char *c = printed; (c = find_name(c, "axiom")) != NULL; c++) {
        const char *after = c + strlen("axiom");
        after += strspn(after, " \n");
        size_t length = 0;
        while (in_name(after[length]))
            length++;
        const char *name = text_copy(after, length);
        if (strcmp(name, axiom) == 0)
            return 0;
        const char *text = length == 0 ? NULL : statement(c, name);
        if (text != NULL && find_name(text, symbol) != NULL)
            return 1;
    }
    return 0;
}

/* Does another axiom have the symbol at its head? */
static int defined_twice(const char *printed, const char *axiom, const char *symbol)
{
    for (const char *c = printed; (c = find_name(c, "axiom")) != NULL; c++) {
        const char *after = c + strlen("axiom");
        after += strspn(after, " \n");
        size_t length = 0;
        while (in_name(after[length]))
            length++;
        const char *name = text_copy(after, length);
        const char *text = length == 0 || strcmp(name, axiom) == 0 ? NULL : statement(c, name);
        if (text != NULL && find_name(text, symbol) == text)
            return 1;
    }
    return 0;
}

int axiom_is_definition(const char *printed, const char *name)
{
    const char *text = statement(printed, name);
    if (text == NULL)
        return 0;
    size_t length = 0;
    while (in_name(text[length]))
        length++;
    const char *symbol = text_copy(text, length);
    const char *after = length == 0 ? NULL : plain_arguments(text + length);
    if (after == NULL)
        return 0;
    after += strspn(after, " \n");
    const size_t sign = strncmp(after, "<==>", 4) == 0 ? 4 : strncmp(after, "==", 2) == 0 ? 2 : 0;
    return sign > 0 && after[sign] != '>' && find_name(after + sign, symbol) == NULL &&
           !mentioned_before(printed, name, symbol) && !defined_twice(printed, name, symbol);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "proofs/mutants/mutant.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t hash(uint32_t seed, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        seed = (seed ^ (unsigned char)text[i]) * 16777619u;
    return seed;
}

/* From function, operator, replacement and the text of the line; equal ones are counted apart. */
static void name(struct mutants *list, struct mutant *m)
{
    const char *text = m->source->text;
    size_t start = m->at, end = m->at + strcspn(text + m->at, "\n");
    while (start > 0 && text[start - 1] != '\n')
        start--;
    start += strspn(text + start, " \t");
    uint32_t h = hash(2166136261u, m->function, strlen(m->function));
    h = hash(h, m->kind, strlen(m->kind));
    h = hash(h, m->by, strlen(m->by));
    h = hash(h, text + start, end - start);
    for (int again = 1; again;) {
        again = 0;
        snprintf(m->id, sizeof m->id, "%08" PRIx32, h);
        for (size_t i = 0; i < list->n; i++)
            again = again || strcmp(list->mutant[i].id, m->id) == 0;
        h = hash(h, "+", 1);
    }
}

void mutants_add(struct mutants *list, const struct source *s, const struct region *r,
                 const char *kind, size_t at, size_t length, const char *by)
{
    struct mutant m = {.source = s, .function = r->function, .kind = kind, .at = at,
                       .length = length, .by = by, .proof = PROOF_UNTRIED,
                       .test = TEST_NONE};
    m.contract = strncmp(kind, "requires", 8) == 0;
    name(list, &m);
    list->mutant = realloc(list->mutant, (list->n + 1) * sizeof m);
    if (list->mutant == NULL)
        text_die(5, "out of memory");
    list->mutant[list->n++] = m;
}

int mutant_is_baseline(const struct mutant *m)
{
    return strcmp(m->kind, "baseline") == 0;
}

char *mutant_text(const struct mutant *m)
{
    const char *text = m->source->text;
    return text_format("%s%s%s", text_copy(text, m->at), m->by, text + m->at + m->length);
}

static char *one_line(const char *text, size_t length)
{
    struct words words = text_words(text_copy(text, length));
    char *line = "";
    for (size_t i = 0; i < words.n; i++)
        line = text_format("%s%s%s", line, i > 0 ? " " : "", words.word[i]);
    return line;
}

char *mutant_label(const struct mutant *m)
{
    const char *by = one_line(m->by, strlen(m->by));
    return text_format("%s:%ld %s: `%s` -> `%s`", m->source->path, source_line(m->source, m->at),
                       m->function, one_line(m->source->text + m->at, m->length),
                       by[0] == '\0' ? "(nothing)" : by);
}

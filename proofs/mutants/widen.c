/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "proofs/mutants/mutant.h"

/* The end of the clause that starts at c: a semicolon that no quantifier takes. */
static const char *clause_end(const char *c)
{
    int quantifiers = 0;
    for (; *c != '\0'; c++) {
        if (strncmp(c, "\\forall", 7) == 0 || strncmp(c, "\\exists", 7) == 0)
            quantifiers++;
        if (*c == ';' && quantifiers-- == 0)
            return c;
    }
    return c;
}

/* Weakens one comparison. Under an implication the other side must be made stronger, so only the
 * range of a quantifier is cut there. */
static void widen_inside(struct mutants *list, const struct source *s, const struct region *r,
                         size_t at, size_t length)
{
    const char *clause = text_copy(s->text + at, length);
    const char *range = strstr(clause, "< n ==>");
    if (range != NULL) {
        mutants_add(list, s, r, "requires range", at + (size_t)(range - clause), 7,
                    "< n - 1 ==>");
        return;
    }
    const char *last = strstr(clause, "n - 1)");
    if (last != NULL)
        mutants_add(list, s, r, "requires range", at + (size_t)(last - clause), 6, "n - 2)");
    if (strstr(clause, "==>") != NULL || strpbrk(clause, "?!") != NULL)
        return;
    for (const char *c = clause; (c = strstr(c, " < ")) != NULL; c++)
        mutants_add(list, s, r, "requires bound", at + (size_t)(c - clause), 3, " <= ");
}

/* Drops each `requires`, and weakens it. If everything is still proved, the clause was more than
 * the kernel needs. */
void mutants_of_contracts(struct mutants *list, const struct source *s)
{
    for (size_t i = 0; i < s->n_contracts; i++) {
        const struct region *r = &s->contracts[i];
        const char *stop = s->text + r->end;
        const char *c = s->text + r->start;
        while ((c = strstr(c, "requires ")) != NULL && c < stop) {
            const char *end = clause_end(c);
            const size_t at = (size_t)(c - s->text), length = (size_t)(end - c) + 1;
            if (end >= stop)
                break;
            mutants_add(list, s, r, "requires dropped", at, length, "requires \\true;");
            widen_inside(list, s, r, at, length);
            c = end;
        }
    }
}

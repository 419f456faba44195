/* SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <string.h>

#include "proofs/gate/result.h"

static char *without_blanks(const char *text, size_t length)
{
    char *copy = text_memory(length + 1), *to = copy;
    for (size_t i = 0; i < length; i++)
        if (!isspace((unsigned char)text[i]))
            *to++ = text[i];
    return copy;
}

/* Does the text between a contract and the body or semicolon declare this function? */
static int declares(const char *text, const char *function)
{
    const size_t end = strcspn(text, "{;(");
    const size_t length = strlen(function);
    return text[end] == '(' && end > length && memcmp(text + end - length, function, length) == 0 &&
           !isalnum((unsigned char)text[end - length - 1]) && text[end - length - 1] != '_';
}

/* The part of a contract that always holds at the call: up to what is promised in return, or to
 * the first named behavior. */
static size_t preconditions(const char *contract)
{
    static const char *const ends[] = {"terminates", "assigns", "ensures", "behavior", "exits"};
    size_t length = strlen(contract);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        const char *end = strstr(contract, ends[i]);
        if (end != NULL && (size_t)(end - contract) < length)
            length = (size_t)(end - contract);
    }
    return length;
}

/* Is `fact` a conjunct of one of the clauses? One that stands under an implication, a choice or a
 * quantifier does not count. */
static int stated_in(char *clauses, const char *fact)
{
    for (char *clause = clauses; clause != NULL;) {
        char *next = strstr(clause + 1, "requires");
        if (next != NULL)
            next[-1] = '\0'; /* the semicolon */
        const char *place = strstr(clause, fact);
        const char *name = strchr(clause, ':');
        if (place != NULL && strstr(clause, "==>") == NULL && strpbrk(clause, "?|!") == NULL &&
            strstr(clause, "\\forall") == NULL && strstr(clause, "\\exists") == NULL) {
            const char *after = place + strlen(fact);
            const int starts = place > clause && (place == clause + strlen("requires") ||
                                                  place[-1] == '&' || place - 1 == name);
            if (starts && (*after == '\0' || *after == ';' || *after == '&'))
                return 1;
        }
        clause = next;
    }
    return 0;
}

/* Contracts that begin and end with these marks: a ghost function's are written in its own way. */
static int stated_between(const char *open, const char *close, const char *printed,
                          const char *function, const char *fact)
{
    for (const char *c = printed; (c = strstr(c, open)) != NULL;) {
        const char *end = strstr(c + strlen(open), close); /* "/@/" closes nothing */
        if (end == NULL)
            return 0;
        if (declares(end + 2, function)) {
            const char *start = c + strlen(open);
            char *contract = text_copy(start, (size_t)(end - start));
            char *first = strstr(contract, "requires");
            if (first != NULL &&
                stated_in(without_blanks(first, preconditions(first)), fact))
                return 1;
        }
        c += strlen(open);
    }
    return 0;
}

static int contract_states(const char *printed, const char *function, const char *fact)
{
    return stated_between("/*@", "*/", printed, function, fact) ||
           stated_between("/@", "@/", printed, function, fact);
}

/* WP's memory model takes some validity and separation for granted. When the contract requires
 * the same in so many words, every caller has been proved to provide it. */
int hypotheses_are_stated(const char *printed, const struct problem *p)
{
    int facts = 0;
    const char *end = strstr(p->text, "*/");
    for (const char *c = p->text; (c = strstr(c, "requires ")) != NULL && c < end;) {
        c += strlen("requires ");
        const size_t length = strcspn(c, ";");
        if (length == 0 || !contract_states(printed, p->subject, without_blanks(c, length)))
            return 0;
        facts++;
    }
    return facts > 0;
}

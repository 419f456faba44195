/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_GATE_PROBLEM_H
#define SP_GATE_PROBLEM_H
#include <stddef.h>

/* Why a result is not "proved": an incompleteness code (codes.c explains each) and its place. */
struct problem {
    const char *code;
    const char *subject; /* what it is about: goal, function, axiom; stable over edits */
    const char *text;
    const char *file; /* relative, or NULL */
    long line;        /* 0 when unknown */
};

struct problems {
    struct problem *problem;
    size_t n, room;
};

void problems_add(struct problems *list, struct problem problem);
/* The same from a format for the text, without a place. */
void problems_say(struct problems *list, const char *code, const char *subject, const char *format,
                  ...) __attribute__((format(printf, 4, 5)));

struct code {
    const char *name, *meaning;
};
extern const struct code codes[]; /* ends with a NULL name */

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_GATE_UNIT_H
#define SP_GATE_UNIT_H
#include "proofs/gate/problem.h"
#include "proofs/gate/text.h"

/* What the compiler knows of a C file: everything it includes, and its functions. */
struct unit {
    const char *file;
    const char *error;        /* NULL, or why the compiler refuses the file */
    struct words inputs;      /* the file and all that it includes, system headers excepted */
    struct words exported;    /* defined for others */
    struct words defined;     /* defined, static ones included */
    struct words undefined;   /* called, defined elsewhere */
};

#define UNIT_PREPROCESS "-Ikernels/include -I."

struct unit unit_load(const char *file, const char *scratch);

/* A hash of the content of the files, of `salt`, and of nothing else. */
char *unit_hash(const struct words *files, const char *salt);

/* Refuses what WP would read otherwise than the compiler: see recipes in lint.c. */
void unit_lint(const struct words *files, struct problems *problems);

#endif

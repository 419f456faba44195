/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_GATE_SOURCE_H
#define SP_GATE_SOURCE_H
#include "proofs/gate/text.h"

/* A function in a source text: where its body is, or, for a contract, where its clauses are. */
struct region {
    const char *function; /* the symbol that is proved for it */
    size_t start, end;
};

/* A C file cut into bodies and contracts. No parser: comments, strings and preprocessor lines are
 * blanked, the rest is found by brackets. */
struct source {
    const char *path;
    char *text;
    char *code; /* same length, everything that is not code blanked */
    struct region *bodies, *contracts;
    size_t n_bodies, n_contracts;
};

/* Functions that are not among `symbols` are left out. */
struct source source_load(const char *path, const struct words *symbols);

long source_line(const struct source *s, size_t place);

#endif

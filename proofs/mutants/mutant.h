/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_MUTANTS_MUTANT_H
#define SP_MUTANTS_MUTANT_H
#include "proofs/gate/source.h"

enum proof_verdict {
    PROOF_REFUTED,   /* a goal that no prover proves although none ran out of its budget */
    PROOF_EXHAUSTED, /* goals fail, but only by running out of budget */
    PROOF_MISSED,    /* everything is proved: the contract does not see the fault */
    PROOF_CRASHED,   /* a prover or Frama-C broke down: nothing is known */
    PROOF_INVALID,   /* neither compiles, or Frama-C does not accept it */
    PROOF_EQUIVALENT, /* same object code, or listed as equivalent with a reason */
    PROOF_UNTRIED     /* nobody has looked yet */
};

enum test_verdict { TEST_KILLED, TEST_MISSED, TEST_NONE };

/* One change of the text. The id survives edits elsewhere in the file. */
struct mutant {
    const struct source *source;
    const char *function, *kind;
    size_t at, length; /* what is replaced */
    const char *by;
    int contract; /* a change of `requires`, which no test can see */
    char id[9];
    int chosen; /* to be tried in this run */
    enum proof_verdict proof;
    enum test_verdict test;
    double seconds;
    const char *note; /* the goal that failed, the reason of equivalence */
};

struct mutants {
    struct mutant *mutant;
    size_t n;
};

void mutants_of_code(struct mutants *list, const struct source *s);
void mutants_of_contracts(struct mutants *list, const struct source *s);
void mutants_of_short_code(struct mutants *list, const struct source *s);

/* For the operators: adds a change, and names it. */
void mutants_add(struct mutants *list, const struct source *s, const struct region *r,
                 const char *kind, size_t at, size_t length, const char *by);

/* Not a fault but its control: nothing changed. */
int mutant_is_baseline(const struct mutant *m);

char *mutant_text(const struct mutant *m); /* the whole mutated file */
char *mutant_label(const struct mutant *m); /* file:line function: old -> new */

#endif

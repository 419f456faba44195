/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_GATE_SUITE_H
#define SP_GATE_SUITE_H
#include <jansson.h>

#include "proofs/gate/result.h"

/* A row of the assumption ledger: something that no proof of ours establishes. */
struct row {
    const char *kind;    /* axiom, contract, message, unproved */
    const char *subject; /* its name */
    const char *target;  /* where it is used; "" for an unproved function */
    const char *reason;  /* from the reviewed list; NULL when it is not there */
};

/* All targets together, and what holds only of the whole. */
struct suite {
    struct settings settings;
    struct targets targets; /* all, even when a few are asked for: callees are looked up here */
    struct result *result;
    size_t n;
    int whole; /* every target was judged */
    struct row *row;
    size_t n_rows;
    struct problems problems;
};

/* Each prover must prove a true statement and miss a false one; the Why3 theory is proved. */
void suite_check_provers(struct suite *s);

/* Exported functions without a target become rows of the ledger: those of all kernels/, or of the
 * files of the targets asked for. */
void suite_find_unproved(struct suite *s);

/* Collects the rows and compares them with the reviewed list. */
void suite_review(struct suite *s, const char *reviewed);

/* Is this axiom the definition of a symbol that nothing else constrains? `printed` is Frama-C's
 * print of the unit. Such an axiom cannot make anything false provable. */
int axiom_is_definition(const char *printed, const char *name);

json_t *ledger_models(void);
json_t *ledger_coq_axioms(const char *build);
int suite_write_ledger(const struct suite *s, const char *path);
int suite_write_junit(const struct suite *s, const char *path);
int suite_write_sarif(const struct suite *s, const char *path);
int suite_write_markdown(const struct suite *s, const char *path);

#endif

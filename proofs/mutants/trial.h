/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_MUTANTS_TRIAL_H
#define SP_MUTANTS_TRIAL_H
#include "proofs/gate/target.h"
#include "proofs/gate/unit.h"
#include "proofs/mutants/mutant.h"

#define TRIAL_SECONDS 60 /* for a prover on a goal */

/* All that the mutants of one target share. */
struct bench {
    const struct target *target;
    const char *build;
    const char *salt; /* hash of everything but the mutation */
    struct unit unit;
    const char *log; /* of the proof of the unchanged target */
    const char *test; /* object of the unit test, or NULL */
    const char *link; /* libraries for it */
};

/* What the proof of one function needed, so that its mutants get no more: a quarter above the
 * largest step count, and the provers that closed a goal of it. */
struct budget {
    long steps;
    long goals; /* that took a prover */
    const char *provers;
};
struct budget budget_of(const struct bench *b, const char *function);

/* Proves the function with `m` in place (NULL: nothing changed) and returns the verdict. */
enum proof_verdict trial_proof(const struct bench *b, const char *function, struct mutant *m,
                               const char *folder);
enum test_verdict trial_test(const struct bench *b, const struct mutant *m, const char *folder);

/* Same object code as without the change? */
int trial_same_object(const struct bench *b, const struct mutant *m, const char *folder);

/* Writes the mutated file into `folder`, at the place it has in the sources. Returns its path. */
char *trial_overlay(const struct mutant *m, const char *folder);

/* A hash of all that the verdict depends on. */
char *trial_key(const struct bench *b, const struct mutant *m);

/* Chooses all, or `count` changes of code by the seed and the controls of small functions. */
void sample_all(struct mutants *list);
void sample_some(const struct bench *b, struct mutants *list, long count, unsigned long seed);

/* Runs all, several at once, each in a process of its own; `said` as each ends. */
struct trial {
    const struct bench *bench;
    struct mutant *mutant;
    long goals; /* of the function: what the trial costs */
};
struct plan {
    long jobs, seconds; /* after so many seconds none is begun; 0: no limit */
    int again;          /* nothing is recalled */
};
void trials_run(const struct trial *trials, size_t n, const struct plan *plan,
                void (*said)(const struct trial *));

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_MUTANTS_RECORD_H
#define SP_MUTANTS_RECORD_H
#include "proofs/mutants/trial.h"

/* Verdicts that outlive the build: a file in the sources, a line for each mutant,
 *   TARGET ID KEY PROOF TEST NOTE
 * KEY is a hash of all that the verdict depends on, so a line whose kernel, contract, test or
 * mutation has changed is never believed. A prover that broke down is not recorded. */

/* Fills in the verdicts that the file knows. Returns how many. */
size_t record_recall(const char *path, const struct bench *b, struct mutants *list);

/* Adds one line at the end, at once: what is judged stays judged, whatever ends the run. */
void record_add(const char *path, const struct bench *b, const struct mutant *m);

/* Writes the file anew, sorted, without the lines of these targets that are of the past. */
void record_tidy(const char *path, const struct bench *benches, const struct mutants *lists,
                 size_t n);

#endif

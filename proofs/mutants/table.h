/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_MUTANTS_TABLE_H
#define SP_MUTANTS_TABLE_H
#include "proofs/mutants/mutant.h"

/* The score of one target: of the mutants that are valid and not equivalent, how many the proof
 * kills and how many the unit test kills. */
struct score {
    const char *target;
    long possible; /* mutants, of which `total` were tried */
    long total, refuted, exhausted, missed, crashed, invalid, equivalent;
    long tested, test_kills;
};

void score_count(struct score *s, const struct mutant *m);
long score_judged(const struct score *s);
double score_proof(const struct score *s); /* 0..1 */
struct score score_sum(const struct score *scores, size_t n);

void table_print(const struct score *scores, size_t n);
int table_write_json(const struct score *scores, size_t n, const char *path);
int table_write_page(const struct score *scores, const struct mutants *lists, size_t n,
                     const char *path);

void mutant_print(const struct mutant *m);

#endif

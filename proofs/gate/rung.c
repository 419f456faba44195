/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "proofs/gate/result.h"

/* Goals are called "..._KERNEL_ensures_CLAUSE", with "_partN" or "_N" after it, or, for a lemma,
 * "..._lemma_NAME". */
int result_has_clause(const struct result *r, const char *kernel, const char *clause)
{
    const int lemma = strncmp(clause, "lemma_", 6) == 0;
    const char *part = text_format("%s_%s", lemma ? "" : "_ensures", clause);
    for (size_t i = 0; i < r->evidence.valid.n; i++) {
        const char *goal = r->evidence.valid.word[i];
        if ((lemma || kernel == NULL || strstr(goal, text_format("_%s_", kernel)) != NULL) &&
            strstr(goal, part) != NULL)
            return 1;
    }
    return 0;
}

void result_judge_rungs(struct result *r)
{
    for (size_t i = 0; i < r->target->rungs.n; i++) {
        struct words rung = text_words(r->target->rungs.word[i]);
        if (rung.n < 3)
            problems_say(&r->problems, "CLAIM_WITHOUT_PROOF", r->target->name,
                         "rung needs LEVEL CLAUSE TEXT: %s", r->target->rungs.word[i]);
        else if (!result_has_clause(r, NULL, rung.word[1]))
            problems_say(&r->problems, "CLAIM_WITHOUT_PROOF", rung.word[1],
                         "no proved goal is called %s", rung.word[1]);
    }
}

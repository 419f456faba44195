/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "proofs/mutants/trial.h"

#define LEAST_STEPS 30000

/* "CVC5 1.0.3 (mem)" in the log is CVC5:1.0.3:mem on the command line; Qed is none. */
static const char *prover_name(const char *shown)
{
    struct words words = text_words(shown);
    if (words.n < 2)
        return NULL;
    if (words.n == 2)
        return text_format("%s:%s", words.word[0], words.word[1]);
    const char *cut = words.word[2] + 1;
    return text_format("%s:%s:%s", words.word[0], words.word[1],
                       text_copy(cut, strcspn(cut, ")")));
}

static int is_goal_of(const char *goal, const char *function)
{
    static const char *const models[] = {"typed_staleproof_", "typed_ref_", "typed_"};
    for (size_t i = 0; i < sizeof models / sizeof models[0]; i++) {
        const char *start = text_format("%s%s_", models[i], function);
        if (strncmp(goal, start, strlen(start)) == 0)
            return 1;
    }
    return 0;
}

struct budget budget_of(const struct bench *b, const char *function)
{
    struct budget budget = {0};
    struct words provers = {0};
    char *log = text_copy(b->log, strlen(b->log));
    for (char *line; (line = text_line(&log)) != NULL;) {
        const char *goal = strstr(line, "] Goal ");
        if (strncmp(line, "[wp] [", 6) != 0 || goal == NULL || !is_goal_of(goal + 7, function) ||
            strstr(line, ": Valid") == NULL)
            continue;
        const char *prover = prover_name(text_copy(line + 6, strcspn(line + 6, "]")));
        const char *bracket = strrchr(line, '(');
        char *end;
        const long steps = bracket == NULL ? 0 : strtol(bracket + 1, &end, 10);
        if (prover != NULL) {
            words_add_new(&provers, prover);
            budget.goals++;
        }
        if (bracket != NULL && *end == ')' && steps > budget.steps)
            budget.steps = steps;
    }
    if (provers.n == 0)
        words_add(&provers, text_words(b->target->provers).word[0]);
    budget.steps += budget.steps / 4;
    if (budget.steps < LEAST_STEPS)
        budget.steps = LEAST_STEPS;
    budget.provers = provers.word[0];
    for (size_t i = 1; i < provers.n; i++)
        budget.provers = text_format("%s,%s", budget.provers, provers.word[i]);
    return budget;
}

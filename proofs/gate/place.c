/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "proofs/gate/result.h"

/* How well a property fits a goal called "typed_FUNCTION_ensures_LABEL_part2": 0 not at all. */
static size_t fit(const struct property *p, const char *goal)
{
    if (p->function[0] == '\0' || strstr(goal, text_format("_%s_", p->function)) == NULL)
        return 0;
    const size_t label = strcspn(p->text, ": ");
    const int named =
        p->text[label] == ':' && strstr(goal, text_format("_%.*s", (int)label, p->text)) != NULL;
    return 2 * strlen(p->function) + (named ? 1 : 0);
}

/* Goals have names and no places. The property of the same function and clause has one. */
void result_place_goals(struct result *r)
{
    for (size_t i = 0; i < r->problems.n; i++) {
        struct problem *p = &r->problems.problem[i];
        size_t best = 0;
        for (size_t k = 0; k < r->evidence.n_properties && p->file == NULL; k++)
            best = fit(&r->evidence.property[k], p->subject) > best
                       ? fit(&r->evidence.property[k], p->subject)
                       : best;
        for (size_t k = 0; best > 0 && p->file == NULL; k++)
            if (fit(&r->evidence.property[k], p->subject) == best) {
                p->file = r->evidence.property[k].file;
                p->line = r->evidence.property[k].line;
            }
    }
}

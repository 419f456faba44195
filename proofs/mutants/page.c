/* SPDX-License-Identifier: Apache-2.0 */
#include "proofs/mutants/table.h"

static const char head[] =
    "<!-- SPDX-License-Identifier: Apache-2.0 -->\n"
    "# Mutants: who sees a fault?\n\n"
    "`make mutants` writes this page from `proofs/mutants/verdicts`; do not edit it. One fault at a\n"
    "time is put into a kernel: an operator, a constant, a bound off by one, a tie broken the other\n"
    "way, a statement dropped, arguments swapped, a `requires` dropped or widened. Then the function is\n"
    "proved again, with the budget that the unchanged function needs and a quarter more, and the\n"
    "unit test is run.\n\n"
    "- **refuted**: a goal that no prover proves, and none ran out of budget\n"
    "- **exhausted**: a goal fails, a prover having run out of budget\n"
    "- **missed**: everything is still proved: the contract does not see the fault\n"
    "- **invalid**: not C; **equivalent**: same object code, or listed in\n"
    "  `proofs/mutants/equivalent` with a reason. Neither counts.\n\n"
    "The unchanged functions are proved first in the same way: if one fails, or a prover breaks\n"
    "down, the run fails. `tried` is how many of all the mutants were judged so far, those of cheap\n"
    "functions first; a verdict counts as long as kernel, contract, test and tools are the same.\n\n"
    "| target | tried | refuted | exhausted | missed | invalid | equivalent | proof kills | "
    "tests kill |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n";

static char *row(const struct score *s)
{
    const char *tests = s->tested == 0 ? "-" : text_format("%ld/%ld", s->test_kills, s->tested);
    return text_format("| %s | %ld of %ld | %ld | %ld | %ld | %ld | %ld | %.1f %% | %s |\n",
                       s->target, s->total, s->possible, s->refuted, s->exhausted, s->missed,
                       s->invalid, s->equivalent, 100 * score_proof(s), tests);
}

/* A fault that the proof misses, as an item of a list. */
static char *missed(const struct mutant *m)
{
    if (m->proof != PROOF_MISSED || mutant_is_baseline(m))
        return "";
    return text_format("- `%s` %s%s\n", m->id, mutant_label(m),
                       m->test == TEST_KILLED ? "; the test sees it" : "");
}

int table_write_page(const struct score *scores, const struct mutants *lists, size_t n,
                     const char *path)
{
    char *page = text_copy(head, sizeof head - 1), *open = "";
    for (size_t i = 0; i < n; i++)
        if (score_judged(&scores[i]) > 0)
            page = text_format("%s%s", page, row(&scores[i]));
    const struct score all = score_sum(scores, n);
    page = text_format("%s%s", page, row(&all));
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < lists[i].n; k++)
            open = text_format("%s%s", open, missed(&lists[i].mutant[k]));
    page = text_format("%s\n## Missed\n\n%s", page, open[0] == '\0' ? "None.\n" : open);
    return text_write(path, page);
}

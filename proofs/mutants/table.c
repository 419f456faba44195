/* SPDX-License-Identifier: Apache-2.0 */
#include "proofs/mutants/table.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

static const char *const proof_words[] = {"refuted", "exhausted", "MISSED", "CRASHED",
                                          "invalid", "equivalent"};
static const char *const test_words[] = {"killed", "missed", "-"};

void score_count(struct score *s, const struct mutant *m)
{
    s->total++;
    s->refuted += m->proof == PROOF_REFUTED;
    s->exhausted += m->proof == PROOF_EXHAUSTED;
    s->missed += m->proof == PROOF_MISSED;
    s->crashed += m->proof == PROOF_CRASHED;
    s->invalid += m->proof == PROOF_INVALID;
    s->equivalent += m->proof == PROOF_EQUIVALENT;
    if (m->proof == PROOF_INVALID || m->proof == PROOF_EQUIVALENT)
        return;
    s->tested += m->test != TEST_NONE;
    s->test_kills += m->test == TEST_KILLED;
}

long score_judged(const struct score *s)
{
    return s->refuted + s->exhausted + s->missed + s->crashed;
}

double score_proof(const struct score *s)
{
    const long judged = score_judged(s);
    return judged == 0 ? 0 : (double)(s->refuted + s->exhausted) / (double)judged;
}

static void print_line(const struct score *s)
{
    char tests[48] = "-";
    if (s->tested > 0)
        snprintf(tests, sizeof tests, "%ld/%ld", s->test_kills, s->tested);
    printf("%-24s %5ld %8ld %10ld %7ld %8ld %11ld %7.1f %% %12s\n", s->target, s->total,
           s->refuted, s->exhausted, s->missed, s->invalid, s->equivalent, 100 * score_proof(s),
           tests);
}

struct score score_sum(const struct score *scores, size_t n)
{
    struct score all = {.target = "all"};
    for (size_t i = 0; i < n; i++) {
        const struct score *s = &scores[i];
        all.possible += s->possible;
        all.total += s->total;
        all.refuted += s->refuted;
        all.exhausted += s->exhausted;
        all.missed += s->missed;
        all.crashed += s->crashed;
        all.invalid += s->invalid;
        all.equivalent += s->equivalent;
        all.tested += s->tested;
        all.test_kills += s->test_kills;
    }
    return all;
}

void table_print(const struct score *scores, size_t n)
{
    const struct score all = score_sum(scores, n);
    printf("%-24s %5s %8s %10s %7s %8s %11s %9s %12s\n", "target", "all", "refuted", "exhausted",
           "missed", "invalid", "equivalent", "by proof", "by unit test");
    for (size_t i = 0; i < n; i++)
        print_line(&scores[i]);
    if (n > 1)
        print_line(&all);
}

int table_write_json(const struct score *scores, size_t n, const char *path)
{
    json_t *root = json_object();
    for (size_t i = 0; i < n; i++) {
        const struct score *s = &scores[i];
        json_object_set_new(
            root, s->target,
            json_pack("{s:I,s:I,s:I,s:I,s:I,s:I,s:I,s:I}", "total", (json_int_t)s->total,
                      "refuted", (json_int_t)s->refuted, "exhausted", (json_int_t)s->exhausted,
                      "missed", (json_int_t)s->missed, "invalid", (json_int_t)s->invalid,
                      "equivalent", (json_int_t)s->equivalent, "tested", (json_int_t)s->tested,
                      "test_kills", (json_int_t)s->test_kills));
    }
    char *text = json_dumps(root, JSON_INDENT(1) | JSON_SORT_KEYS);
    json_decref(root);
    return text == NULL ? -1 : text_write(path, text_format("%s\n", text));
}

void mutant_print(const struct mutant *m)
{
    printf("%-10s test %-7s %5.1f s  %s  %s%s%s\n", proof_words[m->proof], test_words[m->test],
           m->seconds, m->id, mutant_label(m), m->note != NULL && m->note[0] ? "  " : "",
           m->note != NULL ? m->note : "");
    fflush(stdout);
}

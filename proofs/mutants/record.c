/* SPDX-License-Identifier: Apache-2.0 */
#include "proofs/mutants/record.h"

#include <stdio.h>
#include <string.h>

#define KEY_LENGTH 24 /* hexadecimal digits */

static const char head[] =
    "# Mutants judged so far: TARGET ID KEY PROOF TEST NOTE. Written by `make "
    "mutants`, which\n# tries only what is not here under its present KEY.\n";
static const char *const proof_words[] = {"refuted", "exhausted", "missed",
                                          "crashed", "invalid",   "equivalent"};
static const char *const test_words[] = {"killed", "missed", "-"};
enum { TARGET, ID, KEY, PROOF, TEST, NOTE };

static int find(const char *word, const char *const *words, int n)
{
    for (int i = 0; i < n; i++)
        if (strcmp(word, words[i]) == 0)
            return i;
    return -1;
}

static struct words fields(const char *line)
{
    struct words w = text_words(line);
    if (w.n <= TEST || w.word[0][0] == '#' || find(w.word[PROOF], proof_words, 6) < 0 ||
        find(w.word[TEST], test_words, 3) < 0)
        w.n = 0;
    return w;
}

static char *key_of(const struct bench *b, const struct mutant *m)
{
    return text_copy(trial_key(b, m), KEY_LENGTH);
}

static struct mutant *mutant_of(const struct mutants *list, const char *id)
{
    for (size_t i = 0; i < list->n; i++)
        if (strcmp(list->mutant[i].id, id) == 0)
            return &list->mutant[i];
    return NULL;
}

size_t record_recall(const char *path, const struct bench *b, struct mutants *list)
{
    size_t known = 0;
    char *text = text_read(path);
    for (char *line; (line = text_line(&text)) != NULL;) {
        const struct words w = fields(line);
        if (w.n == 0 || strcmp(w.word[TARGET], b->target->name) != 0)
            continue;
        struct mutant *m = mutant_of(list, w.word[ID]);
        if (m == NULL || m->proof != PROOF_UNTRIED || strcmp(w.word[KEY], key_of(b, m)) != 0)
            continue;
        m->proof = (enum proof_verdict)find(w.word[PROOF], proof_words, 6);
        m->test = (enum test_verdict)find(w.word[TEST], test_words, 3);
        m->note = w.n > NOTE ? w.word[NOTE] : "";
        known++;
    }
    return known;
}

static char *line_of(const struct bench *b, const struct mutant *m)
{
    return text_format("%s %s %s %s %s %s", b->target->name, m->id, key_of(b, m),
                       proof_words[m->proof], test_words[m->test], m->note == NULL ? "" : m->note);
}

/* A listed equivalence has a place of its own. WP ends a prover by the clock too: what ran out of
 * time, and not of steps, may have met a busy machine, and is no verdict to keep. */
static int belongs(const struct mutant *m)
{
    if (m->proof == PROOF_EXHAUSTED && m->seconds >= TRIAL_SECONDS)
        return 0;
    return m->proof != PROOF_UNTRIED && m->proof != PROOF_CRASHED &&
           (m->note == NULL || strcmp(m->note, "listed") != 0);
}

void record_add(const char *path, const struct bench *b, const struct mutant *m)
{
    if (!belongs(m))
        return;
    FILE *file = fopen(path, "a");
    if (file == NULL || fprintf(file, "%s\n", line_of(b, m)) < 0 || fclose(file) != 0)
        text_die(3, "cannot write %s", path);
}

static int is_of(const char *target, const struct bench *benches, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(benches[i].target->name, target) == 0)
            return 1;
    return 0;
}

void record_tidy(const char *path, const struct bench *benches, const struct mutants *lists,
                 size_t n)
{
    struct words kept = {0};
    char *old = text_read(path), *text = text_copy(head, sizeof head - 1);
    for (char *line; (line = text_line(&old)) != NULL;) {
        const struct words w = fields(line);
        if (w.n > 0 && !is_of(w.word[TARGET], benches, n))
            words_add(&kept, line);
    }
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < lists[i].n; k++)
            if (belongs(&lists[i].mutant[k]))
                words_add(&kept, line_of(&benches[i], &lists[i].mutant[k]));
    words_sort(&kept);
    for (size_t i = 0; i < kept.n; i++)
        text = text_format("%s%s\n", text, kept.word[i]);
    if (text_write(path, text) != 0)
        text_die(3, "cannot write %s", path);
}

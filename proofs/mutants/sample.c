/* SPDX-License-Identifier: Apache-2.0 */
/* Which mutants are tried: all of them, or a few of each target taken by a seed. */
#include <string.h>
#include <sys/stat.h>

#include "proofs/gate/shell.h"
#include "proofs/mutants/trial.h"

#define SMALL_FUNCTION 20 /* goals; the unchanged function is then proved in a sample too */

static unsigned long next_random(unsigned long *state)
{
    *state = *state * 6364136223846793005ul + 1442695040888963407ul;
    return *state >> 33;
}

/* One that compiles, to other object code. */
static int is_real(const struct bench *b, const struct mutant *m)
{
    int status;
    if (m->proof != PROOF_UNTRIED)
        return m->proof != PROOF_INVALID && m->proof != PROOF_EQUIVALENT;
    const char *folder = text_format("%s/mutants/%s/sample.work", b->build, b->target->name);
    mkdir(folder, 0777);
    trial_overlay(m, folder);
    const int real = trial_same_object(b, m, folder) == 0;
    shell_output(text_format("rm -rf %s", shell_quote(folder)), &status);
    return real;
}

/* Is the control of this function cheap enough for a sample? */
static int is_small(const struct bench *b, const struct mutant *m)
{
    return budget_of(b, m->function).goals <= SMALL_FUNCTION;
}

static int has_chosen(const struct mutants *list, const char *function)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->mutant[i].chosen && !mutant_is_baseline(&list->mutant[i]) &&
            strcmp(list->mutant[i].function, function) == 0)
            return 1;
    return 0;
}

void sample_all(struct mutants *list)
{
    for (size_t i = 0; i < list->n; i++)
        list->mutant[i].chosen = 1;
}

void sample_some(const struct bench *b, struct mutants *list, long count, unsigned long seed)
{
    long some = 0;
    for (long tries = 0; tries < 1000 && some < count && list->n > 0; tries++) {
        struct mutant *m = &list->mutant[next_random(&seed) % list->n];
        if (m->contract || mutant_is_baseline(m) || m->chosen || !is_real(b, m))
            continue;
        m->chosen = 1;
        some++;
    }
    for (size_t i = 0; i < list->n; i++) {
        struct mutant *m = &list->mutant[i];
        if (mutant_is_baseline(m) && has_chosen(list, m->function) && is_small(b, m))
            m->chosen = 1;
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "proofs/gate/shell.h"
#include "proofs/mutants/trial.h"

static char *verdict_file(const struct bench *b, const struct mutant *m)
{
    return text_format("%s/mutants/%s/%s", b->build, b->target->name, m->id);
}

char *trial_key(const struct bench *b, const struct mutant *m)
{
    struct words files = {0};
    if (b->test != NULL)
        words_add(&files, text_format("tests/unit/t_%s.c", b->target->test));
    return unit_hash(
        &files, text_format("%s %s %s %s", b->salt, m->source->path, m->function, mutant_text(m)));
}

static int recall(const struct bench *b, struct mutant *m)
{
    char *text = text_read(verdict_file(b, m));
    struct words w = text_words(text);
    if (w.n < 4 || strcmp(w.word[0], trial_key(b, m)) != 0)
        return 0;
    m->proof = (enum proof_verdict)atoi(w.word[1]);
    m->test = (enum test_verdict)atoi(w.word[2]);
    m->seconds = strtod(w.word[3], NULL);
    m->note = w.n > 4 ? w.word[4] : "";
    return 1;
}

/* In a process of its own; the verdict goes through the file. */
static void try_one(const struct bench *b, struct mutant *m)
{
    char *folder = text_format("%s.work", verdict_file(b, m));
    struct timespec start, end;
    int status;
    mkdir(folder, 0777);
    clock_gettime(CLOCK_MONOTONIC, &start);
    trial_overlay(m, folder);
    const int same = trial_same_object(b, m, folder);
    m->test = TEST_NONE;
    m->note = "";
    if (same < 0)
        m->proof = PROOF_INVALID;
    else if (same > 0 && !m->contract && !mutant_is_baseline(m)) {
        m->proof = PROOF_EQUIVALENT;
        m->note = "same-object-code";
    } else {
        m->proof = trial_proof(b, m->function, m, folder);
        if (m->proof != PROOF_INVALID)
            m->test = trial_test(b, m, folder);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    text_write(verdict_file(b, m),
               text_format("%s %d %d %.1f %s\n", trial_key(b, m), (int)m->proof, (int)m->test,
                           (double)(end.tv_sec - start.tv_sec), m->note));
    shell_output(text_format("rm -rf %s", shell_quote(folder)), &status);
}

#define MAX_JOBS 16

static struct {
    pid_t process;
    size_t mutant;
} jobs[MAX_JOBS];

static size_t wait_for_one(void)
{
    int status;
    for (;;) {
        pid_t process = waitpid(-1, &status, 0);
        if (process < 0 && errno != EINTR)
            text_die(5, "lost a running mutant");
        for (size_t i = 0; i < MAX_JOBS; i++)
            if (process > 0 && jobs[i].process == process) {
                jobs[i].process = 0;
                if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
                    text_die(5, "a mutant's process failed");
                return jobs[i].mutant;
            }
    }
}

static int start_one(const struct trial *t, size_t number, long limit)
{
    for (long i = 0; i < limit; i++)
        if (jobs[i].process == 0) {
            fflush(NULL);
            pid_t process = fork();
            if (process < 0)
                text_die(5, "cannot start a process: %s", strerror(errno));
            if (process == 0) {
                try_one(t->bench, t->mutant);
                exit(0);
            }
            jobs[i].process = process;
            jobs[i].mutant = number;
            return 1;
        }
    return 0;
}

/* Recorded, listed with a reason, or left by an earlier run of this build. */
static int is_known(const struct trial *t, const struct plan *plan)
{
    return t->mutant->proof != PROOF_UNTRIED ||
           (!plan->again && recall(t->bench, t->mutant) && t->mutant->proof != PROOF_CRASHED);
}

void trials_run(const struct trial *trials, size_t n, const struct plan *plan,
                void (*said)(const struct trial *))
{
    const long limit = plan->jobs < MAX_JOBS ? plan->jobs : MAX_JOBS;
    const time_t start = time(NULL);
    size_t running = 0;
    for (size_t next = 0; next < n || running > 0;) {
        if (next < n && is_known(&trials[next], plan)) {
            said(&trials[next++]);
            continue;
        }
        if (next < n && plan->seconds > 0 && time(NULL) - start >= plan->seconds) {
            trials[next].mutant->proof = PROOF_UNTRIED;
            next++;
            continue;
        }
        if (next < n && start_one(&trials[next], next, limit)) {
            next++;
            running++;
            continue;
        }
        const struct trial *done = &trials[wait_for_one()];
        running--;
        if (!recall(done->bench, done->mutant))
            text_die(5, "no verdict on mutant %s", done->mutant->id);
        said(done);
    }
}

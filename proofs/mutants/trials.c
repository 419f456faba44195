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

/* Everything that the verdict depends on. */
static char *key_of(const struct bench *b, const struct mutant *m)
{
    struct words files = {0};
    if (b->test != NULL)
        words_add(&files, b->test);
    return unit_hash(&files, text_format("%s %s %s %s", b->salt, m->source->path, m->function,
                                         mutant_text(m)));
}

static int recall(const struct bench *b, struct mutant *m)
{
    char *text = text_read(verdict_file(b, m));
    struct words w = text_words(text);
    if (w.n < 4 || strcmp(w.word[0], key_of(b, m)) != 0)
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
               text_format("%s %d %d %.1f %s\n", key_of(b, m), (int)m->proof, (int)m->test,
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

static int start_one(struct bench *b, struct mutant *m, size_t number, long limit)
{
    for (long i = 0; i < limit; i++)
        if (jobs[i].process == 0) {
            fflush(NULL);
            pid_t process = fork();
            if (process < 0)
                text_die(5, "cannot start a process: %s", strerror(errno));
            if (process == 0) {
                try_one(b, m);
                exit(0);
            }
            jobs[i].process = process;
            jobs[i].mutant = number;
            return 1;
        }
    return 0;
}

void trials_run(struct bench *benches, struct mutant **mutants, const size_t *bench_of, size_t n,
                long jobs_wanted, void (*said)(const struct mutant *))
{
    const long limit = jobs_wanted < MAX_JOBS ? jobs_wanted : MAX_JOBS;
    size_t running = 0;
    for (size_t next = 0; next < n || running > 0;) {
        if (next < n && mutants[next]->proof == PROOF_EQUIVALENT) {
            said(mutants[next++]); /* listed with a reason */
            continue;
        }
        if (next < n && recall(&benches[bench_of[next]], mutants[next]) &&
            mutants[next]->proof != PROOF_CRASHED) {
            said(mutants[next++]);
            continue;
        }
        if (next < n && start_one(&benches[bench_of[next]], mutants[next], next, limit)) {
            next++;
            running++;
            continue;
        }
        const size_t done = wait_for_one();
        running--;
        if (!recall(&benches[bench_of[done]], mutants[done]))
            text_die(5, "no verdict on mutant %s", mutants[done]->id);
        said(mutants[done]);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "proofs/mutants/trial.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "proofs/gate/evidence.h"
#include "proofs/gate/shell.h"

char *trial_overlay(const struct mutant *m, const char *folder)
{
    char *path = text_format("%s/%s", folder, m->source->path);
    text_make_folders(path);
    if (text_write(path, mutant_text(m)) != 0)
        text_die(3, "cannot write %s", path);
    return path;
}

/* The overlay is searched before the sources: by -iquote, since Frama-C puts an -I. in front. */
static char *include_path(const char *folder)
{
    return text_format("-iquote %s/kernels/include -iquote %s %s", folder, folder,
                       UNIT_PREPROCESS);
}

/* The C file to compile: the mutated one, or the unit that includes it. */
static const char *unit_file(const struct bench *b, const struct mutant *m, const char *folder)
{
    return m != NULL && strcmp(m->source->path, b->unit.file) == 0
               ? text_format("%s/%s", folder, b->unit.file)
               : b->unit.file;
}

static pid_t start_proof(const struct bench *b, const char *function, const struct mutant *m,
                         const char *folder, const char *log)
{
    const struct budget budget = budget_of(b, function);
    /* Provers are killed with their files open: they go with the folder, whose path must be whole,
     * since Why3 runs them elsewhere. The cache knows what the unchanged goals gave; no verdict of
     * the gate comes from it. */
    return shell_start(
        text_format("TMPDIR=\"$PWD\"/%s WHY3CONFIG=%s "
                    "exec frama-c -machdep gcc_x86_64 -cpp-extra-args=%s "
                    "-wp -wp-rte -wp-model %s -wp-prover %s -wp-steps %ld -wp-timeout %d "
                    "-wp-par 2 -wp-cache update -wp-cache-dir %s %s -wp-fct %s %s",
                    shell_quote(folder), shell_quote(text_format("%s/wp/why3.conf", b->build)),
                    shell_quote(include_path(folder)), b->target->model, budget.provers,
                    budget.steps, TRIAL_SECONDS,
                    shell_quote(text_format("%s/mutants/cache", b->build)), b->target->flags,
                    function,
                    shell_quote(unit_file(b, m, folder))),
        log);
}

static enum proof_verdict verdict_of(struct evidence *e, struct mutant *m)
{
    enum proof_verdict verdict = PROOF_MISSED;
    for (size_t i = 0; i < e->problems.n; i++) {
        const struct problem *p = &e->problems.problem[i];
        const int limit = strcmp(p->code, "PROVER_TIMEOUT") == 0 ||
                          strcmp(p->code, "PROVER_FAILED") == 0;
        /* WP counts no goal for a division by the constant 0; the gate refuses its message. */
        if (!limit && strcmp(p->code, "GOAL_NOT_VALID") != 0 &&
            strcmp(p->code, "RUNTIME_ERROR") != 0)
            continue;
        if (verdict == PROOF_MISSED || !limit)
            m->note = p->subject;
        verdict = limit && verdict != PROOF_REFUTED ? PROOF_EXHAUSTED : PROOF_REFUTED;
    }
    return verdict;
}

static int has_text(const char *path, const char *text)
{
    const char *log = text_read(path);
    return log != NULL && strstr(log, text) != NULL;
}

/* A prover that could not be run has refuted nothing. */
static int broke_down(const char *path)
{
    return has_text(path, "[Why3 Error]");
}

static struct evidence read_log(const char *path)
{
    struct evidence e = {0};
    char *log = text_read(path);
    evidence_read_log(&e, log == NULL ? text_copy("", 0) : log);
    return e;
}

static void sleep_a_little(void)
{
    nanosleep(&(struct timespec){0, 150000000}, NULL);
}

/* One goal that fails settles it: the rest need not be tried. Looks only at whole records, which a
 * further '[' follows. */
static int settled_so_far(const char *path)
{
    char *log = text_read(path);
    if (log == NULL || strstr(log, "[Failed] Goal ") == NULL)
        return 0;
    char *last = strrchr(log, '\n');
    while (last != NULL && last > log && last[1] != '[') {
        *last = '\0';
        last = strrchr(log, '\n');
    }
    if (last == NULL)
        return 0;
    last[1] = '\0';
    struct evidence e = {0};
    struct mutant none = {0};
    evidence_read_log(&e, log);
    return broke_down(path) || verdict_of(&e, &none) != PROOF_MISSED;
}

static pid_t running;

/* An interrupted trial takes frama-c and its provers, which are a group of their own, with it. */
static void end_running(int number)
{
    if (running > 0)
        kill(-running, SIGTERM);
    signal(number, SIG_DFL);
    raise(number);
}

enum proof_verdict trial_proof(const struct bench *b, const char *function, struct mutant *m,
                               const char *folder)
{
    char *log = text_format("%s/log", folder);
    struct mutant none = {0};
    int status, settled = 0;
    pid_t process = start_proof(b, function, m, folder, log);
    running = process;
    signal(SIGINT, end_running);
    signal(SIGTERM, end_running);
    while (waitpid(process, &status, WNOHANG) == 0) {
        sleep_a_little();
        if (!settled && settled_so_far(log)) {
            settled = 1;
            kill(-process, SIGTERM);
        }
    }
    kill(-process, SIGKILL); /* provers that outlived it */
    running = 0;
    if (broke_down(log))
        return PROOF_CRASHED;
    struct evidence e = read_log(log);
    enum proof_verdict verdict = verdict_of(&e, m == NULL ? &none : m);
    if (settled || e.log_total >= 0)
        return verdict;
    return has_text(log, "invalid user input") ? PROOF_INVALID : PROOF_CRASHED;
}

static const char compile[] = "${CC:-cc} -std=c11 -O2 -g0 -w -ffp-contract=off ";

static int compiles(const struct bench *b, const struct mutant *m, const char *folder,
                    const char *object)
{
    int status;
    shell_output(text_format("%s %s -c -o %s %s 2>&1", compile, include_path(folder),
                             shell_quote(object), shell_quote(unit_file(b, m, folder))),
                 &status);
    return status == 0;
}

/* -1 when it does not compile. */
int trial_same_object(const struct bench *b, const struct mutant *m, const char *folder)
{
    char *before = text_format("%s/before.o", folder), *after = text_format("%s/after.o", folder);
    int status;
    if (!compiles(b, NULL, "/nonexistent", before))
        text_die(3, "%s does not compile", b->unit.file);
    if (!compiles(b, m, folder, after))
        return -1;
    shell_output(text_format("cmp -s %s %s", shell_quote(before), shell_quote(after)), &status);
    return status == 0;
}

/* The mutated object comes before the library, so its functions are the ones linked. */
enum test_verdict trial_test(const struct bench *b, const struct mutant *m, const char *folder)
{
    int status;
    if (b->test == NULL || m->contract)
        return TEST_NONE;
    char *program = text_format("%s/test", folder);
    char *said = shell_output(
        text_format("${CC:-cc} -o %s %s %s/after.o %s 2>&1", shell_quote(program), b->test,
                    shell_quote(folder), b->link),
        &status);
    if (status != 0)
        text_die(3, "the unit test does not link: %.500s", said);
    /* A mutant may loop for ever or eat all memory: that too is noticed by the test. */
    shell_output(text_format("ulimit -v 4000000; timeout 60 %s >/dev/null 2>&1",
                             shell_quote(program)),
                 &status);
    return status != 0 ? TEST_KILLED : TEST_MISSED;
}

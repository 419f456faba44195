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

#include "proofs/gate/result.h"
#include "proofs/gate/shell.h"

#define MAX_JOBS 16

static struct job {
    struct result *result;
    pid_t process;
    double start;
} jobs[MAX_JOBS];

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static char *inside(const struct result *r, const char *name)
{
    return text_format("%s/%s", r->folder, name);
}

/* An interrupted gate takes its provers with it. */
static void end_all(int number)
{
    for (size_t i = 0; i < MAX_JOBS; i++)
        if (jobs[i].process > 0)
            kill(-jobs[i].process, SIGTERM);
    signal(number, SIG_DFL);
    raise(number);
}

/* What an earlier run on the same content cost; before the first, goals stand for seconds. */
static double expected_cost(const struct result *r)
{
    const char *text = text_read(inside(r, "seconds"));
    return text == NULL ? (double)r->target->goals : strtod(text, NULL);
}

static int longest_first(const void *a, const void *b)
{
    const double x = expected_cost(*(struct result *const *)a);
    const double y = expected_cost(*(struct result *const *)b);
    return (x < y) - (x > y);
}

/* The key of a run is written last and removed first, so a broken-off run is never taken up. */
static int up_to_date(struct result *r)
{
    const char *key = text_read(inside(r, "key"));
    const char *seconds = text_read(inside(r, "seconds"));
    if (key == NULL || seconds == NULL || strcmp(key, r->key) != 0)
        return 0;
    r->seconds = strtod(seconds, NULL);
    return 1;
}

static void start(struct job *job, struct result *r)
{
    static const char *const old[] = {"key", "report.json", "properties.csv", "log"};
    for (size_t i = 0; i < sizeof old / sizeof old[0]; i++)
        unlink(inside(r, old[i]));
    *job = (struct job){r, shell_start(r->command, inside(r, "log")), now()};
    r->fresh = 1;
}

static void finish(struct job *job, int status)
{
    struct result *r = job->result;
    r->seconds = now() - job->start;
    r->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    job->process = 0;
    text_write(inside(r, "seconds"), text_format("%.1f\n", r->seconds));
}

static struct job *wait_for_one(void)
{
    int status;
    pid_t process;
    while ((process = waitpid(-1, &status, 0)) < 0)
        if (errno != EINTR)
            text_die(5, "lost a running proof: %s", strerror(errno));
    for (size_t i = 0; i < MAX_JOBS; i++)
        if (jobs[i].process == process) {
            finish(&jobs[i], status);
            return &jobs[i];
        }
    return NULL;
}

static struct job *free_job(long limit)
{
    for (long i = 0; i < limit; i++)
        if (jobs[i].process == 0)
            return &jobs[i];
    return NULL;
}

void results_run(struct result *results, size_t n, const struct settings *settings,
                 void (*said)(struct result *))
{
    struct result **waiting = text_memory((n + 1) * sizeof *waiting);
    const long limit = settings->jobs < MAX_JOBS ? settings->jobs : MAX_JOBS;
    size_t left = 0, running = 0, next = 0;
    signal(SIGINT, end_all);
    signal(SIGTERM, end_all);
    for (size_t i = 0; i < n; i++) {
        if (results[i].command == NULL || (!settings->again && up_to_date(&results[i])))
            said(&results[i]);
        else
            waiting[left++] = &results[i];
    }
    qsort(waiting, left, sizeof *waiting, longest_first);
    while (next < left || running > 0) {
        struct job *job = next < left ? free_job(limit) : NULL;
        if (job != NULL) {
            start(job, waiting[next++]);
            running++;
            continue;
        }
        job = wait_for_one();
        if (job != NULL) {
            running--;
            said(job->result);
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/cli/launch.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bounds/cli/args.h"

#define TWIN "staleproof-mpi"

/* The words of the command line to come. */
struct line {
    size_t n, room;
    char **words; /* NULL-terminated */
    int failed;
};

static void add(struct line *line, const char *first, const char *second)
{
    const size_t size = strlen(first) + strlen(second) + 1;
    char *word = malloc(size);
    if (line->n + 2 > line->room) {
        char **more = realloc(line->words, (2 * line->room + 16) * sizeof *more);
        line->failed |= more == NULL;
        line->words = more != NULL ? more : line->words;
        line->room = more != NULL ? 2 * line->room + 16 : line->room;
    }
    if (line->failed || word == NULL) {
        line->failed = 1;
        free(word);
        return;
    }
    snprintf(word, size, "%s%s", first, second);
    line->words[line->n++] = word;
    line->words[line->n] = NULL;
}

static void clear(struct line *line)
{
    for (size_t k = 0; k < line->n; k++)
        free(line->words[k]);
    free(line->words);
}

static int is_for_mpirun(const char *option)
{
    return strcmp(option, "oversubscribe") == 0 || strcmp(option, "hostfile") == 0;
}

static void add_options(struct line *line, const struct sp_args *args, int for_mpirun)
{
    for (size_t k = 0; k < args->n_given; k++) {
        const char *name = args->given[k].option->name;
        if (is_for_mpirun(name) != for_mpirun)
            continue;
        add(line, "--", name);
        if (args->given[k].option->arg != NULL)
            add(line, args->given[k].value, "");
    }
}

/* An executable of that name in PATH. */
static int is_in_path(const char *name)
{
    const char *path = getenv("PATH");
    char file[PATH_MAX];
    for (const char *dir = path; dir != NULL && *dir != '\0';) {
        size_t n = strcspn(dir, ":");
        if (snprintf(file, sizeof file, "%.*s/%s", (int)n, dir, name) < (int)sizeof file &&
            access(file, X_OK) == 0)
            return 1;
        dir += n + (dir[n] == ':');
    }
    return 0;
}

/* Beside this program, where the build and the installation put it; else in PATH. */
static int find_twin(char *file, size_t size)
{
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n > 0) {
        self[n] = '\0';
        if (snprintf(file, size, "%s/" TWIN, dirname(self)) < (int)size && access(file, X_OK) == 0)
            return 1;
    }
    snprintf(file, size, TWIN);
    return is_in_path(TWIN);
}

static enum sp_status check(const struct sp_args *args, unsigned learners, char *twin, size_t size,
                            struct sp_error *err)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (!is_in_path("mpirun"))
        return sp_fail(err, SP_USAGE,
                       "engine=mpi needs mpirun, which is not in PATH: install openmpi-bin");
    if (!find_twin(twin, size))
        return sp_fail(err, SP_USAGE,
                       "engine=mpi needs " TWIN " beside this program or in PATH: build it with "
                       "libopenmpi-dev installed");
    if ((long)learners + 1 > processors && sp_arg(args, "oversubscribe") == NULL &&
        sp_arg(args, "hostfile") == NULL)
        return sp_fail(err, SP_USAGE,
                       "P = %u learners and the server are %u processes, and this machine has %ld "
                       "processors: give --oversubscribe, or machines with --hostfile",
                       learners, learners + 1, processors);
    return SP_OK;
}

static void compose(struct line *line, const struct sp_args *args, unsigned learners,
                    const char *twin)
{
    char ranks[32];
    snprintf(ranks, sizeof ranks, "%u", learners + 1);
    add(line, "mpirun", "");
    add(line, "--enable-recovery", "");
    add_options(line, args, 1);
    add(line, "-x", "");
    add(line, SP_LAUNCH_STATUS, "");
    add(line, "-n", "");
    add(line, ranks, "");
    add(line, twin, "");
    add(line, args->command->name, "");
    add_options(line, args, 0);
    for (size_t k = 0; k < args->n_words; k++)
        add(line, args->words[k], "");
}

/* In the child. Whoever runs this as root has decided so already. */
static void become(char **words, const char *status_file)
{
    setenv(SP_LAUNCH_STATUS, status_file, 1);
    if (geteuid() == 0) {
        setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 0);
        setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 0);
    }
    execvp(words[0], words);
    fprintf(stderr, "%s: %s\n", words[0], strerror(errno));
    _exit(127);
}

static enum sp_status read_status(FILE *file, int exit_code, struct sp_error *err)
{
    int status = -1;
    if (fscanf(file, "%d", &status) == 1 && SP_OK <= status && status <= SP_INTERNAL)
        return (enum sp_status)status;
    return sp_fail(err, SP_INTERNAL,
                   "rank 0, the server, was lost or never began; mpirun's exit code is %d",
                   exit_code);
}

static enum sp_status run_line(char **words, struct sp_error *err)
{
    char path[] = "/tmp/staleproof-mpi-XXXXXX";
    int fd = mkstemp(path), code = 0;
    FILE *file = fd >= 0 ? fdopen(fd, "r") : NULL;
    if (file == NULL)
        return sp_fail(err, SP_INPUT, "%s: %s", path, strerror(errno));
    /* Ctrl-C reaches mpirun, which ends its ranks; here the status file must still be removed. */
    void (*interrupt)(int) = signal(SIGINT, SIG_IGN);
    pid_t child = fork();
    if (child == 0) {
        signal(SIGINT, interrupt);
        become(words, path);
    }
    enum sp_status status = child > 0 ? SP_OK : sp_fail(err, SP_INTERNAL, "cannot start mpirun");
    while (child > 0 && waitpid(child, &code, 0) < 0 && errno == EINTR)
        continue;
    if (status == SP_OK)
        status = read_status(file, WIFEXITED(code) ? WEXITSTATUS(code) : 128 + WTERMSIG(code), err);
    signal(SIGINT, interrupt);
    fclose(file);
    unlink(path);
    return status;
}

enum sp_status sp_launch_mpi(const struct sp_args *args, unsigned learners, struct sp_error *err)
{
    char twin[PATH_MAX];
    struct line line = {0};
    enum sp_status status = check(args, learners, twin, sizeof twin, err);
    if (status != SP_OK)
        return status;
    compose(&line, args, learners, twin);
    fflush(stdout);
    status = line.failed ? sp_fail_memory(err) : run_line(line.words, err);
    clear(&line);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/base/outfile.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The signal handler may only touch what is lock-free: one slot a file that is open. */
#define OPEN_MAX_FILES 16
static char *volatile open_temporaries[OPEN_MAX_FILES];

static void remove_and_die(int number)
{
    for (int i = 0; i < OPEN_MAX_FILES; i++)
        if (open_temporaries[i] != NULL)
            unlink(open_temporaries[i]);
    signal(number, SIG_DFL);
    raise(number);
}

static void guard_against_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct sigaction now;
        /* A caller that handles or ignores a signal keeps its way. */
        if (sigaction(numbers[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL)
            signal(numbers[i], remove_and_die);
    }
}

static void note_open(char *temporary)
{
    for (int i = 0; i < OPEN_MAX_FILES; i++)
        if (open_temporaries[i] == NULL) {
            open_temporaries[i] = temporary;
            return;
        }
}

static void note_closed(const char *temporary)
{
    for (int i = 0; i < OPEN_MAX_FILES; i++)
        if (open_temporaries[i] == temporary)
            open_temporaries[i] = NULL;
}

static void release(struct sp_outfile *file)
{
    if (file->temporary != NULL)
        note_closed(file->temporary);
    free(file->path);
    free(file->temporary);
    memset(file, 0, sizeof *file);
}

static enum sp_status open_temporary(struct sp_outfile *file, struct sp_error *err)
{
    size_t length = strlen(file->path) + sizeof ".XXXXXX";
    file->temporary = malloc(length);
    if (file->temporary == NULL)
        return sp_fail_memory(err);
    snprintf(file->temporary, length, "%s.XXXXXX", file->path);
    int descriptor = mkstemp(file->temporary);
    if (descriptor < 0) {
        enum sp_status status =
            sp_fail(err, SP_INPUT, "%s: cannot write: %s", file->path, strerror(errno));
        free(file->temporary);
        file->temporary = NULL;
        return status;
    }
    note_open(file->temporary);
    guard_against_signals();
    file->stream = fdopen(descriptor, "w");
    if (file->stream != NULL)
        return SP_OK;
    close(descriptor);
    unlink(file->temporary);
    return sp_fail_memory(err);
}

enum sp_status sp_outfile_open(struct sp_outfile *file, const char *path, struct sp_error *err)
{
    memset(file, 0, sizeof *file);
    file->path = strdup(path);
    if (file->path == NULL)
        return sp_fail_memory(err);
    if (strcmp(path, "-") == 0) {
        file->stream = stdout;
        return SP_OK;
    }
    enum sp_status status = open_temporary(file, err);
    if (status != SP_OK)
        release(file);
    return status;
}

/* mkstemp makes files that only their owner reads; give what open(2) would have given. */
static void apply_umask(const char *path)
{
    mode_t mask = umask(0);
    umask(mask);
    (void)chmod(path, 0666 & ~mask);
}

enum sp_status sp_outfile_commit(struct sp_outfile *file, struct sp_error *err)
{
    enum sp_status status = SP_OK;
    int failed = fflush(file->stream) != 0 || ferror(file->stream);
    if (file->temporary != NULL) {
        failed = fclose(file->stream) != 0 || failed;
        if (!failed) {
            apply_umask(file->temporary);
            failed = rename(file->temporary, file->path) != 0;
        }
    }
    if (failed) {
        status = sp_fail(err, SP_INPUT, "%s: cannot write: %s", file->path, strerror(errno));
        if (file->temporary != NULL)
            unlink(file->temporary);
    }
    release(file);
    return status;
}

void sp_outfile_abort(struct sp_outfile *file)
{
    if (file->path == NULL)
        return;
    if (file->temporary != NULL) {
        fclose(file->stream);
        unlink(file->temporary);
    }
    release(file);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "reports/render/run_tool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOT_FOUND 127

static void become(const char *const *words, const char *folder)
{
    char log[256];
    snprintf(log, sizeof log, "%s.log", words[0]);
    if (folder != NULL && chdir(folder) != 0)
        _exit(NOT_FOUND - 1);
    int descriptor = folder != NULL ? open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666)
                                    : open("/dev/null", O_WRONLY);
    if (descriptor >= 0) {
        dup2(descriptor, STDOUT_FILENO);
        if (folder != NULL)
            dup2(descriptor, STDERR_FILENO);
    }
    execvp(words[0], (char *const *)words);
    _exit(NOT_FOUND);
}

enum sp_status sp_run_tool(const char *const *words, const char *folder, struct sp_error *err)
{
    pid_t child = fork();
    if (child < 0)
        return sp_fail(err, SP_INTERNAL, "%s: cannot start: %s", words[0], strerror(errno));
    if (child == 0)
        become(words, folder);
    int state;
    while (waitpid(child, &state, 0) < 0)
        if (errno != EINTR)
            return sp_fail(err, SP_INTERNAL, "%s: cannot wait: %s", words[0], strerror(errno));
    if (WIFEXITED(state) && WEXITSTATUS(state) == 0)
        return SP_OK;
    if (WIFEXITED(state) && WEXITSTATUS(state) == NOT_FOUND)
        return sp_fail(err, SP_USAGE, "%s is not installed; `make deps` installs it", words[0]);
    return sp_fail(err, SP_INTERNAL, "%s failed%s%s%s%s", words[0], folder ? "; see " : "",
                   folder ? folder : "", folder ? "/" : "",
                   folder ? words[0] : "");
}

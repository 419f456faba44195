/* SPDX-License-Identifier: Apache-2.0 */
#include "proofs/gate/shell.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "proofs/gate/text.h"

char *shell_quote(const char *word)
{
    char *quoted = text_memory(4 * strlen(word) + 3);
    char *to = quoted;
    *to++ = '\'';
    for (; *word != '\0'; word++) {
        if (*word == '\'') {
            memcpy(to, "'\\''", 4);
            to += 4;
        } else {
            *to++ = *word;
        }
    }
    *to = '\'';
    return quoted;
}

char *shell_output(const char *command, int *status)
{
    FILE *stream = popen(command, "r");
    if (stream == NULL)
        text_die(5, "cannot start a shell: %s", strerror(errno));
    size_t length = 0, room = 4096, got;
    char *text = text_memory(room);
    while ((got = fread(text + length, 1, room - length - 1, stream)) > 0) {
        length += got;
        if (length + 1 < room)
            continue;
        room *= 2;
        text = realloc(text, room);
        if (text == NULL)
            text_die(5, "out of memory");
    }
    text[length] = '\0';
    int ended = pclose(stream);
    *status = WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
    return text;
}

pid_t shell_start(const char *command, const char *log)
{
    fflush(NULL);
    pid_t child = fork();
    if (child < 0)
        text_die(5, "cannot start a process: %s", strerror(errno));
    if (child > 0)
        return child;
    setpgid(0, 0); /* so that it and its provers can be ended together */
    int out = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    int in = open("/dev/null", O_RDONLY);
    if (out < 0 || in < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0)
        _exit(127);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

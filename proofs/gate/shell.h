/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_GATE_SHELL_H
#define SP_GATE_SHELL_H
#include <sys/types.h>

/* One word for /bin/sh. */
char *shell_quote(const char *word);

/* What the command prints; *status is its exit code, -1 when it did not exit by itself. */
char *shell_output(const char *command, int *status);

/* Starts the command in a process group of its own with stdout and stderr in `log`. */
pid_t shell_start(const char *command, const char *log);

#endif

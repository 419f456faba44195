/* SPDX-License-Identifier: Apache-2.0 */
/* `shell`: holds inputs, so that one thing can be varied. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bounds/cli/commands.h"
#include "bounds/cli/line_input.h"
#include "bounds/cli/words.h"

#define MOST_WORDS 256

struct held {
    size_t n;
    char *lines[MOST_WORDS]; /* "KEY=VALUE" */
};

static size_t key_length(const char *word)
{
    size_t length = strcspn(word, "=");
    return word[length] ? length : 0;
}

static void forget(struct held *h, const char *key, size_t length)
{
    size_t kept = 0;
    for (size_t i = 0; i < h->n; i++) {
        if (key_length(h->lines[i]) == length && strncmp(h->lines[i], key, length) == 0)
            free(h->lines[i]);
        else
            h->lines[kept++] = h->lines[i];
    }
    h->n = kept;
}

static enum sp_status hold(struct held *h, const char *word, struct sp_error *err)
{
    size_t length = key_length(word);
    if (length == 0)
        return sp_fail(err, SP_USAGE, "'%s' is not an input: expected KEY=VALUE", word);
    forget(h, word, length);
    if (!word[length + 1])
        return SP_OK; /* KEY= forgets */
    if (h->n == MOST_WORDS)
        return sp_fail(err, SP_USAGE, "more than %d inputs", MOST_WORDS);
    h->lines[h->n] = strdup(word);
    return h->lines[h->n++] ? SP_OK : sp_fail_memory(err);
}

/* All that is held, one a line; malloc'ed. */
static char *held_text(const struct held *h)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    for (size_t i = 0; out && i < h->n; i++)
        fprintf(out, "%s\n", h->lines[i]);
    if (out)
        fclose(out);
    return text;
}

static enum sp_status run_line(const struct sp_args *args, struct held *h, int n, char **words,
                               struct sp_error *err)
{
    enum sp_status status = SP_OK;
    if (strcmp(words[0], "inputs") == 0) {
        for (size_t i = 0; i < h->n; i++)
            puts(h->lines[i]);
        return SP_OK;
    }
    if (strcmp(words[0], "help") == 0) {
        sp_help_program(stdout, args->program);
        return SP_OK;
    }
    if (strcmp(words[0], "shell") == 0)
        return sp_fail(err, SP_USAGE, "this is the shell");
    if (strchr(words[0], '=')) {
        for (int i = 0; status == SP_OK && i < n; i++)
            status = hold(h, words[i], err);
        return status;
    }
    char *text = held_text(h);
    status = text ? sp_program_run(args->program, n, words, text, err) : sp_fail_memory(err);
    free(text);
    return status;
}

/* A failure is printed, and the shell goes on. */
static enum sp_status take_line(const struct sp_args *args, struct held *h, char *line)
{
    struct sp_error err = {0};
    char *words[MOST_WORDS + 1];
    enum sp_status status = SP_OK;
    int n = sp_words(line, words, MOST_WORDS);
    if (n < 0)
        status = sp_fail(&err, SP_USAGE, "a quote is not closed, or there are too many words");
    words[n > 0 ? n : 0] = NULL;
    if (n > 0)
        status = run_line(args, h, n, words, &err);
    fflush(stdout);
    if (err.text[0])
        fprintf(stderr, "%s: %s\n", args->program->name, err.text);
    return status;
}

static int is_end(const char *line)
{
    size_t length = strcspn(line, "\r\n");
    return (length == 4 && (strncmp(line, "quit", 4) == 0 || strncmp(line, "exit", 4) == 0));
}

static enum sp_status run(const struct sp_args *args, struct sp_error *err)
{
    struct held h = {0};
    char *line;
    enum sp_status status = SP_OK, one;
    int talks = isatty(STDIN_FILENO);
    (void)err;
    while ((line = sp_line_input(args->program)) != NULL && !is_end(line)) {
        one = take_line(args, &h, line);
        if (one != SP_OK)
            status = one;
        free(line);
    }
    for (size_t i = 0; i < h.n; i++)
        free(h.lines[i]);
    free(line);
    /* To somebody at a terminal every failure has been said already. */
    return talks ? SP_OK : status;
}

static const char *const examples[] = {
    "printf 'L=1 c=0.1 sigma2=1 MG=0 m=8 eta=0.5\\nbound sync_pl K=4 D0=10 J=100\\n' | "
    "staleproof shell",
    NULL,
};

const struct sp_command sp_command_shell = {
    .name = "shell",
    .operands = "",
    .summary = "read command lines that share inputs",
    .run = run,
    .details =
        "KEY=VALUE ... holds inputs for all commands that follow (KEY= forgets one); `inputs` "
        "shows them; `quit` ends. Every other line is a command of this program without its name; "
        "it takes of what is held what it has a use for. At a terminal there are history, editing "
        "and, by Tab, completion of commands, options, bounds and their inputs (when the build "
        "found readline). When standard input is not a terminal, the exit code is "
        "that of the last line that failed.",
    .examples = examples,
};

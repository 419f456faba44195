/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/cli/line_input.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bounds/cli/args.h"
#include "bounds/cli/words.h"

#define MOST_WORDS 256

static void command_names(FILE *out, const struct sp_program *program)
{
    for (size_t i = 0; program->commands[i]; i++)
        fprintf(out, "%s\n", program->commands[i]->name);
    fputs("inputs\nhelp\nquit\n", out);
}

static void option_names(FILE *out, const struct sp_program *program, const char *name)
{
    for (size_t i = 0; program->commands[i]; i++) {
        const struct sp_command *c = program->commands[i];
        for (size_t k = 0; strcmp(c->name, name) == 0 && k < sp_option_count(c->options); k++)
            fprintf(out, "--%s\n", c->options[k].name);
    }
}

void sp_line_candidates(FILE *out, const struct sp_program *program, const char *line,
                        int is_option)
{
    char *words[MOST_WORDS + 1], *copy = strdup(line);
    int n = copy ? sp_words(copy, words, MOST_WORDS) : -1;
    if (n == 0)
        command_names(out, program);
    else if (n > 0 && is_option)
        option_names(out, program, words[0]);
    else if (n > 0)
        sp_program_complete(program, n, words, out);
    free(copy);
}

#ifdef SP_HAVE_READLINE
#include <readline/history.h>
#include <readline/readline.h>

static const struct sp_program *completed;
static char *candidates, *next_candidate;

/* readline asks with 0, 1, 2, ... for the next candidate that begins with `text`. */
static char *next_match(const char *text, int state)
{
    size_t size = 0;
    if (state == 0) {
        free(candidates);
        candidates = NULL;
        FILE *out = open_memstream(&candidates, &size);
        char *before = strndup(rl_line_buffer, (size_t)rl_point - strlen(text));
        if (out && before)
            sp_line_candidates(out, completed, before, text[0] == '-');
        if (out)
            fclose(out);
        free(before);
        next_candidate = candidates;
    }
    while (next_candidate && *next_candidate) {
        char *line = next_candidate;
        size_t length = strcspn(line, "\n");
        next_candidate += length + (line[length] == '\n');
        if (strncmp(line, text, strlen(text)) == 0) {
            rl_completion_suppress_append = length > 0 && line[length - 1] == '=';
            return strndup(line, length);
        }
    }
    return NULL;
}

static char **complete(const char *text, int start, int end)
{
    (void)start;
    (void)end;
    rl_attempted_completion_over = 1;
    return rl_completion_matches(text, next_match);
}

static char *ask(const struct sp_program *program)
{
    completed = program;
    rl_readline_name = program->name;
    rl_attempted_completion_function = complete;
    rl_completer_word_break_characters = " \t";
    rl_outstream = stderr;
    char *line = readline("staleproof> ");
    if (line && *line)
        add_history(line);
    return line;
}
#else
static char *ask(const struct sp_program *program)
{
    char *line = NULL;
    size_t room = 0;
    fprintf(stderr, "%s> ", program->name);
    if (getline(&line, &room, stdin) >= 0)
        return line;
    free(line);
    return NULL;
}
#endif

char *sp_line_input(const struct sp_program *program)
{
    char *line = NULL;
    size_t room = 0;
    if (isatty(STDIN_FILENO))
        return ask(program);
    if (getline(&line, &room, stdin) >= 0)
        return line;
    free(line);
    return NULL;
}

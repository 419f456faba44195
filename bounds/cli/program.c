/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/cli/args.h"
#include "bounds/cli/command.h"
#include "bounds/formula/nearest.h"

static const struct sp_command *find(const struct sp_program *program, const char *name)
{
    for (size_t i = 0; program->commands[i]; i++)
        if (strcmp(program->commands[i]->name, name) == 0)
            return program->commands[i];
    return NULL;
}

static enum sp_status unknown(const struct sp_program *program, const char *name,
                              struct sp_error *err)
{
    const char *names[64];
    size_t n = 0;
    for (; n < 64 && program->commands[n]; n++)
        names[n] = program->commands[n]->name;
    const char *near = sp_nearest(name, names, n);
    if (near)
        return sp_fail(err, SP_USAGE, "there is no command '%s'; did you mean '%s'?", name, near);
    return sp_fail(err, SP_USAGE, "there is no command '%s'; see `%s --help`", name, program->name);
}

/* Candidates for the word after `argv` (the command and what follows it). */
void sp_program_complete(const struct sp_program *program, int argc, char **argv, FILE *out)
{
    const struct sp_command *command = argc > 0 ? find(program, argv[0]) : NULL;
    struct sp_error ignored;
    struct sp_args args;
    if (!command || !command->complete)
        return;
    struct sp_command lenient = *command;
    lenient.least_words = 0;
    if (sp_args_read(&args, &lenient, argc, argv, &ignored) != SP_OK)
        return;
    command->complete(&args, out);
    sp_args_clear(&args);
}

static void print_examples(const struct sp_program *program)
{
    for (size_t i = 0; program->commands[i]; i++)
        for (size_t j = 0; program->commands[i]->examples && program->commands[i]->examples[j]; j++)
            puts(program->commands[i]->examples[j]);
}

static void print_page(const struct sp_program *program, const char *name)
{
    if (!name[0])
        sp_man_page(stdout, program);
    for (size_t i = 0; program->pages[i].name; i++)
        if (strcmp(program->pages[i].name, name) == 0)
            program->pages[i].print(stdout, program);
}

/* What packaging, shells and tests ask for; not in --help. */
static int hidden(const struct sp_program *program, int argc, char **argv)
{
    if (strcmp(argv[1], "--man") == 0)
        print_page(program, argc > 2 ? argv[2] : "");
    else if (strcmp(argv[1], "--completion") == 0)
        sp_completion(stdout, program);
    else if (strcmp(argv[1], "--complete") == 0)
        sp_program_complete(program, argc - 2, argv + 2, stdout);
    else if (strcmp(argv[1], "--examples") == 0)
        print_examples(program);
    else
        return 0;
    return 1;
}

enum sp_status sp_program_run(const struct sp_program *program, int argc, char **argv,
                              const char *held, struct sp_error *err)
{
    const struct sp_command *command = find(program, argv[0]);
    if (!command)
        return unknown(program, argv[0], err);
    struct sp_args args;
    enum sp_status status = sp_args_read(&args, command, argc, argv, err);
    if (status != SP_OK)
        return status;
    args.program = program;
    args.held = held;
    if (sp_arg(&args, "help"))
        sp_help_command(stdout, program, command);
    else
        status = command->run(&args, err);
    sp_args_clear(&args);
    return status;
}

static enum sp_status dispatch(const struct sp_program *program, int argc, char **argv,
                               struct sp_error *err)
{
    if (argc < 2) {
        sp_help_program(stderr, program);
        return SP_USAGE;
    }
    if (hidden(program, argc, argv))
        return SP_OK;
    if (strcmp(argv[1], "--version") == 0) {
        printf("%s %s\n", program->name, program->version);
        return SP_OK;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        (strcmp(argv[1], "help") == 0 && argc == 2)) {
        sp_help_program(stdout, program);
        return SP_OK;
    }
    if (strcmp(argv[1], "help") == 0) {
        const struct sp_command *command = find(program, argv[2]);
        if (!command)
            return unknown(program, argv[2], err);
        sp_help_command(stdout, program, command);
        return SP_OK;
    }
    return sp_program_run(program, argc - 1, argv + 1, NULL, err);
}

int sp_program_main(const struct sp_program *program, int argc, char **argv)
{
    struct sp_error err = {0};
    enum sp_status status = dispatch(program, argc, argv, &err);
    /* Lost output must not look like success. */
    errno = 0;
    if (fflush(stdout) != 0 || ferror(stdout)) {
        sp_fail(&err, SP_INPUT, "cannot write standard output: %s", strerror(errno));
        status = SP_INPUT;
    }
    if (err.text[0])
        fprintf(stderr, "%s: %s\n", program->name, err.text);
    return (int)status;
}

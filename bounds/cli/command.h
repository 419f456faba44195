/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_CLI_COMMAND_H
#define SP_CLI_COMMAND_H

#include <stddef.h>
#include <stdio.h>

#include "bounds/base/error.h"

/* Every command and option is written once, in these tables. Parsing, --help, the man page and
 * the bash completion all read them.
 *
 * To add a command: define `const struct sp_command sp_command_NAME` in your room, declare it in
 * your header, and add its row to the table in reports/cli/main.c. */

struct sp_option {
    const char *name; /* long form, without dashes; NULL ends a table */
    char letter;      /* short form; 0: none */
    const char *arg;  /* what the argument is: "FILE", "N"; NULL: a flag */
    const char *help; /* one sentence, no full stop */
};

struct sp_args;
struct sp_program;

struct sp_command {
    const char *name;     /* one word */
    const char *operands; /* as shown in the synopsis: "NAME KEY=VALUE ..."; "" if none */
    const char *summary;  /* one line, no full stop */
    const struct sp_option *options; /* NULL: none */
    /* Data on standard output, messages on standard error. On failure fills `err` (printed by the
     * caller) and must not have written to standard output, except for verdicts. */
    enum sp_status (*run)(const struct sp_args *args, struct sp_error *err);

    /* All below may be left out. */
    const char *details;         /* paragraphs, separated by an empty line */
    const char *const *examples; /* command lines, NULL-terminated; the tests run them */
    size_t least_words;          /* operands that must be there */
    size_t most_words;           /* 0: as many as the user likes, if `operands` is not empty */
    /* Prints candidates for the operand after those in `args`, one a line; for completion. */
    void (*complete)(const struct sp_args *args, FILE *out);
};

struct sp_args {
    const struct sp_program *program;
    const struct sp_command *command;
    const char *held; /* inputs that the shell holds, KEY = VALUE lines; or NULL */
    size_t n_words;
    const char *const *words; /* the operands */
    size_t n_given;
    struct sp_given_option *given; /* options in the order of the command line */
};

/* The argument of an option ("" for a flag), or NULL if it was not given. The last one wins. */
const char *sp_arg(const struct sp_args *args, const char *option);

/* The arguments of an option that may be repeated: index 0, 1, ...; NULL after the last. */
const char *sp_arg_nth(const struct sp_args *args, const char *option, size_t index);

/* A whole number given to an option; `otherwise` when it was not given. SP_USAGE outside
 * [least, most]. */
enum sp_status sp_arg_count(const struct sp_args *args, const char *option, long least, long most,
                            long otherwise, long *value, struct sp_error *err);

/* A further man page, `--man NAME`. */
struct sp_page {
    const char *name; /* NULL ends a table */
    void (*print)(FILE *out, const struct sp_program *program);
};

struct sp_program {
    const char *name, *version, *summary;
    const char *details;                      /* of the man page: paragraphs */
    const struct sp_command *const *commands; /* NULL-terminated */
    const struct sp_page *pages;
};

/* Parses, runs the command, prints what went wrong, returns the exit code. */
int sp_program_main(const struct sp_program *program, int argc, char **argv);

/* One command line (argv[0] is the command) with inputs that are held: what the shell does.
 * Failures are in `err`. */
enum sp_status sp_program_run(const struct sp_program *program, int argc, char **argv,
                              const char *held, struct sp_error *err);

/* Prints candidates for the word behind these, one a line. */
void sp_program_complete(const struct sp_program *program, int argc, char **argv, FILE *out);

/* Printers over the tables. */
void sp_help_program(FILE *out, const struct sp_program *program);
void sp_help_command(FILE *out, const struct sp_program *program, const struct sp_command *command);
void sp_man_page(FILE *out, const struct sp_program *program);
void sp_completion(FILE *out, const struct sp_program *program);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "bounds/cli/args.h"
#include "bounds/cli/command.h"
#include "bounds/cli/wrap.h"

#define COLUMN 26 /* where explanations start */

/* "  NAME" and its explanation beside it, or below if the name is long. */
static void entry(FILE *out, const char *name, const char *text)
{
    int at = fprintf(out, "  %s", name);
    if (at >= COLUMN) {
        fputc('\n', out);
        at = 0;
    }
    fprintf(out, "%*s", COLUMN - at, "");
    sp_wrap(out, text, COLUMN, COLUMN);
}

void sp_help_program(FILE *out, const struct sp_program *program)
{
    fprintf(out, "%s %s: %s\n\nusage: %s COMMAND [operands] [options]\n\ncommands:\n",
            program->name, program->version, program->summary, program->name);
    for (size_t i = 0; program->commands[i]; i++)
        entry(out, program->commands[i]->name, program->commands[i]->summary);
    fprintf(out, "\n`%s COMMAND --help` tells more.\n", program->name);
}

static void option_entry(FILE *out, const struct sp_option *o)
{
    char name[128] = "    --";
    if (o->letter)
        snprintf(name, sizeof name, "-%c, --", o->letter);
    strncat(name, o->name, 60);
    if (o->arg) {
        strcat(name, " ");
        strncat(name, o->arg, 50);
    }
    entry(out, name, o->help);
}

void sp_help_command(FILE *out, const struct sp_program *program, const struct sp_command *command)
{
    fprintf(out, "usage: %s %s%s%s [options]\n\n", program->name, command->name,
            command->operands[0] ? " " : "", command->operands);
    sp_wrap(out, command->summary, 0, 0);
    if (command->details) {
        fputc('\n', out);
        sp_wrap(out, command->details, 0, 0);
    }
    fputs("\noptions:\n", out);
    for (size_t i = 0; i < sp_option_count(command->options); i++)
        option_entry(out, &command->options[i]);
    for (size_t i = 0; i < sp_option_count(sp_common_options); i++)
        option_entry(out, &sp_common_options[i]);
    if (command->examples)
        fputs("\nexamples:\n", out);
    for (size_t i = 0; command->examples && command->examples[i]; i++)
        fprintf(out, "  %s\n", command->examples[i]);
}

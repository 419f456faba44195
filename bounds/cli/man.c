/* SPDX-License-Identifier: Apache-2.0 */
/* The man page, in man(7) macros, printed from the command tables. */
#include <ctype.h>

#include "bounds/cli/args.h"
#include "bounds/cli/command.h"
#include "bounds/cli/roff.h"

static void section(FILE *out, const char *title, const char *text)
{
    fprintf(out, ".SH %s\n", title);
    sp_roff(out, text);
    fputc('\n', out);
}

static void option(FILE *out, const struct sp_option *o)
{
    fputs(".TP\n\\fB", out);
    if (o->letter)
        fprintf(out, "\\-%c\\fR, \\fB", o->letter);
    fputs("\\-\\-", out);
    sp_roff(out, o->name);
    fputs("\\fR", out);
    if (o->arg) {
        fputs(" \\fI", out);
        sp_roff(out, o->arg);
        fputs("\\fR", out);
    }
    fputc('\n', out);
    sp_roff(out, o->help);
    fputs(".\n", out);
}

static void command_section(FILE *out, const struct sp_command *c)
{
    fprintf(out, ".SS \"%s", c->name);
    if (c->operands[0]) {
        fputc(' ', out);
        sp_roff(out, c->operands);
    }
    fputs("\"\n", out);
    fputc(toupper((unsigned char)c->summary[0]), out);
    sp_roff(out, c->summary + 1);
    fputs(".\n", out);
    if (c->details) {
        fputs(".PP\n", out);
        sp_roff(out, c->details);
        fputc('\n', out);
    }
    for (size_t i = 0; i < sp_option_count(c->options); i++)
        option(out, &c->options[i]);
    if (c->examples)
        fputs(".PP\nExamples:\n.PP\n.nf\n", out);
    for (size_t i = 0; c->examples && c->examples[i]; i++) {
        fputs("    ", out);
        sp_roff(out, c->examples[i]);
        fputc('\n', out);
    }
    if (c->examples)
        fputs(".fi\n", out);
}

static const char *const exit_codes[][2] = {
    {"0", "Done; what was asked about is true."},
    {"1", "A condition fails, a claim is false, or a bound is violated."},
    {"2", "Usage: an unknown name, a missing or malformed argument."},
    {"3", "A file cannot be read, or is not what it must be."},
    {"4", "Undecided: the precision cap was reached before the answer was certain."},
    {"5", "Internal fault, or out of memory."},
};

static void exit_status(FILE *out)
{
    fputs(".SH EXIT STATUS\n", out);
    for (size_t i = 0; i < sizeof exit_codes / sizeof *exit_codes; i++) {
        fprintf(out, ".TP\n%s\n", exit_codes[i][0]);
        sp_roff(out, exit_codes[i][1]);
        fputc('\n', out);
    }
}

void sp_man_page(FILE *out, const struct sp_program *program)
{
    fputs(".\\\" SPDX-License-Identifier: Apache-2.0\n.\\\" Printed from the option tables.\n",
          out);
    fprintf(out, ".TH STALEPROOF 1 \"\" \"%s %s\" \"User Commands\"\n.SH NAME\n%s \\- ",
            program->name, program->version, program->name);
    sp_roff(out, program->summary);
    fprintf(out, "\n.SH SYNOPSIS\n.B %s\n.I command\n[\\fIoperands\\fR] [\\fIoptions\\fR]\n",
            program->name);
    if (program->details)
        section(out, "DESCRIPTION", program->details);
    fputs(".SH OPTIONS OF EVERY COMMAND\n", out);
    for (size_t i = 0; i < sp_option_count(sp_common_options); i++)
        option(out, &sp_common_options[i]);
    fputs(".SH COMMANDS\n", out);
    for (size_t i = 0; program->commands[i]; i++)
        command_section(out, program->commands[i]);
    exit_status(out);
    fprintf(out, ".SH SEE ALSO\n.BR %s\\-bounds (7)\n", program->name);
}

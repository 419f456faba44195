/* SPDX-License-Identifier: Apache-2.0 */
/* The bash completion: options from the tables; operands are asked from the program, so that names
 * of bounds and kernels are those of the installed version. */
#include "bounds/cli/args.h"
#include "bounds/cli/command.h"

static void option_words(FILE *out, const struct sp_option *options)
{
    for (size_t i = 0; i < sp_option_count(options); i++)
        fprintf(out, " --%s", options[i].name);
}

void sp_completion(FILE *out, const struct sp_program *program)
{
    const char *name = program->name;
    fprintf(out,
            "# SPDX-License-Identifier: Apache-2.0\n"
            "# bash completion for %s, printed from its option tables\n"
            "_%s()\n{\n    local cur=${COMP_WORDS[COMP_CWORD]} words=\n",
            name, name);
    fputs("    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        words='help", out);
    for (size_t i = 0; program->commands[i]; i++)
        fprintf(out, " %s", program->commands[i]->name);
    fputs(" --help --version'\n    elif [ \"${cur:0:1}\" = - ]; then\n"
          "        case ${COMP_WORDS[1]} in\n",
          out);
    for (size_t i = 0; program->commands[i]; i++) {
        fprintf(out, "        %s) words='", program->commands[i]->name);
        option_words(out, program->commands[i]->options);
        option_words(out, sp_common_options);
        fputs("' ;;\n", out);
    }
    fprintf(out,
            "        esac\n    else\n"
            "        words=$(%s --complete \"${COMP_WORDS[@]:1:COMP_CWORD-1}\" 2>/dev/null)\n"
            "    fi\n"
            "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
            "    [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace\n"
            "}\ncomplete -o default -F _%s %s\n",
            name, name, name);
}

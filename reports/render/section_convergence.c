/* SPDX-License-Identifier: Apache-2.0 */
#include "reports/render/sections.h"
#include "reports/render/tex.h"

static void write_run(FILE *out, const json_t *run)
{
    static const char *const columns[] = {"label",     "updates",        "gradients", "end_time",
                                          "final_gap", "mean_staleness", "seeds"};
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        if (i > 0)
            fputs(" & ", out);
        sp_tex_value(out, json_object_get(run, columns[i]));
    }
    fputs(" \\\\\n", out);
}

static void write_constants(FILE *out, const json_t *constants)
{
    size_t i;
    const json_t *constant;
    fputs("{\\small\\begin{center}\\begin{tabular}{@{}lrp{9.5cm}@{}}\\toprule\n"
          "constant & value & how it is known \\\\ \\midrule\n",
          out);
    json_array_foreach(constants, i, constant)
    {
        sp_tex_code(out, sp_tex_member(constant, "name"));
        fputs(" & ", out);
        sp_tex_value(out, json_object_get(constant, "value"));
        fputs(" & ", out);
        sp_tex_text(out, sp_tex_member(constant, "how"));
        fputs(" \\\\\n", out);
    }
    fputs("\\bottomrule\\end{tabular}\\end{center}}\n", out);
}

void sp_section_convergence(FILE *out, const json_t *document)
{
    size_t i;
    const json_t *run;
    fputs("\\section{Error against virtual wall clock}\n", out);
    sp_tex_text(out, sp_tex_member(document, "problem"));
    fputs("\n\\begin{figure}[htb]\\centering\\includegraphics[width=.8\\textwidth]{convergence.pdf}\n"
          "\\caption{Mean over the seeds, with its 99\\,\\% confidence band; dashed, the proved "
          "bound on the same quantity, drawn at the expected time of the update it is for.}\n"
          "\\end{figure}\n"
          "{\\small\\begin{center}\\begin{tabular}{@{}lrrrrrr@{}}\\toprule\n"
          "variant & updates & gradients & end time & final gap & mean staleness & seeds \\\\ "
          "\\midrule\n",
          out);
    json_array_foreach(json_object_get(document, "runs"), i, run) write_run(out, run);
    fputs("\\bottomrule\\end{tabular}\\end{center}}\n", out);
    write_constants(out, json_object_get(document, "constants"));
}

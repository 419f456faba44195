/* SPDX-License-Identifier: Apache-2.0 */
#include "reports/render/sections.h"
#include "reports/render/tex.h"

static void write_row(FILE *out, const json_t *kernel)
{
    sp_tex_code(out, sp_tex_member(kernel, "name"));
    fputs(" & ", out);
    sp_tex_text(out, sp_tex_member(kernel, "claim"));
    fputs(" & ", out);
    sp_tex_value(out, json_object_get(kernel, "proved"));
    fputs("/", out);
    sp_tex_value(out, json_object_get(kernel, "goals"));
    fputs(" & ", out);
    sp_tex_breakable(out, sp_tex_member(kernel, "assumptions"));
    fputs(" \\\\\n", out);
}

void sp_section_kernels(FILE *out, const json_t *document)
{
    size_t i;
    const json_t *kernel;
    fputs("\\section{What is proved of the code that ran}\n"
          "Frama-C generated the goals from the C text and its contracts; automatic provers "
          "closed them. These are all kernels of the library, those that computed the runs above "
          "among them.\n\n"
          "{\\footnotesize\\begin{longtable}{@{}>{\\raggedright}p{3.6cm}>{\\raggedright}p{5.6cm}r"
          ">{\\raggedright\\arraybackslash}p{4.9cm}@{}}\\toprule\n"
          "target & claim & goals & rests on \\\\ \\midrule\\endhead\n",
          out);
    json_array_foreach(json_object_get(document, "kernels"), i, kernel) write_row(out, kernel);
    fputs("\\bottomrule\\end{longtable}}\n", out);
}

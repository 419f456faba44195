/* SPDX-License-Identifier: Apache-2.0 */
#include "reports/render/sections.h"
#include "reports/render/tex.h"

void sp_section_reproduce(FILE *out, const json_t *document)
{
    size_t i;
    const json_t *line;
    fputs("\\section{To get this again}\n\\noindent\\fbox{\\begin{minipage}{0.97\\textwidth}"
          "\\raggedright\n",
          out);
    json_array_foreach(json_object_get(document, "reproduce"), i, line)
    {
        sp_tex_text(out, sp_tex_member(line, "what"));
        fputs(": ", out);
        sp_tex_code(out, sp_tex_member(line, "text"));
        fputs("\\\\\n", out);
    }
    fputs("\\end{minipage}}\n\n"
          "Every number of this page is in \\texttt{report.json} beside it.\n",
          out);
}

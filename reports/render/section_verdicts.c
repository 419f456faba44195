/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "reports/render/sections.h"
#include "reports/render/tex.h"

static const char *colour_of(const char *verdict)
{
    if (strcmp(verdict, "holds") == 0)
        return "spgood";
    if (strcmp(verdict, "violated") == 0)
        return "spbad";
    return "spdim";
}

static void write_row(FILE *out, const json_t *row)
{
    const char *verdict = sp_tex_member(row, "verdict");
    sp_tex_text(out, sp_tex_member(row, "variant"));
    fputs(" & ", out);
    sp_tex_code(out, sp_tex_member(row, "bound"));
    fputs(" & ", out);
    sp_tex_text(out, sp_tex_member(row, "status"));
    fputs(" & ", out);
    sp_tex_value(out, json_object_get(row, "measured"));
    fputs(" & ", out);
    sp_tex_value(out, json_object_get(row, "limit"));
    fputs(" & ", out);
    sp_tex_value(out, json_object_get(row, "ratio"));
    fprintf(out, " & \\textcolor{%s}{", colour_of(verdict));
    sp_tex_text(out, verdict);
    fputs("} \\\\\n", out);
}

/* A verdict without numbers says why; the reasons stand under the table, once each. */
static void write_reasons(FILE *out, const json_t *verdicts)
{
    size_t i;
    const json_t *row;
    fputs("\\begin{itemize}\\small\n\\item[] \n", out);
    json_array_foreach(verdicts, i, row)
    {
        const char *reason = sp_tex_member(row, "reason");
        const char *unchecked = sp_tex_member(row, "not_machine_checked");
        if (*reason == '\0' && *unchecked == '\0')
            continue;
        fputs("\\item ", out);
        sp_tex_text(out, sp_tex_member(row, "variant"));
        fputs(", ", out);
        sp_tex_code(out, sp_tex_member(row, "bound"));
        fputs(": ", out);
        sp_tex_text(out, reason);
        if (*unchecked != '\0') {
            fputs(*reason != '\0' ? "; proved for given " : "proved for given ", out);
            sp_tex_text(out, unchecked);
            fputs(", but the values used here follow from no theorem", out);
        }
        fputc('\n', out);
    }
    fputs("\\end{itemize}\n", out);
}

void sp_section_verdicts(FILE *out, const json_t *document)
{
    size_t i;
    const json_t *verdicts = json_object_get(document, "verdicts"), *row;
    fputs("\\section{Do the runs keep the promises?}\n"
          "Each run is held against every bound whose conditions its constants meet. "
          "\\emph{Holds} means that the upper 99\\,\\% confidence limit of the measured mean is "
          "under the bound; the ratio is bound over that limit. "
          "A bound marked \\emph{proved} is a theorem that Coq has checked; "
          "\\emph{conditional} is one that is proved for given inputs, where the values of those "
          "named below the table follow from no theorem.\n\n"
          "{\\small\\setlength{\\tabcolsep}{4pt}\\begin{longtable}{@{}lllrrrl@{}}\\toprule\n"
          "variant & bound & status & measured & bound value & ratio & verdict \\\\ "
          "\\midrule\\endhead\n",
          out);
    json_array_foreach(verdicts, i, row) write_row(out, row);
    fputs("\\bottomrule\\end{longtable}}\n", out);
    write_reasons(out, verdicts);
}

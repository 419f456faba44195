/* SPDX-License-Identifier: Apache-2.0 */
#include "reports/render/sections.h"
#include "reports/render/tex.h"

static void write_row(FILE *out, const json_t *row)
{
    static const char *const columns[] = {"P", "exact", "published", "measured"};
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        if (i > 0)
            fputs(" & ", out);
        sp_tex_value(out, json_object_get(row, columns[i]));
    }
    fputs(" \\\\\n", out);
}

void sp_section_speedup(FILE *out, const json_t *document)
{
    size_t i;
    const json_t *row;
    fputs("\\section{How much faster than waiting for all}\n"
          "The time of an update of synchronous SGD over that of asynchronous SGD, for "
          "exponential compute times, is exactly $P\\,H_P$; the often printed $P\\ln P$ is a lower "
          "bound, and at $P=1$ it says $0$.\n"
          "\\begin{figure}[htb]\\centering\\includegraphics[width=.8\\textwidth]{speedup.pdf}\n"
          "\\caption{Speed-up against the number of learners.}\\end{figure}\n"
          "{\\small\\begin{center}\\begin{tabular}{@{}rrrr@{}}\\toprule\n"
          "learners $P$ & $P\\,H_P$ (proved) & $P\\ln P$ (published) & simulated "
          "\\\\ \\midrule\n",
          out);
    json_array_foreach(json_object_get(document, "speedup"), i, row) write_row(out, row);
    fputs("\\bottomrule\\end{tabular}\\end{center}}\n", out);
}

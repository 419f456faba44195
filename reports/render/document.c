/* SPDX-License-Identifier: Apache-2.0 */
#include "reports/render/document.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "bounds/base/outfile.h"
#include "reports/render/figure.h"
#include "reports/render/run_tool.h"
#include "reports/render/sections.h"
#include "reports/render/tex.h"

#define PATH_LENGTH 4096

/* \pdfsuppressptexinfo: otherwise pdfTeX copies the time of day out of the figures. */
static const char preamble[] =
    "\\pdfsuppressptexinfo=-1\n"
    "\\documentclass[10pt,a4paper]{article}\n"
    "\\usepackage[T1]{fontenc}\n\\usepackage{textcomp,lmodern,microtype,amsmath,amssymb}\n"
    "\\usepackage[margin=2.2cm]{geometry}\n"
    "\\usepackage{booktabs,longtable,array,graphicx,xcolor}\n"
    "\\usepackage[hidelinks]{hyperref}\n\\usepackage{bookmark}\n"
    "\\definecolor{spgood}{HTML}{00734F}\\definecolor{spbad}{HTML}{B03A00}\n"
    "\\definecolor{spdim}{HTML}{666666}\n"
    "\\setlength{\\parindent}{0pt}\\setlength{\\parskip}{4pt}\\raggedbottom\n";

static void write_title(FILE *out, const json_t *document)
{
    fputs("\\begin{document}\n{\\LARGE\\bfseries Staleproof report}\\\\[4pt]\n{\\large ", out);
    sp_tex_text(out, sp_tex_member(document, "title"));
    fputs("}\n\n", out);
    sp_tex_text(out, sp_tex_member(document, "summary"));
    fputs("\n", out);
}

static enum sp_status write_tex(const json_t *document, const char *folder, struct sp_error *err)
{
    char path[PATH_LENGTH];
    if (snprintf(path, sizeof path, "%s/report.tex", folder) >= (int)sizeof path)
        return sp_fail(err, SP_USAGE, "%s: the path is too long", folder);
    struct sp_outfile file;
    enum sp_status status = sp_outfile_open(&file, path, err);
    if (status != SP_OK)
        return status;
    fputs(preamble, file.stream);
    write_title(file.stream, document);
    sp_section_verdicts(file.stream, document);
    sp_section_convergence(file.stream, document);
    sp_section_speedup(file.stream, document);
    sp_section_bounds(file.stream, document);
    sp_section_kernels(file.stream, document);
    sp_section_reproduce(file.stream, document);
    fputs("\\end{document}\n", file.stream);
    return sp_outfile_commit(&file, err);
}

static enum sp_status draw(const json_t *document, const char *folder, const char *name,
                           const char *x_label, const char *y_label, const char *extra,
                           struct sp_error *err)
{
    char path[PATH_LENGTH];
    snprintf(path, sizeof path, "%s/%s.pdf", folder, name);
    const json_t *curves = json_object_get(json_object_get(document, "figures"), name);
    struct sp_figure figure = {path, x_label, y_label, extra, curves};
    return sp_figure_draw(&figure, err);
}

/* LaTeX works under another name, so that a broken run leaves the last good report alone. */
static enum sp_status typeset(const char *folder, struct sp_error *err)
{
    enum sp_status status =
        sp_run_tool((const char *[]){"latexmk", "-pdf", "-interaction=nonstopmode",
                                     "-halt-on-error", "-silent", "-jobname=draft", "report.tex",
                                     NULL},
                    folder, err);
    if (status != SP_OK)
        return status;
    char from[PATH_LENGTH], to[PATH_LENGTH];
    snprintf(from, sizeof from, "%s/draft.pdf", folder);
    snprintf(to, sizeof to, "%s/report.pdf", folder);
    if (rename(from, to) != 0)
        return sp_fail(err, SP_INPUT, "%s: cannot write: %s", to, strerror(errno));
    return SP_OK;
}

enum sp_status sp_document_render(const json_t *document, const char *folder, struct sp_error *err)
{
    enum sp_status status = write_tex(document, folder, err);
    if (status == SP_OK)
        status = draw(document, folder, "convergence", "virtual time (mean compute times)",
                      "gap to the optimum", "set logscale y\nset format y '10^{%T}'\n", err);
    if (status == SP_OK)
        status = draw(document, folder, "speedup", "learners P", "time of sync over async",
                      "set logscale xy\n", err);
    if (status == SP_OK)
        status = typeset(folder, err);
    return status;
}

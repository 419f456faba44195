/* SPDX-License-Identifier: Apache-2.0 */
/* `report`: the default experiment as PDF and JSON. */
#include <stdio.h>

#include "reports/cli/commands.h"
#include "reports/report.h"

static const struct sp_option options[] = {
    {.name = "out", .letter = 'o', .arg = "DIR", .help = "write there (default: report)"},
    {.name = "ledger", .arg = "FILE", .help = "the proof ledger (default: beside the program)"},
    {.name = "seeds", .arg = "N", .help = "independent runs of each variant (default 10)"},
    {0},
};

static enum sp_status run(const struct sp_args *args, struct sp_error *err)
{
    long seeds;
    enum sp_status status = sp_arg_count(args, "seeds", 2, 1000, 10, &seeds, err);
    if (status != SP_OK)
        return status;
    const char *out = sp_arg(args, "out");
    struct sp_report_options how = {out != NULL ? out : "report", sp_arg(args, "ledger"),
                                    (unsigned)seeds};
    status = sp_report_make(&how, err);
    if (status == SP_OK)
        printf("%s/report.pdf\n", how.folder);
    return status;
}

const struct sp_command sp_command_report = {
    .name = "report",
    .operands = "",
    .summary = "run the default experiment, judge it, and print the PDF",
    .details = "Logistic regression on Fashion-MNIST with eight simulated learners under four "
               "variants. DIR/report.json holds every number of DIR/report.pdf; DIR/runs holds "
               "the traces.\n\nNeeds gnuplot and LaTeX, the proof ledger that `make verify` "
               "writes, and the package dataset-fashion-mnist.",
    .options = options,
    .run = run,
    .examples = (const char *const[]){"staleproof report --out build/report", NULL},
};

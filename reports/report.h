/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_REPORT_H
#define SP_REPORT_H

#include "bounds/base/error.h"

struct sp_report_options {
    const char *folder; /* made if it is not there: report.pdf, report.json, sources, runs/ */
    const char *ledger; /* the proof ledger; NULL: beside the program */
    unsigned seeds;     /* 0: the experiment's own number */
};

/* The report of the default experiment: runs it, compares each run with the bounds that apply,
 * and writes report.json, and report.pdf from it. Every number of the PDF is in the JSON. */
enum sp_status sp_report_make(const struct sp_report_options *options, struct sp_error *err);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_GATE_EVIDENCE_H
#define SP_GATE_EVIDENCE_H
#include "proofs/gate/problem.h"
#include "proofs/gate/text.h"

/* A property as Frama-C's own report has it: the second opinion beside WP's count. */
struct property {
    const char *function, *kind, *status, *text, *file;
    long line;
};

struct tally {
    const char *prover;
    long goals;
};

/* What one run of WP left behind, read from its log, its JSON report and the property tables. */
struct evidence {
    long log_proved, log_total;       /* "Proved goals: n / m"; -1 when the line is missing */
    long report_proved, report_total; /* JSON; goals decided without any prover are not in it */
    struct words valid;               /* goals that the log calls valid */
    struct tally provers[16];
    size_t n_provers;
    long steps; /* largest count of a proved goal */
    long smoke_passed, smoke_total;
    struct words axioms;     /* names of axioms and admitted lemmas */
    struct words hypotheses; /* what WP's memory model asks of callers, one line a function */
    struct property *property;
    size_t n_properties;
    struct problems problems;
};

void evidence_read_log(struct evidence *e, char *log);
void evidence_read_report(struct evidence *e, const char *path);
void evidence_read_properties(struct evidence *e, char *table);

/* Puts one message of the log (its first line and the lines that continue it) under its code. */
void evidence_read_message(struct evidence *e, const char *message);

#endif

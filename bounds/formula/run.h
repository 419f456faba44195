/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_FORMULA_RUN_H
#define SP_FORMULA_RUN_H

#include "bounds/formula/case.h"

/* One evaluation at one precision, between evaluate.c and what describes it. */
struct sp_run {
    struct sp_case *c;
    struct sp_eval e;
    struct sp_frame frame;
    struct sp_error why;      /* of the failure that ends the run */
    enum sp_truth *truths;    /* per condition */
    struct sp_error *faults;  /* per condition: why it fails, when it is not just false; lazily */
    size_t n_values, columns; /* columns: of a result that is a table */
    struct sp_value *values;  /* one per value line, or per entry of each() */
    int truth;                /* of a bound that is a condition */
    int needs_bits;           /* accuracy that the numbers must have */
};

enum sp_status sp_run_start(struct sp_run *run, struct sp_case *c, struct sp_precision precision,
                            slong bits, struct sp_error *err);
void sp_run_end(struct sp_run *run);

/* Arguments, conditions, values: SP_OK, or why->status. A failed condition is SP_FALSE with the
 * text in run->why; so is a missing argument (SP_USAGE) when no condition fails already. */
enum sp_status sp_run_go(struct sp_run *run);

/* "1.38 <= 1, with L = 4, gamma = 1/40" for condition i; malloc'ed, NULL when memory is short. */
char *sp_run_numbers(struct sp_run *run, size_t i);

/* Fills conditions, numbers, lets, terms from a run that went well (or was refused). */
enum sp_status sp_run_describe(struct sp_run *run, struct sp_precision precision,
                               struct sp_result *result, struct sp_error *err);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_SOLVE_POINT_H
#define SP_SOLVE_POINT_H

#include <stddef.h>

#include <flint/fmpq.h>

#include "bounds/base/error.h"

/* Values of a variable to try: exact numbers, increasing. */
struct sp_points {
    size_t n;
    fmpq *items;
};

void sp_points_clear(struct sp_points *points);
enum sp_status sp_points_add(struct sp_points *points, const fmpq_t value, struct sp_error *err);

/* Appends m*10^e. */
enum sp_status sp_points_add_decimal(struct sp_points *points, long m, long e,
                                     struct sp_error *err);

/* Sorts, and drops what is there twice. */
void sp_points_sort(struct sp_points *points);

/* "LO..HI[:FORM]", FORM being N (that many, evenly), log, log:N, or by:STEP; or a list "1,2,5".
 * Whole numbers if `whole`. Default: every whole number, or 11 points; log: powers of 2 from LO for
 * whole numbers, else 10 a decade. At most SP_POINTS_MOST. `what` names it in messages. */
#define SP_POINTS_MOST 10000000
enum sp_status sp_points_read(struct sp_points *points, const char *text, int whole,
                              const char *what, struct sp_error *err);

/* The ends of "LO..HI". */
enum sp_status sp_points_read_ends(fmpq_t low, fmpq_t high, const char *text, const char *what,
                                   struct sp_error *err);

/* Exact text: a decimal if it ends, else p/q; malloc'ed. */
char *sp_point_text(const fmpq_t value);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_PROBLEM_TABLE_H
#define SP_PROBLEM_TABLE_H

#include <stddef.h>

#include "bounds/base/error.h"
#include "runs/problem/dataset.h"

/* A table of numbers with a label a row, from a text file (gzip-compressed or not):
 *
 *   CSV     columns separated by comma, semicolon, tab; the last is the label. The first line is
 *           skipped if it has not as many numbers as the second has columns. Lines that are empty
 *           or begin with # are skipped.
 *   LIBSVM  "LABEL INDEX:VALUE ...", indices from 1 on and increasing; what is absent is 0.
 *
 * A colon in the first line that counts tells them apart. */
struct sp_table {
    size_t rows, width;
    double *values; /* rows * width */
    double *labels;
};

#define SP_TABLE_CELLS ((size_t)1 << 27) /* most values, of a table that is held whole */

/* SP_INPUT names file, line and column of what is not a finite number, missing, or too much. */
enum sp_status sp_table_read(struct sp_table *table, const char *path, struct sp_error *err);
void sp_table_clear(struct sp_table *table);

/* Two classes of the table, at most `most` rows of them (0: all), each feature scaled to [0, 1] by
 * its least and largest value; as sp_dataset_fashion. */
enum sp_status sp_dataset_table(struct sp_dataset *data, const char *path, int plus, int minus,
                                size_t most, struct sp_error *err);

#endif

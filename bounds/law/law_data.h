/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_LAW_DATA_H
#define SP_LAW_DATA_H

#include <flint/fmpq.h>

#include "bounds/base/error.h"

/* The numbers of a file: "FILE" or "FILE:COLUMN", the column by number or by its name in the first
 * line. Blank lines and lines with # are skipped. Positive times only. SP_INPUT names the line. The
 * caller clears and frees. */
enum sp_status sp_law_data_read(fmpq **values, size_t *n, const char *place, struct sp_error *err);

#endif

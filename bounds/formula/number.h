/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_FORMULA_NUMBER_H
#define SP_FORMULA_NUMBER_H

#include <stddef.h>

#include <flint/fmpq.h>

#include "bounds/base/error.h"

/* What a unit measures. A number with a unit is turned into seconds or bytes when it is read. */
enum sp_dimension { SP_PLAIN, SP_TIME, SP_MEMORY };

/* Reads the longest unsigned number at the start of `text`: decimal (12, .5, 1.5e-3) or
 * hexadecimal (0x1.8p-10), with a unit right behind it if there is one (5ms, 64KiB). Exact: no
 * rounding, no locale. `*used` is the count of characters taken. Fails (SP_USAGE) on a malformed
 * number, an unknown unit, or one whose exact form would be too long (exponent beyond
 * SP_NUMBER_EXPONENT). On failure the outputs are untouched. */
enum sp_status sp_number_scan(fmpq_t value, enum sp_dimension *dimension, size_t *used,
                              const char *text, struct sp_error *err);

#define SP_NUMBER_EXPONENT 100000L /* largest decimal or binary exponent taken */
#define SP_NUMBER_DIGITS 20000U    /* longest mantissa taken */

/* Reads the whole of `text`: an optional sign, a number as above, optionally "/" and a second
 * one. Surrounding blanks are allowed. */
enum sp_status sp_number_read(fmpq_t value, enum sp_dimension *dimension, const char *text,
                              struct sp_error *err);

/* The same for a count: the value must be an integer from `least` to LONG_MAX. */
enum sp_status sp_number_count(long *value, long least, const char *text, struct sp_error *err);

#endif

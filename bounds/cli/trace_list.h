/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_CLI_TRACE_LIST_H
#define SP_CLI_TRACE_LIST_H

#include "bounds/base/error.h"

/* KEY=trace:FILE gives a list the numbers of a file, KEY=trace:FILE:COLUMN those of a column of a
 * CSV file with a head line. Without a column: one number a line, or several with commas or
 * blanks between; # starts a comment. *list is "n,n,n", malloc'ed. SP_INPUT: unreadable, no
 * number where one must be (FILE:LINE), no such column, no numbers at all. */
enum sp_status sp_trace_list(char **list, const char *source, struct sp_error *err);

/* Longest list taken from a file. */
#define SP_TRACE_NUMBERS 10000000

#endif

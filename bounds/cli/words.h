/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_CLI_WORDS_H
#define SP_CLI_WORDS_H

#include <stddef.h>

/* Splits a line at blanks, in place. '...' and "..." keep blanks together; a backslash outside
 * quotes takes the next character as it is; # at the start of a word begins a comment. Returns
 * the count of words, or -1 for a quote that is not closed or more than `most` words. */
int sp_words(char *line, char **words, int most);

#endif

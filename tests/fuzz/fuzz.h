/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_TESTS_FUZZ_H
#define SP_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include "bounds/cli/command.h"

/* What the fuzz targets share. A target is a program f_NAME.c with this one function; libFuzzer
 * calls it with one input after another. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The input as a file, which is in memory only; the path is valid until the next call. `ending`
 * is that of its name. */
const char *fuzz_file(const uint8_t *data, size_t size, const char *ending);

/* The input as a string in a block of its own size, so that a read beyond it is seen. */
char *fuzz_text(const uint8_t *data, size_t size);

/* Ends the program, which libFuzzer reports as a fault, unless `holds`. */
void fuzz_demand(int holds, const char *what);

/* A command with one operand. */
void fuzz_command(const struct sp_command *command, const char *operand);

/* Bytes taken one after another; zeros once they are used up. */
struct fuzz_bytes {
    const uint8_t *next;
    size_t left;
};
uint64_t fuzz_take(struct fuzz_bytes *bytes, size_t count); /* little-endian */

#endif

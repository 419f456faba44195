/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_TESTS_CHECKED_ARRAYS_H
#define SP_TESTS_CHECKED_ARRAYS_H

#include "tests/fuzz/fuzz.h"

/* The arrays of one call: blocks of just the size that was promised, so that the sanitizer sees
 * one step beyond. Some are missing, or share memory with the first. */
#define BLOCKS 5
struct arrays {
    size_t n;
    void *block[BLOCKS], *before[BLOCKS];
    size_t bytes[BLOCKS];
    size_t count;
};

void arrays_clear(struct arrays *a);

/* Room for n entries of `size` bytes, filled from the input; what is given to the kernel. */
void *arrays_take(struct arrays *a, struct fuzz_bytes *bytes, size_t n, size_t size);

/* Nothing has changed since the call. */
int arrays_same(const struct arrays *a);

#endif

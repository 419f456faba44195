/* SPDX-License-Identifier: Apache-2.0 */
/* The checked entries of the array kernels: whatever they are given, they answer with a code of
 * the list, change nothing when it is negative, and keep to the arrays. The first bytes choose
 * kernel, type and length. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "staleproof.h"
#include "tests/fuzz/checked_arrays.h"

#define LIE 1000 /* a length from here on is one that must be refused */

void arrays_clear(struct arrays *a)
{
    for (size_t i = 0; i < a->count; i++) {
        free(a->block[i]);
        free(a->before[i]);
    }
}

void *arrays_take(struct arrays *a, struct fuzz_bytes *bytes, size_t n, size_t size)
{
    const unsigned how = (unsigned)fuzz_take(bytes, 1) % 16;
    const size_t room = n < LIE ? n * size : 8, i = a->count++;
    a->block[i] = malloc(room);
    a->bytes[i] = room;
    fuzz_demand(a->block[i] != NULL, "there is memory");
    for (size_t k = 0; k < room; k++)
        ((unsigned char *)a->block[i])[k] = (unsigned char)fuzz_take(bytes, 1);
    if (how == 15)
        return NULL;
    if (how == 14 && i > 0)
        return a->block[0];
    if (how == 13 && i > 0 && a->bytes[0] >= 2 * size && a->bytes[0] % size == 0)
        return (char *)a->block[0] + size;
    return a->block[i];
}

/* Remembers what is there before the call. */
static void arrays_keep(struct arrays *a)
{
    for (size_t i = 0; i < a->count; i++) {
        a->before[i] = malloc(a->bytes[i]);
        fuzz_demand(a->before[i] != NULL, "there is memory");
        memcpy(a->before[i], a->block[i], a->bytes[i]);
    }
}

int arrays_same(const struct arrays *a)
{
    for (size_t i = 0; i < a->count; i++)
        if (memcmp(a->before[i], a->block[i], a->bytes[i]) != 0)
            return 0;
    return 1;
}

#include "staleproof/real_f64.h"
#include "staleproof/key_u64.h"
#include "tests/fuzz/checked_arrays.inc"
#include "staleproof/key_end.h"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#include "staleproof/key_u32.h"
#include "tests/fuzz/checked_arrays.inc"
#include "staleproof/key_end.h"
#include "staleproof/real_end.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_bytes bytes = {data, size};
    struct arrays a = {0};
    const unsigned kernel = (unsigned)fuzz_take(&bytes, 1);
    a.n = fuzz_take(&bytes, 1) % 36;
    if (a.n >= 34)
        a.n = a.n == 34 ? SIZE_MAX : SIZE_MAX / 4 + 2;
    const int code = kernel % 2 ? call_f32(&a, &bytes, kernel / 2 % 9)
                                : call_f64(&a, &bytes, kernel / 2 % 9);
    fuzz_demand(SP_CODE_ROUNDING <= code && code <= SP_CODE_OK, "the code is in the list");
    fuzz_demand(code == SP_CODE_OK || arrays_same(&a), "a refusal changes nothing");
    arrays_clear(&a);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/compress_topk.h"

#include <string.h>

/* Looks at the representation, which no prover here can follow: tested, and listed as assumed. */

int64_t sp_compress_magnitude_key_f64(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (int64_t)(bits & 0x7fffffffffffffffu); /* without the sign */
}

uint32_t sp_compress_magnitude_key_f32(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits & 0x7fffffffu;
}

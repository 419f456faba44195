/* SPDX-License-Identifier: Apache-2.0 */
/* Random inputs of fixed seed for the programs that E-ACSL makes (Marsaglia's xorshift). */
#include <stdint.h>
#include <stdlib.h>

static uint64_t word(void)
{
    static uint64_t state;
    const char *seed = getenv("SEED");
    if (state == 0)
        state = 88172645463325252u + (seed ? strtoull(seed, NULL, 10) : 0);
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

int Frama_C_interval(int low, int high)
{
    return low + (int)(word() % (uint64_t)((int64_t)high - low + 1));
}

unsigned Frama_C_unsigned_int_interval(unsigned low, unsigned high)
{
    return low + (unsigned)(word() % ((uint64_t)high - low + 1));
}

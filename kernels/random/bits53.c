/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/random_philox.h"

uint64_t sp_random_bits53(uint32_t high, uint32_t low)
{
    return ((uint64_t)high * 4294967296u + low) / 2048;
}

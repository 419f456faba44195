/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/random_philox.h"

uint32_t sp_random_index(uint32_t word, uint32_t n)
{
    return (uint32_t)((uint64_t)word * n / 4294967296u);
}

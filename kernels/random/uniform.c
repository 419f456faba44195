/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/random_philox.h"

double sp_random_uniform(uint32_t high, uint32_t low)
{
    return (double)sp_random_bits53(high, low) * 0x1p-53;
}

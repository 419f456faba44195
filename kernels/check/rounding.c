/* SPDX-License-Identifier: Apache-2.0 */
#include "kernels/check/check.h"

/* 1 + u is a tie: to even is 1, upwards is not. 1 + 1.5u is 1 only towards zero or downwards, and
 * -1 - u is not -1 only downwards. `volatile` keeps the compiler from doing the sums itself. */
int sp_check_rounding(void)
{
    volatile double one = 1, u = 0x1p-53, least = 0x1p-1022, half = 0.5;
    volatile float one_f = 1, u_f = 0x1p-24f, least_f = 0x1p-126f, half_f = 0.5f;
    const volatile double tie = one + u, up = one + 1.5 * u, down = -one - u;
    const volatile float tie_f = one_f + u_f, up_f = one_f + 1.5f * u_f, down_f = -one_f - u_f;
    const volatile double small = least * half;
    const volatile float small_f = least_f * half_f;
    if (tie != 1 || up == 1 || down != -1 || tie_f != 1 || up_f == 1 || down_f != -1)
        return SP_CODE_ROUNDING;
    return small > 0 && small_f > 0 ? SP_CODE_OK : SP_CODE_ROUNDING;
}

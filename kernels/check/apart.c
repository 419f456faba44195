/* SPDX-License-Identifier: Apache-2.0 */
#include "kernels/check/check.h"

int sp_check_apart(const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
    const uintptr_t left = (uintptr_t)a, right = (uintptr_t)b;
    if (a_bytes == 0 || b_bytes == 0)
        return SP_CODE_OK;
    if (left <= right)
        return right - left >= a_bytes ? SP_CODE_OK : SP_CODE_OVERLAP;
    return left - right >= b_bytes ? SP_CODE_OK : SP_CODE_OVERLAP;
}

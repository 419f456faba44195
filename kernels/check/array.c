/* SPDX-License-Identifier: Apache-2.0 */
#include "kernels/check/check.h"

int sp_check_array(const void *address, size_t n, size_t size)
{
    if (n > 0 && address == NULL)
        return SP_CODE_NULL;
    return n > SIZE_MAX / size ? SP_CODE_TOO_LONG : SP_CODE_OK;
}

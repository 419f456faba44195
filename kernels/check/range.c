/* SPDX-License-Identifier: Apache-2.0 */
#include "kernels/check/check.h"

int sp_check_range_f64(double x, double low, double high)
{
    return low <= x && x <= high ? SP_CODE_OK : SP_CODE_PARAMETER;
}

int sp_check_range_f32(float x, float low, float high)
{
    return low <= x && x <= high ? SP_CODE_OK : SP_CODE_PARAMETER;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "kernels/base/root.h"

#include <math.h>

double sp_root_f64(double x)
{
    return sqrt(x);
}

float sp_root_f32(float x)
{
    return sqrtf(x);
}

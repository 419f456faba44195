/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/reduce_squared_norm.h"

double sp_reduce_squared_norm_f64(const double *x, size_t n)
{
    return sp_reduce_dot_f64(x, x, n);
}

double sp_reduce_squared_norm_f32(const float *x, size_t n)
{
    return sp_reduce_dot_f32(x, x, n);
}

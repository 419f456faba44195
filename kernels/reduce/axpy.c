/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/reduce_axpy.h"

/* Factor limit times magnitude limit. */
#define AXPY_PRODUCT_F64 0x1p1020
#define AXPY_PRODUCT_F32 0x1p120f

#include "staleproof/real_f64.h"
#include "kernels/reduce/axpy.inc"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#include "kernels/reduce/axpy.inc"
#include "staleproof/real_end.h"

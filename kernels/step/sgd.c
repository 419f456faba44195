/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/step_sgd.h"

/* Rate limit times magnitude limit. */
#define SGD_PRODUCT_F64 0x1p1020
#define SGD_PRODUCT_F32 0x1p120f

#include "staleproof/real_f64.h"
#include "kernels/step/sgd.inc"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#include "kernels/step/sgd.inc"
#include "staleproof/real_end.h"

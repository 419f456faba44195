/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/step_amsgrad.h"
#include "kernels/base/root.h"

/* Bounds of the intermediate results, each a power of two above what the limits allow. */
#define AVERAGE_F64 0x1p802 /* of both moments */
#define AVERAGE_F32 0x1p56f
#define AMSGRAD_ROOT_F64 0x1p401
#define AMSGRAD_ROOT_F32 0x1p28f
#define AMSGRAD_PRODUCT_F64 0x1p420 /* alpha*m */
#define AMSGRAD_PRODUCT_F32 0x1p47f
#define AMSGRAD_MOVE_F64 0x1p970
#define AMSGRAD_MOVE_F32 0x1p126f

/*@ predicate amsgrad_average_in_f64(double x) = \is_finite(x) && -AVERAGE_F64 <= x <= AVERAGE_F64;
    predicate amsgrad_average_in_f32(float x) = \is_finite(x) && -AVERAGE_F32 <= x <= AVERAGE_F32;
 */

#include "staleproof/real_f64.h"
#include "kernels/step/amsgrad.inc"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#include "kernels/step/amsgrad.inc"
#include "staleproof/real_end.h"

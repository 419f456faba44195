/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/gradient_relu.h"
#include "kernels/check/check.h"

#include "staleproof/real_f64.h"
#include "kernels/gradient/checked_relu.inc"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#include "kernels/gradient/checked_relu.inc"
#include "staleproof/real_end.h"

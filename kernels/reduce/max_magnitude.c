/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/reduce_max_magnitude.h"

#include "staleproof/real_f64.h"
#include "kernels/reduce/max_magnitude.inc"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#include "kernels/reduce/max_magnitude.inc"
#include "staleproof/real_end.h"

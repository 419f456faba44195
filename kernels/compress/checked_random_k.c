/* SPDX-License-Identifier: Apache-2.0 */
#include "kernels/check/check.h"
#include "staleproof/compress_random_k.h"

#include "staleproof/real_f64.h"
#include "kernels/compress/checked_random_k.inc"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#include "kernels/compress/checked_random_k.inc"
#include "staleproof/real_end.h"

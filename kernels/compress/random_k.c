/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/compress_random_k.h"

#include "staleproof/real_f64.h"
#include "kernels/compress/random_k.inc"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#include "kernels/compress/random_k.inc"
#include "staleproof/real_end.h"

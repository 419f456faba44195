/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/compress_rank.h"

#include "staleproof/key_u64.h"
#include "kernels/compress/digit.inc"
#include "kernels/compress/radix.inc"
#include "kernels/compress/kth_key.inc"

/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/compress_rank.h"

#include "staleproof/key_u64.h"
#include "kernels/compress/rank.inc"

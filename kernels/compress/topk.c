/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/compress_topk.h"

#include "staleproof/real_f64.h"
#include "staleproof/key_u64.h"
#include "kernels/compress/topk.inc"
#include "staleproof/key_end.h"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#include "staleproof/key_u32.h"
#include "kernels/compress/topk.inc"
#include "staleproof/key_end.h"
#include "staleproof/real_end.h"

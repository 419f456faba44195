/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/reduce_mean.h"

#define SP_SUM_MOST SP_REDUCE_MEAN_COUNT

/* Twice the row limit times the magnitude limit: no column sum exceeds it. */
#define MEAN_SUM_F64 0x1p1017
#define MEAN_SUM_F32 0x1p117f

/* A lemma in the form of a function, proved away from the loop that needs it. */
/*@ ghost
    /@ requires order: k < count;
       terminates \true;
       exits \false;
       assigns \nothing;
       ensures apart: 0 <= k * n && k * n + n <= count * n; @/
    static void rows_apart(size_t k, size_t count, size_t n) { }
*/

#include "staleproof/real_f64.h"
#include "kernels/reduce/mean.inc"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#include "kernels/reduce/mean.inc"
#include "staleproof/real_end.h"

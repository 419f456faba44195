/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_KEY
#ifndef STALEPROOF_COMPRESS_RANK_H
#define STALEPROOF_COMPRESS_RANK_H

/* Selection of the k largest of n unsigned keys in O(n), by radix; equal keys rank by index, the
 * lowest first. sp_compress_topk_* uses it on the magnitudes of floating-point numbers.
 *
 *   index  k places, increasing, written by rank
 *   above  how many keys are larger than the k-th largest, written by kth_key
 *   key    n keys, none negative, read; no overlap with the outputs
 *   k      1 .. n
 *
 * Errors: none within the contract; any keys. */

#include <stddef.h>
#include <stdint.h>

#include "staleproof/key_u32.h"
#include "staleproof/compress_rank.h"
#include "staleproof/key_end.h"
#include "staleproof/key_u64.h"
#include "staleproof/compress_rank.h"
#include "staleproof/key_end.h"

#endif
#else /* the text for one key type */
#ifdef __FRAMAC__
#include "specs/acsl/rank.inc"
#endif

/*@ requires room: \valid_read(key + (0 .. n - 1)) && 1 <= k <= n;
    requires keys: \forall integer i; 0 <= i < n ==> 0 <= key[i];
    requires apart: \valid(above) && \separated(above, key + (..));
    terminates \true;
    exits \false;
    assigns *above;
    ensures kth: *above == SP_KEY_NAME(cge)(key, n, \result + 1) &&
                 *above < k <= SP_KEY_NAME(cge)(key, n, \result); */
SP_KEY SP_KEY_NAME(sp_compress_kth_key)(size_t *above, const SP_STORED *key, size_t n, size_t k);

/*@ requires room: \valid_read(key + (0 .. n - 1)) && \valid(index + (0 .. k - 1));
    requires apart: \separated(key + (0 .. n - 1), index + (0 .. k - 1));
    requires keys: \forall integer i; 0 <= i < n ==> 0 <= key[i];
    requires count: 1 <= k <= n;
    terminates \true;
    exits \false;
    assigns index[0 .. k - 1];
    ensures range: \forall integer s; 0 <= s < k ==> 0 <= index[s] < n;
    ensures sorted: SP_KEY_NAME(increasing)(index, k);
    ensures best: \forall integer s, j; 0 <= s < k ==> 0 <= j < n ==>
      !SP_KEY_NAME(member)(index, k, j) ==> SP_KEY_NAME(beats)(key, index[s], j); */
void SP_KEY_NAME(sp_compress_rank)(size_t *index, const SP_STORED *key, size_t n, size_t k);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_REAL
#ifndef STALEPROOF_COMPRESS_RANDOM_K_H
#define STALEPROOF_COMPRESS_RANDOM_K_H

/* RandomK without replacement: keeps k of n entries, every set of k alike; the others become 0.
 * Which ones is a function of key and draw alone, so a receiver that knows both needs no indices.
 *
 *   q      n entries, written: x[i] where kept, 0 elsewhere
 *   index  k places, written: where, in increasing order
 *   x      n entries, read, finite
 *   n      1 .. 2^32 - 1;  k  1 .. n
 *   key    two words: the seed;  draw  number of this compression, never used twice with one key
 *
 * Contraction in the mean: E|x - q|^2 = (1 - k/n) |x|^2, for ideal random words. (k draws with
 * replacement leave fewer than k indices.) O(n).
 * Position i is kept when floor(u (n - i) / 2^64) < what is still to be kept, u the i-th word of
 * 64 bits: each such probability is right to 2^-64.
 * Aliasing: none of the arrays may overlap.
 * Errors: none in the kernel; sp_checked_compress_random_k_* returns a negative enum sp_code (NULL,
 * TOO_LONG, PARAMETER for k = 0 or k > n, OVERLAP, NOT_FINITE) with the outputs untouched.
 * Source: [stich2018, Definition 2.1]; [knuth1997, Algorithm 3.4.2S]. */

#include <stddef.h>
#include <stdint.h>

#include "staleproof/random_philox.h"

#define SP_COMPRESS_RANDOM_K_LONGEST 0xffffffffu

/*@ predicate sp_indices_increasing{L}(size_t *index, integer k) =
      \forall integer s, r; 0 <= s < r < k ==> index[s] < index[r];
    predicate sp_indices_below{L}(size_t *index, integer k, integer n) =
      \forall integer s; 0 <= s < k ==> 0 <= index[s] < n;
    predicate sp_indices_have{L}(size_t *index, integer k, integer j) =
      \exists integer s; 0 <= s < k && index[s] == j; */

/*@ // word w (0 .. 3) of the block that holds position i
    logic integer sp_indices_word(integer w, integer i, integer k0, integer k1, integer draw) =
      sp_philox(w, i / 2 % 4294967296, 0, draw % 4294967296, draw / 4294967296, k0, k1,
                SP_PHILOX_ROUNDS);
    // floor(u m / 2^64) for the 64 bits u of two words
    logic integer sp_indices_scaled(integer high, integer low, integer m) =
      (high * 4294967296 + low) * m / 18446744073709551616;
    // the place of position i among the m that are left
    logic integer sp_indices_place(integer i, integer m, integer k0, integer k1, integer draw) =
      i % 2 == 0 ? sp_indices_scaled(sp_indices_word(0, i, k0, k1, draw),
                                     sp_indices_word(1, i, k0, k1, draw), m)
                 : sp_indices_scaled(sp_indices_word(2, i, k0, k1, draw),
                                     sp_indices_word(3, i, k0, k1, draw), m);
    // how many of the positions below i are kept
    logic integer sp_indices_count(integer i, integer n, integer k, integer k0, integer k1,
                                   integer draw) =
      i <= 0 ? 0 : sp_indices_count(i - 1, n, k, k0, k1, draw) +
        (sp_indices_place(i - 1, n - (i - 1), k0, k1, draw) <
           k - sp_indices_count(i - 1, n, k, k0, k1, draw) ? 1 : 0);
    predicate sp_indices_keeps(integer i, integer n, integer k, integer k0, integer k1,
                               integer draw) =
      sp_indices_place(i, n - i, k0, k1, draw) < k - sp_indices_count(i, n, k, k0, k1, draw); */

/* The indices alone: k of 0 .. n-1. */
/*@ requires room: \valid(index + (0 .. k - 1)) && \valid_read(key + (0 .. 1));
    requires apart: \separated(index + (0 .. k - 1), key + (0 .. 1));
    requires count: 1 <= k <= n <= SP_COMPRESS_RANDOM_K_LONGEST;
    terminates \true;
    exits \false;
    assigns index[0 .. k - 1];
    ensures below: sp_indices_below(index, k, n);
    ensures increasing: sp_indices_increasing(index, k);
    ensures rule: \forall integer i; 0 <= i < n && sp_indices_keeps(i, n, k, key[0], key[1], draw)
      ==> index[sp_indices_count(i, n, k, key[0], key[1], draw)] == i;
    ensures all: sp_indices_count(n, n, k, key[0], key[1], draw) == k; */
void sp_compress_random_indices(size_t *index, size_t n, size_t k, const uint32_t key[2],
                                uint64_t draw);

#include "staleproof/real_f64.h"
#include "staleproof/compress_random_k.h"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#include "staleproof/compress_random_k.h"
#include "staleproof/real_end.h"

#endif
#else /* the text for one type */

/*@ requires room: \valid(q + (0 .. n - 1)) && \valid(index + (0 .. k - 1)) &&
                   \valid_read(x + (0 .. n - 1)) && \valid_read(key + (0 .. 1));
    requires apart: \separated(q + (0 .. n - 1), index + (0 .. k - 1), x + (0 .. n - 1),
                               key + (0 .. 1));
    requires count: 1 <= k <= n <= SP_COMPRESS_RANDOM_K_LONGEST;
    requires finite: \forall integer i; 0 <= i < n ==> \is_finite(x[i]);
    terminates \true;
    exits \false;
    assigns q[0 .. n - 1], index[0 .. k - 1];
    ensures below: sp_indices_below(index, k, n);
    ensures increasing: sp_indices_increasing(index, k);
    ensures kept: \forall integer s; 0 <= s < k ==> q[index[s]] == x[index[s]];
    ensures dropped: \forall integer j; 0 <= j < n ==>
      !sp_indices_have(index, k, j) ==> q[j] == 0;
    ensures rule: \forall integer i; 0 <= i < n && sp_indices_keeps(i, n, k, key[0], key[1], draw)
      ==> index[sp_indices_count(i, n, k, key[0], key[1], draw)] == i; */
void SP_NAME(sp_compress_random_k)(SP_REAL *q, size_t *index, const SP_REAL *x, size_t n,
                                   size_t k, const uint32_t key[2], uint64_t draw);

int SP_NAME(sp_checked_compress_random_k)(SP_REAL *q, size_t *index, const SP_REAL *x, size_t n,
                                          size_t k, const uint32_t key[2], uint64_t draw);

#endif

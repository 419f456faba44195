/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/compress_random_k.h"

#define TWO32 4294967296u

/* floor((high 2^32 + low) m / 2^64), in 64 bits. */
/*@ requires some: 1 <= m <= SP_COMPRESS_RANDOM_K_LONGEST;
    terminates \true;
    exits \false;
    assigns \nothing;
    ensures below: \result < m;
    ensures value: \result == sp_indices_scaled(high, low, m); */
static uint64_t below(uint32_t high, uint32_t low, uint64_t m)
{
    /*@ assert low_product: 0 <= low * m <= (TWO32 - 1) * m; */
    const uint64_t carry = low * m / TWO32;
    /*@ assert carry: carry < m; */
    /*@ assert high_product: 0 <= high * m <= (TWO32 - 1) * m; */
    /*@ assert sum: high * m + carry < TWO32 * m; */
    /*@ assert parts: (high * TWO32 + low) * m == TWO32 * (high * m + carry) + low * m % TWO32; */
    return (high * m + carry) / TWO32;
}

/* Is position i kept, when `need` of the last `rest` positions are still to be kept? */
/*@ requires room: \valid_read(key + (0 .. 1));
    requires need: 0 <= need <= rest && 1 <= rest <= SP_COMPRESS_RANDOM_K_LONGEST;
    terminates \true;
    exits \false;
    assigns \nothing;
    ensures flag: \result <= 1;
    ensures none: need == 0 ==> \result == 0;
    ensures all: need == rest ==> \result == 1;
    ensures rule: \result == 1 <==> sp_indices_place(i, rest, key[0], key[1], draw) < need; */
static uint32_t is_kept(size_t i, uint64_t need, uint64_t rest, const uint32_t key[2],
                        uint64_t draw)
{
    const uint32_t counter[4] = {(uint32_t)(i / 2 % TWO32), 0, (uint32_t)(draw % TWO32),
                                 (uint32_t)(draw / TWO32)};
    uint32_t word[4];
    sp_random_philox(word, counter, key);
    const uint64_t place = i % 2 == 0 ? below(word[0], word[1], rest)
                                      : below(word[2], word[3], rest);
    return place < need ? 1u : 0u;
}

void sp_compress_random_indices(size_t *index, size_t n, size_t k, const uint32_t key[2],
                                uint64_t draw)
{
    size_t m = 0;
    /*@ loop invariant range: 0 <= i <= n && 0 <= m <= k && k - m <= n - i;
        loop invariant below: sp_indices_below(index, m, i);
        loop invariant increasing: sp_indices_increasing(index, m);
        loop invariant count: m == sp_indices_count(i, n, k, key[0], key[1], draw);
        loop invariant order: \forall integer j; 0 <= j < i
          && sp_indices_keeps(j, n, k, key[0], key[1], draw)
          ==> 0 <= sp_indices_count(j, n, k, key[0], key[1], draw) < m;
        loop invariant rule: \forall integer j; 0 <= j < i
          && sp_indices_keeps(j, n, k, key[0], key[1], draw)
          ==> index[sp_indices_count(j, n, k, key[0], key[1], draw)] == j;
        loop assigns i, m, index[0 .. k - 1];
        loop variant n - i; */
    for (size_t i = 0; i < n; i++) {
        const uint32_t kept = is_kept(i, k - m, n - i, key, draw);
        /*@ assert rule: kept == 1 <==> sp_indices_keeps(i, n, k, key[0], key[1], draw); */
        if (kept == 1)
            index[m++] = i;
    }
}

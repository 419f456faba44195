/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STALEPROOF_RANDOM_PHILOX_H
#define STALEPROOF_RANDOM_PHILOX_H

/* Philox4x32 with ten rounds: a counter-based random number generator. The four output words are
 * a function of a 128-bit counter and a 64-bit key and of nothing else, so every draw of every
 * learner can be named (seed as key; learner, purpose and index as counter), drawn in any order
 * and drawn again.
 *
 *   out      4 words, written; may be the same array as counter
 *   counter  4 words, least significant first
 *   key      2 words
 *
 * Errors: none; every counter and every key is allowed.
 * Proved: the output is the published function of counter and key, written below as logic. That
 * this function looks random is not proved: it passes the published batteries of tests.
 * Source: [salmon2011, Philox4x32-10]. */

#include <stdint.h>

#define SP_PHILOX_ROUNDS 10
#define SP_PHILOX_M0 0xD2511F53u
#define SP_PHILOX_M1 0xCD9E8D57u
#define SP_PHILOX_W0 0x9E3779B9u
#define SP_PHILOX_W1 0xBB67AE85u

/*@ logic integer sp_philox_high(integer m, integer x) = (uint32_t)((uint64_t)(m * x) / 4294967296);
    logic integer sp_philox_low(integer m, integer x) = (uint32_t)(uint64_t)(m * x);
    logic integer sp_philox_xor(integer x, integer y) = (uint32_t)(x ^ y);
    logic integer sp_philox_mix(integer h, integer x, integer k) =
      sp_philox_xor(k, sp_philox_xor(x, h));
    // word i of the state (a, b, c, d) after n more rounds that begin with key (k, l)
    logic integer sp_philox(integer i, integer a, integer b, integer c, integer d, integer k,
                            integer l, integer n) =
      n <= 0 ? (i == 0 ? a : i == 1 ? b : i == 2 ? c : d) :
      sp_philox(i, sp_philox_mix(sp_philox_high(SP_PHILOX_M1, c), b, k),
                sp_philox_low(SP_PHILOX_M1, c),
                sp_philox_mix(sp_philox_high(SP_PHILOX_M0, a), d, l),
                sp_philox_low(SP_PHILOX_M0, a), (uint32_t)(k + SP_PHILOX_W0),
                (uint32_t)(l + SP_PHILOX_W1), n - 1); */

/*@ requires room: \valid(out + (0 .. 3)) && \valid_read(counter + (0 .. 3)) &&
                   \valid_read(key + (0 .. 1));
    terminates \true;
    exits \false;
    assigns out[0 .. 3];
    ensures word0: out[0] == sp_philox(0, \old(counter[0]), \old(counter[1]), \old(counter[2]),
      \old(counter[3]), \old(key[0]), \old(key[1]), SP_PHILOX_ROUNDS);
    ensures word1: out[1] == sp_philox(1, \old(counter[0]), \old(counter[1]), \old(counter[2]),
      \old(counter[3]), \old(key[0]), \old(key[1]), SP_PHILOX_ROUNDS);
    ensures word2: out[2] == sp_philox(2, \old(counter[0]), \old(counter[1]), \old(counter[2]),
      \old(counter[3]), \old(key[0]), \old(key[1]), SP_PHILOX_ROUNDS);
    ensures word3: out[3] == sp_philox(3, \old(counter[0]), \old(counter[1]), \old(counter[2]),
      \old(counter[3]), \old(key[0]), \old(key[1]), SP_PHILOX_ROUNDS); */
void sp_random_philox(uint32_t out[4], const uint32_t counter[4], const uint32_t key[2]);

/* A word as an index below n, floor(word * n / 2^32). Each index has floor or ceil of 2^32/n words:
 * the bias of one index is below n/2^32 of its share, which matters only for n above a million. */
/*@ requires some: n >= 1;
    terminates \true;
    exits \false;
    assigns \nothing;
    ensures below: \result < n;
    ensures value: \result == (word * n) / 4294967296; */
uint32_t sp_random_index(uint32_t word, uint32_t n);

/* The 53 high bits of two words as an integer below 2^53; times 2^-53 it is uniform on the grid of
 * [0, 1). */
/*@ terminates \true;
    exits \false;
    assigns \nothing;
    ensures below: \result < 9007199254740992;
    ensures value: \result == (high * 4294967296 + low) / 2048; */
uint64_t sp_random_bits53(uint32_t high, uint32_t low);

/* sp_random_bits53 * 2^-53: in [0, 1), exact, never 1. (Not proved: no prover here knows that the
 * conversion of an integer below 2^53 is exact. Tested at the ends of the range.) */
double sp_random_uniform(uint32_t high, uint32_t low);

#endif

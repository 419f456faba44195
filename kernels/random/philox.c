/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/random_philox.h"

#define TWO32 4294967296u

/* Apart, so that provers, which do not reorder an exclusive or, meet one at a time. */
/*@ terminates \true;
    exits \false;
    assigns \nothing;
    ensures value: \result == sp_philox_xor(y, x); */
static uint32_t exclusive_or(uint32_t x, uint32_t y)
{
    return x ^ y;
}

void sp_random_philox(uint32_t out[4], const uint32_t counter[4], const uint32_t key[2])
{
    uint32_t a = counter[0], b = counter[1], c = counter[2], d = counter[3];
    uint32_t k = key[0], l = key[1];
    /*@ loop invariant range: 0 <= round <= SP_PHILOX_ROUNDS;
        loop invariant word0: sp_philox(0, a, b, c, d, k, l, SP_PHILOX_ROUNDS - round) ==
          sp_philox(0, \at(counter[0], Pre), \at(counter[1], Pre), \at(counter[2], Pre),
                    \at(counter[3], Pre), \at(key[0], Pre), \at(key[1], Pre), SP_PHILOX_ROUNDS);
        loop invariant word1: sp_philox(1, a, b, c, d, k, l, SP_PHILOX_ROUNDS - round) ==
          sp_philox(1, \at(counter[0], Pre), \at(counter[1], Pre), \at(counter[2], Pre),
                    \at(counter[3], Pre), \at(key[0], Pre), \at(key[1], Pre), SP_PHILOX_ROUNDS);
        loop invariant word2: sp_philox(2, a, b, c, d, k, l, SP_PHILOX_ROUNDS - round) ==
          sp_philox(2, \at(counter[0], Pre), \at(counter[1], Pre), \at(counter[2], Pre),
                    \at(counter[3], Pre), \at(key[0], Pre), \at(key[1], Pre), SP_PHILOX_ROUNDS);
        loop invariant word3: sp_philox(3, a, b, c, d, k, l, SP_PHILOX_ROUNDS - round) ==
          sp_philox(3, \at(counter[0], Pre), \at(counter[1], Pre), \at(counter[2], Pre),
                    \at(counter[3], Pre), \at(key[0], Pre), \at(key[1], Pre), SP_PHILOX_ROUNDS);
        loop assigns round, a, b, c, d, k, l;
        loop variant SP_PHILOX_ROUNDS - round; */
    for (int round = 0; round < SP_PHILOX_ROUNDS; round++) {
        const uint64_t p = (uint64_t)SP_PHILOX_M0 * a, q = (uint64_t)SP_PHILOX_M1 * c;
        a = exclusive_or(exclusive_or((uint32_t)(q / TWO32), b), k);
        b = (uint32_t)q;
        c = exclusive_or(exclusive_or((uint32_t)(p / TWO32), d), l);
        d = (uint32_t)p;
        k += SP_PHILOX_W0;
        l += SP_PHILOX_W1;
        /*@ assert a: a == sp_philox_mix(sp_philox_high(SP_PHILOX_M1, \at(c, LoopCurrent)),
              \at(b, LoopCurrent), \at(k, LoopCurrent)); */
        /*@ assert b: b == sp_philox_low(SP_PHILOX_M1, \at(c, LoopCurrent)); */
        /*@ assert c: c == sp_philox_mix(sp_philox_high(SP_PHILOX_M0, \at(a, LoopCurrent)),
              \at(d, LoopCurrent), \at(l, LoopCurrent)); */
        /*@ assert d: d == sp_philox_low(SP_PHILOX_M0, \at(a, LoopCurrent)); */
        /*@ assert k: k == (uint32_t)(\at(k, LoopCurrent) + SP_PHILOX_W0); */
        /*@ assert l: l == (uint32_t)(\at(l, LoopCurrent) + SP_PHILOX_W1); */
    }
    out[0] = a;
    out[1] = b;
    out[2] = c;
    out[3] = d;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/server_ssp.h"

void sp_server_ssp_start(struct sp_server_ssp *s, uint32_t learners, uint32_t limit)
{
    s->learners = learners;
    s->limit = limit;
    s->last = learners;
    s->slowest = 0;
    /*@ loop invariant range: 0 <= i <= s->learners;
        loop invariant zero: \forall integer j; 0 <= j < i ==> s->clock[j] == 0;
        loop assigns i, s->clock[0 .. SP_SERVER_MAX_LEARNERS - 1];
        loop variant s->learners - i; */
    for (uint32_t i = 0; i < s->learners; i++)
        s->clock[i] = 0;
    /*@ ghost
      /@ loop invariant range: 0 <= q <= s->learners;
         loop invariant all: sp_ssp_at(s->clock, 0, q) == q;
         loop assigns q;
         loop variant s->learners - q; @/
      for (uint32_t q = 0; q < s->learners; q++) ; */
    /*@ assert someone: s->clock[0] == 0; */
}

uint32_t sp_server_ssp_may(const struct sp_server_ssp *s, uint32_t i)
{
    return s->clock[i] - s->slowest <= s->limit ? 1u : 0u;
}

/*@ requires valid: \valid(s);
    requires learners: 1 <= s->learners <= SP_SERVER_MAX_LEARNERS;
    terminates \true;
    exits \false;
    assigns \nothing;
    ensures count: \result == sp_ssp_at(s->clock, v, s->learners) <= s->learners; */
static uint32_t count_at(const struct sp_server_ssp *s, uint64_t v)
{
    uint32_t n = 0;
    /*@ loop invariant range: 0 <= i <= s->learners && 0 <= n <= i;
        loop invariant count: n == sp_ssp_at(s->clock, v, i);
        loop assigns i, n;
        loop variant s->learners - i; */
    for (uint32_t i = 0; i < s->learners; i++)
        if (s->clock[i] == v)
            n++;
    return n;
}

/* The clock of learner i goes up; who is at the smallest clock is one fewer if it was i. */
/*@ requires valid: \valid(s);
    requires learners: 1 <= s->learners <= SP_SERVER_MAX_LEARNERS;
    requires known: i < s->learners;
    requires room: s->slowest <= s->clock[i] < 2 * SP_SERVER_CEILING;
    terminates \true;
    exits \false;
    assigns s->clock[i];
    ensures tick: s->clock[i] == \old(s->clock[i]) + 1;
    ensures last: sp_ssp_at(s->clock, s->slowest, s->learners) ==
      sp_ssp_at(\old(s->clock), s->slowest, s->learners) -
      (\old(s->clock[i]) == s->slowest ? 1 : 0); */
static void advance(struct sp_server_ssp *s, uint32_t i)
{
    s->clock[i]++;
    /*@ ghost
      /@ loop invariant range: 0 <= q <= s->learners;
         loop invariant last: sp_ssp_at(s->clock, s->slowest, q) ==
           sp_ssp_at(\at(s->clock, Pre), s->slowest, q) -
           (q > i && \at(s->clock[i], Pre) == s->slowest ? 1 : 0);
         loop assigns q;
         loop variant s->learners - q; @/
      for (uint32_t q = 0; q < s->learners; q++) ; */
}

void sp_server_ssp_tick(struct sp_server_ssp *s, uint32_t i)
{
    const uint32_t was_last = s->clock[i] == s->slowest ? 1u : 0u;
    /*@ assert gap: s->clock[i] <= s->slowest + s->limit; */
    advance(s, i);
    /* Who is counted is there; who is not counted is not. */
    /*@ ghost
      /@ loop invariant range: 0 <= q <= s->learners;
         loop invariant positive: 0 <= sp_ssp_at(s->clock, s->slowest, q);
         loop invariant someone: sp_ssp_at(s->clock, s->slowest, q) >= 1 ==>
           \exists integer j; 0 <= j < q && s->clock[j] == s->slowest;
         loop invariant nobody: sp_ssp_at(s->clock, s->slowest, q) == 0 ==>
           \forall integer j; 0 <= j < q ==> s->clock[j] != s->slowest;
         loop assigns q;
         loop variant s->learners - q; @/
      for (uint32_t q = 0; q < s->learners; q++) ; */
    s->last -= was_last;
    if (s->last == 0) {
        s->slowest++;
        /*@ assert here: s->clock[i] == s->slowest; */
        s->last = count_at(s, s->slowest);
        /*@ ghost
          /@ loop invariant range: 0 <= q <= s->learners;
             loop invariant positive: 0 <= sp_ssp_at(s->clock, s->slowest, q);
             loop invariant someone: sp_ssp_at(s->clock, s->slowest, q) >= 1 ==>
               \exists integer j; 0 <= j < q && s->clock[j] == s->slowest;
             loop invariant nobody: sp_ssp_at(s->clock, s->slowest, q) == 0 ==>
               \forall integer j; 0 <= j < q ==> s->clock[j] != s->slowest;
             loop assigns q;
             loop variant s->learners - q; @/
          for (uint32_t q = 0; q < s->learners; q++) ; */
    }
}

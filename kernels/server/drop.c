/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/server_drop.h"

void sp_server_drop_start(struct sp_server_drop *s, uint32_t learners, uint64_t limit)
{
    s->learners = learners;
    s->limit = limit;
    s->version = 0;
    s->dropped = 0;
    s->delivered = 0;
    s->staleness = 0;
    s->wasted = 0;
    /*@ loop invariant range: 0 <= i <= s->learners;
        loop invariant zero: \forall integer j; 0 <= j < i ==> s->held[j] == 0;
        loop invariant ages: sp_drop_ages(s->held, 0, i) == 0;
        loop assigns i, s->held[0 .. SP_SERVER_MAX_LEARNERS - 1];
        loop variant s->learners - i; */
    for (uint32_t i = 0; i < s->learners; i++) {
        s->held[i] = 0;
        /*@ ghost
          /@ loop invariant range: 0 <= q <= i;
             loop invariant ages: sp_drop_ages(s->held, 0, q) == 0;
             loop assigns q;
             loop variant i - q; @/
          for (uint32_t q = 0; q < i; q++) ; */
    }
}

/* Learner i starts again on version `now`, which is the version or the next. */
/*@ requires valid: \valid(s);
    requires learners: 1 <= s->learners <= SP_SERVER_MAX_LEARNERS &&
      (\forall integer j; 0 <= j < s->learners ==> s->held[j] <= s->version);
    requires known: i < s->learners;
    requires next: s->version <= now <= s->version + 1 && s->version < SP_SERVER_CEILING;
    terminates \true;
    exits \false;
    assigns s->version, s->held[i];
    ensures moved: s->version == now && s->held[i] == now;
    ensures ages: sp_drop_ages(s->held, now, s->learners) ==
      sp_drop_ages(\old(s->held), \old(s->version), s->learners) -
      \old(s->version - s->held[i]) + (now > \old(s->version) ? s->learners - 1 : 0); */
static void restart(struct sp_server_drop *s, uint32_t i, uint64_t now)
{
    s->version = now;
    s->held[i] = now;
    /*@ ghost
      /@ loop invariant range: 0 <= q <= s->learners;
         loop invariant ages: sp_drop_ages(s->held, now, q) ==
           sp_drop_ages(\at(s->held, Pre), \at(s->version, Pre), q) -
           (q > i ? \at(s->version, Pre) - \at(s->held[i], Pre) : 0) +
           (now > \at(s->version, Pre) ? q - (q > i ? 1 : 0) : 0);
         loop assigns q;
         loop variant s->learners - q; @/
      for (uint32_t q = 0; q < s->learners; q++) ; */
}

uint32_t sp_server_drop_deliver(struct sp_server_drop *s, uint32_t i)
{
    const uint64_t delay = s->version - s->held[i];
    const uint32_t timely = delay <= s->limit ? 1u : 0u;
    if (timely == 1u)
        s->staleness += delay;
    else
        s->wasted += delay;
    s->dropped += 1u - timely;
    s->delivered++;
    restart(s, i, s->version + timely);
    return timely;
}

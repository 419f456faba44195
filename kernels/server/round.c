/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/server_round.h"

/* Everybody goes on. */
/*@ requires room: \valid(s);
    requires shape: 1 <= s->learners <= SP_SERVER_MAX_LEARNERS && 1 <= s->period;
    terminates \true;
    exits \false;
    assigns s->done[0 .. s->learners - 1], s->there, s->base;
    ensures fresh: \forall integer j; 0 <= j < s->learners ==> s->done[j] == 0;
    ensures sums: s->there == 0 == sp_round_there(s->done, s->period, s->learners) &&
      sp_round_sum(s->done, s->learners) == 0;
    ensures base: s->base == s->steps; */
static void go_on(struct sp_server_round *s)
{
    /*@ loop invariant range: 0 <= j <= s->learners;
        loop invariant fresh: \forall integer k; 0 <= k < j ==> s->done[k] == 0;
        loop assigns j, s->done[0 .. s->learners - 1];
        loop variant s->learners - j; */
    for (uint32_t j = 0; j < s->learners; j++)
        s->done[j] = 0;
    /*@ ghost
      /@ loop invariant range: 0 <= q <= s->learners;
         loop invariant sums: sp_round_there(s->done, s->period, q) == 0 &&
           sp_round_sum(s->done, q) == 0;
         loop assigns q;
         loop variant s->learners - q; @/
      for (uint32_t q = 0; q < s->learners; q++) ; */
    s->there = 0;
    s->base = s->steps;
}

void sp_server_round_start(struct sp_server_round *s, uint32_t learners, uint32_t period)
{
    s->learners = learners;
    s->period = period;
    s->round = 0;
    s->steps = 0;
    go_on(s);
}

uint32_t sp_server_round_may(const struct sp_server_round *s, uint32_t i)
{
    return s->done[i] < s->period ? 1u : 0u;
}

/* The step of worker i in the sums. */
/*@ requires room: \valid(s);
    requires ok: sp_round_ok(*s);
    requires known: i < s->learners;
    requires may: s->done[i] < s->period;
    requires below: s->steps < SP_SERVER_CEILING;
    terminates \true;
    exits \false;
    assigns s->done[i], s->there, s->steps;
    ensures done: s->done[i] == \old(s->done[i]) + 1;
    ensures steps: s->steps == \old(s->steps) + 1 &&
      s->steps == s->base + sp_round_sum(s->done, s->learners);
    ensures there: s->there == sp_round_there(s->done, s->period, s->learners) &&
      s->there <= s->learners;
    ensures all: s->there == s->learners ==>
      (\forall integer j; 0 <= j < s->learners ==> s->done[j] == s->period) &&
      sp_round_sum(s->done, s->learners) == sp_times(s->period, s->learners); */
static void count(struct sp_server_round *s, uint32_t i)
{
    s->done[i]++;
    s->steps++;
    if (s->done[i] == s->period)
        s->there++;
    /*@ ghost
      /@ loop invariant range: 0 <= q <= s->learners;
         loop invariant there: sp_round_there(s->done, s->period, q) ==
           sp_round_there(\at(s->done, Pre), s->period, q) +
           (q > i && s->done[i] == s->period ? 1 : 0);
         loop invariant sum: sp_round_sum(s->done, q) ==
           sp_round_sum(\at(s->done, Pre), q) + (q > i ? 1 : 0);
         loop invariant few: sp_round_there(s->done, s->period, q) <= q;
         loop invariant all: sp_round_there(s->done, s->period, q) == q ==>
           sp_round_sum(s->done, q) == sp_times(s->period, q) &&
           \forall integer j; 0 <= j < q ==> s->done[j] == s->period;
         loop assigns q;
         loop variant s->learners - q; @/
      for (uint32_t q = 0; q < s->learners; q++) ; */
}

uint32_t sp_server_round_step(struct sp_server_round *s, uint32_t i)
{
    count(s, i);
    if (s->there < s->learners)
        return 0;
    s->round++;
    go_on(s);
    return 1;
}

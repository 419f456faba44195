/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STALEPROOF_SERVER_SSP_H
#define STALEPROOF_SERVER_SSP_H

/* The stale-synchronous gate: a learner may begin its next step as long as it is at most `limit`
 * steps ahead of the slowest. It holds no model and no queue: the caller asks whether learner i may
 * go, and says when it has finished a step.
 *
 *   limit = 0        bulk-synchronous
 *
 * Proved at every event, for every number of learners: nobody is ever more than limit + 1 finished
 * steps ahead of anybody; `slowest` is the smallest clock; a learner at it exists and
 * may go, so there is no deadlock. O(1) an event on average: the learners are counted again once
 * each time that all have left the smallest clock, which takes at least `learners` events.
 *
 * Source: [ho2013, section 3]. */

#include <stdint.h>

#include "staleproof/server_limit.h"

struct sp_server_ssp {
    uint32_t learners; /* P */
    uint32_t limit;    /* finished steps that one may be ahead and still begin another */
    uint32_t last;     /* learners at the smallest clock */
    uint64_t slowest;  /* the smallest clock */
    uint64_t clock[SP_SERVER_MAX_LEARNERS]; /* steps that a learner has finished */
};

/*@ // learners among the first n whose clock is v
    logic integer sp_ssp_at(uint64_t clock[SP_SERVER_MAX_LEARNERS], integer v, integer n) =
      n <= 0 ? 0 : sp_ssp_at(clock, v, n - 1) + (clock[n - 1] == v ? 1 : 0);

    predicate sp_ssp_ok(struct sp_server_ssp s) =
      1 <= s.learners <= SP_SERVER_MAX_LEARNERS &&
      (\forall integer i; 0 <= i < s.learners ==> s.slowest <= s.clock[i]) &&
      (\forall integer i; 0 <= i < s.learners ==> s.clock[i] <= s.slowest + s.limit + 1) &&
      (\exists integer i; 0 <= i < s.learners && s.clock[i] == s.slowest) &&
      1 <= s.last <= s.learners && s.last == sp_ssp_at(s.clock, s.slowest, s.learners);
    predicate sp_ssp_may(struct sp_server_ssp s, integer i) =
      \forall integer j; 0 <= j < s.learners ==> s.clock[i] <= s.clock[j] + s.limit; */

/* Starts a run: all clocks are 0. */
/*@ requires room: \valid(s);
    requires learners: 1 <= learners <= SP_SERVER_MAX_LEARNERS;
    terminates \true;
    exits \false;
    assigns *s;
    ensures ok: sp_ssp_ok(*s);
    ensures start: \forall integer i; 0 <= i < learners ==> s->clock[i] == 0;
    ensures given: s->learners == learners && s->limit == limit && s->slowest == 0; */
void sp_server_ssp_start(struct sp_server_ssp *s, uint32_t learners, uint32_t limit);

/* 1 if learner i may begin its next step, else 0. */
/*@ requires room: \valid(s);
    requires ok: sp_ssp_ok(*s);
    requires below: s->slowest < SP_SERVER_CEILING;
    requires known: i < s->learners;
    terminates \true;
    exits \false;
    assigns \nothing;
    ensures gate: \result <= 1 && (\result == 1 <==> sp_ssp_may(*s, i));
    ensures progress: s->clock[i] == s->slowest ==> \result == 1; */
uint32_t sp_server_ssp_may(const struct sp_server_ssp *s, uint32_t i);

/* Learner i, which might go, has finished a step. */
/*@ requires room: \valid(s);
    requires ok: sp_ssp_ok(*s);
    requires below: s->slowest < SP_SERVER_CEILING;
    requires known: i < s->learners;
    requires may: sp_ssp_may(*s, i);
    terminates \true;
    exits \false;
    assigns s->clock[i], s->slowest, s->last;
    ensures ok: sp_ssp_ok(*s);
    ensures tick: s->clock[i] == \old(s->clock[i]) + 1;
    ensures slowest: \old(s->slowest) <= s->slowest <= \old(s->slowest) + 1;
    ensures bound: \forall integer j; 0 <= j < s->learners ==>
      s->clock[i] <= s->clock[j] + s->limit + 1; */
void sp_server_ssp_tick(struct sp_server_ssp *s, uint32_t i);

/* The checked entries: SP_CODE_NULL, SP_CODE_PARAMETER (no learner, too many, an unknown learner, a
 * tick of a learner that might not go), SP_CODE_TOO_LARGE (clocks at their ceiling); on refusal
 * nothing changes. A result >= 0 is that of the kernel. */
int sp_checked_server_ssp_start(struct sp_server_ssp *s, uint32_t learners, uint32_t limit);
int sp_checked_server_ssp_may(const struct sp_server_ssp *s, uint32_t i);
int sp_checked_server_ssp_tick(struct sp_server_ssp *s, uint32_t i);

#endif

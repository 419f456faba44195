/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STALEPROOF_SERVER_ROUND_H
#define STALEPROOF_SERVER_ROUND_H

/* Rounds: each worker makes `period` steps on its own model, then waits; when the last one is there
 * the models meet, and all go on.
 *
 *   method     at a meeting
 *   local SGD  every model becomes the mean of all
 *   EASGD      w_i -= a (w_i - c), c += a * sum of (w_i - c), with the values of before
 *
 * The caller's part: make a step of worker i while sp_server_round_may says 1, then call
 * sp_server_round_step; if it says 1, let the models meet.
 *
 * Proved at every event, for every number of workers and every period: between two meetings every
 * worker makes exactly `period` steps; nobody is ever more than `period` steps ahead of anybody;
 * steps = workers * period * rounds + steps since the last meeting; somebody may always go, so
 * there is no deadlock. period = 1 is the synchronous method.
 *
 * Source: [stich2019] local SGD, [zhang2015] EASGD; the invariants are proved here. */

#include <stdint.h>

#include "staleproof/server_limit.h"

struct sp_server_round {
    uint32_t learners; /* P */
    uint32_t period;   /* H, steps between two meetings */
    uint32_t there;    /* workers that wait for the meeting */
    uint64_t round;    /* meetings so far */
    uint64_t steps;    /* of all workers */
    uint64_t base;     /* steps of all workers at the last meeting */
    uint32_t done[SP_SERVER_MAX_LEARNERS]; /* steps of a worker since the last meeting */
};

/*@ // workers among the first n that have made h steps; steps of the first n
    logic integer sp_round_there(uint32_t done[SP_SERVER_MAX_LEARNERS], integer h, integer n) =
      n <= 0 ? 0 : sp_round_there(done, h, n - 1) + (done[n - 1] == h ? 1 : 0);
    logic integer sp_round_sum(uint32_t done[SP_SERVER_MAX_LEARNERS], integer n) =
      n <= 0 ? 0 : sp_round_sum(done, n - 1) + done[n - 1];

    predicate sp_round_ok(struct sp_server_round s) =
      1 <= s.learners <= SP_SERVER_MAX_LEARNERS && 1 <= s.period &&
      (\forall integer i; 0 <= i < s.learners ==> s.done[i] <= s.period) &&
      s.there == sp_round_there(s.done, s.period, s.learners) && s.there < s.learners &&
      s.steps == s.base + sp_round_sum(s.done, s.learners);
    // all meetings so far came after `period` steps of each
    predicate sp_round_law(struct sp_server_round s) =
      s.base == sp_times(sp_times(s.period, s.learners), s.round); */

/* Starts a run: nobody has made a step. */
/*@ requires room: \valid(s);
    requires learners: 1 <= learners <= SP_SERVER_MAX_LEARNERS;
    requires period: 1 <= period;
    terminates \true;
    exits \false;
    assigns *s;
    ensures ok: sp_round_ok(*s);
    ensures law: sp_round_law(*s);
    ensures start: s->round == 0 && s->steps == 0;
    ensures given: s->learners == learners && s->period == period; */
void sp_server_round_start(struct sp_server_round *s, uint32_t learners, uint32_t period);

/* 1 if worker i may make a step before the next meeting, else 0. */
/*@ requires room: \valid(s);
    requires ok: sp_round_ok(*s);
    requires known: i < s->learners;
    terminates \true;
    exits \false;
    assigns \nothing;
    ensures rule: \result == (s->done[i] < s->period ? 1 : 0); */
uint32_t sp_server_round_may(const struct sp_server_round *s, uint32_t i);

/* Worker i has made a step. Returns 1 when it was the last: the models meet now. O(1), a meeting
 * O(workers). */
/*@ requires room: \valid(s);
    requires ok: sp_round_ok(*s);
    requires law: sp_round_law(*s);
    requires known: i < s->learners;
    requires may: s->done[i] < s->period;
    requires below: s->steps < SP_SERVER_CEILING && s->round < SP_SERVER_CEILING;
    terminates \true;
    exits \false;
    assigns s->done[0 .. s->learners - 1], s->there, s->round, s->steps, s->base;
    ensures ok: sp_round_ok(*s);
    ensures law: sp_round_law(*s);
    ensures counted: s->steps == \old(s->steps) + 1;
    ensures meets: \result <= 1 && s->round == \old(s->round) + \result;
    ensures all: \result == 1 ==> \forall integer j; 0 <= j < s->learners && j != i ==>
      \old(s->done)[j] == s->period;
    ensures self: \result == 1 ==> \old(s->done)[i] + 1 == s->period;
    ensures fresh: \result == 1 ==> \forall integer j; 0 <= j < s->learners ==> s->done[j] == 0;
    ensures else: \result == 0 ==> s->done[i] == \old(s->done)[i] + 1; */
uint32_t sp_server_round_step(struct sp_server_round *s, uint32_t i);

/* The checked entries: SP_CODE_NULL; SP_CODE_PARAMETER, no worker, too many, an unknown one, no
 * period, a step that is not due; SP_CODE_TOO_LARGE, a counter at its ceiling. On refusal nothing
 * changes. A result >= 0 of the last two is that of the kernel. */
int sp_checked_server_round_start(struct sp_server_round *s, uint32_t learners, uint32_t period);
int sp_checked_server_round_may(const struct sp_server_round *s, uint32_t i);
int sp_checked_server_round_step(struct sp_server_round *s, uint32_t i);

#endif

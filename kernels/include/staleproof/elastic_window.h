/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STALEPROOF_ELASTIC_WINDOW_H
#define STALEPROOF_ELASTIC_WINDOW_H

/* One worker of asynchronous message passing: no server, every worker sends each gradient to every
 * other, and applies what comes in its own order. The machine decides what of it may be applied
 * and whether the next step may begin, so that a view never lacks more than the last `limit`
 * gradients of a peer, and never holds one of a step that has not begun here.
 *
 *   when a message of peer j comes (links keep order)   sp_elastic_window_receive
 *   while sp_elastic_window_may_apply(j)                sp_elastic_window_apply, add the gradient
 *   when sp_elastic_window_may_begin                    compute at the view, send to all,
 *                                                       sp_elastic_window_finish, add the own one
 *
 * Proved at every event, for any number of workers: each message is applied at most once and in
 * order, what is received is applied or held back; at the start of step t (from 0)
 *   t - limit <= messages of peer j applied <= t    for every j,
 * so that the view lacks at most (workers - 1) * limit gradients, all of the last `limit` steps:
 * B = (workers - 1) limit M / workers. limit = 0 is the synchronous method.
 *
 * Source: [nadiradze2021, asynchronous message passing]; the window on both sides is proved
 * here. */

#include <stdint.h>

#ifndef SP_ELASTIC_MAX_WORKERS
#define SP_ELASTIC_MAX_WORKERS 65536u
#endif
#define SP_ELASTIC_WINDOW_CEILING 0x4000000000000000u /* of steps and messages */

struct sp_elastic_window {
    uint32_t workers;
    uint32_t self;
    uint32_t limit;
    uint64_t step;                              /* steps finished: the number of the next */
    uint64_t received[SP_ELASTIC_MAX_WORKERS];  /* messages of a worker that have come */
    uint64_t applied[SP_ELASTIC_MAX_WORKERS];   /* of these, applied */
};

/*@ predicate sp_window_shape(struct sp_elastic_window s) =
      1 <= s.workers <= SP_ELASTIC_MAX_WORKERS && s.self < s.workers;
    // own messages are applied at once; none is applied before it has come, or before its step
    predicate sp_window_worker(struct sp_elastic_window s, integer j) =
      s.applied[j] <= s.received[j] && s.applied[j] <= s.step;
    predicate sp_window_ok(struct sp_elastic_window s) =
      sp_window_shape(s) && s.applied[s.self] == s.step && s.received[s.self] == s.step &&
      \forall integer j; 0 <= j < s.workers ==> sp_window_worker(s, j);
    predicate sp_window_open(struct sp_elastic_window s) =
      \forall integer j; 0 <= j < s.workers ==> s.step <= s.applied[j] + s.limit;
    // gradients of steps that this view should hold and does not
    logic integer sp_window_missing(uint64_t applied[SP_ELASTIC_MAX_WORKERS], integer step,
                                    integer n) =
      n <= 0 ? 0 : sp_window_missing(applied, step, n - 1) + step - applied[n - 1];
    // limit added up for all but one of n workers
    logic integer sp_window_most(integer limit, integer self, integer n) =
      n <= 0 ? 0 : sp_window_most(limit, self, n - 1) + (n - 1 == self ? 0 : limit); */

/*@ requires room: \valid(s);
    requires workers: 1 <= workers <= SP_ELASTIC_MAX_WORKERS && self < workers;
    terminates \true;
    exits \false;
    assigns *s;
    ensures ok: sp_window_ok(*s);
    ensures open: sp_window_open(*s);
    ensures start: s->step == 0;
    ensures given: s->workers == workers && s->self == self && s->limit == limit; */
void sp_elastic_window_start(struct sp_elastic_window *s, uint32_t workers, uint32_t self,
                             uint32_t limit);

/* The next message of peer j is here. */
/*@ requires room: \valid(s);
    requires ok: sp_window_ok(*s);
    requires peer: j < s->workers && j != s->self;
    requires below: s->received[j] < SP_ELASTIC_WINDOW_CEILING;
    terminates \true;
    exits \false;
    assigns s->received[j];
    ensures ok: sp_window_ok(*s);
    ensures received: s->received[j] == \old(s->received[j]) + 1; */
void sp_elastic_window_receive(struct sp_elastic_window *s, uint32_t j);

/* 1 if the next message of peer j is here and its step has begun, else 0. */
/*@ requires room: \valid(s);
    requires ok: sp_window_ok(*s);
    requires peer: j < s->workers;
    terminates \true;
    exits \false;
    assigns \nothing;
    ensures rule: \result <= 1 &&
      (\result == 1 <==> s->applied[j] < s->received[j] && s->applied[j] < s->step); */
uint32_t sp_elastic_window_may_apply(const struct sp_elastic_window *s, uint32_t j);

/* Applies it. */
/*@ requires room: \valid(s);
    requires ok: sp_window_ok(*s);
    requires peer: j < s->workers;
    requires may: s->applied[j] < s->received[j] && s->applied[j] < s->step;
    terminates \true;
    exits \false;
    assigns s->applied[j];
    ensures ok: sp_window_ok(*s);
    ensures once: s->applied[j] == \old(s->applied[j]) + 1; */
void sp_elastic_window_apply(struct sp_elastic_window *s, uint32_t j);

/* 1 if step `step` may begin on the view as it is, else 0. */
/*@ requires room: \valid(s);
    requires ok: sp_window_ok(*s);
    requires below: s->step < SP_ELASTIC_WINDOW_CEILING;
    terminates \true;
    exits \false;
    assigns \nothing;
    ensures rule: \result <= 1 && (\result == 1 <==> sp_window_open(*s));
    ensures lacks: \result == 1 ==>
      0 <= sp_window_missing(s->applied, s->step, s->workers) <=
      sp_window_most(s->limit, s->self, s->workers); */
uint32_t sp_elastic_window_may_begin(const struct sp_elastic_window *s);

/* The step that was allowed to begin is finished: its gradient is sent, and applied here. */
/*@ requires room: \valid(s);
    requires ok: sp_window_ok(*s);
    requires below: s->step < SP_ELASTIC_WINDOW_CEILING;
    requires open: sp_window_open(*s);
    terminates \true;
    exits \false;
    assigns s->step, s->applied[s->self], s->received[s->self];
    ensures ok: sp_window_ok(*s);
    ensures step: s->step == \old(s->step) + 1;
    ensures window: \forall integer j; 0 <= j < s->workers ==>
      s->applied[j] <= s->step <= s->applied[j] + s->limit + 1; */
void sp_elastic_window_finish(struct sp_elastic_window *s);

/* The checked entries: SP_CODE_NULL, SP_CODE_PARAMETER (no worker, too many, an unknown peer, a
 * message that may not be applied, a step that may not begin), SP_CODE_TOO_LARGE (a counter at its
 * ceiling); on refusal nothing changes. A result >= 0 is that of the kernel. */
int sp_checked_elastic_window_start(struct sp_elastic_window *s, uint32_t workers, uint32_t self,
                                    uint32_t limit);
int sp_checked_elastic_window_receive(struct sp_elastic_window *s, uint32_t j);
int sp_checked_elastic_window_may_apply(const struct sp_elastic_window *s, uint32_t j);
int sp_checked_elastic_window_apply(struct sp_elastic_window *s, uint32_t j);
int sp_checked_elastic_window_may_begin(const struct sp_elastic_window *s);
int sp_checked_elastic_window_finish(struct sp_elastic_window *s);

#endif

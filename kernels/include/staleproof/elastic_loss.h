/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STALEPROOF_ELASTIC_LOSS_H
#define STALEPROOF_ELASTIC_LOSS_H

/* One worker of synchronous message passing when messages are lost: every worker sends each
 * gradient to every other, and goes on when it has heard of all. The machine keeps account of what
 * the view of this worker lacks.
 *
 *   crash = 1   who misses a message has stopped: its broadcast of that step reached some and not
 *               others, and nothing more is awaited of it; at most `limit` (f) workers stop
 *   crash = 0   a message may be left out, its sender goes on; at most `limit` are lacking at a
 *               time, and a lacking one may still come (sp_elastic_loss_late)
 *
 * The caller's part, each step: for each worker that is awaited, sp_elastic_loss_arrive and add its
 * gradient (eta/p), or sp_elastic_loss_lose and, in the variant with substitution, add the own
 * gradient in its place; when none is awaited, sp_elastic_loss_finish, and compute. A late message
 * adds its gradient, less the own one of that step where that stood in for it.
 *
 * Proved at every event, for any number of workers: messages sent = applied + lacking, for each
 * worker; the view lacks at most `limit` messages, of a worker that has stopped exactly one; no
 * message is applied twice in a step; a step ends when and only when all who are awaited have been
 * heard of. So the view is the ideal iterate plus exactly the lacking terms, at most f of them:
 * B = f M/p (B_crash), with substitution B_crash_own.
 *
 * Source: [nadiradze2021, crash faults and message omission]; the account is proved here. */

#include <stdint.h>

#ifndef SP_ELASTIC_MAX_PEERS
#define SP_ELASTIC_MAX_PEERS 65536u
#endif
#define SP_ELASTIC_LOSS_CEILING 0x4000000000000000u /* of the steps */

#define SP_ELASTIC_AWAITED 0u
#define SP_ELASTIC_HEARD 1u
#define SP_ELASTIC_STOPPED 2u

struct sp_elastic_loss {
    uint32_t workers; /* p */
    uint32_t limit;   /* f, less than p */
    uint32_t crash;
    uint32_t awaited; /* workers of which this step has heard nothing */
    uint32_t lacking; /* messages that the view lacks */
    uint64_t step;    /* steps finished */
    uint8_t state[SP_ELASTIC_MAX_PEERS];
    uint32_t lacks[SP_ELASTIC_MAX_PEERS];   /* messages of a worker that the view lacks */
    uint64_t sent[SP_ELASTIC_MAX_PEERS];    /* messages of a worker so far, those lost included */
    uint64_t applied[SP_ELASTIC_MAX_PEERS]; /* of these, applied */
};

/*@ logic integer sp_loss_awaited(uint8_t state[SP_ELASTIC_MAX_PEERS], integer n) =
      n <= 0 ? 0 : sp_loss_awaited(state, n - 1) + (state[n - 1] == 0 ? 1 : 0);
    logic integer sp_loss_lacking(uint32_t lacks[SP_ELASTIC_MAX_PEERS], integer n) =
      n <= 0 ? 0 : sp_loss_lacking(lacks, n - 1) + lacks[n - 1];

    predicate sp_loss_shape(struct sp_elastic_loss s) =
      1 <= s.workers <= SP_ELASTIC_MAX_PEERS && s.limit < s.workers && s.crash <= 1;
    predicate sp_loss_worker(struct sp_elastic_loss s, integer j) =
      s.state[j] <= 2 && s.sent[j] == s.applied[j] + s.lacks[j] &&
      (s.state[j] != 2 ==> s.sent[j] == s.step + s.state[j]) &&
      (s.state[j] == 2 ==> s.crash == 1 && s.lacks[j] == 1 && s.sent[j] <= s.step + 1) &&
      (s.crash == 1 && s.state[j] != 2 ==> s.lacks[j] == 0);
    predicate sp_loss_workers(struct sp_elastic_loss s) =
      \forall integer j; 0 <= j < s.workers ==> sp_loss_worker(s, j);
    predicate sp_loss_sums(struct sp_elastic_loss s) =
      s.awaited == sp_loss_awaited(s.state, s.workers) && s.awaited <= s.workers &&
      s.lacking == sp_loss_lacking(s.lacks, s.workers) && s.lacking <= s.limit;
    predicate sp_loss_ok(struct sp_elastic_loss s) =
      sp_loss_shape(s) && sp_loss_workers(s) && sp_loss_sums(s); */

/* Starts a run: in its first step, everybody is awaited, the worker itself included. */
/*@ requires room: \valid(s);
    requires workers: 1 <= workers <= SP_ELASTIC_MAX_PEERS && limit < workers && crash <= 1;
    terminates \true;
    exits \false;
    assigns *s;
    ensures ok: sp_loss_ok(*s);
    ensures start: s->step == 0 && s->lacking == 0 && s->awaited == workers;
    ensures given: s->workers == workers && s->limit == limit && s->crash == crash; */
void sp_elastic_loss_start(struct sp_elastic_loss *s, uint32_t workers, uint32_t limit,
                           uint32_t crash);

/* The message of worker j of this step is here: apply it. */
/*@ requires room: \valid(s);
    requires ok: sp_loss_ok(*s);
    requires below: s->step < SP_ELASTIC_LOSS_CEILING;
    requires awaited: j < s->workers && s->state[j] == 0;
    terminates \true;
    exits \false;
    assigns s->state[j], s->sent[j], s->applied[j], s->awaited;
    ensures ok: sp_loss_ok(*s);
    ensures once: s->applied[j] == \old(s->applied[j]) + 1 && s->state[j] == 1;
    ensures fewer: s->awaited == \old(s->awaited) - 1; */
void sp_elastic_loss_arrive(struct sp_elastic_loss *s, uint32_t j);

/* The message of worker j of this step will not come, or not in this step. */
/*@ requires room: \valid(s);
    requires ok: sp_loss_ok(*s);
    requires below: s->step < SP_ELASTIC_LOSS_CEILING;
    requires awaited: j < s->workers && s->state[j] == 0;
    requires allowed: s->lacking < s->limit;
    terminates \true;
    exits \false;
    assigns s->state[j], s->sent[j], s->lacks[j], s->awaited, s->lacking;
    ensures ok: sp_loss_ok(*s);
    ensures lost: s->lacks[j] == \old(s->lacks[j]) + 1 && s->lacking == \old(s->lacking) + 1;
    ensures stopped: s->state[j] == 1 + s->crash;
    ensures fewer: s->awaited == \old(s->awaited) - 1; */
void sp_elastic_loss_lose(struct sp_elastic_loss *s, uint32_t j);

/* A lacking message of worker j has come after all: apply it. */
/*@ requires room: \valid(s);
    requires ok: sp_loss_ok(*s);
    requires lacks: s->crash == 0 && j < s->workers && 1 <= s->lacks[j];
    terminates \true;
    exits \false;
    assigns s->lacks[j], s->applied[j], s->lacking;
    ensures ok: sp_loss_ok(*s);
    ensures once: s->applied[j] == \old(s->applied[j]) + 1 && s->lacks[j] == \old(s->lacks[j]) - 1;
    ensures fewer: s->lacking == \old(s->lacking) - 1; */
void sp_elastic_loss_late(struct sp_elastic_loss *s, uint32_t j);

/* All have been heard of: the next step. */
/*@ requires room: \valid(s);
    requires ok: sp_loss_ok(*s);
    requires below: s->step < SP_ELASTIC_LOSS_CEILING;
    requires over: s->awaited == 0;
    terminates \true;
    exits \false;
    assigns s->state[0 .. s->workers - 1], s->awaited, s->step;
    ensures ok: sp_loss_ok(*s);
    ensures step: s->step == \old(s->step) + 1;
    ensures again: \forall integer j; 0 <= j < s->workers ==>
      s->state[j] == (\old(s->state)[j] == 2 ? 2 : 0); */
void sp_elastic_loss_finish(struct sp_elastic_loss *s);

/* The checked entries: SP_CODE_NULL; SP_CODE_PARAMETER, no worker, too many, f not below p, a
 * worker that is unknown or not awaited, a loss beyond f, a late message that is not lacking, a
 * step that is not over; SP_CODE_TOO_LARGE, the steps at their ceiling. On refusal nothing
 * changes. */
int sp_checked_elastic_loss_start(struct sp_elastic_loss *s, uint32_t workers, uint32_t limit,
                                  uint32_t crash);
int sp_checked_elastic_loss_arrive(struct sp_elastic_loss *s, uint32_t j);
int sp_checked_elastic_loss_lose(struct sp_elastic_loss *s, uint32_t j);
int sp_checked_elastic_loss_late(struct sp_elastic_loss *s, uint32_t j);
int sp_checked_elastic_loss_finish(struct sp_elastic_loss *s);

#endif

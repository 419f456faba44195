/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STALEPROOF_SERVER_MACHINE_H
#define STALEPROOF_SERVER_MACHINE_H

/* The parameter server of distributed SGD: who computes on which version of the model, when an
 * update happens, what is cancelled. It holds no model, no clock and no messages: the caller
 * keeps the vectors, and tells the machine that learner i has delivered its gradient.
 *
 *   variant        cancels batch   at an update                         K
 *   K-sync         1       0       the rest is cancelled, all restart   1..P   (K = P: fully sync)
 *   K-batch-sync   1       1       the rest is cancelled, all restart   1..    (may exceed P)
 *   K-async        0       0       the K that delivered restart         1..P   (K = 1: async)
 *   K-batch-async  0       1       the one that delivered restarts      1..    (may exceed P)
 *
 * In the batch variants a learner that has delivered starts again at once; in the others it waits
 * for the update. The caller's part, in this order: add the gradient to the accumulator, call
 * sp_server_complete, if it says UPDATE step the model by (eta/K) times the accumulator, then give
 * the current model to the learners that (re)start.
 *
 * K may change between two updates (sp_server_change); a new variant is begun after a drain: from
 * then on sp_server_drain takes what is still computed, and nobody starts again; the caller applies
 * what is in the accumulator with the weight that it had, eta/K. When all have delivered, every
 * gradient that was ever begun has been applied exactly once or was cancelled, and
 * sp_server_resume starts all of them anew.
 *
 * Proved at every event, for every number of learners (runtime notes 2.1 to 2.6):
 *   G1  issued = applied + cancelled + running + buffered
 *   G2  applied = K * version, buffered < K; each job of each learner has exactly one fate; in the
 *       async variants nothing is cancelled
 *   G3  a running learner holds a version that is not newer than the model; in the sync variants
 *       it is the model's
 *   2.6 staleness + sum over running learners of (version - version held) = drift, which grows at
 *       each update by D = 0 (sync variants), P - K (K-async), P - 1 (K-batch-async): D * version
 *   K * version and D * version count from the last change of K: K * updates, D * updates
 *   the K contributors of an update are different learners (K-sync, K-async)
 *
 * Source: [dutta2018, section 2]; the conservation law is proved here. */

#include <stdint.h>

#include "staleproof/server_limit.h"

#define SP_SERVER_IDLE 0u
#define SP_SERVER_RUNNING 1u

struct sp_server {
    uint32_t learners; /* P */
    uint32_t wanted;   /* K, gradients an update */
    uint32_t cancels;  /* 1: an update cancels what is still running */
    uint32_t batch;    /* 1: a learner that has delivered starts again before the update */
    uint32_t running;  /* learners that compute */
    uint32_t buffered; /* gradients delivered and not yet applied, < K */
    uint32_t draining; /* 1: nobody starts any more */
    uint64_t version;  /* updates so far */
    uint64_t issued;   /* jobs started */
    uint64_t applied;
    uint64_t cancelled;
    uint64_t staleness; /* sum over the gradients delivered of (version then - version held) */
    uint64_t drift;     /* staleness plus the ages of the versions at work: the conserved sum */
    uint64_t updates;   /* of the updates, those since K and the variant are what they are */
    uint64_t since_applied; /* applied when they were set */
    uint64_t since_drift;   /* drift then */
    uint8_t state[SP_SERVER_MAX_LEARNERS];
    uint64_t held[SP_SERVER_MAX_LEARNERS];      /* version of the model that a learner works on */
    uint64_t jobs[SP_SERVER_MAX_LEARNERS];      /* jobs that it started, the running one included */
    uint64_t delivered[SP_SERVER_MAX_LEARNERS]; /* of those, delivered */
    uint64_t lost[SP_SERVER_MAX_LEARNERS];      /* of those, cancelled */
    uint32_t waiting[SP_SERVER_MAX_LEARNERS];   /* learners in the buffer, in order of delivery */
};

/* What the caller does after an event. */
enum sp_server_event {
    SP_SERVER_WAIT = 0,          /* no update; the learner waits */
    SP_SERVER_START_ONE = 1,     /* no update; the learner starts again */
    SP_SERVER_UPDATE_ONE = 2,    /* update; the learner starts again */
    SP_SERVER_UPDATE_WAITING = 3, /* update; learners waiting[0 .. K-1] start again */
    SP_SERVER_UPDATE_ALL = 4     /* update; all learners start again */
};

/*@ // learners at work among the first n
    logic integer sp_busy(uint8_t state[SP_SERVER_MAX_LEARNERS], integer n) =
      n <= 0 ? 0 : sp_busy(state, n - 1) + (state[n - 1] == 1 ? 1 : 0);
    // sum of the ages of the models that the first n learners work on
    logic integer sp_ages(uint8_t state[SP_SERVER_MAX_LEARNERS],
                          uint64_t held[SP_SERVER_MAX_LEARNERS], integer version, integer n) =
      n <= 0 ? 0 : sp_ages(state, held, version, n - 1) +
                   (state[n - 1] == 1 ? version - held[n - 1] : 0);
    predicate sp_server_shape(struct sp_server s) =
      1 <= s.learners <= SP_SERVER_MAX_LEARNERS && 1 <= s.wanted && s.cancels <= 1 &&
      s.batch <= 1 && (s.batch == 0 ==> s.wanted <= s.learners);
    predicate sp_server_learner(struct sp_server s, integer i) =
      s.state[i] <= 1 && (s.state[i] == 1 ==> s.held[i] <= s.version) &&
      (s.state[i] == 1 && s.cancels == 1 ==> s.held[i] == s.version);
    // each job: delivered, cancelled, or running
    predicate sp_server_job(struct sp_server s, integer i) =
      s.jobs[i] == s.delivered[i] + s.lost[i] + s.state[i] && s.jobs[i] <= s.issued;
    predicate sp_server_learners(struct sp_server s) =
      (\forall integer i; 0 <= i < s.learners ==> sp_server_learner(s, i)) &&
      (\forall integer i; 0 <= i < s.learners ==> sp_server_job(s, i));
    predicate sp_server_queue(struct sp_server s) =
      (\forall integer q; 0 <= q < s.buffered ==>
         s.waiting[q] < s.learners && s.state[s.waiting[q]] == 0) &&
      (\forall integer q, r; 0 <= q < r < s.buffered ==> s.waiting[q] != s.waiting[r]);
    predicate sp_server_books(struct sp_server s) =
      s.issued == s.applied + s.cancelled + s.running + s.buffered &&
      s.running == sp_busy(s.state, s.learners) &&
      s.running == (s.batch == 1 ? s.learners : s.learners - s.buffered);
    predicate sp_server_law(struct sp_server s) =
      s.staleness + sp_ages(s.state, s.held, s.version, s.learners) == s.drift;
    // K gradients an update, and how the conserved sum grows, by variant
    predicate sp_server_counted(struct sp_server s) =
      s.updates <= s.version && s.applied == s.since_applied + sp_times(s.wanted, s.updates);
    predicate sp_server_sync(struct sp_server s) = s.cancels == 1 ==>
      s.drift == s.since_drift && s.staleness == s.since_drift;
    predicate sp_server_kasync(struct sp_server s) = s.cancels == 0 && s.batch == 0 ==>
      s.drift == s.since_drift + sp_times(s.learners - s.wanted, s.updates);
    predicate sp_server_kbasync(struct sp_server s) = s.cancels == 0 && s.batch == 1 ==>
      s.drift == s.since_drift + sp_times(s.learners - 1, s.updates);
    predicate sp_server_ok(struct sp_server s) =
      sp_server_shape(s) && s.draining == 0 && s.buffered < s.wanted && sp_server_learners(s) &&
      (s.batch == 0 ==> sp_server_queue(s)) && sp_server_books(s);
    // the law again, and the books without a word on who is at work
    predicate sp_server_drains(struct sp_server s) =
      sp_server_shape(s) && s.buffered < s.wanted && sp_server_learners(s) && sp_server_law(s) &&
      s.issued == s.applied + s.cancelled + s.running + s.buffered &&
      s.running == sp_busy(s.state, s.learners);
    predicate sp_server_drained(struct sp_server s) =
      s.running == 0 && s.buffered == 0 && s.issued == s.applied + s.cancelled &&
      \forall integer i; 0 <= i < s.learners ==>
        s.state[i] == 0 && s.jobs[i] == s.delivered[i] + s.lost[i];
    predicate sp_server_room(struct sp_server s) =
      s.version < SP_SERVER_CEILING && s.issued < SP_SERVER_CEILING &&
      s.staleness < SP_SERVER_CEILING && s.drift < SP_SERVER_CEILING; */

/* Starts a run: version 0, and every learner computes. */
/*@ requires room: \valid(s);
    requires variant: cancels <= 1 && batch <= 1;
    requires learners: 1 <= learners <= SP_SERVER_MAX_LEARNERS;
    requires wanted: 1 <= wanted && (batch == 0 ==> wanted <= learners);
    terminates \true;
    exits \false;
    assigns *s;
    ensures ok: sp_server_ok(*s);
    ensures law: sp_server_law(*s);
    ensures counted: sp_server_counted(*s);
    ensures sync: sp_server_sync(*s);
    ensures kasync: sp_server_kasync(*s);
    ensures kbasync: sp_server_kbasync(*s);
    ensures start: s->version == 0 && s->issued == learners && s->staleness == 0 &&
                   s->buffered == 0 && s->updates == 0 && s->since_applied == 0 &&
                   s->since_drift == 0;
    ensures unlost: \forall integer j; 0 <= j < learners ==> s->lost[j] == 0;
    ensures given: s->learners == learners && s->wanted == wanted && s->cancels == cancels &&
                   s->batch == batch; */
void sp_server_start(struct sp_server *s, uint32_t learners, uint32_t wanted, uint32_t cancels,
                     uint32_t batch);

/* Learner i has delivered the gradient of its running job. O(1), but for the sync variants'
 * updates, which restart all P learners. */
/*@ requires valid: \valid(s);
    requires ok: sp_server_ok(*s);
    requires law: sp_server_law(*s);
    requires counted: sp_server_counted(*s);
    requires sync: sp_server_sync(*s);
    requires kasync: sp_server_kasync(*s);
    requires kbasync: sp_server_kbasync(*s);
    requires room: sp_server_room(*s);
    requires known: i < s->learners;
    requires running: s->state[i] == 1;
    terminates \true;
    exits \false;
    assigns *s;
    ensures ok: sp_server_ok(*s);
    ensures law: sp_server_law(*s);
    ensures counted: sp_server_counted(*s);
    ensures sync: sp_server_sync(*s);
    ensures kasync: sp_server_kasync(*s);
    ensures kbasync: sp_server_kbasync(*s);
    ensures same: s->learners == \old(s->learners) && s->wanted == \old(s->wanted) &&
                  s->cancels == \old(s->cancels) && s->batch == \old(s->batch) &&
                  s->version - s->updates == \old(s->version - s->updates);
    ensures kept: s->cancels == 0 ==> s->cancelled == \old(s->cancelled);
    ensures unlost: s->cancels == 0 ==>
      \forall integer j; 0 <= j < s->learners ==> s->lost[j] == \old(s->lost[j]);
    ensures filled: \result <= 1 ==> s->buffered == \old(s->buffered) + 1 &&
                                     s->version == \old(s->version);
    ensures update: \result >= 2 ==> \old(s->buffered) + 1 == s->wanted && s->buffered == 0 &&
                                     s->version == \old(s->version) + 1;
    ensures stale: s->staleness == \old(s->staleness) + \old(s->version - s->held[i]);
    ensures once: s->delivered[i] == \old(s->delivered[i]) + 1;
    ensures event: \result == (s->cancels == 0 && s->batch == 1 && s->buffered == 0 ? 2 :
                               s->buffered == 0 ? (s->cancels == 1 ? 4 : 3) :
                               s->batch == 1 ? 1 : 0); */
enum sp_server_event sp_server_complete(struct sp_server *s, uint32_t i);

/* From now on an update takes `wanted` gradients. Between two updates, when none is buffered. */
/*@ requires valid: \valid(s);
    requires ok: sp_server_ok(*s);
    requires law: sp_server_law(*s);
    requires counted: sp_server_counted(*s);
    requires sync: sp_server_sync(*s);
    requires between: s->buffered == 0;
    requires wanted: 1 <= wanted && (s->batch == 0 ==> wanted <= s->learners);
    terminates \true;
    exits \false;
    assigns s->wanted, s->updates, s->since_applied, s->since_drift;
    ensures ok: sp_server_ok(*s);
    ensures law: sp_server_law(*s);
    ensures counted: sp_server_counted(*s);
    ensures sync: sp_server_sync(*s);
    ensures kasync: sp_server_kasync(*s);
    ensures kbasync: sp_server_kbasync(*s);
    ensures changed: s->wanted == wanted && s->updates == 0; */
void sp_server_change(struct sp_server *s, uint32_t wanted);

/* Learner i has delivered, and nobody starts any more: it is applied with what is buffered. */
/*@ requires valid: \valid(s);
    requires drains: sp_server_drains(*s);
    requires room: sp_server_room(*s);
    requires known: i < s->learners;
    requires running: s->state[i] == 1;
    terminates \true;
    exits \false;
    assigns s->draining, s->state[i], s->delivered[i], s->staleness, s->running, s->buffered,
            s->applied;
    ensures drains: sp_server_drains(*s) && s->draining == 1;
    ensures once: s->delivered[i] == \old(s->delivered[i]) + 1;
    ensures applied: s->applied == \old(s->applied + s->buffered) + 1 && s->buffered == 0;
    ensures stale: s->staleness == \old(s->staleness) + s->version - s->held[i];
    ensures fewer: s->running == \old(s->running) - 1;
    ensures drained: s->running == 0 ==> sp_server_drained(*s); */
void sp_server_drain(struct sp_server *s, uint32_t i);

/* All learners start again, on the next version, in this variant. */
/*@ requires valid: \valid(s);
    requires drains: sp_server_drains(*s);
    requires drained: sp_server_drained(*s);
    requires room: sp_server_room(*s);
    requires variant: cancels <= 1 && batch <= 1;
    requires wanted: 1 <= wanted && (batch == 0 ==> wanted <= s->learners);
    terminates \true;
    exits \false;
    assigns *s;
    ensures ok: sp_server_ok(*s);
    ensures law: sp_server_law(*s);
    ensures counted: sp_server_counted(*s);
    ensures sync: sp_server_sync(*s);
    ensures kasync: sp_server_kasync(*s);
    ensures kbasync: sp_server_kbasync(*s);
    ensures next: s->version == \old(s->version) + 1 && s->applied == \old(s->applied) &&
                  s->staleness == \old(s->staleness) && s->cancelled == \old(s->cancelled);
    ensures unlost: \forall integer j; 0 <= j < s->learners ==> s->lost[j] == \old(s->lost[j]);
    ensures given: s->learners == \old(s->learners) && s->wanted == wanted &&
                   s->cancels == cancels && s->batch == batch; */
void sp_server_resume(struct sp_server *s, uint32_t wanted, uint32_t cancels, uint32_t batch);

/* The checked entries: SP_CODE_NULL, SP_CODE_PARAMETER (variant, P, K, an unknown learner, a
 * learner that is not running, a change while gradients are buffered, an event of a run that
 * drains, a resumption of one that still computes), SP_CODE_TOO_LARGE (a counter has reached its
 * ceiling); on refusal nothing changes. A result >= 0 of the second is the event. The machine
 * given to all but the first must have been started. */
int sp_checked_server_start(struct sp_server *s, uint32_t learners, uint32_t wanted,
                            uint32_t cancels, uint32_t batch);
int sp_checked_server_complete(struct sp_server *s, uint32_t i);
int sp_checked_server_change(struct sp_server *s, uint32_t wanted);
int sp_checked_server_drain(struct sp_server *s, uint32_t i);
int sp_checked_server_resume(struct sp_server *s, uint32_t wanted, uint32_t cancels,
                             uint32_t batch);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/server_machine.h"

/* How the proof is made: each writer below changes one learner and says by how much the two sums
 * over all learners move; that is shown by a ghost loop, which is the induction. The event then
 * only adds up. Predicates take the struct by value, so its size plays no part. */

/* sp_times is the product: the laws of the header read K * version and D * version. */
/*@ ghost
  /@ requires room: n < 2 * SP_SERVER_CEILING;
     terminates \true;
     exits \false;
     assigns \nothing;
     ensures product: sp_times(d, n) == d * n; @/
  void times_is_product(uint32_t d, uint64_t n)
  {
      /@ loop invariant range: 0 <= q <= n;
         loop invariant product: sp_times(d, q) == d * q;
         loop assigns q;
         loop variant n - q; @/
      for (uint64_t q = 0; q < n; q++) ;
  } */

/*@ requires valid: \valid(s);
    requires shape: sp_server_shape(*s);
    requires known: i < s->learners;
    requires idle: s->state[i] == 0;
    requires room: s->issued < 2 * SP_SERVER_CEILING && s->running < s->learners;
    requires job: sp_server_job(*s, i);
    terminates \true;
    exits \false;
    assigns s->state[i], s->held[i], s->jobs[i], s->issued, s->running;
    ensures learner: sp_server_learner(*s, i) && sp_server_job(*s, i) && s->state[i] == 1;
    ensures fresh: s->held[i] == s->version;
    ensures counters: s->issued == \old(s->issued) + 1 && s->running == \old(s->running) + 1;
    ensures busy: sp_busy(s->state, s->learners) == sp_busy(\old(s->state), s->learners) + 1;
    ensures ages: sp_ages(s->state, s->held, s->version, s->learners) ==
                  sp_ages(\old(s->state), \old(s->held), s->version, s->learners); */
static void begin(struct sp_server *s, uint32_t i)
{
    s->state[i] = SP_SERVER_RUNNING;
    s->held[i] = s->version;
    s->jobs[i]++;
    s->issued++;
    s->running++;
    /*@ ghost
      /@ loop invariant range: 0 <= q <= s->learners;
         loop invariant busy: sp_busy(s->state, q) ==
           sp_busy(\at(s->state, Pre), q) + (q > i ? 1 : 0);
         loop invariant ages: sp_ages(s->state, s->held, s->version, q) ==
           sp_ages(\at(s->state, Pre), \at(s->held, Pre), s->version, q);
         loop assigns q;
         loop variant s->learners - q; @/
      for (uint32_t q = 0; q < s->learners; q++) ; */
}

/*@ requires valid: \valid(s);
    requires shape: sp_server_shape(*s);
    requires known: i < s->learners;
    requires learner: s->state[i] == 1 && sp_server_learner(*s, i) && sp_server_job(*s, i);
    requires room: sp_server_room(*s) && 1 <= s->running && s->buffered < s->wanted;
    terminates \true;
    exits \false;
    assigns s->state[i], s->delivered[i], s->staleness, s->running, s->buffered;
    ensures learner: s->state[i] == 0 && sp_server_job(*s, i);
    ensures once: s->delivered[i] == \old(s->delivered[i]) + 1;
    ensures counters: s->running == \old(s->running) - 1 && s->buffered == \old(s->buffered) + 1;
    ensures stale: s->staleness == \old(s->staleness) + s->version - s->held[i];
    ensures busy: sp_busy(s->state, s->learners) == sp_busy(\old(s->state), s->learners) - 1;
    ensures conserved: s->staleness + sp_ages(s->state, s->held, s->version, s->learners) ==
      \old(s->staleness + sp_ages(s->state, s->held, s->version, s->learners)); */
static void deliver(struct sp_server *s, uint32_t i)
{
    s->staleness += s->version - s->held[i];
    s->state[i] = SP_SERVER_IDLE;
    s->delivered[i]++;
    s->running--;
    s->buffered++;
    /*@ ghost
      /@ loop invariant range: 0 <= q <= s->learners;
         loop invariant busy: sp_busy(s->state, q) ==
           sp_busy(\at(s->state, Pre), q) - (q > i ? 1 : 0);
         loop invariant ages: sp_ages(s->state, s->held, s->version, q) ==
           sp_ages(\at(s->state, Pre), s->held, s->version, q) -
           (q > i ? s->version - s->held[i] : 0);
         loop assigns q;
         loop variant s->learners - q; @/
      for (uint32_t q = 0; q < s->learners; q++) ; */
}

/* The buffer is full: it becomes version + 1, and every model at work ages by one. */
/*@ requires valid: \valid(s);
    requires shape: sp_server_shape(*s);
    requires full: s->buffered == s->wanted;
    requires books: s->issued == s->applied + s->cancelled + s->running + s->buffered;
    requires room: s->updates <= s->version < SP_SERVER_CEILING &&
      s->issued < SP_SERVER_CEILING && s->drift < SP_SERVER_CEILING;
    terminates \true;
    exits \false;
    assigns s->version, s->updates, s->applied, s->buffered, s->drift;
    ensures drift: s->drift == \old(s->drift) + (s->cancels == 1 ? 0 :
      s->batch == 1 ? s->learners - 1 : s->learners - s->wanted);
    ensures version: s->version == \old(s->version) + 1 && s->updates == \old(s->updates) + 1;
    ensures applied: s->applied == \old(s->applied) + s->wanted && s->buffered == 0;
    ensures aged: sp_ages(s->state, s->held, s->version, s->learners) ==
      sp_ages(s->state, s->held, \old(s->version), s->learners) +
      sp_busy(s->state, s->learners); */
static void apply(struct sp_server *s)
{
    s->version++;
    s->updates++;
    s->applied += s->wanted;
    s->buffered = 0;
    if (s->cancels == 0)
        s->drift += s->learners - (s->batch == 1 ? 1u : s->wanted);
    /*@ ghost
      /@ loop invariant range: 0 <= q <= s->learners;
         loop invariant aged: sp_ages(s->state, s->held, s->version, q) ==
           sp_ages(s->state, s->held, \at(s->version, Pre), q) + sp_busy(s->state, q);
         loop assigns q;
         loop variant s->learners - q; @/
      for (uint32_t q = 0; q < s->learners; q++) ; */
}

/* Cancels a learner that still computes. */
/*@ requires valid: \valid(s);
    requires shape: sp_server_shape(*s);
    requires known: i < s->learners;
    requires learner: s->state[i] == 1 && sp_server_job(*s, i) && s->cancels == 1;
    requires room: s->cancelled < 2 * SP_SERVER_CEILING && 1 <= s->running;
    terminates \true;
    exits \false;
    assigns s->state[i], s->lost[i], s->cancelled, s->running;
    ensures learner: s->state[i] == 0 && sp_server_job(*s, i);
    ensures counters: s->cancelled == \old(s->cancelled) + 1 &&
                      s->running == \old(s->running) - 1;
    ensures busy: sp_busy(s->state, s->learners) == sp_busy(\old(s->state), s->learners) - 1; */
static void cancel(struct sp_server *s, uint32_t i)
{
    s->state[i] = SP_SERVER_IDLE;
    s->lost[i]++;
    s->cancelled++;
    s->running--;
    /*@ ghost
      /@ loop invariant range: 0 <= q <= s->learners;
         loop invariant busy: sp_busy(s->state, q) ==
           sp_busy(\at(s->state, Pre), q) - (q > i ? 1 : 0);
         loop assigns q;
         loop variant s->learners - q; @/
      for (uint32_t q = 0; q < s->learners; q++) ; */
}

/* After an update of a sync variant: what still runs is cancelled. */
/*@ requires valid: \valid(s);
    requires shape: sp_server_shape(*s) && s->cancels == 1;
    requires states: \forall integer i; 0 <= i < s->learners ==>
      s->state[i] <= 1 && sp_server_job(*s, i);
    requires books: s->issued == s->applied + s->cancelled + s->running + s->buffered &&
      s->running == sp_busy(s->state, s->learners);
    requires room: s->issued < SP_SERVER_CEILING;
    terminates \true;
    exits \false;
    assigns s->state[0 .. s->learners - 1], s->lost[0 .. s->learners - 1], s->cancelled,
            s->running;
    ensures idle: \forall integer i; 0 <= i < s->learners ==>
      s->state[i] == 0 && sp_server_job(*s, i);
    ensures books: s->running == 0 && sp_busy(s->state, s->learners) == 0 &&
      s->issued == s->applied + s->cancelled + s->buffered; */
static void cancel_all(struct sp_server *s)
{
    /*@ loop invariant range: 0 <= i <= s->learners;
        loop invariant idle: \forall integer j; 0 <= j < i ==> s->state[j] == 0;
        loop invariant states: \forall integer j; 0 <= j < s->learners ==>
          s->state[j] <= 1 && sp_server_job(*s, j);
        loop invariant books: s->issued == s->applied + s->cancelled + s->running + s->buffered;
        loop invariant busy: s->running == sp_busy(s->state, s->learners);
        loop assigns i, s->state[0 .. s->learners - 1], s->lost[0 .. s->learners - 1],
                     s->cancelled, s->running;
        loop variant s->learners - i; */
    for (uint32_t i = 0; i < s->learners; i++) {
        if (s->state[i] == SP_SERVER_RUNNING) {
            /*@ ghost
              /@ loop invariant range: 0 <= q <= s->learners;
                 loop invariant some: sp_busy(s->state, q) >= (q > i ? 1 : 0);
                 loop assigns q;
                 loop variant s->learners - q; @/
              for (uint32_t q = 0; q < s->learners; q++) ; */
            cancel(s, i);
        }
    }
    /*@ ghost
      /@ loop invariant range: 0 <= q <= s->learners;
         loop invariant none: sp_busy(s->state, q) == 0;
         loop assigns q;
         loop variant s->learners - q; @/
      for (uint32_t q = 0; q < s->learners; q++) ; */
}

/* All learners start on the present version. */
/*@ requires valid: \valid(s);
    requires shape: sp_server_shape(*s);
    requires idle: \forall integer i; 0 <= i < s->learners ==>
      s->state[i] == 0 && sp_server_job(*s, i);
    requires books: s->running == 0 && sp_busy(s->state, s->learners) == 0;
    requires room: s->issued < SP_SERVER_CEILING;
    terminates \true;
    exits \false;
    assigns s->state[0 .. s->learners - 1], s->held[0 .. s->learners - 1],
            s->jobs[0 .. s->learners - 1], s->issued, s->running;
    ensures learners: \forall integer i; 0 <= i < s->learners ==>
      s->state[i] == 1 && s->held[i] == s->version && sp_server_job(*s, i);
    ensures counters: s->issued == \old(s->issued) + s->learners && s->running == s->learners;
    ensures busy: sp_busy(s->state, s->learners) == s->learners;
    ensures ages: sp_ages(s->state, s->held, s->version, s->learners) == 0; */
static void begin_all(struct sp_server *s)
{
    /*@ loop invariant range: 0 <= i <= s->learners;
        loop invariant begun: \forall integer j; 0 <= j < i ==>
          s->state[j] == 1 && s->held[j] == s->version;
        loop invariant idle: \forall integer j; i <= j < s->learners ==> s->state[j] == 0;
        loop invariant jobs: \forall integer j; 0 <= j < s->learners ==> sp_server_job(*s, j);
        loop invariant counters: s->running == i && s->issued == \at(s->issued, Pre) + i;
        loop invariant busy: sp_busy(s->state, s->learners) == i;
        loop assigns i, s->state[0 .. s->learners - 1], s->held[0 .. s->learners - 1],
                     s->jobs[0 .. s->learners - 1], s->issued, s->running;
        loop variant s->learners - i; */
    for (uint32_t i = 0; i < s->learners; i++)
        begin(s, i);
    /*@ ghost
      /@ loop invariant range: 0 <= q <= s->learners;
         loop invariant none: sp_ages(s->state, s->held, s->version, q) == 0;
         loop assigns q;
         loop variant s->learners - q; @/
      for (uint32_t q = 0; q < s->learners; q++) ; */
}

/* The K learners that delivered start on the new version (K-async). */
/*@ requires valid: \valid(s);
    requires shape: sp_server_shape(*s) && s->batch == 0;
    requires learners: sp_server_learners(*s);
    requires queue: \forall integer q; 0 <= q < s->wanted ==>
      s->waiting[q] < s->learners && s->state[s->waiting[q]] == 0;
    requires different: \forall integer q, r; 0 <= q < r < s->wanted ==>
      s->waiting[q] != s->waiting[r];
    requires books: s->running == sp_busy(s->state, s->learners) &&
      s->running == s->learners - s->wanted;
    requires room: s->issued < SP_SERVER_CEILING;
    terminates \true;
    exits \false;
    assigns s->state[0 .. s->learners - 1], s->held[0 .. s->learners - 1],
            s->jobs[0 .. s->learners - 1], s->issued, s->running;
    ensures learners: sp_server_learners(*s);
    ensures counters: s->issued == \old(s->issued) + s->wanted && s->running == s->learners;
    ensures busy: sp_busy(s->state, s->learners) == s->learners;
    ensures ages: sp_ages(s->state, s->held, s->version, s->learners) ==
                  sp_ages(\old(s->state), \old(s->held), s->version, s->learners);
    ensures begun: \forall integer q; 0 <= q < s->wanted ==>
      s->state[s->waiting[q]] == 1 && s->held[s->waiting[q]] == s->version; */
static void begin_waiting(struct sp_server *s)
{
    /*@ loop invariant range: 0 <= q <= s->wanted;
        loop invariant learners: sp_server_learners(*s);
        loop invariant begun: \forall integer r; 0 <= r < q ==>
          s->state[s->waiting[r]] == 1 && s->held[s->waiting[r]] == s->version;
        loop invariant idle: \forall integer r; q <= r < s->wanted ==>
          s->state[s->waiting[r]] == 0;
        loop invariant counters: s->running == s->learners - s->wanted + q &&
          s->issued == \at(s->issued, Pre) + q;
        loop invariant busy: sp_busy(s->state, s->learners) == s->running;
        loop invariant ages: sp_ages(s->state, s->held, s->version, s->learners) ==
          sp_ages(\at(s->state, Pre), \at(s->held, Pre), s->version, s->learners);
        loop assigns q, s->state[0 .. s->learners - 1], s->held[0 .. s->learners - 1],
                     s->jobs[0 .. s->learners - 1], s->issued, s->running;
        loop variant s->wanted - q; */
    for (uint32_t q = 0; q < s->wanted; q++)
        begin(s, s->waiting[q]);
}

/*@ requires valid: \valid(s);
    requires learners: 1 <= s->learners <= SP_SERVER_MAX_LEARNERS;
    terminates \true;
    exits \false;
    assigns s->state[0 .. SP_SERVER_MAX_LEARNERS - 1], s->jobs[0 .. SP_SERVER_MAX_LEARNERS - 1],
            s->delivered[0 .. SP_SERVER_MAX_LEARNERS - 1],
            s->lost[0 .. SP_SERVER_MAX_LEARNERS - 1];
    ensures clear: \forall integer i; 0 <= i < s->learners ==> s->state[i] == 0 &&
      s->jobs[i] == 0 && s->delivered[i] == 0 && s->lost[i] == 0;
    ensures busy: sp_busy(s->state, s->learners) == 0; */
static void clear(struct sp_server *s)
{
    /*@ loop invariant range: 0 <= i <= s->learners;
        loop invariant clear: \forall integer j; 0 <= j < i ==> s->state[j] == 0 &&
          s->jobs[j] == 0 && s->delivered[j] == 0 && s->lost[j] == 0;
        loop invariant busy: sp_busy(s->state, i) == 0;
        loop assigns i, s->state[0 .. SP_SERVER_MAX_LEARNERS - 1],
                     s->jobs[0 .. SP_SERVER_MAX_LEARNERS - 1],
                     s->delivered[0 .. SP_SERVER_MAX_LEARNERS - 1],
                     s->lost[0 .. SP_SERVER_MAX_LEARNERS - 1];
        loop variant s->learners - i; */
    for (uint32_t i = 0; i < s->learners; i++) {
        s->state[i] = SP_SERVER_IDLE;
        s->jobs[i] = 0;
        s->delivered[i] = 0;
        s->lost[i] = 0;
        /*@ ghost
          /@ loop invariant range: 0 <= q <= i + 1;
             loop invariant none: sp_busy(s->state, q) == 0;
             loop assigns q;
             loop variant i + 1 - q; @/
          for (uint32_t q = 0; q < i + 1; q++) ; */
    }
}

void sp_server_start(struct sp_server *s, uint32_t learners, uint32_t wanted, uint32_t cancels,
                     uint32_t batch)
{
    s->learners = learners;
    s->wanted = wanted;
    s->cancels = cancels;
    s->batch = batch;
    s->running = 0;
    s->buffered = 0;
    s->version = 0;
    s->issued = 0;
    s->applied = 0;
    s->cancelled = 0;
    s->staleness = 0;
    s->drift = 0;
    s->draining = 0;
    s->updates = 0;
    s->since_applied = 0;
    s->since_drift = 0;
    clear(s);
    begin_all(s);
}

/* What happens to the learners at an update. */
/*@ requires valid: \valid(s);
    requires shape: sp_server_shape(*s);
    requires known: i < s->learners;
    requires full: s->buffered == s->wanted;
    requires idle: s->state[i] == 0;
    requires learners: sp_server_learners(*s);
    requires queue: s->batch == 0 ==> sp_server_queue(*s);
    requires issued: s->issued == s->applied + s->cancelled + s->running + s->buffered;
    requires busy: s->running == sp_busy(s->state, s->learners);
    requires running: s->running ==
      (s->batch == 1 ? s->learners - 1 : s->learners - s->buffered);
    requires law: sp_server_law(*s);
    requires counted: sp_server_counted(*s);
    requires sync: sp_server_sync(*s);
    requires kasync: sp_server_kasync(*s);
    requires kbasync: sp_server_kbasync(*s);
    requires going: s->draining == 0;
    requires room: s->updates <= s->version < SP_SERVER_CEILING &&
      s->issued < SP_SERVER_CEILING && s->drift < SP_SERVER_CEILING;
    terminates \true;
    exits \false;
    assigns s->version, s->updates, s->applied, s->buffered, s->drift, s->cancelled, s->issued,
            s->running, s->state[0 .. s->learners - 1], s->held[0 .. s->learners - 1],
            s->jobs[0 .. s->learners - 1], s->lost[0 .. s->learners - 1];
    ensures ok: sp_server_ok(*s);
    ensures law: sp_server_law(*s);
    ensures counted: sp_server_counted(*s);
    ensures sync: sp_server_sync(*s);
    ensures kasync: sp_server_kasync(*s);
    ensures kbasync: sp_server_kbasync(*s);
    ensures kept: s->cancels == 0 ==> s->cancelled == \old(s->cancelled);
    ensures unlost: s->cancels == 0 ==>
      \forall integer j; 0 <= j < s->learners ==> s->lost[j] == \old(s->lost[j]);
    ensures update: s->buffered == 0 && s->version == \old(s->version) + 1 &&
      s->updates == \old(s->updates) + 1;
    ensures event: \result == (s->cancels == 1 ? 4 : s->batch == 1 ? 2 : 3);
    ensures begun: \result == 3 ==> \forall integer q; 0 <= q < s->wanted ==>
      s->state[s->waiting[q]] == 1 && s->held[s->waiting[q]] == s->version; */
static enum sp_server_event update(struct sp_server *s, uint32_t i)
{
    apply(s);
    /*@ assert applied: s->applied ==
          s->since_applied + sp_times(s->wanted, s->updates); */
    /*@ assert batch: sp_times(s->learners - 1, s->updates) ==
          sp_times(s->learners - 1, \at(s->updates, Pre)) + s->learners - 1; */
    /*@ assert plain: sp_times(s->learners - s->wanted, s->updates) ==
          sp_times(s->learners - s->wanted, \at(s->updates, Pre)) +
          s->learners - s->wanted; */
    if (s->cancels == 1) {
        cancel_all(s);
        begin_all(s);
        return SP_SERVER_UPDATE_ALL;
    }
    if (s->batch == 1) {
        begin(s, i);
        return SP_SERVER_UPDATE_ONE;
    }
    begin_waiting(s);
    return SP_SERVER_UPDATE_WAITING;
}

enum sp_server_event sp_server_complete(struct sp_server *s, uint32_t i)
{
    if (s->batch == 0)
        s->waiting[s->buffered] = i;
    deliver(s, i);
    if (s->buffered == s->wanted)
        return update(s, i);
    if (s->batch == 0)
        return SP_SERVER_WAIT;
    begin(s, i);
    return SP_SERVER_START_ONE;
}

void sp_server_change(struct sp_server *s, uint32_t wanted)
{
    s->wanted = wanted;
    s->updates = 0;
    s->since_applied = s->applied;
    s->since_drift = s->drift;
}

void sp_server_drain(struct sp_server *s, uint32_t i)
{
    /*@ ghost
      /@ loop invariant range: 0 <= q <= s->learners;
         loop invariant some: sp_busy(s->state, q) >= (q > i ? 1 : 0);
         loop assigns q;
         loop variant s->learners - q; @/
      for (uint32_t q = 0; q < s->learners; q++) ; */
    s->draining = 1;
    deliver(s, i);
    s->applied += s->buffered;
    s->buffered = 0;
    /*@ ghost
      /@ loop invariant range: 0 <= q <= s->learners;
         loop invariant some: 0 <= sp_busy(s->state, q);
         loop invariant none: sp_busy(s->state, q) == 0 ==>
           \forall integer j; 0 <= j < q ==> s->state[j] == 0;
         loop assigns q;
         loop variant s->learners - q; @/
      for (uint32_t q = 0; q < s->learners; q++) ; */
}

void sp_server_resume(struct sp_server *s, uint32_t wanted, uint32_t cancels, uint32_t batch)
{
    /*@ ghost
      /@ loop invariant range: 0 <= q <= s->learners;
         loop invariant none: sp_busy(s->state, q) == 0 &&
           sp_ages(s->state, s->held, s->version, q) == 0;
         loop assigns q;
         loop variant s->learners - q; @/
      for (uint32_t q = 0; q < s->learners; q++) ; */
    s->wanted = wanted;
    s->cancels = cancels;
    s->batch = batch;
    s->draining = 0;
    s->version++;
    s->updates = 0;
    s->since_applied = s->applied;
    s->since_drift = s->drift;
    begin_all(s);
}

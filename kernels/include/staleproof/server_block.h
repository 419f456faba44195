/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STALEPROOF_SERVER_BLOCK_H
#define STALEPROOF_SERVER_BLOCK_H

/* Bounded delay without loss: every gradient is applied, none with a delay above `limit`, and the
 * server never has to wait for ever. A gradient that may not be applied yet is held back, and its
 * learner with it, until older ones have been applied.
 *
 * The learners stand in a queue by the version that they work on, oldest first. The invariant is
 *   at rank r (from 0):  version + r - version held <= limit
 * since rank r must let r others pass. The gradient at rank r may be applied when no older learner
 * is at its limit; the oldest always may. (The plainer guard, "nobody's delay would exceed the
 * limit", deadlocks with three learners: two can then be at the limit at once.)
 *
 * The caller's part: sp_server_block_deliver when a gradient has come; then, as long as
 * r = sp_server_block_next is a rank, apply the gradient of learner[r], call sp_server_block_apply,
 * give the new model to that learner. O(learners) an event.
 *
 * Proved at every event, for every number of learners, limit >= learners - 1:
 *   each applied gradient has a delay <= limit; none is lost or used twice: received = version +
 *   held back; staleness + sum over learners of (version - version held) = (P - 1) * version
 *
 * Source: [xu2020, bounded delay]; the ranked test, and that it cannot deadlock, are proved
 * here. */

#include <stdint.h>

#include "staleproof/server_limit.h"

struct sp_server_block {
    uint32_t learners; /* P */
    uint32_t limit;    /* largest delay allowed, at least P - 1 */
    uint32_t waiting;  /* gradients delivered and not yet applied */
    uint64_t version;  /* updates so far, one gradient each */
    uint64_t received; /* gradients delivered so far */
    uint64_t staleness; /* sum of the delays of the gradients applied */
    uint32_t learner[SP_SERVER_MAX_LEARNERS]; /* by rank, oldest version first */
    uint64_t held[SP_SERVER_MAX_LEARNERS];    /* by rank: the version worked on */
    uint8_t ready[SP_SERVER_MAX_LEARNERS];    /* by rank: 1 when its gradient is here */
    uint32_t rank[SP_SERVER_MAX_LEARNERS];    /* by learner */
};

/*@ logic integer sp_block_ages(uint64_t held[SP_SERVER_MAX_LEARNERS], integer version,
                                integer n) =
      n <= 0 ? 0 : sp_block_ages(held, version, n - 1) + version - held[n - 1];
    logic integer sp_block_ready(uint8_t ready[SP_SERVER_MAX_LEARNERS], integer n) =
      n <= 0 ? 0 : sp_block_ready(ready, n - 1) + ready[n - 1];

    predicate sp_block_shape(struct sp_server_block s) =
      1 <= s.learners <= SP_SERVER_MAX_LEARNERS && s.learners - 1 <= s.limit;
    // every learner has one rank
    predicate sp_block_linked(struct sp_server_block s) =
      (\forall integer i; 0 <= i < s.learners ==>
         s.rank[i] < s.learners && s.learner[s.rank[i]] == i) &&
      (\forall integer r; 0 <= r < s.learners ==>
         s.learner[r] < s.learners && s.rank[s.learner[r]] == r);
    predicate sp_block_sorted(struct sp_server_block s) =
      (\forall integer r; 0 <= r < s.learners ==> s.held[r] <= s.version) &&
      (\forall integer r; 1 <= r < s.learners ==> s.held[r - 1] <= s.held[r]);
    predicate sp_block_feasible(struct sp_server_block s) =
      \forall integer r; 0 <= r < s.learners ==> s.version + r <= s.limit + s.held[r];
    predicate sp_block_books(struct sp_server_block s) =
      (\forall integer r; 0 <= r < s.learners ==> s.ready[r] <= 1) &&
      s.waiting == sp_block_ready(s.ready, s.learners) && s.waiting <= s.learners &&
      s.received == s.version + s.waiting;
    predicate sp_block_law(struct sp_server_block s) =
      s.staleness + sp_block_ages(s.held, s.version, s.learners) ==
      sp_times(s.learners - 1, s.version);
    predicate sp_block_ok(struct sp_server_block s) =
      sp_block_shape(s) && sp_block_linked(s) && sp_block_sorted(s) && sp_block_feasible(s) &&
      sp_block_books(s);
    // applying the gradient at rank r keeps the invariant: those before it age and keep their rank
    predicate sp_block_may(struct sp_server_block s, integer r) =
      \forall integer q; 0 <= q < r ==> s.version + 1 + q <= s.limit + s.held[q];
    predicate sp_block_room(struct sp_server_block s) =
      s.version < SP_SERVER_CEILING && s.staleness < SP_SERVER_CEILING; */

/* Starts a run: version 0, every learner works on it. */
/*@ requires room: \valid(s);
    requires learners: 1 <= learners <= SP_SERVER_MAX_LEARNERS;
    requires limit: learners - 1 <= limit;
    terminates \true;
    exits \false;
    assigns *s;
    ensures ok: sp_block_ok(*s);
    ensures law: sp_block_law(*s);
    ensures start: s->version == 0 && s->received == 0 && s->staleness == 0;
    ensures given: s->learners == learners && s->limit == limit; */
void sp_server_block_start(struct sp_server_block *s, uint32_t learners, uint32_t limit);

/* The gradient of learner i, which was working, is here. */
/*@ requires room: \valid(s);
    requires ok: sp_block_ok(*s) && sp_block_room(*s);
    requires known: i < s->learners;
    requires working: s->ready[s->rank[i]] == 0;
    terminates \true;
    exits \false;
    assigns s->ready[s->rank[i]], s->waiting, s->received;
    ensures ok: sp_block_ok(*s);
    ensures ready: s->ready[s->rank[i]] == 1 && s->received == \old(s->received) + 1; */
void sp_server_block_deliver(struct sp_server_block *s, uint32_t i);

/* The rank of the oldest gradient here that may be applied now; the number of learners if none. */
/*@ requires room: \valid(s);
    requires ok: sp_block_ok(*s) && sp_block_room(*s);
    terminates \true;
    exits \false;
    assigns \nothing;
    ensures range: \result <= s->learners;
    ensures may: \result < s->learners ==> s->ready[\result] == 1 && sp_block_may(*s, \result);
    ensures none: \forall integer r; 0 <= r < \result && r < s->learners && s->ready[r] == 1 ==>
      !sp_block_may(*s, r);
    ensures progress: s->ready[0] == 1 ==> \result == 0; */
uint32_t sp_server_block_next(const struct sp_server_block *s);

/* Applies the gradient at rank r, which may be applied; its learner goes to the end of the queue
 * with the new version. Returns that learner. */
/*@ requires room: \valid(s);
    requires ok: sp_block_ok(*s) && sp_block_room(*s);
    requires law: sp_block_law(*s);
    requires rank: r < s->learners && s->ready[r] == 1;
    requires may: sp_block_may(*s, r);
    terminates \true;
    exits \false;
    assigns *s;
    ensures ok: sp_block_ok(*s);
    ensures law: sp_block_law(*s);
    ensures same: s->learners == \old(s->learners) && s->limit == \old(s->limit) &&
                  s->received == \old(s->received);
    ensures update: s->version == \old(s->version) + 1;
    ensures learner: \result == \old(s->learner[r]) && s->learner[s->learners - 1] == \result &&
      s->held[s->learners - 1] == s->version && s->ready[s->learners - 1] == 0;
    ensures delay: s->staleness - \old(s->staleness) == \old(s->version - s->held[r]) <=
                   s->limit; */
uint32_t sp_server_block_apply(struct sp_server_block *s, uint32_t r);

/* The checked entries: SP_CODE_NULL, SP_CODE_PARAMETER (no learner, too many, limit below
 * learners - 1, an unknown learner, a gradient that is here already, a rank that may not be
 * applied), SP_CODE_TOO_LARGE (a counter has reached its ceiling); on refusal nothing changes. A
 * result >= 0 is that of the kernel. The machine given to the last three must have been started. */
int sp_checked_server_block_start(struct sp_server_block *s, uint32_t learners, uint32_t limit);
int sp_checked_server_block_deliver(struct sp_server_block *s, uint32_t i);
int sp_checked_server_block_next(const struct sp_server_block *s);
int sp_checked_server_block_apply(struct sp_server_block *s, uint32_t r);

#endif

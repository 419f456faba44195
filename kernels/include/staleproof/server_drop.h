/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STALEPROOF_SERVER_DROP_H
#define STALEPROOF_SERVER_DROP_H

/* Bounded delay by refusal: a gradient whose delay is above `limit` is thrown away, every other is
 * applied at once; either way its learner starts again on the newest model.
 *
 * The caller's part: call sp_server_drop_deliver when a gradient has come; if it returns 1 apply
 * the gradient; give the model to the learner. O(1) an event.
 *
 * Proved at every event, for every number of learners and every limit: each applied gradient has a
 * delay <= limit; delivered = version + dropped;
 *   staleness + wasted + sum over learners of (version - version held) = (P - 1) * version,
 * with `staleness` the delays of the applied gradients and `wasted` those of the dropped ones; so
 * the mean delay of the applied gradients is at most P - 1 whatever the limit.
 *
 * Not promised: that a bound on the error holds. Where the time of a gradient depends on its
 * sample, dropping the slow ones changes the function that is minimised.
 *
 * Source: [ringmaster2025]; the conservation law is proved here. */

#include <stdint.h>

#include "staleproof/server_limit.h"

struct sp_server_drop {
    uint32_t learners; /* P */
    uint64_t limit;    /* largest delay that is applied */
    uint64_t version;  /* updates so far, one gradient each */
    uint64_t dropped;
    uint64_t delivered;
    uint64_t staleness; /* sum of the delays of the gradients applied */
    uint64_t wasted;    /* sum of the delays of the gradients dropped */
    uint64_t held[SP_SERVER_MAX_LEARNERS]; /* version that a learner works on */
};

/*@ logic integer sp_drop_ages(uint64_t held[SP_SERVER_MAX_LEARNERS], integer version,
                               integer n) =
      n <= 0 ? 0 : sp_drop_ages(held, version, n - 1) + version - held[n - 1];

    predicate sp_drop_ok(struct sp_server_drop s) =
      1 <= s.learners <= SP_SERVER_MAX_LEARNERS && s.delivered == s.version + s.dropped &&
      (\forall integer i; 0 <= i < s.learners ==> s.held[i] <= s.version);
    predicate sp_drop_law(struct sp_server_drop s) =
      s.staleness + s.wasted + sp_drop_ages(s.held, s.version, s.learners) ==
      sp_times(s.learners - 1, s.version);
    predicate sp_drop_room(struct sp_server_drop s) =
      s.delivered < SP_SERVER_CEILING && s.staleness < SP_SERVER_CEILING &&
      s.wasted < SP_SERVER_CEILING; */

/* Starts a run: version 0, every learner works on it. */
/*@ requires room: \valid(s);
    requires learners: 1 <= learners <= SP_SERVER_MAX_LEARNERS;
    terminates \true;
    exits \false;
    assigns *s;
    ensures ok: sp_drop_ok(*s);
    ensures law: sp_drop_law(*s);
    ensures start: s->version == 0 && s->dropped == 0 && s->staleness == 0 && s->wasted == 0;
    ensures given: s->learners == learners && s->limit == limit; */
void sp_server_drop_start(struct sp_server_drop *s, uint32_t learners, uint64_t limit);

/* The gradient of learner i is here: 1, apply it; 0, it is too old. */
/*@ requires room: \valid(s);
    requires ok: sp_drop_ok(*s) && sp_drop_room(*s);
    requires law: sp_drop_law(*s);
    requires known: i < s->learners;
    terminates \true;
    exits \false;
    assigns s->version, s->dropped, s->delivered, s->staleness, s->wasted, s->held[i];
    ensures ok: sp_drop_ok(*s);
    ensures law: sp_drop_law(*s);
    ensures rule: \result == (\old(s->version - s->held[i]) <= s->limit ? 1 : 0);
    ensures applied: s->version == \old(s->version) + \result &&
                     s->dropped == \old(s->dropped) + 1 - \result;
    ensures delay: s->staleness == \old(s->staleness) +
                     (\result == 1 ? \old(s->version - s->held[i]) : 0);
    ensures fresh: s->held[i] == s->version; */
uint32_t sp_server_drop_deliver(struct sp_server_drop *s, uint32_t i);

/* The checked entries: SP_CODE_NULL, SP_CODE_PARAMETER (no learner, too many, an unknown learner),
 * SP_CODE_TOO_LARGE (a counter has reached its ceiling); on refusal nothing changes. A result >= 0
 * of the second is that of the kernel. The machine given to it must have been started. */
int sp_checked_server_drop_start(struct sp_server_drop *s, uint32_t learners, uint64_t limit);
int sp_checked_server_drop_deliver(struct sp_server_drop *s, uint32_t i);

#endif

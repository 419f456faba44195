/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/server_block.h"

/* Every learner at its own rank. */
/*@ requires room: \valid(s);
    requires learners: 1 <= s->learners <= SP_SERVER_MAX_LEARNERS;
    terminates \true;
    exits \false;
    assigns s->learner[0 .. SP_SERVER_MAX_LEARNERS - 1],
            s->held[0 .. SP_SERVER_MAX_LEARNERS - 1],
            s->ready[0 .. SP_SERVER_MAX_LEARNERS - 1],
            s->rank[0 .. SP_SERVER_MAX_LEARNERS - 1];
    ensures queue: \forall integer r; 0 <= r < s->learners ==>
      s->learner[r] == r && s->rank[r] == r && s->held[r] == 0 && s->ready[r] == 0;
    ensures sums: sp_block_ages(s->held, 0, s->learners) == 0 &&
      sp_block_ready(s->ready, s->learners) == 0; */
static void line_up(struct sp_server_block *s)
{
    /*@ loop invariant range: 0 <= r <= s->learners;
        loop invariant queue: \forall integer q; 0 <= q < r ==>
          s->learner[q] == q && s->rank[q] == q && s->held[q] == 0 && s->ready[q] == 0;
        loop assigns r, s->learner[0 .. SP_SERVER_MAX_LEARNERS - 1],
                     s->held[0 .. SP_SERVER_MAX_LEARNERS - 1],
                     s->ready[0 .. SP_SERVER_MAX_LEARNERS - 1],
                     s->rank[0 .. SP_SERVER_MAX_LEARNERS - 1];
        loop variant s->learners - r; */
    for (uint32_t r = 0; r < s->learners; r++) {
        s->learner[r] = r;
        s->rank[r] = r;
        s->held[r] = 0;
        s->ready[r] = 0;
    }
    /*@ ghost
      /@ loop invariant range: 0 <= q <= s->learners;
         loop invariant sums: sp_block_ages(s->held, 0, q) == 0 &&
           sp_block_ready(s->ready, q) == 0;
         loop assigns q;
         loop variant s->learners - q; @/
      for (uint32_t q = 0; q < s->learners; q++) ; */
}

void sp_server_block_start(struct sp_server_block *s, uint32_t learners, uint32_t limit)
{
    s->learners = learners;
    s->limit = limit;
    s->waiting = 0;
    s->version = 0;
    s->received = 0;
    s->staleness = 0;
    line_up(s);
}

void sp_server_block_deliver(struct sp_server_block *s, uint32_t i)
{
    /*@ ghost uint32_t r = s->rank[i]; */
    s->ready[s->rank[i]] = 1;
    /*@ ghost
      /@ loop invariant range: 0 <= q <= s->learners;
         loop invariant ready: sp_block_ready(s->ready, q) ==
           sp_block_ready(\at(s->ready, Pre), q) + (q > r ? 1 : 0);
         loop invariant few: sp_block_ready(s->ready, q) <= q;
         loop assigns q;
         loop variant s->learners - q; @/
      for (uint32_t q = 0; q < s->learners; q++) ; */
    s->waiting++;
    s->received++;
}

uint32_t sp_server_block_next(const struct sp_server_block *s)
{
    uint32_t r = 0;
    /*@ loop invariant range: 0 <= r <= s->learners;
        loop invariant may: sp_block_may(*s, r);
        loop invariant none: \forall integer q; 0 <= q < r ==> s->ready[q] == 0;
        loop assigns r;
        loop variant s->learners - r; */
    while (r < s->learners && s->ready[r] == 0) {
        if (s->version + r == s->limit + s->held[r])
            return s->learners;
        r++;
    }
    return r;
}

/* Takes rank r out of the queue and appends its learner with version `now`. */
/*@ requires room: \valid(s);
    requires shape: sp_block_shape(*s);
    requires linked: sp_block_linked(*s);
    requires rank: r < s->learners;
    terminates \true;
    exits \false;
    assigns s->learner[0 .. s->learners - 1], s->held[0 .. s->learners - 1],
            s->ready[0 .. s->learners - 1], s->rank[0 .. s->learners - 1];
    ensures linked: sp_block_linked(*s);
    ensures before: \forall integer q; 0 <= q < r ==> s->learner[q] == \old(s->learner)[q] &&
      s->held[q] == \old(s->held)[q] && s->ready[q] == \old(s->ready)[q];
    ensures after: \forall integer q; r <= q < s->learners - 1 ==>
      s->learner[q] == \old(s->learner)[q + 1] && s->held[q] == \old(s->held)[q + 1] &&
      s->ready[q] == \old(s->ready)[q + 1];
    ensures last: s->learner[s->learners - 1] == \old(s->learner)[r] &&
      s->held[s->learners - 1] == now && s->ready[s->learners - 1] == 0;
    ensures result: \result == \old(s->learner)[r]; */
static uint32_t requeue(struct sp_server_block *s, uint32_t r, uint64_t now)
{
    const uint32_t i = s->learner[r], last = s->learners - 1;
    /*@ assert different: \forall integer p, q; 0 <= p < q <= last ==>
          s->learner[p] != s->learner[q]; */
    /*@ loop invariant range: r <= q <= last;
        loop invariant ranks: \forall integer j; 0 <= j <= last ==> s->rank[j] ==
          (r < \at(s->rank, Pre)[j] <= q ? \at(s->rank, Pre)[j] - 1 : \at(s->rank, Pre)[j]);
        loop invariant before: \forall integer p; 0 <= p < r ==>
          s->learner[p] == \at(s->learner, Pre)[p] && s->held[p] == \at(s->held, Pre)[p] &&
          s->ready[p] == \at(s->ready, Pre)[p] && s->rank[s->learner[p]] == p;
        loop invariant moved: \forall integer p; r <= p < q ==>
          s->learner[p] == \at(s->learner, Pre)[p + 1] &&
          s->held[p] == \at(s->held, Pre)[p + 1] && s->ready[p] == \at(s->ready, Pre)[p + 1] &&
          s->rank[s->learner[p]] == p;
        loop invariant still: \forall integer p; q <= p <= last ==>
          s->learner[p] == \at(s->learner, Pre)[p] && s->held[p] == \at(s->held, Pre)[p] &&
          s->ready[p] == \at(s->ready, Pre)[p];
        loop invariant later: \forall integer p; q < p <= last ==> s->rank[s->learner[p]] == p;
        loop assigns q, s->learner[0 .. s->learners - 1], s->held[0 .. s->learners - 1],
                     s->ready[0 .. s->learners - 1], s->rank[0 .. s->learners - 1];
        loop variant last - q; */
    for (uint32_t q = r; q < last; q++) {
        s->learner[q] = s->learner[q + 1];
        s->held[q] = s->held[q + 1];
        s->ready[q] = s->ready[q + 1];
        s->rank[s->learner[q]] = q;
    }
    s->learner[last] = i;
    s->held[last] = now;
    s->ready[last] = 0;
    s->rank[i] = last;
    /*@ assert earlier: \forall integer j; 0 <= j <= last && \at(s->rank, Pre)[j] < r ==>
          s->rank[j] == \at(s->rank, Pre)[j] && s->learner[s->rank[j]] == j; */
    /*@ assert later: \forall integer j; 0 <= j <= last && r < \at(s->rank, Pre)[j] ==>
          s->rank[j] == \at(s->rank, Pre)[j] - 1 && s->learner[s->rank[j]] == j; */
    /*@ assert self: \forall integer j; 0 <= j <= last && \at(s->rank, Pre)[j] == r ==>
          j == i; */
    /*@ assert back: \forall integer p; 0 <= p <= last ==>
          s->learner[p] <= last && s->rank[s->learner[p]] == p; */
    return i;
}

/* The queue's part of an update: the learner at rank r goes to the end with the next version. */
/*@ requires valid: \valid(s);
    requires shape: sp_block_shape(*s) && s->version < SP_SERVER_CEILING;
    requires queue: sp_block_linked(*s) && sp_block_sorted(*s) && sp_block_feasible(*s);
    requires rank: r < s->learners && sp_block_may(*s, r);
    terminates \true;
    exits \false;
    assigns s->version, s->learner[0 .. s->learners - 1], s->held[0 .. s->learners - 1],
            s->ready[0 .. s->learners - 1], s->rank[0 .. s->learners - 1];
    ensures version: s->version == \old(s->version) + 1;
    ensures linked: sp_block_linked(*s);
    ensures sorted: sp_block_sorted(*s);
    ensures feasible: sp_block_feasible(*s);
    ensures before: \forall integer q; 0 <= q < r ==> s->held[q] == \old(s->held)[q] &&
      s->ready[q] == \old(s->ready)[q];
    ensures after: \forall integer q; r <= q < s->learners - 1 ==>
      s->held[q] == \old(s->held)[q + 1] && s->ready[q] == \old(s->ready)[q + 1];
    ensures last: s->learner[s->learners - 1] == \result == \old(s->learner)[r] &&
      s->held[s->learners - 1] == s->version && s->ready[s->learners - 1] == 0; */
static uint32_t renew(struct sp_server_block *s, uint32_t r)
{
    const uint64_t now = s->version + 1;
    const uint32_t i = requeue(s, r, now);
    s->version = now;
    /*@ assert old: \forall integer q; 0 <= q < s->learners - 1 ==> s->held[q] < now; */
    /*@ assert pairs: \forall integer q; 1 <= q < s->learners - 1 ==>
          s->held[q - 1] <= s->held[q]; */
    /*@ assert end: s->held[s->learners - 1] == s->version; */
    /*@ assert all: \forall integer q; 0 <= q < s->learners ==> s->held[q] <= s->version; */
    /*@ assert steps: \forall integer q; 1 <= q < s->learners ==>
          s->held[q - 1] <= s->held[q]; */
    return i;
}

uint32_t sp_server_block_apply(struct sp_server_block *s, uint32_t r)
{
    s->staleness += s->version - s->held[r];
    const uint32_t i = renew(s, r);
    /*@ ghost
      /@ loop invariant range: 0 <= q <= s->learners - 1;
         loop invariant some: 0 <= sp_block_ready(s->ready, q) <= q;
         loop invariant bits: \forall integer p; 0 <= p < q ==> s->ready[p] <= 1;
         loop invariant ages: sp_block_ages(s->held, s->version, q) == q +
           (q <= r ? sp_block_ages(\at(s->held, Pre), \at(s->version, Pre), q) :
            sp_block_ages(\at(s->held, Pre), \at(s->version, Pre), q + 1) -
              \at(s->version, Pre) + \at(s->held, Pre)[r]);
         loop invariant ready: sp_block_ready(s->ready, q) ==
           (q <= r ? sp_block_ready(\at(s->ready, Pre), q) :
            sp_block_ready(\at(s->ready, Pre), q + 1) - 1);
         loop assigns q;
         loop variant s->learners - q; @/
      for (uint32_t q = 0; q < s->learners - 1; q++) ; */
    s->waiting--;
    /*@ assert one: sp_block_ready(s->ready, s->learners) ==
          sp_block_ready(\at(s->ready, Pre), s->learners) - 1; */
    /*@ assert flags: \forall integer q; 0 <= q < s->learners ==> s->ready[q] <= 1; */
    /*@ assert books: sp_block_books(*s); */
    return i;
}

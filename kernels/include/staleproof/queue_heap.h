/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STALEPROOF_QUEUE_HEAP_H
#define STALEPROOF_QUEUE_HEAP_H

/* A queue of events, the next one first: by key, ties by the smaller id, so that the order of a run
 * is determined. The key is a time as an integer; the bits of a double >= 0 are in its order.
 *
 * A heap with four children a node. O(log n) an operation, O(n) for sp_queue_build. Keys and ids
 * may repeat. event 0 is key[0], id[0].
 *
 * Proved: event 0 comes before every other; an operation adds and removes exactly what it says (the
 * events are counted, by key and id), and changes nothing else.
 *
 * Source: [knuth1998, section 5.2.3]; four children as in [lamarca1996]. */

#include <stdint.h>

/* Costs nothing until it is used: allocate the struct zeroed. */
#ifndef SP_QUEUE_MAX_EVENTS
#define SP_QUEUE_MAX_EVENTS 1048576u
#endif

struct sp_queue {
    uint32_t n;
    uint64_t key[SP_QUEUE_MAX_EVENTS];
    uint32_t id[SP_QUEUE_MAX_EVENTS];
};

/*@ predicate sp_queue_before(integer k, integer i, integer l, integer j) =
      k < l || (k == l && i <= j);
    predicate sp_queue_pair(struct sp_queue h, integer p, integer q) =
      sp_queue_before(h.key[p], h.id[p], h.key[q], h.id[q]);
    // nodes whose parent is at least `low` do not come before it
    predicate sp_queue_from(struct sp_queue h, integer low) =
      \forall integer q; 1 <= q < h.n && low <= (q - 1) / 4 ==>
        sp_queue_pair(h, (q - 1) / 4, q);
    predicate sp_queue_ok(struct sp_queue h) =
      h.n <= SP_QUEUE_MAX_EVENTS && sp_queue_from(h, 0);
    // events (k, i) among the first n
    logic integer sp_queue_count(uint64_t key[SP_QUEUE_MAX_EVENTS],
                                 uint32_t id[SP_QUEUE_MAX_EVENTS], integer n, integer k,
                                 integer i) =
      n <= 0 ? 0 : sp_queue_count(key, id, n - 1, k, i) +
                   (key[n - 1] == k && id[n - 1] == i ? 1 : 0); */

/* Orders the n events that the caller has written into key and id. */
/*@ requires room: \valid(h) && h->n <= SP_QUEUE_MAX_EVENTS;
    terminates \true;
    exits \false;
    assigns h->key[0 .. SP_QUEUE_MAX_EVENTS - 1], h->id[0 .. SP_QUEUE_MAX_EVENTS - 1];
    ensures ok: sp_queue_ok(*h);
    ensures same: \forall integer k, i; sp_queue_count(h->key, h->id, h->n, k, i) ==
      sp_queue_count(\old(h->key), \old(h->id), h->n, k, i); */
void sp_queue_build(struct sp_queue *h);

/*@ requires room: \valid(h) && sp_queue_ok(*h) && h->n < SP_QUEUE_MAX_EVENTS;
    terminates \true;
    exits \false;
    assigns h->n, h->key[0 .. SP_QUEUE_MAX_EVENTS - 1], h->id[0 .. SP_QUEUE_MAX_EVENTS - 1];
    ensures ok: sp_queue_ok(*h);
    ensures n: h->n == \old(h->n) + 1;
    ensures added: \forall integer k, i; sp_queue_count(h->key, h->id, h->n, k, i) ==
      sp_queue_count(\old(h->key), \old(h->id), \old(h->n), k, i) +
      (k == key && i == id ? 1 : 0); */
void sp_queue_push(struct sp_queue *h, uint64_t key, uint32_t id);

/* Removes event 0. */
/*@ requires room: \valid(h) && sp_queue_ok(*h) && 1 <= h->n;
    terminates \true;
    exits \false;
    assigns h->n, h->key[0 .. SP_QUEUE_MAX_EVENTS - 1], h->id[0 .. SP_QUEUE_MAX_EVENTS - 1];
    ensures ok: sp_queue_ok(*h);
    ensures n: h->n == \old(h->n) - 1;
    ensures removed: \forall integer k, i; sp_queue_count(h->key, h->id, h->n, k, i) ==
      sp_queue_count(\old(h->key), \old(h->id), \old(h->n), k, i) -
      (k == \old(h->key[0]) && i == \old(h->id[0]) ? 1 : 0); */
void sp_queue_pop(struct sp_queue *h);

/* Pop and push in one: what a learner does that starts again. */
/*@ requires room: \valid(h) && sp_queue_ok(*h) && 1 <= h->n;
    terminates \true;
    exits \false;
    assigns h->key[0 .. SP_QUEUE_MAX_EVENTS - 1], h->id[0 .. SP_QUEUE_MAX_EVENTS - 1];
    ensures ok: sp_queue_ok(*h);
    ensures replaced: \forall integer k, i; sp_queue_count(h->key, h->id, h->n, k, i) ==
      sp_queue_count(\old(h->key), \old(h->id), h->n, k, i) + (k == key && i == id ? 1 : 0) -
      (k == \old(h->key[0]) && i == \old(h->id[0]) ? 1 : 0); */
void sp_queue_replace(struct sp_queue *h, uint64_t key, uint32_t id);

/* The key of event 0; it comes before every other. */
/*@ requires room: \valid(h) && sp_queue_ok(*h) && 1 <= h->n;
    terminates \true;
    exits \false;
    assigns \nothing;
    ensures first: \result == h->key[0] && \forall integer q; 0 <= q < h->n ==>
      sp_queue_pair(*h, 0, q); */
uint64_t sp_queue_first(const struct sp_queue *h);

/* The checked entries: SP_CODE_NULL, SP_CODE_PARAMETER (no event to take, no room for another).
 * They trust that the queue was made by these functions. */
int sp_checked_queue_build(struct sp_queue *h);
int sp_checked_queue_push(struct sp_queue *h, uint64_t key, uint32_t id);
int sp_checked_queue_pop(struct sp_queue *h);
int sp_checked_queue_replace(struct sp_queue *h, uint64_t key, uint32_t id);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/queue_heap.h"

/* The one writer: an event takes the place of another, and only these two are counted anew. */
/*@ requires valid: \valid(h) && h->n <= SP_QUEUE_MAX_EVENTS && p < h->n;
    terminates \true;
    exits \false;
    assigns h->key[p], h->id[p];
    ensures written: h->key[p] == key && h->id[p] == id;
    ensures counted: \forall integer k, i; sp_queue_count(h->key, h->id, h->n, k, i) ==
      sp_queue_count(\old(h->key), \old(h->id), h->n, k, i) + (k == key && i == id ? 1 : 0) -
      (k == \old(h->key[p]) && i == \old(h->id[p]) ? 1 : 0); */
static void put(struct sp_queue *h, uint32_t p, uint64_t key, uint32_t id)
{
    h->key[p] = key;
    h->id[p] = id;
    /*@ ghost
      /@ loop invariant range: 0 <= q <= h->n;
         loop invariant counted: \forall integer k, i; sp_queue_count(h->key, h->id, q, k, i) ==
           sp_queue_count(\at(h->key, Pre), \at(h->id, Pre), q, k, i) + (q > p ?
             (k == key && i == id ? 1 : 0) -
             (k == \at(h->key[p], Pre) && i == \at(h->id[p], Pre) ? 1 : 0) : 0);
         loop assigns q;
         loop variant h->n - q; @/
      for (uint32_t q = 0; q < h->n; q++) {
        /@ assert now: \forall integer k, i; sp_queue_count(h->key, h->id, q + 1, k, i) ==
             sp_queue_count(h->key, h->id, q, k, i) +
             (h->key[q] == k && h->id[q] == i ? 1 : 0); @/
        /@ assert before: \forall integer k, i;
             sp_queue_count(\at(h->key, Pre), \at(h->id, Pre), q + 1, k, i) ==
             sp_queue_count(\at(h->key, Pre), \at(h->id, Pre), q, k, i) +
             (\at(h->key, Pre)[q] == k && \at(h->id, Pre)[q] == i ? 1 : 0); @/
      } */
}

/*@ requires valid: \valid(h) && p < SP_QUEUE_MAX_EVENTS && q < SP_QUEUE_MAX_EVENTS;
    terminates \true;
    exits \false;
    assigns \nothing;
    ensures order: \result <= 1 && (\result == 1 <==> !sp_queue_pair(*h, q, p)); */
static uint32_t comes_before(const struct sp_queue *h, uint32_t p, uint32_t q)
{
    return h->key[p] < h->key[q] || (h->key[p] == h->key[q] && h->id[p] < h->id[q]) ? 1u : 0u;
}

/* The first of the children of p, which has some. */
/*@ requires valid: \valid(h) && h->n <= SP_QUEUE_MAX_EVENTS && 4 * p + 1 < h->n;
    terminates \true;
    exits \false;
    assigns \nothing;
    ensures child: p < \result < h->n && (\result - 1) / 4 == p;
    ensures first: \forall integer q; 1 <= q < h->n && (q - 1) / 4 == p ==>
      sp_queue_pair(*h, \result, q); */
static uint32_t first_child(const struct sp_queue *h, uint32_t p)
{
    const uint32_t begin = 4 * p + 1, end = begin + 4 < h->n ? begin + 4 : h->n;
    uint32_t first = begin;
    /*@ loop invariant range: begin <= first < q <= end;
        loop invariant first: \forall integer c; begin <= c < q ==> sp_queue_pair(*h, first, c);
        loop assigns q, first;
        loop variant end - q; */
    for (uint32_t q = begin + 1; q < end; q++)
        if (comes_before(h, q, first) == 1)
            first = q;
    return first;
}

/* The events at p and q change places. */
/*@ requires valid: \valid(h);
    requires places: h->n <= SP_QUEUE_MAX_EVENTS && p < h->n && q < h->n && p != q;
    terminates \true;
    exits \false;
    assigns h->key[p], h->id[p], h->key[q], h->id[q];
    ensures p: h->key[p] == \old(h->key[q]) && h->id[p] == \old(h->id[q]);
    ensures q: h->key[q] == \old(h->key[p]) && h->id[q] == \old(h->id[p]);
    ensures same: \forall integer k, i; sp_queue_count(h->key, h->id, h->n, k, i) ==
      sp_queue_count(\old(h->key), \old(h->id), h->n, k, i); */
static void swap(struct sp_queue *h, uint32_t p, uint32_t q)
{
    const uint64_t key = h->key[p];
    const uint32_t id = h->id[p];
    put(h, p, h->key[q], h->id[q]);
    put(h, q, key, id);
}

/* Order holds under all nodes after `low`; now under `low` too. */
/*@ requires valid: \valid(h) && h->n <= SP_QUEUE_MAX_EVENTS && low < h->n;
    requires above: sp_queue_from(*h, low + 1);
    terminates \true;
    exits \false;
    assigns h->key[0 .. SP_QUEUE_MAX_EVENTS - 1], h->id[0 .. SP_QUEUE_MAX_EVENTS - 1];
    ensures from: sp_queue_from(*h, low);
    ensures same: \forall integer k, i; sp_queue_count(h->key, h->id, h->n, k, i) ==
      sp_queue_count(\old(h->key), \old(h->id), h->n, k, i); */
static void sink(struct sp_queue *h, uint32_t low)
{
    uint32_t p = low;
    /*@ loop invariant range: low <= p < h->n;
        loop invariant others: \forall integer q; 1 <= q < h->n && low <= (q - 1) / 4 &&
          (q - 1) / 4 != p ==> sp_queue_pair(*h, (q - 1) / 4, q);
        loop invariant across: low < p ==> \forall integer q; 1 <= q < h->n &&
          (q - 1) / 4 == p ==> sp_queue_pair(*h, (p - 1) / 4, q) && low <= (p - 1) / 4;
        loop invariant same: \forall integer k, i; sp_queue_count(h->key, h->id, h->n, k, i) ==
          sp_queue_count(\at(h->key, Pre), \at(h->id, Pre), h->n, k, i);
        loop assigns p, h->key[0 .. SP_QUEUE_MAX_EVENTS - 1],
                     h->id[0 .. SP_QUEUE_MAX_EVENTS - 1];
        loop variant h->n - p; */
    while (4 * p + 1 < h->n) {
        const uint32_t c = first_child(h, p);
        if (comes_before(h, c, p) == 0)
            return;
        swap(h, p, c);
        p = c;
    }
}

void sp_queue_build(struct sp_queue *h)
{
    if (h->n < 2)
        return;
    /*@ loop invariant range: 0 <= low <= h->n;
        loop invariant from: sp_queue_from(*h, low);
        loop invariant same: \forall integer k, i; sp_queue_count(h->key, h->id, h->n, k, i) ==
          sp_queue_count(\at(h->key, Pre), \at(h->id, Pre), h->n, k, i);
        loop assigns low, h->key[0 .. SP_QUEUE_MAX_EVENTS - 1],
                     h->id[0 .. SP_QUEUE_MAX_EVENTS - 1];
        loop variant low; */
    for (uint32_t low = (h->n - 2) / 4 + 1; low > 0;) {
        low--;
        sink(h, low);
    }
}

/* The event at p may come before its parent; nothing else is out of order. */
/*@ requires valid: \valid(h) && h->n <= SP_QUEUE_MAX_EVENTS && p < h->n;
    requires others: \forall integer q; 1 <= q < h->n && q != p ==>
      sp_queue_pair(*h, (q - 1) / 4, q);
    requires last: p == h->n - 1;
    terminates \true;
    exits \false;
    assigns h->key[0 .. SP_QUEUE_MAX_EVENTS - 1], h->id[0 .. SP_QUEUE_MAX_EVENTS - 1];
    ensures ok: sp_queue_ok(*h);
    ensures same: \forall integer k, i; sp_queue_count(h->key, h->id, h->n, k, i) ==
      sp_queue_count(\old(h->key), \old(h->id), h->n, k, i); */
static void rise(struct sp_queue *h, uint32_t p)
{
    /*@ loop invariant range: 0 <= p < h->n;
        loop invariant others: \forall integer q; 1 <= q < h->n && q != p ==>
          sp_queue_pair(*h, (q - 1) / 4, q);
        loop invariant across: 0 < p ==> \forall integer q; 1 <= q < h->n && (q - 1) / 4 == p ==>
          sp_queue_pair(*h, (p - 1) / 4, q);
        loop invariant same: \forall integer k, i; sp_queue_count(h->key, h->id, h->n, k, i) ==
          sp_queue_count(\at(h->key, Pre), \at(h->id, Pre), h->n, k, i);
        loop assigns p, h->key[0 .. SP_QUEUE_MAX_EVENTS - 1],
                     h->id[0 .. SP_QUEUE_MAX_EVENTS - 1];
        loop variant p; */
    while (p > 0 && comes_before(h, p, (p - 1) / 4) == 1) {
        const uint32_t parent = (p - 1) / 4;
        swap(h, parent, p);
        p = parent;
    }
}

void sp_queue_push(struct sp_queue *h, uint64_t key, uint32_t id)
{
    /*@ ghost uint32_t m = h->n; */
    h->n++;
    /*@ assert step: \forall integer k, i;
          sp_queue_count(h->key, h->id, m + 1, k, i) ==
          sp_queue_count(h->key, h->id, m, k, i) +
          (h->key[m] == k && h->id[m] == i ? 1 : 0); */
    put(h, h->n - 1, key, id);
    rise(h, h->n - 1);
}

void sp_queue_pop(struct sp_queue *h)
{
    const uint64_t key = h->key[h->n - 1];
    const uint32_t id = h->id[h->n - 1];
    put(h, 0, key, id);
    h->n--;
    /*@ assert step: \forall integer k, i;
          sp_queue_count(h->key, h->id, h->n + 1, k, i) ==
          sp_queue_count(h->key, h->id, h->n, k, i) +
          (h->key[h->n] == k && h->id[h->n] == i ? 1 : 0); */
    if (h->n > 0)
        sink(h, 0);
}

void sp_queue_replace(struct sp_queue *h, uint64_t key, uint32_t id)
{
    put(h, 0, key, id);
    sink(h, 0);
}

uint64_t sp_queue_first(const struct sp_queue *h)
{
    /*@ ghost
      /@ loop invariant range: 1 <= q <= h->n;
         loop invariant first: \forall integer p; 0 <= p < q ==> sp_queue_pair(*h, 0, p);
         loop assigns q;
         loop variant h->n - q; @/
      for (uint32_t q = 1; q < h->n; q++) {
        /@ assert parent: 0 <= (q - 1) / 4 < q && sp_queue_pair(*h, (q - 1) / 4, q); @/
      } */
    return h->key[0];
}

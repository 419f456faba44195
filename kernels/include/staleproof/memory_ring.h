/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STALEPROOF_MEMORY_RING_H
#define STALEPROOF_MEMORY_RING_H

/* The last models of a run, by version: a ring of `slots` places, one more than the largest delay.
 * The machine holds no vectors, only where each version lies; the caller keeps `slots` vectors.
 *
 *   sp_memory_ring_push    the next version is made: the place to write it to
 *   sp_memory_ring_place   where version v lies, if it is still there: v + slots > newest
 *
 * Proved for any number of slots: two versions that are there lie in different places; a push
 * takes the place of the oldest and moves no other; so what was written for a version is what is
 * read for it as long as it is there. No multiplication, no remainder: O(1). */

#include <stdint.h>

#define SP_MEMORY_RING_CEILING 0x4000000000000000u

struct sp_memory_ring {
    uint32_t slots; /* at least 1 */
    uint32_t head;  /* place of the newest version */
    uint32_t filled; /* places in use */
    uint64_t newest; /* its version; the first is 0 */
};

/*@ predicate sp_ring_ok(struct sp_memory_ring s) =
      1 <= s.slots <= 0x7fffffff && s.head < s.slots && 1 <= s.filled <= s.slots &&
      (s.filled < s.slots ==> s.newest + 1 == s.filled) && s.filled <= s.newest + 1;
    predicate sp_ring_there(struct sp_memory_ring s, integer v) =
      s.newest + 1 - s.filled <= v <= s.newest;
    // the place of version v, which is there
    logic integer sp_ring_at(struct sp_memory_ring s, integer v) =
      s.newest - v <= s.head ? s.head - (s.newest - v) : s.head + s.slots - (s.newest - v); */

/* Starts with version 0, in place 0. */
/*@ requires room: \valid(s);
    requires slots: 1 <= slots <= 0x7fffffff;
    terminates \true;
    exits \false;
    assigns *s;
    ensures ok: sp_ring_ok(*s);
    ensures start: s->slots == slots && s->newest == 0 && s->filled == 1 && s->head == 0; */
void sp_memory_ring_start(struct sp_memory_ring *s, uint32_t slots);

/* The next version: returns its place. */
/*@ requires room: \valid(s);
    requires ok: sp_ring_ok(*s);
    requires below: s->newest < SP_MEMORY_RING_CEILING;
    terminates \true;
    exits \false;
    assigns s->head, s->filled, s->newest;
    ensures ok: sp_ring_ok(*s);
    ensures next: s->newest == \old(s->newest) + 1 && \result == sp_ring_at(*s, s->newest);
    ensures range: \result < s->slots;
    // what was there and is there has not moved, and is not written over
    ensures still: \forall integer v; sp_ring_there(*s, v) && v < s->newest ==>
      sp_ring_there(\old(*s), v) && sp_ring_at(*s, v) == sp_ring_at(\old(*s), v) &&
      sp_ring_at(*s, v) != \result;
    // the last `slots` versions are there
    ensures enough: \forall integer v; 0 <= v <= s->newest && s->newest < v + s->slots ==>
      sp_ring_there(*s, v); */
uint32_t sp_memory_ring_push(struct sp_memory_ring *s);

/* The place of version v; `slots` if it is not there. */
/*@ requires room: \valid(s);
    requires ok: sp_ring_ok(*s);
    terminates \true;
    exits \false;
    assigns \nothing;
    ensures there: sp_ring_there(*s, v) <==> \result < s->slots;
    ensures place: sp_ring_there(*s, v) ==> \result == sp_ring_at(*s, v);
    ensures none: !sp_ring_there(*s, v) ==> \result == s->slots;
    ensures apart: \forall integer u; sp_ring_there(*s, u) && sp_ring_there(*s, v) && u != v ==>
      sp_ring_at(*s, u) != \result; */
uint32_t sp_memory_ring_place(const struct sp_memory_ring *s, uint64_t v);

/* The checked entries: SP_CODE_NULL; SP_CODE_PARAMETER, no slot, or more than 2^31 - 1;
 * SP_CODE_TOO_LARGE, the versions at their ceiling. On refusal nothing changes. A result >= 0 of
 * the last two is that of the kernel. */
int sp_checked_memory_ring_start(struct sp_memory_ring *s, uint32_t slots);
int sp_checked_memory_ring_push(struct sp_memory_ring *s);
int sp_checked_memory_ring_place(const struct sp_memory_ring *s, uint64_t v);

#endif

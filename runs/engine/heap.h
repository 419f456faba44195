/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_ENGINE_HEAP_H
#define SP_ENGINE_HEAP_H

#include <stdint.h>

/* Events in order of time, ties by learner: so a run is deterministic. Four children a node: half
 * the levels of a binary heap, and the four share a cache line. The caller owns the memory. */
struct sp_heap_entry {
    double time;
    uint32_t learner;
};

struct sp_heap {
    uint32_t n;
    struct sp_heap_entry *entries; /* entries[0] is the next event; room for all learners */
};

void sp_heap_push(struct sp_heap *heap, struct sp_heap_entry entry);
void sp_heap_pop(struct sp_heap *heap);
/* Pop and push in one: what a learner does that starts again. */
void sp_heap_replace(struct sp_heap *heap, struct sp_heap_entry entry);
/* Orders entries[0 .. n-1], in time proportional to n. */
void sp_heap_build(struct sp_heap *heap);

#endif

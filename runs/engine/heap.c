/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/engine/heap.h"

static int is_before(struct sp_heap_entry a, struct sp_heap_entry b)
{
    return a.time < b.time || (a.time == b.time && a.learner < b.learner);
}

/* The index is 64-bit: four times 2^30 learners must not wrap. */
static void sink(struct sp_heap *heap, uint64_t hole, struct sp_heap_entry entry)
{
    for (;;) {
        uint64_t child = 4 * hole + 1, end = child + 4 < heap->n ? child + 4 : heap->n;
        if (child >= heap->n)
            break;
        uint64_t least = child;
        for (uint64_t k = child + 1; k < end; k++)
            if (is_before(heap->entries[k], heap->entries[least]))
                least = k;
        if (!is_before(heap->entries[least], entry))
            break;
        heap->entries[hole] = heap->entries[least];
        hole = least;
    }
    heap->entries[hole] = entry;
}

void sp_heap_push(struct sp_heap *heap, struct sp_heap_entry entry)
{
    uint64_t hole = heap->n++;
    while (hole > 0 && is_before(entry, heap->entries[(hole - 1) / 4])) {
        heap->entries[hole] = heap->entries[(hole - 1) / 4];
        hole = (hole - 1) / 4;
    }
    heap->entries[hole] = entry;
}

void sp_heap_pop(struct sp_heap *heap)
{
    struct sp_heap_entry last = heap->entries[--heap->n];
    if (heap->n > 0)
        sink(heap, 0, last);
}

void sp_heap_replace(struct sp_heap *heap, struct sp_heap_entry entry)
{
    sink(heap, 0, entry);
}

void sp_heap_build(struct sp_heap *heap)
{
    if (heap->n < 2)
        return;
    for (uint64_t k = (heap->n - 2) / 4 + 1; k-- > 0;)
        sink(heap, k, heap->entries[k]);
}

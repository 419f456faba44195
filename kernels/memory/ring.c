/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/memory_ring.h"

void sp_memory_ring_start(struct sp_memory_ring *s, uint32_t slots)
{
    s->slots = slots;
    s->head = 0;
    s->filled = 1;
    s->newest = 0;
}

uint32_t sp_memory_ring_push(struct sp_memory_ring *s)
{
    s->newest++;
    s->head = s->head + 1 < s->slots ? s->head + 1 : 0;
    if (s->filled < s->slots)
        s->filled++;
    return s->head;
}

uint32_t sp_memory_ring_place(const struct sp_memory_ring *s, uint64_t v)
{
    if (v > s->newest || s->newest - v >= s->filled)
        return s->slots;
    const uint32_t age = (uint32_t)(s->newest - v);
    return age <= s->head ? s->head - age : s->head + s->slots - age;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>

#include "staleproof/code.h"
#include "staleproof/memory_ring.h"

int sp_checked_memory_ring_start(struct sp_memory_ring *s, uint32_t slots)
{
    if (s == NULL)
        return SP_CODE_NULL;
    if (slots < 1 || slots > INT32_MAX)
        return SP_CODE_PARAMETER;
    sp_memory_ring_start(s, slots);
    return SP_CODE_OK;
}

int sp_checked_memory_ring_push(struct sp_memory_ring *s)
{
    if (s == NULL)
        return SP_CODE_NULL;
    if (s->newest >= SP_MEMORY_RING_CEILING)
        return SP_CODE_TOO_LARGE;
    return (int)sp_memory_ring_push(s);
}

int sp_checked_memory_ring_place(const struct sp_memory_ring *s, uint64_t v)
{
    return s == NULL ? SP_CODE_NULL : (int)sp_memory_ring_place(s, v);
}

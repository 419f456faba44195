/* SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>

#include "staleproof/code.h"
#include "staleproof/queue_heap.h"

int sp_checked_queue_build(struct sp_queue *h)
{
    if (h == NULL)
        return SP_CODE_NULL;
    if (h->n > SP_QUEUE_MAX_EVENTS)
        return SP_CODE_PARAMETER;
    sp_queue_build(h);
    return SP_CODE_OK;
}

int sp_checked_queue_push(struct sp_queue *h, uint64_t key, uint32_t id)
{
    if (h == NULL)
        return SP_CODE_NULL;
    if (h->n >= SP_QUEUE_MAX_EVENTS)
        return SP_CODE_PARAMETER;
    sp_queue_push(h, key, id);
    return SP_CODE_OK;
}

int sp_checked_queue_pop(struct sp_queue *h)
{
    if (h == NULL)
        return SP_CODE_NULL;
    if (h->n < 1)
        return SP_CODE_PARAMETER;
    sp_queue_pop(h);
    return SP_CODE_OK;
}

int sp_checked_queue_replace(struct sp_queue *h, uint64_t key, uint32_t id)
{
    if (h == NULL)
        return SP_CODE_NULL;
    if (h->n < 1)
        return SP_CODE_PARAMETER;
    sp_queue_replace(h, key, id);
    return SP_CODE_OK;
}

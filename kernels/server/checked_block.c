/* SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>

#include "staleproof/code.h"
#include "staleproof/server_block.h"

/* SP_CODE_OK when an event may come. */
static int ready_for_event(const struct sp_server_block *s)
{
    if (s == NULL)
        return SP_CODE_NULL;
    if (s->version >= SP_SERVER_CEILING || s->staleness >= SP_SERVER_CEILING)
        return SP_CODE_TOO_LARGE;
    return SP_CODE_OK;
}

int sp_checked_server_block_start(struct sp_server_block *s, uint32_t learners, uint32_t limit)
{
    if (s == NULL)
        return SP_CODE_NULL;
    if (learners < 1 || learners > SP_SERVER_MAX_LEARNERS || limit < learners - 1)
        return SP_CODE_PARAMETER;
    sp_server_block_start(s, learners, limit);
    return SP_CODE_OK;
}

int sp_checked_server_block_deliver(struct sp_server_block *s, uint32_t i)
{
    const int code = ready_for_event(s);
    if (code != SP_CODE_OK)
        return code;
    if (i >= s->learners || s->ready[s->rank[i]] != 0)
        return SP_CODE_PARAMETER;
    sp_server_block_deliver(s, i);
    return SP_CODE_OK;
}

int sp_checked_server_block_next(const struct sp_server_block *s)
{
    const int code = ready_for_event(s);
    return code != SP_CODE_OK ? code : (int)sp_server_block_next(s);
}

int sp_checked_server_block_apply(struct sp_server_block *s, uint32_t r)
{
    const int code = ready_for_event(s);
    if (code != SP_CODE_OK)
        return code;
    if (r >= s->learners || s->ready[r] != 1)
        return SP_CODE_PARAMETER;
    for (uint32_t q = 0; q < r; q++)
        if (s->version + q == s->limit + s->held[q])
            return SP_CODE_PARAMETER;
    return (int)sp_server_block_apply(s, r);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>

#include "staleproof/code.h"
#include "staleproof/server_drop.h"

int sp_checked_server_drop_start(struct sp_server_drop *s, uint32_t learners, uint64_t limit)
{
    if (s == NULL)
        return SP_CODE_NULL;
    if (learners < 1 || learners > SP_SERVER_MAX_LEARNERS)
        return SP_CODE_PARAMETER;
    sp_server_drop_start(s, learners, limit);
    return SP_CODE_OK;
}

int sp_checked_server_drop_deliver(struct sp_server_drop *s, uint32_t i)
{
    if (s == NULL)
        return SP_CODE_NULL;
    if (i >= s->learners)
        return SP_CODE_PARAMETER;
    if (s->delivered >= SP_SERVER_CEILING || s->staleness >= SP_SERVER_CEILING ||
        s->wasted >= SP_SERVER_CEILING)
        return SP_CODE_TOO_LARGE;
    return (int)sp_server_drop_deliver(s, i);
}

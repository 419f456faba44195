/* SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>

#include "staleproof/code.h"
#include "staleproof/server_ssp.h"

static int ready_for_event(const struct sp_server_ssp *s, uint32_t i)
{
    if (s == NULL)
        return SP_CODE_NULL;
    if (i >= s->learners)
        return SP_CODE_PARAMETER;
    return s->slowest < SP_SERVER_CEILING ? SP_CODE_OK : SP_CODE_TOO_LARGE;
}

int sp_checked_server_ssp_start(struct sp_server_ssp *s, uint32_t learners, uint32_t limit)
{
    if (s == NULL)
        return SP_CODE_NULL;
    if (learners < 1 || learners > SP_SERVER_MAX_LEARNERS)
        return SP_CODE_PARAMETER;
    sp_server_ssp_start(s, learners, limit);
    return SP_CODE_OK;
}

int sp_checked_server_ssp_may(const struct sp_server_ssp *s, uint32_t i)
{
    const int code = ready_for_event(s, i);
    return code != SP_CODE_OK ? code : (int)sp_server_ssp_may(s, i);
}

int sp_checked_server_ssp_tick(struct sp_server_ssp *s, uint32_t i)
{
    const int code = ready_for_event(s, i);
    if (code != SP_CODE_OK)
        return code;
    if (sp_server_ssp_may(s, i) == 0)
        return SP_CODE_PARAMETER;
    sp_server_ssp_tick(s, i);
    return SP_CODE_OK;
}

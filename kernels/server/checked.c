/* SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>

#include "staleproof/code.h"
#include "staleproof/server_machine.h"

int sp_checked_server_start(struct sp_server *s, uint32_t learners, uint32_t wanted,
                            uint32_t cancels, uint32_t batch)
{
    if (s == NULL)
        return SP_CODE_NULL;
    if (cancels > 1 || batch > 1 || learners < 1 || learners > SP_SERVER_MAX_LEARNERS)
        return SP_CODE_PARAMETER;
    if (wanted < 1 || (batch == 0 && wanted > learners))
        return SP_CODE_PARAMETER;
    sp_server_start(s, learners, wanted, cancels, batch);
    return SP_CODE_OK;
}

int sp_checked_server_complete(struct sp_server *s, uint32_t i)
{
    if (s == NULL)
        return SP_CODE_NULL;
    if (i >= s->learners || s->state[i] != SP_SERVER_RUNNING)
        return SP_CODE_PARAMETER;
    if (s->version >= SP_SERVER_CEILING || s->issued >= SP_SERVER_CEILING ||
        s->staleness >= SP_SERVER_CEILING)
        return SP_CODE_TOO_LARGE;
    return (int)sp_server_complete(s, i);
}

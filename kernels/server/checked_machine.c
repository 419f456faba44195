/* SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>

#include "staleproof/code.h"
#include "staleproof/server_machine.h"

static int variant(const struct sp_server *s, uint32_t wanted, uint32_t cancels, uint32_t batch,
                   uint32_t learners)
{
    if (s == NULL)
        return SP_CODE_NULL;
    if (cancels > 1 || batch > 1 || learners < 1 || learners > SP_SERVER_MAX_LEARNERS)
        return SP_CODE_PARAMETER;
    return wanted < 1 || (batch == 0 && wanted > learners) ? SP_CODE_PARAMETER : SP_CODE_OK;
}

static int room(const struct sp_server *s)
{
    return s->version >= SP_SERVER_CEILING || s->issued >= SP_SERVER_CEILING ||
                   s->staleness >= SP_SERVER_CEILING || s->drift >= SP_SERVER_CEILING
               ? SP_CODE_TOO_LARGE
               : SP_CODE_OK;
}

/* Learner i may deliver. */
static int event(const struct sp_server *s, uint32_t i)
{
    if (s == NULL)
        return SP_CODE_NULL;
    return i >= s->learners || s->state[i] != SP_SERVER_RUNNING ? SP_CODE_PARAMETER : room(s);
}

int sp_checked_server_start(struct sp_server *s, uint32_t learners, uint32_t wanted,
                            uint32_t cancels, uint32_t batch)
{
    const int code = variant(s, wanted, cancels, batch, learners);
    if (code == SP_CODE_OK)
        sp_server_start(s, learners, wanted, cancels, batch);
    return code;
}

int sp_checked_server_complete(struct sp_server *s, uint32_t i)
{
    const int code = event(s, i);
    if (code != SP_CODE_OK)
        return code;
    return s->draining ? SP_CODE_PARAMETER : (int)sp_server_complete(s, i);
}

int sp_checked_server_change(struct sp_server *s, uint32_t wanted)
{
    const int code = s == NULL ? SP_CODE_NULL
                               : variant(s, wanted, s->cancels, s->batch, s->learners);
    if (code != SP_CODE_OK)
        return code;
    if (s->buffered != 0 || s->draining)
        return SP_CODE_PARAMETER;
    sp_server_change(s, wanted);
    return SP_CODE_OK;
}

int sp_checked_server_drain(struct sp_server *s, uint32_t i)
{
    const int code = event(s, i);
    if (code == SP_CODE_OK)
        sp_server_drain(s, i);
    return code;
}

int sp_checked_server_resume(struct sp_server *s, uint32_t wanted, uint32_t cancels,
                             uint32_t batch)
{
    const int code = s == NULL ? SP_CODE_NULL : variant(s, wanted, cancels, batch, s->learners);
    if (code != SP_CODE_OK)
        return code;
    if (s->running != 0)
        return SP_CODE_PARAMETER;
    if (room(s) != SP_CODE_OK)
        return SP_CODE_TOO_LARGE;
    sp_server_resume(s, wanted, cancels, batch);
    return SP_CODE_OK;
}

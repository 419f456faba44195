/* SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>

#include "staleproof/code.h"
#include "staleproof/server_round.h"

int sp_checked_server_round_start(struct sp_server_round *s, uint32_t learners, uint32_t period)
{
    if (s == NULL)
        return SP_CODE_NULL;
    if (learners < 1 || learners > SP_SERVER_MAX_LEARNERS || period < 1)
        return SP_CODE_PARAMETER;
    sp_server_round_start(s, learners, period);
    return SP_CODE_OK;
}

int sp_checked_server_round_may(const struct sp_server_round *s, uint32_t i)
{
    if (s == NULL)
        return SP_CODE_NULL;
    return i < s->learners ? (int)sp_server_round_may(s, i) : SP_CODE_PARAMETER;
}

int sp_checked_server_round_step(struct sp_server_round *s, uint32_t i)
{
    const int may = sp_checked_server_round_may(s, i);
    if (may < 0)
        return may;
    if (may == 0)
        return SP_CODE_PARAMETER;
    if (s->steps >= SP_SERVER_CEILING || s->round >= SP_SERVER_CEILING)
        return SP_CODE_TOO_LARGE;
    return (int)sp_server_round_step(s, i);
}

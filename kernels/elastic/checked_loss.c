/* SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>

#include "staleproof/code.h"
#include "staleproof/elastic_loss.h"

/* SP_CODE_OK when worker j is awaited. */
static int awaited(const struct sp_elastic_loss *s, uint32_t j)
{
    if (s == NULL)
        return SP_CODE_NULL;
    if (j >= s->workers || s->state[j] != SP_ELASTIC_AWAITED)
        return SP_CODE_PARAMETER;
    return s->step < SP_ELASTIC_LOSS_CEILING ? SP_CODE_OK : SP_CODE_TOO_LARGE;
}

int sp_checked_elastic_loss_start(struct sp_elastic_loss *s, uint32_t workers, uint32_t limit,
                                  uint32_t crash)
{
    if (s == NULL)
        return SP_CODE_NULL;
    if (workers > SP_ELASTIC_MAX_PEERS || limit >= workers || crash > 1)
        return SP_CODE_PARAMETER;
    sp_elastic_loss_start(s, workers, limit, crash);
    return SP_CODE_OK;
}

int sp_checked_elastic_loss_arrive(struct sp_elastic_loss *s, uint32_t j)
{
    const int code = awaited(s, j);
    if (code == SP_CODE_OK)
        sp_elastic_loss_arrive(s, j);
    return code;
}

int sp_checked_elastic_loss_lose(struct sp_elastic_loss *s, uint32_t j)
{
    const int code = awaited(s, j);
    if (code != SP_CODE_OK)
        return code;
    if (s->lacking >= s->limit)
        return SP_CODE_PARAMETER;
    sp_elastic_loss_lose(s, j);
    return SP_CODE_OK;
}

int sp_checked_elastic_loss_late(struct sp_elastic_loss *s, uint32_t j)
{
    if (s == NULL)
        return SP_CODE_NULL;
    if (s->crash != 0 || j >= s->workers || s->lacks[j] == 0)
        return SP_CODE_PARAMETER;
    sp_elastic_loss_late(s, j);
    return SP_CODE_OK;
}

int sp_checked_elastic_loss_finish(struct sp_elastic_loss *s)
{
    if (s == NULL)
        return SP_CODE_NULL;
    if (s->awaited != 0)
        return SP_CODE_PARAMETER;
    if (s->step >= SP_ELASTIC_LOSS_CEILING)
        return SP_CODE_TOO_LARGE;
    sp_elastic_loss_finish(s);
    return SP_CODE_OK;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>

#include "staleproof/code.h"
#include "staleproof/elastic_window.h"

static int known(const struct sp_elastic_window *s, uint32_t j)
{
    if (s == NULL)
        return SP_CODE_NULL;
    return j < s->workers ? SP_CODE_OK : SP_CODE_PARAMETER;
}

int sp_checked_elastic_window_start(struct sp_elastic_window *s, uint32_t workers, uint32_t self,
                                    uint32_t limit)
{
    if (s == NULL)
        return SP_CODE_NULL;
    if (workers > SP_ELASTIC_MAX_WORKERS || self >= workers)
        return SP_CODE_PARAMETER;
    sp_elastic_window_start(s, workers, self, limit);
    return SP_CODE_OK;
}

int sp_checked_elastic_window_receive(struct sp_elastic_window *s, uint32_t j)
{
    const int code = known(s, j);
    if (code != SP_CODE_OK)
        return code;
    if (j == s->self)
        return SP_CODE_PARAMETER;
    if (s->received[j] >= SP_ELASTIC_WINDOW_CEILING)
        return SP_CODE_TOO_LARGE;
    sp_elastic_window_receive(s, j);
    return SP_CODE_OK;
}

int sp_checked_elastic_window_may_apply(const struct sp_elastic_window *s, uint32_t j)
{
    const int code = known(s, j);
    return code != SP_CODE_OK ? code : (int)sp_elastic_window_may_apply(s, j);
}

int sp_checked_elastic_window_apply(struct sp_elastic_window *s, uint32_t j)
{
    const int code = known(s, j);
    if (code != SP_CODE_OK)
        return code;
    if (sp_elastic_window_may_apply(s, j) == 0)
        return SP_CODE_PARAMETER;
    sp_elastic_window_apply(s, j);
    return SP_CODE_OK;
}

int sp_checked_elastic_window_may_begin(const struct sp_elastic_window *s)
{
    if (s == NULL)
        return SP_CODE_NULL;
    if (s->step >= SP_ELASTIC_WINDOW_CEILING)
        return SP_CODE_TOO_LARGE;
    return (int)sp_elastic_window_may_begin(s);
}

int sp_checked_elastic_window_finish(struct sp_elastic_window *s)
{
    const int may = sp_checked_elastic_window_may_begin(s);
    if (may < 0)
        return may;
    if (may == 0)
        return SP_CODE_PARAMETER;
    sp_elastic_window_finish(s);
    return SP_CODE_OK;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>

#include "staleproof/code.h"
#include "staleproof/elastic_scheduler.h"

int sp_checked_elastic_start(struct sp_elastic *s, uint32_t parts, uint32_t share, uint64_t cap)
{
    if (s == NULL)
        return SP_CODE_NULL;
    if (parts < 1 || parts > SP_ELASTIC_MAX_PARTS || share > SP_ELASTIC_WHOLE)
        return SP_CODE_PARAMETER;
    sp_elastic_start(s, parts, share, cap);
    return SP_CODE_OK;
}

int sp_checked_elastic_begin(struct sp_elastic *s)
{
    if (s == NULL)
        return SP_CODE_NULL;
    if (s->released != 1 || s->left != 0)
        return SP_CODE_PARAMETER;
    if (s->step >= SP_ELASTIC_CEILING)
        return SP_CODE_TOO_LARGE;
    sp_elastic_begin(s);
    return SP_CODE_OK;
}

int sp_checked_elastic_header(struct sp_elastic *s, uint32_t i, uint32_t weight)
{
    if (s == NULL)
        return SP_CODE_NULL;
    if (i >= s->parts || s->known[i] != 0)
        return SP_CODE_PARAMETER;
    if (weight > SP_ELASTIC_MAX_WEIGHT)
        return SP_CODE_TOO_LARGE;
    sp_elastic_header(s, i, weight);
    return SP_CODE_OK;
}

int sp_checked_elastic_arrive(struct sp_elastic *s, uint32_t i)
{
    if (s == NULL)
        return SP_CODE_NULL;
    if (i >= s->parts || s->known[i] != 1 || s->here[i] != 0)
        return SP_CODE_PARAMETER;
    if (s->step >= SP_ELASTIC_CEILING)
        return SP_CODE_TOO_LARGE;
    return (int)sp_elastic_arrive(s, i);
}

int sp_checked_elastic_may(const struct sp_elastic *s)
{
    return s == NULL ? SP_CODE_NULL : (int)sp_elastic_may(s);
}

int sp_checked_elastic_release(struct sp_elastic *s)
{
    if (s == NULL)
        return SP_CODE_NULL;
    if (sp_elastic_may(s) == 0)
        return SP_CODE_PARAMETER;
    sp_elastic_release(s);
    return SP_CODE_OK;
}

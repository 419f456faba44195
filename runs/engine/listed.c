/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/engine/listed.h"

#include <stdio.h>
#include <string.h>

#include "runs/engine/number.h"

static enum sp_status read_pair(struct sp_listed *list, const char *key, char *word,
                                struct sp_error *err)
{
    char *number = strchr(word, ':');
    uint64_t learner = 0;
    double value = 0;
    if (number == NULL)
        return sp_fail(err, SP_USAGE, "%s: '%s' is not LEARNER:NUMBER", key, word);
    *number++ = '\0';
    enum sp_status status = sp_count_read(&learner, key, word, 0, UINT32_MAX, err);
    if (status == SP_OK)
        status = sp_double_read(&value, key, number, err);
    if (status != SP_OK)
        return status;
    for (unsigned k = 0; k < list->n; k++)
        if (list->at[k].learner == learner)
            return sp_fail(err, SP_USAGE, "%s: learner %u is there twice", key, (unsigned)learner);
    if (list->n == SP_LISTED_MOST)
        return sp_fail(err, SP_USAGE, "%s: more than %d learners", key, SP_LISTED_MOST);
    list->at[list->n].learner = (uint32_t)learner;
    list->at[list->n++].value = value;
    return SP_OK;
}

enum sp_status sp_listed_read(struct sp_listed *list, const char *key, const char *text,
                              struct sp_error *err)
{
    char copy[64 * SP_LISTED_MOST], *rest = NULL;
    struct sp_listed new = {0};
    enum sp_status status = SP_OK;
    if (snprintf(copy, sizeof copy, "%s", text) >= (int)sizeof copy)
        return sp_fail(err, SP_USAGE, "%s: the list is too long", key);
    for (char *word = strtok_r(copy, ",", &rest); word != NULL && status == SP_OK;
         word = strtok_r(NULL, ",", &rest))
        status = read_pair(&new, key, word, err);
    if (status == SP_OK)
        *list = new;
    return status;
}

double sp_listed_get(const struct sp_listed *list, uint32_t learner, double otherwise)
{
    for (unsigned k = 0; k < list->n; k++)
        if (list->at[k].learner == learner)
            return list->at[k].value;
    return otherwise;
}

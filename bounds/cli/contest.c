/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/cli/contest.h"

#include <stdlib.h>
#include <string.h>

#include "bounds/formula/ascii.h"
#include "bounds/solve/point.h"

/* The key of an entry for this bound: behind "NAME.", or whole; NULL when it is for another. */
static const char *key_for(const struct sp_entry *e, const struct sp_bound *bound, int *is_own)
{
    const char *dot = strchr(e->key, '.');
    *is_own = dot != NULL;
    if (!dot)
        return e->key;
    size_t length = (size_t)(dot - e->key);
    return strncmp(e->key, bound->name, length) == 0 && !bound->name[length] ? dot + 1 : NULL;
}

/* VALUE with every name `variable` replaced by "(p/q)"; malloc'ed. */
static char *substitute(const char *value, const char *variable, const char *number)
{
    char *text = NULL;
    if (!variable)
        return strdup(value);
    size_t size = 0, length = strlen(variable);
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    for (const char *s = value; *s;) {
        size_t word = 0;
        while (sp_is_name(s[word]))
            word++;
        if (word == length && strncmp(s, variable, length) == 0)
            fprintf(out, "(%s)", number);
        else
            fprintf(out, "%.*s", (int)(word ? word : 1), s);
        s += word ? word : 1;
    }
    fclose(out);
    return text;
}

/* The entries of one kind (for all, or the bound's own) in their order. */
static enum sp_status set_entries(struct sp_contest *contest, const struct sp_contestant *c,
                                  int own, const char *number, struct sp_error *err)
{
    for (size_t i = 0; i < contest->setting->n; i++) {
        const struct sp_entry *e = &contest->setting->entries[i];
        int is_own;
        const char *key = key_for(e, c->bound, &is_own);
        if (!key || is_own != own || (!own && sp_bound_parameter(c->bound, key) < 0))
            continue;
        char *text = substitute(e->value, contest->variable, number);
        struct sp_error why = {0};
        enum sp_status status = text ? sp_case_set(c->c, key, text, &why) : sp_fail_memory(&why);
        free(text);
        if (status != SP_OK)
            return sp_fail(err, e->place && status == SP_USAGE ? SP_INPUT : status, "%s%s%.800s",
                           e->place ? e->place : "", e->place ? ": " : "", why.text);
    }
    return SP_OK;
}

enum sp_status sp_contest_set(struct sp_contest *contest, size_t index, const fmpq_t at,
                              struct sp_error *err)
{
    const struct sp_contestant *c = &contest->contestants[index];
    char *number = at ? sp_point_text(at) : strdup("");
    enum sp_status status = number ? SP_OK : sp_fail_memory(err);
    if (status == SP_OK)
        status = set_entries(contest, c, 0, number, err);
    if (status == SP_OK && at && sp_bound_parameter(c->bound, contest->variable) >= 0)
        status = sp_case_set_exact(c->c, contest->variable, at, err);
    if (status == SP_OK)
        status = set_entries(contest, c, 1, number, err);
    free(number);
    return status;
}

static int has_own(const struct sp_contest *contest, const struct sp_bound *bound,
                   const char *parameter)
{
    int is_own;
    for (size_t i = 0; i < contest->setting->n; i++) {
        const char *key = key_for(&contest->setting->entries[i], bound, &is_own);
        if (key && is_own && strcmp(key, parameter) == 0)
            return 1;
    }
    return 0;
}

int sp_contest_uses(const struct sp_contest *contest, const struct sp_entry *e)
{
    int is_own;
    for (size_t i = 0; i < contest->n; i++) {
        const char *key = key_for(e, contest->contestants[i].bound, &is_own);
        if (key && sp_bound_parameter(contest->contestants[i].bound, key) >= 0)
            return 1;
    }
    return 0;
}

/* One input, two meanings: K learners here, K updates there. */
static enum sp_status check_meaning(const struct sp_contest *contest, const struct sp_bound *a,
                                    const struct sp_bound *b, struct sp_error *err)
{
    for (size_t i = 0; i < a->n_parameters; i++) {
        const struct sp_parameter *p = &a->parameters[i];
        int j = sp_bound_parameter(b, p->name);
        if (j < 0 || strcmp(p->text, b->parameters[j].text) == 0 || has_own(contest, a, p->name) ||
            has_own(contest, b, p->name))
            continue;
        return sp_fail(err, SP_USAGE,
                       "%s is '%s' for %s and '%s' for %s: give %s.%s=... and %s.%s=...", p->name,
                       p->text, a->name, b->parameters[j].text, b->name, a->name, p->name, b->name,
                       p->name);
    }
    return SP_OK;
}

enum sp_status sp_contest_check(const struct sp_contest *contest, struct sp_error *err)
{
    for (size_t i = 0; i < contest->setting->n; i++) {
        const struct sp_entry *e = &contest->setting->entries[i];
        if (!e->place && !sp_contest_uses(contest, e))
            return sp_fail(err, SP_USAGE, "none of the bounds has an argument '%s'", e->key);
    }
    for (size_t i = 0; i < contest->n; i++)
        for (size_t j = i + 1; j < contest->n; j++) {
            enum sp_status status = check_meaning(contest, contest->contestants[i].bound,
                                                  contest->contestants[j].bound, err);
            if (status != SP_OK)
                return status;
        }
    return SP_OK;
}

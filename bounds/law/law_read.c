/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/law/law_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/formula/nearest.h"
#include "bounds/formula/number.h"
#include "bounds/law/law_data.h"

enum name { EXP, SHIFTED, PARETO, UNIFORM, WEIBULL, GAMMA, ERLANG, LOGNORMAL, HYPEREXP, FIXED };

static const struct {
    const char *name;
    int parameters;
    const char *form;
} names[] = {
    [EXP] = {"exp", 1, "exp:RATE, RATE > 0"},
    [SHIFTED] = {"shifted", 2, "shifted:SHIFT,RATE, SHIFT >= 0, RATE > 0"},
    [PARETO] = {"pareto", 2, "pareto:ALPHA,LEAST, both > 0"},
    [UNIFORM] = {"uniform", 2, "uniform:LOW,HIGH, 0 <= LOW < HIGH"},
    [WEIBULL] = {"weibull", 2, "weibull:SHAPE,SCALE, both > 0"},
    [GAMMA] = {"gamma", 2, "gamma:SHAPE,RATE, both > 0"},
    [ERLANG] = {"erlang", 2, "erlang:STAGES,RATE, STAGES whole and > 0, RATE > 0"},
    [LOGNORMAL] = {"lognormal", 2, "lognormal:LOCATION,SPREAD, SPREAD > 0"},
    [HYPEREXP] = {"hyperexp", 3, "hyperexp:P1,RATE1,RATE2, 0 <= P1 <= 1, rates > 0"},
    [FIXED] = {"deterministic", 1, "deterministic:X, X > 0"},
};
#define NAMES (sizeof names / sizeof names[0])
#define MOST_STAGES 10000

struct words {
    fmpq p[3];
    enum name name;
};

static int is_possible(const struct words *w)
{
    int a = fmpq_sgn(&w->p[0]), b = fmpq_sgn(&w->p[1]);
    switch (w->name) {
    case SHIFTED:
        return a >= 0 && b > 0;
    case UNIFORM:
        return a >= 0 && fmpq_cmp(&w->p[0], &w->p[1]) < 0;
    case LOGNORMAL:
        return b > 0;
    case ERLANG:
        return a > 0 && b > 0 && fmpz_is_one(fmpq_denref(&w->p[0]));
    case HYPEREXP:
        return a >= 0 && fmpq_cmp_si(&w->p[0], 1) <= 0 && b > 0 && fmpq_sgn(&w->p[2]) > 0;
    case EXP:
    case FIXED:
        return a > 0;
    default:
        return a > 0 && b > 0;
    }
}

static enum sp_status find_name(struct words *w, const char *text, size_t length,
                                struct sp_error *err)
{
    const char *all[NAMES];
    char word[32];
    snprintf(word, sizeof word, "%.*s", (int)(length < 31 ? length : 31), text);
    for (size_t i = 0; i < NAMES; i++) {
        all[i] = names[i].name;
        if (strcmp(word, all[i]) == 0) {
            w->name = (enum name)i;
            return SP_OK;
        }
    }
    const char *near = sp_nearest(word, all, NAMES);
    return sp_fail(err, SP_USAGE, "there is no law '%s'%s%s%s", word,
                   near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static enum sp_status read_parameters(struct words *w, char *list, struct sp_error *err)
{
    int n = 0;
    char *rest = NULL;
    enum sp_dimension dimension;
    for (char *word = strtok_r(list, ",", &rest); word; word = strtok_r(NULL, ",", &rest), n++)
        if (n < 3) {
            enum sp_status status = sp_number_read(&w->p[n], &dimension, word, err);
            if (status != SP_OK)
                return status;
        }
    if (n != names[w->name].parameters || !is_possible(w))
        return sp_fail(err, SP_USAGE, "the law does not fit %s", names[w->name].form);
    return SP_OK;
}

static enum sp_law_kind kind_of(enum name name)
{
    static const enum sp_law_kind kinds[] = {
        [EXP] = SP_LAW_EXP,         [SHIFTED] = SP_LAW_SHIFTED, [PARETO] = SP_LAW_PARETO,
        [UNIFORM] = SP_LAW_UNIFORM, [WEIBULL] = SP_LAW_WEIBULL, [GAMMA] = SP_LAW_GAMMA,
        [ERLANG] = SP_LAW_GAMMA,    [HYPEREXP] = SP_LAW_EXP,    [LOGNORMAL] = SP_LAW_LOGNORMAL,
        [FIXED] = SP_LAW_ATOM,
    };
    return kinds[name];
}

/* One part with parameters a, b and a weight. */
static int add_part(struct sp_delay_law *law, enum sp_law_kind kind, const fmpq *a, const fmpq *b,
                    const fmpq_t weight)
{
    struct sp_law_part *part = sp_delay_law_add(law, kind);
    if (part == NULL)
        return 0;
    arb_set_fmpq(part->a, a, SP_LAW_BITS);
    if (b)
        arb_set_fmpq(part->b, b, SP_LAW_BITS);
    arb_set_fmpq(part->weight, weight, SP_LAW_BITS);
    if (kind == SP_LAW_GAMMA && fmpz_is_one(fmpq_denref(a)) &&
        fmpz_cmp_ui(fmpq_numref(a), MOST_STAGES) <= 0)
        part->stages = fmpz_get_ui(fmpq_numref(a));
    return 1;
}

static int add_named(struct sp_written_law *law, const struct words *w, const fmpq_t weight)
{
    if (w->name != HYPEREXP)
        return add_part(&law->law, kind_of(w->name), &w->p[0], &w->p[1], weight);
    fmpq_t first, second;
    fmpq_init(first);
    fmpq_init(second);
    fmpq_mul(first, weight, &w->p[0]);
    fmpq_sub(second, weight, first);
    int good = 1;
    if (!fmpq_is_zero(first))
        good = add_part(&law->law, SP_LAW_EXP, &w->p[1], NULL, first);
    if (good && !fmpq_is_zero(second))
        good = add_part(&law->law, SP_LAW_EXP, &w->p[2], NULL, second);
    fmpq_clear(first);
    fmpq_clear(second);
    return good;
}

/* The exact atom, kept for the decision of the class. */
static int keep_atom(struct sp_written_law *law, const fmpq *value, const fmpq_t weight)
{
    size_t n = law->n_exact;
    if (n > 0 && fmpq_equal(&law->values[n - 1], value)) {
        fmpq_add(&law->weights[n - 1], &law->weights[n - 1], weight);
        return 1;
    }
    fmpq *values = realloc(law->values, (n + 1) * sizeof *values);
    law->values = values ? values : law->values;
    fmpq *weights = realloc(law->weights, (n + 1) * sizeof *weights);
    law->weights = weights ? weights : law->weights;
    if (!values || !weights)
        return 0;
    fmpq_init(&values[n]);
    fmpq_init(&weights[n]);
    fmpq_set(&values[n], value);
    fmpq_set(&weights[n], weight);
    law->n_exact++;
    return 1;
}

static enum sp_status add_data(struct sp_written_law *law, const char *place, const fmpq_t weight,
                               struct sp_error *err)
{
    fmpq *values = NULL;
    size_t n = 0, before = law->n_exact;
    fmpq_t each;
    enum sp_status status = sp_law_data_read(&values, &n, place, err);
    fmpq_init(each);
    if (status == SP_OK)
        fmpq_set_si(each, 1, n);
    fmpq_mul(each, each, weight);
    for (size_t i = 0; i < n; i++) {
        if (status == SP_OK && !keep_atom(law, &values[i], each))
            status = sp_fail_memory(err);
        fmpq_clear(&values[i]);
    }
    for (size_t i = before; i < law->n_exact && status == SP_OK; i++)
        if (!add_part(&law->law, SP_LAW_ATOM, &law->values[i], NULL, &law->weights[i]))
            status = sp_fail_memory(err);
    free(values);
    fmpq_clear(each);
    return status;
}

static enum sp_status add_text(struct sp_written_law *law, char *text, const fmpq_t weight,
                               struct sp_error *err)
{
    struct words w = {0};
    if (strncmp(text, "data:", 5) == 0)
        return add_data(law, text + 5, weight, err);
    size_t length = strcspn(text, ":");
    for (int i = 0; i < 3; i++)
        fmpq_init(&w.p[i]);
    enum sp_status status = find_name(&w, text, length, err);
    if (status == SP_OK)
        status = read_parameters(&w, text[length] ? text + length + 1 : text + length, err);
    if (status == SP_OK && !add_named(law, &w, weight))
        status = sp_fail_memory(err);
    if (status == SP_OK && w.name == FIXED && !keep_atom(law, &w.p[0], weight))
        status = sp_fail_memory(err);
    for (int i = 0; i < 3; i++)
        fmpq_clear(&w.p[i]);
    return status;
}

/* The next "+" between parts: not that of an exponent. */
static char *next_plus(char *text)
{
    for (char *at = text; (at = strchr(at, '+')) != NULL; at++)
        if (at == text || (at[-1] != 'e' && at[-1] != 'E'))
            return at;
    return NULL;
}

/* WEIGHT@LAW + ...; a law alone has the weight 1. */
static enum sp_status read_parts(struct sp_written_law *law, char *text, struct sp_error *err)
{
    enum sp_dimension dimension;
    enum sp_status status = SP_OK;
    fmpq_t sum, weight;
    fmpq_init(sum);
    fmpq_init(weight);
    for (char *next; text != NULL && status == SP_OK; text = next) {
        next = next_plus(text);
        if (next)
            *next++ = '\0';
        char *at = strchr(text, '@');
        fmpq_set_si(weight, 1, 1);
        if (at) {
            *at = '\0';
            status = sp_number_read(weight, &dimension, text, err);
            text = at + 1;
        }
        if (status == SP_OK && fmpq_sgn(weight) <= 0)
            status = sp_fail(err, SP_USAGE, "the weights of a mixture must be positive");
        fmpq_add(sum, sum, weight);
        if (status == SP_OK)
            status = add_text(law, text, weight, err);
    }
    if (status == SP_OK && !fmpq_is_one(sum))
        status = sp_fail(err, SP_USAGE, "the weights of a mixture must add up to 1");
    fmpq_clear(sum);
    fmpq_clear(weight);
    return status;
}

enum sp_status sp_written_law_read(struct sp_written_law *law, const char *text,
                                   struct sp_error *err)
{
    struct sp_error why = {0};
    memset(law, 0, sizeof *law);
    law->count = 1;
    char *copy = strdup(text), *start = copy, *end;
    if (copy == NULL)
        return sp_fail_memory(err);
    unsigned long count = strtoul(copy, &end, 10);
    if (end > copy && *end == '*') {
        law->count = count;
        start = end + 1;
    }
    enum sp_status status = law->count == 0 ? sp_fail(&why, SP_USAGE, "no learners")
                                            : read_parts(law, start, &why);
    free(copy);
    return status == SP_OK ? SP_OK : sp_fail(err, status, "%.200s: %s", text, why.text);
}

void sp_written_law_clear(struct sp_written_law *law)
{
    sp_delay_law_clear(&law->law);
    for (size_t i = 0; i < law->n_exact; i++) {
        fmpq_clear(&law->values[i]);
        fmpq_clear(&law->weights[i]);
    }
    free(law->values);
    free(law->weights);
    memset(law, 0, sizeof *law);
}

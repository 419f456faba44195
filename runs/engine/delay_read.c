/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/formula/nearest.h"
#include "runs/engine/delay.h"
#include "runs/engine/number.h"

static const struct {
    const char *name;
    unsigned parameters;
    const char *form;
} laws[] = {
    [SP_DELAY_EXP] = {"exp", 1, "exp:RATE, RATE > 0"},
    [SP_DELAY_SHIFTED] = {"shifted", 2, "shifted:SHIFT,RATE, SHIFT >= 0, RATE > 0"},
    [SP_DELAY_PARETO] = {"pareto", 2, "pareto:ALPHA,SCALE, both > 0"},
    [SP_DELAY_UNIFORM] = {"uniform", 2, "uniform:LOW,HIGH, 0 <= LOW < HIGH"},
    [SP_DELAY_DETERMINISTIC] = {"deterministic", 1, "deterministic:X, X > 0"},
    [SP_DELAY_HYPEREXP] = {"hyperexp", 3, "hyperexp:P1,RATE1,RATE2, 0 <= P1 <= 1, rates > 0"},
    [SP_DELAY_WEIBULL] = {"weibull", 2, "weibull:SHAPE,SCALE, SHAPE >= 1/100, SCALE > 0"},
    [SP_DELAY_GAMMA] = {"gamma", 2, "gamma:SHAPE,RATE, SHAPE >= 1/100, RATE > 0"},
    [SP_DELAY_ERLANG] = {"erlang", 2, "erlang:STAGES,RATE, STAGES = 1, 2, ..., RATE > 0"},
    [SP_DELAY_LOGNORMAL] = {"lognormal", 2,
                            "lognormal:LOCATION,SPREAD, |LOCATION| <= 100, 0 < SPREAD <= 10"},
};
#define LAWS (sizeof laws / sizeof laws[0])

static int is_possible(enum sp_delay_kind kind, const double *p)
{
    switch (kind) {
    case SP_DELAY_SHIFTED:
        return p[0] >= 0 && p[1] > 0;
    case SP_DELAY_PARETO:
        return p[0] > 0 && p[1] > 0;
    case SP_DELAY_UNIFORM:
        return 0 <= p[0] && p[0] < p[1];
    case SP_DELAY_WEIBULL:
    case SP_DELAY_GAMMA:
        return p[0] >= 0.01 && p[1] > 0;
    case SP_DELAY_ERLANG:
        return p[0] >= 1 && p[0] <= 0x1p30 && floor(p[0]) == p[0] && p[1] > 0;
    case SP_DELAY_LOGNORMAL:
        return -100 <= p[0] && p[0] <= 100 && 0 < p[1] && p[1] <= 10;
    case SP_DELAY_HYPEREXP:
        return 0 <= p[0] && p[0] <= 1 && p[1] > 0 && p[2] > 0;
    default:
        return p[0] > 0;
    }
}

static enum sp_status find_law(enum sp_delay_kind *kind, const char *name, struct sp_error *err)
{
    const char *names[LAWS];
    for (size_t k = 0; k < LAWS; k++) {
        names[k] = laws[k].name;
        if (strcmp(name, laws[k].name) == 0) {
            *kind = (enum sp_delay_kind)k;
            return SP_OK;
        }
    }
    const char *near = sp_nearest(name, names, LAWS);
    return sp_fail(err, SP_USAGE, "law: there is no law '%s'; %s%s%s", name,
                   near ? "did you mean '"
                        : "the laws are exp, shifted, pareto, uniform, "
                          "deterministic, hyperexp, weibull, gamma, erlang, lognormal",
                   near ? near : "", near ? "'?" : "");
}

static enum sp_status read_parameters(struct sp_delay *delay, char *list, struct sp_error *err)
{
    unsigned wanted = laws[delay->kind].parameters, n = 0;
    char *rest = NULL;
    for (char *word = strtok_r(list, ",", &rest); word; word = strtok_r(NULL, ",", &rest), n++) {
        if (n >= wanted)
            continue;
        enum sp_status status = sp_double_read(&delay->parameter[n], "law", word, err);
        if (status != SP_OK)
            return status;
    }
    if (n != wanted || !is_possible(delay->kind, delay->parameter))
        return sp_fail(err, SP_USAGE, "law: '%s' does not fit %s", delay->text,
                       laws[delay->kind].form);
    return SP_OK;
}

enum sp_status sp_delay_read(struct sp_delay *delay, const char *text, struct sp_error *err)
{
    char name[sizeof delay->text];
    struct sp_delay new = {0};
    if (snprintf(new.text, sizeof new.text, "%s", text) >= (int)sizeof new.text)
        return sp_fail(err, SP_USAGE, "law: '%.40s...' is too long", text);
    memcpy(name, new.text, sizeof name);
    char *list = name + strcspn(name, ":");
    if (*list == ':')
        *list++ = '\0';
    enum sp_status status = find_law(&new.kind, name, err);
    if (status == SP_OK)
        status = read_parameters(&new, list, err);
    if (status == SP_OK)
        *delay = new;
    return status;
}

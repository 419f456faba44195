/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "bounds/formula/nearest.h"
#include "bounds/solve/plan.h"

const struct sp_variant sp_variants[] = {
    {"K-sync", "sync_pl", NULL, "LAW(P,K)", NULL, 0},
    {"K-batch-sync", "sync_pl", NULL, "kbatchsync_time_exp(P,K,1/MEAN)", "exp", 1},
    {"K-batch-sync", "sync_pl", NULL, "kbatchsync_time_shifted_exp(P,K,PARAMETERS)", "shifted_exp",
     1},
    {"K-batch-async", "async_gamma_pl", "p0=p0_kbatchasync_exp(P,K)", "kbatchasync_time(P,K,MEAN)",
     "exp", 1},
    /* For another law nothing better than p0 = 0 is proved. */
    {"K-batch-async", "async_gamma_pl", "p0=0", "kbatchasync_time(P,K,MEAN)", "!exp", 1},
    {0},
};

static const struct {
    const char *name;
    int parameters;
} laws[] = {{"exp", 1},    {"shifted_exp", 2}, {"pareto", 2},  {"uniform", 2},
            {"erlang", 2}, {"weibull", 2},     {"hyperexp", 3}};
#define N_LAWS (sizeof laws / sizeof *laws)

static int count_parameters(const char *text)
{
    int level = 0, n = text[0] != '\0';
    for (; *text; text++) {
        level += (*text == '(') - (*text == ')');
        n += *text == ',' && level == 0;
    }
    return n;
}

enum sp_status sp_law_read(struct sp_law_choice *law, const char *text, struct sp_error *err)
{
    size_t length = strcspn(text, ":");
    const char *names[N_LAWS], *parameters = text[length] ? text + length + 1 : "";
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)(length < 60 ? length : 60), text);
    for (size_t i = 0; i < N_LAWS; i++) {
        names[i] = laws[i].name;
        if (strcmp(word, laws[i].name) != 0)
            continue;
        if (count_parameters(parameters) != laws[i].parameters)
            return sp_fail(err, SP_USAGE, "--law %s: %s has %d parameter%s", text, word,
                           laws[i].parameters, laws[i].parameters == 1 ? "" : "s");
        law->name = laws[i].name;
        law->parameters = strdup(parameters);
        return law->parameters ? SP_OK : sp_fail_memory(err);
    }
    const char *near = sp_nearest(word, names, N_LAWS);
    return sp_fail(err, SP_USAGE, "--law %s: there is no such law%s%s%s", text,
                   near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

enum sp_status sp_law_of_times(struct sp_law_choice *law, const char *times, struct sp_error *err)
{
    size_t n = 1;
    for (const char *s = times; *s != '\0'; s++)
        n += *s == ',';
    if (n > SP_LAW_TIMES)
        return sp_fail(err, SP_USAGE, "--law: %zu times; at most %d", n, SP_LAW_TIMES);
    law->name = "trace";
    law->parameters = strdup("");
    law->times = strdup(times);
    return law->parameters && law->times ? SP_OK : sp_fail_memory(err);
}

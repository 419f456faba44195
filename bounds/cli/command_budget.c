/* SPDX-License-Identifier: Apache-2.0 */
/* `budget`: how far an input may go before it costs more than a given share. */
#include <string.h>

#include "bounds/cli/bound_work.h"
#include "bounds/cli/commands.h"

/* The bound must exist at the base: else "at most so much more than there" means nothing. */
static enum sp_status check_base(struct sp_work *w, const char *variable, const char *base,
                                 struct sp_error *err)
{
    struct sp_error why = {0};
    arb_t value;
    arb_init(value);
    enum sp_status status = sp_case_set(w->c, variable, base, err);
    if (status == SP_OK) {
        status = sp_case_ball(w->c, value, w->precision, &why);
        if (status != SP_OK)
            sp_fail(err, status, "%s at the base %s = %s: %.800s", w->bound->name, variable, base,
                    why.text);
    }
    sp_case_unset(w->c, variable);
    arb_clear(value);
    return status;
}

static enum sp_status search(struct sp_work *w, struct sp_error *err)
{
    const char *variable = w->args->words[1], *base = sp_arg(w->args, "base");
    const char *slack = sp_arg(w->args, "slack");
    char target[256], label[512];
    base = base ? base : "0";
    slack = slack ? slack : "0.1";
    if (strlen(slack) > 100 || strlen(base) > 100 || strlen(variable) > 100)
        return sp_fail(err, SP_USAGE, "--slack or --base is too long");
    snprintf(target, sizeof target, "value <= (1 + (%s))*base", slack);
    snprintf(label, sizeof label, "value <= (1 + %s)*(value at %s = %s)", slack, variable, base);
    enum sp_status status = check_base(w, variable, base, err);
    return status == SP_OK ? sp_work_search(w, variable, target, base, label, err) : status;
}

static enum sp_status run(const struct sp_args *args, struct sp_error *err)
{
    struct sp_work w;
    enum sp_status status = sp_work_open(&w, args, 2, err);
    if (status == SP_OK)
        status = sp_work_free_variable(&w, args->words[1], "budget", err);
    if (status == SP_OK)
        status = sp_work_apply(&w, err);
    if (status == SP_OK)
        status = search(&w, err);
    sp_work_close(&w);
    return status;
}

static void complete(const struct sp_args *args, FILE *out)
{
    struct sp_catalogue *catalogue = args->n_words == 1 ? sp_catalogue_new() : NULL;
    const struct sp_bound *b = catalogue ? sp_catalogue_get(catalogue, args->words[0]) : NULL;
    for (size_t i = 0; b && i < b->n_parameters; i++)
        fprintf(out, "%s\n", b->parameters[i].name);
    sp_catalogue_free(catalogue);
    if (args->n_words != 1)
        sp_work_complete(args, out);
}

static const struct sp_option options[] = {
    {"slack", 0, "R", "the bound may grow by this share, an expression (default 0.1)"},
    {"base", 0, "VALUE", "compare with the bound at this value of the input (default 0)"},
    {"within", 0, "LO..HI", "where to look (default 0..1e12)"},
    {"set", 0, "FILE", sp_set_help},
    {"digits", 0, "N", "digits of the answer, if it is not whole (default 10)"},
    {"json", 0, NULL, "print an object"},
    {0},
};

static const char *const examples[] = {
    "staleproof budget async_nc_crude d2 Delta=1 L=1 sigma2=1 gamma=1/100 K=1000 W=1000 --slack "
    "0.05",
    "staleproof budget nonconvex_unbiased_compression omega Delta=1 L=1 sigma=1 p=8 alpha=0.01 "
    "T=10000",
    NULL,
};

const struct sp_command sp_command_budget = {
    .name = "budget",
    .operands = "NAME VARIABLE KEY=VALUE ...",
    .summary = "how far an input of a bound may go before it costs more than a given share",
    .options = options,
    .run = run,
    .details =
        "The largest (or least) value of the input for which the bound is at most 1 + slack times "
        "the bound at the base: the staleness, the compression, the number of learners that one "
        "can afford. The answer is certified like that of `bound --solve`. For an input whose "
        "harmless value is not 0, as the entries kept by TopK, say so: --base d.",
    .examples = examples,
    .least_words = 2,
    .complete = complete,
};

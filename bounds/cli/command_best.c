/* SPDX-License-Identifier: Apache-2.0 */
/* `best`: every convergence bound that applies, tightest first. */
#include <stdlib.h>
#include <string.h>

#include "bounds/cli/best.h"
#include "bounds/cli/commands.h"
#include "bounds/cli/json.h"
#include "bounds/cli/show.h"
#include "bounds/formula/nearest.h"

/* Bounds that lack more inputs than this are only counted. */
#define FEW_MISSING 2

struct answer {
    const struct sp_args *args;
    const struct sp_setting *setting;
    struct sp_candidate *list;
    size_t n, n_apply;
};

static void print_applying(const struct answer *a)
{
    int measure = -1;
    for (size_t i = 0; i < a->n_apply; i++) {
        const struct sp_candidate *x = &a->list[i];
        if ((int)x->measure != measure)
            printf("%s\n", sp_measure_text(x->measure));
        measure = (int)x->measure;
        printf("  %-14s  %-32s  ", x->digits, x->bound->name);
        sp_show_standing(stdout, x->bound, &x->backing);
        printf("\n  %-14s  %s\n", "", x->bound->title);
    }
}

static void print_others(const struct answer *a, int all)
{
    size_t hidden = 0;
    if (a->n_apply < a->n)
        puts("do not apply");
    for (size_t i = a->n_apply; i < a->n; i++) {
        const struct sp_candidate *x = &a->list[i];
        if (!all && x->status == SP_USAGE && x->n_missing > FEW_MISSING)
            hidden++;
        else
            printf("  %-32s  %s\n", x->bound->name, x->reason);
    }
    if (hidden)
        printf("  and %zu that lack more than %d inputs (--all shows them)\n", hidden, FEW_MISSING);
}

/* Inputs that two of the bounds that apply explain differently: the user must know. */
static void print_meanings(const struct answer *a)
{
    int has_title = 0;
    for (size_t k = 0; k < a->setting->n; k++) {
        const char *key = a->setting->entries[k].key, *first = NULL;
        int differs = 0;
        for (size_t i = 0; i < a->n_apply; i++) {
            int j = sp_bound_parameter(a->list[i].bound, key);
            const char *text = j >= 0 ? a->list[i].bound->parameters[j].text : NULL;
            differs |= text && first && strcmp(text, first) != 0;
            first = first ? first : text;
        }
        for (size_t i = 0; differs && i < a->n_apply; i++) {
            int j = sp_bound_parameter(a->list[i].bound, key);
            if (!has_title++)
                puts(
                    "inputs that are not the same for all (NAME.KEY=VALUE gives one to one bound)");
            if (j >= 0)
                printf("  %-6s %-32s  %s\n", key, a->list[i].bound->name,
                       a->list[i].bound->parameters[j].text);
        }
    }
}

static enum sp_status print_json(const struct answer *a, struct sp_error *err)
{
    json_t *array = json_array();
    for (size_t i = 0; i < a->n; i++) {
        const struct sp_candidate *x = &a->list[i];
        json_t *object = json_object();
        sp_json_text(object, "bound", x->bound->name);
        sp_json_text(object, "measure", sp_measure_name(x->measure));
        sp_show_json_standing(object, x->bound, &x->backing);
        json_object_set_new(object, "applies", json_boolean(x->status == SP_OK));
        sp_json_text(object, x->status == SP_OK ? "value" : "reason",
                     x->status == SP_OK ? x->digits : x->reason);
        json_array_append_new(array, object);
    }
    enum sp_status status = sp_json_print(stdout, array, err);
    json_decref(array);
    return status;
}

/* Keeps the candidates of one measure. */
static enum sp_status select_measure(struct answer *a, struct sp_error *err)
{
    const char *wanted = sp_arg(a->args, "measure");
    size_t kept = 0;
    int is_known = !wanted;
    for (int m = 0; wanted && m < SP_MEASURES; m++)
        is_known |= strcmp(wanted, sp_measure_name((enum sp_measure)m)) == 0;
    if (!is_known)
        return sp_fail(err, SP_USAGE, "--measure %s: expected gradient, gap or distance", wanted);
    for (size_t i = 0; i < a->n; i++) {
        struct sp_candidate swapped = a->list[i];
        if (wanted && strcmp(wanted, sp_measure_name(swapped.measure)) != 0)
            continue;
        a->list[i] = a->list[kept];
        a->list[kept++] = swapped;
    }
    a->n = kept;
    for (a->n_apply = 0; a->n_apply < a->n && a->list[a->n_apply].status == SP_OK; a->n_apply++)
        ;
    return SP_OK;
}

static enum sp_status report(struct answer *a, struct sp_error *err)
{
    size_t total = a->n;
    enum sp_status status = select_measure(a, err);
    if (status == SP_OK && sp_arg(a->args, "json")) {
        status = print_json(a, err);
    } else if (status == SP_OK && a->n_apply > 0) {
        print_applying(a);
        print_others(a, sp_arg(a->args, "all") != NULL);
        print_meanings(a);
    } else if (status == SP_OK) {
        const struct sp_candidate *x = a->list; /* the nearest to applying */
        status = a->n ? sp_fail(err, SP_FALSE, "no bound applies; nearest: %s: %.800s",
                                x->bound->name, x->reason)
                      : sp_fail(err, SP_FALSE, "the catalogue has no such bound");
    }
    a->n = total; /* for freeing */
    return status;
}

/* A key that no convergence bound has is a slip of the pen. */
static enum sp_status check_keys(struct sp_contest *contest, const struct answer *a,
                                 struct sp_error *err)
{
    struct sp_contestant *all = calloc(a->n + 1, sizeof *all);
    enum sp_status status = all ? SP_OK : sp_fail_memory(err);
    for (size_t i = 0; all && i < a->n; i++)
        all[i].bound = a->list[i].bound;
    contest->contestants = all;
    contest->n = a->n;
    for (size_t i = 0; status == SP_OK && i < a->setting->n; i++)
        if (!a->setting->entries[i].place && !sp_contest_uses(contest, &a->setting->entries[i]))
            status = sp_fail(err, SP_USAGE, "no convergence bound has an argument '%s'",
                             a->setting->entries[i].key);
    free(all);
    contest->contestants = NULL;
    contest->n = 0;
    return status;
}

static enum sp_status run(const struct sp_args *args, struct sp_error *err)
{
    struct sp_setting setting = {0};
    struct sp_contest contest = {sp_catalogue_new(), &setting, NULL, 0, NULL};
    struct answer a = {.args = args, .setting = &setting};
    enum sp_status status = contest.catalogue ? SP_OK : sp_fail_memory(err);
    if (status == SP_OK)
        status = sp_setting_read(&setting, args, 0, err);
    if (status == SP_OK)
        status = sp_candidates(&a.list, &a.n, &contest, sp_arg(args, "all") != NULL, err);
    if (status == SP_OK)
        status = check_keys(&contest, &a, err);
    if (status == SP_OK)
        status = report(&a, err);
    sp_candidates_free(a.list, a.n);
    sp_setting_clear(&setting);
    sp_catalogue_free(contest.catalogue);
    return status;
}

static const struct sp_option options[] = {
    {"measure", 0, "WORD", "only bounds on the gradient, the gap or the distance"},
    {"all", 0, NULL, "also published constants, and all that do not apply"},
    {"set", 0, "FILE", sp_set_help},
    {"json", 0, NULL, "print an array of objects"},
    {0},
};

static const char *const examples[] = {
    "staleproof best Delta=1 L=1 sigma2=1 B=1 gamma=1/100 K=10000 W=16 dbar=4 d2=16 "
    "--measure gradient",
    NULL,
};

const struct sp_command sp_command_best = {
    .name = "best",
    .operands = "KEY=VALUE ...",
    .summary = "every convergence bound that applies to these inputs, tightest first",
    .options = options,
    .run = run,
    .details =
        "Bounds are compared only within what they bound: the mean squared gradient norm, the gap "
        "of the objective, or the squared distance to the minimiser. Those that do not apply are "
        "listed with the condition that fails, or the inputs that are missing. The theories use "
        "some names differently (K learners, K updates); where two of the bounds that apply do, "
        "that is said, and NAME.KEY=VALUE gives an input to one bound.",
    .examples = examples,
    .least_words = 0,
};

/* SPDX-License-Identifier: Apache-2.0 */
/* `crossover`: where one bound passes below another. */
#include <stdlib.h>
#include <string.h>

#include "bounds/cli/commands.h"
#include "bounds/cli/contest.h"
#include "bounds/cli/json.h"
#include "bounds/cli/show.h"
#include "bounds/solve/search.h"

#define MOST_BITS 8192

/* A bound's value at a point as a ball of so many digits. */
static enum sp_status value(arb_t ball, struct sp_contest *contest, size_t index, int digits,
                            struct sp_error *err)
{
    struct sp_error why = {0};
    struct sp_precision precision = {digits, 128, MOST_BITS, 0};
    enum sp_status status = sp_case_ball(contest->contestants[index].c, ball, precision, &why);
    if (status != SP_OK)
        sp_fail(err, status, "%s: %.900s", contest->contestants[index].bound->name, why.text);
    return status;
}

static enum sp_status set_both(struct sp_contest *contest, const fmpq_t at, struct sp_error *err)
{
    enum sp_status status = sp_contest_set(contest, 0, at, err);
    return status == SP_OK ? sp_contest_set(contest, 1, at, err) : status;
}

/* Is the first below the second here? More digits until the balls part. */
static enum sp_status compare(struct sp_contest *contest, enum sp_answer *answer,
                              struct sp_error *err)
{
    arb_t first, second;
    enum sp_status status = SP_OK;
    arb_init(first);
    arb_init(second);
    *answer = SP_UNSURE;
    for (int digits = 15; status == SP_OK && *answer == SP_UNSURE && digits <= 1000; digits *= 4) {
        status = value(first, contest, 0, digits, err);
        if (status == SP_OK)
            status = value(second, contest, 1, digits, err);
        if (status == SP_OK && arb_lt(first, second))
            *answer = SP_MEETS;
        /* Equal numbers: not below. */
        if (status == SP_OK && (arb_ge(first, second)))
            *answer = SP_MISSES;
    }
    arb_clear(first);
    arb_clear(second);
    return status;
}

static enum sp_status ask(void *context, const fmpq_t at, enum sp_answer *answer, char **reason,
                          struct sp_error *err)
{
    struct sp_error why = {0};
    enum sp_status status = set_both(context, at, err);
    if (status != SP_OK)
        return status;
    status = compare(context, answer, &why);
    if (status == SP_FALSE || status == SP_UNDECIDED) {
        *answer = status == SP_FALSE ? SP_INVALID : SP_UNSURE;
        *reason = strdup(why.text);
        return SP_OK;
    }
    return status == SP_OK ? SP_OK : sp_fail(err, status, "%s", why.text);
}

struct crossing {
    struct sp_contest *contest;
    const struct sp_end *end;
    int first_is_below_above; /* of the point: the first bound is the smaller one beyond it */
};

/* The digits of a bound at a point, or "-"; malloc'ed. */
static char *digits_at(struct sp_contest *contest, size_t index, const fmpq_t at)
{
    struct sp_result result = {0};
    char *text = NULL;
    if (sp_contest_set(contest, index, at, NULL) == SP_OK &&
        sp_case_evaluate(contest->contestants[index].c, SP_PRECISION_DEFAULT, &result, NULL) ==
            SP_OK)
        text = strdup(result.numbers[0].digits);
    sp_result_clear(&result);
    return text ? text : strdup("-");
}

static void print_point(struct sp_contest *contest, const fmpq_t at)
{
    char *name = sp_point_text(at), *first = digits_at(contest, 0, at),
         *second = digits_at(contest, 1, at);
    printf("  %s = %s: %s %s, %s %s\n", contest->variable, name,
           contest->contestants[0].bound->name, first, contest->contestants[1].bound->name, second);
    free(name);
    free(first);
    free(second);
}

static void print_end(struct sp_contest *contest, const struct sp_end *end, int is_least)
{
    if (end->is_open || end->answer == SP_UNSURE)
        return;
    char *at = sp_point_text(end->at);
    printf("%s  %s %s at which %s is below %s\n", at, is_least ? "least" : "largest",
           contest->variable, contest->contestants[0].bound->name,
           contest->contestants[1].bound->name);
    print_point(contest, end->at);
    if (end->answer == SP_MISSES) {
        print_point(contest, end->beyond);
    } else {
        char *beyond = sp_point_text(end->beyond);
        printf("  %s = %s: %s\n", contest->variable, beyond, end->reason ? end->reason : "");
        free(beyond);
    }
    free(at);
}

static void print_standing(const struct sp_contest *contest)
{
    for (size_t i = 0; i < contest->n; i++) {
        printf("  %s: ", contest->contestants[i].bound->name);
        struct sp_backing backing;
        sp_case_backing(contest->contestants[i].c, &backing);
        sp_show_standing(stdout, contest->contestants[i].bound, &backing);
        putchar('\n');
    }
}

static json_t *end_json(struct sp_contest *contest, const struct sp_end *end)
{
    if (end->is_open)
        return json_null();
    json_t *object = json_object();
    char *at = sp_point_text(end->at), *beyond = sp_point_text(end->beyond);
    sp_json_text(object, "at", at);
    sp_json_text(object, "beyond", beyond);
    if (end->reason)
        sp_json_text(object, "reason_beyond", end->reason);
    free(at);
    free(beyond);
    for (size_t i = 0; i < 2; i++) {
        char *digits = digits_at(contest, i, end->at);
        sp_json_text(object, contest->contestants[i].bound->name, digits);
        free(digits);
    }
    return object;
}

static enum sp_status print_json(struct sp_contest *contest, const struct sp_solution *solution,
                                 struct sp_error *err)
{
    json_t *object = json_object(), *list = json_array();
    sp_json_text(object, "below", contest->contestants[0].bound->name);
    sp_json_text(object, "above", contest->contestants[1].bound->name);
    sp_json_text(object, "variable", contest->variable);
    for (size_t i = 0; i < solution->n; i++) {
        json_t *row = json_object();
        json_object_set_new(row, "least", end_json(contest, &solution->stretches[i].least));
        json_object_set_new(row, "largest", end_json(contest, &solution->stretches[i].largest));
        json_array_append_new(list, row);
    }
    json_object_set_new(object, "stretches", list);
    enum sp_status status = sp_json_print(stdout, object, err);
    json_decref(object);
    return status;
}

static enum sp_status report(const struct sp_args *args, struct sp_contest *contest,
                             const struct sp_solution *s, struct sp_error *err)
{
    char *low = sp_point_text(s->tried.items),
         *high = sp_point_text(s->tried.items + s->tried.n - 1);
    enum sp_status status = SP_OK;
    if (s->n == 0) {
        status = sp_fail(err, SP_FALSE,
                         "%s is nowhere below %s: %s from %s to %s, %zu values "
                         "tried%s%s",
                         contest->contestants[0].bound->name, contest->contestants[1].bound->name,
                         contest->variable, low, high, s->tried.n, s->reason ? "; " : "",
                         s->reason ? s->reason : "");
    } else if (sp_arg(args, "json")) {
        status = print_json(contest, s, err);
    } else {
        for (size_t i = 0; i < s->n; i++) {
            print_end(contest, &s->stretches[i].least, 1);
            print_end(contest, &s->stretches[i].largest, 0);
            if (s->stretches[i].least.is_open && s->stretches[i].largest.is_open)
                printf("%s is below %s throughout\n", contest->contestants[0].bound->name,
                       contest->contestants[1].bound->name);
        }
        printf("  tried: %s%zu values of %s from %s to %s%s\n", s->is_complete ? "all " : "",
               s->tried.n, contest->variable, low, high,
               s->is_complete ? "" : "; each end is certain, what lies between them is not");
        print_standing(contest);
    }
    free(low);
    free(high);
    return status;
}

/* Whole when it is a count for a bound that has it. */
static int is_whole(const struct sp_contest *contest)
{
    for (size_t i = 0; i < contest->n; i++) {
        const struct sp_bound *b = contest->contestants[i].bound;
        int j = sp_bound_parameter(b, contest->variable);
        if (j >= 0 && b->parameters[j].kind == SP_NAT)
            return 1;
    }
    return 0;
}

static enum sp_status search(const struct sp_args *args, struct sp_contest *contest,
                             struct sp_error *err)
{
    long digits;
    struct sp_solution solution;
    struct sp_search s = {.ask = ask,
                          .context = contest,
                          .variable = contest->variable,
                          .whole = is_whole(contest),
                          .within = sp_arg(args, "within")};
    enum sp_status status = sp_arg_count(args, "digits", 1, 100, 10, &digits, err);
    s.digits = (int)digits;
    if (status == SP_OK)
        status = sp_contest_check(contest, err);
    if (status == SP_OK)
        status = sp_search_run(&solution, &s, err);
    if (status != SP_OK)
        return status;
    status = report(args, contest, &solution, err);
    sp_solution_clear(&solution);
    return status;
}

static enum sp_status open_both(struct sp_contest *contest, const struct sp_args *args,
                                struct sp_error *err)
{
    for (size_t i = 0; i < 2; i++) {
        struct sp_contestant *c = &contest->contestants[i];
        enum sp_status status =
            sp_catalogue_find(contest->catalogue, &c->bound, args->words[i], err);
        if (status == SP_OK && (c->bound->is_truth || c->bound->is_list || !c->bound->n_values))
            status = sp_fail(err, SP_USAGE, "%s is not a single number", c->bound->name);
        if (status != SP_OK)
            return status;
        c->c = sp_case_new(contest->catalogue, c->bound);
        if (!c->c)
            return sp_fail_memory(err);
    }
    return SP_OK;
}

static enum sp_status run(const struct sp_args *args, struct sp_error *err)
{
    struct sp_setting setting = {0};
    struct sp_contestant two[2] = {{0}};
    struct sp_contest contest = {sp_catalogue_new(), &setting, sp_arg(args, "over"), 2, two};
    enum sp_status status = contest.catalogue ? SP_OK : sp_fail_memory(err);
    if (status == SP_OK && !contest.variable)
        status = sp_fail(err, SP_USAGE, "crossover needs --over VARIABLE");
    if (status == SP_OK)
        status = open_both(&contest, args, err);
    if (status == SP_OK)
        status = sp_setting_read(&setting, args, 2, err);
    if (status == SP_OK)
        status = search(args, &contest, err);
    sp_case_free(two[0].c);
    sp_case_free(two[1].c);
    sp_setting_clear(&setting);
    sp_catalogue_free(contest.catalogue);
    return status;
}

static const struct sp_option options[] = {
    {"over", 0, "VARIABLE", "what moves: an input, or a name that only occurs in VALUEs"},
    {"within", 0, "LO..HI", "where to look (default 0..1e12)"},
    {"set", 0, "FILE", sp_set_help},
    {"digits", 0, "N", "digits of the answer, if it is not whole (default 10)"},
    {"json", 0, NULL, "print an object"},
    {0},
};

static const char *const examples[] = {
    "staleproof crossover sync_pl async_gamma_pl L=1 c=0.1 sigma2=1 MG=0 m=8 eta=0.5 D0=10 "
    "gamma=0.1 sync_pl.K=8 async_gamma_pl.K=1 async_gamma_pl.p0=1/8 "
    "sync_pl.J='floor(t/order_stat_exp(8,8,1))' async_gamma_pl.J='floor(8*t)' --over t "
    "--within 0..1000 --digits 4",
    NULL,
};

const struct sp_command sp_command_crossover = {
    .name = "crossover",
    .operands = "NAME NAME KEY=VALUE ...",
    .summary = "where the first bound passes below the second",
    .options = options,
    .run = run,
    .details =
        "An input is given to both bounds; NAME.KEY=VALUE gives it to one. An input that means "
        "different things to the two (K learners, K updates) has to be given to each. The ends of "
        "the stretch are certified: below here, not below at the next value. That nothing else "
        "happens between the values tried is not.",
    .examples = examples,
    .least_words = 2,
};

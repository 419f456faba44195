/* SPDX-License-Identifier: Apache-2.0 */
/* `bound --solve`: where a condition on the bound starts and stops to hold. */
#include <stdlib.h>
#include <string.h>

#include "bounds/cli/bound_work.h"
#include "bounds/cli/json.h"
#include "bounds/cli/show.h"
#include "bounds/formula/nearest.h"
#include "bounds/solve/derive.h"
#include "bounds/solve/search.h"

static enum sp_status unknown_parameter(const struct sp_bound *b, const char *name,
                                        const char *option, struct sp_error *err)
{
    const char *names[64];
    size_t n = 0;
    for (; n < b->n_parameters && n < 64; n++)
        names[n] = b->parameters[n].name;
    const char *near = sp_nearest(name, names, n);
    return sp_fail(err, SP_USAGE, "%s %s: %s has no argument '%s'%s%s%s", option, name, b->name,
                   name, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

enum sp_status sp_work_free_variable(struct sp_work *w, const char *name, const char *option,
                                     struct sp_error *err)
{
    int i = sp_bound_parameter(w->bound, name);
    if (i < 0)
        return unknown_parameter(w->bound, name, option, err);
    if (w->bound->parameters[i].kind != SP_REAL && w->bound->parameters[i].kind != SP_NAT)
        return sp_fail(err, SP_USAGE, "%s %s: %s is not a number", option, name, name);
    for (size_t j = 0; j < w->setting.n; j++)
        if (!w->setting.entries[j].place && strcmp(w->setting.entries[j].key, name) == 0)
            return sp_fail(err, SP_USAGE, "%s %s: leave %s=%s out, it is what is varied", option,
                           name, name, w->setting.entries[j].value);
    sp_setting_drop(&w->setting, name);
    return SP_OK;
}

/* What an answer is printed from. */
struct report {
    struct sp_work *w;
    const char *variable, *target;
    const struct sp_solution *solution;
    enum sp_trend trend;
};

/* The bound's value at a point, or why there is none; malloc'ed. */
static char *value_at(const struct report *r, const fmpq_t at)
{
    struct sp_result result;
    struct sp_error why = {0};
    char *text = NULL;
    if (sp_case_set_exact(r->w->c, r->variable, at, &why) != SP_OK)
        return strdup(why.text);
    if (sp_case_evaluate(r->w->c, r->w->precision, &result, &why) == SP_OK)
        text = strdup(result.numbers[0].digits);
    else
        text = strdup(why.text);
    sp_result_clear(&result);
    return text;
}

static void print_point(const struct report *r, const fmpq_t at, const char *verdict)
{
    char *name = sp_point_text(at), *value = value_at(r, at);
    printf("  %s = %s: value %s, %s\n", r->variable, name, value, verdict);
    free(name);
    free(value);
}

static void print_standing(const struct report *r)
{
    struct sp_backing backing;
    sp_case_backing(r->w->c, &backing);
    sp_show_standing(stdout, r->w->bound, &backing);
}

/* Ends where the target stops to hold, or (`domain`) where a condition of the bound does. */
static void print_end(const struct report *r, const struct sp_end *end, const char *which,
                      int domain)
{
    if (end->is_open || (end->answer == SP_INVALID) != domain)
        return;
    char *at = sp_point_text(end->at), *beyond = sp_point_text(end->beyond);
    printf("%s  %s %s with %s; ", at, which, r->variable, r->target);
    print_standing(r);
    putchar('\n');
    print_point(r, end->at, "meets it");
    if (end->answer == SP_MISSES)
        print_point(r, end->beyond, "does not");
    else
        printf("  %s = %s: %s\n", r->variable, beyond, end->reason ? end->reason : "not decided");
    free(at);
    free(beyond);
}

/* Whether something may happen between the values tried; malloc'ed. */
static char *cover_text(const struct sp_solution *s)
{
    char *text = NULL, *low = sp_point_text(s->cover.low), *high = sp_point_text(s->cover.high);
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out && s->is_complete)
        fputs("these are all", out);
    else if (out && !s->cover.is_full)
        fprintf(out, "but between %s and %s something may change: try --within there", low, high);
    else if (out && s->cover.n_units)
        fprintf(out,
                "between them nothing changes, by %zu intervals, but for %zu gaps of one unit of "
                "the last digit",
                s->cover.n, s->cover.n_units);
    else if (out)
        fprintf(out, "between them nothing changes, by %zu intervals", s->cover.n);
    if (out)
        fclose(out);
    free(low);
    free(high);
    return text;
}

static void print_cover(const struct report *r)
{
    char *text = r->solution->is_complete ? NULL : cover_text(r->solution);
    if (text)
        printf("  %s\n", text);
    free(text);
}

static void print_tried(const struct report *r)
{
    const struct sp_solution *s = r->solution;
    char *low = sp_point_text(s->tried.items);
    char *high = sp_point_text(s->tried.items + s->tried.n - 1);
    printf("  tried: %s%zu value%s of %s from %s to %s%s; the bound is %s there\n",
           s->is_complete ? "all " : "", s->tried.n, s->tried.n == 1 ? "" : "s", r->variable, low,
           high, s->is_cut ? " (evaluation becomes slow beyond)" : "", sp_trend_text(r->trend));
    free(low);
    free(high);
    print_cover(r);
}

static void print_text(const struct report *r)
{
    for (size_t i = 0; i < r->solution->n; i++) {
        const struct sp_stretch *s = &r->solution->stretches[i];
        for (int domain = 0; domain <= 1; domain++) {
            print_end(r, &s->least, "least", domain);
            print_end(r, &s->largest, "largest", domain);
        }
        if (s->least.is_open && s->largest.is_open) {
            printf("every  %s with %s; ", r->variable, r->target);
            print_standing(r);
            putchar('\n');
        }
    }
    print_tried(r);
}

static void put_point(json_t *object, const char *key, const fmpq_t at)
{
    char *text = sp_point_text(at);
    sp_json_text(object, key, text);
    free(text);
}

static json_t *end_json(const struct report *r, const struct sp_end *end)
{
    if (end->is_open)
        return json_null();
    json_t *object = json_object();
    char *value = value_at(r, end->at), *beyond = value_at(r, end->beyond);
    put_point(object, "at", end->at);
    sp_json_text(object, "value", value);
    put_point(object, "beyond", end->beyond);
    if (end->answer == SP_MISSES)
        sp_json_text(object, "value_beyond", beyond);
    else
        sp_json_text(object, "reason_beyond", end->reason);
    free(value);
    free(beyond);
    return object;
}

static enum sp_status print_json(const struct report *r, struct sp_error *err)
{
    json_t *object = json_object(), *list = json_array();
    struct sp_backing backing;
    sp_json_text(object, "bound", r->w->bound->name);
    sp_case_backing(r->w->c, &backing);
    sp_show_json_standing(object, r->w->bound, &backing);
    sp_json_text(object, "variable", r->variable);
    sp_json_text(object, "target", r->target);
    for (size_t i = 0; i < r->solution->n; i++) {
        json_t *stretch = json_object();
        json_object_set_new(stretch, "least", end_json(r, &r->solution->stretches[i].least));
        json_object_set_new(stretch, "largest", end_json(r, &r->solution->stretches[i].largest));
        json_array_append_new(list, stretch);
    }
    json_object_set_new(object, "answers", list);
    put_point(object, "from", r->solution->tried.items);
    put_point(object, "to", r->solution->tried.items + r->solution->tried.n - 1);
    json_object_set_new(object, "tried", json_integer((json_int_t)r->solution->tried.n));
    json_object_set_new(object, "all_tried", json_boolean(r->solution->is_complete));
    json_object_set_new(object, "all_decided", json_boolean(r->solution->cover.is_full));
    json_object_set_new(object, "undecided_units",
                        json_integer((json_int_t)r->solution->cover.n_units));
    sp_json_text(object, "trend", sp_trend_text(r->trend));
    char *command = sp_show_command(r->w->args);
    sp_json_text(object, "command", command);
    free(command);
    enum sp_status status = sp_json_print(stdout, object, err);
    json_decref(object);
    return status;
}

/* An end that could not be decided is no answer. */
static int is_unsure(const struct sp_solution *s)
{
    for (size_t i = 0; i < s->n; i++)
        if ((!s->stretches[i].least.is_open && s->stretches[i].least.answer == SP_UNSURE) ||
            (!s->stretches[i].largest.is_open && s->stretches[i].largest.answer == SP_UNSURE))
            return 1;
    return 0;
}

static enum sp_status no_answer(const struct report *r, struct sp_error *err)
{
    const struct sp_solution *s = r->solution;
    size_t valid = 0;
    for (size_t i = 0; i < s->tried.n; i++)
        valid += s->answers[i] == SP_MISSES;
    char *low = sp_point_text(s->tried.items);
    char *high = sp_point_text(s->tried.items + s->tried.n - 1);
    char *cover = cover_text(s);
    sp_fail(err, SP_FALSE,
            "%s: no %s from %s to %s meets %s (%zu values tried, %zu of them "
            "allowed by the conditions; %s%s%s)",
            r->w->bound->name, r->variable, low, high, r->target, s->tried.n, valid,
            cover ? cover : "", s->reason ? "; " : "", s->reason ? s->reason : "");
    free(cover);
    free(low);
    free(high);
    return SP_FALSE;
}

static enum sp_status report(struct sp_work *w, const char *variable, const char *target,
                             const struct sp_solution *solution, struct sp_error *err)
{
    struct report r = {w, variable, target, solution, SP_LEVEL};
    if (solution->n == 0)
        return no_answer(&r, err);
    if (is_unsure(solution))
        return sp_fail(err, SP_UNDECIDED,
                       "%s: whether %s holds could not be decided next to an "
                       "answer",
                       w->bound->name, target);
    enum sp_status status = sp_search_trend(&r.trend, w->c, variable, solution, err);
    if (status != SP_OK)
        return status;
    if (sp_arg(w->args, "json"))
        return print_json(&r, err);
    print_text(&r);
    return SP_OK;
}

static enum sp_status search(struct sp_work *w, struct sp_bound *question, const char *variable,
                             const char *target, struct sp_error *err)
{
    struct sp_solution solution;
    struct sp_case_question q = {sp_case_new(w->catalogue, question), variable,
                                 w->precision.most_bits};
    struct sp_search s = {.ask = sp_ask_case,
                          .ask_range = sp_ask_case_range,
                          .context = &q,
                          .variable = variable,
                          .within = sp_arg(w->args, "within"),
                          .digits = w->precision.digits};
    if (!q.question)
        return sp_fail_memory(err);
    s.whole = w->bound->parameters[sp_bound_parameter(w->bound, variable)].kind == SP_NAT;
    enum sp_status status =
        sp_setting_apply(&w->setting, w->catalogue, question, q.question, 0, err);
    if (status == SP_OK)
        status = sp_search_run(&solution, &s, err);
    if (status == SP_OK) {
        status = report(w, variable, target, &solution, err);
        sp_solution_clear(&solution);
    }
    sp_case_free(q.question);
    return status;
}

enum sp_status sp_work_search(struct sp_work *w, const char *variable, const char *target,
                              const char *base, const char *label, struct sp_error *err)
{
    struct sp_bound *question = NULL;
    struct sp_question q = {.value = target, .variable = variable, .base = base, .given = w->c};
    enum sp_status status = sp_derive(&question, w->bound, q, "--target", err);
    if (status != SP_OK)
        return status;
    if (!question->is_truth)
        status =
            sp_fail(err, SP_USAGE, "--target %s: expected a condition, as value<=1e-2", target);
    if (status == SP_OK)
        status = search(w, question, variable, label, err);
    sp_bound_free(question);
    return status;
}

enum sp_status sp_work_solve(struct sp_work *w, struct sp_error *err)
{
    const char *target = sp_arg(w->args, "target");
    if (!target)
        return sp_fail(err, SP_USAGE,
                       "--solve needs --target CONDITION, as --target 'value<=1e-2'");
    return sp_work_search(w, sp_arg(w->args, "solve"), target, NULL, target, err);
}

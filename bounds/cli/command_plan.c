/* SPDX-License-Identifier: Apache-2.0 */
/* `plan`: which variant, K, step and batch reach a target in the least expected time. */
#include <stdlib.h>
#include <string.h>

#include "bounds/cli/commands.h"
#include "bounds/cli/json.h"
#include "bounds/cli/setting.h"
#include "bounds/cli/show.h"
#include "bounds/cli/trace_list.h"
#include "bounds/formula/number.h"
#include "bounds/solve/plan.h"

struct request {
    const struct sp_args *args;
    struct sp_setting setting;
    struct sp_plan plan;
};

static enum sp_status set(void *context, const struct sp_bound *bound, struct sp_case *c,
                          struct sp_error *err)
{
    struct request *r = context;
    return sp_setting_apply(&r->setting, r->plan.catalogue, bound, c, 1, err);
}

/* Takes KEY out of the setting as points to try. */
static enum sp_status take_points(struct request *r, const char *key, int whole,
                                  struct sp_points *points, struct sp_error *err)
{
    const char *text = sp_setting_get(&r->setting, key);
    if (!text)
        return SP_OK;
    enum sp_status status = sp_points_read(points, text, whole, key, err);
    sp_setting_drop(&r->setting, key);
    return status;
}

static enum sp_status read_target(struct request *r, struct sp_error *err)
{
    enum sp_dimension dimension;
    const char *text = sp_arg(r->args, "target-error");
    if (!text)
        return sp_fail(err, SP_USAGE, "plan needs --target-error E, a bound on E[F(w_J)] - F*");
    if (sp_number_read(r->plan.target, &dimension, text, NULL) != SP_OK ||
        fmpq_sgn(r->plan.target) <= 0)
        return sp_fail(err, SP_USAGE, "--target-error %s: expected a positive number", text);
    return SP_OK;
}

static enum sp_status read_learners(struct request *r, struct sp_error *err)
{
    long P;
    const char *text = sp_setting_get(&r->setting, "P");
    if (!text)
        return sp_fail(err, SP_USAGE, "missing: P (learners)");
    if (sp_number_count(&P, 1, text, NULL) != SP_OK)
        return sp_fail(err, SP_USAGE, "P=%s: expected a whole number from 1", text);
    fmpq_set_si(r->plan.P, P, 1);
    sp_setting_drop(&r->setting, "P");
    return SP_OK;
}

static enum sp_status read_law(struct request *r, const char *text, struct sp_error *err)
{
    char *times = NULL;
    if (strncmp(text, "trace:", 6) != 0)
        return sp_law_read(&r->plan.law, text, err);
    enum sp_status status = sp_trace_list(&times, text + 6, err);
    if (status == SP_OK)
        status = sp_law_of_times(&r->plan.law, times, err);
    free(times);
    return status;
}

static enum sp_status read_request(struct request *r, struct sp_error *err)
{
    const char *law = sp_arg(r->args, "law");
    r->plan.set = set;
    r->plan.context = r;
    r->plan.catalogue = sp_catalogue_new();
    if (!r->plan.catalogue)
        return sp_fail_memory(err);
    enum sp_status status = read_target(r, err);
    if (status == SP_OK)
        status = read_law(r, law ? law : "exp:1", err);
    if (status == SP_OK)
        status = sp_setting_read(&r->setting, r->args, 0, err);
    if (status == SP_OK)
        status = read_learners(r, err);
    if (status == SP_OK)
        status = take_points(r, "K", 1, &r->plan.K, err);
    if (status == SP_OK)
        status = take_points(r, "m", 1, &r->plan.m, err);
    if (status == SP_OK)
        status = take_points(r, "eta", 0, &r->plan.eta, err);
    if (status == SP_OK && r->plan.m.n == 0)
        status = sp_fail(err, SP_USAGE, "missing: m (mini-batch size; several: m=1,8,64)");
    if (status == SP_OK && r->plan.law.times && r->plan.m.n > 1)
        status = sp_fail(err, SP_USAGE, "--law %s: these are the times for one m, not for %zu",
                         law, r->plan.m.n);
    return status;
}

static void print_way(const struct sp_way *w)
{
    char *K = sp_point_text(w->K), *m = sp_point_text(w->m), *eta = sp_point_text(w->eta),
         *J = sp_point_text(w->J);
    printf("%-12s %c %-14s K=%-5s m=%-5s eta=%-12s J=%-9s %10.4g   ", w->time,
           w->is_best_use ? '*' : ' ', w->variant->name, K, m, eta, J, w->gradients);
    sp_show_standing(stdout, w->bound, &w->backing);
    putchar('\n');
    free(K);
    free(m);
    free(eta);
    free(J);
}

static void print_table(const struct request *r, size_t most)
{
    size_t shown = 0;
    printf("expected time  way to E[F(w_J)] - F* <= %s; gradients used; what stands behind the "
           "error\n",
           sp_arg(r->args, "target-error"));
    for (size_t i = 0; i < r->plan.n; i++)
        if (shown < most || r->plan.ways[i].is_best_use) {
            print_way(&r->plan.ways[i]);
            shown++;
        }
    printf("%zu of %zu ways shown, of %zu tried; * no other is faster with fewer gradients\n",
           shown, r->plan.n, r->plan.n_tried);
    if (r->plan.left_out)
        printf("left out: %s\n", r->plan.left_out);
}

static void put(json_t *object, const char *key, const fmpq_t value)
{
    char *text = sp_point_text(value);
    sp_json_text(object, key, text);
    free(text);
}

static enum sp_status print_json(const struct request *r, struct sp_error *err)
{
    json_t *array = json_array();
    for (size_t i = 0; i < r->plan.n; i++) {
        const struct sp_way *w = &r->plan.ways[i];
        json_t *object = json_object();
        sp_json_text(object, "variant", w->variant->name);
        sp_json_text(object, "bound", w->bound->name);
        sp_show_json_standing(object, w->bound, &w->backing);
        put(object, "K", w->K);
        put(object, "m", w->m);
        put(object, "eta", w->eta);
        put(object, "J", w->J);
        sp_json_text(object, "expected_time", w->time);
        json_object_set_new(object, "gradients", json_real(w->gradients));
        json_object_set_new(object, "pareto", json_boolean(w->is_best_use));
        json_array_append_new(array, object);
    }
    enum sp_status status = sp_json_print(stdout, array, err);
    json_decref(array);
    return status;
}

static enum sp_status run(const struct sp_args *args, struct sp_error *err)
{
    struct request r = {.args = args};
    long most;
    fmpq_init(r.plan.P);
    fmpq_init(r.plan.target);
    enum sp_status status = sp_arg_count(args, "rows", 1, 1000000, 10, &most, err);
    if (status == SP_OK)
        status = read_request(&r, err);
    if (status == SP_OK)
        status = sp_plan_run(&r.plan, err);
    if (status == SP_OK && sp_arg(args, "json"))
        status = print_json(&r, err);
    else if (status == SP_OK)
        print_table(&r, (size_t)most);
    sp_catalogue_free(r.plan.catalogue);
    sp_plan_clear(&r.plan);
    sp_setting_clear(&r.setting);
    fmpq_clear(r.plan.P);
    fmpq_clear(r.plan.target);
    return status;
}

static const struct sp_option options[] = {
    {"target-error", 0, "E", "the bound on E[F(w_J)] - F* to reach"},
    {"law", 0, "LAW",
     "of the time of one gradient: exp:RATE, shifted_exp:DELTA,RATE, "
     "pareto:ALPHA,XM, uniform:A,B, erlang:SHAPE,RATE, weibull:SHAPE,SCALE, hyperexp:P1,MU1,MU2; "
     "parameters may depend on m (default exp:1); or trace:FILE, trace:FILE:COLUMN: measured "
     "times, each as likely as the others"},
    {"rows", 0, "N", "show the N fastest (default 10), and the rest of the Pareto front"},
    {"set", 0, "FILE", sp_set_help},
    {"json", 0, NULL, "print all ways as an array"},
    {0},
};

static const char *const examples[] = {
    "staleproof plan L=1 c=0.1 sigma2=1 MG=0 D0=10 gamma=0.1 P=8 m=1,8 --law 'exp:1/(m*5ms)' "
    "--target-error 0.05",
    NULL,
};

const struct sp_command sp_command_plan = {
    .name = "plan",
    .operands = "KEY=VALUE ...",
    .summary = "which variant, K, step and batch reach a target error in the least expected time",
    .options = options,
    .run = run,
    .details =
        "Needs P, L, c, sigma2, MG, D0 and m; gamma, the measured staleness constant, for the "
        "asynchronous variants. K, m and eta may be ranges or lists (K=1..8, m=1,8,64); without "
        "them K runs up to P and the step is searched. J is the least number of updates after "
        "which the variant's bound is at most the target; the time is J times the expected time "
        "of an update under the law: an expectation, not a promise for a single run.",
    .examples = examples,
};

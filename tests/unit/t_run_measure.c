/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bounds/formula/evaluate.h"
#include "run_setting.h"
#include "runs/measure/experiment.h"
#include "runs/measure/measure.h"
#include "runs/measure/staleness.h"

static struct sp_error err;
static char folder[] = "/tmp/sp-measure-XXXXXX";

static const char *path_of(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* Oracle: the formula window_W of the list of delays. */
static void window_load_is_that_of_the_formula(void **state)
{
    struct sp_staleness s;
    struct sp_stream stream;
    enum { UPDATES = 200 };
    char texts[UPDATES][24];
    const char *delays[UPDATES];
    uint64_t sum = 0, most = 0;
    (void)state;
    sp_stream_start(&stream, 2, SP_FOR_MEASURE, 0, 0);
    assert_int_equal(sp_staleness_start(&s, UPDATES, 1, &err), SP_OK);
    for (uint64_t k = 0; k < UPDATES; k++) {
        uint64_t stale = sp_stream_below(&stream, (uint32_t)(k < 15 ? k + 1 : 16));
        sp_staleness_add(&s, stale, k);
        snprintf(texts[k], sizeof texts[k], "%llu", (unsigned long long)stale);
        delays[k] = texts[k];
        sum += stale;
        most = stale > most ? stale : most;
    }
    assert_true(s.sum == sum && s.most == most && s.gradients == UPDATES);
    struct sp_catalogue *catalogue = sp_catalogue_new();
    struct sp_case *c = sp_case_new(catalogue, sp_catalogue_get(catalogue, "window_W"));
    struct sp_result result = {0};
    assert_int_equal(sp_case_set_list(c, "delays", UPDATES, delays, &err), SP_OK);
    assert_int_equal(sp_case_evaluate(c, SP_PRECISION_DEFAULT, &result, &err), SP_OK);
    assert_true(atof(result.numbers[0].digits) == (double)sp_staleness_window(&s));
    sp_result_clear(&result);
    sp_case_free(c);
    sp_catalogue_free(catalogue);
    sp_staleness_clear(&s);
}

static void histogram_adds_up(void **state)
{
    struct sp_staleness s;
    size_t i;
    const json_t *count;
    json_int_t total = 0;
    (void)state;
    assert_int_equal(sp_staleness_start(&s, 10, 0, &err), SP_OK);
    sp_staleness_add(&s, 0, 3);
    sp_staleness_add(&s, 2, 3);
    sp_staleness_add(&s, 2, 3);
    sp_staleness_add(&s, 100000, 3);
    json_t *object = sp_staleness_json(&s);
    json_array_foreach(json_object_get(object, "histogram"), i, count) total +=
        json_integer_value(count);
    assert_int_equal(total, 4);
    assert_int_equal(json_integer_value(json_array_get(json_object_get(object, "histogram"), 2)),
                     2);
    assert_int_equal(json_integer_value(json_object_get(object, "most")), 100000);
    assert_null(json_object_get(object, "W"));
    json_decref(object);
}

/* Every iterate's |grad F|^2, kept by an observer of the test's own. */
struct record {
    double gradient2[400];
    double *scratch;
    const struct sp_problem *problem;
};

static enum sp_status keep(void *self, const struct sp_moment *now, struct sp_error *e)
{
    struct record *r = self;
    struct sp_evaluation at;
    (void)e;
    r->problem->kind->evaluate(r->problem, &at, now->w, r->scratch);
    r->gradient2[now->update] = at.gradient2;
    return SP_OK;
}

static struct record all_gradients(const struct sp_run_setting *setting,
                                   const struct sp_problem *problem)
{
    struct record r = {.scratch = calloc(problem->dimension, sizeof(double)), .problem = problem};
    struct sp_simulation run;
    struct sp_evaluation at;
    const struct sp_watch watch = {&r, NULL, NULL, keep};
    assert_int_equal(sp_simulation_open(&run, setting, problem, setting->seed, &err), SP_OK);
    problem->kind->evaluate(problem, &at, run.w, r.scratch);
    r.gradient2[0] = at.gradient2;
    assert_int_equal(sp_simulation_run(&run, &watch, &err), SP_OK);
    sp_simulation_close(&run);
    free(r.scratch);
    return r;
}

static double number(const json_t *summary, const char *key)
{
    return json_number_value(
        json_object_get(json_array_get(json_object_get(summary, "runs"), 0), key));
}

/* With a probe for every iterate the averages are exact. */
static void check_averages(const char *text, int batch)
{
    struct sp_problem problem;
    json_t *summary;
    struct sp_run_setting s = make_setting(text);
    assert_int_equal(sp_run_setting_problem(&problem, &s, &err), SP_OK);
    struct record r = all_gradients(&s, &problem);
    assert_int_equal(sp_experiment_run(&summary, &s, &problem, NULL, &err), SP_OK);
    double J = (double)s.updates, K = s.wanted, P = s.learners, sum = 0, issue = P * r.gradient2[0];
    for (uint64_t j = 0; j < s.updates; j++) {
        sum += r.gradient2[j] / J;
        issue += batch ? (K - 1) * r.gradient2[j] + r.gradient2[j + 1] : K * r.gradient2[j + 1];
    }
    assert_true(fabs(number(summary, "mean_gradient2") / sum - 1) < 1e-12);
    assert_true(fabs(number(summary, "issue_mean_gradient2") / (issue / (K * J + P)) - 1) < 1e-12);
    json_decref(summary);
    sp_problem_clear(&problem);
    sp_run_setting_clear(&s);
}

#define SMALL " problem=quadratic dimension=10 eta=1/50 J=300 probes=299 seeds=1"

static void averages_are_those_of_all_iterates(void **state)
{
    (void)state;
    check_averages("variant=async P=6" SMALL, 0);
    check_averages("variant=kasync P=6 K=4" SMALL, 0);
    check_averages("variant=kbasync P=6 K=4" SMALL, 1);
}

/* With few probes the estimate is unbiased: over many seeds, limits hold the exact mean. */
static void few_probes_are_unbiased(void **state)
{
    double exact = 0, few = 0, spread = 0;
    enum { SEEDS = 200 };
    (void)state;
    for (int few_or_all = 0; few_or_all < 2; few_or_all++) {
        struct sp_problem problem;
        json_t *summary;
        size_t i;
        const json_t *run;
        struct sp_run_setting s = make_setting(
            few_or_all ? "variant=async P=4 problem=quadratic dimension=10 eta=1/50 J=300 "
                         "probes=5 seeds=200"
                       : "variant=async P=4 problem=quadratic dimension=10 eta=1/50 J=300 "
                         "probes=299 seeds=200");
        assert_int_equal(sp_run_setting_problem(&problem, &s, &err), SP_OK);
        assert_int_equal(sp_experiment_run(&summary, &s, &problem, NULL, &err), SP_OK);
        json_array_foreach(json_object_get(summary, "runs"), i, run)
        {
            double value = json_number_value(json_object_get(run, "mean_gradient2"));
            *(few_or_all ? &few : &exact) += value / SEEDS;
            spread += few_or_all ? value * value / SEEDS : 0;
        }
        json_decref(summary);
        sp_problem_clear(&problem);
        sp_run_setting_clear(&s);
    }
    double error = sqrt((spread - few * few) / SEEDS);
    assert_true(fabs(few - exact) < 4 * error && error > 0);
}

static json_t *run_into(const char *text, const char *name)
{
    struct sp_problem problem;
    json_t *summary;
    struct sp_run_setting s = make_setting(text);
    assert_int_equal(sp_run_setting_problem(&problem, &s, &err), SP_OK);
    if (sp_experiment_run(&summary, &s, &problem, &(struct sp_output){.folder = path_of(name)},
                          &err) != SP_OK)
        fail_msg("%s", err.text);
    sp_problem_clear(&problem);
    sp_run_setting_clear(&s);
    return summary;
}

/* Summary and traces hold the same; reading gives it back; the file names are promised. */
static void files_hold_the_summary(void **state)
{
    (void)state;
    json_t *summary = run_into("variant=kasync K=2 P=6 problem=quadratic eta=1/50 J=60 seeds=3 "
                               "seed=5",
                               "out");
    json_t *from_file = json_array(), *from_traces = json_array();
    assert_int_equal(sp_summary_read(from_file, path_of("out/K-asyncK2.json"), &err), SP_OK);
    assert_true(json_equal(json_array_get(from_file, 0), summary));
    assert_int_equal(sp_summary_read(from_traces, path_of("out/K-asyncK2-seed-5.jsonl"), &err), 0);
    assert_int_equal(sp_summary_read(from_traces, path_of("out/K-asyncK2-seed-6.jsonl"), &err), 0);
    assert_int_equal(sp_summary_read(from_traces, path_of("out/K-asyncK2-seed-7.jsonl"), &err), 0);
    assert_int_equal(json_array_size(from_traces), 1);
    json_t *joined = json_array_get(from_traces, 0);
    json_object_del(joined, "from_traces");
    assert_true(json_equal(joined, summary));
    json_decref(from_traces);
    json_decref(from_file);
    json_decref(summary);
}

/* How many threads there are does not show. */
static void seeds_do_not_depend_on_their_company(void **state)
{
    (void)state;
    json_t *three = run_into("variant=async problem=quadratic eta=1/50 J=60 seeds=3 seed=5", "a");
    json_t *one = run_into("variant=async problem=quadratic eta=1/50 J=60 seeds=1 seed=7", "a");
    assert_true(json_equal(json_array_get(json_object_get(three, "runs"), 2),
                           json_array_get(json_object_get(one, "runs"), 0)));
    json_decref(three);
    json_decref(one);
}

static int exists(const char *name)
{
    return access(path_of(name), F_OK) == 0;
}

/* A run that fails leaves no file of any kind. */
static void a_failed_run_leaves_nothing(void **state)
{
    struct sp_problem problem;
    json_t *summary;
    (void)state;
    struct sp_run_setting s =
        make_setting("variant=async problem=quadratic eta=1000 noise=0 J=3000 seeds=2 name=bad");
    assert_int_equal(sp_run_setting_problem(&problem, &s, &err), SP_OK);
    assert_int_equal(sp_experiment_run(&summary, &s, &problem,
                                       &(struct sp_output){.folder = path_of("b")}, &err),
                     SP_FALSE);
    assert_non_null(strstr(err.text, "seed 1")); /* the first in order, whoever met it first */
    assert_false(exists("b/bad.json") || exists("b/bad-seed-1.jsonl") ||
                 exists("b/bad-seed-1.jsonl.part") || exists("b/bad-seed-2.jsonl.part"));
    assert_int_equal(sp_experiment_run(&summary, &s, &problem,
                                       &(struct sp_output){.folder = "/proc/nowhere"}, &err),
                     SP_INPUT);
    sp_problem_clear(&problem);
    sp_run_setting_clear(&s);
}

static int set_up(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL;
}

static int tear_down(void **state)
{
    char command[64];
    (void)state;
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(window_load_is_that_of_the_formula),
        cmocka_unit_test(histogram_adds_up),
        cmocka_unit_test(averages_are_those_of_all_iterates),
        cmocka_unit_test(few_probes_are_unbiased),
        cmocka_unit_test(files_hold_the_summary),
        cmocka_unit_test(seeds_do_not_depend_on_their_company),
        cmocka_unit_test(a_failed_run_leaves_nothing),
    };
    return cmocka_run_group_tests_name("measurements of runs", tests, set_up, tear_down);
}

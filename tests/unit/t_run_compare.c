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

#include "run_setting.h"
#include "runs/measure/compare.h"
#include "runs/measure/experiment.h"
#include "runs/measure/present.h"

static struct sp_error err;
static struct sp_catalogue *catalogue;

static json_t *summary_of(const char *text)
{
    struct sp_problem problem;
    json_t *summary;
    struct sp_run_setting s = make_setting(text);
    assert_int_equal(sp_run_setting_problem(&problem, &s, &err), SP_OK);
    if (sp_experiment_run(&summary, &s, &problem, NULL, &err) != SP_OK)
        fail_msg("%s", err.text);
    sp_problem_clear(&problem);
    sp_run_setting_clear(&s);
    return summary;
}

static json_t *verdicts_of(json_t *summaries)
{
    json_t *rows;
    if (sp_compare(&rows, summaries, catalogue, &err) != SP_OK)
        fail_msg("%s", err.text);
    return rows;
}

static const json_t *row_of(const json_t *rows, const char *bound)
{
    size_t i;
    const json_t *row;
    json_array_foreach(rows, i, row) if (strcmp(json_string_value(json_object_get(row, "bound")),
                                                bound) == 0) return row;
    fail_msg("no verdict on %s", bound);
    return NULL;
}

static const char *text_of(const json_t *rows, const char *bound, const char *key)
{
    return json_string_value(json_object_get(row_of(rows, bound), key));
}

static double value_of(const json_t *rows, const char *bound, const char *key)
{
    return json_number_value(json_object_get(row_of(rows, bound), key));
}

static void expect(const json_t *rows, const char *bound, const char *verdict)
{
    if (strcmp(text_of(rows, bound, "verdict"), verdict) != 0)
        fail_msg("%s: %s, %s (measured %g, %g to %g, limit %g)", bound,
                 text_of(rows, bound, "verdict"), text_of(rows, bound, "reason"),
                 value_of(rows, bound, "measured"), value_of(rows, bound, "low"),
                 value_of(rows, bound, "high"), value_of(rows, bound, "limit"));
}

/* Replaces a number in every seed: seed k gets centre + spread * (k - (n-1)/2). */
static void falsify(json_t *summary, const char *key, double centre, double spread)
{
    size_t i;
    json_t *run, *runs = json_object_get(summary, "runs");
    double middle = ((double)json_array_size(runs) - 1) / 2;
    json_array_foreach(runs, i, run)
        json_object_set_new(run, key, json_real(centre + spread * ((double)i - middle)));
}

#define QUADRATIC "problem=quadratic dimension=10 largest=1 least=1 noise=1 gap=1 eta=1/10 "

/* Theorem S is an equality for an isotropic quadratic with additive noise: the sharpest test that
 * the measured numbers and the bound's inputs belong together. */
static void the_tight_case_is_met(void **state)
{
    (void)state;
    json_t *list = json_array();
    json_array_append_new(list, summary_of(QUADRATIC "variant=ksync K=4 P=6 J=30 seeds=400"));
    json_t *rows = verdicts_of(list);
    double bound = value_of(rows, "sync_pl", "limit");
    assert_true(value_of(rows, "sync_pl", "low") <= bound);
    assert_true(fabs(value_of(rows, "sync_pl", "measured") / bound - 1) < 0.1);
    expect(rows, "order_stat_exp", "holds");
    expect(rows, "staleness_total", "holds");
    json_decref(rows);
    json_decref(list);
}

static void verdicts_follow_the_limits(void **state)
{
    (void)state;
    json_t *list = json_array();
    json_array_append_new(list, summary_of(QUADRATIC "variant=sync P=4 J=100 seeds=10"));
    json_t *summary = json_array_get(list, 0), *rows = verdicts_of(list);
    double bound = value_of(rows, "sync_pl", "limit");
    json_decref(rows);
    const struct {
        double centre, spread;
        const char *verdict;
    } cases[] = {
        {bound / 2, bound / 100, "holds"},       {bound * 2, bound / 100, "violated"},
        {bound, bound / 100, "undecided"},       {bound / 2, bound, "undecided"},
        {bound * 0.99, bound / 10, "undecided"}, {bound * 2, bound, "undecided"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        falsify(summary, "final_gap", cases[k].centre, cases[k].spread);
        rows = verdicts_of(list);
        expect(rows, "sync_pl", cases[k].verdict);
        json_decref(rows);
    }
    json_decref(list);
}

static void equations_are_refuted_from_both_sides(void **state)
{
    (void)state;
    json_t *list = json_array();
    json_array_append_new(list, summary_of("problem=none variant=sync P=4 J=1000 seeds=10"));
    json_t *summary = json_array_get(list, 0);
    double exact = 1000 * (1 + 1 / 2.0 + 1 / 3.0 + 1 / 4.0);
    const struct {
        double centre, spread;
        const char *verdict;
    } cases[] = {
        {exact, exact / 1000, "holds"},
        {exact * 1.02, exact / 1000, "violated"},
        {exact * 0.98, exact / 1000, "violated"},
        {exact, exact / 10, "undecided"}, /* too wide to have refuted anything */
    };
    for (size_t k = 0; k < 4; k++) {
        falsify(summary, "end_time", cases[k].centre, cases[k].spread);
        json_t *rows = verdicts_of(list);
        expect(rows, "order_stat_exp", cases[k].verdict);
        json_decref(rows);
    }
    json_decref(list);
}

static void a_failed_condition_is_named_with_its_numbers(void **state)
{
    (void)state;
    json_t *list = json_array();
    json_array_append_new(
        list, summary_of("problem=quadratic dimension=10 largest=1 least=1 eta=1 noise=0 P=4 "
                         "variant=kasync K=2 J=5 seeds=2"));
    json_t *rows = verdicts_of(list);
    expect(rows, "async_issue_nc", "not applicable");
    assert_non_null(strstr(text_of(rows, "async_issue_nc", "reason"), "0 < kappa"));
    expect(rows, "async_nc", "not applicable");
    assert_non_null(strstr(text_of(rows, "async_nc", "reason"), "K = 2"));
    assert_null(json_object_get(row_of(rows, "async_nc"), "limit"));
    json_decref(rows);
    json_decref(list);
}

static void one_seed_decides_nothing_but_conservation(void **state)
{
    (void)state;
    json_t *list = json_array();
    json_array_append_new(list, summary_of(QUADRATIC "variant=sync P=4 J=100 seeds=1"));
    json_t *rows = verdicts_of(list);
    expect(rows, "sync_pl", "undecided");
    assert_non_null(strstr(text_of(rows, "sync_pl", "reason"), "more seeds"));
    expect(rows, "staleness_total", "holds");
    json_decref(rows);
    json_decref(list);
}

static void speed_up_of_pairs(void **state)
{
    (void)state;
    json_t *list = json_array();
    json_array_append_new(list, summary_of("problem=none variant=sync P=16 J=4000 seeds=10"));
    json_array_append_new(list, summary_of("problem=none variant=async P=16 J=60000 seeds=10"));
    json_t *rows = verdicts_of(list);
    expect(rows, "speedup_exp", "holds");
    assert_true(fabs(value_of(rows, "speedup_exp", "limit") - 54.0917) < 1e-3);
    json_decref(rows);
    /* Seeds in common without being the same: neither paired nor independent. */
    json_array_append_new(list,
                          summary_of("problem=none variant=async P=16 J=6000 seeds=10 seed=6"));
    json_array_remove(list, 1);
    rows = verdicts_of(list);
    expect(rows, "speedup_exp", "not applicable");
    json_decref(rows);
    json_decref(list);
}

/* A sample of the grid that tests/nightly/grid.sh runs whole: nothing is ever violated. */
static void no_bound_is_violated(void **state)
{
    static const char *const laws[] = {"exp:1",           "shifted:1,1",        "uniform:1/2,2",
                                       "deterministic:1", "hyperexp:1/2,4,2/5", "pareto:5/2,1"};
    static const char *const variants[] = {"sync",  "ksync K=3",  "kbsync K=3",
                                           "async", "kasync K=3", "kbasync K=3"};
    char text[512];
    (void)state;
    json_t *list = json_array();
    for (size_t v = 0; v < 6; v++)
        for (size_t l = 0; l < 6; l++) {
            snprintf(text, sizeof text,
                     "problem=quadratic dimension=10 largest=1 least=1/2 noise=1 gap=1 P=6 "
                     "eta=1/50 J=200 seeds=12 variant=%s law=%s",
                     variants[v], laws[l]);
            json_array_append_new(list, summary_of(text));
        }
    json_t *rows = verdicts_of(list);
    size_t i;
    const json_t *row;
    json_array_foreach(rows, i, row) if (strcmp(json_string_value(json_object_get(row, "verdict")),
                                                "violated") == 0)
        fail_msg("%s", json_dumps(row, JSON_INDENT(1)));
    assert_true(sp_compare_count(rows, "holds") > 80);
    json_decref(rows);
    json_decref(list);
}

static void what_a_report_shows(void **state)
{
    (void)state;
    json_t *list = json_array(), *document = json_object();
    json_array_append_new(list, summary_of(QUADRATIC "variant=sync P=4 J=100 seeds=3"));
    json_array_append_new(list, summary_of(QUADRATIC "variant=async P=4 J=100 seeds=3"));
    assert_int_equal(sp_present_runs(document, list, catalogue, &err), SP_OK);
    const json_t *curves = json_object_get(document, "curves");
    /* Two runs, each with its bound: eta is small enough for both. */
    assert_int_equal(json_array_size(curves), 4);
    const json_t *points = json_object_get(json_array_get(curves, 0), "points");
    assert_int_equal(json_array_size(points), 41);
    assert_int_equal(json_array_size(json_array_get(points, 3)), 4);
    const json_t *bound = json_object_get(json_array_get(curves, 1), "points");
    /* At update 0 the sync bound is the gap of the start, at time 0. */
    assert_true(json_number_value(json_array_get(json_array_get(bound, 0), 0)) == 0);
    assert_true(fabs(json_number_value(json_array_get(json_array_get(bound, 0), 1)) - 1) < 1e-9);
    assert_int_equal(json_array_size(json_object_get(document, "runs")), 2);
    assert_int_equal(json_array_size(json_object_get(document, "constants")), 5);
    json_decref(document);
    json_decref(list);
}

static void a_contradicted_constant_is_named(void **state)
{
    (void)state;
    json_t *list = json_array();
    json_array_append_new(list, summary_of(QUADRATIC "variant=sync P=4 J=100 seeds=3"));
    falsify(json_array_get(list, 0), "largest_variance", 1.5, 0);
    json_t *rows = verdicts_of(list);
    expect(rows, "sigma2", "violated");
    assert_non_null(strstr(text_of(rows, "sigma2", "reason"), "met a variance of 1.5"));
    json_decref(rows);
    json_decref(list);
}

static void error_feedback_is_judged_at_its_view(void **state)
{
    (void)state;
    json_t *list = json_array();
    json_array_append_new(list, summary_of("problem=quadratic dimension=20 eta=1/20 J=200 top=5 "
                                           "variant=sync P=4 seeds=8"));
    json_array_append_new(list, summary_of("problem=quadratic dimension=20 eta=1/20 J=200 top=5 "
                                           "variant=async P=4 seeds=8"));
    json_t *rows = verdicts_of(list);
    expect(rows, "nonconvex_ef_Mfree", "holds");
    expect(rows, "sync_pl", "not applicable");
    assert_non_null(strstr(text_of(rows, "sync_pl", "reason"), "compressed"));
    expect(rows, "async_issue_pl", "not applicable");
    json_decref(rows);
    json_decref(list);
}

static void bad_summaries_are_told(void **state)
{
    json_t *rows;
    (void)state;
    json_t *list = json_array();
    json_array_append_new(list, summary_of(QUADRATIC "variant=sync P=4 J=100 seeds=2"));
    json_t *summary = json_array_get(list, 0);
    json_object_del(json_array_get(json_object_get(summary, "runs"), 1), "final_gap");
    assert_int_equal(sp_compare(&rows, list, catalogue, &err), SP_INPUT);
    assert_non_null(strstr(err.text, "seed number 2 has no final_gap"));
    json_array_clear(json_object_get(summary, "constants"));
    assert_int_equal(sp_compare(&rows, list, catalogue, &err), SP_INPUT);
    assert_non_null(strstr(err.text, "does not tell the constant L"));
    json_array_clear(json_object_get(summary, "runs"));
    assert_int_equal(sp_compare(&rows, list, catalogue, &err), SP_INPUT);
    assert_int_equal(sp_summary_read(list, "/nowhere.json", &err), SP_INPUT);
    assert_int_equal(sp_summary_read(list, "tests/vectors/runtime.json", &err), SP_INPUT);
    json_decref(list);
}

static int set_up(void **state)
{
    (void)state;
    catalogue = sp_catalogue_new();
    return catalogue == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    sp_catalogue_free(catalogue);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tight_case_is_met),
        cmocka_unit_test(verdicts_follow_the_limits),
        cmocka_unit_test(equations_are_refuted_from_both_sides),
        cmocka_unit_test(a_failed_condition_is_named_with_its_numbers),
        cmocka_unit_test(one_seed_decides_nothing_but_conservation),
        cmocka_unit_test(speed_up_of_pairs),
        cmocka_unit_test(no_bound_is_violated),
        cmocka_unit_test(what_a_report_shows),
        cmocka_unit_test(a_contradicted_constant_is_named),
        cmocka_unit_test(error_feedback_is_judged_at_its_view),
        cmocka_unit_test(bad_summaries_are_told),
    };
    return cmocka_run_group_tests_name("runs against bounds", tests, set_up, tear_down);
}

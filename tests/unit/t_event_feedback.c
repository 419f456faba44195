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
#include "runs/engine/feedback.h"
#include "runs/measure/experiment.h"
#include "runs/measure/measure.h"

static struct sp_error err;

enum { N = 6 };

/* One learner, by hand: gradients are exact in binary, so that everything is. */
static void what_is_not_sent_is_kept(void **state)
{
    const char *kernel;
    (void)state;
    struct sp_feedback *f = sp_feedback_new(2, N);
    double first[N] = {1, -8, 2, 8, 0, 4}, second[N] = {1, 1, 5, 0, 0, -4};
    assert_int_equal(sp_feedback_send(f, first, 1, 2, &kernel), 0);
    const double sent[N] = {0, -8, 0, 8, 0, 0};
    assert_memory_equal(first, sent, sizeof sent);
    /* Residual (1, 0, 2, 0, 0, 4); with the second gradient (2, 1, 7, 0, 0, 0). */
    assert_int_equal(sp_feedback_send(f, second, 1, 1, &kernel), 0);
    const double sent_next[N] = {0, 0, 7, 0, 0, 0};
    assert_memory_equal(second, sent_next, sizeof sent_next);
    double mean[N];
    sp_feedback_mean(f, mean);
    const double expected[N] = {1, 0.5, 0, 0, 0, 0}; /* half of (2, 1, 0, 0, 0, 0) */
    assert_memory_equal(mean, expected, sizeof expected);
    sp_feedback_free(f);
}

static void drift_sees_what_is_lost(void **state)
{
    const char *kernel;
    double w[N] = {0}, scratch[N], gradient[N] = {1, -8, 2, 8, 0, 4};
    (void)state;
    struct sp_feedback *f = sp_feedback_new(1, N);
    assert_int_equal(sp_feedback_send(f, gradient, 0, 2, &kernel), 0);
    for (int k = 0; k < N; k++)
        w[k] -= 0.5 * gradient[k];
    assert_true(sp_feedback_drift(f, w, NULL, 0.5, scratch) == 0);
    f->residuals[2] = 0; /* a residual is dropped */
    assert_true(sp_feedback_drift(f, w, NULL, 0.5, scratch) > 0.1);
    sp_feedback_free(f);
}

static void a_nan_is_refused_by_name(void **state)
{
    const char *kernel;
    double gradient[N] = {1, NAN, 2, 8, 0, 4};
    (void)state;
    struct sp_feedback *f = sp_feedback_new(1, N);
    assert_true(sp_feedback_send(f, gradient, 0, 2, &kernel) < 0);
    assert_string_equal(kernel, "reduce_axpy");
    assert_true(f->residuals[0] == 0);
    sp_feedback_free(f);
}

/* Sending everything is not compressing. */
static void keeping_all_changes_nothing(void **state)
{
    struct sp_problem problem;
    json_t *with, *without;
    (void)state;
    const char *texts[] = {"problem=quadratic dimension=9 eta=1/20 J=50 seeds=1 top=9",
                           "problem=quadratic dimension=9 eta=1/20 J=50 seeds=1"};
    json_t **summaries[] = {&with, &without};
    for (int k = 0; k < 2; k++) {
        struct sp_run_setting s = make_setting(texts[k]);
        assert_int_equal(sp_run_setting_problem(&problem, &s, &err), SP_OK);
        assert_int_equal(sp_experiment_run(summaries[k], &s, &problem, NULL, &err), SP_OK);
        sp_problem_clear(&problem);
        sp_run_setting_clear(&s);
    }
    const json_t *a = json_array_get(json_object_get(with, "runs"), 0);
    const json_t *b = json_array_get(json_object_get(without, "runs"), 0);
    assert_true(json_equal(json_object_get(a, "checkpoints"), json_object_get(b, "checkpoints")));
    assert_true(json_number_value(json_object_get(a, "largest_view_distance")) == 0);
    json_decref(with);
    json_decref(without);
}

/* A residual that is changed behind the run's back stops it at the next probe. */
struct spoiler {
    struct sp_measure measure;
    struct sp_simulation run;
};

static enum sp_status spoil(void *self, const struct sp_moment *now, struct sp_error *e)
{
    struct spoiler *s = self;
    if (now->update == 20)
        s->run.feedback->residuals[3] += 1;
    return sp_measure_view(&s->measure, now, 1, e);
}

static void a_broken_view_identity_stops_the_run(void **state)
{
    struct sp_problem problem;
    struct spoiler all;
    struct sp_trace trace = {0};
    (void)state;
    struct sp_run_setting s =
        make_setting("problem=quadratic dimension=9 eta=1/20 J=50 top=2 variant=sync");
    assert_int_equal(sp_run_setting_problem(&problem, &s, &err), SP_OK);
    assert_int_equal(sp_simulation_open(&all.run, &s, &problem, 1, &err), SP_OK);
    assert_int_equal(sp_measure_start(&all.measure, &all.run, &trace, &err), SP_OK);
    const struct sp_watch watch = {&all, NULL, NULL, spoil};
    assert_int_equal(sp_simulation_run(&all.run, &watch, &err), SP_INTERNAL);
    assert_non_null(strstr(err.text, "update 20"));
    assert_non_null(strstr(err.text, "view identity"));
    sp_measure_clear(&all.measure);
    sp_simulation_close(&all.run);
    sp_problem_clear(&problem);
    sp_run_setting_clear(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_sent_is_kept),
        cmocka_unit_test(drift_sees_what_is_lost),
        cmocka_unit_test(a_nan_is_refused_by_name),
        cmocka_unit_test(keeping_all_changes_nothing),
        cmocka_unit_test(a_broken_view_identity_stops_the_run),
    };
    return cmocka_run_group_tests_name("error feedback in runs", tests, NULL, NULL);
}

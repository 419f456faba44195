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
#include <time.h>

#include "run_setting.h"
#include "runs/engine/threads.h"
#include "runs/measure/experiment.h"

static struct sp_error err;

struct outcome {
    double w[20], time;
    uint64_t version, issued, applied, cancelled, staleness;
    enum sp_status status;
};

static struct outcome outcome_of(const char *text, int threads)
{
    struct outcome result = {0};
    struct sp_problem problem;
    struct sp_simulation run;
    struct sp_run_setting setting = make_setting(text);
    setting.engine = threads ? SP_THREADS : SP_SIMULATE;
    assert_int_equal(sp_run_setting_problem(&problem, &setting, &err), SP_OK);
    assert_true(problem.dimension <= 20);
    assert_int_equal(sp_simulation_open(&run, &setting, &problem, setting.seed, &err), SP_OK);
    result.status =
        threads ? sp_threads_run(&run, NULL, &err) : sp_simulation_run(&run, NULL, &err);
    if (run.w != NULL)
        memcpy(result.w, run.w, problem.dimension * sizeof *run.w);
    result.time = run.time;
    result.version = run.server->version;
    result.issued = run.server->issued;
    result.applied = run.server->applied;
    result.cancelled = run.server->cancelled;
    result.staleness = run.server->staleness;
    sp_simulation_close(&run);
    sp_problem_clear(&problem);
    sp_run_setting_clear(&setting);
    return result;
}

#define COMMON " problem=quadratic dimension=20 eta=1/50 m=3"

/* One learner has no company: the virtual and the real clock give the same iterates. */
static void one_learner_is_the_simulation(void **state)
{
    static const char *const texts[] = {
        "variant=async P=1 J=150" COMMON, "variant=sync P=1 J=150" COMMON,
        "variant=kbsync P=1 K=3 J=80" COMMON, "variant=kbasync P=1 K=4 J=80" COMMON,
        "variant=async P=1 J=100 top=4" COMMON};
    (void)state;
    for (size_t k = 0; k < 5; k++) {
        struct outcome real = outcome_of(texts[k], 1), virtual = outcome_of(texts[k], 0);
        assert_int_equal(real.status, SP_OK);
        assert_memory_equal(real.w, virtual.w, sizeof real.w);
    }
}

/* All wait for all: whoever comes first, the sum has the same terms, in another order. */
static void sync_differs_by_rounding_only(void **state)
{
    (void)state;
    struct outcome real = outcome_of("variant=sync P=5 J=60" COMMON, 1);
    struct outcome virtual = outcome_of("variant=sync P=5 J=60" COMMON, 0);
    for (int k = 0; k < 20; k++)
        assert_true(fabs(real.w[k] - virtual.w[k]) < 1e-12);
}

static void every_variant_keeps_its_books(void **state)
{
    static const struct {
        const char *text;
        uint64_t K;
        int cancels;
    } cases[] = {
        {"variant=ksync P=5 K=3 J=80" COMMON, 3, 1},
        {"variant=kbsync P=5 K=7 J=80" COMMON, 7, 1},
        {"variant=async P=5 J=80" COMMON, 1, 0},
        {"variant=kasync P=5 K=3 J=80" COMMON, 3, 0},
        {"variant=kbasync P=5 K=7 J=80" COMMON, 7, 0},
        {"variant=kasync P=3 K=2 J=9 problem=none", 2, 0},
    };
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        struct outcome x = outcome_of(cases[k].text, 1);
        if (x.status != SP_OK)
            fail_msg("%s: %s", cases[k].text, err.text);
        assert_true(x.applied == cases[k].K * x.version && x.time > 0);
        assert_true(cases[k].cancels ? x.staleness == 0 : x.cancelled == 0);
        assert_true(cases[k].cancels ? x.cancelled > 0 : 1);
    }
}

/* Deterministic delays far above the time of a gradient: sync waits for each of them. */
static void sleeping_takes_its_time(void **state)
{
    (void)state;
    struct outcome x = outcome_of("variant=sync P=4 J=5 law=deterministic:2 sleep=1/100" COMMON, 1);
    assert_true(x.status == SP_OK && x.time >= 0.1);
    /* One learner of two is awaited; delays are 10 us or, mostly cancelled, minutes. In none of the
     * six rounds of this seed are both slow, so nobody sleeps for minutes if all are woken. */
    time_t began = time(NULL);
    x = outcome_of("variant=ksync P=2 K=1 J=6 seed=8 law=hyperexp:1/2,100000,1/100 sleep=1" COMMON,
                   1);
    assert_true(x.status == SP_OK && x.cancelled == 6);
    assert_true(time(NULL) - began < 30);
}

static void divergence_stops_all(void **state)
{
    (void)state;
    struct outcome x = outcome_of("variant=async P=4 problem=quadratic dimension=20 eta=1000 "
                                  "noise=0 J=100000",
                                  1);
    assert_int_equal(x.status, SP_FALSE);
    assert_non_null(strstr(err.text, "the run diverges: update "));
    for (int k = 0; k < 20; k++)
        assert_true(isfinite(x.w[k]));
}

static void measured_like_a_simulation(void **state)
{
    struct sp_problem problem;
    json_t *summary;
    (void)state;
    struct sp_run_setting s =
        make_setting("engine=threads variant=async P=3 J=300 seeds=2 checkpoints=7" COMMON);
    assert_int_equal(sp_run_setting_problem(&problem, &s, &err), SP_OK);
    if (sp_experiment_run(&summary, &s, &problem, NULL, &err) != SP_OK)
        fail_msg("%s", err.text);
    const json_t *run = json_array_get(json_object_get(summary, "runs"), 1);
    const json_t *points = json_object_get(run, "checkpoints"), *point;
    size_t i;
    double time = -1;
    assert_int_equal(json_array_size(points), 8);
    json_array_foreach(points, i, point)
    {
        assert_true(json_number_value(json_object_get(point, "time")) > time);
        time = json_number_value(json_object_get(point, "time"));
    }
    assert_int_equal(
        json_integer_value(json_object_get(json_object_get(run, "staleness"), "total")), 600);
    json_decref(summary);
    sp_problem_clear(&problem);
    sp_run_setting_clear(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_learner_is_the_simulation),
        cmocka_unit_test(sync_differs_by_rounding_only),
        cmocka_unit_test(every_variant_keeps_its_books),
        cmocka_unit_test(sleeping_takes_its_time),
        cmocka_unit_test(divergence_stops_all),
        cmocka_unit_test(measured_like_a_simulation),
    };
    return cmocka_run_group_tests_name("threads", tests, NULL, NULL);
}

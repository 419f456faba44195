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
#include "runs/engine/simulate.h"

static struct sp_error err;

struct outcome {
    double time, w[100];
    uint64_t events, version;
};

static struct outcome outcome_of(const char *text)
{
    struct outcome result = {0};
    struct sp_problem problem;
    struct sp_simulation run;
    struct sp_run_setting setting = make_setting(text);
    assert_int_equal(sp_run_setting_problem(&problem, &setting, &err), SP_OK);
    assert_true(problem.dimension <= 100);
    assert_int_equal(sp_simulation_open(&run, &setting, &problem, setting.seed, &err), SP_OK);
    if (sp_simulation_run(&run, NULL, &err) != SP_OK)
        fail_msg("%s: %s", text, err.text);
    result.time = run.time;
    result.events = run.books.events;
    result.version = run.server->version;
    if (run.w != NULL)
        memcpy(result.w, run.w, problem.dimension * sizeof *run.w);
    sp_simulation_close(&run);
    sp_problem_clear(&problem);
    sp_run_setting_clear(&setting);
    return result;
}

#define COMMON " problem=quadratic dimension=20 eta=1/50 J=300 m=3"

static void same(const char *a, const char *b)
{
    struct outcome x = outcome_of(a), y = outcome_of(b);
    if (memcmp(&x, &y, sizeof x) != 0)
        fail_msg("'%s' and '%s' differ: times %a and %a", a, b, x.time, y.time);
}

/* Runtime notes, 2.7. */
static void variants_that_must_agree_to_the_bit(void **state)
{
    (void)state;
    same("variant=async P=6" COMMON, "variant=kasync K=1 P=6" COMMON);
    same("variant=async P=6" COMMON, "variant=kbasync K=1 P=6" COMMON);
    same("variant=ksync K=1 P=6" COMMON, "variant=kbsync K=1 P=6" COMMON);
    same("variant=kasync K=6 P=6" COMMON, "variant=ksync K=6 P=6" COMMON);
    same("variant=sync P=6" COMMON, "variant=ksync K=6 P=6" COMMON);
    same("variant=kbsync K=4 P=1" COMMON, "variant=kbasync K=4 P=1" COMMON);
    same("variant=sync P=1" COMMON, "variant=async P=1" COMMON);
}

static void a_seed_gives_the_same_bits(void **state)
{
    (void)state;
    same("variant=kbasync K=3 P=5 seed=9" COMMON, "variant=kbasync K=3 P=5 seed=9" COMMON);
    struct outcome x = outcome_of("variant=kbasync K=3 P=5 seed=9" COMMON);
    struct outcome y = outcome_of("variant=kbasync K=3 P=5 seed=10" COMMON);
    assert_true(x.time != y.time && x.w[0] != y.w[0]);
}

/* On every machine and at every level of optimisation. */
static void the_bits_are_these(void **state)
{
    (void)state;
    struct outcome x = outcome_of("variant=async P=6 seed=1" COMMON);
    struct outcome y = outcome_of("variant=kasync K=3 P=6 law=pareto:3,1 seed=1" COMMON);
    char text[256];
    snprintf(text, sizeof text, "%a %a %a %a", x.time, x.w[0], y.time, y.w[19]);
    assert_string_equal(text, "0x1.95fad096825e1p+5 0x1.3581687275c34p-8 "
                              "0x1.0bb950cf00cecp+8 0x1.2a78212149d0dp-1");
}

/* Without noise, w_J = (1 - eta lambda)^J w_0 in every coordinate. */
static void exact_gradients_give_gradient_descent(void **state)
{
    (void)state;
    struct outcome x = outcome_of("variant=ksync K=3 P=6 problem=quadratic dimension=5 largest=2 "
                                  "least=1 noise=0 gap=3 eta=1/10 J=40");
    for (int i = 0; i < 5; i++) {
        double lambda = 2 - i / 4.0, start = sqrt(2 * 3 / (5 * lambda));
        assert_true(fabs(x.w[i] / (start * pow(1 - 0.1 * lambda, 40)) - 1) < 1e-12);
    }
}

static void deterministic_times_are_known(void **state)
{
    (void)state;
    struct outcome x = outcome_of("variant=async P=8 problem=none law=deterministic:1 J=100");
    assert_true(x.time == 13); /* ceil(100/8) */
    x = outcome_of("variant=sync P=8 problem=none law=deterministic:1 J=100");
    assert_true(x.time == 100);
    x = outcome_of("variant=kbsync K=20 P=8 problem=none law=deterministic:1 J=10");
    assert_true(x.time == 30); /* ceil(20/8) each */
}

static void divergence_is_stopped_and_named(void **state)
{
    struct sp_problem problem;
    struct sp_simulation run;
    (void)state;
    struct sp_run_setting setting =
        make_setting("variant=async P=4 problem=quadratic eta=1000 J=100000 noise=0");
    assert_int_equal(sp_run_setting_problem(&problem, &setting, &err), SP_OK);
    assert_int_equal(sp_simulation_open(&run, &setting, &problem, 1, &err), SP_OK);
    assert_int_equal(sp_simulation_run(&run, NULL, &err), SP_FALSE);
    assert_non_null(strstr(err.text, "the run diverges: update "));
    assert_non_null(strstr(err.text, "kernel "));
    for (size_t i = 0; i < problem.dimension; i++)
        assert_true(isfinite(run.w[i]));
    sp_simulation_close(&run);
    sp_problem_clear(&problem);
    sp_run_setting_clear(&setting);
}

static void a_broken_law_stops_the_run(void **state)
{
    struct sp_problem problem;
    struct sp_simulation run;
    (void)state;
    struct sp_run_setting setting = make_setting("variant=async P=4 problem=none J=100");
    assert_int_equal(sp_run_setting_problem(&problem, &setting, &err), SP_OK);
    assert_int_equal(sp_simulation_open(&run, &setting, &problem, 1, &err), SP_OK);
    run.server->staleness += 1;
    assert_int_equal(sp_simulation_run(&run, NULL, &err), SP_INTERNAL);
    assert_non_null(strstr(err.text, "event 1, update 1"));
    assert_non_null(strstr(err.text, "2.6"));
    sp_simulation_close(&run);
    sp_problem_clear(&problem);
    sp_run_setting_clear(&setting);
}

/* The drained iterate of one learner: its gradient in flight is applied, which is the next
 * update. */
static void draining_applies_what_is_in_flight(void **state)
{
    struct sp_problem problem;
    struct sp_simulation run;
    double z[20];
    (void)state;
    struct sp_run_setting setting = make_setting("variant=async P=1" COMMON);
    assert_int_equal(sp_run_setting_problem(&problem, &setting, &err), SP_OK);
    assert_int_equal(sp_simulation_open(&run, &setting, &problem, 1, &err), SP_OK);
    assert_int_equal(sp_simulation_run(&run, NULL, &err), SP_OK);
    assert_int_equal(sp_simulation_drain(&run, z, &err), SP_OK);
    sp_simulation_close(&run);
    setting.updates++;
    assert_int_equal(sp_simulation_open(&run, &setting, &problem, 1, &err), SP_OK);
    assert_int_equal(sp_simulation_run(&run, NULL, &err), SP_OK);
    assert_memory_equal(z, run.w, sizeof z);
    sp_simulation_close(&run);
    sp_problem_clear(&problem);
    sp_run_setting_clear(&setting);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variants_that_must_agree_to_the_bit),
        cmocka_unit_test(a_seed_gives_the_same_bits),
        cmocka_unit_test(the_bits_are_these),
        cmocka_unit_test(exact_gradients_give_gradient_descent),
        cmocka_unit_test(deterministic_times_are_known),
        cmocka_unit_test(divergence_is_stopped_and_named),
        cmocka_unit_test(a_broken_law_stops_the_run),
        cmocka_unit_test(draining_applies_what_is_in_flight),
    };
    return cmocka_run_group_tests_name("event simulation", tests, NULL, NULL);
}

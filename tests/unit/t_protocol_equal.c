/* SPDX-License-Identifier: Apache-2.0 */
/* Protocols that must be the same method are, bit for bit: the machines decide, the kernels
 * compute, on a quadratic with noise. The variants' own equivalences are in t_event_simulate.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "run_setting.h"
#include "runs/engine/simulate.h"
#include "staleproof.h"

#define COMMON " problem=quadratic dimension=20 eta=1/50 J=300 m=3 seed=7"

enum { D = 20, P = 5, STEPS = 200, STEPS_SERIAL = 300 };

static struct sp_error err;

struct bench {
    struct sp_run_setting setting;
    struct sp_problem problem;
};

static struct bench open_bench(const char *text)
{
    struct bench b = {.setting = make_setting(text)};
    assert_int_equal(sp_run_setting_problem(&b.problem, &b.setting, &err), SP_OK);
    assert_true(b.problem.dimension == D);
    return b;
}

static void close_bench(struct bench *b)
{
    sp_problem_clear(&b->problem);
    sp_run_setting_clear(&b->setting);
}

static void start_at(const struct bench *b, double *w)
{
    memset(w, 0, D * sizeof *w);
    if (b->problem.start != NULL)
        memcpy(w, b->problem.start, D * sizeof *w);
}

/* The gradient of learner i's job number `job`, as the simulator draws it. */
static void gradient(const struct bench *b, double *g, const double *w, uint32_t i, uint64_t job)
{
    struct sp_stream stream;
    sp_stream_start(&stream, b->setting.seed, SP_FOR_SAMPLE, i, job);
    assert_int_equal(b->problem.kind->gradient(&b->problem, g, w, b->setting.batch, &stream), 0);
}

static void simulated(const char *text, double *w, double *time)
{
    struct bench b = open_bench(text);
    struct sp_simulation run;
    assert_int_equal(sp_simulation_open(&run, &b.setting, &b.problem, b.setting.seed, &err), SP_OK);
    assert_int_equal(sp_simulation_run(&run, NULL, &err), SP_OK);
    memcpy(w, run.w, D * sizeof *w);
    *time = run.time;
    sp_simulation_close(&run);
    close_bench(&b);
}

/* Bounded delay 0 with one learner is SGD on one machine. */
static void block_of_one_is_serial(void **state)
{
    struct bench b = open_bench("variant=sync P=1" COMMON);
    struct sp_server_block *s = calloc(1, sizeof *s);
    double w[D], g[D], serial[D], time;
    (void)state;
    start_at(&b, w);
    assert_int_equal(sp_checked_server_block_start(s, 1, 0), SP_CODE_OK);
    for (uint64_t job = 1; job <= STEPS_SERIAL; job++) {
        gradient(&b, g, w, 0, job);
        assert_int_equal(sp_checked_server_block_next(s), 1); /* nothing yet */
        assert_int_equal(sp_checked_server_block_deliver(s, 0), SP_CODE_OK);
        assert_int_equal(sp_checked_server_block_next(s), 0);
        assert_int_equal(sp_checked_step_sgd_f64(w, g, D, b.setting.rule.eta), SP_CODE_OK);
        assert_int_equal(sp_checked_server_block_apply(s, 0), 0);
    }
    simulated("variant=sync P=1" COMMON, serial, &time);
    assert_memory_equal(w, serial, sizeof w);
    assert_true(s->version == STEPS_SERIAL && s->staleness == 0);
    free(s);
    close_bench(&b);
}

/* One step of P synchronous workers: the mean of all, in the order of the workers. */
static void mean_step(double *w, double (*part)[D], const uint8_t *here, double eta)
{
    double sum[D] = {0};
    for (int i = 0; i < P; i++)
        if (here == NULL || here[i])
            assert_int_equal(sp_checked_reduce_axpy_f64(sum, part[i], D, 1), SP_CODE_OK);
    assert_int_equal(sp_checked_step_sgd_f64(w, sum, D, eta / P), SP_CODE_OK);
}

static uint32_t scramble(uint32_t *x)
{
    *x = *x * 1664525u + 1013904223u;
    return *x >> 16;
}

/* Delivers headers and parts in an arbitrary order until the scheduler lets the step go. */
static void deliver_until_released(struct sp_elastic *s, const double (*part)[D], uint32_t *x)
{
    for (uint32_t i = 0; i < P; i++) {
        const double norm = sp_reduce_squared_norm_f64(part[i], D);
        assert_int_equal(sp_checked_elastic_header(s, i, sp_elastic_weight_of(norm, 0x1p-20)), 0);
    }
    while (sp_checked_elastic_may(s) == 0) {
        const uint32_t i = scramble(x) % P;
        if (!s->here[i])
            assert_int_equal(sp_checked_elastic_arrive(s, i), 0);
    }
    assert_int_equal(sp_checked_elastic_release(s), SP_CODE_OK);
}

/* Late parts come, and the next step begins. */
static void finish_step(struct sp_elastic *s)
{
    for (uint32_t i = 0; i < P; i++)
        if (!s->here[i])
            assert_int_equal(sp_checked_elastic_arrive(s, i), 1);
    assert_int_equal(sp_checked_elastic_begin(s), SP_CODE_OK);
}

/* The whole method with a share; returns how many steps went on without some part. */
static int elastic(uint32_t share, double *w, double *synchronous)
{
    struct bench b = open_bench("variant=sync P=5" COMMON);
    struct sp_elastic *s = calloc(1, sizeof *s);
    uint32_t x = 11;
    int early = 0;
    start_at(&b, w);
    start_at(&b, synchronous);
    assert_int_equal(sp_checked_elastic_start(s, P, share, UINT64_MAX), SP_CODE_OK);
    for (uint64_t step = 1; step <= STEPS; step++) {
        double part[P][D], other[P][D];
        for (uint32_t i = 0; i < P; i++) {
            gradient(&b, part[i], w, i, step);
            gradient(&b, other[i], synchronous, i, step);
        }
        deliver_until_released(s, part, &x);
        early += s->left > 0;
        mean_step(w, part, s->here, b.setting.rule.eta);
        mean_step(synchronous, other, NULL, b.setting.rule.eta);
        finish_step(s);
    }
    free(s);
    close_bench(&b);
    return early;
}

/* beta = 1: nothing is missing. (A smaller beta gives other bits, so the test can fail.) */
static void share_one_is_synchronous(void **state)
{
    double w[D], synchronous[D];
    (void)state;
    assert_int_equal(elastic(SP_ELASTIC_WHOLE, w, synchronous), 0);
    assert_memory_equal(w, synchronous, sizeof w);
    assert_true(elastic(SP_ELASTIC_WHOLE / 2, w, synchronous) > 0);
    assert_memory_not_equal(w, synchronous, sizeof w);
}

/* Error feedback that keeps all d entries, in every variant; one that keeps fewer differs. */
static void keeping_every_entry_is_no_compression(void **state)
{
    static const char *const variants[] = {"sync",   "ksync K=3",  "kbsync K=7",
                                           "async",  "kasync K=3", "kbasync K=7"};
    (void)state;
    for (size_t k = 0; k < sizeof variants / sizeof *variants; k++) {
        char plain[256], whole[256], part[256];
        double w[D], v[D], u[D], time, same_time, other_time;
        snprintf(plain, sizeof plain, "P=5 variant=%s" COMMON, variants[k]);
        snprintf(whole, sizeof whole, "P=5 top=20 variant=%s" COMMON, variants[k]);
        snprintf(part, sizeof part, "P=5 top=19 variant=%s" COMMON, variants[k]);
        simulated(plain, w, &time);
        simulated(whole, v, &same_time);
        simulated(part, u, &other_time);
        assert_memory_equal(w, v, sizeof w);
        assert_memory_equal(&time, &same_time, sizeof time);
        assert_memory_not_equal(w, u, sizeof w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(block_of_one_is_serial),
        cmocka_unit_test(share_one_is_synchronous),
        cmocka_unit_test(keeping_every_entry_is_no_compression),
    };
    return cmocka_run_group_tests_name("protocols that must agree", tests, NULL, NULL);
}

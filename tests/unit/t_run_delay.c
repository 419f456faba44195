/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <gsl/gsl_cdf.h>
#include <math.h>

#include "runs/engine/delay.h"
#include "runs/engine/random.h"

static struct sp_error err;

static void streams_are_functions_of_their_names(void **state)
{
    struct sp_stream a, b;
    (void)state;
    sp_stream_start(&a, 0x123456789abcdefULL, SP_FOR_SAMPLE, 77, 1ULL << 40);
    sp_stream_start(&b, 0x123456789abcdefULL, SP_FOR_SAMPLE, 77, 1ULL << 40);
    for (int k = 0; k < 1000; k++)
        assert_int_equal(sp_stream_word(&a), sp_stream_word(&b));
}

/* One name changed at a time gives another stream. */
static void every_part_of_the_name_counts(void **state)
{
    struct sp_stream s[6];
    uint32_t first[6];
    (void)state;
    sp_stream_start(&s[0], 1, SP_FOR_DELAY, 0, 0);
    sp_stream_start(&s[1], 2, SP_FOR_DELAY, 0, 0);
    sp_stream_start(&s[2], 1ULL << 32 | 1, SP_FOR_DELAY, 0, 0);
    sp_stream_start(&s[3], 1, SP_FOR_SAMPLE, 0, 0);
    sp_stream_start(&s[4], 1, SP_FOR_DELAY, 1, 0);
    sp_stream_start(&s[5], 1, SP_FOR_DELAY, 0, 1ULL << 32);
    for (int k = 0; k < 6; k++) {
        first[k] = sp_stream_word(&s[k]);
        for (int l = 0; l < k; l++)
            assert_int_not_equal(first[k], first[l]);
    }
}

static void below_is_uniform(void **state)
{
    enum { CELLS = 7, DRAWS = 70000 };
    uint32_t count[CELLS] = {0};
    struct sp_stream stream;
    double chi2 = 0;
    (void)state;
    sp_stream_start(&stream, 3, SP_FOR_SAMPLE, 0, 0);
    for (int k = 0; k < DRAWS; k++)
        count[sp_stream_below(&stream, CELLS)]++;
    for (int k = 0; k < CELLS; k++)
        chi2 += pow((double)count[k] - DRAWS / CELLS, 2) / (DRAWS / CELLS);
    assert_true(chi2 < 22.46); /* 0.999 quantile, 6 degrees of freedom */
    for (int k = 0; k < 100; k++)
        assert_int_equal(sp_stream_below(&stream, 1), 0);
    for (int k = 0; k < 100; k++)
        assert_true(sp_stream_below(&stream, 0x80000001u) <= 0x80000000u);
}

/* The distribution function of each law, for the test of Kolmogorov and Smirnov. */
static double distribution(const struct sp_delay *d, double t)
{
    const double *p = d->parameter;
    switch (d->kind) {
    case SP_DELAY_EXP:
        return 1 - exp(-p[0] * t);
    case SP_DELAY_SHIFTED:
        return 1 - exp(-p[1] * (t - p[0]));
    case SP_DELAY_PARETO:
        return 1 - pow(p[1] / t, p[0]);
    case SP_DELAY_UNIFORM:
        return (t - p[0]) / (p[1] - p[0]);
    case SP_DELAY_WEIBULL:
        return 1 - exp(-pow(t / p[1], p[0]));
    case SP_DELAY_GAMMA:
    case SP_DELAY_ERLANG:
        return gsl_cdf_gamma_P(t, p[0], 1 / p[1]);
    case SP_DELAY_LOGNORMAL:
        return gsl_cdf_lognormal_P(t, p[0], p[1]);
    default:
        return 1 - p[0] * exp(-p[1] * t) - (1 - p[0]) * exp(-p[2] * t);
    }
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

#define DRAWS 20000

static void draw_all(const struct sp_delay *delay, double *draws)
{
    struct sp_stream stream;
    for (uint32_t k = 0; k < DRAWS; k++) {
        sp_stream_start(&stream, 11, SP_FOR_DELAY, k % 8, k / 8);
        draws[k] = sp_delay_draw(delay, &stream);
    }
}

static void draws_have_their_law(void **state)
{
    static const char *const texts[] = {"exp:2",         "shifted:1/2,3",      "pareto:3,2",
                                        "uniform:1,4",   "hyperexp:1/2,4,2/5", "weibull:3/2,2",
                                        "weibull:1/2,2", "gamma:5/2,3",        "gamma:1/2,1/4",
                                        "erlang:3,2",    "lognormal:1/4,3/4"};
    static double draws[DRAWS];
    (void)state;
    for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) {
        struct sp_delay delay;
        double distance = 0, sum = 0;
        assert_int_equal(sp_delay_read(&delay, texts[k], &err), SP_OK);
        draw_all(&delay, draws);
        qsort(draws, DRAWS, sizeof *draws, ascending);
        for (int i = 0; i < DRAWS; i++) {
            double f = distribution(&delay, draws[i]);
            distance = fmax(distance,
                            fmax(fabs(f - (double)i / DRAWS), fabs(f - (double)(i + 1) / DRAWS)));
            sum += draws[i];
        }
        /* 1.95: the 0.999 quantile of Kolmogorov's law. */
        if (!(distance * sqrt(DRAWS) < 1.95))
            fail_msg("%s: distance %g", texts[k], distance);
        assert_true(fabs(sum / DRAWS / sp_delay_mean(&delay) - 1) < 0.05);
    }
}

static void deterministic_is(void **state)
{
    struct sp_delay delay;
    struct sp_stream stream;
    (void)state;
    assert_int_equal(sp_delay_read(&delay, "deterministic:5ms", &err), SP_OK);
    sp_stream_start(&stream, 1, SP_FOR_DELAY, 0, 0);
    assert_true(sp_delay_draw(&delay, &stream) == 0.005);
    assert_int_equal(sp_delay_class(&delay), SP_AGES_NLU);
}

static void bad_laws_are_told(void **state)
{
    static const char *const cases[][2] = {
        {"expp:1", "did you mean 'exp'"},
        {"exp", "exp:RATE"},
        {"exp:0", "exp:RATE, RATE > 0"},
        {"exp:-1", "exp:RATE"},
        {"exp:1,2,3,4,5", "exp:RATE"},
        {"shifted:1", "shifted:SHIFT,RATE"},
        {"uniform:2,1", "LOW < HIGH"},
        {"hyperexp:2,1,1", "0 <= P1 <= 1"},
        {"pareto:0,1", "both > 0"},
        {"exp:x", "law"},
        {"exp:nan", "law"},
        {"exp:1e400", "too large"},
        {"", "there is no law"},
    };
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        struct sp_delay delay = {.text = "untouched"};
        assert_int_equal(sp_delay_read(&delay, cases[k][0], &err), SP_USAGE);
        if (strstr(err.text, cases[k][1]) == NULL)
            fail_msg("'%s': '%s'", cases[k][0], err.text);
        assert_string_equal(delay.text, "untouched");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_are_functions_of_their_names),
        cmocka_unit_test(every_part_of_the_name_counts),
        cmocka_unit_test(below_is_uniform),
        cmocka_unit_test(draws_have_their_law),
        cmocka_unit_test(deterministic_is),
        cmocka_unit_test(bad_laws_are_told),
    };
    return cmocka_run_group_tests_name("random numbers and delays", tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <gmp.h>

#include "staleproof/code.h"
#include "staleproof/elastic_scheduler.h"

static struct sp_elastic *started(uint32_t parts, uint32_t share)
{
    struct sp_elastic *s = calloc(1, sizeof *s);
    assert_non_null(s);
    assert_int_equal(sp_checked_elastic_start(s, parts, share, UINT64_MAX), SP_CODE_OK);
    return s;
}

static uint32_t draw(uint64_t *seed, uint32_t n)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33) % n;
}

/* The rule from the records: all headers known, and 4096 times what is missing at most
 * (4096 - share) times the whole, in numbers of any length. */
static int light(const struct sp_elastic *s, const uint32_t *weight, const int *header,
                 const int *here)
{
    mpz_t missing, whole;
    mpz_inits(missing, whole, NULL);
    int all = 1;
    for (uint32_t i = 0; i < s->parts; i++) {
        all = all && header[i];
        mpz_add_ui(whole, whole, weight[i]);
        if (!here[i])
            mpz_add_ui(missing, missing, weight[i]);
    }
    mpz_mul_ui(missing, missing, SP_ELASTIC_WHOLE);
    mpz_mul_ui(whole, whole, SP_ELASTIC_WHOLE - s->share);
    const int result = all && mpz_cmp(missing, whole) <= 0;
    mpz_clears(missing, whole, NULL);
    return result;
}

#define MOST 9
/* One step with headers and parts in random order, released as soon as may be. */
static void one_step(struct sp_elastic *s, uint64_t *seed, uint32_t heaviest, unsigned *early)
{
    uint32_t weight[MOST] = {0}, late = 0;
    int header[MOST] = {0}, here[MOST] = {0}, released = 0;
    for (uint32_t left = s->parts; left > 0;) {
        const uint32_t i = draw(seed, s->parts);
        if (!header[i]) {
            weight[i] = heaviest == 0 ? 0 : draw(seed, heaviest);
            assert_int_equal(sp_checked_elastic_arrive(s, i), SP_CODE_PARAMETER);
            assert_int_equal(sp_checked_elastic_header(s, i, weight[i]), SP_CODE_OK);
            header[i] = 1;
        } else if (!here[i]) {
            assert_int_equal(sp_checked_elastic_arrive(s, i), released);
            here[i] = 1;
            left--;
            late += (uint32_t)released;
        } else {
            assert_int_equal(sp_checked_elastic_arrive(s, i), SP_CODE_PARAMETER);
            assert_int_equal(sp_checked_elastic_header(s, i, 1), SP_CODE_PARAMETER);
        }
        const int may = light(s, weight, header, here);
        assert_int_equal(sp_checked_elastic_may(s), may);
        assert_int_equal(sp_checked_elastic_release(s), may ? SP_CODE_OK : SP_CODE_PARAMETER);
        released = released || may;
        if (left > 0)
            assert_int_equal(sp_checked_elastic_begin(s), SP_CODE_PARAMETER);
    }
    for (uint32_t i = 0; i < s->parts; i++)
        assert_int_equal(s->applied[i], s->step);
    assert_true(released);
    *early += late > 0;
    assert_int_equal(sp_checked_elastic_begin(s), SP_CODE_OK);
}

static void agrees_with_the_rule(void **state)
{
    (void)state;
    static const uint32_t shares[] = {0, 1, 1024, 3277, 4095, 4096};
    uint64_t seed = 5;
    for (size_t k = 0; k < sizeof shares / sizeof shares[0]; k++)
        for (uint32_t parts = 1; parts <= MOST; parts++) {
            struct sp_elastic *s = started(parts, shares[k]);
            unsigned early = 0;
            for (unsigned step = 0; step < 60; step++)
                one_step(s, &seed, step % 3 == 0 ? 2 : SP_ELASTIC_MAX_WEIGHT, &early);
            if (parts > 2 && shares[k] < 3000)
                assert_true(early > 0); /* some step was released early */
            free(s);
        }
}

/* share = 4096: nothing that weighs anything is missing at release. All weights 0: at once. */
static void ends_of_the_range(void **state)
{
    (void)state;
    struct sp_elastic *s = started(3, SP_ELASTIC_WHOLE);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(sp_checked_elastic_may(s), 0);
        assert_int_equal(sp_checked_elastic_header(s, i, i), SP_CODE_OK);
    }
    for (uint32_t i = 2; i > 0; i--) {
        assert_int_equal(sp_checked_elastic_may(s), 0);
        assert_int_equal(sp_checked_elastic_arrive(s, i), 0);
    }
    assert_int_equal(sp_checked_elastic_release(s), SP_CODE_OK); /* what is missing weighs 0 */
    assert_int_equal(sp_checked_elastic_arrive(s, 0), 1);
    free(s);
    s = started(2, SP_ELASTIC_WHOLE);
    assert_int_equal(sp_checked_elastic_header(s, 0, 0), SP_CODE_OK);
    assert_int_equal(sp_checked_elastic_header(s, 1, 0), SP_CODE_OK);
    assert_int_equal(sp_checked_elastic_may(s), 1);
    free(s);
}

static void weights_are_rounded_up(void **state)
{
    (void)state;
    assert_int_equal(sp_elastic_weight_of(0, 1), 0);
    assert_int_equal(sp_elastic_weight_of(-0.0, 1), 0);
    assert_int_equal(sp_elastic_weight_of(0x1p-1074, 1), 1);
    assert_int_equal(sp_elastic_weight_of(2147483646.5, 1), SP_ELASTIC_MAX_WEIGHT);
    static const double none[][2] = {{NAN, 1},      {-1, 1},           {1, 0},
                                     {1, -1},       {1, NAN},          {1, INFINITY},
                                     {INFINITY, 1}, {2147483647.0, 1}, {1, 0x1p-1074}};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        assert_int_equal(sp_elastic_weight_of(none[i][0], none[i][1]), SP_ELASTIC_NO_WEIGHT);
    uint64_t seed = 9;
    mpq_t norm, unit, bound;
    mpq_inits(norm, unit, bound, NULL);
    for (unsigned trial = 0; trial < 20000; trial++) {
        const double u = ldexp(1 + draw(&seed, 1u << 30) * 0x1p-30, (int)draw(&seed, 40) - 20);
        /* Near a multiple of the unit, where rounding could go wrong. */
        const double v = u * (1 + draw(&seed, 1u << 30)) * (1 + (draw(&seed, 3) - 1.0) * 0x1p-52);
        const uint32_t weight = sp_elastic_weight_of(v, u);
        mpq_set_d(norm, v);
        mpq_set_d(unit, u);
        mpq_div(norm, norm, unit);
        mpq_set_ui(bound, weight, 1);
        assert_true(mpq_cmp(bound, norm) >= 0);
        mpq_set_ui(unit, 1048577, 1048576);
        mpq_add(norm, norm, unit);
        assert_true(mpq_cmp(bound, norm) <= 0);
    }
    mpq_clears(norm, unit, bound, NULL);
}

static void refusals_change_nothing(void **state)
{
    (void)state;
    struct sp_elastic *s = started(2, 2048), *copy = malloc(sizeof *copy);
    memcpy(copy, s, sizeof *s);
    assert_int_equal(sp_checked_elastic_start(NULL, 1, 1, UINT64_MAX), SP_CODE_NULL);
    assert_int_equal(sp_checked_elastic_start(s, 0, 1, UINT64_MAX), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_elastic_start(s, SP_ELASTIC_MAX_PARTS + 1, 1, UINT64_MAX),
                     SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_elastic_start(s, 1, 4097, UINT64_MAX), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_elastic_begin(NULL), SP_CODE_NULL);
    assert_int_equal(sp_checked_elastic_begin(s), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_elastic_header(NULL, 0, 0), SP_CODE_NULL);
    assert_int_equal(sp_checked_elastic_header(s, 2, 0), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_elastic_header(s, 0, SP_ELASTIC_NO_WEIGHT), SP_CODE_TOO_LARGE);
    assert_int_equal(sp_checked_elastic_arrive(NULL, 0), SP_CODE_NULL);
    assert_int_equal(sp_checked_elastic_arrive(s, 2), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_elastic_may(NULL), SP_CODE_NULL);
    assert_int_equal(sp_checked_elastic_release(NULL), SP_CODE_NULL);
    assert_int_equal(sp_checked_elastic_release(s), SP_CODE_PARAMETER);
    assert_memory_equal(copy, s, sizeof *s);
    assert_int_equal(sp_checked_elastic_header(s, 0, 1), SP_CODE_OK);
    s->step = SP_ELASTIC_CEILING;
    assert_int_equal(sp_checked_elastic_arrive(s, 0), SP_CODE_TOO_LARGE);
    free(s);
    free(copy);
}

/* The guard holds the step back although the share would let it go, and never for ever. */
static void a_guard_bounds_what_is_missing(void **state)
{
    struct sp_elastic *s = calloc(1, sizeof *s);
    (void)state;
    assert_int_equal(sp_checked_elastic_start(s, 3, 0, 4), SP_CODE_OK); /* beta = 0 */
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(sp_checked_elastic_header(s, i, 4 - i), SP_CODE_OK); /* 4, 3, 2 */
    assert_int_equal(sp_checked_elastic_may(s), 0);
    assert_int_equal(sp_checked_elastic_arrive(s, 0), 0);
    assert_int_equal(sp_checked_elastic_may(s), 0); /* 5 are missing */
    assert_int_equal(sp_checked_elastic_release(s), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_elastic_arrive(s, 1), 0);
    assert_int_equal(sp_checked_elastic_may(s), 1); /* 2 */
    s->cap = 0;
    assert_int_equal(sp_checked_elastic_may(s), 0);
    assert_int_equal(sp_checked_elastic_arrive(s, 2), 0);
    assert_int_equal(sp_checked_elastic_may(s), 1);
    free(s);
}

/* Rounded up: never a smaller share than beta says, at most 1/4096 more. */
static void shares_are_rounded_up(void **state)
{
    struct sp_elastic *s = calloc(1, sizeof *s);
    (void)state;
    static const double bad[] = {NAN, -1e-300, 1.0000000000000002, INFINITY, -INFINITY};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        assert_int_equal(sp_elastic_share_of(bad[k], 0), SP_ELASTIC_NO_SHARE);
        assert_int_equal(sp_elastic_share_of(bad[k], 1), SP_ELASTIC_NO_SHARE);
    }
    assert_int_equal(sp_checked_elastic_start(s, 1, SP_ELASTIC_NO_SHARE, 0), SP_CODE_PARAMETER);
    free(s);
    assert_int_equal(sp_elastic_share_of(0, 1), 0);
    assert_int_equal(sp_elastic_share_of(1, 0), SP_ELASTIC_WHOLE);
    assert_int_equal(sp_elastic_share_of(1, 1), SP_ELASTIC_WHOLE);
    assert_int_equal(sp_elastic_share_of(0.5, 1), 1024);
    assert_int_equal(sp_elastic_share_of(nextafter(0.5, 1), 1), 1025);
    assert_int_equal(sp_elastic_share_of(1e-200, 1), 1); /* the square underflows */
    assert_int_equal(sp_elastic_share_of(0x1p-1074, 0), 1);
    for (int k = 0; k <= 100000; k++) {
        const double beta = k / 100000.0;
        const long double share = 4096.0L * beta, square = share * beta;
        assert_true(sp_elastic_share_of(beta, 0) >= share);
        assert_true(sp_elastic_share_of(beta, 0) < share + 1);
        assert_true(sp_elastic_share_of(beta, 1) >= square - 1e-15L);
        assert_true(sp_elastic_share_of(beta, 1) < square + 1.000001L);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_rule),
        cmocka_unit_test(ends_of_the_range),
        cmocka_unit_test(weights_are_rounded_up),
        cmocka_unit_test(refusals_change_nothing),
        cmocka_unit_test(a_guard_bounds_what_is_missing),
        cmocka_unit_test(shares_are_rounded_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

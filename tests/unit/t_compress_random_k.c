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
#include "staleproof/compress_random_k.h"

static const uint32_t key[2] = {20261201, 7};

/* The rule of the header in numbers of any length. */
static void indices_by_rule(size_t *index, size_t n, size_t k, uint64_t draw)
{
    mpz_t u;
    mpz_init(u);
    size_t m = 0;
    for (size_t i = 0; i < n; i++) {
        const uint32_t counter[4] = {(uint32_t)(i / 2), 0, (uint32_t)draw, (uint32_t)(draw >> 32)};
        uint32_t word[4];
        sp_random_philox(word, counter, key);
        mpz_set_ui(u, word[i % 2 * 2]);
        mpz_mul_2exp(u, u, 32);
        mpz_add_ui(u, u, word[i % 2 * 2 + 1]);
        mpz_mul_ui(u, u, n - i);
        mpz_fdiv_q_2exp(u, u, 64);
        if (mpz_cmp_ui(u, k - m) < 0)
            index[m++] = i;
    }
    assert_int_equal(m, k);
    mpz_clear(u);
}

static void agrees_with_the_rule(void **state)
{
    (void)state;
    size_t index[300], expected[300];
    for (size_t n = 1; n <= 300; n += n < 20 ? 1 : 37)
        for (size_t k = 1; k <= n; k += k < 5 ? 1 : 1 + n / 7) {
            const uint64_t draw = (uint64_t)n << 40 | k;
            sp_compress_random_indices(index, n, k, key, draw);
            indices_by_rule(expected, n, k, draw);
            assert_memory_equal(index, expected, k * sizeof *index);
        }
}

/* All C(5, 2) = 10 sets, as often: 20000 draws, each count within 5 standard deviations. */
static void all_sets_are_alike(void **state)
{
    (void)state;
    unsigned counts[32] = {0}, sets = 0;
    size_t index[2];
    for (uint64_t draw = 0; draw < 20000; draw++) {
        sp_compress_random_indices(index, 5, 2, key, draw);
        counts[1u << index[0] | 1u << index[1]]++;
    }
    for (unsigned set = 0; set < 32; set++)
        if (counts[set] > 0) {
            sets++;
            assert_true(fabs(counts[set] - 2000.0) < 5 * sqrt(20000 * 0.1 * 0.9));
        }
    assert_int_equal(sets, 10);
}

/* The mean of |x - q|^2 over all draws is (1 - k/n) |x|^2: here within 5 standard errors. */
static void contracts_in_the_mean(void **state)
{
    (void)state;
    double x[40], q[40], norm = 0, sum = 0, squares = 0;
    size_t index[10];
    for (size_t i = 0; i < 40; i++) {
        x[i] = ((double)(i * i % 17) - 8) / 4;
        norm += x[i] * x[i];
    }
    const unsigned draws = 20000;
    for (uint64_t draw = 0; draw < draws; draw++) {
        double error = 0;
        assert_int_equal(sp_checked_compress_random_k_f64(q, index, x, 40, 10, key, draw), 0);
        for (size_t i = 0, s = 0; i < 40; i++) {
            const int kept = s < 10 && index[s] == i;
            s += (size_t)kept;
            assert_true(q[i] == (kept ? x[i] : 0));
            error += (x[i] - q[i]) * (x[i] - q[i]);
        }
        sum += error;
        squares += error * error;
    }
    const double mean = sum / draws, variance = squares / draws - mean * mean;
    assert_true(fabs(mean - 0.75 * norm) < 5 * sqrt(variance / draws));
}

static void ends_of_the_range(void **state)
{
    (void)state;
    float x[3] = {1, -0.0f, 0x1p-149f}, q[3];
    size_t index[3];
    assert_int_equal(sp_checked_compress_random_k_f32(q, index, x, 3, 3, key, UINT64_MAX), 0);
    assert_memory_equal(q, x, sizeof x);
    assert_int_equal(sp_checked_compress_random_k_f32(q, index, x, 1, 1, key, 0), 0);
    assert_int_equal(index[0], 0);
}

static void refusals_change_nothing(void **state)
{
    (void)state;
    double x[3] = {1, 2, 3}, q[3] = {7, 7, 7};
    size_t index[3] = {9, 9, 9};
#define TRY(...) sp_checked_compress_random_k_f64(__VA_ARGS__)
    assert_int_equal(TRY(NULL, index, x, 3, 1, key, 0), SP_CODE_NULL);
    assert_int_equal(TRY(q, NULL, x, 3, 1, key, 0), SP_CODE_NULL);
    assert_int_equal(TRY(q, index, NULL, 3, 1, key, 0), SP_CODE_NULL);
    assert_int_equal(TRY(q, index, x, 3, 1, NULL, 0), SP_CODE_NULL);
    assert_int_equal(TRY(q, index, x, 3, 0, key, 0), SP_CODE_PARAMETER);
    assert_int_equal(TRY(q, index, x, 3, 4, key, 0), SP_CODE_PARAMETER);
    assert_int_equal(TRY(q, index, x, 0, 1, key, 0), SP_CODE_PARAMETER);
    assert_int_equal(TRY(q, index, x, (size_t)1 << 32, 1, key, 0), SP_CODE_TOO_LONG);
    assert_int_equal(TRY(x, index, x, 3, 1, key, 0), SP_CODE_OVERLAP);
    x[1] = NAN;
    assert_int_equal(TRY(q, index, x, 3, 1, key, 0), SP_CODE_NOT_FINITE);
    x[1] = -INFINITY;
    assert_int_equal(TRY(q, index, x, 3, 1, key, 0), SP_CODE_NOT_FINITE);
#undef TRY
    for (size_t i = 0; i < 3; i++)
        assert_true(q[i] == 7 && index[i] == 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_rule),    cmocka_unit_test(all_sets_are_alike),
        cmocka_unit_test(contracts_in_the_mean),   cmocka_unit_test(ends_of_the_range),
        cmocka_unit_test(refusals_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_TESTS_EXACT_H
#define SP_TESTS_EXACT_H

/* Exact oracles for the tests of kernels: rationals by GMP, one rounding by MPFR (which has its
 * own code for ties and subnormal numbers), and numbers drawn from a fixed seed. */

#include <gmp.h>
#include <mpfr.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#define UNUSED __attribute__((unused))

static uint64_t exact_seed = 0x9e3779b97f4a7c15u;

/* xorshift64*: any generator will do, the seed is what makes a failure repeatable. */
static UNUSED uint64_t exact_bits(void)
{
    exact_seed ^= exact_seed >> 12;
    exact_seed ^= exact_seed << 25;
    exact_seed ^= exact_seed >> 27;
    return exact_seed * 0x2545f4914f6cdd1du;
}

static UNUSED int exact_setup(void **state)
{
    (void)state;
    fprintf(stderr, "# seed 0x%llx\n", (unsigned long long)exact_seed);
    return 0;
}

static int exact_between(int low, int high)
{
    return low + (int)(exact_bits() % (uint64_t)(high - low + 1));
}

/* Rounds q to `bits` bits with exponents of an IEEE format (emin as MPFR counts it). */
static double exact_round(const mpq_t q, mpfr_prec_t bits, mpfr_exp_t emin, mpfr_exp_t emax)
{
    mpfr_t x;
    const mpfr_exp_t old_min = mpfr_get_emin(), old_max = mpfr_get_emax();
    mpfr_init2(x, bits);
    mpfr_set_emin(emin);
    mpfr_set_emax(emax);
    const int ternary = mpfr_set_q(x, q, MPFR_RNDN);
    mpfr_subnormalize(x, mpfr_check_range(x, ternary, MPFR_RNDN), MPFR_RNDN);
    const double result = mpfr_get_d(x, MPFR_RNDN);
    mpfr_set_emin(old_min);
    mpfr_set_emax(old_max);
    mpfr_clear(x);
    return result;
}

/* |a - b| <= scale * magnitude + tiny * count, all exact. */
static UNUSED void exact_assert_near(const mpq_t a, const mpq_t b, double scale,
                                     const mpq_t magnitude, double tiny, double count)
{
    mpq_t d, e, f;
    mpq_inits(d, e, f, NULL);
    mpq_sub(d, a, b);
    mpq_abs(d, d);
    mpq_set_d(e, scale);
    mpq_mul(e, e, magnitude);
    mpq_set_d(f, tiny);
    mpq_sub(d, d, e);
    mpq_set_d(e, count);
    mpq_mul(f, f, e);
    mpq_sub(d, d, f);
    assert_true(mpq_sgn(d) <= 0);
    mpq_clears(d, e, f, NULL);
}

#include "staleproof/real_f64.h"
#define EXACT_BITS 53
#define EXACT_EMIN (-1073)
#define EXACT_EMAX 1024
#include "tests/unit/exact.inc"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#define EXACT_BITS 24
#define EXACT_EMIN (-148)
#define EXACT_EMAX 128
#include "tests/unit/exact.inc"
#include "staleproof/real_end.h"

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/engine/elementary.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* ln 2 in two parts: the first has 32 bits, so that its product with an exponent is exact. */
#define LN2_HIGH 0x1.62e42feep-1
#define LN2_LOW 0x1.a39ef35793c76p-33

static double power_of_two(int k)
{
    uint64_t bits = (uint64_t)(1023 + k) << 52;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Taylor to degree 13 on |r| <= ln(2)/2: the rest is below 2^-57. */
static double exp_near_zero(double r)
{
    static const double inverse_factorial[] = {
        1.0 / 6227020800.0, 1.0 / 479001600.0, 1.0 / 39916800.0, 1.0 / 3628800.0,
        1.0 / 362880.0,     1.0 / 40320.0,     1.0 / 5040.0,     1.0 / 720.0,
        1.0 / 120.0,        1.0 / 24.0,        1.0 / 6.0,        0.5,
    };
    double p = inverse_factorial[0];
    for (int k = 1; k < 12; k++)
        p = p * r + inverse_factorial[k];
    return 1.0 + (r + r * r * p);
}

double sp_exp(double x)
{
    if (!(x >= -700.0))
        return x < -700.0 ? 0.0 : x;
    if (x > 700.0)
        return INFINITY;
    double k = x * 1.4426950408889634;
    int n = (int)(k < 0 ? k - 0.5 : k + 0.5);
    double r = (x - n * LN2_HIGH) - n * LN2_LOW;
    return exp_near_zero(r) * power_of_two(n);
}

/* 2 artanh(s) - 2 s, by its series: the caller adds the exact part last. `terms` such that
 * s^(2 terms + 2)/(2 terms + 3) is below 2^-55. */
static double artanh_tail(double s, int terms)
{
    double square = s * s, p = 0.0;
    for (int k = terms; k >= 1; k--)
        p = (p + 2.0 / (2 * k + 1)) * square;
    return s * p;
}

double sp_log(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int e = (int)(bits >> 52) - 1023;
    bits = (bits & 0xfffffffffffff) | (uint64_t)1023 << 52;
    double f;
    memcpy(&f, &bits, sizeof f);
    if (f > 1.4142135623730951) {
        f *= 0.5;
        e++;
    }
    /* f - 1 is exact; log f = d - (d - 2 s) + tail, with 2 s - d = -s d. */
    double d = f - 1.0, s = d / (1.0 + f);
    double fine = artanh_tail(s, 10) - s * d;
    return e * LN2_HIGH + (d + (fine + e * LN2_LOW));
}

double sp_log1p(double x)
{
    double s = x / (2.0 + x);
    return x + (artanh_tail(s, 16) - s * x);
}

double sp_logistic_loss(double z)
{
    return z >= 0 ? sp_log1p(sp_exp(-z)) : -z + sp_log1p(sp_exp(z));
}

double sp_logistic_slope(double z)
{
    if (z >= 0) {
        double e = sp_exp(-z);
        return e / (1.0 + e);
    }
    return 1.0 / (1.0 + sp_exp(z));
}

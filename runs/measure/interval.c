/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/measure/interval.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>

#include "runs/engine/random.h"

struct moments {
    double mean, variance; /* of one value, n - 1 in the denominator */
};

static struct moments moments_of(const double *values, size_t n)
{
    struct moments m = {0, 0};
    for (size_t i = 0; i < n; i++)
        m.mean += values[i] / (double)n;
    for (size_t i = 0; i < n; i++)
        m.variance += (values[i] - m.mean) * (values[i] - m.mean);
    m.variance = n > 1 ? m.variance / (double)(n - 1) : 0;
    return m;
}

struct sp_interval sp_interval_student(const double *values, size_t n, double confidence)
{
    struct moments m = moments_of(values, n);
    double half = INFINITY;
    if (n > 1)
        half = gsl_cdf_tdist_Qinv((1 - confidence) / 2, (double)(n - 1)) *
               sqrt(m.variance / (double)n);
    return (struct sp_interval){n, m.mean, m.mean - half, m.mean + half, sqrt(m.variance)};
}

static double covariance(const double *a, const double *b, size_t n)
{
    double mean_a = moments_of(a, n).mean, mean_b = moments_of(b, n).mean, sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (a[i] - mean_a) * (b[i] - mean_b);
    return sum / (double)(n - 1);
}

/* Fieller: all r with (A - r B)^2 <= t^2 (va - 2 r c + r^2 vb); va, vb, c the variances and the
 * covariance of the means. The smaller sample's degrees of freedom are the cautious choice. */
struct sp_interval sp_interval_ratio(const double *a, size_t n_a, const double *b, size_t n_b,
                                     int paired, double confidence)
{
    struct moments x = moments_of(a, n_a), y = moments_of(b, n_b);
    size_t n = n_a < n_b ? n_a : n_b;
    struct sp_interval result = {n, x.mean / y.mean, -INFINITY, INFINITY, 0};
    if (n < 2)
        return result;
    double t = gsl_cdf_tdist_Qinv((1 - confidence) / 2, (double)(n - 1));
    double va = x.variance / (double)n_a, vb = y.variance / (double)n_b;
    double c = paired ? covariance(a, b, n) / (double)n : 0;
    double quadratic = y.mean * y.mean - t * t * vb;
    double half_linear = x.mean * y.mean - t * t * c, constant = x.mean * x.mean - t * t * va;
    double discriminant = half_linear * half_linear - quadratic * constant;
    if (quadratic <= 0)
        return result;
    double root = sqrt(fmax(0, discriminant));
    result.low = (half_linear - root) / quadratic;
    result.high = (half_linear + root) / quadratic;
    return result;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double resample_mean(const double *values, size_t n, struct sp_stream *stream)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += values[sp_stream_below(stream, (uint32_t)n)];
    return sum / (double)n;
}

enum sp_status sp_interval_bootstrap(struct sp_interval *result, const double *values, size_t n,
                                     double confidence, size_t resamples, uint64_t seed,
                                     struct sp_error *err)
{
    double *means = malloc(resamples * sizeof *means);
    if (means == NULL)
        return sp_fail_memory(err);
    for (size_t k = 0; k < resamples; k++) {
        struct sp_stream stream;
        sp_stream_start(&stream, seed, SP_FOR_BOOTSTRAP, 0, k);
        means[k] = resample_mean(values, n, &stream);
    }
    qsort(means, resamples, sizeof *means, compare);
    struct moments m = moments_of(values, n);
    size_t cut = (size_t)floor((1 - confidence) / 2 * (double)resamples);
    *result =
        (struct sp_interval){n, m.mean, means[cut], means[resamples - 1 - cut], sqrt(m.variance)};
    free(means);
    return SP_OK;
}

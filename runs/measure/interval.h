/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_MEASURE_INTERVAL_H
#define SP_MEASURE_INTERVAL_H

#include <stddef.h>
#include <stdint.h>

#include "bounds/base/error.h"

/* A mean over independent runs, and limits that hold the true mean with the stated confidence. */
struct sp_interval {
    size_t n;
    double mean, low, high;
    double deviation; /* of one value; 0 for n = 1 */
};

/* Student's limits. One value says nothing about its spread: infinite limits. */
struct sp_interval sp_interval_student(const double *values, size_t n, double confidence);

/* Limits of mean(a)/mean(b), b positive [fieller1954]: infinite when the data does not keep
 * mean(b) from zero. Paired: a[i] and b[i] come from one seed (n_a = n_b) and may depend on each
 * other; else all are independent. */
struct sp_interval sp_interval_ratio(const double *a, size_t n_a, const double *b, size_t n_b,
                                     int paired, double confidence);

/* Percentile bootstrap limits of the mean: no normality assumed. Its resamples are a function of
 * the seed. SP_INTERNAL when memory is short. */
enum sp_status sp_interval_bootstrap(struct sp_interval *result, const double *values, size_t n,
                                     double confidence, size_t resamples, uint64_t seed,
                                     struct sp_error *err);

#endif

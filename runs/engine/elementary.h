/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_ENGINE_ELEMENTARY_H
#define SP_ENGINE_ELEMENTARY_H

/* exp and log from additions, multiplications and divisions alone. The C library's own differ in
 * the last bit between processors (it has variants with fused multiply-add), and a run must repeat
 * to the bit from its seed. Each is within 2 units in the last place of the true value, over
 * the ranges stated; tests compare with Arb. */

/* e^x for |x| <= 700; 0 below, infinity above. A NaN stays one. */
double sp_exp(double x);

/* Natural logarithm of a normal positive number. */
double sp_log(double x);

/* log(1 + x) for 0 <= x <= 1. */
double sp_log1p(double x);

/* log(1 + e^-z) and 1/(1 + e^z): the logistic loss of margin z, and minus its derivative. */
double sp_logistic_loss(double z);
double sp_logistic_slope(double z);

#endif

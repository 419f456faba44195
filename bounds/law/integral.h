/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_LAW_INTEGRAL_H
#define SP_LAW_INTEGRAL_H

#include <acb_calc.h>

#include "bounds/formula/eval.h"

/* Adds the integral of f (holomorphic near the segment) from `from` to `to` to `sum`, with `prec`
 * bits and an error of about 2^-wanted. */
void sp_integral_add(arb_t sum, acb_calc_func_t f, void *context, const arb_t from, const arb_t to,
                     slong prec, slong wanted);

/* r := mean, or SP_UNDECIDED for good when the integral did not come out narrow. */
enum sp_status sp_integral_settle(struct sp_eval *e, struct sp_value *r, arb_t mean);

/* survival := exp(-z) (1 + z + ... + z^(n-1)/(n-1)!) = P(Erlang(n, 1) > z), an entire function of
 * z; n >= 1. */
void sp_erlang_survival(acb_t survival, const acb_t z, ulong n, slong prec);

#endif

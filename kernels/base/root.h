/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_KERNELS_BASE_ROOT_H
#define SP_KERNELS_BASE_ROOT_H

/* The square root as IEEE 754 requires it, correctly rounded. That the C library's sqrt keeps this
 * is an assumption of the proofs (tested against MPFR in tests/unit/t_step_amsgrad.c). */

#ifdef __FRAMAC__
#include "specs/acsl/round.h"
#endif

/*@ requires argument: \is_finite(x) && 0 <= x;
    terminates \true;
    exits \false;
    assigns \nothing;
    ensures finite: \is_finite(\result);
    ensures rounded: \result == rnd64(\sqrt(x)); */
double sp_root_f64(double x);

/*@ requires argument: \is_finite(x) && 0 <= x;
    terminates \true;
    exits \false;
    assigns \nothing;
    ensures finite: \is_finite(\result);
    ensures rounded: \result == rnd32(\sqrt(x)); */
float sp_root_f32(float x);

#endif

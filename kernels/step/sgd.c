/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/step_sgd.h"

#include "staleproof/real_f64.h"
#include "kernels/step/sgd.inc"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#include "kernels/step/sgd.inc"
#include "staleproof/real_end.h"

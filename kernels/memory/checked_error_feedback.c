/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/memory_error_feedback.h"
#include "kernels/check/check.h"

#include "staleproof/real_f64.h"
#include "kernels/memory/checked_error_feedback.inc"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#include "kernels/memory/checked_error_feedback.inc"
#include "staleproof/real_end.h"

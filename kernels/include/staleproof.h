/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STALEPROOF_H
#define STALEPROOF_H

/* The kernels of Staleproof: each header holds the manual and the proved contract of one.
 *
 * Kernels allocate nothing, print nothing and keep no state. They need what their contracts require;
 * the sp_checked_* twin of a kernel tests that first and returns an enum sp_code. What is proved is
 * IEEE arithmetic, operation by operation: compile without -ffast-math and with
 * -ffp-contract=off where you compile them yourself. */

#include "staleproof/code.h"
#include "staleproof/compress_random_k.h"
#include "staleproof/compress_topk.h"
#include "staleproof/elastic_loss.h"
#include "staleproof/elastic_scheduler.h"
#include "staleproof/elastic_window.h"
#include "staleproof/gradient_clip_value.h"
#include "staleproof/gradient_relu.h"
#include "staleproof/memory_error_feedback.h"
#include "staleproof/memory_mailbox.h"
#include "staleproof/memory_ring.h"
#include "staleproof/memory_shared.h"
#include "staleproof/queue_heap.h"
#include "staleproof/random_philox.h"
#include "staleproof/reduce_axpy.h"
#include "staleproof/reduce_dot.h"
#include "staleproof/reduce_max_magnitude.h"
#include "staleproof/reduce_mean.h"
#include "staleproof/reduce_squared_norm.h"
#include "staleproof/server_block.h"
#include "staleproof/server_drop.h"
#include "staleproof/server_machine.h"
#include "staleproof/server_round.h"
#include "staleproof/server_ssp.h"
#include "staleproof/step_amsgrad.h"
#include "staleproof/step_momentum.h"
#include "staleproof/step_sgd.h"

#endif

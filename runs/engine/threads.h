/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_ENGINE_THREADS_H
#define SP_ENGINE_THREADS_H

#include "runs/engine/simulate.h"

#define SP_THREADS_MOST 1024

/* One thread a learner, real time, real staleness: the same machine and the same kernels as in the
 * simulation, behind one lock. A learner computes on its own copy of the model; one whose job is
 * cancelled finds that out when it has computed, and does not deliver. With `sleep` in the setting
 * each job is made longer by a delay of the law, so that stragglers can be had on any machine.
 *
 * Same contract as sp_simulation_run, except that only the law of large numbers repeats: with one
 * learner the iterates are those of the simulation, to the bit. What the watch wants to see is
 * copied and shown after the run, so that looking does not disturb it; with error feedback it is
 * shown at once. */
enum sp_status sp_threads_run(struct sp_simulation *run, const struct sp_watch *watch,
                              struct sp_error *err);

#endif

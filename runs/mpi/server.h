/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_MPI_SERVER_H
#define SP_MPI_SERVER_H

#include "runs/engine/simulate.h"

/* Rank 0: the same server machine and the same kernels as on the virtual clock, jobs and gradients
 * as messages. Real time, real staleness; with one learner the iterates are those of the
 * simulation, to the bit.
 *
 * A learner that dies counts, for the server machine, as one that is slow for ever: every law of
 * its books stays true. The run goes on as long as the variant's K can be had of the living
 * (batch variants: one learner; others: K), and says who was lost. Otherwise SP_INPUT.
 * Needs P + 1 ranks (SP_USAGE) and an open office. Otherwise as sp_simulation_run. */
enum sp_status sp_mpi_run(struct sp_simulation *run, const struct sp_watch *watch,
                          struct sp_error *err);

#endif

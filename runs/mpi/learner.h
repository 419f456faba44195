/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_MPI_LEARNER_H
#define SP_MPI_LEARNER_H

#include "runs/mpi/rollcall.h"

/* The life of rank 1, 2, ...: makes the problem that the server names, computes the jobs that it
 * gives until it says to quit or is gone. A newer job takes the place of one not yet delivered.
 * 0: some ranks were lost, and MPI_Finalize would wait for them. */
int sp_mpi_learner(const struct sp_rollcall *ranks);

#endif

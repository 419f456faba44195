/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_RUNS_LAUNCH_H
#define SP_RUNS_LAUNCH_H

#include "bounds/cli/command.h"

/* Environment variable: file into which rank 0 writes its exit code. */
#define SP_LAUNCH_STATUS "STALEPROOF_MPI_STATUS"

/* Runs this very command line as staleproof-mpi under mpirun, with `learners` + 1 ranks, and waits
 * for it. SP_USAGE: there is no mpirun or no staleproof-mpi, or there are more ranks than
 * processors and neither --oversubscribe nor --hostfile was given. SP_INTERNAL: rank 0 was lost.
 * Otherwise what rank 0 returned; it has printed its message itself. */
enum sp_status sp_launch_mpi(const struct sp_args *args, unsigned learners, struct sp_error *err);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* staleproof-mpi: the command `run` with engine=mpi at hand. Rank 0 is the server and speaks with
 * the user; the others are learners. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bounds/cli/commands.h"
#include "runs/cli/commands.h"
#include "runs/cli/launch.h"
#include "runs/engine/engine.h"
#include "runs/mpi/learner.h"
#include "runs/mpi/office.h"
#include "runs/mpi/server.h"

static const struct sp_command *const commands[] = {&sp_command_run, &sp_command_version, NULL};

static const struct sp_program program = {
    .name = "staleproof-mpi",
    .version = SP_VERSION,
    .summary = "runs of staleproof with one process a learner",
    .details = "Started by `staleproof run engine=mpi ...`, or on a cluster by `mpirun -n RANKS "
               "staleproof-mpi run engine=mpi P=LEARNERS ...` with RANKS at least LEARNERS + 1; "
               "with mpirun's --enable-recovery the loss of a learner is survived.",
    .commands = commands,
};

/* mpirun that outlives lost ranks exits with 0 whatever rank 0 returned: the launcher reads it. */
static void leave_status(int status)
{
    const char *path = getenv(SP_LAUNCH_STATUS);
    FILE *file = path != NULL ? fopen(path, "w") : NULL;
    if (file == NULL)
        return;
    fprintf(file, "%d\n", status);
    fclose(file);
}

int main(int argc, char **argv)
{
    struct sp_rollcall ranks;
    int status = 0, all = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (!sp_rollcall_make(&ranks) || (ranks.rank == 0 && !sp_office_open(&ranks))) {
        fputs("staleproof-mpi: out of memory\n", stderr);
        MPI_Abort(MPI_COMM_WORLD, SP_INTERNAL);
    }
    if (ranks.rank == 0) {
        sp_engine_mpi = sp_mpi_run;
        status = sp_program_main(&program, argc, argv);
        all = sp_office_close();
        leave_status(status);
    } else {
        all = sp_mpi_learner(&ranks);
    }
    sp_rollcall_clear(&ranks);
    /* With ranks missing, MPI_Finalize may wait for ever. */
    if (!all) {
        fflush(NULL);
        _exit(status);
    }
    MPI_Finalize();
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/engine/engine.h"

#include "runs/engine/threads.h"

sp_engine_call sp_engine_mpi;

enum sp_status sp_engine_run(struct sp_simulation *run, const struct sp_watch *watch,
                             struct sp_error *err)
{
    switch (run->setting->engine) {
    case SP_THREADS:
        return sp_threads_run(run, watch, err);
    case SP_MPI:
        return sp_engine_mpi != NULL
                   ? sp_engine_mpi(run, watch, err)
                   : sp_fail(err, SP_USAGE,
                             "engine=mpi: this program cannot pass messages; start "
                             "`mpirun -n RANKS staleproof-mpi run ...`");
    default:
        return sp_simulation_run(run, watch, err);
    }
}

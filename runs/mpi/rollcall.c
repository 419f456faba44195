/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/mpi/rollcall.h"

#include <errno.h>
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct card {
    char host[MPI_MAX_PROCESSOR_NAME];
    long pid;
};

int sp_rollcall_make(struct sp_rollcall *r)
{
    struct card own = {.host = "", .pid = (long)getpid()};
    int length;
    MPI_Get_processor_name(own.host, &length);
    MPI_Comm_rank(MPI_COMM_WORLD, &r->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &r->ranks);
    struct card *all = calloc((size_t)r->ranks, sizeof *all);
    r->peers = calloc((size_t)r->ranks, sizeof *r->peers);
    if (all == NULL || r->peers == NULL)
        return 0;
    /* The server knows all, the others know the server. */
    all[0] = own;
    MPI_Bcast(&all[0], sizeof own, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Gather(&own, sizeof own, MPI_BYTE, all, sizeof own, MPI_BYTE, 0, MPI_COMM_WORLD);
    for (int k = 0; k < r->ranks; k++) {
        r->peers[k].pid = all[k].pid;
        r->peers[k].is_near = strcmp(all[k].host, own.host) == 0;
    }
    free(all);
    return 1;
}

int sp_rollcall_is_dead(const struct sp_rollcall *r, int rank)
{
    const struct sp_mpi_peer *peer = &r->peers[rank];
    return peer->is_near && kill((pid_t)peer->pid, 0) != 0 && errno == ESRCH;
}

void sp_rollcall_clear(struct sp_rollcall *r)
{
    free(r->peers);
    r->peers = NULL;
}

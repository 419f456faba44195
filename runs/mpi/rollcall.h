/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_MPI_ROLLCALL_H
#define SP_MPI_ROLLCALL_H

/* Who is there. MPI tells nobody that a rank has died: on the same machine the process table
 * does, for other machines there is only silence. */
struct sp_rollcall {
    int rank, ranks;
    struct sp_mpi_peer {
        long pid;
        int is_near; /* on this machine */
    } * peers;
};

/* Collective over all ranks, at the start. 0: memory is short. */
int sp_rollcall_make(struct sp_rollcall *r);
/* Near and no longer in the process table. */
int sp_rollcall_is_dead(const struct sp_rollcall *r, int rank);
void sp_rollcall_clear(struct sp_rollcall *r);

#endif

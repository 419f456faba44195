/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_MPI_OFFICE_H
#define SP_MPI_OFFICE_H

#include "runs/mpi/post.h"
#include "runs/mpi/rollcall.h"

/* What rank 0 knows of the others, from the first run to the last: one for the process. */
extern struct sp_office {
    const struct sp_rollcall *ranks;
    struct sp_mpi_post *posts; /* one a rank */
    double *heard;             /* when a rank last spoke, or was told something */
    unsigned char *is_lost;
    int lost;
    uint64_t epoch; /* counts the runs */
    struct sp_mpi_message in;
    double looked; /* for the dead */
    double began;  /* the run */
} sp_office;

/* Once, before any run; `ranks` is kept. 0: memory is short. */
int sp_office_open(const struct sp_rollcall *ranks);

/* Says something to a rank: now, or when what was said before has arrived. */
enum sp_status sp_office_put(int rank, const struct sp_mpi_head *head, const void *payload,
                             size_t size, struct sp_error *err);

/* Sends the learners home. 0: some were lost, and MPI_Finalize would wait for them. */
int sp_office_close(void);

#endif

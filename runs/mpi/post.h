/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_MPI_POST_H
#define SP_MPI_POST_H

#include "runs/mpi/message.h"

/* What the server has to say to one rank. It never waits for a learner: a message that is still
 * under way stays in its buffer. Behind it are kept the last order (a setting, or the end) and the
 * last job after that: older jobs have been cancelled. */
enum sp_mpi_slot { SP_MPI_ORDERS, SP_MPI_JOBS, SP_MPI_SLOTS };

struct sp_mpi_post {
    struct sp_mpi_message moving, next[SP_MPI_SLOTS];
    MPI_Request request;
    int is_moving, has_next[SP_MPI_SLOTS];
};

/* Takes the message that the caller has written into next[slot]. */
void sp_mpi_post_put(struct sp_mpi_post *post, enum sp_mpi_slot slot, int to);
/* Goes on with what is under way; 1: nothing is. */
int sp_mpi_post_advance(struct sp_mpi_post *post, int to);
void sp_mpi_post_clear(struct sp_mpi_post *post);

#endif

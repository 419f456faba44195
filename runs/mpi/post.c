/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/mpi/post.h"

void sp_mpi_post_put(struct sp_mpi_post *post, enum sp_mpi_slot slot, int to)
{
    post->has_next[slot] = 1;
    if (slot == SP_MPI_ORDERS)
        post->has_next[SP_MPI_JOBS] = 0;
    sp_mpi_post_advance(post, to);
}

int sp_mpi_post_advance(struct sp_mpi_post *post, int to)
{
    const enum sp_mpi_slot slot = post->has_next[SP_MPI_ORDERS] ? SP_MPI_ORDERS : SP_MPI_JOBS;
    int done = 1;
    if (post->is_moving)
        MPI_Test(&post->request, &done, MPI_STATUS_IGNORE);
    if (!done)
        return 0;
    post->is_moving = post->has_next[slot];
    post->has_next[slot] = 0;
    if (!post->is_moving)
        return 1;
    const struct sp_mpi_message idle = post->moving;
    post->moving = post->next[slot];
    post->next[slot] = idle;
    sp_mpi_send(&post->moving, to, &post->request);
    return 0;
}

/* A message to a rank that has died is under way for ever: its buffer must stay. */
void sp_mpi_post_clear(struct sp_mpi_post *post)
{
    for (int slot = 0; slot < SP_MPI_SLOTS; slot++)
        sp_mpi_message_clear(&post->next[slot]);
    if (!post->is_moving)
        sp_mpi_message_clear(&post->moving);
}

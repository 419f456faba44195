/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/mpi/office.h"

#include <stdlib.h>
#include <string.h>

#define GOODBYE 10.0 /* seconds that a rank has to say its last word */

struct sp_office sp_office;

int sp_office_open(const struct sp_rollcall *ranks)
{
    const size_t n = (size_t)ranks->ranks;
    sp_office.ranks = ranks;
    sp_office.posts = calloc(n, sizeof *sp_office.posts);
    sp_office.heard = calloc(n, sizeof *sp_office.heard);
    sp_office.is_lost = calloc(n, 1);
    return sp_office.posts != NULL && sp_office.heard != NULL && sp_office.is_lost != NULL;
}

enum sp_status sp_office_put(int rank, const struct sp_mpi_head *head, const void *payload,
                             size_t size, struct sp_error *err)
{
    struct sp_mpi_post *post = &sp_office.posts[rank];
    enum sp_mpi_slot slot = head->kind == SP_MPI_JOB ? SP_MPI_JOBS : SP_MPI_ORDERS;
    enum sp_status status = sp_mpi_compose(&post->next[slot], head, size, err);
    if (status != SP_OK)
        return status;
    if (size > 0)
        memcpy(sp_mpi_text(&post->next[slot]), payload, size);
    sp_mpi_post_put(post, slot, rank);
    sp_office.heard[rank] = MPI_Wtime();
    return SP_OK;
}

/* Until the rank's last word is there. Gradients still under way are received before it. */
static int say_goodbye(int rank)
{
    const double until = MPI_Wtime() + GOODBYE;
    MPI_Status seen;
    while (!sp_office.is_lost[rank] && MPI_Wtime() < until) {
        sp_mpi_post_advance(&sp_office.posts[rank], rank);
        if (!sp_mpi_is_waiting(rank, &seen)) {
            sp_mpi_nap(1e-4);
            if (sp_rollcall_is_dead(sp_office.ranks, rank))
                return 0;
        } else if (sp_mpi_receive(&sp_office.in, &seen, NULL) == SP_OK &&
                   sp_mpi_head(&sp_office.in).kind == SP_MPI_QUIT) {
            return sp_mpi_post_advance(&sp_office.posts[rank], rank);
        }
    }
    return 0;
}

int sp_office_close(void)
{
    const struct sp_mpi_head head = {.kind = SP_MPI_QUIT, .word = sp_office.lost > 0};
    int all = 1;
    for (int rank = 1; rank < sp_office.ranks->ranks; rank++)
        if (!sp_office.is_lost[rank])
            sp_office_put(rank, &head, NULL, 0, NULL);
    for (int rank = 1; rank < sp_office.ranks->ranks; rank++)
        all &= say_goodbye(rank);
    for (int rank = 1; rank < sp_office.ranks->ranks; rank++)
        sp_mpi_post_clear(&sp_office.posts[rank]);
    sp_mpi_message_clear(&sp_office.in);
    free(sp_office.posts);
    free(sp_office.heard);
    free(sp_office.is_lost);
    return all;
}

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_MPI_MESSAGE_H
#define SP_MPI_MESSAGE_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

#include "bounds/base/error.h"

/* Rank 0 is the server, rank i + 1 is learner i. All messages have one form: a head, then numbers
 * or text. Both ends are the same program on machines of the same kind, so bytes go as they are;
 * what arrives is measured all the same. */
enum sp_mpi_kind {
    SP_MPI_SETTING = 1, /* to a learner: the run's setting, JSON */
    SP_MPI_JOB,         /* to a learner: a model, `dimension` numbers */
    SP_MPI_QUIT,        /* to a learner: the end; and its last word to the server */
    SP_MPI_GRADIENT,    /* to the server: `dimension` numbers */
    SP_MPI_SPARSE,      /* to the server: entries kept, then their places, as numbers */
    SP_MPI_REFUSED,     /* to the server: a kernel refused; word: its code; text: which */
    SP_MPI_FAILED       /* to the server: no problem can be made; word: status; text: why */
};

struct sp_mpi_head {
    uint32_t kind, word;
    uint64_t epoch; /* counts the runs of this process: late words of an earlier run are known */
    uint64_t job;   /* of the learner, as the server machine counts */
};

/* A buffer that holds one message. All zero: empty. */
struct sp_mpi_message {
    unsigned char *data; /* head, payload, a zero byte */
    size_t size;         /* of the payload, bytes */
    size_t room;
};

/* Makes room for a payload and writes the head. */
enum sp_status sp_mpi_compose(struct sp_mpi_message *m, const struct sp_mpi_head *head, size_t size,
                              struct sp_error *err);
struct sp_mpi_head sp_mpi_head(const struct sp_mpi_message *m);
double *sp_mpi_numbers(struct sp_mpi_message *m); /* the payload */
char *sp_mpi_text(struct sp_mpi_message *m);      /* the payload, ends in a zero byte */

/* Is a message there from rank `from` (or MPI_ANY_SOURCE)? */
int sp_mpi_is_waiting(int from, MPI_Status *status);
/* Waits until one is: for ever, if the sender has died. */
void sp_mpi_wait(int from, MPI_Status *status);
/* Receives the message that was seen. SP_INTERNAL: shorter than a head. */
enum sp_status sp_mpi_receive(struct sp_mpi_message *m, const MPI_Status *seen,
                              struct sp_error *err);
void sp_mpi_send(const struct sp_mpi_message *m, int to, MPI_Request *request);
void sp_mpi_message_clear(struct sp_mpi_message *m);

/* A short sleep between two looks; on SimGrid's clock as well. */
void sp_mpi_nap(double seconds);

#endif

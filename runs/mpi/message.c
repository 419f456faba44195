/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/mpi/message.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define HEAD sizeof(struct sp_mpi_head)
#define TAG 1

static enum sp_status make_room(struct sp_mpi_message *m, size_t size, struct sp_error *err)
{
    if (size > m->room || m->data == NULL) {
        unsigned char *data = realloc(m->data, HEAD + size + 1);
        if (data == NULL)
            return sp_fail_memory(err);
        m->data = data;
        m->room = size;
    }
    m->size = size;
    m->data[HEAD + size] = 0;
    return SP_OK;
}

enum sp_status sp_mpi_compose(struct sp_mpi_message *m, const struct sp_mpi_head *head, size_t size,
                              struct sp_error *err)
{
    enum sp_status status = size <= INT32_MAX - HEAD - 1
                                ? make_room(m, size, err)
                                : sp_fail(err, SP_USAGE, "the model is too large for one message");
    if (status == SP_OK)
        memcpy(m->data, head, HEAD);
    return status;
}

struct sp_mpi_head sp_mpi_head(const struct sp_mpi_message *m)
{
    struct sp_mpi_head head;
    memcpy(&head, m->data, HEAD);
    return head;
}

double *sp_mpi_numbers(struct sp_mpi_message *m)
{
    return (double *)(void *)(m->data + HEAD);
}

char *sp_mpi_text(struct sp_mpi_message *m)
{
    return (char *)m->data + HEAD;
}

int sp_mpi_is_waiting(int from, MPI_Status *status)
{
    int flag = 0;
    MPI_Iprobe(from, TAG, MPI_COMM_WORLD, &flag, status);
    return flag;
}

void sp_mpi_wait(int from, MPI_Status *status)
{
    MPI_Probe(from, TAG, MPI_COMM_WORLD, status);
}

enum sp_status sp_mpi_receive(struct sp_mpi_message *m, const MPI_Status *seen,
                              struct sp_error *err)
{
    int size = 0;
    MPI_Get_count(seen, MPI_BYTE, &size);
    size_t payload = size >= (int)HEAD ? (size_t)size - HEAD : 0;
    enum sp_status status = make_room(m, payload, err);
    if (status != SP_OK)
        return status;
    MPI_Recv(m->data, (int)(HEAD + payload), MPI_BYTE, seen->MPI_SOURCE, TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    return size >= (int)HEAD ? SP_OK
                             : sp_fail(err, SP_INTERNAL, "rank %d sent a message of %d bytes",
                                       seen->MPI_SOURCE, size);
}

void sp_mpi_send(const struct sp_mpi_message *m, int to, MPI_Request *request)
{
    MPI_Isend(m->data, (int)(HEAD + m->size), MPI_BYTE, to, TAG, MPI_COMM_WORLD, request);
}

void sp_mpi_message_clear(struct sp_mpi_message *m)
{
    free(m->data);
    *m = (struct sp_mpi_message){0};
}

void sp_mpi_nap(double seconds)
{
    struct timespec span = {.tv_sec = (time_t)seconds};
    span.tv_nsec = (long)((seconds - (double)span.tv_sec) * 1e9);
    nanosleep(&span, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/memory_mailbox.h"

/* Who is allowed to change the ticket is decided by its last bit, so that each side reads its own
 * last write or the other's: a store is enough, no exchange is needed. */

void sp_mailbox_start(struct sp_mailbox *m)
{
    atomic_init(&m->ticket, 0);
}

int sp_mailbox_empty(struct sp_mailbox *m)
{
    return atomic_load_explicit(&m->ticket, memory_order_acquire) % 2 == 0;
}

int sp_mailbox_full(struct sp_mailbox *m)
{
    return !sp_mailbox_empty(m);
}

static int turn(struct sp_mailbox *m, uint64_t from)
{
    const uint64_t ticket = atomic_load_explicit(&m->ticket, memory_order_relaxed);
    if (ticket % 2 != from)
        return 0;
    atomic_store_explicit(&m->ticket, ticket + 1, memory_order_release);
    return 1;
}

int sp_mailbox_give(struct sp_mailbox *m)
{
    return turn(m, 0);
}

int sp_mailbox_taken(struct sp_mailbox *m)
{
    return turn(m, 1);
}

uint64_t sp_mailbox_given(struct sp_mailbox *m)
{
    return (atomic_load_explicit(&m->ticket, memory_order_relaxed) + 1) / 2;
}

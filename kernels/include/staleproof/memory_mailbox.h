/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STALEPROOF_MEMORY_MAILBOX_H
#define STALEPROOF_MEMORY_MAILBOX_H

/* Hand-over of one vector at a time from one thread to one other, without a lock: a place for the
 * vector and a flag. The giver writes the vector while the flag says empty, then gives (release);
 * the taker sees that it is full (acquire), reads the vector, then says that it has taken it
 * (release). Each gradient is taken exactly once, and whole.
 *
 *   giver:  if (sp_mailbox_empty(m)) { write the vector; sp_mailbox_give(m); }
 *   taker:  if (sp_mailbox_full(m)) { read the vector; sp_mailbox_taken(m); }
 *
 * The ticket counts the hand-overs: odd, full; even, empty. Wraps after 2^63 of them. To give while
 * the flag says full would lose a gradient; sp_mailbox_give refuses it and returns 0.
 *
 * Not proved, since no tool here reasons about weak memory: tested with ThreadSanitizer and a
 * stress that counts what is lost, doubled or torn. */

#include <stdatomic.h>
#include <stdint.h>

struct sp_mailbox {
    _Atomic uint64_t ticket;
};

void sp_mailbox_start(struct sp_mailbox *m);

int sp_mailbox_empty(struct sp_mailbox *m);      /* 1: the giver may write */
int sp_mailbox_give(struct sp_mailbox *m);       /* 1: given; 0: it was full */
int sp_mailbox_full(struct sp_mailbox *m);       /* 1: the taker may read */
int sp_mailbox_taken(struct sp_mailbox *m);      /* 1: taken; 0: it was empty */
uint64_t sp_mailbox_given(struct sp_mailbox *m); /* hand-overs begun so far */

#endif

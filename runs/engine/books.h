/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_ENGINE_BOOKS_H
#define SP_ENGINE_BOOKS_H

#include <stdint.h>

#include "staleproof/server_machine.h"

/* An account beside the server machine's own: the conservation laws G1, G2 and 2.6 are proved of
 * the machine, and checked of every run all the same, in constant time an event. */
struct sp_books {
    uint64_t held_sum; /* of the versions that running learners hold, modulo 2^64 */
    uint64_t events;
    uint64_t recount_at;
};

void sp_books_start(struct sp_books *books, const struct sp_server *server);

/* Before the machine is told of learner i's delivery, and after it has answered with `event`. */
void sp_books_before(struct sp_books *books, const struct sp_server *server, uint32_t i);
void sp_books_after(struct sp_books *books, const struct sp_server *server, uint32_t i,
                    enum sp_server_event event);

/* The law that is broken, as text; NULL: none. Every few times P events it also recounts all
 * learners. */
const char *sp_books_check(struct sp_books *books, const struct sp_server *server);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/engine/books.h"

#include <stddef.h>

/* Recounting costs P: this often it is lost in the noise. */
#define RECOUNT_EVENTS 4096u

void sp_books_start(struct sp_books *books, const struct sp_server *server)
{
    books->held_sum = 0;
    books->events = 0;
    books->recount_at = 4 * (uint64_t)server->learners + RECOUNT_EVENTS;
}

void sp_books_before(struct sp_books *books, const struct sp_server *server, uint32_t i)
{
    books->events++;
    books->held_sum -= server->held[i];
}

void sp_books_after(struct sp_books *books, const struct sp_server *server, uint32_t i,
                    enum sp_server_event event)
{
    switch (event) {
    case SP_SERVER_UPDATE_ALL:
        books->held_sum = server->learners * server->version;
        break;
    case SP_SERVER_UPDATE_WAITING:
        books->held_sum += server->wanted * server->version;
        break;
    case SP_SERVER_START_ONE:
    case SP_SERVER_UPDATE_ONE:
        books->held_sum += server->held[i];
        break;
    default:
        break;
    }
}

/* By how much all the versions at work together grow older at an update. */
static uint64_t drift_per_update(const struct sp_server *s)
{
    if (s->cancels)
        return 0;
    return s->batch ? s->learners - 1 : s->learners - s->wanted;
}

static const char *recount(const struct sp_books *books, const struct sp_server *s)
{
    uint64_t running = 0, held = 0, jobs = 0, delivered = 0, lost = 0;
    for (uint32_t i = 0; i < s->learners; i++) {
        jobs += s->jobs[i];
        delivered += s->delivered[i];
        lost += s->lost[i];
        if (s->state[i] != SP_SERVER_RUNNING)
            continue;
        running++;
        held += s->held[i];
        if (s->held[i] > s->version)
            return "G3: a learner holds a version that does not exist yet";
    }
    if (running != s->running || held != books->held_sum)
        return "the learners at work are not those counted";
    if (jobs != s->issued || delivered != s->applied + s->buffered || lost != s->cancelled)
        return "the jobs of the learners do not add up to those of the server";
    return NULL;
}

const char *sp_books_check(struct sp_books *books, const struct sp_server *s)
{
    if (s->issued != s->applied + s->cancelled + s->running + s->buffered)
        return "G1: issued = applied + cancelled + running + buffered";
    if (s->applied != s->since_applied + s->wanted * s->updates || s->buffered >= s->wanted)
        return "G2: applied = K * updates, buffered < K";
    if (s->drift != s->since_drift + drift_per_update(s) * s->updates ||
        s->staleness + s->running * s->version - books->held_sum != s->drift)
        return "2.6: staleness + ages of the versions at work = const * updates";
    if (books->events < books->recount_at)
        return NULL;
    books->recount_at = books->events + 4 * (uint64_t)s->learners + RECOUNT_EVENTS;
    return recount(books, s);
}

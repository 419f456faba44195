/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "runs/engine/books.h"
#include "runs/engine/random.h"

static struct sp_server *server;
static struct sp_books books;

static void advance(uint32_t i)
{
    sp_books_before(&books, server, i);
    enum sp_server_event event = sp_server_complete(server, i);
    sp_books_after(&books, server, i, event);
}

/* Any learner at work may be the next to deliver: the books do not know about time. */
static uint32_t any_running(struct sp_stream *stream)
{
    for (;;) {
        uint32_t i = sp_stream_below(stream, server->learners);
        if (server->state[i] == SP_SERVER_RUNNING)
            return i;
    }
}

static void run(uint32_t learners, uint32_t wanted, uint32_t cancels, uint32_t batch, int events)
{
    struct sp_stream stream;
    sp_server_start(server, learners, wanted, cancels, batch);
    sp_books_start(&books, server);
    sp_stream_start(&stream, learners, SP_FOR_MEASURE, wanted, batch);
    for (int k = 0; k < events; k++) {
        advance(any_running(&stream));
        const char *law = sp_books_check(&books, server);
        if (law != NULL)
            fail_msg("P = %u, K = %u, event %d: %s", learners, wanted, k, law);
    }
}

static void all_variants_keep_the_laws(void **state)
{
    (void)state;
    for (uint32_t P = 1; P <= 5; P++)
        for (uint32_t K = 1; K <= 7; K++)
            for (uint32_t cancels = 0; cancels < 2; cancels++) {
                run(P, K, cancels, 1, 9000);
                if (K <= P)
                    run(P, K, cancels, 0, 9000);
            }
}

/* Each account, falsified by one, is found out: at once, or at the next recount. */
static void finds(uint64_t *account, const char *law, int at_recount)
{
    run(5, 2, 0, 0, 100);
    *account += 1;
    if (at_recount)
        books.recount_at = books.events;
    const char *found = sp_books_check(&books, server);
    assert_non_null(found);
    if (strstr(found, law) == NULL)
        fail_msg("'%s' instead of '%s'", found, law);
}

static void every_false_account_is_found(void **state)
{
    (void)state;
    finds(&server->issued, "G1", 0);
    finds(&server->cancelled, "G1", 0);
    finds(&server->updates, "G2", 0);
    finds(&server->version, "2.6", 0);
    finds(&server->drift, "2.6", 0);
    finds(&server->staleness, "2.6", 0);
    finds(&books.held_sum, "2.6", 0);
    finds(&server->jobs[3], "do not add up", 1);
    finds(&server->delivered[0], "do not add up", 1);
    finds(&server->lost[4], "do not add up", 1);
    run(5, 2, 0, 0, 100);
    uint32_t i = 0;
    while (server->state[i] != SP_SERVER_RUNNING || server->held[i] == server->version)
        i++;
    finds(&server->held[i], "are not those counted", 1);
    run(5, 2, 0, 0, 100);
    server->held[i] = server->version + 1;
    books.recount_at = books.events;
    assert_non_null(strstr(sp_books_check(&books, server), "G3"));
}

static int set_up(void **state)
{
    (void)state;
    server = calloc(1, sizeof *server);
    return server == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    free(server);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_variants_keep_the_laws),
        cmocka_unit_test(every_false_account_is_found),
    };
    return cmocka_run_group_tests_name("books of a run", tests, set_up, tear_down);
}

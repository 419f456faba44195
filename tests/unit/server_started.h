/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_TEST_SERVER_STARTED_H
#define SP_TEST_SERVER_STARTED_H

#include "staleproof/code.h"
#include "staleproof/server_machine.h"

/* A server machine that has been started; free() it. */
static inline struct sp_server *started(uint32_t p, uint32_t k, uint32_t cancels, uint32_t batch)
{
    struct sp_server *s = calloc(1, sizeof *s);
    assert_non_null(s);
    assert_int_equal(sp_checked_server_start(s, p, k, cancels, batch), SP_CODE_OK);
    return s;
}

/* A learner at work, any of them. */
static inline uint32_t pick(const struct sp_server *s, uint64_t *seed)
{
    for (;;) {
        *seed = *seed * 6364136223846793005u + 1442695040888963407u;
        uint32_t i = (uint32_t)(*seed >> 33) % s->learners;
        if (s->state[i] == SP_SERVER_RUNNING)
            return i;
    }
}

#endif

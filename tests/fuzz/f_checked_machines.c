/* SPDX-License-Identifier: Apache-2.0 */
/* The checked entries of servers, schedulers and the queue: a machine is started and then asked
 * for one event after another, sensible or not. A refusal changes nothing. The kernels are built
 * for few learners here, so that whole machines can be compared. */
#include <string.h>

#include "staleproof.h"
#include "tests/fuzz/fuzz.h"

static union {
    struct sp_server server;
    struct sp_server_block block;
    struct sp_server_drop drop;
    struct sp_server_ssp ssp;
    struct sp_elastic elastic;
    struct sp_elastic_window window;
    struct sp_queue queue;
} m, before;

/* Small numbers mostly; sometimes one that fits nowhere. */
static uint32_t number(struct fuzz_bytes *bytes)
{
    const uint32_t n = (uint32_t)fuzz_take(bytes, 1);
    return n < 240 ? n % 20 : (uint32_t)fuzz_take(bytes, 4);
}

static int server(unsigned event, struct fuzz_bytes *bytes)
{
    const uint32_t i = number(bytes);
    if (event == 0)
        return sp_checked_server_start(&m.server, i, number(bytes), number(bytes) % 3,
                                       number(bytes) % 3);
    return sp_checked_server_complete(event == 1 ? NULL : &m.server, i);
}

static int block(unsigned event, struct fuzz_bytes *bytes)
{
    const uint32_t i = number(bytes);
    if (event == 0)
        return sp_checked_server_block_start(&m.block, i, number(bytes));
    if (event % 3 == 0)
        return sp_checked_server_block_apply(&m.block, i);
    return event == 1 ? sp_checked_server_block_next(&m.block)
                      : sp_checked_server_block_deliver(&m.block, i);
}

static int drop(unsigned event, struct fuzz_bytes *bytes)
{
    const uint32_t i = number(bytes);
    return event == 0 ? sp_checked_server_drop_start(&m.drop, i, number(bytes))
                      : sp_checked_server_drop_deliver(&m.drop, i);
}

static int ssp(unsigned event, struct fuzz_bytes *bytes)
{
    const uint32_t i = number(bytes);
    if (event == 0)
        return sp_checked_server_ssp_start(&m.ssp, i, number(bytes));
    return event == 1 ? sp_checked_server_ssp_may(&m.ssp, i)
                      : sp_checked_server_ssp_tick(&m.ssp, i);
}

static int elastic(unsigned event, struct fuzz_bytes *bytes)
{
    const uint32_t i = number(bytes);
    if (event == 0)
        return sp_checked_elastic_start(&m.elastic, i, (uint32_t)fuzz_take(bytes, 2),
                                        fuzz_take(bytes, 4));
    if (event == 1)
        return sp_checked_elastic_begin(&m.elastic);
    if (event == 2)
        return sp_checked_elastic_may(&m.elastic);
    if (event == 3)
        return sp_checked_elastic_release(&m.elastic);
    return event % 2 ? sp_checked_elastic_header(&m.elastic, i, number(bytes))
                     : sp_checked_elastic_arrive(&m.elastic, i);
}

static int window(unsigned event, struct fuzz_bytes *bytes)
{
    const uint32_t j = number(bytes);
    if (event == 0)
        return sp_checked_elastic_window_start(&m.window, j, number(bytes), number(bytes));
    if (event == 1)
        return sp_checked_elastic_window_may_begin(&m.window);
    if (event == 2)
        return sp_checked_elastic_window_may_apply(&m.window, j);
    if (event == 3)
        return sp_checked_elastic_window_finish(&m.window);
    return event % 2 ? sp_checked_elastic_window_receive(&m.window, j)
                     : sp_checked_elastic_window_apply(&m.window, j);
}

/* The queue's first event comes before all others. */
static int queue(unsigned event, struct fuzz_bytes *bytes)
{
    int code;
    const uint32_t id = number(bytes);
    const uint64_t key = fuzz_take(bytes, 1);
    if (event == 0)
        m.queue.n = number(bytes);
    if (event == 0 && m.queue.n > SP_QUEUE_MAX_EVENTS)
        m.queue.n = 0;
    if (event == 0)
        code = sp_checked_queue_build(&m.queue);
    else if (event == 1)
        code = sp_checked_queue_replace(&m.queue, key, id);
    else
        code = event < 6 ? sp_checked_queue_push(&m.queue, key, id)
                         : sp_checked_queue_pop(&m.queue);
    for (uint32_t q = 1; q < m.queue.n; q++)
        fuzz_demand(m.queue.key[0] <= m.queue.key[q], "the first event is the first");
    return code;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int (*const machines[])(unsigned, struct fuzz_bytes *) = {
        server, block, drop, ssp, elastic, window, queue};
    struct fuzz_bytes bytes = {data, size};
    const size_t kind = fuzz_take(&bytes, 1) % (sizeof machines / sizeof *machines);
    int started = 0;
    memset(&m, 0, sizeof m);
    for (int events = 0; bytes.left > 0 && events < 400; events++) {
        const unsigned event = started ? (unsigned)fuzz_take(&bytes, 1) % 12 : 0;
        before = m;
        const int code = machines[kind](event, &bytes);
        fuzz_demand(code >= SP_CODE_ROUNDING, "the code is in the list");
        if (event == 0 && kind == 6)
            started = 1; /* its start is the build, which the fuzzer itself has made ready */
        else
            fuzz_demand(code >= 0 || memcmp(&before, &m, sizeof m) == 0,
                        "a refusal changes nothing");
        started = started || code >= 0;
    }
    return 0;
}

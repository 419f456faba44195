/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/log/replay.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "runs/engine/setting.h"
#include "runs/log/trace.h"
#include "staleproof/code.h"
#include "staleproof/compress_topk.h"
#include "staleproof/queue_heap.h"
#include "staleproof/server_machine.h"

struct replay {
    const char *path;
    struct sp_run_setting setting;
    struct sp_server *server; /* NULL before the header */
    struct sp_queue *due;     /* who delivers next, and when; virtual clock only */
    uint64_t seed, deliveries, most; /* most: largest staleness of a delivery */
    double time;
    int ended;
};

static int has_clock(const struct replay *r)
{
    return r->setting.engine == SP_SIMULATE;
}

/* When the job that learner i has just begun will be done, as a key of the queue. */
static uint64_t due(const struct replay *r, uint32_t i)
{
    return (uint64_t)sp_compress_magnitude_key_f64(
        sp_run_setting_due(&r->setting, r->seed, i, r->server->jobs[i], r->time));
}

static void begin_all(struct replay *r)
{
    r->due->n = r->server->learners;
    for (uint32_t i = 0; i < r->due->n; i++) {
        r->due->key[i] = due(r, i);
        r->due->id[i] = i;
    }
    sp_queue_build(r->due);
}

/* The learner at the head of the queue has delivered. */
static void begin_after(struct replay *r, uint32_t i, enum sp_server_event event)
{
    const struct sp_server *server = r->server;
    if (event == SP_SERVER_UPDATE_ALL) {
        begin_all(r);
    } else if (event == SP_SERVER_START_ONE || event == SP_SERVER_UPDATE_ONE) {
        sp_queue_replace(r->due, due(r, i), i);
    } else {
        sp_queue_pop(r->due);
        for (uint32_t q = 0; event == SP_SERVER_UPDATE_WAITING && q < server->wanted; q++)
            sp_queue_push(r->due, due(r, server->waiting[q]), server->waiting[q]);
    }
}

static enum sp_status take_header(struct replay *r, const json_t *header, struct sp_error *err)
{
    struct sp_run_setting *s = &r->setting;
    enum sp_status status = sp_run_setting_from_json(s, json_object_get(header, "setting"), err);
    if (status != SP_OK)
        return sp_fail(err, SP_INPUT, "%s:1: the setting cannot be read", r->path);
    r->seed = (uint64_t)json_integer_value(json_object_get(header, "seed"));
    r->server = calloc(1, sizeof *r->server);
    r->due = calloc(1, sizeof *r->due);
    if (r->server == NULL || r->due == NULL)
        return sp_fail_memory(err);
    int code = sp_checked_server_start(r->server, s->learners, s->wanted,
                                       (uint32_t)sp_variant_cancels(s->variant),
                                       (uint32_t)sp_variant_is_batch(s->variant));
    if (code != SP_CODE_OK)
        return sp_fail(err, SP_INPUT, "%s:1: no such server: %s", r->path, sp_code_text(code));
    if (has_clock(r))
        begin_all(r);
    return SP_OK;
}

static enum sp_status read_count(uint64_t *value, const struct replay *r, const json_t *record,
                                 const char *key, size_t line, struct sp_error *err)
{
    const json_t *number = json_object_get(record, key);
    if (!json_is_integer(number) || json_integer_value(number) < 0)
        return sp_fail(err, SP_INPUT, "%s:%zu: %s: a count was expected", r->path, line, key);
    *value = (uint64_t)json_integer_value(number);
    return SP_OK;
}

/* What the record says, against what the machine knows. */
static enum sp_status same(const struct replay *r, const json_t *record, const char *key,
                           uint64_t expected, size_t line, struct sp_error *err)
{
    uint64_t value = 0;
    enum sp_status status = read_count(&value, r, record, key, line, err);
    if (status != SP_OK || value == expected)
        return status;
    return sp_fail(err, SP_FALSE,
                   "%s:%zu: %s is %" PRIu64 " in the trace, %" PRIu64 " for the proved machine",
                   r->path, line, key, value, expected);
}

/* On a virtual clock the next delivery is known, ties included. */
static enum sp_status check_clock(const struct replay *r, double time, uint32_t i, size_t line,
                                  struct sp_error *err)
{
    double next = time;
    if (has_clock(r)) {
        const uint64_t key = sp_queue_first(r->due);
        memcpy(&next, &key, sizeof next);
    }
    if (time < r->time)
        return sp_fail(err, SP_FALSE, "%s:%zu: time runs backwards", r->path, line);
    if (time != next || (has_clock(r) && r->due->id[0] != i))
        return sp_fail(err, SP_FALSE,
                       "%s:%zu: learner %u delivers at %.17g, but the next is learner %u at %.17g",
                       r->path, line, i, time, r->due->id[0], next);
    return SP_OK;
}

static enum sp_status take_delivery(struct replay *r, const json_t *record, size_t line,
                                    struct sp_error *err)
{
    const json_t *time = json_object_get(record, "time");
    uint64_t learner = 0;
    enum sp_status status = read_count(&learner, r, record, "learner", line, err);
    if (status == SP_OK && !json_is_number(time))
        status = sp_fail(err, SP_INPUT, "%s:%zu: time: a number was expected", r->path, line);
    if (status != SP_OK)
        return status;
    struct sp_server *server = r->server;
    const uint32_t i = (uint32_t)learner;
    if (learner >= server->learners || server->state[i] != SP_SERVER_RUNNING)
        return sp_fail(err, SP_FALSE, "%s:%zu: learner %" PRIu64 " is not at work", r->path, line,
                       learner);
    const uint64_t stale = server->version - server->held[i];
    status = check_clock(r, json_number_value(time), i, line, err);
    if (status == SP_OK)
        status = same(r, record, "job", server->jobs[i], line, err);
    if (status == SP_OK)
        status = same(r, record, "stale", stale, line, err);
    if (status != SP_OK)
        return status;
    r->time = json_number_value(time);
    r->most = stale > r->most ? stale : r->most;
    int event = sp_checked_server_complete(server, i);
    if (event < 0)
        return sp_fail(err, SP_FALSE, "%s:%zu: refused: %s", r->path, line, sp_code_text(event));
    r->deliveries++;
    if (has_clock(r))
        begin_after(r, i, (enum sp_server_event)event);
    return SP_OK;
}

/* What the summary says of all deliveries together. */
static enum sp_status check_sums(const struct replay *r, const json_t *record, size_t line,
                                 struct sp_error *err)
{
    const json_t *staleness = json_object_get(record, "staleness");
    const double end = json_number_value(json_object_get(record, "end_time"));
    enum sp_status status = same(r, record, "seed", r->seed, line, err);
    if (status == SP_OK)
        status = same(r, record, "events", r->deliveries, line, err);
    if (status == SP_OK)
        status = same(r, staleness, "sum", r->server->staleness, line, err);
    if (status == SP_OK)
        status = same(r, staleness, "most", r->most, line, err);
    if (status == SP_OK && has_clock(r) && end != r->time)
        status = sp_fail(err, SP_FALSE, "%s:%zu: end_time is %.17g, the last delivery was at %.17g",
                         r->path, line, end, r->time);
    return status;
}

static enum sp_status take_end(struct replay *r, const json_t *record, size_t line,
                               struct sp_error *err)
{
    const struct sp_server *server = r->server;
    if (r->deliveries == 0)
        return sp_fail(err, SP_INPUT, "%s: no deliveries in this trace: run with deliveries=yes",
                       r->path);
    enum sp_status status = same(r, record, "updates", server->version, line, err);
    if (status == SP_OK)
        status = same(r, record, "gradients", server->applied, line, err);
    if (status == SP_OK)
        status = same(r, record, "cancelled", server->cancelled, line, err);
    if (status == SP_OK)
        status = check_sums(r, record, line, err);
    if (status == SP_OK && server->version != r->setting.updates)
        status = sp_fail(err, SP_FALSE, "%s:%zu: the run has %" PRIu64 " of %" PRIu64 " updates",
                         r->path, line, server->version, r->setting.updates);
    r->ended = 1;
    return status;
}

static enum sp_status take(void *self, json_t *record, size_t line, struct sp_error *err)
{
    struct replay *r = self;
    if (r->server == NULL)
        return take_header(r, record, err);
    if (r->ended)
        return sp_fail(err, SP_FALSE, "%s:%zu: a record after the last", r->path, line);
    if (sp_trace_is(record, "delivery"))
        return take_delivery(r, record, line, err);
    return sp_trace_is(record, "summary") ? take_end(r, record, line, err) : SP_OK;
}

enum sp_status sp_replay_trace(json_t **report, const char *path, struct sp_error *err)
{
    struct replay r = {.path = path};
    const struct sp_trace_reader reader = {&r, take};
    enum sp_status status = sp_trace_each(path, &reader, err);
    if (status == SP_OK && !r.ended)
        status = sp_fail(err, SP_INPUT, "%s: no summary record: the run did not end", path);
    if (status == SP_OK)
        *report = json_pack("{s:s, s:I, s:I, s:s}", "trace", path, "deliveries",
                            (json_int_t)r.deliveries, "updates", (json_int_t)r.server->version,
                            "clock", has_clock(&r) ? "virtual" : "real");
    if (r.server != NULL)
        sp_run_setting_clear(&r.setting);
    free(r.server);
    free(r.due);
    return status;
}

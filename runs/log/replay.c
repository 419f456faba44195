/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/log/replay.h"

#include <inttypes.h>
#include <stdlib.h>

#include "runs/engine/setting.h"
#include "runs/log/trace.h"
#include "staleproof/code.h"
#include "staleproof/server_machine.h"

struct replay {
    const char *path;
    struct sp_run_setting setting;
    struct sp_server *server; /* NULL before the header */
    double *due;              /* moment at which a running learner delivers; virtual clock only */
    uint64_t seed, deliveries;
    double time;
    int ended;
};

static int has_clock(const struct replay *r)
{
    return r->setting.engine == SP_SIMULATE;
}

/* The learner has begun its job at the present time. */
static void begin(struct replay *r, uint32_t i)
{
    struct sp_stream stream;
    sp_stream_start(&stream, r->seed, SP_FOR_DELAY, i, r->server->jobs[i]);
    r->due[i] = r->time + sp_delay_draw(&r->setting.delay, &stream);
}

static void begin_after(struct replay *r, uint32_t i, enum sp_server_event event)
{
    const struct sp_server *server = r->server;
    if (event == SP_SERVER_START_ONE || event == SP_SERVER_UPDATE_ONE)
        begin(r, i);
    for (uint32_t q = 0; event == SP_SERVER_UPDATE_WAITING && q < server->wanted; q++)
        begin(r, server->waiting[q]);
    for (uint32_t q = 0; event == SP_SERVER_UPDATE_ALL && q < server->learners; q++)
        begin(r, q);
}

static enum sp_status take_header(struct replay *r, const json_t *header, struct sp_error *err)
{
    struct sp_run_setting *s = &r->setting;
    enum sp_status status =
        sp_run_setting_from_json(s, json_object_get(header, "setting"), err);
    if (status != SP_OK)
        return sp_fail(err, SP_INPUT, "%s:1: the setting cannot be read", r->path);
    r->seed = (uint64_t)json_integer_value(json_object_get(header, "seed"));
    r->server = calloc(1, sizeof *r->server);
    r->due = malloc(s->learners * sizeof *r->due);
    if (r->server == NULL || r->due == NULL)
        return sp_fail_memory(err);
    int code = sp_checked_server_start(r->server, s->learners, s->wanted,
                                       (uint32_t)sp_variant_cancels(s->variant),
                                       (uint32_t)sp_variant_is_batch(s->variant));
    if (code != SP_CODE_OK)
        return sp_fail(err, SP_INPUT, "%s:1: no such server: %s", r->path, sp_code_text(code));
    for (uint32_t i = 0; i < s->learners; i++)
        begin(r, i);
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

static enum sp_status check_clock(const struct replay *r, double time, uint32_t i, size_t line,
                                  struct sp_error *err)
{
    if (!(time >= r->time))
        return sp_fail(err, SP_FALSE, "%s:%zu: time runs backwards", r->path, line);
    if (has_clock(r) && time != r->due[i])
        return sp_fail(err, SP_FALSE, "%s:%zu: learner %u delivers at %.17g, not at %.17g",
                       r->path, line, i, r->due[i], time);
    return SP_OK;
}

/* On a virtual clock nobody was due before learner i: at the same time the smaller index is
 * first. Checked when the clock moves and at the end, so that the check is O(1) a delivery. */
static enum sp_status none_overdue(const struct replay *r, double time, size_t line,
                                   struct sp_error *err)
{
    for (uint32_t j = 0; has_clock(r) && j < r->server->learners; j++)
        if (r->server->state[j] == SP_SERVER_RUNNING && r->due[j] < time)
            return sp_fail(err, SP_FALSE, "%s:%zu: the delivery of learner %u at %.17g is missing",
                           r->path, line, j, r->due[j]);
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
    status = same(r, record, "job", server->jobs[i], line, err);
    if (status == SP_OK)
        status = same(r, record, "stale", server->version - server->held[i], line, err);
    if (status == SP_OK)
        status = check_clock(r, json_number_value(time), i, line, err);
    if (status != SP_OK)
        return status;
    r->time = json_number_value(time);
    int event = sp_checked_server_complete(server, i);
    if (event < 0)
        return sp_fail(err, SP_FALSE, "%s:%zu: refused: %s", r->path, line, sp_code_text(event));
    r->deliveries++;
    begin_after(r, i, (enum sp_server_event)event);
    return SP_OK;
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
        status = same(r, record, "events", r->deliveries, line, err);
    if (status == SP_OK)
        status = none_overdue(r, r->time, line, err);
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

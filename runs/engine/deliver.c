/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/engine/deliver.h"

#include <string.h>

#include "staleproof/code.h"
#include "staleproof/reduce_axpy.h"

enum sp_status sp_deliver_refuse(const struct sp_simulation *run, uint32_t i, const char *kernel,
                                 int code, struct sp_error *err)
{
    return sp_fail(err, SP_FALSE,
                   "the run diverges: update %llu, learner %u, kernel %s: %s; seed %llu, eta = %g",
                   (unsigned long long)run->server->version + 1, i, kernel, sp_code_text(code),
                   (unsigned long long)run->seed, run->setting->rule.eta);
}

void sp_deliver_start(struct sp_simulation *run, uint32_t i)
{
    size_t n = run->problem->dimension;
    if (run->held != NULL)
        memcpy(run->held + i * n, run->w, n * sizeof *run->w);
}

static enum sp_status broken(const struct sp_simulation *run, const char *law, struct sp_error *err)
{
    return sp_fail(err, SP_INTERNAL, "event %llu, update %llu, seed %llu: a law is broken: %s",
                   (unsigned long long)run->books.events, (unsigned long long)run->server->version,
                   (unsigned long long)run->seed, law);
}

static enum sp_status add_up(struct sp_simulation *run, uint32_t i, const double *gradient,
                             struct sp_error *err)
{
    int code = sp_checked_reduce_axpy_f64(run->sum, gradient, run->problem->dimension, 1);
    return code == SP_CODE_OK ? SP_OK : sp_deliver_refuse(run, i, "reduce_axpy", code, err);
}

static enum sp_status update(struct sp_simulation *run, uint32_t i, struct sp_error *err)
{
    size_t n = run->problem->dimension;
    const char *kernel;
    int code = sp_rule_step(&run->rule, &run->setting->rule, run->w, run->sum, run->server->wanted,
                            &kernel);
    if (code != SP_CODE_OK)
        return sp_deliver_refuse(run, i, kernel, code, err);
    memset(run->sum, 0, n * sizeof *run->sum);
    return SP_OK;
}

enum sp_status sp_deliver(struct sp_simulation *run, uint32_t i, const double *gradient,
                          const struct sp_watch *watch, enum sp_server_event *event,
                          struct sp_error *err)
{
    const struct sp_server *server = run->server;
    const struct sp_delivery at = {run->time, i, server->jobs[i], server->version - server->held[i],
                                   server->version};
    enum sp_status status = gradient != NULL ? add_up(run, i, gradient, err) : SP_OK;
    if (status != SP_OK)
        return status;
    sp_books_before(&run->books, run->server, i);
    int answer = sp_checked_server_complete(run->server, i);
    if (answer < 0)
        return broken(run, sp_code_text(answer), err);
    *event = (enum sp_server_event)answer;
    sp_books_after(&run->books, run->server, i, *event);
    if (watch->delivered != NULL)
        status = watch->delivered(watch->self, &at, err);
    if (status == SP_OK && *event >= SP_SERVER_UPDATE_ONE && gradient != NULL)
        status = update(run, i, err);
    if (status != SP_OK)
        return status;
    const char *law = sp_books_check(&run->books, run->server);
    return law == NULL ? SP_OK : broken(run, law, err);
}

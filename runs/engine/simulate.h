/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_ENGINE_SIMULATE_H
#define SP_ENGINE_SIMULATE_H

#include "runs/engine/books.h"
#include "runs/engine/setting.h"
#include "staleproof/queue_heap.h"

/* One run on a virtual clock: events in order of time, the server machine decides, the kernels
 * compute. The result is a function of setting and seed, to the bit. */
struct sp_feedback;
struct sp_simulation {
    const struct sp_run_setting *setting;
    const struct sp_problem *problem;
    uint64_t seed;
    struct sp_server *server;
    struct sp_books books;
    struct sp_queue *queue;       /* learners at work, by the time at which they deliver */
    double time;                  /* of the last event */
    double *w;                    /* the model, `dimension` numbers */
    double *gradient;             /* the last one computed */
    double *sum;                  /* of the gradients buffered */
    struct sp_rule_state rule;    /* what the step rule remembers */
    double *held;                 /* the models that the learners work on; NULL: all work on w */
    uint32_t lost;                /* learners that died: the machine sees them as slow for ever */
    struct sp_feedback *feedback; /* compression with error feedback; NULL: none */
};

/* A run as it stands after an update. */
struct sp_moment {
    uint64_t update, gradients; /* updates made, gradients applied */
    double time;
    const double *w;
    const struct sp_feedback *feedback;
};

/* A gradient that has reached the server. */
struct sp_delivery {
    double time;
    uint32_t learner;
    uint64_t job;     /* of the learner: 1, 2, ... */
    uint64_t stale;   /* updates since the model that it was computed at */
    uint64_t version; /* updates so far; it goes into the next one */
};

/* Called while a run goes. Any may be NULL; a status other than SP_OK stops the run. */
struct sp_watch {
    void *self;
    enum sp_status (*delivered)(void *self, const struct sp_delivery *at, struct sp_error *err);
    /* Is this update to be looked at? Asked once an update, in order; NULL: all are. */
    int (*wants)(void *self, uint64_t update);
    /* The update; an engine in real time may keep what is wanted and show it after the run. */
    enum sp_status (*updated)(void *self, const struct sp_moment *at, struct sp_error *err);
};

/* The moment after the last update. */
struct sp_moment sp_simulation_moment(const struct sp_simulation *run);

enum sp_status sp_simulation_open(struct sp_simulation *run, const struct sp_run_setting *setting,
                                  const struct sp_problem *problem, uint64_t seed,
                                  struct sp_error *err);

/* Runs until the setting's J updates are made. SP_FALSE at the first value that is not finite or
 * too large (names update, learner, kernel); SP_INTERNAL when a conservation law is broken. */
enum sp_status sp_simulation_run(struct sp_simulation *run, const struct sp_watch *watch,
                                 struct sp_error *err);

/* z := the iterate when every gradient in the buffer or still computed is applied as well, with
 * its weight eta/K (step=sgd): the drained iterate of async_issue_pl. The run itself goes on unchanged. */
enum sp_status sp_simulation_drain(struct sp_simulation *run, double *z, struct sp_error *err);

void sp_simulation_close(struct sp_simulation *run);

#endif

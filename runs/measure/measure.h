/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_MEASURE_MEASURE_H
#define SP_MEASURE_MEASURE_H

#include "runs/engine/simulate.h"
#include "runs/log/trace.h"
#include "runs/measure/staleness.h"

/* What is measured while one run goes.
 *
 * The loss is taken at updates J (k/C)^2, k = 0 .. C. Averages of |grad F|^2 over all iterates need
 * one full gradient each, which costs more than the run: instead one iterate is drawn from each of
 * `probes` equal parts of w_1 .. w_{J-1}, and stands for its part. The estimate is unbiased, its
 * error is part of the spread over seeds, and with probes >= J - 1 it is the average itself. */
struct sp_measure {
    const struct sp_run_setting *setting;
    const struct sp_problem *problem;
    struct sp_trace *trace;
    uint64_t seed;
    struct sp_staleness staleness;
    double *scratch;
    json_t *checkpoints;
    uint64_t checkpoint, probe;       /* numbers of the next ones */
    uint64_t checkpoint_at, probe_at; /* their updates */
    uint64_t *wanted;                 /* all updates to be looked at, increasing */
    size_t n_wanted, asked;
    double first, inner, last; /* |grad F|^2 at w_0, summed over w_1 .. w_{J-1}, at w_J */
    double gap;                /* F(w_J) - F* */
    double variance;           /* the largest met at a checkpoint or probe */
    double second;             /* E|gradient of one sample|^2, the largest met there */
    double drained;            /* F - F* of the drained iterate */
    double view, distance;     /* error feedback: see measure_view.c */
    struct sp_watch watch;
};

enum sp_status sp_measure_start(struct sp_measure *m, const struct sp_simulation *run,
                                struct sp_trace *trace, struct sp_error *err);
/* After the run: the drained iterate, and *record := the run's last record. */
enum sp_status sp_measure_end(struct sp_measure *m, struct sp_simulation *run, json_t **record,
                              struct sp_error *err);
void sp_measure_clear(struct sp_measure *m);

/* Error feedback in the synchronous variant: adds `share` times |grad F|^2 at the point x that the
 * theorems look at to m->view, notes the largest |x - v|/eta, and checks the view identity
 * (SP_INTERNAL when it is broken). Does nothing for other runs. */
int sp_measure_has_view(const struct sp_measure *m);
enum sp_status sp_measure_view(struct sp_measure *m, const struct sp_moment *now, double share,
                               struct sp_error *err);

#endif

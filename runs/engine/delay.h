/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_ENGINE_DELAY_H
#define SP_ENGINE_DELAY_H

#include "bounds/base/error.h"
#include "runs/engine/random.h"

/* The law of the time that one gradient takes, in seconds of the virtual clock.
 *
 *   exp:RATE            shifted:SHIFT,RATE     pareto:ALPHA,SCALE
 *   uniform:LOW,HIGH    deterministic:X        hyperexp:P1,RATE1,RATE2
 *   weibull:SHAPE,SCALE gamma:SHAPE,RATE       erlang:STAGES,RATE
 *   lognormal:LOCATION,SPREAD                  (mean and deviation of the logarithm)
 */
enum sp_delay_kind {
    SP_DELAY_EXP,
    SP_DELAY_SHIFTED,
    SP_DELAY_PARETO,
    SP_DELAY_UNIFORM,
    SP_DELAY_DETERMINISTIC,
    SP_DELAY_HYPEREXP,
    SP_DELAY_WEIBULL,
    SP_DELAY_GAMMA,
    SP_DELAY_ERLANG,
    SP_DELAY_LOGNORMAL
};

/* How a law ages; theorems ask for it. */
enum sp_delay_class {
    SP_AGES_NOT, /* exponential: new is as good as used */
    SP_AGES_NLU, /* new takes longer than what is left of a used one */
    SP_AGES_NSU, /* new takes shorter */
    SP_AGES_BOTH_WAYS
};

struct sp_delay {
    enum sp_delay_kind kind;
    double parameter[3];
    char text[128]; /* as given */
};

/* SP_USAGE: unknown law (with the nearest), wrong count of parameters, a parameter out of range. */
enum sp_status sp_delay_read(struct sp_delay *delay, const char *text, struct sp_error *err);

double sp_delay_draw(const struct sp_delay *delay, struct sp_stream *stream);

double sp_delay_mean(const struct sp_delay *delay); /* infinite for a Pareto law, ALPHA <= 1 */
enum sp_delay_class sp_delay_class(const struct sp_delay *delay);

#endif

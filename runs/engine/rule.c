/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/engine/rule.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "staleproof/code.h"
#include "staleproof/reduce_axpy.h"
#include "staleproof/step_amsgrad.h"
#include "staleproof/step_momentum.h"
#include "staleproof/step_sgd.h"

typedef int (*step)(struct sp_rule_state *state, const struct sp_rule_options *o, double *w,
                    const double *mean);

static double *vector(const struct sp_rule_state *state, size_t k)
{
    return state->vectors + k * state->n;
}

static int amsgrad(struct sp_rule_state *state, const struct sp_rule_options *o, double *w,
                   const double *mean)
{
    const struct sp_amsgrad_f64 p = {.alpha = o->eta,
                                     .b1 = o->beta1,
                                     .b2 = o->beta2,
                                     .eps = o->epsilon,
                                     .low = -o->box,
                                     .high = o->box};
    return sp_checked_step_amsgrad_f64(w, vector(state, 0), vector(state, 1), vector(state, 2),
                                       mean, state->n, p);
}

static int heavy_ball(struct sp_rule_state *state, const struct sp_rule_options *o, double *w,
                      const double *mean)
{
    const double c = o->rule == SP_RULE_MOMENTUM ? 1 - o->beta1 : 1;
    const struct sp_momentum_f64 p = {.alpha = o->eta, .mu = o->beta1, .c = c};
    return sp_checked_step_momentum_f64(w, vector(state, 0), mean, state->n, p);
}

/* SGD takes no mean: eta/K times the sum is one rounding less. */
static const struct {
    const char *word, *kernel;
    size_t vectors;
    step take;
} rules[SP_RULES] = {
    [SP_RULE_SGD] = {"sgd", "step_sgd", 0, NULL},
    [SP_RULE_AMSGRAD] = {"amsgrad", "step_amsgrad", 3, amsgrad},
    [SP_RULE_HEAVYBALL] = {"heavyball", "step_momentum", 1, heavy_ball},
    [SP_RULE_MOMENTUM] = {"momentum", "step_momentum", 1, heavy_ball},
};

const char *sp_rule_word(enum sp_rule rule)
{
    return rules[rule].word;
}

int sp_rule_open(struct sp_rule_state *state, enum sp_rule rule, size_t n)
{
    const size_t vectors = rules[rule].vectors;
    *state = (struct sp_rule_state){.n = n};
    if (vectors == 0 || n == 0)
        return 1;
    if (n > SIZE_MAX / sizeof(double) / (vectors + 1))
        return 0;
    state->vectors = calloc((vectors + 1) * n, sizeof(double));
    return state->vectors != NULL;
}

void sp_rule_close(struct sp_rule_state *state)
{
    free(state->vectors);
    *state = (struct sp_rule_state){0};
}

int sp_rule_step(struct sp_rule_state *state, const struct sp_rule_options *options, double *w,
                 const double *sum, unsigned count, const char **kernel)
{
    const size_t n = state->n, vectors = rules[options->rule].vectors;
    *kernel = rules[options->rule].kernel;
    if (rules[options->rule].take == NULL)
        return sp_checked_step_sgd_f64(w, sum, n, options->eta / count);
    double *mean = vector(state, vectors);
    memset(mean, 0, n * sizeof *mean);
    int code = sp_checked_reduce_axpy_f64(mean, sum, n, 1.0 / count);
    if (code == SP_CODE_OK)
        return rules[options->rule].take(state, options, w, mean);
    *kernel = "reduce_axpy";
    return code;
}

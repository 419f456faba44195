/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_ENGINE_RULE_H
#define SP_ENGINE_RULE_H

#include <stddef.h>

/* The rule by which the server takes a step, and what it remembers from step to step. */
enum sp_rule {
    SP_RULE_SGD,
    SP_RULE_AMSGRAD,
    SP_RULE_HEAVYBALL, /* p := beta1 p + g */
    SP_RULE_MOMENTUM,  /* m := beta1 m + (1 - beta1) g */
    SP_RULES
};

struct sp_rule_options {
    enum sp_rule rule;
    double eta;          /* learning rate */
    double beta1, beta2; /* decays of the moments */
    double epsilon;      /* added to the root */
    double box;          /* each weight stays in [-box, box] */
};

struct sp_rule_state {
    size_t n;
    double *vectors; /* of the rule, n entries each, then the mean gradient */
};

const char *sp_rule_word(enum sp_rule rule); /* "amsgrad" */

/* 0: memory is short. All zero is a state that needs no clearing. */
int sp_rule_open(struct sp_rule_state *state, enum sp_rule rule, size_t n);
void sp_rule_close(struct sp_rule_state *state);

/* One step from w with the mean of `count` gradients whose sum is given. 0, or the negative code
 * of *kernel, with w untouched. */
int sp_rule_step(struct sp_rule_state *state, const struct sp_rule_options *options, double *w,
                 const double *sum, unsigned count, const char **kernel);

#endif

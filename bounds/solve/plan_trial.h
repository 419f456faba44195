/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_SOLVE_PLAN_TRIAL_H
#define SP_SOLVE_PLAN_TRIAL_H

#include "bounds/solve/plan.h"

/* A variant at work: its bound and its time, as cases whose K, m, eta, J are moved. */
struct sp_trial {
    struct sp_plan *plan;
    const struct sp_variant *variant;
    const struct sp_bound *bound;
    struct sp_case *error;
    struct sp_bound *time_bound;
    struct sp_case *time;
    arb_t target, value;
};

/* Digits that a comparison with the target is made with. */
#define SP_TRIAL_DIGITS 15

/* Opens the bound, gives it what the user gave, and makes the formula of the time. Whatever it
 * returns, sp_trial_close frees. */
enum sp_status sp_trial_open(struct sp_trial *t, struct sp_plan *plan,
                             const struct sp_variant *variant, struct sp_error *err);
void sp_trial_close(struct sp_trial *t);

/* An input that the variant's bound needs and nobody gives; NULL if there is none. */
const struct sp_parameter *sp_trial_lacks(const struct sp_trial *t);

/* Puts K and m in both, and the input that the variant knows. */
enum sp_status sp_trial_set(struct sp_trial *t, const fmpq_t K, const fmpq_t m,
                            struct sp_error *err);

/* The least J >= 1 at which the bound is at most the target, by doubling and halving. */
enum sp_status sp_trial_least_updates(struct sp_trial *t, fmpq_t J, int *found,
                                      struct sp_error *err);

#endif

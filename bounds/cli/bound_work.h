/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_CLI_BOUND_WORK_H
#define SP_CLI_BOUND_WORK_H

#include "bounds/cli/setting.h"
#include "bounds/formula/evaluate.h"

/* A request to the `bound` command (and its relatives), once it is understood. */
struct sp_work {
    const struct sp_args *args;
    struct sp_catalogue *catalogue;
    const struct sp_bound *bound;
    struct sp_setting setting;
    struct sp_case *c; /* with all arguments of the setting */
    struct sp_precision precision;
};

/* Reads the options, finds the bound that the first operand names, reads KEY=VALUE from operand
 * `first` on and the files of --set. Whatever it returns, sp_work_close frees. */
enum sp_status sp_work_open(struct sp_work *w, const struct sp_args *args, size_t first,
                            struct sp_error *err);
/* Makes the case with all arguments of the setting. */
enum sp_status sp_work_apply(struct sp_work *w, struct sp_error *err);
void sp_work_close(struct sp_work *w);

/* Completion: names of bounds, then the parameters of the first. */
void sp_work_complete(const struct sp_args *args, FILE *out);

/* `name` is to be varied by `option`: SP_USAGE unless it is a number of the bound that no word of
 * the command line gives. Drops what a problem file says about it. */
enum sp_status sp_work_free_variable(struct sp_work *w, const char *name, const char *option,
                                     struct sp_error *err);

/* The directions; each prints its answer. */
enum sp_status sp_work_solve(struct sp_work *w, struct sp_error *err);
enum sp_status sp_work_sweep(struct sp_work *w, struct sp_error *err);
enum sp_status sp_work_sensitivity(struct sp_work *w, struct sp_error *err);

/* Searches `variable` for where `target` holds (a condition on `value`, and on `base`, the value
 * with `base` put for the variable, unless that is NULL), and prints the answer; `label` is
 * the target for people. */
enum sp_status sp_work_search(struct sp_work *w, const char *variable, const char *target,
                              const char *base, const char *label, struct sp_error *err);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_CLI_CONTEST_H
#define SP_CLI_CONTEST_H

#include "bounds/cli/setting.h"
#include "bounds/formula/evaluate.h"

/* Bounds that are compared while one variable moves. An input KEY=VALUE is for all of them that
 * have it; NAME.KEY=VALUE is for the bound NAME only and goes before. VALUE may contain the
 * variable, which need not be an input of any bound: sync_pl.J='floor(t/E)'. */
struct sp_contestant {
    const struct sp_bound *bound;
    struct sp_case *c;
};

struct sp_contest {
    struct sp_catalogue *catalogue;
    const struct sp_setting *setting;
    const char *variable; /* NULL: nothing moves */
    size_t n;
    struct sp_contestant *contestants;
};

/* Puts the variable at a point (NULL without a variable) and sets every argument of a
 * contestant. */
enum sp_status sp_contest_set(struct sp_contest *contest, size_t index, const fmpq_t at,
                              struct sp_error *err);

/* SP_USAGE: a key that no contestant has, or an input that means different things to two of them
 * (its explanations differ) and is not given for each. */
enum sp_status sp_contest_check(const struct sp_contest *contest, struct sp_error *err);

/* Whether an entry of the setting reaches some contestant. */
int sp_contest_uses(const struct sp_contest *contest, const struct sp_entry *entry);

#endif

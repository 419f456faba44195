/* SPDX-License-Identifier: Apache-2.0 */
/* Units of arguments: "1/5ms" is a rate. Only what the user wrote with units is checked. */
#include <string.h>

#include "bounds/formula/case.h"

#define UNKNOWN 99

struct powers {
    int time, memory; /* exponents of second and byte; UNKNOWN: cannot be said */
};

static struct powers powers_of(const struct sp_expr *tree);

static struct powers join(const struct sp_expr *tree, int sign)
{
    struct powers a = powers_of(tree->kids[0]), b = powers_of(tree->kids[1]);
    if (a.time == UNKNOWN || b.time == UNKNOWN)
        return (struct powers){UNKNOWN, UNKNOWN};
    return (struct powers){a.time + sign * b.time, a.memory + sign * b.memory};
}

static struct powers powers_of(const struct sp_expr *tree)
{
    switch (tree->op) {
    case SP_NUMBER:
        return (struct powers){tree->dimension == SP_TIME, tree->dimension == SP_MEMORY};
    case SP_NEGATE:
        return powers_of(tree->kids[0]);
    case SP_MULTIPLY:
        return join(tree, 1);
    case SP_DIVIDE:
        return join(tree, -1);
    case SP_ADD:
    case SP_SUBTRACT: {
        struct powers a = powers_of(tree->kids[0]), b = powers_of(tree->kids[1]);
        if (a.time == b.time && a.memory == b.memory)
            return a;
        return (struct powers){UNKNOWN, UNKNOWN};
    }
    default:
        return (struct powers){UNKNOWN, UNKNOWN};
    }
}

static int has_unit(const struct sp_expr *tree)
{
    if (tree->op == SP_NUMBER && tree->dimension != SP_PLAIN)
        return 1;
    for (size_t i = 0; i < tree->n_kids; i++)
        if (has_unit(tree->kids[i]))
            return 1;
    return 0;
}

static struct powers powers_of_unit(const char *unit)
{
    if (strcmp(unit, "s") == 0)
        return (struct powers){1, 0};
    if (strcmp(unit, "1/s") == 0)
        return (struct powers){-1, 0};
    if (strcmp(unit, "s^2") == 0)
        return (struct powers){2, 0};
    if (strcmp(unit, "B") == 0)
        return (struct powers){0, 1};
    return (struct powers){0, 0};
}

enum sp_status sp_check_units(const struct sp_expr *tree, const struct sp_parameter *p,
                              struct sp_error *err)
{
    if (!has_unit(tree))
        return SP_OK;
    struct powers given = powers_of(tree), wanted = powers_of_unit(p->unit);
    if (given.time == UNKNOWN || (given.time == wanted.time && given.memory == wanted.memory))
        return SP_OK;
    return sp_fail(err, SP_USAGE, "argument %s: the unit does not fit: %s%s%s%s", p->name,
                   *p->text ? p->text : "it", *p->unit ? " is in [" : " has no unit", p->unit,
                   *p->unit ? "]" : "");
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/formula/backing.h"

#include <stdio.h>
#include <string.h>

#include "bounds/formula/bind.h"
#include "bounds/formula/case.h"
#include "bounds/formula/catalogue.h"
#include "bounds/formula/function.h"

/* Whether the tree refers to a bound that has no theorem, itself or through its own formula. */
static int refers_to_model(const struct sp_case *c, const struct sp_expr *tree)
{
    int is_name = tree->op == SP_NAME && tree->slot == SP_SLOT_OTHER;
    if (is_name || (tree->op == SP_CALL && !sp_function_find(tree->name))) {
        const struct sp_bound *other = sp_catalogue_get(c->catalogue, tree->name);
        if (other == NULL || other->standing != SP_PROVED)
            return 1;
    }
    for (size_t i = 0; i < tree->n_kids; i++)
        if (refers_to_model(c, tree->kids[i]))
            return 1;
    return 0;
}

static int is_unproved(const struct sp_case *c, size_t i)
{
    const struct sp_parameter *p = &c->bound->parameters[i];
    const struct sp_given *given = &c->given[i];
    if (!p->in_theorem)
        return 0;
    if (given->what == SP_GIVEN_NOTHING)
        return p->fallback != NULL && (p->unproved != NULL || refers_to_model(c, p->fallback));
    if (given->is_assumed || (given->tree && refers_to_model(c, given->tree)))
        return 1;
    for (size_t k = 0; k < given->n; k++)
        if (refers_to_model(c, given->trees[k]))
            return 1;
    return 0;
}

void sp_case_backing(const struct sp_case *c, struct sp_backing *backing)
{
    size_t used = 0;
    *backing = sp_bound_backing(c->bound);
    if (backing->standing != SP_PROVED)
        return;
    for (size_t i = 0; i < c->bound->n_parameters; i++) {
        if (!is_unproved(c, i))
            continue;
        int n = snprintf(backing->inputs + used, sizeof backing->inputs - used, "%s%s",
                         used ? ", " : "", c->bound->parameters[i].name);
        backing->standing = SP_CONDITIONAL;
        used += n > 0 && used + (size_t)n < sizeof backing->inputs ? (size_t)n : 0;
    }
}

struct sp_backing sp_bound_backing(const struct sp_bound *bound)
{
    return (struct sp_backing){.standing = bound->standing};
}

void sp_case_assume(struct sp_case *c, const char *name)
{
    int i = sp_bound_parameter(c->bound, name);
    if (i >= 0)
        c->given[i].is_assumed = 1;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* A bound that refers to another: C_m(b1, b2), or C_m with the parameters of the same names. */
#include <string.h>

#include "bounds/formula/eval.h"
#include "bounds/formula/nearest.h"

static enum sp_status unknown(struct sp_eval *e, const struct sp_frame *frame, const char *name)
{
    if (strcmp(name, "nan") == 0 || strcmp(name, "inf") == 0 || strcmp(name, "infinity") == 0)
        return sp_fail(e->err, SP_FALSE, "%s is not a finite number", name);
    const char *names[64], *near;
    size_t n = 0;
    for (; n < frame->bound->n_parameters && n < 64; n++)
        names[n] = frame->bound->parameters[n].name;
    near = sp_nearest(name, names, n);
    return sp_fail(e->err, SP_USAGE, "'%.60s' is neither an argument, a function nor a bound%s%s%s",
                   name, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static enum sp_status fill(struct sp_eval *e, struct sp_frame *frame, const struct sp_expr *tree,
                           struct sp_frame *inner)
{
    if (tree->n_kids == 0) {
        inner->outer = frame;
        return SP_OK;
    }
    if (tree->n_kids > inner->bound->n_parameters)
        return sp_fail(e->err, SP_USAGE, "%s takes %zu arguments, not %zu", tree->name,
                       inner->bound->n_parameters, tree->n_kids);
    enum sp_status status = SP_OK;
    for (size_t i = 0; i < tree->n_kids && status == SP_OK; i++) {
        struct sp_slot *slot = &inner->slots[i];
        if (inner->bound->parameters[i].kind > SP_NAT)
            return sp_fail(e->err, SP_USAGE, "%s cannot be used inside a formula", tree->name);
        status = sp_eval(e, frame, tree->kids[i], &slot->value);
        slot->state = SP_SLOT_DONE;
    }
    return status;
}

static enum sp_status conditions(struct sp_eval *e, struct sp_frame *inner)
{
    const struct sp_bound *bound = inner->bound;
    for (size_t i = 0; i < bound->n_conditions; i++) {
        int truth = 0;
        if (bound->conditions[i].is_check)
            continue;
        enum sp_status status = sp_eval_truth(e, inner, bound->conditions[i].tree, &truth);
        if (status != SP_OK)
            return status;
        if (!truth)
            return sp_fail(e->err, SP_FALSE, "%s needs %.300s", bound->name,
                           bound->conditions[i].text);
    }
    return SP_OK;
}

enum sp_status sp_eval_reference(struct sp_eval *e, struct sp_frame *frame,
                                 const struct sp_expr *tree, struct sp_value *result)
{
    const struct sp_bound *bound = sp_catalogue_get(e->catalogue, tree->name);
    if (bound == NULL || bound->is_truth || bound->is_list || bound->n_values == 0)
        return unknown(e, frame, tree->name);
    if (e->references == SP_EVAL_REFERENCES)
        return sp_fail(e->err, SP_USAGE, "%s: bounds refer to each other in a circle", tree->name);
    struct sp_frame inner;
    enum sp_status status = sp_frame_init(&inner, bound, NULL, e->err);
    if (status != SP_OK)
        return status;
    e->references++;
    status = fill(e, frame, tree, &inner);
    if (status == SP_OK)
        status = conditions(e, &inner);
    if (status == SP_OK)
        status = sp_eval(e, &inner, bound->values[0], result);
    e->references--;
    sp_frame_clear(&inner);
    return status;
}

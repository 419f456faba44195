/* SPDX-License-Identifier: Apache-2.0 */
/* Frames: the parameters and lets of one bound, evaluated when first asked for. */
#include <stdlib.h>
#include <string.h>

#include "bounds/formula/bind.h"
#include "bounds/formula/eval.h"

static size_t n_slots(const struct sp_bound *bound)
{
    return bound->n_parameters + bound->n_lets;
}

enum sp_status sp_frame_init(struct sp_frame *frame, const struct sp_bound *bound,
                             const struct sp_given *given, struct sp_error *err)
{
    memset(frame, 0, sizeof *frame);
    frame->bound = bound;
    frame->given = given;
    frame->slots = calloc(n_slots(bound) + 1, sizeof *frame->slots);
    if (frame->slots == NULL)
        return sp_fail_memory(err);
    for (size_t i = 0; i < n_slots(bound); i++)
        sp_value_init(&frame->slots[i].value);
    return SP_OK;
}

static void clear_list(struct sp_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        sp_value_clear(&list->items[i]);
    free(list->items);
    free(list->order);
    *list = (struct sp_list){.n = 0};
}

void sp_frame_clear(struct sp_frame *frame)
{
    if (frame->slots == NULL)
        return;
    for (size_t i = 0; i < n_slots(frame->bound); i++) {
        sp_value_clear(&frame->slots[i].value);
        clear_list(&frame->slots[i].list);
    }
    free(frame->slots);
    frame->slots = NULL;
}

static enum sp_status missing(struct sp_eval *e, const struct sp_parameter *p)
{
    int unit = *p->unit != '\0';
    return sp_fail(e->err, SP_USAGE, "%s is missing: %s%s%s%s", p->name,
                   *p->text ? p->text : sp_kind_text(p->kind), unit ? " [" : "", p->unit,
                   unit ? "]" : "");
}

/* A count must be a whole number >= 0. */
static enum sp_status settle_nat(struct sp_eval *e, const struct sp_parameter *p,
                                 struct sp_value *value)
{
    fmpz_t n;
    fmpz_init(n);
    enum sp_status status = sp_eval_integer(e, value, p->name, n);
    if (status == SP_OK && fmpz_sgn(n) < 0)
        status = sp_fail(e->err, SP_FALSE, "%s must not be negative", p->name);
    if (status == SP_OK)
        sp_value_set_integer(value, n);
    fmpz_clear(n);
    return status;
}

/* A count may take all values of the range, and some more: what holds for all holds for it. */
static enum sp_status take_range(struct sp_slot *slot, const arb_t range)
{
    arb_t copy;
    arb_init(copy);
    arb_set(copy, range);
    sp_value_take_ball(&slot->value, copy);
    arb_clear(copy);
    return SP_OK;
}

static enum sp_status fill_list(struct sp_eval *e, struct sp_frame *frame,
                                const struct sp_given *given, struct sp_list *list)
{
    clear_list(list);
    list->items = calloc(given->n + 1, sizeof *list->items);
    if (list->items == NULL)
        return sp_fail_memory(e->err);
    list->columns = given->columns;
    enum sp_status status = SP_OK;
    for (size_t i = 0; i < given->n && status == SP_OK; i++) {
        sp_value_init(&list->items[i]);
        list->n = i + 1;
        status = sp_eval(e, frame, given->trees[i], &list->items[i]);
    }
    return status;
}

/* A parameter of a bound that is referred to without arguments: the outer one of that name. */
static enum sp_status fill_from_outer(struct sp_eval *e, struct sp_frame *frame, int i,
                                      struct sp_slot *slot)
{
    const struct sp_parameter *p = &frame->bound->parameters[i];
    int outer = frame->outer ? sp_bound_parameter(frame->outer->bound, p->name) : -1;
    if (outer < 0 || frame->outer->bound->parameters[outer].kind > SP_NAT)
        return missing(e, p);
    struct sp_slot *from = NULL;
    enum sp_status status = sp_eval_slot(e, frame->outer, outer, &from);
    if (status == SP_OK)
        sp_value_set(&slot->value, &from->value);
    return status;
}

static enum sp_status fill_parameter(struct sp_eval *e, struct sp_frame *frame, int i)
{
    const struct sp_parameter *p = &frame->bound->parameters[i];
    const struct sp_given *given = frame->given ? &frame->given[i] : NULL;
    struct sp_slot *slot = &frame->slots[i];
    enum sp_status status = SP_OK;
    if (given != NULL && given->what == SP_GIVEN_NUMBER)
        status = sp_eval(e, frame, given->tree, &slot->value);
    else if (given != NULL && given->what == SP_GIVEN_RANGE)
        return take_range(slot, given->range);
    else if (given != NULL && given->what == SP_GIVEN_LIST)
        status = fill_list(e, frame, given, &slot->list);
    else if (given != NULL && given->what == SP_GIVEN_WORD)
        slot->word = given->word;
    else if (given == NULL && frame->outer != NULL)
        status = fill_from_outer(e, frame, i, slot);
    else if (p->fallback != NULL)
        status = sp_eval(e, frame, p->fallback, &slot->value);
    else
        return missing(e, p);
    if (status == SP_OK && p->kind == SP_NAT)
        status = settle_nat(e, p, &slot->value);
    return status;
}

enum sp_status sp_eval_slot(struct sp_eval *e, struct sp_frame *frame, int i,
                            struct sp_slot **result)
{
    struct sp_slot *slot = &frame->slots[i];
    int n = (int)frame->bound->n_parameters;
    *result = slot;
    if (slot->state == SP_SLOT_DONE)
        return SP_OK;
    if (slot->state == SP_SLOT_BUSY)
        return sp_fail(e->err, SP_USAGE, "%s is defined by itself",
                       i < n ? frame->bound->parameters[i].name : frame->bound->lets[i - n].name);
    slot->state = SP_SLOT_BUSY;
    enum sp_status status = i < n ? fill_parameter(e, frame, i)
                                  : sp_eval(e, frame, frame->bound->lets[i - n].tree, &slot->value);
    slot->state = status == SP_OK ? SP_SLOT_DONE : SP_SLOT_NEW;
    return status;
}

/* The slots of the frame that a name stands for, or -1. */
static int own_slot(const struct sp_frame *frame, const struct sp_expr *tree)
{
    if (tree->slot < 0 || tree->slot >= SP_SLOT_INDEX)
        return -1;
    return tree->slot < SP_SLOT_LET ? tree->slot
                                    : tree->slot - SP_SLOT_LET + (int)frame->bound->n_parameters;
}

/* For a condition on texts that were given: whether it holds; else -1. */
static int text_condition(const struct sp_frame *frame, const struct sp_expr *tree)
{
    if (tree->op == SP_AND || tree->op == SP_OR) {
        int a = text_condition(frame, tree->kids[0]), b = text_condition(frame, tree->kids[1]);
        int decides = tree->op == SP_OR;
        if (a == decides || b == decides)
            return decides;
        return a < 0 || b < 0 ? -1 : !decides;
    }
    if ((tree->op != SP_EQ && tree->op != SP_NE) || frame->given == NULL)
        return -1;
    const struct sp_expr *a = tree->kids[0], *b = tree->kids[1];
    const struct sp_expr *value = a->slot >= SP_SLOT_TEXT_VALUE ? a : b;
    const struct sp_expr *parameter = value == a ? b : a;
    if (value->slot < SP_SLOT_TEXT_VALUE || value->slot >= SP_SLOT_OTHER ||
        frame->given[parameter->slot].what != SP_GIVEN_WORD)
        return -1;
    int equal = frame->given[parameter->slot].word == value->slot - SP_SLOT_TEXT_VALUE;
    return equal == (tree->op == SP_EQ);
}

static int find_missing(const struct sp_frame *frame, const struct sp_expr *tree, int depth);

/* The parameter that is missing for a slot, or -1. */
static int look_for_missing(const struct sp_frame *frame, int i, int depth)
{
    int n = (int)frame->bound->n_parameters;
    if (i >= n)
        return find_missing(frame, frame->bound->lets[i - n].tree, depth);
    if (frame->given == NULL)
        return -1; /* taken from elsewhere: found out there */
    const struct sp_given *given = &frame->given[i];
    const struct sp_expr *fallback = frame->bound->parameters[i].fallback;
    if (given->what == SP_GIVEN_NUMBER)
        return find_missing(frame, given->tree, depth);
    if (given->what != SP_GIVEN_NOTHING)
        return -1;
    return fallback != NULL && find_missing(frame, fallback, depth) < 0 ? -1 : i;
}

static int missing_for_slot(const struct sp_frame *frame, int i, int depth)
{
    struct sp_slot *slot = &frame->slots[i];
    if (slot->is_complete)
        return -1;
    int missing = look_for_missing(frame, i, depth);
    slot->is_complete = missing < 0;
    return missing;
}

/* `depth` ends the search in arguments that are defined by themselves: the evaluation says so. */
static int find_missing(const struct sp_frame *frame, const struct sp_expr *tree, int depth)
{
    if (depth > 60)
        return -1;
    int branch = tree->op == SP_CHOOSE ? text_condition(frame, tree->kids[0]) : -1;
    if (branch >= 0)
        return find_missing(frame, tree->kids[branch ? 1 : 2], depth + 1);
    int i = tree->op == SP_NAME || tree->op == SP_ITEM ? own_slot(frame, tree) : -1;
    int missing = i >= 0 ? missing_for_slot(frame, i, depth + 1) : -1;
    for (size_t k = 0; k < tree->n_kids && missing < 0; k++)
        missing = find_missing(frame, tree->kids[k], depth + 1);
    return missing;
}

int sp_eval_missing(const struct sp_frame *frame, const struct sp_expr *tree)
{
    return find_missing(frame, tree, 0);
}

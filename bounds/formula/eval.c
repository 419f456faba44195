/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/formula/eval.h"

#include <stdlib.h>

#include "bounds/formula/bind.h"
#include "bounds/formula/function.h"
#include "bounds/trace/trace.h"

static enum sp_status refuse(struct sp_eval *e, const struct sp_expr *tree, const char *what)
{
    char *text = sp_expr_text(tree);
    sp_fail(e->err, SP_FALSE, "%s in %.200s", what, text ? text : "the formula");
    free(text);
    return SP_FALSE;
}

static enum sp_status name_value(struct sp_eval *e, struct sp_frame *frame,
                                 const struct sp_expr *tree, struct sp_value *result)
{
    int n = (int)frame->bound->n_parameters, slot = tree->slot;
    if (slot >= SP_SLOT_INDEX && slot < SP_SLOT_INDEX + SP_INDEX_LEVELS) {
        sp_value_set_si(result, (slong)frame->index[slot - SP_SLOT_INDEX]);
        return SP_OK;
    }
    if (slot >= SP_SLOT_INDEX)
        return sp_eval_reference(e, frame, tree, result);
    struct sp_slot *found = NULL;
    enum sp_status status =
        sp_eval_slot(e, frame, slot >= SP_SLOT_LET ? slot - SP_SLOT_LET + n : slot, &found);
    if (status == SP_OK)
        sp_value_set(result, &found->value);
    return status;
}

static enum sp_status item_value(struct sp_eval *e, struct sp_frame *frame,
                                 const struct sp_expr *tree, struct sp_value *result)
{
    struct sp_slot *found = NULL;
    enum sp_status status = sp_eval_slot(e, frame, tree->slot, &found);
    if (status == SP_OK)
        status = sp_eval(e, frame, tree->kids[0], result);
    ulong i = 0;
    if (status == SP_OK)
        status = sp_eval_count(e, result, WORD_MAX, "the index of a list entry", &i);
    if (status == SP_OK && i >= found->list.n)
        return sp_fail(e->err, SP_FALSE, "%s[%lu]: the list has %zu entries", tree->name, i,
                       found->list.n);
    if (status == SP_OK)
        sp_value_set(result, &found->list.items[i]);
    return status;
}

static enum sp_status divide(struct sp_eval *e, const struct sp_expr *tree, struct sp_value *a,
                             const struct sp_value *b)
{
    int sign = 0;
    enum sp_status status = sp_eval_sign(e, b, &sign);
    if (status == SP_OK && sign == 0)
        return refuse(e, tree, "division by zero");
    if (status == SP_OK)
        sp_value_divide(a, a, b, e->prec);
    return status;
}

/* a^b for b not a whole number: a >= 0; a square root when b is 1/2. */
static enum sp_status real_power(struct sp_eval *e, const struct sp_expr *tree, struct sp_value *a,
                                 const struct sp_value *b)
{
    int sign = 0, sign_b = 0;
    enum sp_status status = sp_eval_sign(e, a, &sign);
    if (status == SP_OK && sign < 0)
        return refuse(e, tree, "a negative number to a broken power");
    if (status == SP_OK && sign == 0)
        status = sp_eval_sign(e, b, &sign_b);
    if (status != SP_OK)
        return status;
    if (sign == 0 && sign_b <= 0)
        return refuse(e, tree, "zero to a power that is not positive");
    if (sign == 0) {
        sp_value_set_si(a, 0);
        return SP_OK;
    }
    if (b->is_exact && fmpz_is_one(fmpq_numref(b->exact)) &&
        fmpz_equal_ui(fmpq_denref(b->exact), 2)) {
        sp_value_sqrt(a, a, sp_eval_new_root(e), e->prec);
        return SP_OK;
    }
    arb_t x, y;
    arb_init(x);
    arb_init(y);
    sp_value_ball(x, a, e->prec);
    sp_value_ball(y, b, e->prec);
    arb_pow(x, x, y, e->prec);
    sp_value_take_ball(a, x);
    arb_clear(x);
    arb_clear(y);
    return SP_OK;
}

static enum sp_status power_value(struct sp_eval *e, const struct sp_expr *tree, struct sp_value *a,
                                  const struct sp_value *b)
{
    fmpz_t n;
    fmpz_init(n);
    enum sp_status status = SP_OK;
    if (!sp_value_integer(n, b)) {
        status = real_power(e, tree, a, b);
    } else if (fmpz_bits(n) > 64) {
        status = sp_fail(e->err, SP_FALSE, "an exponent has more than 64 bits");
    } else {
        int sign = 1;
        if (fmpz_sgn(n) < 0)
            status = sp_eval_sign(e, a, &sign);
        if (status == SP_OK && sign == 0)
            status = refuse(e, tree, "division by zero");
        if (status == SP_OK)
            sp_value_power(a, a, n, e->prec);
    }
    fmpz_clear(n);
    return status;
}

static enum sp_status infix_value(struct sp_eval *e, struct sp_frame *frame,
                                  const struct sp_expr *tree, struct sp_value *a)
{
    struct sp_value b;
    sp_value_init(&b);
    enum sp_status status = sp_eval(e, frame, tree->kids[0], a);
    if (status == SP_OK)
        status = sp_eval(e, frame, tree->kids[1], &b);
    if (status == SP_OK) {
        if (tree->op == SP_ADD)
            sp_value_add(a, a, &b, e->prec);
        else if (tree->op == SP_SUBTRACT)
            sp_value_subtract(a, a, &b, e->prec);
        else if (tree->op == SP_MULTIPLY)
            sp_value_multiply(a, a, &b, e->prec);
        else if (tree->op == SP_DIVIDE)
            status = divide(e, tree, a, &b);
        else
            status = power_value(e, tree, a, &b);
    }
    sp_value_clear(&b);
    return status;
}

/* One more term of a reduction. */
static enum sp_status reduce(struct sp_eval *e, enum sp_op op, int is_first, struct sp_value *total,
                             const struct sp_value *term, int *replaced)
{
    if (op == SP_SUM) {
        sp_value_add(total, total, term, e->prec);
        return SP_OK;
    }
    if (op == SP_PRODUCT) {
        sp_value_multiply(total, total, term, e->prec);
        return SP_OK;
    }
    int sign = 0;
    enum sp_status status = is_first ? SP_OK : sp_eval_compare(e, term, total, &sign);
    *replaced = is_first || (op == SP_LARGEST ? sign > 0 : sign < 0);
    if (*replaced)
        sp_value_set(total, term);
    return status;
}

static enum sp_status reduction_value(struct sp_eval *e, struct sp_frame *frame,
                                      const struct sp_expr *tree, struct sp_value *total)
{
    struct sp_value term;
    int replaced = 0;
    ulong best = 0;
    ulong n = 0, *index = &frame->index[tree->slot - SP_SLOT_INDEX], saved = *index;
    enum sp_status status = sp_eval(e, frame, tree->kids[0], total);
    if (status == SP_OK)
        status = sp_eval_count(e, total, WORD_MAX, "the count of a sum", &n);
    if (status == SP_OK && n == 0 && tree->op != SP_SUM && tree->op != SP_PRODUCT)
        return refuse(e, tree, "nothing to choose from");
    e->is_hopeless |= status == SP_OK && n > (ulong)(SP_EVAL_STEPS - e->steps);
    if (e->is_hopeless)
        return sp_fail(e->err, SP_UNDECIDED, "a sum of %lu terms is too long (at most %ld)", n,
                       SP_EVAL_STEPS);
    e->steps += status == SP_OK ? (long)n : 0;
    sp_value_init(&term);
    if (status == SP_OK)
        sp_value_set_si(total, tree->op == SP_PRODUCT);
    for (ulong i = 0; i < n && status == SP_OK; i++) {
        *index = i; /* a let evaluated inside may use the same index */
        status = sp_eval(e, frame, tree->kids[1], &term);
        if (status == SP_OK)
            status = reduce(e, tree->op, i == 0, total, &term, &replaced);
        best = replaced ? i : best;
    }
    if (tree->op == SP_WHERE && status == SP_OK)
        sp_value_set_si(total, (slong)best);
    *index = saved;
    sp_value_clear(&term);
    return status;
}

#define MAX_ARGUMENTS 16

static enum sp_status call_arguments(struct sp_eval *e, struct sp_frame *frame,
                                     const struct sp_expr *tree, unsigned lists,
                                     struct sp_value *values, struct sp_argument *arguments)
{
    enum sp_status status = SP_OK;
    for (size_t i = 0; i < tree->n_kids && status == SP_OK; i++) {
        if (lists >> i & 1) {
            struct sp_slot *slot = NULL;
            status = sp_eval_slot(e, frame, tree->kids[i]->slot, &slot);
            arguments[i].list = &slot->list;
        } else {
            status = sp_eval(e, frame, tree->kids[i], &values[i]);
            arguments[i].value = &values[i];
        }
    }
    return status;
}

static enum sp_status call_value(struct sp_eval *e, struct sp_frame *frame,
                                 const struct sp_expr *tree, struct sp_value *result)
{
    const struct sp_function *f = sp_function_find(tree->name);
    if (f == NULL)
        return sp_eval_reference(e, frame, tree, result);
    struct sp_value values[MAX_ARGUMENTS];
    struct sp_argument arguments[MAX_ARGUMENTS] = {{NULL, NULL}};
    for (size_t i = 0; i < tree->n_kids; i++)
        sp_value_init(&values[i]);
    enum sp_status status = call_arguments(e, frame, tree, f->lists, values, arguments);
    if (status == SP_OK)
        status = f->evaluate(e, result, arguments, tree->n_kids);
    for (size_t i = 0; i < tree->n_kids; i++)
        sp_value_clear(&values[i]);
    return status;
}

enum sp_status sp_eval_trace(struct sp_eval *e, struct sp_frame *frame, const struct sp_expr *tree,
                             struct sp_list *result)
{
    const struct sp_trace_function *f = sp_trace_find(tree->name);
    struct sp_value values[MAX_ARGUMENTS];
    struct sp_argument arguments[MAX_ARGUMENTS] = {{NULL, NULL}};
    for (size_t i = 0; i < tree->n_kids; i++)
        sp_value_init(&values[i]);
    enum sp_status status = call_arguments(e, frame, tree, f->lists, values, arguments);
    if (status == SP_OK)
        status = f->evaluate(e, result, arguments, tree->n_kids);
    for (size_t i = 0; i < tree->n_kids; i++)
        sp_value_clear(&values[i]);
    return status;
}

static enum sp_status choice_value(struct sp_eval *e, struct sp_frame *frame,
                                   const struct sp_expr *tree, struct sp_value *result)
{
    int truth = 0;
    enum sp_status status = sp_eval_truth(e, frame, tree->kids[0], &truth);
    return status == SP_OK ? sp_eval(e, frame, tree->kids[truth ? 1 : 2], result) : status;
}

enum sp_status sp_eval(struct sp_eval *e, struct sp_frame *frame, const struct sp_expr *tree,
                       struct sp_value *result)
{
    enum sp_status status = SP_OK;
    switch (tree->op) {
    case SP_NUMBER:
        sp_value_set_exact(result, tree->number);
        return SP_OK;
    case SP_NAME:
        return name_value(e, frame, tree, result);
    case SP_NEGATE:
        status = sp_eval(e, frame, tree->kids[0], result);
        if (status == SP_OK)
            sp_value_negate(result, result);
        return status;
    case SP_CALL:
        return call_value(e, frame, tree, result);
    case SP_ITEM:
        return item_value(e, frame, tree, result);
    case SP_SUM:
    case SP_PRODUCT:
    case SP_LARGEST:
    case SP_LEAST:
    case SP_WHERE:
        return reduction_value(e, frame, tree, result);
    case SP_CHOOSE:
        return choice_value(e, frame, tree, result);
    default:
        return infix_value(e, frame, tree, result);
    }
}

/* variant == kasync, either way round. */
static enum sp_status text_truth(struct sp_eval *e, struct sp_frame *frame,
                                 const struct sp_expr *tree, int *truth)
{
    const struct sp_expr *a = tree->kids[0], *b = tree->kids[1];
    const struct sp_expr *value = a->slot >= SP_SLOT_TEXT_VALUE ? a : b;
    const struct sp_expr *parameter = value == a ? b : a;
    struct sp_slot *slot = NULL;
    enum sp_status status = sp_eval_slot(e, frame, parameter->slot, &slot);
    if (status == SP_OK)
        *truth = (slot->word == value->slot - SP_SLOT_TEXT_VALUE) == (tree->op == SP_EQ);
    return status;
}

static int is_text_value(const struct sp_expr *tree)
{
    return tree->op == SP_NAME && tree->slot >= SP_SLOT_TEXT_VALUE && tree->slot < SP_SLOT_OTHER;
}

static int compare_truth(enum sp_op op, int sign)
{
    switch (op) {
    case SP_LT:
        return sign < 0;
    case SP_LE:
        return sign <= 0;
    case SP_GT:
        return sign > 0;
    case SP_GE:
        return sign >= 0;
    case SP_EQ:
        return sign == 0;
    default:
        return sign != 0;
    }
}

static enum sp_status comparison(struct sp_eval *e, struct sp_frame *frame,
                                 const struct sp_expr *tree, int *truth)
{
    if (is_text_value(tree->kids[0]) || is_text_value(tree->kids[1]))
        return text_truth(e, frame, tree, truth);
    struct sp_value a, b;
    int sign = 0;
    sp_value_init(&a);
    sp_value_init(&b);
    enum sp_status status = sp_eval(e, frame, tree->kids[0], &a);
    if (status == SP_OK)
        status = sp_eval(e, frame, tree->kids[1], &b);
    if (status == SP_OK)
        status = sp_eval_compare(e, &a, &b, &sign);
    if (status == SP_OK)
        *truth = compare_truth(tree->op, sign);
    sp_value_clear(&a);
    sp_value_clear(&b);
    return status;
}

enum sp_status sp_eval_truth(struct sp_eval *e, struct sp_frame *frame, const struct sp_expr *tree,
                             int *truth)
{
    if (tree->op != SP_AND && tree->op != SP_OR && tree->op != SP_CHOOSE)
        return comparison(e, frame, tree, truth);
    enum sp_status status = sp_eval_truth(e, frame, tree->kids[0], truth);
    if (status != SP_OK)
        return status;
    if (tree->op == SP_CHOOSE)
        return sp_eval_truth(e, frame, tree->kids[*truth ? 1 : 2], truth);
    if (*truth == (tree->op == SP_AND))
        return sp_eval_truth(e, frame, tree->kids[1], truth);
    return SP_OK;
}

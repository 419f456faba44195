/* SPDX-License-Identifier: Apache-2.0 */
/* Delayed and accelerated methods on F(x) = sum h_i x_i^2/2: coordinates do not interact. */
#include <stdlib.h>

#include "bounds/trace/trace.h"

/* All iterates of one coordinate, so that a gradient can be taken at an old one. */
struct history {
    size_t n;
    struct sp_list x;
    ulong *delays;
};

static enum sp_status read_delays(struct sp_eval *e, const struct sp_list *list, ulong *delays)
{
    enum sp_status status = SP_OK;
    for (size_t k = 0; k < list->n && status == SP_OK; k++)
        status = sp_eval_count(e, &list->items[k], k, "the delay of an update", &delays[k]);
    return status;
}

typedef enum sp_status update(struct sp_eval *e, struct sp_value *next, const struct sp_value *x,
                              const struct sp_value *g, const struct sp_argument *a,
                              struct sp_value *memory);

/* next = x - gamma g */
static enum sp_status sgd_update(struct sp_eval *e, struct sp_value *next, const struct sp_value *x,
                                 const struct sp_value *g, const struct sp_argument *a,
                                 struct sp_value *memory)
{
    (void)memory;
    struct sp_value minus;
    sp_value_init(&minus);
    sp_value_negate(&minus, a[3].value);
    sp_value_set(next, x);
    sp_value_add_multiple(e, next, &minus, g);
    sp_value_clear(&minus);
    return SP_OK;
}

/* average := b average + (1 - b) g */
static void mix(struct sp_eval *e, struct sp_value *average, const struct sp_value *b,
                const struct sp_value *g)
{
    struct sp_value rest;
    sp_value_init(&rest);
    sp_value_set_si(&rest, 1);
    sp_value_subtract(&rest, &rest, b, e->prec);
    sp_value_multiply(average, average, b, e->prec);
    sp_value_add_multiple(e, average, &rest, g);
    sp_value_clear(&rest);
}

/* memory: m, v, vhat; no step where vhat is 0 */
static enum sp_status amsgrad_update(struct sp_eval *e, struct sp_value *next,
                                     const struct sp_value *x, const struct sp_value *g,
                                     const struct sp_argument *a, struct sp_value *memory)
{
    struct sp_value change;
    int sign = 0;
    sp_value_init(&change);
    sp_value_multiply(&change, g, g, e->prec);
    mix(e, &memory[0], a[4].value, g);
    mix(e, &memory[1], a[5].value, &change);
    enum sp_status status = sp_eval_compare(e, &memory[1], &memory[2], &sign);
    if (sign > 0)
        sp_value_set(&memory[2], &memory[1]);
    if (status == SP_OK)
        status = sp_eval_sign(e, &memory[2], &sign);
    sp_value_set(next, x);
    if (status == SP_OK && sign > 0) {
        sp_value_sqrt(&change, &memory[2], sp_eval_new_root(e), e->prec);
        sp_value_divide(&change, &memory[0], &change, e->prec);
        sp_value_multiply(&change, &change, a[3].value, e->prec);
        sp_value_subtract(next, next, &change, e->prec);
    }
    sp_value_clear(&change);
    return status;
}

/* x_{k+1} = update(x_k, h x_{k - delay_k}); the last iterate is copied to `last`. */
static enum sp_status coordinate(struct sp_eval *e, struct history *history, update *one,
                                 const struct sp_argument *a, const struct sp_value *h,
                                 struct sp_value *last)
{
    struct sp_value memory[3], g;
    enum sp_status status = SP_OK;
    sp_value_init(&g);
    for (int i = 0; i < 3; i++)
        sp_value_init(&memory[i]);
    for (size_t k = 0; k < history->n && status == SP_OK; k++) {
        struct sp_value *x = history->x.items;
        sp_value_multiply(&g, h, &x[k - history->delays[k]], e->prec);
        status = one(e, &x[k + 1], &x[k], &g, a, memory);
    }
    sp_value_set(last, &history->x.items[history->n]);
    for (int i = 0; i < 3; i++)
        sp_value_clear(&memory[i]);
    sp_value_clear(&g);
    return status;
}

/* (h, x1, delays, ...) */
static enum sp_status delayed(struct sp_eval *e, struct sp_list *result, update *one,
                              const struct sp_argument *a)
{
    const struct sp_list *h = a[0].list, *x1 = a[1].list, *list = a[2].list;
    struct history history = {.n = list->n};
    if (h->n != x1->n)
        return sp_fail(e->err, SP_FALSE, "h has %zu entries and x1 has %zu", h->n, x1->n);
    history.delays = calloc(list->n + 1, sizeof *history.delays);
    enum sp_status status = history.delays ? SP_OK : sp_fail_memory(e->err);
    if (status == SP_OK)
        status = read_delays(e, list, history.delays);
    if (status == SP_OK)
        status = sp_vector_new(e, &history.x, list->n + 1);
    if (status == SP_OK)
        status = sp_vector_new(e, result, x1->n);
    for (size_t i = 0; i < x1->n && status == SP_OK; i++) {
        sp_value_set(&history.x.items[0], &x1->items[i]);
        status = coordinate(e, &history, one, a, &h->items[i], &result->items[i]);
    }
    sp_vector_clear(&history.x);
    free(history.delays);
    return status;
}

/* (h, x1, delays, gamma) */
SP_TRACE(sp_trace_delayed_sgd)
{
    (void)n;
    return delayed(e, result, sgd_update, a);
}

/* (h, x1, delays, alpha, b1, b2) */
SP_TRACE(sp_trace_delayed_amsgrad)
{
    (void)n;
    return delayed(e, result, amsgrad_update, a);
}

/* t := (1 + sqrt(1 + 4 t^2))/2 */
static void next_weight(struct sp_eval *e, struct sp_value *next, const struct sp_value *t)
{
    struct sp_value one, two;
    sp_value_init(&one);
    sp_value_init(&two);
    sp_value_set_si(&one, 1);
    sp_value_set_si(&two, 2);
    sp_value_multiply(next, t, &two, e->prec);
    sp_value_multiply(next, next, next, e->prec);
    sp_value_add(next, next, &one, e->prec);
    sp_value_sqrt(next, next, 0, e->prec);
    sp_value_add(next, next, &one, e->prec);
    sp_value_divide(next, next, &two, e->prec);
    sp_value_clear(&one);
    sp_value_clear(&two);
}

/* momentum_k = (t_k - 1)/t_{k+1} */
static enum sp_status weights(struct sp_eval *e, struct sp_list *momentum, ulong steps)
{
    struct sp_value one, t, next;
    enum sp_status status = sp_vector_new(e, momentum, steps);
    sp_value_init(&one);
    sp_value_init(&t);
    sp_value_init(&next);
    sp_value_set_si(&one, 1);
    sp_value_set_si(&t, 1);
    for (size_t k = 0; k < momentum->n; k++) {
        next_weight(e, &next, &t);
        sp_value_subtract(&t, &t, &one, e->prec);
        sp_value_divide(&momentum->items[k], &t, &next, e->prec);
        sp_value_set(&t, &next);
    }
    sp_value_clear(&one);
    sp_value_clear(&t);
    sp_value_clear(&next);
    return status;
}

/* x := y - gamma h y;  y := x + momentum (x - old x) */
static void accelerate(struct sp_eval *e, struct sp_value *x, const struct sp_value *h,
                       const struct sp_value *gamma, const struct sp_list *momentum)
{
    struct sp_value y, old, change;
    sp_value_init(&y);
    sp_value_init(&old);
    sp_value_init(&change);
    sp_value_set(&y, x);
    for (size_t k = 0; k < momentum->n; k++) {
        sp_value_set(&old, x);
        sp_value_multiply(&change, &y, h, e->prec);
        sp_value_multiply(&change, &change, gamma, e->prec);
        sp_value_subtract(x, &y, &change, e->prec);
        sp_value_subtract(&change, x, &old, e->prec);
        sp_value_set(&y, x);
        sp_value_add_multiple(e, &y, &momentum->items[k], &change);
    }
    sp_value_clear(&y);
    sp_value_clear(&old);
    sp_value_clear(&change);
}

/* (h, x1, K, gamma) */
SP_TRACE(sp_trace_nesterov)
{
    (void)n;
    const struct sp_list *h = a[0].list, *x1 = a[1].list;
    struct sp_list momentum = {.n = 0};
    ulong steps = 0;
    if (h->n != x1->n)
        return sp_fail(e->err, SP_FALSE, "h has %zu entries and x1 has %zu", h->n, x1->n);
    enum sp_status status = sp_eval_count(e, a[2].value, 1000000, "the number of steps", &steps);
    if (status == SP_OK)
        status = weights(e, &momentum, steps);
    if (status == SP_OK)
        status = sp_vector_copy(e, result, x1);
    for (size_t i = 0; i < x1->n && status == SP_OK; i++)
        accelerate(e, &result->items[i], &h->items[i], a[3].value, &momentum);
    sp_vector_clear(&momentum);
    return status;
}

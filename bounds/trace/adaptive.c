/* SPDX-License-Identifier: Apache-2.0 */
/* Adaptive methods, coordinate by coordinate: all of them are recursions on a few numbers. */
#include "bounds/trace/trace.h"

/* What a caller wants to see after the last gradient. */
enum shown { SHOW_X, SHOW_M, SHOW_V, SHOW_VHAT };

/* The state of one coordinate. v is also Adagrad's sum. */
struct state {
    struct sp_value x, m, v, vhat;
};

/* Constants of a method; one is the number 1. */
struct method {
    const struct sp_value *alpha, *b1, *b2, *eps, *lo, *hi;
    struct sp_value one, power1, power2; /* b1^k, b2^k */
    enum { SCALE_ADD, SCALE_FLOOR } scale;
};

typedef enum sp_status step(struct sp_eval *e, const struct method *method, struct state *s,
                            const struct sp_value *g);

static void state_init(struct state *s)
{
    sp_value_init(&s->x);
    sp_value_init(&s->m);
    sp_value_init(&s->v);
    sp_value_init(&s->vhat);
}

static void state_clear(struct state *s)
{
    sp_value_clear(&s->x);
    sp_value_clear(&s->m);
    sp_value_clear(&s->v);
    sp_value_clear(&s->vhat);
}

/* average := b average + (1 - b) g */
static void mix(struct sp_eval *e, struct sp_value *average, const struct sp_value *b,
                const struct sp_value *one, const struct sp_value *g)
{
    struct sp_value rest;
    sp_value_init(&rest);
    sp_value_subtract(&rest, one, b, e->prec);
    sp_value_multiply(average, average, b, e->prec);
    sp_value_add_multiple(e, average, &rest, g);
    sp_value_clear(&rest);
}

/* scale := sqrt(square) + eps, or max(sqrt(square), eps) */
static enum sp_status scale_of(struct sp_eval *e, const struct method *method,
                               const struct sp_value *square, struct sp_value *scale)
{
    int sign = 0;
    uint64_t root = sp_eval_new_root(e);
    sp_value_sqrt(scale, square, root, e->prec);
    if (method->scale == SCALE_ADD) {
        sp_value_add(scale, scale, method->eps, e->prec);
        return SP_OK;
    }
    enum sp_status status = sp_eval_compare(e, scale, method->eps, &sign);
    if (sign < 0)
        sp_value_set(scale, method->eps);
    return status;
}

/* x := x - alpha m/scale(square); no step where the scale is 0. */
static enum sp_status move(struct sp_eval *e, const struct method *method, struct sp_value *x,
                           const struct sp_value *m, const struct sp_value *square)
{
    struct sp_value scale;
    int sign = 0;
    sp_value_init(&scale);
    enum sp_status status = scale_of(e, method, square, &scale);
    if (status == SP_OK)
        status = sp_eval_sign(e, &scale, &sign);
    if (status == SP_OK && sign != 0) {
        sp_value_divide(&scale, m, &scale, e->prec);
        sp_value_multiply(&scale, &scale, method->alpha, e->prec);
        sp_value_subtract(x, x, &scale, e->prec);
    }
    sp_value_clear(&scale);
    return status;
}

static enum sp_status clamp(struct sp_eval *e, const struct method *method, struct sp_value *x)
{
    int sign = 0;
    if (method->lo == NULL)
        return SP_OK;
    enum sp_status status = sp_eval_compare(e, x, method->lo, &sign);
    if (status == SP_OK && sign < 0)
        sp_value_set(x, method->lo);
    if (status == SP_OK)
        status = sp_eval_compare(e, x, method->hi, &sign);
    if (status == SP_OK && sign > 0)
        sp_value_set(x, method->hi);
    return status;
}

static void square_of(struct sp_eval *e, struct sp_value *square, const struct sp_value *g)
{
    sp_value_multiply(square, g, g, e->prec);
}

static enum sp_status adagrad_step(struct sp_eval *e, const struct method *method, struct state *s,
                                   const struct sp_value *g)
{
    sp_value_add_multiple(e, &s->v, g, g);
    return move(e, method, &s->x, g, &s->v);
}

static enum sp_status rmsprop_step(struct sp_eval *e, const struct method *method, struct state *s,
                                   const struct sp_value *g)
{
    square_of(e, &s->vhat, g);
    mix(e, &s->v, method->b2, &method->one, &s->vhat);
    return move(e, method, &s->x, g, &s->v);
}

/* corrected := average/(1 - b^k) */
static enum sp_status correct(struct sp_eval *e, const struct method *method,
                              struct sp_value *corrected, const struct sp_value *average,
                              const struct sp_value *power)
{
    int sign = 0;
    sp_value_subtract(corrected, &method->one, power, e->prec);
    enum sp_status status = sp_eval_sign(e, corrected, &sign);
    if (status == SP_OK && sign <= 0)
        return sp_fail(e->err, SP_FALSE, "a decay rate must be below 1");
    if (status == SP_OK)
        sp_value_divide(corrected, average, corrected, e->prec);
    return status;
}

static enum sp_status adam_step(struct sp_eval *e, const struct method *method, struct state *s,
                                const struct sp_value *g)
{
    struct sp_value mh, vh;
    sp_value_init(&mh);
    sp_value_init(&vh);
    square_of(e, &vh, g);
    mix(e, &s->m, method->b1, &method->one, g);
    mix(e, &s->v, method->b2, &method->one, &vh);
    enum sp_status status = correct(e, method, &mh, &s->m, &method->power1);
    if (status == SP_OK)
        status = correct(e, method, &vh, &s->v, &method->power2);
    if (status == SP_OK)
        status = move(e, method, &s->x, &mh, &vh);
    sp_value_clear(&mh);
    sp_value_clear(&vh);
    return status;
}

static enum sp_status amsgrad_step(struct sp_eval *e, const struct method *method, struct state *s,
                                   const struct sp_value *g)
{
    struct sp_value square;
    int sign = 0;
    sp_value_init(&square);
    square_of(e, &square, g);
    mix(e, &s->m, method->b1, &method->one, g);
    mix(e, &s->v, method->b2, &method->one, &square);
    enum sp_status status = sp_eval_compare(e, &s->v, &s->vhat, &sign);
    if (sign > 0)
        sp_value_set(&s->vhat, &s->v);
    if (status == SP_OK)
        status = move(e, method, &s->x, &s->m, &s->vhat);
    if (status == SP_OK)
        status = clamp(e, method, &s->x);
    sp_value_clear(&square);
    return status;
}

static enum sp_status heavy_ball_step(struct sp_eval *e, const struct method *method,
                                      struct state *s, const struct sp_value *g)
{
    struct sp_value minus;
    sp_value_init(&minus);
    mix(e, &s->m, method->b1, &method->one, g);
    sp_value_negate(&minus, method->alpha);
    sp_value_add_multiple(e, &s->x, &minus, &s->m);
    sp_value_clear(&minus);
    return SP_OK;
}

static const struct sp_value *shown(const struct state *s, enum shown what)
{
    const struct sp_value *all[] = {&s->x, &s->m, &s->v, &s->vhat};
    return all[what];
}

/* b^k for the bias correction. */
static void next_powers(struct sp_eval *e, struct method *method)
{
    if (method->b1 != NULL)
        sp_value_multiply(&method->power1, &method->power1, method->b1, e->prec);
    if (method->b2 != NULL)
        sp_value_multiply(&method->power2, &method->power2, method->b2, e->prec);
}

/* One coordinate through all gradients. */
static enum sp_status coordinate(struct sp_eval *e, struct method *method, step *one_step,
                                 struct state *s, const struct sp_list *grads, size_t i)
{
    enum sp_status status = SP_OK;
    sp_value_set_si(&method->power1, 1);
    sp_value_set_si(&method->power2, 1);
    for (size_t k = 0; k < sp_table_rows(grads) && status == SP_OK; k++) {
        next_powers(e, method);
        status = one_step(e, method, s, &grads->items[k * grads->columns + i]);
    }
    return status;
}

static enum sp_status all_coordinates(struct sp_eval *e, struct sp_list *result,
                                      struct method *method, step *one_step,
                                      const struct sp_argument *a, enum shown what)
{
    const struct sp_list *x1 = a[0].list, *grads = a[1].list;
    enum sp_status status = sp_table_needs_columns(e, grads, x1->n);
    if (status == SP_OK)
        status = sp_vector_new(e, result, x1->n);
    for (size_t i = 0; i < x1->n && status == SP_OK; i++) {
        struct state s;
        state_init(&s);
        sp_value_set(&s.x, &x1->items[i]);
        status = coordinate(e, method, one_step, &s, grads, i);
        sp_value_set(&result->items[i], shown(&s, what));
        state_clear(&s);
    }
    return status;
}

static enum sp_status run(struct sp_eval *e, struct sp_list *result, struct method *method,
                          step *one_step, const struct sp_argument *a, const struct sp_value *what)
{
    ulong which = SHOW_X;
    enum sp_status status =
        what ? sp_eval_count(e, what, SHOW_VHAT, "what is shown", &which) : SP_OK;
    sp_value_init(&method->one);
    sp_value_init(&method->power1);
    sp_value_init(&method->power2);
    sp_value_set_si(&method->one, 1);
    if (status == SP_OK)
        status = all_coordinates(e, result, method, one_step, a, (enum shown)which);
    sp_value_clear(&method->one);
    sp_value_clear(&method->power1);
    sp_value_clear(&method->power2);
    return status;
}

/* (x1, grads, alpha, eps, what) */
SP_TRACE(sp_trace_adagrad)
{
    (void)n;
    struct method method = {.alpha = a[2].value, .eps = a[3].value};
    return run(e, result, &method, adagrad_step, a, a[4].value);
}

/* (x1, grads, alpha, b2, eps) */
SP_TRACE(sp_trace_rmsprop)
{
    (void)n;
    struct method method = {.alpha = a[2].value, .b2 = a[3].value, .eps = a[4].value};
    return run(e, result, &method, rmsprop_step, a, NULL);
}

/* (x1, grads, alpha, b1, b2, eps, what) */
SP_TRACE(sp_trace_adam)
{
    (void)n;
    struct method method = {
        .alpha = a[2].value, .b1 = a[3].value, .b2 = a[4].value, .eps = a[5].value};
    return run(e, result, &method, adam_step, a, a[6].value);
}

/* (x1, grads, alpha, b1, b2, eps, what [, lo, hi]); what = 4: x with max(sqrt(vhat), eps) */
SP_TRACE(sp_trace_amsgrad)
{
    struct method method = {
        .alpha = a[2].value, .b1 = a[3].value, .b2 = a[4].value, .eps = a[5].value};
    ulong what = 0;
    enum sp_status status = sp_eval_count(e, a[6].value, 4, "what is shown", &what);
    if (status != SP_OK)
        return status;
    if (what == 4)
        method.scale = SCALE_FLOOR;
    if (n == 9) {
        method.lo = a[7].value;
        method.hi = a[8].value;
    }
    return run(e, result, &method, amsgrad_step, a, what == 4 ? NULL : a[6].value);
}

/* (x1, grads, alpha, b1) */
SP_TRACE(sp_trace_heavy_ball)
{
    (void)n;
    struct method method = {.alpha = a[2].value, .b1 = a[3].value};
    return run(e, result, &method, heavy_ball_step, a, NULL);
}

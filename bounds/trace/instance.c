/* SPDX-License-Identifier: Apache-2.0 */
/* What `falsify` holds against bounds: runs on F(x) = h x^2/2 whose moments are known exactly. */
#include <stdlib.h>

#include "bounds/formula/function.h"

struct quadratic {
    slong prec;
    size_t n;
    ulong *delays;
    arb_t h, gamma, sigma2, x1;
    arb_ptr start; /* x_k = start_k x1 + sum_i noise_{k,i} xi_i */
    arb_ptr noise; /* row k has n entries */
};

static void open_quadratic(struct quadratic *q, const struct sp_argument *a)
{
    arb_t *const numbers[] = {&q->h, &q->gamma, &q->sigma2, &q->x1};
    for (int i = 0; i < 4; i++) {
        arb_init(*numbers[i]);
        sp_value_ball(*numbers[i], a[i].value, q->prec);
    }
    q->start = _arb_vec_init((slong)q->n + 1);
    q->noise = _arb_vec_init((slong)((q->n + 1) * q->n));
}

static void close_quadratic(struct quadratic *q)
{
    arb_clear(q->h);
    arb_clear(q->gamma);
    arb_clear(q->sigma2);
    arb_clear(q->x1);
    _arb_vec_clear(q->start, (slong)q->n + 1);
    _arb_vec_clear(q->noise, (slong)((q->n + 1) * q->n));
    free(q->delays);
}

/* x_{k+1} = x_k - gamma (h x_{k-d_k} + xi_k) */
static void advance(struct quadratic *q, size_t k)
{
    arb_ptr now = q->noise + k * q->n, next = now + q->n;
    arb_srcptr read = q->noise + (k - q->delays[k]) * q->n;
    arb_t step;
    arb_init(step);
    arb_mul(step, q->gamma, q->h, q->prec);
    arb_neg(step, step);
    _arb_vec_set(next, now, (slong)k);
    _arb_vec_scalar_addmul(next, read, (slong)k, step, q->prec);
    arb_neg(next + k, q->gamma);
    arb_set(q->start + k + 1, q->start + k);
    arb_addmul(q->start + k + 1, q->start + k - q->delays[k], step, q->prec);
    arb_clear(step);
}

/* sum += E x_k^2 */
static void add_square(arb_t sum, const struct quadratic *q, size_t k)
{
    arb_t square;
    arb_init(square);
    arb_srcptr row = q->noise + k * q->n;
    arb_dot(square, NULL, 0, row, 1, row, 1, (slong)k, q->prec);
    arb_addmul(sum, square, q->sigma2, q->prec);
    arb_mul(square, q->start + k, q->x1, q->prec);
    arb_addmul(sum, square, square, q->prec);
    arb_clear(square);
}

/* delayed_gradient2(delays, h, gamma, sigma2, x1): (1/K) sum_k E(h x_k)^2 */
static enum sp_status f_delayed(struct sp_eval *e, struct sp_value *r, const struct sp_argument *a,
                                size_t count)
{
    (void)count;
    const struct sp_list *list = a[0].list;
    struct quadratic q = {.prec = e->prec, .n = list->n};
    q.delays = calloc(q.n + 1, sizeof *q.delays);
    enum sp_status status = q.delays ? SP_OK : sp_fail_memory(e->err);
    open_quadratic(&q, a + 1);
    for (size_t k = 0; status == SP_OK && k < q.n; k++)
        status = sp_eval_count(e, &list->items[k], k, "the delay of an update", &q.delays[k]);
    if (status == SP_OK && q.n == 0)
        status = sp_fail(e->err, SP_FALSE, "there is no update");
    arb_t sum;
    arb_init(sum);
    arb_one(q.start);
    for (size_t k = 0; status == SP_OK && k < q.n; k++) {
        add_square(sum, &q, k);
        advance(&q, k);
    }
    arb_mul(sum, sum, q.h, q.prec);
    arb_mul(sum, sum, q.h, q.prec);
    if (status == SP_OK)
        arb_div_ui(sum, sum, q.n, q.prec);
    sp_value_take_ball(r, sum);
    arb_clear(sum);
    close_quadratic(&q);
    return status;
}

/* Second moments of the iterate v and the residual e under error feedback. */
struct moments {
    arb_t vv, ve, ee;
};

/* w = e + alpha(h v + xi), Q(w) = (1 - rho)w, v -= Q(w), e = rho w */
static void feed_back(struct moments *s, const arb_t step, const arb_t noise, const arb_t rho,
                      slong prec)
{
    arb_t ww, wv, kept;
    arb_init(ww);
    arb_init(wv);
    arb_init(kept);
    arb_set(wv, s->ve);
    arb_addmul(wv, step, s->vv, prec);
    /* E w^2 = ee + step (2 ve + step vv) + noise */
    arb_add(ww, s->ve, wv, prec);
    arb_mul(ww, ww, step, prec);
    arb_add(ww, ww, s->ee, prec);
    arb_add(ww, ww, noise, prec);
    arb_sub_ui(kept, rho, 1, prec);
    arb_neg(kept, kept);
    /* v v - 2 kept w v + kept^2 w w */
    arb_submul(s->vv, kept, wv, prec);
    arb_submul(s->vv, kept, wv, prec);
    arb_mul(s->ve, kept, ww, prec);
    arb_addmul(s->vv, kept, s->ve, prec);
    /* v' e' = rho (v w - kept w w) */
    arb_sub(s->ve, wv, s->ve, prec);
    arb_mul(s->ve, s->ve, rho, prec);
    arb_mul(s->ee, rho, rho, prec);
    arb_mul(s->ee, s->ee, ww, prec);
    arb_clear(ww);
    arb_clear(wv);
    arb_clear(kept);
}

static void add_ideal_square(arb_t sum, const struct moments *s, slong prec)
{
    arb_add(sum, sum, s->vv, prec);
    arb_sub(sum, sum, s->ve, prec);
    arb_sub(sum, sum, s->ve, prec);
    arb_add(sum, sum, s->ee, prec);
}

/* feedback_gradient2(T, h, alpha, rho, sigma2, x0): (1/T) sum E(h(v_t - e_t))^2 */
static enum sp_status f_feedback(struct sp_eval *e, struct sp_value *r,
                                 const struct sp_argument *a, size_t count)
{
    (void)count;
    ulong n = 0;
    enum sp_status status = sp_eval_count(e, a[0].value, 1000000, "the number of steps", &n);
    if (status == SP_OK && n == 0)
        status = sp_fail(e->err, SP_FALSE, "there is no step");
    if (status != SP_OK)
        return status;
    arb_ptr x = _arb_vec_init(8);
    struct moments s;
    arb_init(s.vv);
    arb_init(s.ve);
    arb_init(s.ee);
    for (int i = 1; i <= 5; i++)
        sp_value_ball(x + i, a[i].value, e->prec);
    arb_mul(s.vv, x + 5, x + 5, e->prec);
    arb_mul(x + 6, x + 1, x + 2, e->prec); /* alpha h */
    arb_mul(x + 7, x + 2, x + 2, e->prec);
    arb_mul(x + 7, x + 7, x + 4, e->prec); /* alpha^2 sigma2 */
    for (ulong t = 0; t < n; t++) {
        add_ideal_square(x, &s, e->prec);
        feed_back(&s, x + 6, x + 7, x + 3, e->prec);
    }
    arb_mul(x, x, x + 1, e->prec);
    arb_mul(x, x, x + 1, e->prec);
    arb_div_ui(x, x, n, e->prec);
    sp_value_take_ball(r, x);
    arb_clear(s.vv);
    arb_clear(s.ve);
    arb_clear(s.ee);
    _arb_vec_clear(x, 8);
    return SP_OK;
}

const struct sp_function sp_instance_functions[] = {
    {"delayed_gradient2", 5, 5, 1, f_delayed, NULL, NULL},
    {"feedback_gradient2", 6, 6, 0, f_feedback, NULL, NULL},
    {0},
};

/* SPDX-License-Identifier: Apache-2.0 */
/* Elastic averaging, and PowerSGD of rank one. */
#include "bounds/trace/trace.h"

/* worker := worker - eta g - a pull;  center := center + a pull;  pull = worker - old center */
static void pull(struct sp_eval *e, struct sp_value *center, const struct sp_value *old_center,
                 struct sp_value *worker, const struct sp_value *g, const struct sp_value *eta,
                 const struct sp_value *a)
{
    struct sp_value force, minus;
    sp_value_init(&force);
    sp_value_init(&minus);
    sp_value_subtract(&force, worker, old_center, e->prec);
    sp_value_multiply(&force, &force, a, e->prec);
    sp_value_add(center, center, &force, e->prec);
    sp_value_subtract(worker, worker, &force, e->prec);
    sp_value_negate(&minus, eta);
    sp_value_add_multiple(e, worker, &minus, g);
    sp_value_clear(&force);
    sp_value_clear(&minus);
}

/* (center, workers, grads, eta, a): center, then the workers */
SP_TRACE(sp_trace_easgd)
{
    (void)n;
    const struct sp_list *center = a[0].list, *workers = a[1].list, *grads = a[2].list;
    size_t d = center->n, p = sp_table_rows(workers);
    enum sp_status status = sp_table_needs_columns(e, workers, d);
    if (status == SP_OK)
        status = sp_table_needs_columns(e, grads, d);
    if (status == SP_OK && sp_table_rows(grads) != p)
        status =
            sp_fail(e->err, SP_FALSE, "%zu workers and %zu gradients", p, sp_table_rows(grads));
    if (status == SP_OK)
        status = sp_vector_new(e, result, d * (p + 1));
    for (size_t i = 0; i < d && status == SP_OK; i++)
        sp_value_set(&result->items[i], &center->items[i]);
    for (size_t i = 0; i < d * p && status == SP_OK; i++) {
        sp_value_set(&result->items[d + i], &workers->items[i]);
        pull(e, &result->items[i % d], &center->items[i % d], &result->items[d + i],
             &grads->items[i], a[3].value, a[4].value);
    }
    return status;
}

/* p := M q and its squared length; a refusal when that is 0. */
static enum sp_status project(struct sp_eval *e, struct sp_list *p, struct sp_value *square,
                              const struct sp_list *m, const struct sp_list *q)
{
    int sign = 0;
    enum sp_status status = sp_table_needs_columns(e, m, q->n);
    if (status == SP_OK)
        status = sp_vector_new(e, p, sp_table_rows(m));
    for (size_t i = 0; i < p->n; i++) {
        for (size_t j = 0; j < q->n; j++)
            sp_value_add_multiple(e, &p->items[i], &m->items[i * q->n + j], &q->items[j]);
        sp_value_add_multiple(e, square, &p->items[i], &p->items[i]);
    }
    if (status == SP_OK)
        status = sp_eval_sign(e, square, &sign);
    if (status == SP_OK && sign == 0)
        status = sp_fail(e->err, SP_FALSE,
                         "M q = 0: the start is orthogonal to the row space, it must be redrawn");
    return status;
}

/* back_j := (sum_i p_i M_ij) */
static enum sp_status project_back(struct sp_eval *e, struct sp_list *back, const struct sp_list *m,
                                   const struct sp_list *p)
{
    size_t columns = m->columns;
    enum sp_status status = sp_vector_new(e, back, columns);
    for (size_t j = 0; j < back->n; j++)
        for (size_t i = 0; i < p->n; i++)
            sp_value_add_multiple(e, &back->items[j], &p->items[i], &m->items[i * columns + j]);
    return status;
}

/* (M, q): p (p' M)/|p|^2 with p = M q */
SP_TRACE(sp_trace_powersgd)
{
    (void)n;
    const struct sp_list *m = a[0].list;
    struct sp_list p = {.n = 0}, back = {.n = 0};
    struct sp_value square;
    sp_value_init(&square);
    enum sp_status status = project(e, &p, &square, m, a[1].list);
    if (status == SP_OK)
        status = project_back(e, &back, m, &p);
    if (status == SP_OK)
        status = sp_vector_new(e, result, m->n);
    for (size_t i = 0; i < result->n && status == SP_OK; i++) {
        struct sp_value *entry = &result->items[i];
        sp_value_multiply(entry, &p.items[i / m->columns], &back.items[i % m->columns], e->prec);
        sp_value_divide(entry, entry, &square, e->prec);
    }
    result->columns = m->columns;
    sp_vector_clear(&p);
    sp_vector_clear(&back);
    sp_value_clear(&square);
    return status;
}

static void add_squares(struct sp_eval *e, struct sp_value *sum, const struct sp_list *v)
{
    for (size_t i = 0; i < v->n; i++)
        sp_value_add_multiple(e, sum, &v->items[i], &v->items[i]);
}

/* (M, q): |M|^2 - |p' M|^2/|p|^2 with p = M q */
static enum sp_status powersgd_error(struct sp_eval *e, struct sp_value *result,
                                     const struct sp_argument *a, size_t n)
{
    (void)n;
    struct sp_list p = {.n = 0}, back = {.n = 0};
    struct sp_value square, captured;
    sp_value_init(&square);
    sp_value_init(&captured);
    enum sp_status status = project(e, &p, &square, a[0].list, a[1].list);
    if (status == SP_OK)
        status = project_back(e, &back, a[0].list, &p);
    if (status == SP_OK) {
        sp_value_set_si(result, 0);
        add_squares(e, result, a[0].list);
        add_squares(e, &captured, &back);
        sp_value_divide(&captured, &captured, &square, e->prec);
        sp_value_subtract(result, result, &captured, e->prec);
    }
    sp_vector_clear(&p);
    sp_vector_clear(&back);
    sp_value_clear(&square);
    sp_value_clear(&captured);
    return status;
}

const struct sp_function sp_table_functions[] = {
    {"powersgd_error", 2, 2, 3, powersgd_error, NULL, NULL},
    {0},
};

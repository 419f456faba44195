/* SPDX-License-Identifier: Apache-2.0 */
/* Compression with memory: error feedback, its guarded form, momentum with error feedback. */
#include "bounds/trace/trace.h"

/* Whether entry i of w is among the k largest, ties to the lowest index. */
static enum sp_status is_among(struct sp_eval *e, const struct sp_list *w, size_t i, ulong k,
                               int *among)
{
    struct sp_value size, other;
    ulong before = 0;
    enum sp_status status = SP_OK;
    sp_value_init(&size);
    sp_value_init(&other);
    sp_value_abs(&size, &w->items[i]);
    for (size_t j = 0; j < w->n && status == SP_OK; j++) {
        int sign = 0;
        sp_value_abs(&other, &w->items[j]);
        status = sp_eval_compare(e, &other, &size, &sign);
        before += sign > 0 || (sign == 0 && j < i);
    }
    *among = before < k;
    sp_value_clear(&size);
    sp_value_clear(&other);
    return status;
}

enum sp_status sp_trace_topk(struct sp_eval *e, struct sp_list *q, const struct sp_list *w, ulong k)
{
    enum sp_status status = SP_OK;
    for (size_t i = 0; i < w->n && status == SP_OK; i++) {
        int among = 0;
        status = is_among(e, w, i, k, &among);
        if (among)
            sp_value_set(&q->items[i], &w->items[i]);
        else
            sp_value_set_si(&q->items[i], 0);
    }
    return status;
}

static enum sp_status check_k(struct sp_eval *e, const struct sp_value *value, size_t d, ulong *k)
{
    enum sp_status status = sp_eval_count(e, value, d, "the number of entries kept", k);
    if (status == SP_OK && *k == 0)
        return sp_fail(e->err, SP_FALSE, "the number of entries kept must be at least 1");
    return status;
}

/* Whether |v| > limit. */
static enum sp_status is_longer(struct sp_eval *e, const struct sp_list *v,
                                const struct sp_value *limit, int *longer)
{
    struct sp_value square, bound;
    int sign = 0;
    sp_value_init(&square);
    sp_value_init(&bound);
    for (size_t i = 0; i < v->n; i++)
        sp_value_add_multiple(e, &square, &v->items[i], &v->items[i]);
    sp_value_multiply(&bound, limit, limit, e->prec);
    enum sp_status status = sp_eval_compare(e, &square, &bound, &sign);
    *longer = sign > 0;
    sp_value_clear(&square);
    sp_value_clear(&bound);
    return status;
}

/* One step: w = memory + alpha g; message = TopK(w), or w when the rest would be longer than
 * `cap` (NULL: no cap); memory = w - message. */
static enum sp_status send(struct sp_eval *e, struct sp_list *memory, struct sp_list *message,
                           ulong k, const struct sp_value *cap)
{
    int longer = 0;
    enum sp_status status = sp_trace_topk(e, message, memory, k);
    for (size_t i = 0; i < memory->n && status == SP_OK; i++)
        sp_value_subtract(&memory->items[i], &memory->items[i], &message->items[i], e->prec);
    if (status == SP_OK && cap != NULL)
        status = is_longer(e, memory, cap, &longer);
    for (size_t i = 0; i < memory->n && longer; i++) {
        sp_value_add(&message->items[i], &message->items[i], &memory->items[i], e->prec);
        sp_value_set_si(&memory->items[i], 0);
    }
    return status;
}

static void put_row(struct sp_list *table, size_t row, const struct sp_list *v)
{
    for (size_t i = 0; i < v->n; i++)
        sp_value_set(&table->items[row * v->n + i], &v->items[i]);
}

static enum sp_status feedback(struct sp_eval *e, struct sp_list *messages, struct sp_list *memory,
                               const struct sp_argument *a, ulong k, const struct sp_value *cap)
{
    const struct sp_list *g = a[0].list;
    struct sp_list message = {.n = 0};
    enum sp_status status = sp_vector_new(e, &message, memory->n);
    for (size_t t = 0; t < sp_table_rows(g) && status == SP_OK; t++) {
        for (size_t i = 0; i < memory->n; i++)
            sp_value_add_multiple(e, &memory->items[i], a[2].value, &g->items[t * memory->n + i]);
        status = send(e, memory, &message, k, cap);
        put_row(messages, t, &message);
    }
    sp_vector_clear(&message);
    return status;
}

/* (g, K, alpha, B_cap or -1, what): what = 0: the messages; 1: the memory at the end */
SP_TRACE(sp_trace_error_feedback)
{
    (void)n;
    const struct sp_list *g = a[0].list;
    struct sp_list memory = {.n = 0}, messages = {.n = 0};
    struct sp_value cap;
    ulong k = 0, what = 0;
    int sign = 0;
    sp_value_init(&cap);
    sp_value_multiply(&cap, a[2].value, a[3].value, e->prec);
    enum sp_status status = check_k(e, a[1].value, g->columns, &k);
    if (status == SP_OK)
        status = sp_eval_sign(e, a[3].value, &sign);
    if (status == SP_OK)
        status = sp_eval_count(e, a[4].value, 1, "what is shown", &what);
    if (status == SP_OK)
        status = sp_vector_new(e, &memory, g->columns);
    if (status == SP_OK)
        status = sp_vector_new(e, &messages, g->n);
    if (status == SP_OK)
        status = feedback(e, &messages, &memory, a, k, sign < 0 ? NULL : &cap);
    if (status == SP_OK)
        status = sp_vector_copy(e, result, what ? &memory : &messages);
    result->columns = what ? 0 : g->columns;
    sp_vector_clear(&memory);
    sp_vector_clear(&messages);
    sp_value_clear(&cap);
    return status;
}

/* u = m u + g; v = v + u; the message is TopK(v); v loses it, with masking u loses it too. */
static enum sp_status dgc_step(struct sp_eval *e, struct sp_list *u, struct sp_list *v,
                               struct sp_list *message, const struct sp_value *g,
                               const struct sp_value *m, ulong k, ulong masking)
{
    for (size_t i = 0; i < u->n; i++) {
        sp_value_multiply(&u->items[i], &u->items[i], m, e->prec);
        sp_value_add(&u->items[i], &u->items[i], &g[i], e->prec);
        sp_value_add(&v->items[i], &v->items[i], &u->items[i], e->prec);
    }
    enum sp_status status = SP_OK;
    for (size_t i = 0; i < u->n && status == SP_OK; i++) {
        int among = 0;
        status = is_among(e, v, i, k, &among);
        if (among && masking)
            sp_value_set_si(&u->items[i], 0);
    }
    return status == SP_OK ? send(e, v, message, k, NULL) : status;
}

/* (g, K, m, masking): the messages */
SP_TRACE(sp_trace_dgc)
{
    (void)n;
    const struct sp_list *g = a[0].list;
    struct sp_list u = {.n = 0}, v = {.n = 0}, message = {.n = 0};
    ulong k = 0, masking = 0;
    enum sp_status status = check_k(e, a[1].value, g->columns, &k);
    if (status == SP_OK)
        status = sp_eval_count(e, a[3].value, 1, "masking", &masking);
    if (status == SP_OK)
        status = sp_vector_new(e, &u, g->columns);
    if (status == SP_OK)
        status = sp_vector_new(e, &v, g->columns);
    if (status == SP_OK)
        status = sp_vector_new(e, &message, g->columns);
    if (status == SP_OK)
        status = sp_vector_new(e, result, g->n);
    for (size_t t = 0; t < sp_table_rows(g) && status == SP_OK; t++) {
        status = dgc_step(e, &u, &v, &message, &g->items[t * g->columns], a[2].value, k, masking);
        put_row(result, t, &message);
    }
    result->columns = g->columns;
    sp_vector_clear(&u);
    sp_vector_clear(&v);
    sp_vector_clear(&message);
    return status;
}

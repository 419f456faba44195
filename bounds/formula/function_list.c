/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of lists. */
#include <stdlib.h>

#include "bounds/formula/function.h"

static enum sp_status f_len(struct sp_eval *e, struct sp_value *r, const struct sp_argument *a,
                            size_t n)
{
    (void)e, (void)n;
    sp_value_set_si(r, (slong)a[0].list->n);
    return SP_OK;
}

/* Delays as counts; delay k (from 0) is at most k. */
static enum sp_status delays_of(struct sp_eval *e, const struct sp_list *list, ulong *delays)
{
    enum sp_status status = SP_OK;
    for (size_t k = 0; k < list->n && status == SP_OK; k++) {
        status = sp_eval_count(e, &list->items[k], WORD_MAX, "a delay", &delays[k]);
        if (status == SP_OK && delays[k] > k)
            status = sp_fail(e->err, SP_FALSE,
                             "the delay of update %zu is %lu: it cannot be more than %zu", k + 1,
                             delays[k], k);
    }
    return status;
}

/* max over j of the sum of delay_k over the k with k - delay_k <= j < k, by differences. */
static enum sp_status f_window_load(struct sp_eval *e, struct sp_value *r,
                                    const struct sp_argument *a, size_t n)
{
    (void)n;
    size_t length = a[0].list->n;
    ulong *delays = calloc(length + 1, sizeof *delays);
    fmpz *change = _fmpz_vec_init((slong)length + 1);
    enum sp_status status = delays ? delays_of(e, a[0].list, delays) : sp_fail_memory(e->err);
    for (size_t k = 0; status == SP_OK && k < length; k++) {
        fmpz_add_ui(change + k - delays[k], change + k - delays[k], delays[k]);
        fmpz_sub_ui(change + k, change + k, delays[k]);
    }
    fmpz_t load, most;
    fmpz_init(load);
    fmpz_init(most);
    for (size_t j = 0; j < length; j++) {
        fmpz_add(load, load, change + j);
        if (fmpz_cmp(load, most) > 0)
            fmpz_set(most, load);
    }
    if (status == SP_OK)
        sp_value_set_integer(r, most);
    fmpz_clear(load);
    fmpz_clear(most);
    _fmpz_vec_clear(change, (slong)length + 1);
    free(delays);
    return status;
}

/* sum floor(t/tau_i) */
static void collected(fmpz_t sum, const struct sp_list *taus, const fmpq_t t)
{
    fmpq_t ratio;
    fmpz_t whole;
    fmpq_init(ratio);
    fmpz_init(whole);
    fmpz_zero(sum);
    for (size_t i = 0; i < taus->n; i++) {
        fmpq_div(ratio, t, taus->items[i].exact);
        fmpz_fdiv_q(whole, fmpq_numref(ratio), fmpq_denref(ratio));
        fmpz_add(sum, sum, whole);
    }
    fmpq_clear(ratio);
    fmpz_clear(whole);
}

/* The least multiple k tau (1 <= k <= most) at which at least `wanted` are collected; most if
 * none is earlier. */
static void least_multiple(fmpq_t t, const struct sp_list *taus, const fmpq_t tau, ulong wanted)
{
    fmpz_t sum;
    ulong low = 0, high = wanted; /* at k = wanted this worker alone has them */
    fmpz_init(sum);
    while (high - low > 1) {
        ulong middle = low + (high - low) / 2;
        fmpq_mul_ui(t, tau, middle);
        collected(sum, taus, t);
        if (fmpz_cmp_ui(sum, wanted) >= 0)
            high = middle;
        else
            low = middle;
    }
    fmpq_mul_ui(t, tau, high);
    fmpz_clear(sum);
}

/* The least t with sum floor(t/tau_i) >= S: a multiple of one of the tau_i. */
static enum sp_status f_collect_time(struct sp_eval *e, struct sp_value *r,
                                     const struct sp_argument *a, size_t n)
{
    (void)n;
    const struct sp_list *taus = a[0].list;
    ulong wanted = 0;
    enum sp_status status =
        sp_eval_count(e, a[1].value, WORD_MAX, "the number of gradients", &wanted);
    for (size_t i = 0; status == SP_OK && i < taus->n; i++)
        if (!taus->items[i].is_exact || fmpq_sgn(taus->items[i].exact) <= 0)
            status = sp_fail(e->err, SP_FALSE, "a worker's time must be a positive rational");
    if (status != SP_OK || taus->n == 0 || wanted == 0)
        return status != SP_OK ? status
                               : sp_fail(e->err, SP_FALSE, "nothing to collect, or no workers");
    fmpq_t best, t;
    fmpq_init(best);
    fmpq_init(t);
    for (size_t i = 0; i < taus->n; i++) {
        least_multiple(t, taus, taus->items[i].exact, wanted);
        if (i == 0 || fmpq_cmp(t, best) < 0)
            fmpq_set(best, t);
    }
    sp_value_set_exact(r, best);
    fmpq_clear(best);
    fmpq_clear(t);
    return SP_OK;
}

/* Merges two sorted runs of indices. */
static enum sp_status merge(struct sp_eval *e, const struct sp_list *list, size_t *to,
                            const size_t *left, size_t n_left, const size_t *right, size_t n_right)
{
    enum sp_status status = SP_OK;
    while (n_left + n_right > 0 && status == SP_OK) {
        int sign = n_left == 0 ? 1 : -1;
        if (n_left > 0 && n_right > 0)
            status = sp_eval_compare(e, &list->items[*left], &list->items[*right], &sign);
        if (sign <= 0) {
            *to++ = *left++;
            n_left--;
        } else {
            *to++ = *right++;
            n_right--;
        }
    }
    return status;
}

/* Sorts indices by the entries they stand for; `room` has as many places. */
static enum sp_status sort(struct sp_eval *e, const struct sp_list *list, size_t *order,
                           size_t *room, size_t n)
{
    size_t half = n / 2;
    if (n < 2)
        return SP_OK;
    enum sp_status status = sort(e, list, order, room, half);
    if (status == SP_OK)
        status = sort(e, list, order + half, room, n - half);
    if (status == SP_OK)
        status = merge(e, list, room, order, half, order + half, n - half);
    for (size_t i = 0; i < n && status == SP_OK; i++)
        order[i] = room[i];
    return status;
}

static enum sp_status find_order(struct sp_eval *e, struct sp_list *list)
{
    size_t *order = calloc(2 * list->n + 1, sizeof *order);
    if (order == NULL)
        return sp_fail_memory(e->err);
    for (size_t i = 0; i < list->n; i++)
        order[i] = i;
    enum sp_status status = sort(e, list, order, order + list->n, list->n);
    if (status == SP_OK)
        list->order = order;
    else
        free(order);
    return status;
}

/* The i-th smallest entry, from 0. */
static enum sp_status f_ordered(struct sp_eval *e, struct sp_value *r, const struct sp_argument *a,
                                size_t n)
{
    (void)n;
    ulong i = 0;
    enum sp_status status = sp_eval_count(e, a[1].value, WORD_MAX, "the index of a list entry", &i);
    if (status == SP_OK && i >= a[0].list->n)
        return sp_fail(e->err, SP_FALSE, "entry %lu of a list of %zu", i, a[0].list->n);
    if (status == SP_OK && a[0].list->order == NULL)
        status = find_order(e, a[0].list);
    if (status == SP_OK)
        sp_value_set(r, &a[0].list->items[a[0].list->order[i]]);
    return status;
}

const struct sp_function sp_list_functions[] = {
    {"ordered", 2, 2, 1, f_ordered, "@1_{(@2)}", NULL},
    {"len", 1, 1, 1, f_len, "|@1|", NULL},
    {"window_load", 1, 1, 1, f_window_load, "W(@1)", NULL},
    {"collect_time", 2, 2, 1, f_collect_time, NULL, NULL},
    {0},
};

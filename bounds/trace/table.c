/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "bounds/trace/trace.h"

static const struct sp_trace_function functions[] = {
    {"trace_adagrad", 5, 5, 3, sp_trace_adagrad},
    {"trace_rmsprop", 5, 5, 3, sp_trace_rmsprop},
    {"trace_adam", 7, 7, 3, sp_trace_adam},
    {"trace_amsgrad", 7, 9, 3, sp_trace_amsgrad},
    {"trace_heavy_ball", 4, 4, 3, sp_trace_heavy_ball},
    {"trace_delayed_sgd", 4, 4, 7, sp_trace_delayed_sgd},
    {"trace_delayed_amsgrad", 6, 6, 7, sp_trace_delayed_amsgrad},
    {"trace_nesterov", 4, 4, 3, sp_trace_nesterov},
    {"trace_easgd", 5, 5, 7, sp_trace_easgd},
    {"trace_error_feedback", 5, 5, 1, sp_trace_error_feedback},
    {"trace_dgc", 4, 4, 1, sp_trace_dgc},
    {"trace_powersgd", 2, 2, 3, sp_trace_powersgd},
    {"trace_scaled_sign_binary64", 1, 1, 1, sp_trace_scaled_sign_binary64},
};

const struct sp_trace_function *sp_trace_find(const char *name)
{
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        if (strcmp(functions[i].name, name) == 0)
            return &functions[i];
    return NULL;
}

enum sp_status sp_vector_new(struct sp_eval *e, struct sp_list *v, size_t n)
{
    *v = (struct sp_list){.n = n, .items = calloc(n + 1, sizeof *v->items)};
    if (v->items == NULL) {
        v->n = 0;
        return sp_fail_memory(e->err);
    }
    for (size_t i = 0; i < n; i++)
        sp_value_init(&v->items[i]);
    return SP_OK;
}

void sp_vector_clear(struct sp_list *v)
{
    for (size_t i = 0; i < v->n; i++)
        sp_value_clear(&v->items[i]);
    free(v->items);
    free(v->order);
    *v = (struct sp_list){.n = 0};
}

enum sp_status sp_vector_copy(struct sp_eval *e, struct sp_list *v, const struct sp_list *from)
{
    enum sp_status status = sp_vector_new(e, v, from->n);
    for (size_t i = 0; i < v->n; i++)
        sp_value_set(&v->items[i], &from->items[i]);
    v->columns = from->columns;
    return status;
}

size_t sp_table_rows(const struct sp_list *table)
{
    return table->columns ? table->n / table->columns : 0;
}

enum sp_status sp_table_needs_columns(struct sp_eval *e, const struct sp_list *table, size_t n)
{
    if (table->columns == n || table->n == 0)
        return SP_OK;
    return sp_fail(e->err, SP_FALSE, "the dimensions do not fit: rows of %zu entries, expected %zu",
                   table->columns, n);
}

void sp_value_add_multiple(struct sp_eval *e, struct sp_value *v, const struct sp_value *factor,
                           const struct sp_value *w)
{
    struct sp_value product;
    sp_value_init(&product);
    sp_value_multiply(&product, factor, w, e->prec);
    sp_value_add(v, v, &product, e->prec);
    sp_value_clear(&product);
}

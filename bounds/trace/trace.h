/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_TRACE_TRACE_H
#define SP_TRACE_TRACE_H

#include "bounds/formula/function.h"

/* Traces of methods in exact or ball arithmetic: the oracles of the kernels. They are functions
 * of the formula language whose value is a list, and stand as a whole `value` line. */
struct sp_trace_function {
    const char *name;
    size_t least, most;
    unsigned lists; /* bit i: argument i is a list or table */
    enum sp_status (*evaluate)(struct sp_eval *e, struct sp_list *result,
                               const struct sp_argument *arguments, size_t n);
};

/* By name, or NULL. */
const struct sp_trace_function *sp_trace_find(const char *name);

/* Functions of tables whose value is a number. Ends with a NULL name. */
extern const struct sp_function sp_table_functions[];

/* Vectors. A list with `columns` set is a table, row after row. */
enum sp_status sp_vector_new(struct sp_eval *e, struct sp_list *v, size_t n); /* zeros */
void sp_vector_clear(struct sp_list *v);
enum sp_status sp_vector_copy(struct sp_eval *e, struct sp_list *v, const struct sp_list *from);
/* Rows of a table (0 when it has no columns). */
size_t sp_table_rows(const struct sp_list *table);
/* A refusal unless the table's rows have `n` entries. */
enum sp_status sp_table_needs_columns(struct sp_eval *e, const struct sp_list *table, size_t n);
/* v := v + factor * w */
void sp_value_add_multiple(struct sp_eval *e, struct sp_value *v, const struct sp_value *factor,
                           const struct sp_value *w);

/* Evaluators, one family a file. */
#define SP_TRACE(name)                                                                             \
    enum sp_status name(struct sp_eval *e, struct sp_list *result, const struct sp_argument *a,    \
                        size_t n)
SP_TRACE(sp_trace_adagrad);
SP_TRACE(sp_trace_rmsprop);
SP_TRACE(sp_trace_adam);
SP_TRACE(sp_trace_amsgrad);
SP_TRACE(sp_trace_heavy_ball);
SP_TRACE(sp_trace_delayed_sgd);
SP_TRACE(sp_trace_delayed_amsgrad);
SP_TRACE(sp_trace_nesterov);
SP_TRACE(sp_trace_easgd);
SP_TRACE(sp_trace_error_feedback);
SP_TRACE(sp_trace_dgc);
SP_TRACE(sp_trace_powersgd);
SP_TRACE(sp_trace_scaled_sign_binary64);

/* q := TopK(w), ties to the lowest index. */
enum sp_status sp_trace_topk(struct sp_eval *e, struct sp_list *q, const struct sp_list *w,
                             ulong k);

#endif

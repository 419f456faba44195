/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_FORMULA_FUNCTION_H
#define SP_FORMULA_FUNCTION_H

#include "bounds/base/error.h"
#include "bounds/formula/eval.h"
#include "bounds/formula/value.h"

/* What a function gets: a number, or a list parameter. */
struct sp_argument {
    const struct sp_value *value; /* NULL for a list */
    struct sp_list *list;         /* only its order may be filled in */
};

/* A function of the formula language. Adding one is adding a row to a table (function.c, or
 * bounds/law/primitive.c for delay laws) and its evaluator. */
struct sp_function {
    const char *name;
    size_t least, most; /* arguments */
    unsigned lists;     /* bit i: argument i is a list */
    enum sp_status (*evaluate)(struct sp_eval *e, struct sp_value *result,
                               const struct sp_argument *arguments, size_t n);
    const char *latex; /* "\\sqrt{@1}": @1.. stand for the arguments; NULL: name(...) */
    const char *coq;   /* the Coq function; NULL: Coq cannot say it */
};

/* All of them, one after the other; NULL behind the last. */
const struct sp_function *sp_function_at(size_t index);
/* By name, or NULL. */
const struct sp_function *sp_function_find(const char *name);

/* Further tables. Each ends with a NULL name. */
extern const struct sp_function sp_number_functions[], sp_list_functions[];
extern const struct sp_function sp_law_functions[]; /* bounds/law/primitive.c */
extern const struct sp_function sp_instance_functions[]; /* bounds/trace/instance.c */

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_FORMULA_EVALUATE_H
#define SP_FORMULA_EVALUATE_H

#include <stddef.h>

#include <arb.h>

#include "bounds/base/error.h"
#include "bounds/formula/backing.h"
#include "bounds/formula/bound.h"
#include "bounds/formula/catalogue.h"

/* One evaluation: a bound and its arguments. Both outlive it. */
struct sp_case;

struct sp_case *sp_case_new(struct sp_catalogue *catalogue, const struct sp_bound *bound);
void sp_case_free(struct sp_case *c);

/* Sets an argument from text. A number argument is an expression: "1/3", "1e-3", "0x1p-10",
 * "5ms", "sqrt(p/T)"; its names are other arguments of this case and other bounds (whose
 * arguments are then those of this case with the same names); "kernel:topk,K=3,d=9" is a kernel's
 * constant (kernel.h). A text argument is one of the
 * parameter's values. A list is "1,2,3", a table "1,2;3,4". SP_USAGE: unknown name (with the
 * nearest), syntax, unknown text value, unit that does not fit. */
enum sp_status sp_case_set(struct sp_case *c, const char *name, const char *text,
                           struct sp_error *err);
/* A list argument, each entry an expression. */
enum sp_status sp_case_set_list(struct sp_case *c, const char *name, size_t n,
                                const char *const *entries, struct sp_error *err);
/* A table argument: n entries, row after row, `columns` in a row. */
enum sp_status sp_case_set_table(struct sp_case *c, const char *name, size_t n, size_t columns,
                                 const char *const *entries, struct sp_error *err);
/* A number argument given exactly: the quick way, for sweeps and searches. */
enum sp_status sp_case_set_exact(struct sp_case *c, const char *name, const fmpq_t value,
                                 struct sp_error *err);
/* All numbers of a ball at once: for sp_case_truth_over only. */
enum sp_status sp_case_set_range(struct sp_case *c, const char *name, const arb_t range,
                                 struct sp_error *err);
void sp_case_unset(struct sp_case *c, const char *name);
int sp_case_is_set(const struct sp_case *c, const char *name);
/* The argument of a parameter as text that sp_case_set takes back; NULL when it was not given or is
 * a list, or when memory is short. The caller frees. */
char *sp_case_argument(const struct sp_case *c, size_t parameter);

enum sp_truth { SP_UNKNOWN, SP_HOLDS, SP_FAILS, SP_NOT_TESTED /* a check without its inputs */ };

struct sp_condition {
    const char *text; /* as written in the formula file */
    int is_check;
    enum sp_truth truth;
    char *numbers; /* "1.38 <= 1, with L = 4, gamma = 1/40": always something, unless not tested */
};

struct sp_term {
    const char *name; /* a let's name, or the text of a summand of the value */
    char *digits;     /* its value */
    double share;     /* of a summand: its part of the value; of a let: NaN */
};

struct sp_number {
    char *lower, *upper; /* decimal, rounded outward: "4.9999e-1" */
    char *digits;        /* as many digits as asked for, all correct (the value rounded) */
    char *exact;         /* "p/q" if the value is a rational with at most 80 characters, or NULL */
    arb_t ball;          /* the enclosure itself */
};

/* status SP_OK: numbers (or truth); SP_FALSE: refused, `reason` says which condition and with
 * which numbers; SP_UNDECIDED: the precision cap was reached, `reason` says where; SP_USAGE: an
 * argument is missing, `reason` names it. Only with SP_OK is there a number. */
struct sp_result {
    enum sp_status status;
    struct sp_backing backing;
    char *reason;
    long bits; /* working precision that sufficed */
    int is_truth, truth;
    int is_list;    /* several `value` lines, or each(): any count of numbers */
    size_t columns; /* > 0: the numbers are a table, row after row */
    size_t n_numbers, n_conditions, n_terms;
    struct sp_number *numbers;
    struct sp_condition *conditions;
    struct sp_term *lets; /* n_lets of the bound */
    size_t n_lets;
    struct sp_term *terms; /* summands of the first value */
};

struct sp_precision {
    int digits;     /* of `digits`: default 10 */
    long bits;      /* first working precision: default 128 */
    long most_bits; /* cap: default 65536 */
    int explain;    /* fill in lets and terms */
};
#define SP_PRECISION_DEFAULT ((struct sp_precision){10, 128, 65536, 0})

/* Returns result->status (for SP_INTERNAL and friends: err is filled, result is empty). */
enum sp_status sp_case_evaluate(struct sp_case *c, struct sp_precision precision,
                                struct sp_result *result, struct sp_error *err);
void sp_result_clear(struct sp_result *result);

/* Of a bound that is a condition, when an argument is a range: SP_HOLDS when it is true for every
 * number of it; SP_FAILS when for every number it is false or some condition of the bound fails;
 * else SP_UNKNOWN. */
enum sp_status sp_case_truth_over(struct sp_case *c, enum sp_truth *truth, struct sp_error *err);

/* The quick way: the first value as a ball that has `digits` certain digits, conditions decided,
 * no texts made except in `err` (SP_FALSE, SP_UNDECIDED, SP_USAGE as above). */
enum sp_status sp_case_ball(struct sp_case *c, arb_t value, struct sp_precision precision,
                            struct sp_error *err);

#endif

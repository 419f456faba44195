/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_FORMULA_EVAL_H
#define SP_FORMULA_EVAL_H

#include <stdint.h>

#include "bounds/base/error.h"
#include "bounds/formula/bound.h"
#include "bounds/formula/catalogue.h"
#include "bounds/formula/value.h"

/* The evaluator. One run is at one working precision; where that does not decide a comparison,
 * the run ends with SP_UNDECIDED and `wanted` bits, and the caller starts again with more.
 * SP_FALSE means that the value does not exist (division by zero, root of a negative number,
 * a failed condition of a bound that is referred to): a refusal with its text in err. */

/* Terms that all sums of a run may have together. */
#define SP_EVAL_STEPS 20000000L
/* Bounds that refer to bounds that refer to bounds. */
#define SP_EVAL_REFERENCES 16

struct sp_eval {
    struct sp_catalogue *catalogue;
    slong prec;
    slong wanted; /* bits that would decide; 0: not known */
    int n_roots;  /* square roots met so far */
    long steps;
    int references;
    int is_hopeless; /* more bits would not help */
    struct sp_error *err;
};

/* What the user gave for a parameter. */
struct sp_given {
    enum {
        SP_GIVEN_NOTHING,
        SP_GIVEN_NUMBER,
        SP_GIVEN_WORD,
        SP_GIVEN_LIST,
        SP_GIVEN_RANGE, /* all numbers of an enclosure at once */
        SP_GIVEN_UNSAID /* missing, and already said to be */
    } what;
    struct sp_expr *tree; /* number */
    arb_ptr range;        /* one ball */
    int word;             /* index of a text value */
    size_t n, columns;    /* list, table */
    struct sp_expr **trees;
    int is_assumed; /* worked out by the caller from no theorem */
};

enum sp_slot_state { SP_SLOT_NEW, SP_SLOT_BUSY, SP_SLOT_DONE };

/* A parameter or let in the course of evaluation. */
struct sp_slot {
    enum sp_slot_state state;
    int is_complete; /* nothing that it needs is missing: found out once */
    struct sp_value value;
    struct sp_list list;
    int word;
};

#define SP_INDEX_LEVELS 8

struct sp_frame {
    const struct sp_bound *bound;
    const struct sp_given *given; /* per parameter; NULL: taken from `outer` by name */
    struct sp_frame *outer;       /* of a bound that another refers to */
    struct sp_slot *slots;        /* parameters, then lets */
    ulong index[SP_INDEX_LEVELS]; /* of the enclosing sums */
};

enum sp_status sp_frame_init(struct sp_frame *frame, const struct sp_bound *bound,
                             const struct sp_given *given, struct sp_error *err);
void sp_frame_clear(struct sp_frame *frame);

/* A number / a truth value. `result` is initialised by the caller. */
enum sp_status sp_eval(struct sp_eval *e, struct sp_frame *frame, const struct sp_expr *tree,
                       struct sp_value *result);
enum sp_status sp_eval_truth(struct sp_eval *e, struct sp_frame *frame, const struct sp_expr *tree,
                             int *truth);

/* The slot of a parameter or let, evaluated. */
enum sp_status sp_eval_slot(struct sp_eval *e, struct sp_frame *frame, int slot,
                            struct sp_slot **result);

/* The first parameter that `tree` needs and that neither was given nor has a default, or -1. Of a
 * choice by a text that was given, only the branch taken counts. */
int sp_eval_missing(const struct sp_frame *frame, const struct sp_expr *tree);

/* A trace (bounds/trace), which is a list. `result` is cleared by the caller. */
enum sp_status sp_eval_trace(struct sp_eval *e, struct sp_frame *frame, const struct sp_expr *tree,
                             struct sp_list *result);

/* A named bound with the arguments in `kids` (none: parameters of the same names). */
enum sp_status sp_eval_reference(struct sp_eval *e, struct sp_frame *frame,
                                 const struct sp_expr *tree, struct sp_value *result);

/* The bit of a square root that was not met before; 0 when there have been too many. */
uint64_t sp_eval_new_root(struct sp_eval *e);

/* Fails with SP_UNDECIDED, asking for `wanted` bits (0: twice as many). */
enum sp_status sp_eval_undecided(struct sp_eval *e, slong wanted, const char *what);

/* Most bits of a whole number that is looked for beside an enclosure. */
#define SP_LONGEST_INTEGER ((slong)1 << 20)

/* n := a whole number next to the middle of x, for the caller to compare with. 0: x is not known
 * to a quarter, or too large. */
int sp_near_integer(fmpz_t n, const arb_t x, slong prec);

/* Sign of a - b: -1, 0, 1. */
enum sp_status sp_eval_compare(struct sp_eval *e, const struct sp_value *a,
                               const struct sp_value *b, int *sign);
/* Sign of a. */
enum sp_status sp_eval_sign(struct sp_eval *e, const struct sp_value *a, int *sign);
/* Largest integer <= a (ceiling: least >= a). */
enum sp_status sp_eval_floor(struct sp_eval *e, const struct sp_value *a, int ceiling, fmpz_t n);
/* Requires a whole number from 0 to `most`; a refusal that names `what` otherwise. */
enum sp_status sp_eval_count(struct sp_eval *e, const struct sp_value *a, ulong most,
                             const char *what, ulong *n);
/* Requires `a` to be a whole number (also one that only turns out to be: sqrt(4)). */
enum sp_status sp_eval_integer(struct sp_eval *e, const struct sp_value *a, const char *what,
                               fmpz_t n);

#endif

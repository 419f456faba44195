/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_SOLVE_SEARCH_H
#define SP_SOLVE_SEARCH_H

#include "bounds/formula/evaluate.h"
#include "bounds/solve/point.h"

/* For which values of a variable does a condition hold? The condition (a derived bound that is a
 * truth value) is decided exactly at points over a range; every change between two neighbours is
 * narrowed down until an integer and its neighbour, or two decimals one unit apart, answer
 * differently. So each end is certified: it holds here, and not there. That nothing else happens
 * between the points is proved where an interval at a time can be decided (sp_search_cover). */
enum sp_answer {
    SP_MEETS,   /* the condition holds */
    SP_MISSES,  /* it does not */
    SP_INVALID, /* a condition of the bound fails: there is no value */
    SP_UNSURE   /* the precision cap was reached */
};

struct sp_end {
    int is_open;   /* the range ends here: nothing is known beyond */
    fmpq_t at;     /* holds */
    fmpq_t beyond; /* does not; `answer` and `reason` say why */
    enum sp_answer answer;
    char *reason;
};

struct sp_stretch {
    struct sp_end least, largest;
};

struct sp_solution {
    size_t n;
    struct sp_stretch *stretches;
    struct sp_points tried;  /* the points, before narrowing down */
    enum sp_answer *answers; /* at each */
    int is_complete;         /* whole numbers, every one of the range tried */
    int is_cut;              /* evaluation became slow: the upper part was not tried */
    struct {
        int is_full;    /* the answer is known at every number between the first and last point */
        size_t n;       /* intervals that were decided */
        size_t n_units; /* left: gaps between two neighbouring numbers of that many digits */
        fmpq_t low, high; /* !is_full: where it is not known */
    } cover;
    char *reason;            /* the shortest of why points are SP_INVALID: the root of it */
};

struct sp_search {
    /* Answers at a point; *reason (malloc'ed) where it is SP_INVALID or SP_UNSURE. */
    enum sp_status (*ask)(void *context, const fmpq_t at, enum sp_answer *answer, char **reason,
                          struct sp_error *err);
    /* The same over an interval: SP_HOLDS if every number meets it, SP_FAILS if none does. NULL:
     * intervals cannot be asked. */
    enum sp_status (*ask_range)(void *context, const arb_t range, enum sp_truth *truth,
                                struct sp_error *err);
    void *context;
    const char *variable;
    int whole;
    int digits;         /* of an answer that is not whole */
    const char *within; /* "LO..HI", or NULL: 0 to 10^12 */
};

/* The context of sp_ask_case: a derived bound that is a truth value. */
struct sp_case_question {
    struct sp_case *question;
    const char *variable;
    long most_bits;
};
enum sp_status sp_ask_case(void *context, const fmpq_t at, enum sp_answer *answer, char **reason,
                           struct sp_error *err);
enum sp_status sp_ask_case_range(void *context, const arb_t range, enum sp_truth *truth,
                                 struct sp_error *err);

/* SP_OK also when nothing meets the condition (n = 0). SP_USAGE: an argument is missing, a
 * malformed range. */
enum sp_status sp_search_run(struct sp_solution *solution, const struct sp_search *search,
                             struct sp_error *err);
/* Fills in solution->cover. */
enum sp_status sp_search_cover(struct sp_solution *solution, const struct sp_search *search,
                               struct sp_error *err);
/* One unit of the last of the search's digits at a number of that size; 1 for whole numbers. */
void sp_search_unit(fmpq_t unit, const struct sp_search *s, const fmpq_t a, const fmpq_t b);
void sp_solution_clear(struct sp_solution *solution);

/* How the bound itself moves over the points where it is valid. */
enum sp_trend { SP_LEVEL, SP_RISING, SP_FALLING, SP_MIXED };
enum sp_status sp_search_trend(enum sp_trend *trend, struct sp_case *bound, const char *variable,
                               const struct sp_solution *solution, struct sp_error *err);
const char *sp_trend_text(enum sp_trend trend);

#endif

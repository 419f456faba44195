/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_SOLVE_PLAN_H
#define SP_SOLVE_PLAN_H

#include "bounds/formula/evaluate.h"
#include "bounds/solve/point.h"

/* A variant of SGD as the planner sees it: a bound on the error after J updates, and a formula for
 * the expected time of one update in P, K, m. Adding a variant is adding a row to the table. */
struct sp_variant {
    const char *name;  /* "K-sync" */
    const char *bound; /* with arguments L c sigma2 MG m eta K D0 J (and `extra`) */
    const char *extra; /* "p0=p0_kbatchasync_exp(P,K)": an input that the variant knows, or NULL */
    const char *time;  /* expected time of an update; LAW(P,K) and MEAN stand for the law's */
    const char *law;   /* the only law for which `time` and `extra` are known, "!exp" any but that;
                        * NULL: any */
    int may_exceed;    /* K may be larger than P */
};
extern const struct sp_variant sp_variants[]; /* ends with a NULL name */

/* A law of the time of one mini-batch gradient, "exp:RATE", "pareto:ALPHA,XM", ...; its parameters
 * are expressions in m. SP_USAGE: unknown law (with the nearest), wrong count of parameters. */
struct sp_law_choice {
    const char *name; /* as in the catalogue: order_stat_NAME */
    char *parameters; /* "1/(m*5ms)" */
    char *times;      /* of the empirical law: "1.2,0.9,...", each as likely as the others */
};
enum sp_status sp_law_read(struct sp_law_choice *law, const char *text, struct sp_error *err);

/* The empirical law of measured times, "1.2,0.9,..." */
enum sp_status sp_law_of_times(struct sp_law_choice *law, const char *times, struct sp_error *err);
#define SP_LAW_TIMES 4096 /* at most */

/* One way to run: the step that reaches the target in the least expected time. */
struct sp_way {
    const struct sp_variant *variant;
    const struct sp_bound *bound;
    struct sp_backing backing; /* of the error */
    fmpq_t K, m, eta, J;
    char *time;       /* expected, J updates: digits */
    double seconds;   /* the same, for sorting */
    double gradients; /* samples whose gradients are used: J*K*m */
    int is_best_use;  /* on the Pareto front of time and gradients */
};

struct sp_plan {
    struct sp_catalogue *catalogue;
    /* Sets what the user gave (all but K, m, eta, J) on a case. */
    enum sp_status (*set)(void *context, const struct sp_bound *bound, struct sp_case *c,
                          struct sp_error *err);
    void *context;
    struct sp_law_choice law;
    fmpq_t P, target;
    struct sp_points K, m, eta; /* empty: chosen here */
    size_t n;
    struct sp_way *ways; /* fastest first */
    size_t n_tried;
    char *reason;   /* why some way does not exist: the last refusal */
    char *left_out; /* the first variant that lacks an input, and which; or NULL */
};

/* SP_FALSE: no way reaches the target. */
enum sp_status sp_plan_run(struct sp_plan *plan, struct sp_error *err);
void sp_plan_clear(struct sp_plan *plan);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/solve/plan.h"

#include <stdlib.h>
#include <string.h>

#include "bounds/base/progress.h"
#include "bounds/solve/plan_trial.h"

static void init_way(struct sp_way *way, const struct sp_trial *t)
{
    *way = (struct sp_way){.variant = t->variant, .bound = t->bound};
    fmpq_init(way->K);
    fmpq_init(way->m);
    fmpq_init(way->eta);
    fmpq_init(way->J);
}

static void clear_way(struct sp_way *way)
{
    fmpq_clear(way->K);
    fmpq_clear(way->m);
    fmpq_clear(way->eta);
    fmpq_clear(way->J);
    free(way->time);
}

/* The expected time of J updates as digits, and the work. */
static enum sp_status measure(struct sp_trial *t, struct sp_way *way, struct sp_error *err)
{
    struct sp_error why = {0};
    arb_t time;
    sp_case_backing(t->error, &way->backing);
    arb_init(time);
    enum sp_status status =
        sp_case_ball(t->time, time, (struct sp_precision){SP_TRIAL_DIGITS, 96, 4096, 0}, &why);
    if (status != SP_OK) {
        arb_clear(time);
        return sp_fail(err, status, "time of an update: %.900s", why.text);
    }
    arb_mul_fmpz(time, time, fmpq_numref(way->J), 256);
    way->seconds = arf_get_d(arb_midref(time), ARF_RND_NEAR);
    way->gradients = fmpq_get_d(way->J) * fmpq_get_d(way->K) * fmpq_get_d(way->m);
    char digits[64];
    snprintf(digits, sizeof digits, "%.6g", way->seconds);
    way->time = strdup(digits);
    arb_clear(time);
    return way->time ? SP_OK : sp_fail_memory(err);
}

/* J for one learning rate; the better of it and the way so far is kept. */
static enum sp_status try_eta(struct sp_trial *t, struct sp_way *way, const fmpq_t eta, int *found,
                              struct sp_error *err)
{
    fmpq_t J;
    int yes = 0;
    fmpq_init(J);
    t->plan->n_tried++;
    enum sp_status status = sp_case_set_exact(t->error, "eta", eta, err);
    if (status == SP_OK)
        status = sp_trial_least_updates(t, J, &yes, err);
    if (status == SP_OK && yes && (!*found || fmpq_cmp(J, way->J) < 0)) {
        fmpq_set(way->J, J);
        fmpq_set(way->eta, eta);
        *found = 1;
    }
    fmpq_clear(J);
    return status;
}

/* All given learning rates; without any: 2^-k and then a finer look around the best. */
static enum sp_status search_eta(struct sp_trial *t, struct sp_way *way, int *found,
                                 struct sp_error *err)
{
    enum sp_status status = SP_OK;
    *found = 0;
    for (size_t i = 0; status == SP_OK && i < t->plan->eta.n; i++)
        status = try_eta(t, way, t->plan->eta.items + i, found, err);
    if (t->plan->eta.n)
        return status;
    fmpq_t eta, best;
    fmpq_init(eta);
    fmpq_init(best);
    for (long k = -4; status == SP_OK && k <= 20; k++) {
        fmpq_set_si(eta, 1, 1);
        fmpq_mul_2exp(eta, eta, 4);
        fmpq_div_2exp(eta, eta, (mp_bitcnt_t)(k + 4));
        status = try_eta(t, way, eta, found, err);
    }
    fmpq_set(best, way->eta);
    for (long eighths = 5; status == SP_OK && *found && eighths <= 15; eighths++) {
        fmpq_set_si(eta, eighths, 8);
        fmpq_mul(eta, eta, best);
        status = try_eta(t, way, eta, found, err);
    }
    fmpq_clear(eta);
    fmpq_clear(best);
    return status;
}

static enum sp_status add_way(struct sp_plan *plan, struct sp_way *way, struct sp_error *err)
{
    struct sp_way *more = realloc(plan->ways, (plan->n + 1) * sizeof *more);
    if (!more)
        return sp_fail_memory(err);
    plan->ways = more;
    more[plan->n++] = *way;
    return SP_OK;
}

static enum sp_status try_K(struct sp_trial *t, const fmpq_t K, const fmpq_t m,
                            struct sp_error *err)
{
    struct sp_way way;
    int found = 0;
    init_way(&way, t);
    fmpq_set(way.K, K);
    fmpq_set(way.m, m);
    enum sp_status status = sp_trial_set(t, K, m, err);
    if (status == SP_OK)
        status = search_eta(t, &way, &found, err);
    if (status == SP_OK && found)
        status = measure(t, &way, err);
    if (status == SP_OK && found)
        status = add_way(t->plan, &way, err);
    if (status != SP_OK || !found)
        clear_way(&way);
    return status;
}

/* Notes that a variant is left out. */
static enum sp_status leave_out(const struct sp_trial *t, const struct sp_parameter *p,
                                struct sp_error *err)
{
    char text[256];
    if (!t->plan->left_out) {
        snprintf(text, sizeof text, "%.40s needs %.40s (%.150s)", t->variant->name, p->name,
                 p->text);
        t->plan->left_out = strdup(text);
        if (!t->plan->left_out)
            return sp_fail_memory(err);
    }
    return SP_OK;
}

static enum sp_status try_variant(struct sp_plan *plan, const struct sp_variant *variant,
                                  struct sp_progress *bar, struct sp_error *err)
{
    struct sp_trial t;
    enum sp_status status = sp_trial_open(&t, plan, variant, err);
    const struct sp_parameter *missing = status == SP_OK ? sp_trial_lacks(&t) : NULL;
    if (missing)
        status = leave_out(&t, missing, err);
    for (size_t i = 0; status == SP_OK && !missing && i < plan->m.n; i++)
        for (size_t j = 0; status == SP_OK && j < plan->K.n; j++) {
            if (variant->may_exceed || fmpq_cmp(plan->K.items + j, plan->P) <= 0)
                status = try_K(&t, plan->K.items + j, plan->m.items + i, err);
            sp_progress_update(bar, (double)plan->n_tried);
        }
    sp_trial_close(&t);
    return status;
}

/* K = 1 .. 16, then about 8 an octave, up to P; P itself. */
static enum sp_status usual_K(struct sp_plan *plan, struct sp_error *err)
{
    enum sp_status status = SP_OK;
    double most = fmpq_get_d(plan->P), step = 1;
    for (double K = 1; status == SP_OK && K < most; K += step) {
        status = sp_points_add_decimal(&plan->K, (long)K, 0, err);
        if (K >= 16 * step)
            step *= 2;
    }
    return status == SP_OK ? sp_points_add(&plan->K, plan->P, err) : status;
}

static int by_time(const void *a, const void *b)
{
    const struct sp_way *x = a, *y = b;
    if (x->seconds != y->seconds)
        return x->seconds < y->seconds ? -1 : 1;
    return (x->gradients > y->gradients) - (x->gradients < y->gradients);
}

/* In the order of time, the front is what needs less work than all before. */
static void mark_front(struct sp_plan *plan)
{
    double least = 0;
    for (size_t i = 0; i < plan->n; i++) {
        plan->ways[i].is_best_use = i == 0 || plan->ways[i].gradients < least;
        if (plan->ways[i].is_best_use)
            least = plan->ways[i].gradients;
    }
}

enum sp_status sp_plan_run(struct sp_plan *plan, struct sp_error *err)
{
    struct sp_progress bar;
    enum sp_status status = plan->K.n ? SP_OK : usual_K(plan, err);
    sp_progress_start(&bar, "ways", 0);
    for (size_t i = 0; status == SP_OK && sp_variants[i].name; i++) {
        const struct sp_variant *v = &sp_variants[i];
        if (!v->law || (v->law[0] == '!' ? strcmp(v->law + 1, plan->law.name) != 0
                                         : strcmp(v->law, plan->law.name) == 0))
            status = try_variant(plan, v, &bar, err);
    }
    sp_progress_end(&bar);
    if (status != SP_OK)
        return status;
    if (plan->n == 0 && plan->n_tried == 0 && plan->left_out)
        return sp_fail(err, SP_USAGE, "missing inputs: %s", plan->left_out);
    if (plan->n == 0)
        return sp_fail(err, SP_FALSE, "no way reaches the target (%zu tried%s%.700s)",
                       plan->n_tried, plan->reason ? "; " : "", plan->reason ? plan->reason : "");
    qsort(plan->ways, plan->n, sizeof *plan->ways, by_time);
    mark_front(plan);
    return SP_OK;
}

void sp_plan_clear(struct sp_plan *plan)
{
    for (size_t i = 0; i < plan->n; i++)
        clear_way(&plan->ways[i]);
    free(plan->ways);
    free(plan->law.parameters);
    free(plan->law.times);
    free(plan->reason);
    free(plan->left_out);
    sp_points_clear(&plan->K);
    sp_points_clear(&plan->m);
    sp_points_clear(&plan->eta);
}

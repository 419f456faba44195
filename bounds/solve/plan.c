/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/solve/plan.h"

#include <stdlib.h>
#include <string.h>

#include "bounds/base/progress.h"

#define MOST_UPDATES_EXPONENT 40 /* J up to 2^40 */
#define DIGITS 15

/* A variant at work: its bound and its time, as cases whose K, m, eta, J are moved. */
struct trial {
    struct sp_plan *plan;
    const struct sp_variant *variant;
    const struct sp_bound *bound;
    struct sp_case *error;
    struct sp_bound *time_bound;
    struct sp_case *time;
    arb_t target, value;
};

/* The formula of the time with LAW(P,K), MEAN and PARAMETERS spelled out; malloc'ed. */
static char *spell_time(const struct trial *t)
{
    char *text = NULL;
    size_t size = 0;
    const struct sp_law_choice *law = &t->plan->law;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fputs("bound time\ntitle time of an update\nnat P learners\nnat K gradients\nnat m batch\n"
          "value ",
          out);
    for (const char *s = t->variant->time; *s;) {
        if (strncmp(s, "LAW(P,K)", 8) == 0)
            fprintf(out, "order_stat_%s(P,K,%s)", law->name, law->parameters), s += 8;
        else if (strncmp(s, "MEAN", 4) == 0)
            fprintf(out, "order_stat_%s(1,1,%s)", law->name, law->parameters), s += 4;
        else if (strncmp(s, "PARAMETERS", 10) == 0)
            fputs(law->parameters, out), s += 10;
        else
            fputc(*s++, out);
    }
    fputc('\n', out);
    fclose(out);
    return text;
}

static enum sp_status open_time(struct trial *t, struct sp_error *err)
{
    char *text = spell_time(t);
    enum sp_status status =
        text ? sp_bound_read(&t->time_bound, text, "--law", err) : sp_fail_memory(err);
    free(text);
    if (status == SP_INPUT)
        status = sp_fail(err, SP_USAGE, "--law: its parameters are not formulas in m");
    if (status == SP_OK)
        t->time = sp_case_new(t->plan->catalogue, t->time_bound);
    if (status == SP_OK && !t->time)
        status = sp_fail_memory(err);
    return status == SP_OK ? sp_case_set_exact(t->time, "P", t->plan->P, err) : status;
}

static enum sp_status open_error(struct trial *t, struct sp_error *err)
{
    enum sp_status status =
        sp_catalogue_find(t->plan->catalogue, &t->bound, t->variant->bound, err);
    if (status != SP_OK)
        return status;
    t->error = sp_case_new(t->plan->catalogue, t->bound);
    if (!t->error)
        return sp_fail_memory(err);
    return t->plan->set(t->plan->context, t->bound, t->error, err);
}

static void close_trial(struct trial *t)
{
    sp_case_free(t->error);
    sp_case_free(t->time);
    sp_bound_free(t->time_bound);
    arb_clear(t->target);
    arb_clear(t->value);
}

/* "p0=p0_kbatchasync_exp(P,K)" with the numbers in. */
static enum sp_status set_extra(struct trial *t, const fmpq_t K, struct sp_error *err)
{
    char text[256];
    const char *equals = t->variant->extra ? strchr(t->variant->extra, '=') : NULL;
    if (!equals)
        return SP_OK;
    char *P_text = sp_point_text(t->plan->P), *K_text = sp_point_text(K);
    char name[64], function[128];
    snprintf(name, sizeof name, "%.*s", (int)(equals - t->variant->extra), t->variant->extra);
    snprintf(function, sizeof function, "%.*s", (int)strcspn(equals + 1, "("), equals + 1);
    snprintf(text, sizeof text, "%s(%.40s,%.40s)", function, P_text, K_text);
    free(P_text);
    free(K_text);
    return sp_case_set(t->error, name, text, err);
}

/* Whether the bound after J updates is at most the target; a refusal is noted. */
static enum sp_status reaches(struct trial *t, const fmpq_t J, int *yes, struct sp_error *err)
{
    struct sp_error why = {0};
    enum sp_status status = sp_case_set_exact(t->error, "J", J, err);
    *yes = 0;
    if (status != SP_OK)
        return status;
    status = sp_case_ball(t->error, t->value, (struct sp_precision){DIGITS, 96, 4096, 0}, &why);
    if (status == SP_FALSE || status == SP_UNDECIDED) {
        free(t->plan->reason);
        t->plan->reason = strdup(why.text);
        return SP_OK;
    }
    *yes = arb_le(t->value, t->target);
    return status == SP_OK ? SP_OK : sp_fail(err, status, "%s: %.900s", t->bound->name, why.text);
}

/* The least J that reaches the target, by doubling and halving. */
static enum sp_status least_updates(struct trial *t, fmpq_t J, int *found, struct sp_error *err)
{
    fmpq_t low, middle;
    fmpq_init(low);
    fmpq_init(middle);
    fmpq_set_si(J, 1L << MOST_UPDATES_EXPONENT, 1);
    enum sp_status status = reaches(t, J, found, err);
    int yes = *found;
    for (long e = 0; status == SP_OK && *found; e++) {
        fmpq_set_si(J, 1L << e, 1);
        status = reaches(t, J, &yes, err);
        if (yes)
            break;
        fmpq_set(low, J);
    }
    while (status == SP_OK && *found) {
        fmpq_add(middle, low, J);
        fmpq_div_2exp(middle, middle, 1);
        fmpz_fdiv_q(fmpq_numref(middle), fmpq_numref(middle), fmpq_denref(middle));
        fmpz_one(fmpq_denref(middle));
        if (fmpq_equal(middle, low))
            break;
        status = reaches(t, middle, &yes, err);
        fmpq_set(yes ? J : low, middle);
    }
    fmpq_clear(low);
    fmpq_clear(middle);
    return status;
}

static void init_way(struct sp_way *way, const struct trial *t)
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
static enum sp_status measure(struct trial *t, struct sp_way *way, struct sp_error *err)
{
    struct sp_error why = {0};
    arb_t time;
    arb_init(time);
    enum sp_status status =
        sp_case_ball(t->time, time, (struct sp_precision){DIGITS, 96, 4096, 0}, &why);
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
static enum sp_status try_eta(struct trial *t, struct sp_way *way, const fmpq_t eta, int *found,
                              struct sp_error *err)
{
    fmpq_t J;
    int yes = 0;
    fmpq_init(J);
    t->plan->n_tried++;
    enum sp_status status = sp_case_set_exact(t->error, "eta", eta, err);
    if (status == SP_OK)
        status = least_updates(t, J, &yes, err);
    if (status == SP_OK && yes && (!*found || fmpq_cmp(J, way->J) < 0)) {
        fmpq_set(way->J, J);
        fmpq_set(way->eta, eta);
        *found = 1;
    }
    fmpq_clear(J);
    return status;
}

/* All given learning rates; without any: 2^-k and then a finer look around the best. */
static enum sp_status search_eta(struct trial *t, struct sp_way *way, int *found,
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

static enum sp_status try_K(struct trial *t, const fmpq_t K, const fmpq_t m, struct sp_error *err)
{
    struct sp_way way;
    int found = 0;
    init_way(&way, t);
    fmpq_set(way.K, K);
    fmpq_set(way.m, m);
    enum sp_status status = sp_case_set_exact(t->error, "K", K, err);
    if (status == SP_OK)
        status = sp_case_set_exact(t->error, "m", m, err);
    if (status == SP_OK)
        status = sp_case_set_exact(t->time, "K", K, err);
    if (status == SP_OK)
        status = sp_case_set_exact(t->time, "m", m, err);
    if (status == SP_OK)
        status = set_extra(t, K, err);
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

/* An input that the variant's bound needs and nobody gives; NULL if there is none. */
static const struct sp_parameter *lacks(const struct trial *t)
{
    static const char *const moved[] = {"K", "m", "eta", "J"};
    const char *extra = t->variant->extra ? t->variant->extra : "";
    for (size_t i = 0; i < t->bound->n_parameters; i++) {
        const struct sp_parameter *p = &t->bound->parameters[i];
        size_t length = strlen(p->name);
        int given = !p->in_theorem || p->fallback || sp_case_is_set(t->error, p->name) ||
                    (strncmp(extra, p->name, length) == 0 && extra[length] == '=');
        for (size_t j = 0; j < sizeof moved / sizeof *moved; j++)
            given |= strcmp(p->name, moved[j]) == 0;
        if (!given)
            return p;
    }
    return NULL;
}

/* Notes that a variant is left out. */
static enum sp_status leave_out(const struct trial *t, const struct sp_parameter *p,
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
    struct trial t = {.plan = plan, .variant = variant};
    arb_init(t.target);
    arb_init(t.value);
    arb_set_fmpq(t.target, plan->target, 256);
    enum sp_status status = open_error(&t, err);
    if (status == SP_OK)
        status = open_time(&t, err);
    const struct sp_parameter *missing = status == SP_OK ? lacks(&t) : NULL;
    if (missing)
        status = leave_out(&t, missing, err);
    for (size_t i = 0; status == SP_OK && !missing && i < plan->m.n; i++)
        for (size_t j = 0; status == SP_OK && j < plan->K.n; j++) {
            if (variant->may_exceed || fmpq_cmp(plan->K.items + j, plan->P) <= 0)
                status = try_K(&t, plan->K.items + j, plan->m.items + i, err);
            sp_progress_update(bar, (double)plan->n_tried);
        }
    close_trial(&t);
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
        if (!v->law || strcmp(v->law, plan->law.name) == 0)
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
    free(plan->reason);
    free(plan->left_out);
    sp_points_clear(&plan->K);
    sp_points_clear(&plan->m);
    sp_points_clear(&plan->eta);
}

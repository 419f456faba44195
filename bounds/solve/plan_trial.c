/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/solve/plan_trial.h"

#include <stdlib.h>
#include <string.h>

#define MOST_UPDATES_EXPONENT 40 /* J up to 2^40 */

/* E X_(K:P) and E X when X is each of the times with the same probability: the K-th smallest is
 * beyond the i-th time when fewer than K of P are at most that. */
static const char empirical_order_stat[] =
    "(ordered(times,0)+sum(i,len(times)-1,(ordered(times,i+1)-ordered(times,i))"
    "*sum(j,min(K,P),binomial(P,j)*((i+1)/len(times))^j*(1-(i+1)/len(times))^(P-j))))";
static const char empirical_mean[] = "(sum(i,len(times),times[i])/len(times))";

static void put_law(FILE *out, const struct sp_law_choice *law, int is_mean)
{
    if (law->times)
        fputs(is_mean ? empirical_mean : empirical_order_stat, out);
    else
        fprintf(out, "order_stat_%s(%s,%s)", law->name, is_mean ? "1,1" : "P,K", law->parameters);
}

/* The formula of the time with LAW(P,K), MEAN and PARAMETERS spelled out; malloc'ed. */
static char *spell_time(const struct sp_trial *t)
{
    char *text = NULL;
    size_t size = 0;
    const struct sp_law_choice *law = &t->plan->law;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fputs("bound time\ntitle time of an update\nnat P learners\nnat K gradients\nnat m batch\n",
          out);
    fputs(law->times ? "list times of one gradient\nvalue " : "value ", out);
    for (const char *s = t->variant->time; *s;) {
        if (strncmp(s, "LAW(P,K)", 8) == 0)
            put_law(out, law, 0), s += 8;
        else if (strncmp(s, "MEAN", 4) == 0)
            put_law(out, law, 1), s += 4;
        else if (strncmp(s, "PARAMETERS", 10) == 0)
            fputs(law->parameters, out), s += 10;
        else
            fputc(*s++, out);
    }
    fputc('\n', out);
    fclose(out);
    return text;
}

static enum sp_status open_time(struct sp_trial *t, struct sp_error *err)
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
    if (status == SP_OK && t->plan->law.times)
        status = sp_case_set(t->time, "times", t->plan->law.times, err);
    return status == SP_OK ? sp_case_set_exact(t->time, "P", t->plan->P, err) : status;
}

enum sp_status sp_trial_open(struct sp_trial *t, struct sp_plan *plan,
                             const struct sp_variant *variant, struct sp_error *err)
{
    *t = (struct sp_trial){.plan = plan, .variant = variant};
    arb_init(t->target);
    arb_init(t->value);
    arb_set_fmpq(t->target, plan->target, 256);
    enum sp_status status = sp_catalogue_find(plan->catalogue, &t->bound, variant->bound, err);
    if (status != SP_OK)
        return status;
    t->error = sp_case_new(plan->catalogue, t->bound);
    if (!t->error)
        return sp_fail_memory(err);
    status = plan->set(plan->context, t->bound, t->error, err);
    return status == SP_OK ? open_time(t, err) : status;
}

void sp_trial_close(struct sp_trial *t)
{
    sp_case_free(t->error);
    sp_case_free(t->time);
    sp_bound_free(t->time_bound);
    arb_clear(t->target);
    arb_clear(t->value);
}

/* "p0=p0_kbatchasync_exp(P,K)" with the numbers in; or "p0=0". */
static enum sp_status set_extra(struct sp_trial *t, const fmpq_t K, struct sp_error *err)
{
    char text[256];
    const char *equals = t->variant->extra ? strchr(t->variant->extra, '=') : NULL;
    if (!equals)
        return SP_OK;
    char *P_text = sp_point_text(t->plan->P), *K_text = sp_point_text(K);
    char name[64], function[128];
    snprintf(name, sizeof name, "%.*s", (int)(equals - t->variant->extra), t->variant->extra);
    if (!strchr(equals, '(')) {
        free(P_text);
        free(K_text);
        return sp_case_set(t->error, name, equals + 1, err);
    }
    snprintf(function, sizeof function, "%.*s", (int)strcspn(equals + 1, "("), equals + 1);
    snprintf(text, sizeof text, "%s(%.40s,%.40s)", function, P_text, K_text);
    free(P_text);
    free(K_text);
    return sp_case_set(t->error, name, text, err);
}

enum sp_status sp_trial_set(struct sp_trial *t, const fmpq_t K, const fmpq_t m,
                            struct sp_error *err)
{
    struct sp_case *both[] = {t->error, t->time};
    enum sp_status status = SP_OK;
    for (size_t i = 0; status == SP_OK && i < 2; i++) {
        status = sp_case_set_exact(both[i], "K", K, err);
        if (status == SP_OK)
            status = sp_case_set_exact(both[i], "m", m, err);
    }
    return status == SP_OK ? set_extra(t, K, err) : status;
}

/* Whether the bound after J updates is at most the target; a refusal is noted. */
static enum sp_status reaches(struct sp_trial *t, const fmpq_t J, int *yes, struct sp_error *err)
{
    struct sp_error why = {0};
    enum sp_status status = sp_case_set_exact(t->error, "J", J, err);
    *yes = 0;
    if (status != SP_OK)
        return status;
    status =
        sp_case_ball(t->error, t->value, (struct sp_precision){SP_TRIAL_DIGITS, 96, 4096, 0}, &why);
    if (status == SP_FALSE || status == SP_UNDECIDED) {
        free(t->plan->reason);
        t->plan->reason = strdup(why.text);
        return SP_OK;
    }
    *yes = arb_le(t->value, t->target);
    return status == SP_OK ? SP_OK : sp_fail(err, status, "%s: %.900s", t->bound->name, why.text);
}

enum sp_status sp_trial_least_updates(struct sp_trial *t, fmpq_t J, int *found,
                                      struct sp_error *err)
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

const struct sp_parameter *sp_trial_lacks(const struct sp_trial *t)
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

/* SPDX-License-Identifier: Apache-2.0 */
/* `law`: what is known of the law of the time of one gradient, and of who is K-th. */
#include <stdlib.h>
#include <string.h>

#include "bounds/cli/commands.h"
#include "bounds/cli/json.h"
#include "bounds/formula/digits.h"
#include "bounds/formula/number.h"
#include "bounds/law/crowd.h"
#include "bounds/law/law_read.h"

#define LEAST_PREC 128
#define MOST_PREC 512
#define MOST_LAWS 1000

struct work {
    const struct sp_args *args;
    size_t n;
    struct sp_written_law *laws;
    long learners, wait, digits;
    json_t *object; /* NULL: text, to `out` */
    FILE *out;      /* kept back until all is well */
};

/* Prints one number: with `--json` its outward ends, else its digits. */
static enum sp_status put(struct work *w, const char *key, arb_t ball, struct sp_error *err)
{
    struct sp_value value;
    int certain = 1;
    sp_value_init(&value);
    sp_value_take_ball(&value, ball);
    char *low = sp_digits_outward(&value, SP_DOWN, 40, MOST_PREC);
    char *high = sp_digits_outward(&value, SP_UP, 40, MOST_PREC);
    char *digits = sp_digits_rounded(&value, (int)w->digits, MOST_PREC, &certain);
    enum sp_status status = SP_OK;
    if (!digits) {
        status = sp_fail(err, SP_UNDECIDED, "%s could not be computed to %ld digits", key,
                         w->digits);
    } else if (w->object) {
        json_t *number = json_object();
        sp_json_text(number, "lower", low);
        sp_json_text(number, "upper", high);
        sp_json_text(number, "digits", digits);
        json_object_set_new(w->object, key, number);
    } else {
        fprintf(w->out, "%-22s %s\n", key, digits);
    }
    free(low);
    free(high);
    free(digits);
    sp_value_clear(&value);
    return status;
}

/* The moment of X_(K:P), and whether it is finite (as sp_order_exists); m NULL: only that. */
static int moment(arb_t m, struct work *w, ulong p, ulong k, int power, slong prec)
{
    const struct sp_delay_law **laws = malloc(w->n * sizeof *laws);
    ulong *counts = malloc(w->n * sizeof *counts);
    int exists = -1;
    if (w->n == 1) {
        exists = sp_order_exists(p, k, power, &w->laws[0].law);
        if (m)
            sp_order_moment(m, p, k, power, &w->laws[0].law, prec);
    } else if (laws && counts) {
        for (size_t i = 0; i < w->n; i++) {
            laws[i] = &w->laws[i].law;
            counts[i] = w->laws[i].count;
        }
        const struct sp_crowd crowd = {w->n, laws, counts};
        exists = sp_crowd_exists(&crowd, k, power);
        if (m)
            sp_crowd_moment(m, &crowd, k, power, prec);
    }
    free(laws);
    free(counts);
    return exists;
}

/* 1: narrow enough. */
static int variance_at(arb_t mean, arb_t variance, struct work *w, ulong p, ulong k, slong prec)
{
    slong needed = (slong)((double)w->digits * 3.33) + 8;
    arb_t square;
    arb_init(square);
    moment(square, w, p, k, 2, prec);
    arb_mul(variance, mean, mean, 2 * prec);
    arb_sub(variance, square, variance, 2 * prec);
    if (arb_contains_zero(variance) && mag_cmp_2exp_si(arb_radref(variance), -prec / 2) < 0 &&
        prec > LEAST_PREC)
        arb_zero(variance); /* a deterministic time: no more than 0 to this precision */
    arb_clear(square);
    return arb_is_zero(variance) || arb_rel_accuracy_bits(variance) > needed;
}

/* What must be larger than the power of a finite moment. */
static const char *tail_text(const struct work *w)
{
    return w->n == 1 ? "alpha*(P - K + 1)" : "the sum of the P - K + 1 least alphas";
}

/* Mean and variance of X_(K:P), each as narrow as it must be. */
static enum sp_status put_moments(struct work *w, ulong p, ulong k, const char *const keys[2],
                                  struct sp_error *err)
{
    arb_t mean, variance;
    slong needed = (slong)((double)w->digits * 3.33) + 8;
    int has_variance = moment(NULL, w, p, k, 2, LEAST_PREC) == 1, enough = 0;
    arb_init(mean);
    arb_init(variance);
    for (slong prec = LEAST_PREC; prec <= MOST_PREC && !enough; prec *= 2) {
        moment(mean, w, p, k, 1, prec);
        enough = has_variance ? variance_at(mean, variance, w, p, k, prec)
                              : arb_rel_accuracy_bits(mean) > needed;
    }
    enum sp_status status = put(w, keys[0], mean, err);
    if (status == SP_OK && has_variance)
        status = put(w, keys[1], variance, err);
    else if (status == SP_OK && !w->object)
        fprintf(w->out, "%-22s infinite: 2 < %s fails\n", keys[1], tail_text(w));
    arb_clear(mean);
    arb_clear(variance);
    return status;
}

static void put_text(struct work *w, const char *key, const char *text)
{
    if (w->object)
        sp_json_text(w->object, key, text);
    else
        fprintf(w->out, "%-22s %s\n", key, text);
}

static const char *const aging_texts[] = {
    [SP_AGING_UNKNOWN] = "not decided: no theorem that we know covers it",
    [SP_AGING_NLU] = "NLU (new longer than used)",
    [SP_AGING_NSU] = "NSU (new shorter than used)",
    [SP_AGING_BOTH] = "NLU and NSU (exponential: no memory)",
    [SP_AGING_NEITHER] = "neither NLU nor NSU",
};

static enum sp_status number_of(fmpq_t q, const char *option, const char *text,
                                struct sp_error *err)
{
    struct sp_error why = {0};
    enum sp_dimension dimension;
    if (sp_number_read(q, &dimension, text, &why) == SP_OK)
        return SP_OK;
    return sp_fail(err, SP_USAGE, "--%s: %.900s", option, why.text);
}

/* P(X > t) of every law is asked for at an exact t; atoms are compared exactly. */
static void survival_at(arb_t s, const struct sp_written_law *law, const fmpq_t t)
{
    arb_t ball;
    arb_init(ball);
    arb_set_fmpq(ball, t, MOST_PREC);
    if (fmpq_sgn(t) <= 0)
        arb_one(s);
    else
        sp_delay_law_survival(s, &law->law, ball, law->n_exact == 0, MOST_PREC);
    for (size_t i = 0; i < law->n_exact && fmpq_sgn(t) > 0; i++) {
        if (fmpq_cmp(&law->values[i], t) <= 0)
            continue;
        arb_set_fmpq(ball, &law->weights[i], MOST_PREC);
        arb_add(s, s, ball, MOST_PREC);
    }
    arb_clear(ball);
}

static enum sp_status put_survival(struct work *w, struct sp_error *err)
{
    const char *text = sp_arg(w->args, "survival");
    fmpq_t t;
    arb_t s;
    if (text == NULL)
        return SP_OK;
    fmpq_init(t);
    arb_init(s);
    enum sp_status status = number_of(t, "survival", text, err);
    if (status == SP_OK && fmpq_sgn(t) < 0)
        status = sp_fail(err, SP_FALSE, "--survival: 0 <= t fails");
    if (status == SP_OK) {
        survival_at(s, &w->laws[0], t);
        status = put(w, "P(X > t)", s, err);
    }
    fmpq_clear(t);
    arb_clear(s);
    return status;
}

/* Of a discrete law: the least value with P(X <= value) >= u. */
static int discrete_quantile(arb_t t, const struct sp_written_law *law, const fmpq_t u)
{
    fmpq_t sum;
    if (law->n_exact != law->law.n)
        return 0;
    fmpq_init(sum);
    for (size_t i = 0; i < law->n_exact; i++) {
        fmpq_add(sum, sum, &law->weights[i]);
        arb_set_fmpq(t, &law->values[i], MOST_PREC);
        if (fmpq_cmp(sum, u) >= 0)
            break;
    }
    fmpq_clear(sum);
    return 1;
}

static enum sp_status put_quantile(struct work *w, struct sp_error *err)
{
    const char *text = sp_arg(w->args, "quantile");
    const struct sp_written_law *law = &w->laws[0];
    fmpq_t u;
    arb_t t, share;
    if (text == NULL)
        return SP_OK;
    fmpq_init(u);
    arb_init(t);
    arb_init(share);
    enum sp_status status = number_of(u, "quantile", text, err);
    if (status == SP_OK && (fmpq_sgn(u) <= 0 || fmpq_cmp_si(u, 1) >= 0))
        status = sp_fail(err, SP_FALSE, "--quantile: 0 < u and u < 1 fails");
    arb_set_fmpq(share, u, LEAST_PREC);
    if (status == SP_OK && !discrete_quantile(t, law, u) &&
        !sp_delay_law_quantile(t, &law->law, share, LEAST_PREC))
        status = sp_fail(err, SP_UNDECIDED, "the quantile lies in a jump or is not certain");
    if (status == SP_OK)
        status = put(w, "quantile", t, err);
    fmpq_clear(u);
    arb_clear(t);
    arb_clear(share);
    return status;
}

/* One law: its own numbers. */
static enum sp_status put_law(struct work *w, struct sp_error *err)
{
    static const char *const keys[2] = {"mean", "variance"};
    enum sp_status status = SP_OK;
    put_text(w, "class", aging_texts[sp_written_law_aging(&w->laws[0])]);
    if (sp_order_exists(1, 1, 1, &w->laws[0].law) == 1)
        status = put_moments(w, 1, 1, keys, err);
    else
        put_text(w, "mean", "infinite: 1 < alpha fails");
    if (status == SP_OK)
        status = put_survival(w, err);
    return status == SP_OK ? put_quantile(w, err) : status;
}

/* K-th of all. */
static enum sp_status put_order(struct work *w, struct sp_error *err)
{
    static const char *const keys[2] = {"E X_(K:P)", "Var X_(K:P)"};
    ulong p = 0, k = (ulong)w->wait;
    for (size_t i = 0; i < w->n; i++)
        p += w->laws[i].count;
    if (w->n == 1 && w->learners > 0)
        p = (ulong)w->learners;
    if (k == 0)
        return w->n == 1 ? SP_OK : sp_fail(err, SP_USAGE, "--wait is missing: who is K-th?");
    if (k > p)
        return sp_fail(err, SP_FALSE, "K <= P fails: %lu <= %lu", k, p);
    if (moment(NULL, w, p, k, 1, LEAST_PREC) != 1)
        return sp_fail(err, SP_FALSE, "1 < %s fails, with P = %lu, K = %lu: the mean is infinite",
                       tail_text(w), p, k);
    return put_moments(w, p, k, keys, err);
}

static enum sp_status read_all(struct work *w, struct sp_error *err)
{
    const struct sp_args *args = w->args;
    w->laws = calloc(args->n_words, sizeof *w->laws);
    if (w->laws == NULL)
        return sp_fail_memory(err);
    enum sp_status status = sp_arg_count(args, "learners", 1, 1000000, 0, &w->learners, err);
    if (status == SP_OK)
        status = sp_arg_count(args, "wait", 1, 1000000, 0, &w->wait, err);
    if (status == SP_OK)
        status = sp_arg_count(args, "digits", 1, 30, 10, &w->digits, err);
    for (; w->n < args->n_words && status == SP_OK; w->n++)
        status = sp_written_law_read(&w->laws[w->n], args->words[w->n], err);
    return status;
}

static enum sp_status put_all(struct work *w, struct sp_error *err)
{
    enum sp_status status = read_all(w, err);
    if (status == SP_OK && w->n == 1)
        status = put_law(w, err);
    return status == SP_OK ? put_order(w, err) : status;
}

static enum sp_status run(const struct sp_args *args, struct sp_error *err)
{
    struct work w = {.args = args};
    char *text = NULL;
    size_t size = 0;
    w.out = open_memstream(&text, &size);
    if (w.out == NULL)
        return sp_fail_memory(err);
    if (sp_arg(args, "json"))
        w.object = json_object();
    enum sp_status status = put_all(&w, err);
    fclose(w.out);
    if (status == SP_OK && w.object)
        status = sp_json_print(stdout, w.object, err);
    else if (status == SP_OK)
        fputs(text, stdout);
    free(text);
    json_decref(w.object);
    for (size_t i = 0; i < w.n; i++)
        sp_written_law_clear(&w.laws[i]);
    free(w.laws);
    return status;
}

static const struct sp_option options[] = {
    {"learners", 'P', "N", "learners with this law, up to a million"},
    {"wait", 'K', "N", "wait for the N fastest: mean and variance of the time of the N-th"},
    {"survival", 0, "T", "the probability that a gradient takes longer than T"},
    {"quantile", 0, "U", "the time within which a share U of the gradients is done"},
    {"digits", 0, "N", "significant digits, all of them correct (default 10, at most 30)"},
    {"json", 0, NULL, "print an object with the ends of every enclosure"},
    {0},
};

static const char *const examples[] = {
    "staleproof law weibull:1/2,3 --learners 1000 --wait 900",
    "staleproof law 9/10@exp:1+1/10@exp:1/10 --learners 8 --wait 4",
    "staleproof law '7*exp:1' exp:1/10 --wait 8",
    NULL,
};

const struct sp_command sp_command_law = {
    .name = "law",
    .operands = "LAW ...",
    .summary = "moments, class and order statistics of the time of one gradient",
    .options = options,
    .run = run,
    .details =
        "A law is exp:RATE, shifted:SHIFT,RATE, pareto:ALPHA,LEAST, uniform:LOW,HIGH, "
        "weibull:SHAPE,SCALE, gamma:SHAPE,RATE, erlang:STAGES,RATE, lognormal:LOCATION,SPREAD, "
        "hyperexp:P1,RATE1,RATE2, deterministic:X, data:FILE (one time a line) or "
        "data:FILE:COLUMN (of a CSV, by number or name), or a mixture "
        "WEIGHT@LAW+WEIGHT@LAW+... Several laws are learners that are not alike, N*LAW for N of "
        "a kind.\n\n"
        "Numbers are enclosures from rigorous integration with proved tails; the class is decided "
        "from the parameters, never assumed. Moments that are infinite are refused with the "
        "condition that fails.",
    .examples = examples,
    .least_words = 1,
    .most_words = MOST_LAWS,
};

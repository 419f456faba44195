/* SPDX-License-Identifier: Apache-2.0 */
/* How a law ages, decided from its parameters. */
#include <stdlib.h>

#include "bounds/law/law_read.h"

#define MOST_VALUES 2000 /* values of an empirical law, compared in pairs */

/* Compares the parameter a with 1. */
static int against_one(const struct sp_law_part *part)
{
    arb_t difference;
    arb_init(difference);
    arb_sub_ui(difference, part->a, 1, SP_LAW_BITS);
    int sign = arb_is_zero(difference) ? 0 : arb_is_positive(difference) ? 1 : -1;
    arb_clear(difference);
    return sign;
}

/* Of one law alone. Lognormal and Pareto times age both ways. */
static enum sp_aging aging_of(const struct sp_law_part *part)
{
    int sign = against_one(part);
    switch (part->kind) {
    case SP_LAW_EXP:
        return SP_AGING_BOTH;
    case SP_LAW_SHIFTED:
        return arb_is_zero(part->a) ? SP_AGING_BOTH : SP_AGING_NLU;
    case SP_LAW_UNIFORM:
    case SP_LAW_ATOM:
        return SP_AGING_NLU;
    case SP_LAW_WEIBULL:
    case SP_LAW_GAMMA:
        return sign > 0 ? SP_AGING_NLU : sign < 0 ? SP_AGING_NSU : SP_AGING_BOTH;
    default:
        return SP_AGING_NEITHER;
    }
}

/* Falling or constant failure rate: kept by mixtures (Barlow and Proschan), and implies NSU. */
static int all_slow_down(const struct sp_delay_law *law)
{
    for (size_t i = 0; i < law->n; i++) {
        enum sp_aging aging = aging_of(&law->parts[i]);
        if (aging != SP_AGING_NSU && aging != SP_AGING_BOTH)
            return 0;
    }
    return 1;
}

static int all_equal(const struct sp_delay_law *law)
{
    for (size_t i = 1; i < law->n; i++)
        if (law->parts[i].kind != law->parts[0].kind ||
            !arb_equal(law->parts[i].a, law->parts[0].a) ||
            !arb_equal(law->parts[i].b, law->parts[0].b))
            return 0;
    return 1;
}

/* How many values are at most t. */
static size_t count_upto(const struct sp_written_law *law, const fmpq_t t)
{
    size_t low = 0, high = law->n_exact;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (fmpq_cmp(&law->values[middle], t) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* above[i] := P(X > the value before i) = weight of the values from i on */
static fmpq *weights_above(const struct sp_written_law *law)
{
    fmpq *above = calloc(law->n_exact + 1, sizeof *above);
    if (above == NULL)
        return NULL;
    for (size_t i = 0; i <= law->n_exact; i++)
        fmpq_init(&above[i]);
    for (size_t i = law->n_exact; i-- > 0;)
        fmpq_add(&above[i], &above[i + 1], &law->weights[i]);
    return above;
}

/* P(X > u + t) <= P(X > u) P(X > t): for steps, the worst u and t are where steps begin. */
static int is_nlu(const struct sp_written_law *law, const fmpq *above)
{
    fmpq_t sum, product;
    int nlu = 1;
    fmpq_init(sum);
    fmpq_init(product);
    for (size_t i = 0; i < law->n_exact && nlu; i++)
        for (size_t j = 0; j <= i && nlu; j++) {
            fmpq_add(sum, &law->values[i], &law->values[j]);
            size_t upto = count_upto(law, sum);
            if (upto == law->n_exact)
                break;
            fmpq_mul(product, &above[i + 1], &above[j + 1]);
            nlu = fmpq_cmp(&above[upto], product) <= 0;
        }
    fmpq_clear(sum);
    fmpq_clear(product);
    return nlu;
}

/* Bounded times are never NSU: beyond the largest value P(X > u + t) is 0 and the product not. */
static enum sp_aging aging_of_values(const struct sp_written_law *law)
{
    fmpq *above = law->n_exact <= MOST_VALUES ? weights_above(law) : NULL;
    if (above == NULL)
        return SP_AGING_UNKNOWN;
    int nlu = is_nlu(law, above);
    for (size_t i = 0; i <= law->n_exact; i++)
        fmpq_clear(&above[i]);
    free(above);
    return nlu ? SP_AGING_NLU : SP_AGING_NEITHER;
}

enum sp_aging sp_written_law_aging(const struct sp_written_law *law)
{
    if (law->law.n == 1 || all_equal(&law->law))
        return aging_of(&law->law.parts[0]);
    if (all_slow_down(&law->law))
        return SP_AGING_NSU;
    if (law->n_exact == law->law.n)
        return aging_of_values(law);
    return SP_AGING_UNKNOWN;
}

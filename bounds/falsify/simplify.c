/* SPDX-License-Identifier: Apache-2.0 */
/* A counterexample in simple numbers is one that people believe. */
#include <string.h>

#include "bounds/falsify/hunt.h"

/* A score that much lower is still as good. */
#define AS_GOOD 0.9999

/* Digits to write it: small is simple. */
static size_t height(const fmpq_t x)
{
    return (size_t)fmpz_bits(fmpq_numref(x)) + 2 * (size_t)fmpz_bits(fmpq_denref(x));
}

static int is_as_good(const struct sp_finding *a, const struct sp_finding *b)
{
    return a->outcome == b->outcome &&
           (a->outcome == SP_VIOLATION || a->score >= AS_GOOD * b->score);
}

/* Takes the simplest value of one number that is as good; *better tells whether it changed. */
static enum sp_status simplify_number(struct sp_hunt *h, size_t i, size_t k, int *better,
                                      struct sp_error *err)
{
    const struct sp_axis *axis = &h->attack->axes[i];
    enum sp_status status = SP_OK;
    for (uint32_t at = 0; status == SP_OK && at < axis->points.n; at++) {
        struct sp_finding candidate = h->best;
        uint32_t *now = &candidate.instance.axes[i].at[k];
        if (axis->is_causal && at > k)
            break;
        if (height(axis->points.items + at) >= height(axis->points.items + *now))
            continue;
        *now = at;
        status = sp_hunt_try(h, &candidate, NULL, err);
        if (status == SP_OK && is_as_good(&candidate, &h->best)) {
            h->best = candidate;
            *better = 1;
        }
    }
    return status;
}

/* Without entry k; the others move up, and stay causal. */
static void drop_entry(struct sp_instance *instance, const struct sp_axis *axis, size_t i, size_t k)
{
    uint32_t *at = instance->axes[i].at;
    size_t n = --instance->axes[i].length;
    for (; k < n; k++)
        at[k] = axis->is_causal && at[k + 1] > k ? (uint32_t)k : at[k + 1];
    at[n] = 0;
}

static enum sp_status shorten(struct sp_hunt *h, size_t i, int *better, struct sp_error *err)
{
    const struct sp_axis *axis = &h->attack->axes[i];
    enum sp_status status = SP_OK;
    for (size_t k = h->best.instance.axes[i].length; status == SP_OK && k-- > 0;) {
        struct sp_finding candidate = h->best;
        if (candidate.instance.axes[i].length == axis->least)
            break;
        drop_entry(&candidate.instance, axis, i, k);
        status = sp_hunt_try(h, &candidate, NULL, err);
        if (status == SP_OK && is_as_good(&candidate, &h->best)) {
            h->best = candidate;
            *better = 1;
        }
    }
    return status;
}

enum sp_status sp_hunt_simplify(struct sp_hunt *h, struct sp_error *err)
{
    enum sp_status status = SP_OK;
    int better = 1;
    for (int round = 0; status == SP_OK && better && round < 4; round++) {
        better = 0;
        for (size_t i = 0; status == SP_OK && i < h->attack->n_axes; i++) {
            status = shorten(h, i, &better, err);
            for (size_t k = 0; status == SP_OK && k < h->best.instance.axes[i].length; k++)
                status = simplify_number(h, i, k, &better, err);
        }
    }
    return status;
}

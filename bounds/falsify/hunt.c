/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/falsify/hunt.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "staleproof/random_philox.h"

/* Random instances of which the best is climbed from. */
#define DRAWS 24

char *sp_instance_text(const struct sp_axis *axis, const struct sp_instance *instance, size_t i)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    for (size_t k = 0; out && k < instance->axes[i].length; k++) {
        char *one = sp_point_text(axis->points.items + instance->axes[i].at[k]);
        fprintf(out, "%s%s", k ? "," : "", one ? one : "");
        free(one);
    }
    if (out)
        fclose(out);
    return text;
}

static enum sp_status set(struct sp_hunt *h, const struct sp_instance *instance,
                          struct sp_error *err)
{
    enum sp_status status = SP_OK;
    for (size_t i = 0; status == SP_OK && i < h->attack->n_axes; i++) {
        const struct sp_axis *axis = &h->attack->axes[i];
        const char *name = h->attack->bound->parameters[axis->parameter].name;
        if (axis->most == 1) {
            status = sp_case_set_exact(h->c, name,
                                       axis->points.items + instance->axes[i].at[0], err);
            continue;
        }
        char *text = sp_instance_text(axis, instance, i);
        status = text ? sp_case_set(h->c, name, text, err) : sp_fail_memory(err);
        free(text);
    }
    return status;
}

static double middle(const arb_t x)
{
    return arf_get_d(arb_midref(x), ARF_RND_NEAR);
}

static void judge(struct sp_finding *f, enum sp_claim_side claim, const arb_t truth,
                  const arb_t bound)
{
    int above = arb_gt(truth, bound), below = arb_lt(truth, bound);
    double ratio = middle(truth) / middle(bound);
    int is_wrong = claim == SP_CLAIM_AT_MOST  ? above
                   : claim == SP_CLAIM_EQUAL ? above || below
                                             : below;
    if (claim == SP_CLAIM_AT_LEAST || (claim == SP_CLAIM_EQUAL && ratio < 1))
        ratio = 1 / ratio;
    f->outcome = is_wrong ? SP_VIOLATION : SP_CONSISTENT;
    f->score = isfinite(ratio) && ratio > 0 ? ratio : 0;
}

enum sp_status sp_hunt_try(struct sp_hunt *h, struct sp_finding *finding, struct sp_result *kept,
                           struct sp_error *err)
{
    struct sp_error why = {0};
    struct sp_result own;
    struct sp_result *result = kept ? kept : &own;
    enum sp_status status = set(h, &finding->instance, err);
    if (status != SP_OK)
        return status;
    finding->outcome = SP_OUTSIDE;
    finding->score = 0;
    h->done++;
    if (h->progress)
        sp_progress_update(h->progress, h->done);
    status = sp_case_evaluate(h->c, h->precision, result, &why);
    if (status == SP_OK) {
        h->inside++;
        judge(finding, h->attack->claim, result->numbers[0].ball, result->numbers[1].ball);
    } else if (status != SP_FALSE && status != SP_UNDECIDED) {
        sp_fail(err, status, "%s: %.900s", h->attack->bound->name, why.text);
    }
    if (!kept)
        sp_result_clear(&own);
    return status == SP_FALSE || status == SP_UNDECIDED ? SP_OK : status;
}

static int is_better(const struct sp_finding *a, const struct sp_finding *b)
{
    if (a->outcome != b->outcome)
        return a->outcome > b->outcome;
    return a->score > b->score;
}

static int is_over(const struct sp_hunt *h)
{
    return h->done >= h->evaluations || h->best.outcome == SP_VIOLATION;
}

static uint32_t limit(const struct sp_axis *axis, size_t k)
{
    uint32_t last = (uint32_t)axis->points.n - 1;
    return axis->is_causal && k < last ? (uint32_t)k : last;
}

/* Every choice is a fresh word of the counter (draw, axis, entry). The ends are drawn more often
 * than their share: bounds are tight at corners. */
static uint32_t draw(const struct sp_hunt *h, uint32_t axis, uint32_t entry, uint32_t last)
{
    uint32_t out[4];
    const uint32_t counter[4] = {h->done, axis, entry, 0};
    const uint32_t key[2] = {(uint32_t)h->seed, (uint32_t)(h->seed >> 32)};
    sp_random_philox(out, counter, key);
    if (out[1] % 8 == 0)
        return out[2] % 2 ? last : 0;
    return out[0] % (last + 1);
}

static void randomise(const struct sp_hunt *h, struct sp_instance *instance)
{
    memset(instance, 0, sizeof *instance);
    for (size_t i = 0; i < h->attack->n_axes; i++) {
        const struct sp_axis *axis = &h->attack->axes[i];
        uint32_t more = draw(h, (uint32_t)i, UINT32_MAX, (uint32_t)(axis->most - axis->least));
        instance->axes[i].length = axis->least + more;
        for (size_t k = 0; k < instance->axes[i].length; k++)
            instance->axes[i].at[k] = draw(h, (uint32_t)i, (uint32_t)k, limit(axis, k));
    }
}

static enum sp_status attempt(struct sp_hunt *h, struct sp_finding *best,
                              struct sp_finding *candidate, struct sp_error *err)
{
    enum sp_status status = sp_hunt_try(h, candidate, NULL, err);
    if (status == SP_OK && is_better(candidate, best))
        *best = *candidate;
    if (status == SP_OK && is_better(candidate, &h->best))
        h->best = *candidate;
    return status;
}

/* Moves one number up and down by a few steps and to the ends. */
static enum sp_status move(struct sp_hunt *h, struct sp_finding *best, size_t i, size_t k,
                           struct sp_error *err)
{
    static const long steps[] = {1, -1, 3, -3, 9, -9, INT32_MAX, -INT32_MAX};
    const long last = limit(&h->attack->axes[i], k);
    enum sp_status status = SP_OK;
    for (size_t s = 0; status == SP_OK && !is_over(h) && s < sizeof steps / sizeof *steps; s++) {
        struct sp_finding candidate = *best;
        long from = candidate.instance.axes[i].at[k], to = from + steps[s];
        to = to < 0 ? 0 : to > last ? last : to;
        candidate.instance.axes[i].at[k] = (uint32_t)to;
        if (to != from)
            status = attempt(h, best, &candidate, err);
    }
    return status;
}

static enum sp_status move_length(struct sp_hunt *h, struct sp_finding *best, size_t i,
                                  struct sp_error *err)
{
    const struct sp_axis *axis = &h->attack->axes[i];
    enum sp_status status = SP_OK;
    for (int up = 0; status == SP_OK && !is_over(h) && up <= 1; up++) {
        struct sp_finding candidate = *best;
        size_t *length = &candidate.instance.axes[i].length;
        if (up ? *length == axis->most : *length == axis->least)
            continue;
        *length += up ? 1 : (size_t)-1;
        if (up) {
            uint32_t *at = candidate.instance.axes[i].at;
            at[*length - 1] = at[*length - 2];
        }
        status = attempt(h, best, &candidate, err);
    }
    return status;
}

static enum sp_status climb(struct sp_hunt *h, struct sp_finding *best, struct sp_error *err)
{
    enum sp_status status = SP_OK;
    double before = -1;
    while (status == SP_OK && !is_over(h) && best->score > before) {
        before = best->score;
        for (size_t i = 0; status == SP_OK && !is_over(h) && i < h->attack->n_axes; i++) {
            if (h->attack->axes[i].most > 1)
                status = move_length(h, best, i, err);
            for (size_t k = 0; status == SP_OK && k < best->instance.axes[i].length; k++)
                status = move(h, best, i, k, err);
        }
    }
    return status;
}

static enum sp_status one_start(struct sp_hunt *h, struct sp_error *err)
{
    struct sp_finding best = {.outcome = SP_OUTSIDE, .score = -1}, candidate;
    enum sp_status status = SP_OK;
    for (int n = 0; status == SP_OK && n < DRAWS && !is_over(h); n++) {
        candidate = (struct sp_finding){.outcome = SP_OUTSIDE};
        randomise(h, &candidate.instance);
        status = attempt(h, &best, &candidate, err);
    }
    return status == SP_OK && best.outcome != SP_OUTSIDE ? climb(h, &best, err) : status;
}

enum sp_status sp_hunt_run(struct sp_hunt *h, struct sp_error *err)
{
    h->done = h->inside = 0;
    h->best = (struct sp_finding){.outcome = SP_OUTSIDE, .score = -1};
    h->c = sp_case_new(h->catalogue, h->attack->bound);
    enum sp_status status = h->c ? SP_OK : sp_fail_memory(err);
    while (status == SP_OK && !is_over(h))
        status = one_start(h, err);
    if (status == SP_OK && h->best.outcome != SP_OUTSIDE)
        status = sp_hunt_simplify(h, err);
    return status;
}

void sp_hunt_clear(struct sp_hunt *h)
{
    sp_case_free(h->c);
    h->c = NULL;
}

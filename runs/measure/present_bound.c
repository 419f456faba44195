/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "runs/measure/claim.h"
#include "runs/measure/present.h"

static const struct sp_claim *find(const char *bound)
{
    const struct sp_claim *claim = sp_convergence_claims;
    while (claim->bound != NULL && strcmp(claim->bound, bound) != 0)
        claim++;
    return claim;
}

/* The expected time of an update: the first equation for it that fits. */
static const struct sp_claim *find_time(const struct sp_run_setting *setting)
{
    const struct sp_claim *claim = sp_time_claims;
    while (claim->bound != NULL &&
           !(claim->relation == SP_EQUAL && strcmp(claim->metric, "time_per_update") == 0 &&
             claim->fits(setting)))
        claim++;
    return claim;
}

static struct sp_case *make_case(const struct sp_claim *claim, const struct sp_facts *facts,
                                 struct sp_error *err)
{
    const struct sp_bound *bound;
    if (claim->bound == NULL ||
        sp_catalogue_find(facts->catalogue, &bound, claim->bound, err) != SP_OK)
        return NULL;
    struct sp_case *c = sp_case_new(facts->catalogue, bound);
    if (c != NULL && claim->fill(c, facts, err) != SP_OK) {
        sp_case_free(c);
        return NULL;
    }
    return c;
}

/* NaN when the bound has no value. */
static double value_of(struct sp_case *c)
{
    arb_t ball;
    struct sp_error ignored;
    double value = NAN;
    arb_init(ball);
    if (sp_case_ball(c, ball, SP_PRECISION_DEFAULT, &ignored) == SP_OK)
        value = arf_get_d(arb_midref(ball), ARF_RND_NEAR);
    arb_clear(ball);
    return value;
}

static double update_time(const struct sp_facts *facts)
{
    struct sp_error ignored;
    struct sp_case *c = make_case(find_time(&facts->setting), facts, &ignored);
    double value = c ? value_of(c) : NAN;
    sp_case_free(c);
    return value;
}

static const json_t *checkpoints_of(const struct sp_facts *facts)
{
    const json_t *runs = json_object_get(facts->summary, "runs");
    return json_object_get(json_array_get(runs, 0), "checkpoints");
}

static int add_point(json_t *points, struct sp_case *c, const struct sp_facts *facts,
                     const json_t *checkpoint, double each)
{
    struct sp_error ignored;
    const struct sp_run_setting *s = &facts->setting;
    uint64_t update = (uint64_t)json_integer_value(json_object_get(checkpoint, "update"));
    enum sp_status status =
        sp_variant_cancels(s->variant)
            ? sp_facts_set_count(c, "J", update, &ignored)
            : sp_facts_set_count(c, "N", s->wanted * update + s->learners, &ignored);
    double value = status == SP_OK ? value_of(c) : NAN;
    double time = isfinite(each) ? each * (double)update
                                 : json_number_value(json_object_get(checkpoint, "time"));
    if (isfinite(value))
        json_array_append_new(points, json_pack("[f, f]", time, value));
    return isfinite(value);
}

enum sp_status sp_present_bound_curve(json_t *curves, const struct sp_facts *facts, int colour,
                                      struct sp_error *err)
{
    size_t i;
    const json_t *checkpoint;
    char label[160];
    struct sp_error ignored;
    int is_sync = sp_variant_cancels(facts->setting.variant);
    const struct sp_claim *claim = find(is_sync ? "sync_pl" : "async_issue_pl");
    struct sp_case *c = make_case(claim, facts, &ignored);
    if (c == NULL)
        return SP_OK;
    double each = update_time(facts);
    json_t *points = json_array();
    json_array_foreach(checkpoints_of(facts), i,
                       checkpoint) if (!add_point(points, c, facts, checkpoint, each)) break;
    sp_case_free(c);
    snprintf(label, sizeof label, "%s: bound%s", facts->label, is_sync ? "" : " (drained iterate)");
    json_t *curve = json_pack("{s:s, s:s, s:s, s:i, s:o}", "label", label, "kind", "bound", "bound",
                              claim->bound, "colour", colour, "points", points);
    if (json_array_size(points) == 0) {
        json_decref(curve);
        return SP_OK;
    }
    return json_array_append_new(curves, curve) == 0 ? SP_OK : sp_fail_memory(err);
}

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_FALSIFY_HUNT_H
#define SP_FALSIFY_HUNT_H

#include <stdint.h>

#include "bounds/base/progress.h"
#include "bounds/falsify/attack.h"
#include "bounds/formula/evaluate.h"

/* The search for the instance that treats a bound worst. Truth and bound are enclosures: a
 * violation is two balls that do not meet on the wrong side, never a difference of doubles. */

/* Where on each axis: indices of its points; of a list, `length` of them. */
struct sp_instance {
    struct {
        size_t length;
        uint32_t at[SP_AXIS_LENGTH];
    } axes[SP_AXES_MOST];
};

enum sp_outcome {
    SP_OUTSIDE,    /* a condition of the bound or of the family fails: no instance */
    SP_CONSISTENT, /* the enclosures allow the claim */
    SP_VIOLATION   /* they exclude it */
};

struct sp_finding {
    enum sp_outcome outcome;
    double score; /* truth/bound, for >= bound/truth, for = the larger of both; 0: no sense */
    struct sp_instance instance;
};

struct sp_hunt {
    const struct sp_attack *attack;
    struct sp_catalogue *catalogue;
    uint64_t seed;
    uint32_t evaluations; /* at most */
    struct sp_precision precision;
    struct sp_progress *progress; /* or NULL */
    /* Filled in. */
    uint32_t done, inside;
    struct sp_case *c;
    struct sp_finding best; /* a violation, or the largest score; in simple numbers */
};

/* Stops at the first violation. The same seed and count give the same finding. */
enum sp_status sp_hunt_run(struct sp_hunt *hunt, struct sp_error *err);
void sp_hunt_clear(struct sp_hunt *hunt);

/* Evaluates an instance; counts it. `result`, if not NULL, keeps the two numbers for
 * sp_result_clear. */
enum sp_status sp_hunt_try(struct sp_hunt *hunt, struct sp_finding *finding,
                           struct sp_result *result, struct sp_error *err);

/* Replaces numbers of hunt->best by simpler ones for which it is as good. */
enum sp_status sp_hunt_simplify(struct sp_hunt *hunt, struct sp_error *err);

/* The text of one axis of an instance: "1/2", "0,1,1"; malloc'ed. */
char *sp_instance_text(const struct sp_axis *axis, const struct sp_instance *instance, size_t i);

#endif

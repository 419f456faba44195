/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_CLI_BEST_H
#define SP_CLI_BEST_H

#include "bounds/cli/contest.h"

/* What a convergence bound bounds. Bounds are compared within one measure only. */
enum sp_measure { SP_GRADIENT, SP_GAP, SP_DISTANCE, SP_OTHER_MEASURE };
#define SP_MEASURES 3 /* before SP_OTHER_MEASURE */

enum sp_measure sp_measure_of(const struct sp_bound *bound);
const char *sp_measure_name(enum sp_measure measure); /* "gradient" */
const char *sp_measure_text(enum sp_measure measure); /* "mean squared gradient norm" */

/* One bound at the given inputs. */
struct sp_candidate {
    const struct sp_bound *bound;
    enum sp_measure measure;
    enum sp_status status; /* SP_OK: applies; SP_USAGE: an input is missing; SP_FALSE, ... */
    char *digits;          /* of its value */
    struct sp_backing backing;
    arf_t middle;          /* for sorting */
    char *reason;          /* why it does not apply */
    size_t n_missing;
};

/* All bounds of the catalogue with one of the measures (published and refuted ones only with
 * `all`), tightest first; then those that do not apply, nearest to applying first. */
enum sp_status sp_candidates(struct sp_candidate **list, size_t *n, struct sp_contest *contest,
                             int all, struct sp_error *err);
void sp_candidates_free(struct sp_candidate *list, size_t n);

#endif

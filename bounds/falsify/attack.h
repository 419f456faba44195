/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_FALSIFY_ATTACK_H
#define SP_FALSIFY_ATTACK_H

#include "bounds/formula/bound.h"
#include "bounds/formula/shipped.h"
#include "bounds/solve/point.h"

/* A family of instances of which the truth is known, and what a bound says of them. An attack is a
 * formula file (specs/attacks/NAME.attack) with two `value` lines, the truth and the bound, whose
 * parameters are the instance; `need` lines say which instances there are. Four more keywords:
 *
 *   attack NAME                    the first line
 *   of     NAME                    the bound
 *   claim  <= | = | >=             how the truth stands to the bound if that is right (default <=)
 *   range  NAME = RANGE            the values to try, as for --sweep
 *   range  NAME = RANGE x LO..HI [causal]
 *                                  of a list: its entries and its lengths; causal: entry k (from
 *                                  0) is at most k, as a delay is
 */
enum sp_claim_side { SP_CLAIM_AT_MOST, SP_CLAIM_EQUAL, SP_CLAIM_AT_LEAST };

struct sp_axis {
    size_t parameter; /* of the attack's bound */
    struct sp_points points;
    int is_causal;
    size_t least, most; /* lengths of a list; 1, 1 for a number */
};
#define SP_AXES_MOST 16
#define SP_AXIS_LENGTH 32

struct sp_attack {
    char of[64];
    enum sp_claim_side claim;
    struct sp_bound *bound; /* the attack itself */
    size_t n_axes;
    struct sp_axis axes[SP_AXES_MOST];
};

/* Reads one; errors are SP_INPUT. */
enum sp_status sp_attack_read(struct sp_attack *attack, const char *text, const char *file,
                              struct sp_error *err);
void sp_attack_clear(struct sp_attack *attack);

/* The shipped ones (bounds/rules.mk). */
extern const struct sp_shipped sp_shipped_attacks[];
extern const size_t sp_n_shipped_attacks;

/* Whether the text attacks the bound of that name. */
int sp_attack_is_of(const char *text, const char *name);

const char *sp_claim_text(enum sp_claim_side claim); /* "<=" */

#endif

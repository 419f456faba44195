/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_LAW_READ_H
#define SP_LAW_READ_H

#include <flint/fmpq.h>

#include "bounds/base/error.h"
#include "bounds/law/delay.h"

/* A law as it is written:
 *   exp:RATE  shifted:SHIFT,RATE  pareto:ALPHA,LEAST  uniform:LOW,HIGH  weibull:SHAPE,SCALE
 *   gamma:SHAPE,RATE  erlang:STAGES,RATE  lognormal:LOCATION,SPREAD  hyperexp:P1,RATE1,RATE2
 *   deterministic:X  data:FILE  data:FILE:COLUMN
 *   mixture: WEIGHT@LAW+WEIGHT@LAW+..., the weights adding up to 1
 *   N*LAW: N learners of that law
 * Numbers are rationals with units. data: the values of a file, each as likely as the others:
 * one a line, or a column of a CSV by number (from 1) or by its name in the first line. */
struct sp_written_law {
    struct sp_delay_law law;
    ulong count;       /* learners */
    size_t n_exact;    /* atoms: their values, ascending, and weights */
    fmpq *values, *weights;
};

enum sp_aging { SP_AGING_UNKNOWN, SP_AGING_NLU, SP_AGING_NSU, SP_AGING_BOTH, SP_AGING_NEITHER };

/* SP_USAGE: no such law (with the nearest), parameters that it cannot have; SP_INPUT: the file. */
enum sp_status sp_written_law_read(struct sp_written_law *law, const char *text,
                                   struct sp_error *err);
void sp_written_law_clear(struct sp_written_law *law);

/* Whether a new job takes longer than the rest of an old one (NLU), shorter (NSU), both (the
 * exponential law) or neither, from the parameters; unknown for mixtures that no theorem covers. */
enum sp_aging sp_written_law_aging(const struct sp_written_law *law);

#define SP_LAW_BITS 512 /* of the parameters */

#endif

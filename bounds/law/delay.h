/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_LAW_DELAY_H
#define SP_LAW_DELAY_H

#include <acb.h>

/* The law of the time of one gradient: a mixture of parts, mostly of one. */
enum sp_law_kind {
    SP_LAW_EXP,       /* rate */
    SP_LAW_SHIFTED,   /* shift, rate */
    SP_LAW_PARETO,    /* alpha, xm */
    SP_LAW_UNIFORM,   /* low, high */
    SP_LAW_WEIBULL,   /* shape, scale */
    SP_LAW_GAMMA,     /* shape, rate */
    SP_LAW_LOGNORMAL, /* mean and standard deviation of the logarithm */
    SP_LAW_ATOM       /* value */
};

struct sp_law_part {
    enum sp_law_kind kind;
    arb_t weight; /* probability of the part */
    arb_t a, b;   /* its parameters, as above */
    arb_t end;    /* from here on the part counts as over: infinite but after sp_order_cut */
    ulong stages; /* of a gamma law: the shape, if it is a small whole number; else 0 */
};

struct sp_delay_law {
    size_t n;
    struct sp_law_part *parts;
};

void sp_delay_law_init(struct sp_delay_law *law);
void sp_delay_law_clear(struct sp_delay_law *law);
/* Adds a part with zero parameters; NULL when there is no memory. */
struct sp_law_part *sp_delay_law_add(struct sp_delay_law *law, enum sp_law_kind kind);

/* For t = e^u: survival := P(X > t), weight := t times the density at t. Every part is given by
 * one formula between two of its kinks; `at` is a point of the piece that is meant. Holomorphic
 * in u near the real line. */
void sp_part_at(acb_t survival, acb_t weight, const struct sp_law_part *part, const acb_t u,
                const arb_t at, slong prec);
void sp_delay_law_at(acb_t survival, acb_t weight, const struct sp_delay_law *law, const acb_t u,
                     const arb_t at, slong prec);

/* P(X > t), with or without what the atoms contribute. */
void sp_delay_law_survival(arb_t survival, const struct sp_delay_law *law, const arb_t t,
                           int with_atoms, slong prec);

/* Appends the values t > 0 where a formula changes. Returns how many there are now. `room` is for
 * at least n + 3 law->n. */
size_t sp_delay_law_kinks(arb_ptr room, size_t n, const struct sp_delay_law *law);

#endif

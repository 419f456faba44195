/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_LAW_ORDER_H
#define SP_LAW_ORDER_H

#include <acb.h>

/* Where to integrate: one piece, or two in different variables. */
struct sp_order_range {
    int n_pieces;
    arb_t from[2], to[2]; /* in the variable of the piece */
    arb_t rest;           /* bound on what is left out on both sides */
};

/* A delay law as an integral sees it, in a variable u with t = time(u) increasing:
 *   E X_(K:P) = integral of P(X_(K:P) > time(u)) time'(u) du.
 * Adding a law is filling in one of these. */
struct sp_order_law {
    /* survival := P(X > time(u)) and slope := time'(u), both holomorphic near the real segment. */
    void (*at)(acb_t survival, acb_t slope, const acb_t u, int piece, void *law, slong prec);
    /* The range for this precision, from P(X_(K:P) > t) <= 1 and <= choose P(X > t)^r with
     * r = P - K + 1, choose = binomial(P, r). */
    void (*cut)(struct sp_order_range *range, const arb_t choose, ulong r, void *law, slong prec);
    void *law;
};

/* mean := E X_(K:P), 1 <= K <= P, by rigorous integration. */
void sp_order_mean(arb_t mean, ulong p, ulong k, const struct sp_order_law *law, slong prec);

#endif

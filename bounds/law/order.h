/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_LAW_ORDER_H
#define SP_LAW_ORDER_H

#include "bounds/law/delay.h"

/* moment := E X_(K:P)^power of P independent times of one law, 1 <= K <= P, power >= 1, enclosed:
 *   E X^power = integral of t^power K binomial(P, K) F^(K-1) S^(P-K) (t f) d(ln t)
 *             + sum over the atoms v of v^power (P(X_(K:P) >= v) - P(X_(K:P) > v)).
 * The moment must exist (sp_order_exists). */
void sp_order_moment(arb_t moment, ulong p, ulong k, int power, const struct sp_delay_law *law,
                     slong prec);

/* E X_(K:P)^power is finite: power < alpha (P - K + 1) for every Pareto part. 1, 0, or -1: not
 * decided at this precision. */
int sp_order_exists(ulong p, ulong k, int power, const struct sp_delay_law *law);

/* above := P(X_(K:P) > t) from s = P(X > t): the binomial sum over fewer than K that are done. */
void sp_order_survival(arb_t above, ulong p, ulong k, const arb_t s, slong prec);

/* t with P(X <= t) = share, for a law without atoms; 0 when it needs more bits. */
int sp_delay_law_quantile(arb_t t, const struct sp_delay_law *law, const arb_t share, slong prec);

/* Where X_(K:P) lies, roughly: ln t with P(X <= t) about K/(P+1). */
double sp_order_middle(ulong p, ulong k, const struct sp_delay_law *law);

/* Kinks of the law between e^from and e^to, sorted, in ln t, with the ends: n + 1 points of n
 * pieces. Malloc'ed with _arb_vec_init; *room is its length. */
arb_ptr sp_order_pieces(size_t *n, slong *room, const struct sp_delay_law *const *laws,
                        size_t n_laws, const arb_t from, const arb_t to, slong prec);

/* rest := bound on E[X^power; X > e^u] for a time X with P(X > t) <= choose max_i S_i(t)^r over the
 * parts of the laws; infinite when u is too small for the bound. */
void sp_order_rest(arb_t rest, const struct sp_delay_law *law, const arb_t choose, ulong r,
                   int power, const arb_t u, slong prec);

/* to: an end with rest <= 2^-prec e^(power middle). */
void sp_order_end(arb_t to, arb_t rest, const struct sp_delay_law *law, const arb_t choose, ulong r,
                  int power, double middle, slong prec);

/* A Pareto or lognormal part is there. */
int sp_delay_law_is_thick(const struct sp_delay_law *law);

/* For laws that are mixed with a thick tail, up to whose end exp(-e^u) would defy quadrature. cut :=
 * the law with an end for each thin-tailed part. Where P(X > t) is a function of the tails S_i(t) of
 * the parts that changes by at most scale times their change, the moment changes by at most
 * scale sum_i E[X_i^power; X_i > end_i], which is added to `rest` and about 2^-prec e^(power middle).
 * Cleared by the caller in any case; 0: no memory. */
int sp_order_cut(struct sp_delay_law *cut, arb_t rest, const struct sp_delay_law *law,
                 const arb_t scale, int power, double middle, slong prec);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_LAW_LAW_H
#define SP_LAW_LAW_H

#include "bounds/formula/function.h"
#include "bounds/law/delay.h"

/* Evaluators of the table in primitive.c. */

/* crossing(D0, f_s, r_s, f_a, r_a): the t > 0 at which f_s + (D0 - f_s) exp(-r_s t) falls to
 * f_a + (D0 - f_a) exp(-r_a t); needs f_s < f_a < D0 and r_s (D0 - f_s) < r_a (D0 - f_a). */
enum sp_status sp_law_crossing(struct sp_eval *e, struct sp_value *r, const struct sp_argument *a,
                               size_t n);

/* ksync_decay(P, K, rho): the s with E exp(s Y) = 1/rho, Y the K-th smallest of P exponential
 * times of rate 1. */
enum sp_status sp_law_ksync_decay(struct sp_eval *e, struct sp_value *r,
                                  const struct sp_argument *a, size_t n);

/* gamma_order_stat(P, K, shape), weibull_order_stat(P, K, shape),
 * lognormal_order_stat(P, K, sigma), hyperexp_order_stat(P, K, p1, mu1, mu2): E X_(K:P) of
 * the laws of rate, scale and median 1; with one more argument m = 1 or 2, E X_(K:P)^m. */
enum sp_status sp_law_gamma_order_stat(struct sp_eval *e, struct sp_value *r,
                                       const struct sp_argument *a, size_t n);
enum sp_status sp_law_weibull_order_stat(struct sp_eval *e, struct sp_value *r,
                                         const struct sp_argument *a, size_t n);
enum sp_status sp_law_lognormal_order_stat(struct sp_eval *e, struct sp_value *r,
                                           const struct sp_argument *a, size_t n);
enum sp_status sp_law_hyperexp_order_stat(struct sp_eval *e, struct sp_value *r,
                                          const struct sp_argument *a, size_t n);

/* empirical_order_stat(times, P, K, m): the same for times that are each as likely as the others. */
enum sp_status sp_law_empirical_order_stat(struct sp_eval *e, struct sp_value *r,
                                           const struct sp_argument *a, size_t n);

/* gamma_quantile(shape, u), hyperexp_quantile(p1, mu1, mu2, u): the t with P(X <= t) = u. */
enum sp_status sp_law_gamma_quantile(struct sp_eval *e, struct sp_value *r,
                                     const struct sp_argument *a, size_t n);
enum sp_status sp_law_hyperexp_quantile(struct sp_eval *e, struct sp_value *r,
                                        const struct sp_argument *a, size_t n);

/* kbatchsync_shifted(P, K, shift, stages): mean time of the K-th of all gradients when P learners
 * start afresh, each gradient taking shift + an Erlang time of so many stages (default 1:
 * exponential) of rate 1. */
enum sp_status sp_law_kbatchsync_shifted(struct sp_eval *e, struct sp_value *r,
                                         const struct sp_argument *a, size_t n);

/* updates_until(rate, ratio): the least whole n with rate^n <= ratio; both in (0, 1). */
enum sp_status sp_law_updates_until(struct sp_eval *e, struct sp_value *r,
                                    const struct sp_argument *a, size_t n);

/* A gamma law of rate 1; a hyperexponential one from the arguments p1, mu1, mu2. Cleared by the
 * caller in any case. */
enum sp_status sp_law_gamma(struct sp_eval *e, struct sp_delay_law *law,
                            const struct sp_argument *shape);
enum sp_status sp_law_hyperexp(struct sp_eval *e, struct sp_delay_law *law,
                               const struct sp_argument *a);

/* Reads arguments 0 and 1: 1 <= K <= P <= 1000000. */
enum sp_status sp_law_p_and_k(struct sp_eval *e, const struct sp_argument *a, ulong *p, ulong *k);

#endif

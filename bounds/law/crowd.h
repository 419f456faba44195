/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_LAW_CROWD_H
#define SP_LAW_CROWD_H

#include "bounds/law/order.h"

/* Learners that are not alike: `count` independent ones of each law. */
struct sp_crowd {
    size_t n;
    const struct sp_delay_law *const *laws;
    const ulong *counts;
};

/* moment := E X_(K)^power of the K-th smallest of all, from
 *   E X^power = integral of power t^power P(fewer than K are done at t) d(ln t).
 * The count of those that are done has the generating function prod (S_i + F_i x)^count_i. It must exist. */
void sp_crowd_moment(arb_t moment, const struct sp_crowd *crowd, ulong k, int power, slong prec);

/* E X_(K)^power is finite: power < the sum of the P - K + 1 least alphas, one a learner (the others
 * have no such tail). 1, 0, or -1: not decided. */
int sp_crowd_exists(const struct sp_crowd *crowd, ulong k, int power);

#endif

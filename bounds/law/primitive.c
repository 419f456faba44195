/* SPDX-License-Identifier: Apache-2.0 */
/* The delay-law primitives of the formula language. */
#include "bounds/law/law.h"

enum sp_status sp_law_p_and_k(struct sp_eval *e, const struct sp_argument *a, ulong *p, ulong *k)
{
    enum sp_status status = sp_eval_count(e, a[0].value, 1000000, "the number of learners", p);
    if (status == SP_OK)
        status = sp_eval_count(e, a[1].value, *p, "the number of learners waited for", k);
    if (status == SP_OK && *k == 0)
        return sp_fail(e->err, SP_FALSE, "the number of learners waited for must be positive");
    return status;
}

const struct sp_function sp_law_functions[] = {
    {"crossing", 5, 5, 0, sp_law_crossing, NULL, NULL},
    {"ksync_decay", 3, 3, 0, sp_law_ksync_decay, NULL, NULL},
    {"gamma_order_stat", 3, 4, 0, sp_law_gamma_order_stat, NULL, NULL},
    {"lognormal_order_stat", 3, 4, 0, sp_law_lognormal_order_stat, NULL, NULL},
    {"weibull_order_stat", 3, 4, 0, sp_law_weibull_order_stat, NULL, NULL},
    {"hyperexp_order_stat", 5, 6, 0, sp_law_hyperexp_order_stat, NULL, NULL},
    {"empirical_order_stat", 3, 4, 1, sp_law_empirical_order_stat, NULL, NULL},
    {"gamma_quantile", 2, 2, 0, sp_law_gamma_quantile, NULL, NULL},
    {"hyperexp_quantile", 4, 4, 0, sp_law_hyperexp_quantile, NULL, NULL},
    {"updates_until", 2, 2, 0, sp_law_updates_until, NULL, NULL},
    {"kbatchsync_shifted", 3, 4, 0, sp_law_kbatchsync_shifted, NULL, NULL},
    {0},
};

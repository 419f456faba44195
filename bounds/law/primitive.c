/* SPDX-License-Identifier: Apache-2.0 */
/* The delay-law primitives of the formula language. */
#include "bounds/law/law.h"

const struct sp_function sp_law_functions[] = {
    {"crossing", 5, 5, 0, sp_law_crossing, NULL, NULL},
    {"ksync_decay", 3, 3, 0, sp_law_ksync_decay, NULL, NULL},
    {"gamma_order_stat", 3, 3, 0, sp_law_erlang_order_stat, NULL, NULL},
    {"kbatchsync_shifted", 3, 3, 0, sp_law_kbatchsync_shifted, NULL, NULL},
    {0},
};

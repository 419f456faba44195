/* SPDX-License-Identifier: Apache-2.0 */
#include "kernels/check/check.h"
#include "staleproof/memory_shared.h"

int sp_checked_shared_step(struct sp_shared_component *x, const double *g, size_t n, double rate)
{
    SP_CHECK(sp_check_array(x, n, sizeof *x));
    SP_CHECK(sp_check_array(g, n, sizeof *g));
    SP_CHECK(sp_check_entries_f64(g, n, SP_SHARED_LIMIT));
    SP_CHECK(sp_check_range_f64(rate, 0, SP_SHARED_RATE_LIMIT));
    sp_shared_step(x, g, n, rate);
    return SP_CODE_OK;
}

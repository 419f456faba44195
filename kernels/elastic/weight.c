/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/elastic_scheduler.h"

#include <math.h>

uint32_t sp_elastic_weight_of(double norm, double unit)
{
    if (!(norm >= 0) || !(unit > 0) || unit - unit != 0)
        return SP_ELASTIC_NO_WEIGHT;
    if (norm == 0)
        return 0;
    /* Rounding to nearest passes over no integer: the next one is not below the exact quotient. */
    const double units = norm / unit;
    return units < SP_ELASTIC_MAX_WEIGHT ? (uint32_t)units + 1u : SP_ELASTIC_NO_WEIGHT;
}

uint32_t sp_elastic_share_of(double beta, int squared)
{
    if (!(beta >= 0 && beta <= 1))
        return SP_ELASTIC_NO_SHARE;
    double share = squared ? beta * beta : beta;
    if (squared && (fma(beta, beta, -share) > 0 || (share == 0 && beta > 0)))
        share = nextafter(share, 2); /* the square was rounded down */
    return (uint32_t)ceil(SP_ELASTIC_WHOLE * share);
}

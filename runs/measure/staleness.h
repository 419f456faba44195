/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_MEASURE_STALENESS_H
#define SP_MEASURE_STALENESS_H

#include <jansson.h>
#include <stdint.h>

#include "bounds/base/error.h"

/* Staleness of the gradients of one run: updates between read and application. */
#define SP_STALENESS_BINS 1024
struct sp_staleness {
    uint64_t gradients, sum, most;
    uint64_t bins[SP_STALENESS_BINS]; /* the last one also counts all above */
    uint64_t *load; /* differences of the window load, one an update; NULL: not measured */
    uint64_t updates;
};

/* With `window`, for one gradient an update, the window load is measured as well. */
enum sp_status sp_staleness_start(struct sp_staleness *s, uint64_t updates, int window,
                                  struct sp_error *err);
void sp_staleness_add(struct sp_staleness *s, uint64_t stale, uint64_t version);
void sp_staleness_clear(struct sp_staleness *s);

/* W = max over updates j of the sum of the delays of the updates whose gradients miss j: the
 * quantity of async_nc (same as window_W of the list of delays). */
uint64_t sp_staleness_window(const struct sp_staleness *s);

/* {mean, most, W, histogram: counts from 0 on} */
json_t *sp_staleness_json(const struct sp_staleness *s);

#endif

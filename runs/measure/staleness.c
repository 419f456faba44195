/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/measure/staleness.h"

#include <stdlib.h>
#include <string.h>

enum sp_status sp_staleness_start(struct sp_staleness *s, uint64_t updates, int window,
                                  struct sp_error *err)
{
    memset(s, 0, sizeof *s);
    s->updates = updates;
    if (!window)
        return SP_OK;
    s->load = calloc(updates + 1, sizeof *s->load);
    return s->load != NULL ? SP_OK : sp_fail_memory(err);
}

void sp_staleness_add(struct sp_staleness *s, uint64_t stale, uint64_t version)
{
    s->gradients++;
    s->sum += stale;
    if (stale > s->most)
        s->most = stale;
    s->bins[stale < SP_STALENESS_BINS ? stale : SP_STALENESS_BINS - 1]++;
    if (s->load != NULL) {
        /* Updates version - stale .. version - 1 are missing from what it read. */
        s->load[version - stale] += stale;
        s->load[version] -= stale;
    }
}

void sp_staleness_clear(struct sp_staleness *s)
{
    free(s->load);
    s->load = NULL;
}

uint64_t sp_staleness_window(const struct sp_staleness *s)
{
    uint64_t load = 0, most = 0;
    for (uint64_t j = 0; j < s->updates; j++) {
        load += s->load[j];
        if (load > most)
            most = load;
    }
    return most;
}

json_t *sp_staleness_json(const struct sp_staleness *s)
{
    json_t *histogram = json_array();
    size_t end = SP_STALENESS_BINS;
    while (end > 0 && s->bins[end - 1] == 0)
        end--;
    for (size_t k = 0; k < end; k++)
        json_array_append_new(histogram, json_integer((json_int_t)s->bins[k]));
    double mean = s->gradients ? (double)s->sum / (double)s->gradients : 0;
    json_t *object = json_pack("{s:f, s:I, s:I, s:o}", "mean", mean, "most", (json_int_t)s->most,
                               "sum", (json_int_t)s->sum, "histogram", histogram);
    if (s->load != NULL)
        json_object_set_new(object, "W", json_integer((json_int_t)sp_staleness_window(s)));
    return object;
}

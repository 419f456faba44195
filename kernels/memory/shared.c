/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/memory_shared.h"

#include <string.h>

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double value_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

void sp_shared_start(struct sp_shared_component *x, const double *value, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        atomic_init(&x[i].bits, bits_of(value[i]));
        atomic_init(&x[i].version, 0);
    }
}

void sp_shared_subtract(struct sp_shared_component *x, size_t i, double amount)
{
    uint64_t before = atomic_load_explicit(&x[i].bits, memory_order_relaxed);
    /* acq_rel: whoever sees this value also sees all that went into it. */
    while (!atomic_compare_exchange_weak_explicit(&x[i].bits, &before,
                                                  bits_of(value_of(before) - amount),
                                                  memory_order_acq_rel, memory_order_relaxed))
        continue;
    atomic_fetch_add_explicit(&x[i].version, 1, memory_order_release);
}

void sp_shared_step(struct sp_shared_component *x, const double *g, size_t n, double rate)
{
    for (size_t i = 0; i < n; i++)
        if (g[i] != 0)
            sp_shared_subtract(x, i, rate * g[i]);
}

double sp_shared_read(struct sp_shared_component *x, size_t i, uint64_t *version)
{
    const uint64_t seen = atomic_load_explicit(&x[i].version, memory_order_acquire);
    if (version != NULL)
        *version = seen;
    return value_of(atomic_load_explicit(&x[i].bits, memory_order_acquire));
}

void sp_shared_view(struct sp_shared_component *x, double *value, uint64_t *version, size_t n)
{
    for (size_t i = 0; i < n; i++)
        value[i] = sp_shared_read(x, i, version == NULL ? NULL : &version[i]);
}

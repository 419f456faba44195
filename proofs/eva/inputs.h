/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs of the Eva drivers: anything within bounds. */
#ifndef SP_EVA_INPUTS_H
#define SP_EVA_INPUTS_H

/* Small machines, so that every order of a few events can be followed. */
#define SP_SERVER_MAX_LEARNERS 2u
#define SP_ELASTIC_MAX_PARTS 2u
#define SP_ELASTIC_MAX_WORKERS 2u
#define SP_ELASTIC_MAX_PEERS 2u
#define SP_QUEUE_MAX_EVENTS 6u

#include <__fc_builtin.h>

#include "kernels/base/root.h"
#include "kernels/check/check.h"
#include "staleproof.h"

#define ANY(low, high) ((unsigned)Frama_C_interval((int)(low), (int)(high)))
#define ANY_WORD() Frama_C_unsigned_int_interval(0, 4294967295u)
/* One of 0 and 1, each followed on its own. */
#define EITHER() (Frama_C_interval(0, 1) ? 1u : 0u)

#define WORDS(name, n)                                                                             \
    uint32_t name[n];                                                                              \
    for (int at = 0; at < n; at++)                                                                 \
    name[at] = ANY_WORD()
#define REALS(name, n, low, high)                                                                  \
    REAL name[n];                                                                                  \
    for (int at = 0; at < n; at++)                                                                 \
    name[at] = SOME(low, high)

#endif

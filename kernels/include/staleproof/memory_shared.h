/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STALEPROOF_MEMORY_SHARED_H
#define STALEPROOF_MEMORY_SHARED_H

/* A vector that many threads change without a lock (Hogwild, APAM in shared memory): each component
 * is subtracted from atomically, so that no update is lost, and carries its version, the number of
 * subtractions that it has seen.
 *
 * A thread that reads component by component gets an inconsistent view: components of different
 * versions. What is promised of a read is
 *   the value holds at least the `version` first subtractions of that component,
 * since the version is read first, with acquire, and written after the value, with release. With
 * `version` summed over a write's components the caller bounds the delay of its view: the tau of
 * B_shared_memory_free, or of B_shared_memory_window where no thread overlaps more than tau writes.
 *
 * Floating point: the sum depends on the order of the subtractions (rounding); on integers it is
 * exact. A value that becomes infinite or NaN stays so: check what you subtract.
 *
 * Not proved, since no tool here reasons about weak memory: tested with ThreadSanitizer and a
 * stress that counts lost updates.
 *
 * Source: [recht2011]; [xu2020, shared memory]. */

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct sp_shared_component {
    _Atomic uint64_t bits; /* of a double */
    _Atomic uint64_t version;
};

/* Before any thread uses it. */
void sp_shared_start(struct sp_shared_component *x, const double *value, size_t n);

/* x[i] -= amount. */
void sp_shared_subtract(struct sp_shared_component *x, size_t i, double amount);

/* x[i] -= rate * g[i] for all i with g[i] != 0: the step of one thread. */
void sp_shared_step(struct sp_shared_component *x, const double *g, size_t n, double rate);

/* The value of a component, and in *version (unless NULL) a number of subtractions that it holds
 * at least. */
double sp_shared_read(struct sp_shared_component *x, size_t i, uint64_t *version);

/* The view of a thread: value[i], version[i] (version may be NULL). */
void sp_shared_view(struct sp_shared_component *x, double *value, uint64_t *version, size_t n);

/* Largest |g[i]| that the checked entry takes, and largest rate. */
#define SP_SHARED_LIMIT 0x1p500
#define SP_SHARED_RATE_LIMIT 0x1p20

/* The step, checked: SP_CODE_NULL, SP_CODE_TOO_LONG, SP_CODE_NOT_FINITE, SP_CODE_TOO_LARGE (an
 * entry of g), SP_CODE_PARAMETER (a rate outside 0 to the limit, NaN included). On refusal nothing
 * changes. */
int sp_checked_shared_step(struct sp_shared_component *x, const double *g, size_t n, double rate);

#endif

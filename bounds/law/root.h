/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_LAW_ROOT_H
#define SP_LAW_ROOT_H

#include <arb.h>

/* value := f(x). */
typedef void sp_root_function(arb_t value, const arb_t x, void *context, slong prec);

/* Encloses the root of f in (low, high), where f > 0 left of it and f < 0 right of it (the
 * caller's theorem: there is exactly one). Returns 1 when the signs at both ends of the enclosure
 * are certain, 0 when that needs more bits. */
int sp_root_enclose(arb_t root, sp_root_function *f, void *context, const arb_t low,
                    const arb_t high, slong prec);

#endif

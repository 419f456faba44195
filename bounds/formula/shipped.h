/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_FORMULA_SHIPPED_H
#define SP_FORMULA_SHIPPED_H

#include <stddef.h>

/* Made by the build from specs/bounds and from proofs/coq/Registry.v (see bounds/rules.mk). */
struct sp_shipped {
    const char *name, *text;
};
extern const struct sp_shipped sp_shipped[]; /* by name, in the order of strcmp */
extern const size_t sp_n_shipped;
extern const char *const sp_theorems[];
extern const size_t sp_n_theorems;

#endif

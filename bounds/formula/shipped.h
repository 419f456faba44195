/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_FORMULA_SHIPPED_H
#define SP_FORMULA_SHIPPED_H

#include <stddef.h>

/* Made by the build from specs/bounds (see bounds/rules.mk). */
struct sp_shipped {
    const char *name, *text;
};
extern const struct sp_shipped sp_shipped[]; /* by name, in the order of strcmp */
extern const size_t sp_n_shipped;

/* Made by the build from what Coq has checked (see proofs/coq/rules.mk). Ends with NULL. */
extern const char *const sp_proved_theorems[];

#endif

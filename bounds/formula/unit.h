/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_FORMULA_UNIT_H
#define SP_FORMULA_UNIT_H

#include <flint/fmpq.h>

#include "bounds/base/error.h"
#include "bounds/formula/number.h"

/* Reads a unit's name at `*at`, multiplies `value` by it (base units: second, byte), moves on.
 * Unknown: SP_USAGE with the list. */
enum sp_status sp_unit_scan(fmpq_t value, enum sp_dimension *dimension, const char **at,
                            struct sp_error *err);

#endif

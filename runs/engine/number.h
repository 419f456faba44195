/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_ENGINE_NUMBER_H
#define SP_ENGINE_NUMBER_H

#include <stdint.h>

#include "bounds/base/error.h"

/* A setting's number: everything that a bound takes (1e-3, 1/7, 0x1p-4, 5ms), rounded once to the
 * nearest double, which is then the exact value that run and bounds share. SP_USAGE names `key`. */
enum sp_status sp_double_read(double *value, const char *key, const char *text,
                              struct sp_error *err);

/* A whole number in [least, most]; 1e6 is one. */
enum sp_status sp_count_read(uint64_t *value, const char *key, const char *text, uint64_t least,
                             uint64_t most, struct sp_error *err);

#endif

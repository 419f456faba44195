/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_MEASURE_PRESET_H
#define SP_MEASURE_PRESET_H

#include <stdio.h>

#include "bounds/base/error.h"

/* The settings of one run: KEY, VALUE, KEY, VALUE, ..., NULL. */
typedef const char *const *sp_preset_keys;

/* A prepared experiment: the settings of its runs, NULL-terminated. SP_USAGE: unknown name, with
 * the nearest. */
enum sp_status sp_preset_find(const sp_preset_keys **runs, const char *name, struct sp_error *err);

/* "NAME  what it shows", a line a preset. */
void sp_preset_list(FILE *out);

#endif

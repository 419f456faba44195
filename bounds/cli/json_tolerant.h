/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_CLI_JSON_TOLERANT_H
#define SP_CLI_JSON_TOLERANT_H

#include <jansson.h>

#include "bounds/base/error.h"

/* Reads a JSON document in which NaN, Infinity and -Infinity may stand for numbers, as some
 * writers put them: they become the texts "nan", "inf" and "-inf". SP_INPUT with FILE:LINE. */
enum sp_status sp_json_read(json_t **document, const char *path, struct sp_error *err);

/* Largest document taken, in bytes. */
#define SP_JSON_BYTES 268435456L

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_CLI_JSON_H
#define SP_CLI_JSON_H

#include <jansson.h>
#include <stdio.h>

#include "bounds/base/error.h"

/* object[key] = text; null when `text` is NULL (or not UTF-8). */
void sp_json_text(json_t *object, const char *key, const char *text);

/* Prints the document, indented, with a newline. */
enum sp_status sp_json_print(FILE *out, const json_t *document, struct sp_error *err);

#endif

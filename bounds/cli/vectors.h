/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_CLI_VECTORS_H
#define SP_CLI_VECTORS_H

#include <jansson.h>

#include "bounds/base/error.h"
#include "bounds/formula/catalogue.h"

/* Reference vectors: a JSON array of records `id`, `quantity`, `inputs`, `value`. */

/* SP_INPUT: the file cannot be read, is not JSON (with the line), or not such an array. */
enum sp_status sp_vectors_read(json_t **records, const char *path, struct sp_error *err);

/* What became of one record: an object with `id`, `result` ("value", "refused", "unknown"), and
 * `lower`, `upper` (decimal texts, or lists), or `value` (a truth value), or `reason`. */
enum sp_status sp_vector_evaluate(json_t **outcome, struct sp_catalogue *catalogue,
                                  const json_t *record, struct sp_error *err);

/* Whether an outcome agrees with the record's value: a refusal with "REFUSE"; a number whose
 * enclosure is narrower than 1e-20 (relative) and meets the value within one unit of its last
 * digit; a rational or an integer exactly. `why` tells what differs; it is "" when they agree. */
int sp_vector_agrees(const json_t *record, const json_t *outcome, char *why, size_t why_size);

#endif

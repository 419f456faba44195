/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_FORMULA_CATALOGUE_H
#define SP_FORMULA_CATALOGUE_H

#include <stddef.h>

#include "bounds/base/error.h"
#include "bounds/formula/bound.h"

/* The shipped formula files, which are part of the program, and the user's own. A file is parsed
 * when it is first asked for. Not for use by several threads at once. */
struct sp_catalogue;

struct sp_catalogue *sp_catalogue_new(void); /* NULL when memory is short */
void sp_catalogue_free(struct sp_catalogue *catalogue);

size_t sp_catalogue_size(const struct sp_catalogue *catalogue);
/* Names in alphabetical order. */
const char *sp_catalogue_name(const struct sp_catalogue *catalogue, size_t index);
/* The text of the formula file. */
const char *sp_catalogue_text(const struct sp_catalogue *catalogue, size_t index);

/* A bound by name (the catalogue keeps it). Unknown: SP_USAGE, naming the nearest. A name that
 * contains '/' or ends in ".bound" is the path of a user's file: it is added first. */
enum sp_status sp_catalogue_find(struct sp_catalogue *catalogue, const struct sp_bound **bound,
                                 const char *name, struct sp_error *err);

/* The same, without a message: NULL when there is none (or it cannot be parsed). */
const struct sp_bound *sp_catalogue_get(struct sp_catalogue *catalogue, const char *name);

/* Adds a user's file; a shipped bound of that name is hidden by it. */
enum sp_status sp_catalogue_add(struct sp_catalogue *catalogue, const char *path,
                                const struct sp_bound **bound, struct sp_error *err);

#endif

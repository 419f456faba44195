/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_FORMULA_NEAREST_H
#define SP_FORMULA_NEAREST_H

#include <stddef.h>

/* For "did you mean": the name with the least edit distance to `word` (case counts half), or NULL
 * when none is near (more than half of the word's letters would have to change). */
const char *sp_nearest(const char *word, const char *const *names, size_t n);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_PROBLEM_IDX_H
#define SP_PROBLEM_IDX_H

#include <stddef.h>
#include <stdint.h>

#include "bounds/base/error.h"

/* An array of bytes as the MNIST family stores them: IDX, gzip-compressed or not. */
#define SP_IDX_DIMENSIONS 4
struct sp_idx {
    unsigned dimensions;
    uint32_t size[SP_IDX_DIMENSIONS];
    size_t bytes; /* product of the sizes */
    uint8_t *data;
};

#define SP_IDX_IMAGES 2051u            /* magic: unsigned bytes, three dimensions */
#define SP_IDX_LABELS 2049u            /* unsigned bytes, one dimension */
#define SP_IDX_BYTES ((size_t)1 << 30) /* largest array taken */

/* Reads the whole file; its magic number must be `magic`. SP_INPUT, with file and byte offset (in
 * the uncompressed data), for a file that is missing, damaged, of another kind, cut or too long. */
enum sp_status sp_idx_read(struct sp_idx *idx, const char *path, uint32_t magic,
                           struct sp_error *err);
void sp_idx_clear(struct sp_idx *idx);

#endif

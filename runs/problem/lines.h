/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_PROBLEM_LINES_H
#define SP_PROBLEM_LINES_H

#include <stddef.h>
#include <zlib.h>

#include "bounds/base/error.h"

/* The lines of a text file, compressed or not. */
struct sp_lines {
    gzFile file;
    const char *path;
    size_t number; /* of the line, from 1 on */
    char *text;    /* without its end */
    size_t room;
    int is_cut; /* the compressed data end too early */
};

#define SP_LINE_BYTES ((size_t)1 << 26) /* longest line taken */

enum sp_status sp_lines_open(struct sp_lines *lines, const char *path, struct sp_error *err);
/* The next line that is neither empty nor begins with #; *more = 0 at the end. SP_INPUT: damaged
 * data, a line that is too long, a zero byte. */
enum sp_status sp_lines_next(struct sp_lines *lines, int *more, struct sp_error *err);
void sp_lines_close(struct sp_lines *lines);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_BASE_OUTFILE_H
#define SP_BASE_OUTFILE_H

#include <stdio.h>

#include "bounds/base/error.h"

/* A file that appears whole or not at all: it is written beside its place and renamed. */
struct sp_outfile {
    FILE *stream; /* write here */
    char *path;
    char *temporary;
};

/* Opens `path` for writing. "-" is standard output (commit then only flushes it).
 * While the file is open, an interrupting signal (INT, TERM, HUP) removes the temporary. */
enum sp_status sp_outfile_open(struct sp_outfile *file, const char *path, struct sp_error *err);

/* Flushes, checks for write errors (a full disk) and puts the file in place. Frees `file`
 * whatever happens; on failure nothing is left behind. */
enum sp_status sp_outfile_commit(struct sp_outfile *file, struct sp_error *err);

/* Drops what was written. Harmless on a file that was never opened (all zero). */
void sp_outfile_abort(struct sp_outfile *file);

#endif

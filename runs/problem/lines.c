/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/problem/lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum sp_status sp_lines_open(struct sp_lines *lines, const char *path, struct sp_error *err)
{
    *lines = (struct sp_lines){.path = path, .room = 4096};
    errno = 0;
    lines->file = gzopen(path, "rb");
    if (lines->file == NULL)
        return errno ? sp_fail(err, SP_INPUT, "%s: %s", path, strerror(errno))
                     : sp_fail_memory(err);
    lines->text = malloc(lines->room);
    if (lines->text != NULL)
        return SP_OK;
    sp_lines_close(lines);
    return sp_fail_memory(err);
}

void sp_lines_close(struct sp_lines *lines)
{
    if (lines->file != NULL)
        gzclose_r(lines->file);
    free(lines->text);
    memset(lines, 0, sizeof *lines);
}

/* That compressed data end too early is known from the first read of a short file on: the lines
 * before the end are good. */
static enum sp_status check_stream(struct sp_lines *lines, int got, struct sp_error *err)
{
    int code;
    const char *text = gzerror(lines->file, &code);
    if (code == Z_OK || code == Z_STREAM_END || (code == Z_BUF_ERROR && got))
        return SP_OK;
    lines->is_cut = code == Z_BUF_ERROR;
    return sp_fail(err, SP_INPUT, "%s:%zu: %s", lines->path, lines->number + 1,
                   code == Z_ERRNO ? strerror(errno) : text);
}

static enum sp_status grow(struct sp_lines *lines, struct sp_error *err)
{
    if (lines->room >= SP_LINE_BYTES)
        return sp_fail(err, SP_INPUT, "%s:%zu: the line is too long", lines->path,
                       lines->number + 1);
    char *more = realloc(lines->text, 2 * lines->room);
    if (more == NULL)
        return sp_fail_memory(err);
    lines->text = more;
    lines->room *= 2;
    return SP_OK;
}

/* One line, however long; *got = 0 at the end of the file. */
static enum sp_status read_line(struct sp_lines *lines, int *got, struct sp_error *err)
{
    size_t length = 0;
    *got = 0;
    while (gzgets(lines->file, lines->text + length, (int)(lines->room - length)) != NULL) {
        *got = 1;
        length += strlen(lines->text + length);
        int is_whole = length > 0 && lines->text[length - 1] == '\n';
        if (is_whole || length + 1 < lines->room)
            break;
        enum sp_status status = grow(lines, err);
        if (status != SP_OK)
            return status;
    }
    enum sp_status status = check_stream(lines, *got, err);
    lines->number += (size_t)*got;
    while (length > 0 && strchr("\r\n \t", lines->text[length - 1]) != NULL)
        length--;
    lines->text[length] = '\0';
    return status;
}

enum sp_status sp_lines_next(struct sp_lines *lines, int *more, struct sp_error *err)
{
    enum sp_status status;
    do
        status = read_line(lines, more, err);
    while (status == SP_OK && *more && (lines->text[0] == '\0' || lines->text[0] == '#'));
    return status;
}

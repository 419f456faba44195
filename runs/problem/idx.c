/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/problem/idx.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

struct reader {
    gzFile file;
    const char *path;
    size_t offset;
    struct sp_error *err;
};

/* gzip damage is told by zlib; a file that simply stops is told by the count. */
static enum sp_status short_read(struct reader *r, size_t got, size_t wanted, const char *what)
{
    int code;
    const char *text = gzerror(r->file, &code);
    r->offset += got;
    if (code == Z_ERRNO)
        return sp_fail(r->err, SP_INPUT, "%s: byte %zu: %s", r->path, r->offset, strerror(errno));
    if (code != Z_OK && code != Z_BUF_ERROR)
        return sp_fail(r->err, SP_INPUT, "%s: byte %zu: the compressed data is damaged (%s)",
                       r->path, r->offset, text);
    return sp_fail(r->err, SP_INPUT, "%s: byte %zu: the file ends inside %s, %zu bytes short",
                   r->path, r->offset, what, wanted - got);
}

static enum sp_status read_bytes(struct reader *r, uint8_t *to, size_t wanted, const char *what)
{
    size_t got = 0;
    while (got < wanted) {
        size_t left = wanted - got;
        int n = gzread(r->file, to + got, left < 1u << 20 ? (unsigned)left : 1u << 20);
        if (n <= 0)
            return short_read(r, got, wanted, what);
        got += (size_t)n;
    }
    r->offset += got;
    return SP_OK;
}

static enum sp_status read_word(struct reader *r, uint32_t *word, const char *what)
{
    uint8_t b[4];
    enum sp_status status = read_bytes(r, b, 4, what);
    if (status == SP_OK)
        *word = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
    return status;
}

static enum sp_status read_magic(struct reader *r, uint32_t magic, unsigned *dimensions)
{
    uint32_t found;
    enum sp_status status = read_word(r, &found, "the magic number");
    if (status == SP_OK && found != magic)
        status = sp_fail(r->err, SP_INPUT,
                         "%s: byte 0: magic number %u (0x%08x), expected %u (0x%08x: unsigned "
                         "bytes, %u dimension%s)",
                         r->path, found, found, magic, magic, magic & 0xff,
                         (magic & 0xff) == 1 ? "" : "s");
    *dimensions = magic & 0xff;
    return status;
}

static enum sp_status read_sizes(struct reader *r, struct sp_idx *idx)
{
    idx->bytes = 1;
    for (unsigned k = 0; k < idx->dimensions; k++) {
        enum sp_status status = read_word(r, &idx->size[k], "the sizes");
        if (status != SP_OK)
            return status;
        if (idx->size[k] == 0 || idx->size[k] > SP_IDX_BYTES / idx->bytes)
            return sp_fail(r->err, SP_INPUT,
                           "%s: byte %zu: size %u of dimension %u is not possible", r->path,
                           r->offset - 4, idx->size[k], k + 1);
        idx->bytes *= idx->size[k];
    }
    return SP_OK;
}

static enum sp_status read_end(struct reader *r)
{
    uint8_t more;
    int code, n = gzread(r->file, &more, 1);
    if (n > 0)
        return sp_fail(r->err, SP_INPUT, "%s: byte %zu: more bytes than the sizes say", r->path,
                       r->offset);
    /* All the data is there, but is the checksum? A cut trailer is no failure of gzread. */
    gzerror(r->file, &code);
    return n < 0 || code != Z_OK ? short_read(r, 0, 1, "the gzip trailer") : SP_OK;
}

static enum sp_status read_all(struct reader *r, struct sp_idx *idx, uint32_t magic)
{
    enum sp_status status = read_magic(r, magic, &idx->dimensions);
    if (status == SP_OK)
        status = read_sizes(r, idx);
    if (status != SP_OK)
        return status;
    idx->data = malloc(idx->bytes);
    if (idx->data == NULL)
        return sp_fail_memory(r->err);
    status = read_bytes(r, idx->data, idx->bytes, "the data");
    return status == SP_OK ? read_end(r) : status;
}

enum sp_status sp_idx_read(struct sp_idx *idx, const char *path, uint32_t magic,
                           struct sp_error *err)
{
    memset(idx, 0, sizeof *idx);
    errno = 0;
    struct reader r = {gzopen(path, "rb"), path, 0, err};
    if (r.file == NULL)
        return errno ? sp_fail(err, SP_INPUT, "%s: %s", path, strerror(errno))
                     : sp_fail_memory(err);
    enum sp_status status = read_all(&r, idx, magic);
    gzclose_r(r.file);
    if (status != SP_OK)
        sp_idx_clear(idx);
    return status;
}

void sp_idx_clear(struct sp_idx *idx)
{
    free(idx->data);
    memset(idx, 0, sizeof *idx);
}

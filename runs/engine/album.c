/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/engine/album.h"

#include <stdlib.h>
#include <string.h>

static int make_room(struct sp_album *album)
{
    if (album->n < album->room)
        return 1;
    size_t room = 2 * album->room + 16;
    struct sp_moment *more = realloc(album->moments, room * sizeof *more);
    if (more == NULL)
        return 0;
    album->moments = more;
    album->room = room;
    return 1;
}

enum sp_status sp_album_add(struct sp_album *album, const struct sp_moment *now, size_t dimension,
                            struct sp_error *err)
{
    double *copy = malloc((dimension + 1) * sizeof *copy);
    if (copy == NULL || !make_room(album)) {
        free(copy);
        return sp_fail_memory(err);
    }
    if (dimension > 0)
        memcpy(copy, now->w, dimension * sizeof *copy);
    album->moments[album->n] = *now;
    album->moments[album->n++].w = copy;
    return SP_OK;
}

enum sp_status sp_album_show(const struct sp_album *album, const struct sp_watch *watch,
                             struct sp_error *err)
{
    enum sp_status status = SP_OK;
    for (size_t k = 0; k < album->n && status == SP_OK; k++)
        status = watch->updated(watch->self, &album->moments[k], err);
    return status;
}

void sp_album_clear(struct sp_album *album)
{
    for (size_t k = 0; k < album->n; k++)
        free((void *)album->moments[k].w);
    free(album->moments);
    memset(album, 0, sizeof *album);
}

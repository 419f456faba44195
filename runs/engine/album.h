/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_ENGINE_ALBUM_H
#define SP_ENGINE_ALBUM_H

#include "runs/engine/simulate.h"

/* Moments kept for later, each with its own copy of the model. */
struct sp_album {
    size_t n, room;
    struct sp_moment *moments;
};

enum sp_status sp_album_add(struct sp_album *album, const struct sp_moment *now, size_t dimension,
                            struct sp_error *err);
/* Shows them to the watch, in order, until it fails. */
enum sp_status sp_album_show(const struct sp_album *album, const struct sp_watch *watch,
                             struct sp_error *err);
void sp_album_clear(struct sp_album *album);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_ENGINE_LIVE_H
#define SP_ENGINE_LIVE_H

#include "runs/engine/album.h"

/* What the engines in real time share. */

/* Learner i's delivery was answered with `event`: whoever starts anew gets the present model. */
void sp_live_restart(struct sp_simulation *run, uint32_t i, enum sp_server_event event);

/* Shows the update just made, or keeps it in the album to be shown after the run: looking takes
 * time. With error feedback, whose residuals are not copied, it is shown at once. */
enum sp_status sp_live_show(struct sp_album *album, const struct sp_simulation *run,
                            const struct sp_watch *watch, struct sp_error *err);

#endif

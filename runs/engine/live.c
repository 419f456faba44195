/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/engine/live.h"

#include "runs/engine/deliver.h"

void sp_live_restart(struct sp_simulation *run, uint32_t i, enum sp_server_event event)
{
    const struct sp_server *server = run->server;
    if (event == SP_SERVER_START_ONE || event == SP_SERVER_UPDATE_ONE)
        sp_deliver_start(run, i);
    for (uint32_t q = 0; event == SP_SERVER_UPDATE_WAITING && q < server->wanted; q++)
        sp_deliver_start(run, server->waiting[q]);
    for (uint32_t q = 0; event == SP_SERVER_UPDATE_ALL && q < server->learners; q++)
        sp_deliver_start(run, q);
}

enum sp_status sp_live_show(struct sp_album *album, const struct sp_simulation *run,
                            const struct sp_watch *watch, struct sp_error *err)
{
    const struct sp_moment now = sp_simulation_moment(run);
    if (watch->updated == NULL || (watch->wants != NULL && !watch->wants(watch->self, now.update)))
        return SP_OK;
    return now.feedback != NULL ? watch->updated(watch->self, &now, err)
                                : sp_album_add(album, &now, run->problem->dimension, err);
}

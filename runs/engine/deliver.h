/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_ENGINE_DELIVER_H
#define SP_ENGINE_DELIVER_H

#include "runs/engine/simulate.h"

/* What every engine does when learner i delivers: the gradient (NULL without a model) is added up,
 * the machine is told, an update is made if it says so, the books are checked. *event says which
 * learners start again: giving them the model is the engine's part. Fails as sp_simulation_run. */
enum sp_status sp_deliver(struct sp_simulation *run, uint32_t i, const double *gradient,
                          const struct sp_watch *watch, enum sp_server_event *event,
                          struct sp_error *err);

/* The failure of kernel `kernel` on learner i's gradient, as a message. */
enum sp_status sp_deliver_refuse(const struct sp_simulation *run, uint32_t i, const char *kernel,
                                 int code, struct sp_error *err);

/* Learner i begins its job: it gets the model. */
void sp_deliver_start(struct sp_simulation *run, uint32_t i);

#endif

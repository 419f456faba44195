/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_ENGINE_ENGINE_H
#define SP_ENGINE_ENGINE_H

#include "runs/engine/simulate.h"

typedef enum sp_status (*sp_engine_call)(struct sp_simulation *run, const struct sp_watch *watch,
                                         struct sp_error *err);

/* Processes need the message passing library, which only the program staleproof-mpi is linked
 * with; there main() sets this, elsewhere it stays NULL. */
extern sp_engine_call sp_engine_mpi;

/* Runs with the engine that the setting names; the contract is sp_simulation_run's. */
enum sp_status sp_engine_run(struct sp_simulation *run, const struct sp_watch *watch,
                             struct sp_error *err);

#endif

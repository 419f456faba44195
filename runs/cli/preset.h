/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_RUNS_PRESET_H
#define SP_RUNS_PRESET_H

#include "runs/engine/setting.h"

/* Puts the keys of a prepared setting. SP_USAGE: unknown name, with the nearest. */
enum sp_status sp_preset_apply(struct sp_run_setting *setting, const char *name,
                               struct sp_error *err);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/cli/preset.h"

#include <string.h>

#include "runs/engine/setting_keys.h"

#define MOST_KEYS 16

/* KEY, VALUE, ..., NULL. */
static const struct {
    const char *name;
    const char *keys[2 * MOST_KEYS + 1];
} presets[] = {
    /* The error-runtime figure of dutta2018 in kind: eight learners, one step size. */
    {"dutta-sync",
     {"problem", "logistic", "variant", "sync", "P", "8", "law", "exp:1", "m", "16", "eta",
      "1/1000", "J", "2000", NULL}},
    {"dutta-kbsync",
     {"problem", "logistic", "variant", "kbsync", "P", "8", "K", "4", "law", "exp:1", "m", "16",
      "eta", "1/1000", "J", "10000", NULL}},
    {"dutta-kbasync",
     {"problem", "logistic", "variant", "kbasync", "P", "8", "K", "4", "law", "exp:1", "m", "16",
      "eta", "1/1000", "J", "10000", NULL}},
    {"dutta-async",
     {"problem", "logistic", "variant", "async", "P", "8", "law", "exp:1", "m", "16", "eta",
      "1/1000", "J", "40000", NULL}},
    /* Only the schedule: how fast the simulator is, and run times by themselves. */
    {"clock", {"problem", "none", "variant", "async", "P", "100", "J", "1000000", NULL}},
};
#define PRESETS (sizeof presets / sizeof presets[0])

enum sp_status sp_preset_apply(struct sp_run_setting *setting, const char *name,
                               struct sp_error *err)
{
    const char *names[PRESETS];
    int index = 0;
    for (size_t k = 0; k < PRESETS; k++)
        names[k] = presets[k].name;
    enum sp_status status = sp_word_read(&index, "preset", name, names, PRESETS, err);
    for (const char *const *key = presets[index].keys; status == SP_OK && *key != NULL; key += 2)
        status = sp_run_setting_put(setting, key[0], key[1], err);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_ENGINE_SETTING_KEYS_H
#define SP_ENGINE_SETTING_KEYS_H

#include "runs/engine/setting.h"

/* One key of a setting: the table is the only place where it is written. */
struct sp_setting_key {
    const char *name, *help;
    const char *fallback; /* NULL: must be given */
    enum sp_status (*read)(struct sp_run_setting *setting, const char *name, const char *text,
                           struct sp_error *err);
};

extern const struct sp_setting_key sp_setting_keys[SP_SETTING_KEYS];

/* Index of `word` among `names`; SP_USAGE naming the nearest. */
enum sp_status sp_word_read(int *index, const char *key, const char *word, const char *const *names,
                            size_t n, struct sp_error *err);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/engine/setting.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runs/engine/setting_keys.h"

static size_t key_index(const char *name)
{
    for (size_t k = 0; k < SP_SETTING_KEYS; k++)
        if (strcmp(name, sp_setting_keys[k].name) == 0)
            return k;
    return SP_SETTING_KEYS;
}

static enum sp_status put(struct sp_run_setting *s, size_t k, const char *text,
                          struct sp_error *err)
{
    /* What a trace could not write down cannot be repeated. */
    json_t *written = json_string(text);
    if (written == NULL)
        return sp_fail(err, SP_USAGE, "%s: not UTF-8 text", sp_setting_keys[k].name);
    json_decref(written);
    char *copy = strdup(text);
    if (copy == NULL)
        return sp_fail_memory(err);
    /* The reader may keep a pointer to the text. */
    enum sp_status status = sp_setting_keys[k].read(s, sp_setting_keys[k].name, copy, err);
    if (status == SP_OK) {
        free(s->text[k]);
        s->text[k] = copy;
    } else {
        free(copy);
    }
    return status;
}

enum sp_status sp_run_setting_start(struct sp_run_setting *setting, struct sp_error *err)
{
    enum sp_status status = SP_OK;
    memset(setting, 0, sizeof *setting);
    for (size_t k = 0; k < SP_SETTING_KEYS && status == SP_OK; k++)
        if (sp_setting_keys[k].fallback != NULL)
            status = put(setting, k, sp_setting_keys[k].fallback, err);
    if (status != SP_OK)
        sp_run_setting_clear(setting);
    return status;
}

enum sp_status sp_run_setting_put(struct sp_run_setting *setting, const char *key,
                                  const char *value, struct sp_error *err)
{
    size_t k = key_index(key);
    if (k < SP_SETTING_KEYS)
        return put(setting, k, value, err);
    int ignored;
    return sp_word_read(&ignored, "setting", key, sp_run_setting_names(), SP_SETTING_KEYS, err);
}

void sp_run_setting_clear(struct sp_run_setting *setting)
{
    for (size_t k = 0; k < SP_SETTING_KEYS; k++)
        free(setting->text[k]);
    memset(setting, 0, sizeof *setting);
}

json_t *sp_run_setting_json(const struct sp_run_setting *setting)
{
    json_t *object = json_object();
    for (size_t k = 0; k < SP_SETTING_KEYS; k++)
        if (setting->text[k] != NULL)
            json_object_set_new(object, sp_setting_keys[k].name, json_string(setting->text[k]));
    return object;
}

enum sp_status sp_run_setting_from_json(struct sp_run_setting *setting, const json_t *object,
                                        struct sp_error *err)
{
    const char *key;
    json_t *value;
    enum sp_status status = sp_run_setting_start(setting, err);
    if (status != SP_OK)
        return status;
    json_object_foreach((json_t *)object, key, value)
    {
        const char *text = json_string_value(value);
        status = text ? sp_run_setting_put(setting, key, text, err)
                      : sp_fail(err, SP_INPUT, "setting: '%s' is not a text", key);
        if (status != SP_OK)
            break;
    }
    if (status == SP_OK)
        status = sp_run_setting_check(setting, err);
    if (status != SP_OK)
        sp_run_setting_clear(setting);
    return status;
}

void sp_run_setting_help(FILE *out)
{
    for (size_t k = 0; k < SP_SETTING_KEYS; k++) {
        const struct sp_setting_key *key = &sp_setting_keys[k];
        fprintf(out, "%-12s %s (%s%s)\n", key->name, key->help,
                key->fallback ? "default " : "must be given",
                key->fallback == NULL ? ""
                : key->fallback[0]    ? key->fallback
                                      : "none");
    }
}

const char *const *sp_run_setting_names(void)
{
    static const char *names[SP_SETTING_KEYS + 1];
    for (size_t k = 0; k < SP_SETTING_KEYS; k++)
        names[k] = sp_setting_keys[k].name;
    return names;
}

double sp_run_setting_delay(const struct sp_run_setting *setting, uint64_t seed, uint32_t learner,
                            uint64_t job)
{
    struct sp_stream stream;
    sp_stream_start(&stream, seed, SP_FOR_DELAY, learner, job);
    return sp_listed_get(&setting->slow, learner, 1.0) * sp_delay_draw(&setting->delay, &stream);
}

double sp_run_setting_due(const struct sp_run_setting *setting, uint64_t seed, uint32_t learner,
                          uint64_t job, double now)
{
    const double due = now + sp_run_setting_delay(setting, seed, learner, job);
    return due <= sp_listed_get(&setting->crash, learner, INFINITY) ? due : INFINITY;
}
